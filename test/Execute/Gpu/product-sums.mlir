// Gradients of microbatches are added by the products that make them: of a weight in
// the loop over microbatches, and of the layers of a scan. On GPUs one call does
// both, by the library and without one, and on one device and two; results are those
// of the plain step. A gradient is transposed twice, as JAX writes that of x @ w.T.
// RUN: %popt-run %s --init random --outputs %t.npz
// RUN: %popt-run %s --mesh time:mb=4 --batch x=0 --init random --expect %t.npz --rtol 1e-5 --atol 1e-5 2>&1 | FileCheck %s
// RUN: %popt-run %s --mesh dp=2,time:mb=2 --batch x=0 --init random --expect %t.npz --rtol 1e-5 --atol 1e-5 2>&1 | FileCheck %s
// RUN: env POPT_CUDA_DRIVER=%fake-cuda %popt-run %s --mesh dp=2,time:mb=2 --batch x=0 --target=sm_90 --init random --expect %t.npz --rtol 1e-5 --atol 1e-5 2>&1 | FileCheck %s
// RUN: env POPT_CUDA_DRIVER=%fake-cuda %popt-run %s --mesh time:mb=4 --batch x=0 --target=sm_90 --init random --expect %t.npz --rtol 1e-5 --atol 1e-5 2>&1 | FileCheck %s
// RUN: env POPT_CUDA_DRIVER=%fake-cuda POPT_CUBLASLT=off %popt-run %s --mesh time:mb=4 --batch x=0 --target=sm_90 --init random --expect %t.npz --rtol 1e-5 --atol 1e-5 2>&1 | FileCheck %s
// RUN: %poptc %s --mesh time:mb=4 --batch x=0 --target=sm_90 --emit=step -o - | FileCheck %s --check-prefix=STEP
// RUN: %poptc %s --mesh time:mb=4 --batch x=0 --emit=step -o - | FileCheck %s --check-prefix=CPU
// RUN: %poptc %s --mesh time:mb=4 --batch x=0 --target=sm_90 --emit=scheduled -o - | FileCheck %s --check-prefix=SCHEDULED

// CHECK: results are as expected

// CPU-COUNT-2: step.matmul{{.*}} adds
// STEP-COUNT-2: product <{{.*}}, added
// Nothing else adds tensors of the weights' sizes.
// SCHEDULED-NOT: func.func private @{{.*}}_add{{.*}}(%arg0: tensor<{{.*}}x16x16xf32>, %arg1: tensor<{{.*}}x16x16xf32>)

func.func @main(%v: tensor<16x24xf32> loc("v"), %w: tensor<3x16x16xf32> loc("w"),
                %x: tensor<8x16xf32> loc("x"))
    -> (tensor<16x24xf32>, tensor<3x16x16xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x16x16xf32>
  %0:3 = stablehlo.while(%i = %c0, %h = %x, %g = %zeros) : tensor<i32>, tensor<8x16xf32>, tensor<3x16x16xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %wi = stablehlo.dynamic_slice %w, %i, %c0, %c0, sizes = [1, 16, 16] : (tensor<3x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %wr = stablehlo.reshape %wi : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %a = stablehlo.dot_general %h, %wr, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %y = stablehlo.tanh %a : tensor<8x16xf32>
    %dw = stablehlo.dot_general %h, %y, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
    %row = stablehlo.reshape %dw : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %gn = stablehlo.dynamic_update_slice %g, %row, %i, %c0, %c0 : (tensor<3x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x16x16xf32>
    %next = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %next, %y, %gn : tensor<i32>, tensor<8x16xf32>, tensor<3x16x16xf32>
  }
  %z = stablehlo.dot_general %0#1, %v, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x24xf32>) -> tensor<8x24xf32>
  %t = stablehlo.tanh %z : tensor<8x24xf32>
  %dv = stablehlo.dot_general %0#1, %t, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x24xf32>) -> tensor<16x24xf32>
  %once = stablehlo.transpose %dv, dims = [1, 0] : (tensor<16x24xf32>) -> tensor<24x16xf32>
  %twice = stablehlo.transpose %once, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24xf32>
  %vn = stablehlo.subtract %v, %twice : tensor<16x24xf32>
  %wn = stablehlo.subtract %w, %0#2 : tensor<3x16x16xf32>
  return %vn, %wn : tensor<16x24xf32>, tensor<3x16x16xf32>
}
