// Operations run where their values lie (law L17).
// RUN: %popt %s --split-input-file --place-memory --verify-diagnostics | FileCheck %s
// RUN: not %popt %s --split-input-file --place-memory --remarks-filter-passed=memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Momentum: the gradient goes to the host, the update comes back. The scale is a
// number that each side makes for itself; its broadcast never crosses.
// REMARK: 256 bytes of arguments stay in host memory; 2 operations run there, 260 bytes move to the host in a step and 256 to the device
// CHECK-LABEL: func.func @main
// CHECK-SAME: attributes {dist.memories_placed}
dist.mesh @mesh = <["dp"=2]>
func.func @main(%m: tensor<64xf32> {dist.on_host, dist.state = 0}, %g: tensor<64xf32>, %p: tensor<64xf32> {dist.state = 1}, %rate: tensor<f32>)
    -> (tensor<64xf32> {dist.on_host}, tensor<64xf32>) {
  // CHECK-DAG: %[[G:.+]] = dist.to_host %arg1
  // CHECK-DAG: %[[RATE:.+]] = dist.to_host %arg3
  // CHECK: %[[HOST_SCALE:.+]] = stablehlo.broadcast_in_dim %[[RATE]]
  // CHECK: %[[SCALED:.+]] = stablehlo.multiply %arg0, %[[HOST_SCALE]]
  // CHECK: %[[NEW:.+]] = stablehlo.add %[[SCALED]], %[[G]]
  // CHECK: %[[BACK:.+]] = dist.to_device %[[NEW]]
  // CHECK: %[[DEVICE_SCALE:.+]] = stablehlo.broadcast_in_dim %arg3
  // CHECK: %[[STEP:.+]] = stablehlo.multiply %[[BACK]], %[[DEVICE_SCALE]]
  // CHECK: %[[P:.+]] = stablehlo.subtract %arg2, %[[STEP]]
  // CHECK: return %[[NEW]], %[[P]]
  %scale = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<64xf32>
  %old = stablehlo.multiply %m, %scale : tensor<64xf32>
  %new = stablehlo.add %old, %g : tensor<64xf32>
  %step = stablehlo.multiply %new, %scale : tensor<64xf32>
  %next = stablehlo.subtract %p, %step : tensor<64xf32>
  return %new, %next : tensor<64xf32>, tensor<64xf32>
}

// -----

// Products and collectives stay on the device: a weight on the host is copied
// once for both, and what is narrower is what crosses.
// CHECK-LABEL: func.func @main
dist.mesh @mesh = <["dp"=2]>
func.func @main(%w: tensor<16x16xf32> {dist.on_host}, %x: tensor<4x16xbf16>) -> (tensor<4x16xbf16>, tensor<16x16xbf16>) {
  // CHECK: %[[NARROW:.+]] = stablehlo.convert %arg0
  // CHECK: %[[W:.+]] = dist.to_device %[[NARROW]] : tensor<16x16xbf16>
  // CHECK-NOT: dist.to_
  // CHECK: stablehlo.dot_general %arg1, %[[W]]
  // CHECK: dist.all_reduce %[[W]]
  %n = stablehlo.convert %w : (tensor<16x16xf32>) -> tensor<16x16xbf16>
  %y = stablehlo.dot_general %x, %n, contracting_dims = [1] x [0] : (tensor<4x16xbf16>, tensor<16x16xbf16>) -> tensor<4x16xbf16>
  %z = dist.all_reduce %n max over {"dp"} on @mesh : tensor<16x16xbf16>
  return %y, %z : tensor<4x16xbf16>, tensor<16x16xbf16>
}

// -----

// A loop reads device memory: what it takes from around it is copied before it,
// and is there for its readers on the device. A sum of state crosses as one
// number.
// CHECK-LABEL: func.func @main
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%s: tensor<32xf32> {dist.on_host}, %t: tensor<32xf32> {dist.on_host}, %zero: tensor<32xf32>, %none: tensor<f32>) -> (tensor<32xf32>, tensor<32xf32>, tensor<f32>) {
  // CHECK-DAG: %[[S:.+]] = dist.to_device %arg0 : tensor<32xf32>
  // CHECK: dist.time_loop
  // CHECK: stablehlo.add %{{.+}}, %[[S]]
  // CHECK: stablehlo.negate %[[S]]
  // CHECK: %[[T:.+]] = stablehlo.negate %arg1
  // CHECK: %[[SUM:.+]] = stablehlo.reduce(%[[T]]
  // CHECK: dist.to_device %[[SUM]] : tensor<f32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<32xf32>) {
    %1 = stablehlo.add %sum, %s : tensor<32xf32>
    dist.return %1 : tensor<32xf32>
  }
  %2 = stablehlo.negate %s : tensor<32xf32>
  %3 = stablehlo.negate %t : tensor<32xf32>
  %4 = stablehlo.reduce(%3 init: %none) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
  return %0, %2, %4 : tensor<32xf32>, tensor<32xf32>, tensor<f32>
}

