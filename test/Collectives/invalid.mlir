// What is wrong with the machine is said; what does not communicate needs none.
// RUN: not %popt %s --set-machine=cluster=nowhere.json --reassociate 2>&1 | FileCheck %s
// RUN: not %popt %s --set-machine=cluster=nowhere.json --sink-gathers 2>&1 | FileCheck %s
// RUN: not %popt %s --set-machine=cluster=nowhere.json --move-out-of-loops 2>&1 | FileCheck %s
// RUN: not %popt %s --set-machine=cluster=nowhere.json --split-by-level 2>&1 | FileCheck %s
// RUN: not %popt %s --set-machine=cluster=nowhere.json --combine-collectives 2>&1 | FileCheck %s
// RUN: %popt %s --reassociate --sink-gathers --move-out-of-loops --split-by-level --combine-collectives | FileCheck %s --check-prefix=SAME
// CHECK: error: {{.*}}nowhere.json

// SAME: return %arg0
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
