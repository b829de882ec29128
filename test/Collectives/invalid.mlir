// What is wrong with the machine is said; what does not communicate needs none.
// RUN: not %popt %s --reassociate=cluster=nowhere.json 2>&1 | FileCheck %s
// RUN: not %popt %s --sink-gathers=cluster=nowhere.json 2>&1 | FileCheck %s
// RUN: not %popt %s --move-out-of-loops=cluster=nowhere.json 2>&1 | FileCheck %s
// RUN: not %popt %s --split-by-level=cluster=nowhere.json 2>&1 | FileCheck %s
// RUN: not %popt %s --combine-collectives=cluster=nowhere.json 2>&1 | FileCheck %s
// RUN: %popt %s --reassociate --sink-gathers --move-out-of-loops --split-by-level --combine-collectives | FileCheck %s --check-prefix=SAME
// CHECK: error: {{.*}}nowhere.json

// SAME: return %arg0
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
