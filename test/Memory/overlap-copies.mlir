// Copies over the host's link run beside kernels: those to the device begin so early
// that they are done when they are read, and those to the host are waited for when
// they are done. A kernel that reads and writes 256 KiB takes twice as long as the
// link for one copy of them; no more is alive at once than growth allows.
// RUN: popt %s --split-input-file --overlap=growth=2 --plan-memory --verify-memory-plan | FileCheck %s --check-prefixes=CHECK,GROWS
// RUN: popt %s --split-input-file --overlap=growth=1 --plan-memory --verify-memory-plan | FileCheck %s --check-prefixes=CHECK,LEAST
// RUN: popt %s --split-input-file --overlap='growth=2 budget=4096' --plan-memory | FileCheck %s --check-prefixes=CHECK,LEAST
// RUN: popt %s --split-input-file --overlap=growth=2 --remarks-filter=.* 2>&1 | FileCheck %s --check-prefix=REMARK

// State is prefetched while the forward part runs, and drained while the next one is
// updated.
// REMARK: 0 of 0 messages and 2 copies run beside kernels; the arena has 1310720 bytes, without that 1048576
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=1]>
  // CHECK-LABEL: func.func @main
  // GROWS-SAME: step.arena_bytes = 1310720
  // GROWS-SAME: step.saved_by_copies = 2.62
  // LEAST-SAME: step.arena_bytes = 1048576
  func.func @main(%m: tensor<65536xf32> {dist.on_host, dist.state = 0 : i64}, %p: tensor<65536xf32> {dist.state = 1 : i64}, %x: tensor<65536xf32>) -> (tensor<65536xf32> {dist.on_host}, tensor<65536xf32>) attributes {dist.memories_placed} {
    // CHECK: %[[H:.*]] = call @forward(%arg2)
    // GROWS-NEXT: %[[M:.*]] = dist.to_device %arg0 {step.beside = 1
    // CHECK-NEXT: %[[G:.*]] = call @forward(%[[H]])
    // LEAST-NEXT: %[[M:.*]] = dist.to_device %arg0 {step.offsets
    // CHECK-NEXT: %[[NEW:.*]] = call @update(%[[M]], %[[G]])
    // CHECK-NEXT: dist.to_host %[[NEW]] {step.beside = 1
    // CHECK-NEXT: call @update(%arg1, %[[NEW]])
    %h = call @forward(%x) : (tensor<65536xf32>) -> tensor<65536xf32>
    %g = call @forward(%h) : (tensor<65536xf32>) -> tensor<65536xf32>
    %md = dist.to_device %m : tensor<65536xf32>
    %new = call @update(%md, %g) : (tensor<65536xf32>, tensor<65536xf32>) -> tensor<65536xf32>
    %mh = dist.to_host %new : tensor<65536xf32>
    %q = call @update(%p, %new) : (tensor<65536xf32>, tensor<65536xf32>) -> tensor<65536xf32>
    return %mh, %q : tensor<65536xf32>, tensor<65536xf32>
  }
  func.func private @forward(tensor<65536xf32>) -> tensor<65536xf32> attributes {popt.kernel}
  func.func private @update(tensor<65536xf32>, tensor<65536xf32>) -> tensor<65536xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
}

// -----

// The link brings one copy after the other: the first of two begins a kernel sooner.
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=1]>
  // CHECK-LABEL: func.func @main
  func.func @main(%m: tensor<65536xf32> {dist.on_host}, %n: tensor<65536xf32> {dist.on_host}, %x: tensor<16384xf32>) -> tensor<65536xf32> attributes {dist.memories_placed} {
    // CHECK: call @small
    // CHECK-NEXT: dist.to_device %arg0 {step.beside = 6
    // CHECK-NEXT: call @small
    // CHECK-NEXT: call @small
    // CHECK-NEXT: dist.to_device %arg1 {step.beside = 3
    // CHECK-COUNT-3: call @small
    // CHECK: call @sum
    %0 = call @small(%x) : (tensor<16384xf32>) -> tensor<16384xf32>
    %1 = call @small(%0) : (tensor<16384xf32>) -> tensor<16384xf32>
    %2 = call @small(%1) : (tensor<16384xf32>) -> tensor<16384xf32>
    %3 = call @small(%2) : (tensor<16384xf32>) -> tensor<16384xf32>
    %4 = call @small(%3) : (tensor<16384xf32>) -> tensor<16384xf32>
    %5 = call @small(%4) : (tensor<16384xf32>) -> tensor<16384xf32>
    %md = dist.to_device %m : tensor<65536xf32>
    %nd = dist.to_device %n : tensor<65536xf32>
    %6 = call @sum(%md, %nd, %5) : (tensor<65536xf32>, tensor<65536xf32>, tensor<16384xf32>) -> tensor<65536xf32>
    return %6 : tensor<65536xf32>
  }
  func.func private @small(tensor<16384xf32>) -> tensor<16384xf32> attributes {popt.kernel}
  func.func private @sum(tensor<65536xf32>, tensor<65536xf32>, tensor<16384xf32>) -> tensor<65536xf32> attributes {popt.kernel}
}

// -----

// In a loop over microbatches a value leaves and comes back within the body; its
// memory is free meanwhile.
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <time ["mb"=4]>
  // CHECK-LABEL: func.func @main
  func.func @main(%x: tensor<65536xf32>, %s: tensor<65536xf32>) -> tensor<65536xf32> attributes {dist.memories_placed} {
    // CHECK: dist.time_loop
    // CHECK: %[[H:.*]] = func.call @forward
    // CHECK-NEXT: %[[THERE:.*]] = dist.to_host %[[H]] {step.beside = 1
    // GROWS: dist.to_device %[[THERE]] {step.beside = 1
    // GROWS-NEXT: call @forward
    // LEAST: dist.to_device %[[THERE]] {step.offsets
    // CHECK-NEXT: call @update
    %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %s) -> (tensor<65536xf32>) {
      %h = func.call @forward(%x) : (tensor<65536xf32>) -> tensor<65536xf32>
      %there = dist.to_host %h : tensor<65536xf32>
      %1 = func.call @forward(%h) : (tensor<65536xf32>) -> tensor<65536xf32>
      %2 = func.call @forward(%1) : (tensor<65536xf32>) -> tensor<65536xf32>
      %3 = func.call @forward(%2) : (tensor<65536xf32>) -> tensor<65536xf32>
      %back = dist.to_device %there : tensor<65536xf32>
      %4 = func.call @update(%sum, %3, %back) : (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>) -> tensor<65536xf32>
      dist.return %4 : tensor<65536xf32>
    }
    return %0 : tensor<65536xf32>
  }
  func.func private @forward(tensor<65536xf32>) -> tensor<65536xf32> attributes {popt.kernel}
  func.func private @update(tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>) -> tensor<65536xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
}

// -----

// Where devices have no streams nothing is done.
// CHECK-LABEL: module attributes {popt.target = "cpu"}
// CHECK-NOT: step.beside
module attributes {popt.target = "cpu"} {
  dist.mesh @mesh = <["dp"=1]>
  func.func @main(%m: tensor<65536xf32> {dist.on_host}, %x: tensor<65536xf32>) -> (tensor<65536xf32>, tensor<65536xf32>) attributes {dist.memories_placed} {
    %0 = call @forward(%x) : (tensor<65536xf32>) -> tensor<65536xf32>
    %1 = dist.to_device %m : tensor<65536xf32>
    return %0, %1 : tensor<65536xf32>, tensor<65536xf32>
  }
  func.func private @forward(tensor<65536xf32>) -> tensor<65536xf32> attributes {popt.kernel}
}
