// A dimension split over a module's own stage axis is read and printed, but not compiled.
// RUN: %poptc %s --emit=annotated -o - | FileCheck %s --check-prefix=ANNOTATED
// RUN: not %poptc %s --emit=propagated -o - 2>&1 | FileCheck %s
// RUN: not %poptc %s -o %t.exe 2>&1 | FileCheck %s
// RUN: not %popt %s --popt-partition 2>&1 | FileCheck %s

// ANNOTATED: stage ["pp"=2]
// CHECK: axes.mlir:[[#@LINE+2]]:1: error: dimension 0 of argument 0 is split over stage axis "pp", which is not in this build
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}
