// Collectives run beside kernels that do not wait for them, where the arena may
// grow, and on targets with streams.
// RUN: popt %s --split-input-file --overlap=growth=2 --plan-memory --verify-memory-plan | FileCheck %s --check-prefixes=CHECK,GROWS
// RUN: popt %s --split-input-file --overlap --plan-memory --verify-memory-plan | FileCheck %s --check-prefixes=CHECK,LEAST
// RUN: popt %s --split-input-file --overlap='growth=2 budget=1048576' --plan-memory | FileCheck %s --check-prefixes=CHECK,LEAST
// RUN: popt %s --split-input-file --overlap=growth=2 --remarks-filter=.* 2>&1 | FileCheck %s --check-prefix=REMARK

// Gradients of two layers: the second one is computed while the first is summed,
// and the first layer is updated while the second is summed. Two are alive at
// once then.
// REMARK: 2 of 2 messages run beside kernels; the arena has 1310720 bytes, without that 1048576; streams of communication: 1; predicted 1.784e-04 s, one after the other 2.439e-04 s
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=2]>
  // CHECK-LABEL: func.func @main
  // GROWS-SAME: step.arena_bytes = 1310720
  // LEAST-SAME: step.arena_bytes = 1048576
  func.func @main(%p: tensor<65536xf32> {dist.state = 0 : i64}, %q: tensor<65536xf32> {dist.state = 1 : i64}, %x: tensor<65536xf32>) -> (tensor<65536xf32>, tensor<65536xf32>) {
    // LEAST-NOT: step.beside
    // GROWS: %[[G2:.*]] = call @gradient
    // GROWS: %[[S2:.*]] = dist.all_reduce %[[G2]] {{.*}}step.beside = 2
    // GROWS: %[[G1:.*]] = call @gradient
    // GROWS: dist.all_reduce %[[G1]] {{.*}}step.beside = 1
    // GROWS: call @update({{.*}}, %[[S2]])
    %g2 = call @gradient(%x) : (tensor<65536xf32>) -> tensor<65536xf32>
    %s2 = dist.all_reduce %g2 sum over {"dp"} on @mesh : tensor<65536xf32>
    %u2 = call @update(%p, %s2) : (tensor<65536xf32>, tensor<65536xf32>) -> tensor<65536xf32>
    %g1 = call @gradient(%x) : (tensor<65536xf32>) -> tensor<65536xf32>
    %s1 = dist.all_reduce %g1 sum over {"dp"} on @mesh : tensor<65536xf32>
    %u1 = call @update(%q, %s1) : (tensor<65536xf32>, tensor<65536xf32>) -> tensor<65536xf32>
    return %u2, %u1 : tensor<65536xf32>, tensor<65536xf32>
  }
  func.func private @gradient(tensor<65536xf32>) -> tensor<65536xf32> attributes {popt.kernel}
  func.func private @update(tensor<65536xf32>, tensor<65536xf32>) -> tensor<65536xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
}

// -----

// Nothing is done where devices have no streams.
// CHECK-LABEL: module attributes {popt.target = "cpu"}
// CHECK-NOT: step.beside
module attributes {popt.target = "cpu"} {
  dist.mesh @mesh = <["dp"=2]>
  func.func @main(%x: tensor<65536xf32>) -> (tensor<65536xf32>, tensor<65536xf32>) {
    %0 = dist.all_reduce %x sum over {"dp"} on @mesh : tensor<65536xf32>
    %1 = call @gradient(%x) : (tensor<65536xf32>) -> tensor<65536xf32>
    return %0, %1 : tensor<65536xf32>, tensor<65536xf32>
  }
  func.func private @gradient(tensor<65536xf32>) -> tensor<65536xf32> attributes {popt.kernel}
}

// -----

// Who reads what the collective may write over comes before it. Messages of
// several tensors are one.
// CHECK-LABEL: module attributes {popt.target = "sm_90"}
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=2]>
  // CHECK-LABEL: func.func @main
  func.func @main(%x: tensor<65536xf32>, %y: tensor<65536xf32>) -> (tensor<65536xf32>, tensor<65536xf32>, tensor<256x256xf32>, tensor<65536xf32>) {
    // CHECK: %[[X:.*]] = call @k(%arg0)
    // CHECK: call @k(%[[X]])
    // CHECK: dist.bucket(%[[X]]
    // CHECK: step.beside = 1
    // CHECK-NEXT: call @square
    // CHECK-NEXT: return
    %0 = call @k(%x) : (tensor<65536xf32>) -> tensor<65536xf32>
    %1 = call @k(%y) : (tensor<65536xf32>) -> tensor<65536xf32>
    %2:2 = dist.bucket(%0, %1) (%a: tensor<65536xf32>, %b: tensor<65536xf32>) {
      %3 = dist.all_reduce %a sum over {"dp"} on @mesh : tensor<65536xf32>
      %4 = dist.all_reduce %b sum over {"dp"} on @mesh : tensor<65536xf32>
      dist.return %3, %4 : tensor<65536xf32>, tensor<65536xf32>
    } : (tensor<65536xf32>, tensor<65536xf32>) -> (tensor<65536xf32>, tensor<65536xf32>)
    %5 = stablehlo.reshape %x : (tensor<65536xf32>) -> tensor<256x256xf32>
    %6 = call @square(%5) : (tensor<256x256xf32>) -> tensor<256x256xf32>
    %7 = call @k(%0) : (tensor<65536xf32>) -> tensor<65536xf32>
    return %2#0, %2#1, %6, %7 : tensor<65536xf32>, tensor<65536xf32>, tensor<256x256xf32>, tensor<65536xf32>
  }
  func.func private @k(tensor<65536xf32>) -> tensor<65536xf32> attributes {popt.kernel}
  func.func private @square(tensor<256x256xf32>) -> tensor<256x256xf32> attributes {popt.kernel}
}
