// Kernels of a GPU that do not wait for one another run as one.
// RUN: popt %s --split-input-file --merge-kernels | FileCheck %s

// A kernel is placed where its result is read; others wait until the end. Two
// that read the same tensor read it once, and what both read is not to be
// written over.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<16xf32>, %[[Y:[a-z0-9]+]]: tensor<16xf32>
// CHECK: %[[A:.+]] = call @negate(%[[X]])
// CHECK: stablehlo.custom_call @used(%[[A]])
// CHECK: %[[LAST:.+]]:3 = call @kernels_0(%[[X]], %[[Y]])
// CHECK: return %[[LAST]]#0, %[[LAST]]#1, %[[LAST]]#2
// CHECK: func.func private @kernels_0(%[[P:.+]]: tensor<16xf32>, %[[Q:.+]]: tensor<16xf32>)
// CHECK-SAME: attributes {popt.kernel, popt.may_share = {{\[}}array<i64: 2, 1>]}
// CHECK: call @negate(%[[P]])
// CHECK: call @exp(%[[P]])
// CHECK: call @negate(%[[Q]])
module attributes {popt.target = "sm_90"} {
  func.func @main(%x: tensor<16xf32>, %y: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) {
    %0 = call @negate(%x) : (tensor<16xf32>) -> tensor<16xf32>
    %1 = call @exp(%x) : (tensor<16xf32>) -> tensor<16xf32>
    %2 = call @negate(%y) : (tensor<16xf32>) -> tensor<16xf32>
    %3 = call @negate(%x) : (tensor<16xf32>) -> tensor<16xf32>
    stablehlo.custom_call @used(%3) {has_side_effect = true} : (tensor<16xf32>) -> ()
    return %0, %1, %2 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
  }
  func.func private @negate(%x: tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]} {
    %0 = stablehlo.negate %x : tensor<16xf32>
    return %0 : tensor<16xf32>
  }
  func.func private @exp(%x: tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]} {
    %0 = stablehlo.exponential %x : tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}

// -----

// What reads a state stands before what is written over it.
// CHECK-LABEL: func.func @main(
// CHECK: call @read
// CHECK: call @update
// CHECK-NOT: @kernels_
module attributes {popt.target = "sm_90"} {
  func.func @main(%w: tensor<16xf32> {dist.state = 0 : i64}) -> (tensor<16xf32>, tensor<16xf32>) {
    %0 = call @read(%w) : (tensor<16xf32>) -> tensor<16xf32>
    %1 = call @update(%w) : (tensor<16xf32>) -> tensor<16xf32>
    return %1, %0 : tensor<16xf32>, tensor<16xf32>
  }
  func.func private @read(%x: tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel} {
    %0 = stablehlo.reverse %x, dims = [0] : tensor<16xf32>
    return %0 : tensor<16xf32>
  }
  func.func private @update(%x: tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]} {
    %0 = stablehlo.negate %x : tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}

// -----

// A kernel that frees memory does not wait if more would be alive than at any
// time before: two squares are, not three.
// CHECK-LABEL: func.func @main(
// CHECK: %[[FIRST:.+]] = stablehlo.dot_general
// CHECK: call @sum(%[[FIRST]])
// CHECK: %[[SECOND:.+]] = stablehlo.dot_general %[[BETWEEN:.+]], %[[BETWEEN]]
// CHECK: call @sum(%[[SECOND]])
module attributes {popt.target = "sm_90"} {
  func.func @main(%x: tensor<64x64xf32>) -> (tensor<f32>, tensor<f32>) {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = call @sum(%0) : (tensor<64x64xf32>) -> tensor<f32>
    %2 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %3 = stablehlo.dot_general %2, %2, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %4 = call @sum(%3) : (tensor<64x64xf32>) -> tensor<f32>
    return %1, %4 : tensor<f32>, tensor<f32>
  }
  func.func private @sum(%x: tensor<64x64xf32>) -> tensor<f32> attributes {popt.kernel} {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}

// -----

// Work that may run while others send does not wait for them.
// CHECK-LABEL: func.func @main(
// CHECK: %[[SUM:.+]] = dist.all_reduce
// CHECK: call @double(%arg1)
// CHECK: call @double(%[[SUM]])
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=2]>
  func.func @main(%x: tensor<16xf32>, %y: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
    %0 = dist.all_reduce %x sum over {"dp"} on @mesh : tensor<16xf32>
    %1 = call @double(%y) : (tensor<16xf32>) -> tensor<16xf32>
    %2 = call @double(%0) : (tensor<16xf32>) -> tensor<16xf32>
    return %1, %2 : tensor<16xf32>, tensor<16xf32>
  }
  func.func private @double(%x: tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]} {
    %0 = stablehlo.add %x, %x : tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}

// -----

// A view of a result moves with its kernel. Products with loops of their own
// stay alone.
// CHECK-LABEL: func.func @main(
// CHECK: call @product
// CHECK: %[[ALL:.+]]:2 = call @kernels_0
// CHECK: %[[VIEW:.+]] = stablehlo.reshape %[[ALL]]#0
// CHECK: return %[[VIEW]], %[[ALL]]#1
module attributes {popt.target = "sm_90"} {
  func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> (tensor<16xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
    %0 = call @double(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<4x4xf32>) -> tensor<16xf32>
    %2 = call @double(%y) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = call @product(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %1, %2, %3 : tensor<16xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  }
  func.func private @double(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {popt.kernel} {
    %0 = stablehlo.add %x, %x : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
  func.func private @product(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {popt.kernel} {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

// -----

// Processors call kernels at no cost.
// CHECK-LABEL: func.func @main(
// CHECK: call @double
// CHECK: call @double
// CHECK-NOT: @kernels_
func.func @main(%x: tensor<16xf32>, %y: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %0 = call @double(%x) : (tensor<16xf32>) -> tensor<16xf32>
  %1 = call @double(%y) : (tensor<16xf32>) -> tensor<16xf32>
  return %0, %1 : tensor<16xf32>, tensor<16xf32>
}
func.func private @double(%x: tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel} {
  %0 = stablehlo.add %x, %x : tensor<16xf32>
  return %0 : tensor<16xf32>
}
