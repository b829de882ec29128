// Each set of groups has a stream of its own: a short sum over near links, whose
// result is read soon, does not wait for a long one over far links. If messages and
// kernels slow each other down too much, nothing runs beside anything.
// RUN: popt %s --set-machine=cluster=%S/Inputs/two-levels.json --overlap=growth=2 --plan-memory --verify-memory-plan --remarks-filter=.* 2>&1 | FileCheck %s
// RUN: sed 's/"flops_per/"slowdown_beside_links": 100, &/; s/"latency/"slowdown_beside_kernels": 100, &/' %S/Inputs/two-levels.json > %t.json
// RUN: popt %s --set-machine=cluster=%t.json --overlap=growth=2 --plan-memory --remarks-filter=.* 2>&1 | FileCheck %s --check-prefix=SLOW
// SLOW-NOT: step.beside

// 4 MB at each kernel, 12 us; 420 us over far links, 4 us over near ones.
// CHECK: 2 of 2 messages run beside kernels; {{.*}}; streams of communication: 2; predicted 4.278e-04 s, one after the other 4.698e-04 s
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=2, "tp"=2]>
  // CHECK-LABEL: func.func @main
  func.func @main(%p: tensor<1048576xf32>, %x: tensor<1048576xf32>) -> (tensor<1048576xf32>, tensor<1048576xf32>, tensor<1048576xf32>) {
    // CHECK: dist.all_reduce {{.*}} over {"dp"} {{.*}}step.beside = 5 : i64, {{.*}}step.stream = 4 : i32}
    // CHECK: dist.all_reduce {{.*}} over {"tp"} {{.*}}step.beside = 1 : i64, step.offsets
    %0 = call @k(%p) : (tensor<1048576xf32>) -> tensor<1048576xf32>
    %1 = dist.all_reduce %0 sum over {"dp"} on @mesh : tensor<1048576xf32>
    %2 = call @k(%x) : (tensor<1048576xf32>) -> tensor<1048576xf32>
    %3 = dist.all_reduce %2 sum over {"tp"} on @mesh : tensor<1048576xf32>
    %4 = call @k(%x) : (tensor<1048576xf32>) -> tensor<1048576xf32>
    %5 = call @two(%3, %4) : (tensor<1048576xf32>, tensor<1048576xf32>) -> tensor<1048576xf32>
    %6 = call @k(%5) : (tensor<1048576xf32>) -> tensor<1048576xf32>
    return %1, %5, %6 : tensor<1048576xf32>, tensor<1048576xf32>, tensor<1048576xf32>
  }
  func.func private @k(tensor<1048576xf32>) -> tensor<1048576xf32> attributes {popt.kernel}
  func.func private @two(tensor<1048576xf32>, tensor<1048576xf32>) -> tensor<1048576xf32> attributes {popt.kernel}
}
