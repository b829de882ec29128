// A gather begins as early as memory allows at each operation from there on, not
// only where it begins: it waits for the peak to be over, and runs beside what comes
// after that. It takes no byte more than the order that holds least.
// RUN: popt %s --overlap=growth=1 --plan-memory --verify-memory-plan --remarks-filter=.* 2>&1 | FileCheck %s
// With more memory it begins first. A budget is kept.
// RUN: popt %s --overlap=growth=2 --plan-memory --verify-memory-plan --remarks-filter=.* 2>&1 | FileCheck %s --check-prefix=MORE
// RUN: popt %s --overlap='growth=2 budget=8388608' --plan-memory --remarks-filter=.* 2>&1 | FileCheck %s

// CHECK: 1 of 1 messages run beside kernels; the arena has [[BYTES:[0-9]+]] bytes, without that [[BYTES]];
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=2]>
  // CHECK-LABEL: func.func @main
  // MORE-LABEL: func.func @main
  func.func @main(%x: tensor<262144xf32>, %w: tensor<262144xf32>) -> tensor<262144xf32> {
    // CHECK: call @grow
    // CHECK: call @shrink
    // CHECK-NEXT: dist.all_gather {{.*}}step.beside = 1
    // CHECK-NEXT: call @k
    // CHECK-NEXT: call @two
    // MORE: dist.all_gather {{.*}}step.beside = 4
    // MORE-NEXT: call @k
    // MORE-NEXT: call @grow
    %a = call @k(%x) : (tensor<262144xf32>) -> tensor<262144xf32>
    %b = call @grow(%a) : (tensor<262144xf32>) -> tensor<1048576xf32>
    %c = call @shrink(%b) : (tensor<1048576xf32>) -> tensor<262144xf32>
    %d = call @k(%c) : (tensor<262144xf32>) -> tensor<262144xf32>
    %g = dist.all_gather %w dim 0 over {"dp"} on @mesh : tensor<262144xf32> -> tensor<524288xf32>
    %r = call @two(%d, %g) : (tensor<262144xf32>, tensor<524288xf32>) -> tensor<262144xf32>
    return %r : tensor<262144xf32>
  }
  func.func private @k(tensor<262144xf32>) -> tensor<262144xf32> attributes {popt.kernel}
  func.func private @grow(tensor<262144xf32>) -> tensor<1048576xf32> attributes {popt.kernel}
  func.func private @shrink(tensor<1048576xf32>) -> tensor<262144xf32> attributes {popt.kernel}
  func.func private @two(tensor<262144xf32>, tensor<524288xf32>) -> tensor<262144xf32> attributes {popt.kernel}
}