// -----

// State that a step sets to a constant is made on the host; what is returned on
// the device is copied there.
// CHECK-LABEL: func.func @main
dist.mesh @mesh = <["dp"=2]>
func.func @main(%s: tensor<4096xf32> {dist.on_host, dist.state = 0}) -> (tensor<4096xf32> {dist.on_host}, tensor<4096xf32>) {
  // CHECK: %[[ZERO:.+]] = stablehlo.constant
  // CHECK: %[[OUT:.+]] = dist.to_device %arg0
  // CHECK: return %[[ZERO]], %[[OUT]]
  %zero = stablehlo.constant dense<0.0> : tensor<4096xf32>
  return %zero, %s : tensor<4096xf32>, tensor<4096xf32>
}

// -----

// Without host memory nothing changes.
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.memories_placed
// CHECK-NOT: dist.to_
// CHECK: return
dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// What is placed is checked, not placed again.
dist.mesh @mesh = <["dp"=2]>
func.func @main(%m: tensor<4xf32> {dist.on_host}, %g: tensor<4xf32>) -> (tensor<4xf32> {dist.on_host}) attributes {dist.memories_placed} {
  // expected-error @+1 {{'stablehlo.add' op touches host memory, but its operand 1 lies in device memory}}
  %0 = stablehlo.add %m, %g : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["dp"=2]>
func.func @main(%m: tensor<4xf32> {dist.on_host}) -> tensor<4xf32> attributes {dist.memories_placed} {
  %0 = stablehlo.negate %m : tensor<4xf32>
  // expected-error @+1 {{'func.return' op touches device memory, but its operand 0 lies in host memory}}
  return %0 : tensor<4xf32>
}

// -----

// The host of a GPU computes nothing: state is copied in, updated and copied out.
// A small constant is in the table for both memories; a large one is filled on the
// device.
module attributes {popt.target = "sm_90"} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: attributes {dist.memories_placed}
  dist.mesh @mesh = <["dp"=2]>
  func.func @main(%m: tensor<64xf32> {dist.on_host, dist.state = 0}, %c: tensor<2xf32> {dist.on_host, dist.state = 1}, %l: tensor<4096xf32> {dist.on_host, dist.state = 2}, %g: tensor<64xf32>)
      -> (tensor<64xf32> {dist.on_host}, tensor<2xf32> {dist.on_host}, tensor<4096xf32> {dist.on_host}, tensor<64xf32>) {
    // CHECK: %[[LARGE:.+]] = stablehlo.constant dense<2.0
    // CHECK: %[[FILLED:.+]] = dist.to_host %[[LARGE]]
    // CHECK: %[[M:.+]] = dist.to_device %arg0
    // CHECK: %[[NEW:.+]] = stablehlo.add %[[M]], %arg3
    // CHECK: %[[THERE:.+]] = dist.to_host %[[NEW]]
    // CHECK: %[[P:.+]] = stablehlo.negate %[[NEW]]
    // CHECK: %[[SMALL:.+]] = stablehlo.constant dense<1.0
    // CHECK: return %[[THERE]], %[[SMALL]], %[[FILLED]], %[[P]]
    %small = stablehlo.constant dense<1.0> : tensor<2xf32>
    %large = stablehlo.constant dense<2.0> : tensor<4096xf32>
    %new = stablehlo.add %m, %g : tensor<64xf32>
    %p = stablehlo.negate %new : tensor<64xf32>
    return %new, %small, %large, %p : tensor<64xf32>, tensor<2xf32>, tensor<4096xf32>, tensor<64xf32>
  }
}

// -----

module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=2]>
  func.func @main(%m: tensor<4xf32> {dist.on_host}) -> (tensor<4xf32> {dist.on_host}) attributes {dist.memories_placed} {
    // expected-error @+1 {{'stablehlo.negate' op touches host memory, for which there are no kernels in a program for GPUs}}
    %0 = stablehlo.negate %m : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
