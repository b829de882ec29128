// What the passes refuse, and what they warn of.
// RUN: not %popt %s --propagate-shardings="mode=other" 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not %popt %s --propagate-shardings="factors=some" 2>&1 | FileCheck %s --check-prefix=FACTORS
// RUN: %popt %s --propagate-shardings --verify-propagated 2>&1 | FileCheck %s --check-prefix=MESH

// MODE: error: propagation mode "other" does not exist; use sdy, cost or plan
// FACTORS: error: factor strategy "some" does not exist; use basic, aggressive or both
// MESH: warning: module has no mesh; every rank computes everything
// MESH: dist.mesh @mesh = <[]>
// MESH: dist.sharding<@mesh, [{}]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
