// RUN: popt %s --split-input-file --lower-kernels --verify-diagnostics -o /dev/null

// What form-kernels leaves out of kernels cannot be written by hand either.
func.func private @map(%x: tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel} {
  // expected-error @+1 {{'stablehlo.custom_call' op cannot be part of a fused kernel}}
  %0 = stablehlo.custom_call @foo(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @body(%x: tensor<8x4xf32>, %y: tensor<f32>) -> tensor<8xf32> attributes {popt.kernel} {
  %0 = stablehlo.reduce(%x init: %y) across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>)  {
    // expected-error @+1 {{'stablehlo.custom_call' op cannot be part of the body of a fused kernel}}
    %1 = stablehlo.custom_call @foo(%a) : (tensor<f32>) -> tensor<f32>
    %2 = stablehlo.add %1, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0 : tensor<8xf32>
}

// -----

func.func private @constant(%x: tensor<2xf32>) -> tensor<2xf32> attributes {popt.kernel} {
  // expected-error @+1 {{has different elements, so it is an argument of a kernel, not part of it}}
  %1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.add %1, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func private @one_of_two(%x: tensor<8xf32>, %y: tensor<8xi32>) -> tensor<8xf32> attributes {popt.kernel} {
  // expected-error @+1 {{must have all its results stored by the kernel}}
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  return %0#0 : tensor<8xf32>
}
