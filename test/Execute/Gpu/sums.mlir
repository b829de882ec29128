// Contractions of few and long sums are divided among threads: near the CPU's
// results, equal bits in every order of blocks, and none of them on one block.
// RUN: %popt-run %s --init random --outputs %t.npz
// RUN: env POPT_CUDA_DRIVER=%fake-cuda %popt-run %s --target=sm_90 --init random --expect %t.npz --rtol 1e-4 --atol 1e-5 2>&1 | FileCheck %s
// RUN: env POPT_CUDA_DRIVER=%fake-cuda POPT_FAKE_CUDA=seed=7 %popt-run %s --target=sm_90 --init random --outputs %t.one.npz
// RUN: env POPT_CUDA_DRIVER=%fake-cuda POPT_FAKE_CUDA=seed=8 %popt-run %s --target=sm_90 --init random --expect %t.one.npz --rtol 0 --atol 0 2>&1 | FileCheck %s
// RUN: %poptc %s --target=sm_90 --emit=step -o - | FileCheck %s --check-prefix=STEP

// CHECK: results are as expected
// STEP: step.symbol @kernel_{{[0-9]+}}_convolution {{.*}} grid {{[1-9][0-9]+}} block 256>, {{.*}}$1" grid
func.func @main(%image: tensor<8x16x16x4xf32>, %up: tensor<8x16x16x6xf32>, %a: tensor<1000x12xf32>, %b: tensor<1000x9xf32>,
                %c: tensor<700x4xcomplex<f32>>, %d: tensor<700x3xcomplex<f32>>, %n: tensor<600x5xi32>, %m: tensor<600x8xi32>,
                %h: tensor<512x6xbf16>, %g: tensor<512x8xbf16>, %w: tensor<333x2xf64>, %v: tensor<333x3xf64>)
    -> (tensor<3x3x4x6xf32>, tensor<12x9xf32>, tensor<4x3xcomplex<f32>>, tensor<5x8xi32>, tensor<6x8xbf16>, tensor<2x3xf64>,
        tensor<5x8xi1>, tensor<9xf32>) {
  // The gradient of a filter.
  %0 = stablehlo.convolution(%image, %up) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x16x16x4xf32>, tensor<8x16x16x6xf32>) -> tensor<3x3x4x6xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<1000x12xf32>, tensor<1000x9xf32>) -> tensor<12x9xf32>
  %2 = stablehlo.dot_general %c, %d, contracting_dims = [0] x [0] : (tensor<700x4xcomplex<f32>>, tensor<700x3xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
  %3 = stablehlo.dot_general %n, %m, contracting_dims = [0] x [0] : (tensor<600x5xi32>, tensor<600x8xi32>) -> tensor<5x8xi32>
  %4 = stablehlo.dot_general %h, %g, contracting_dims = [0] x [0] : (tensor<512x6xbf16>, tensor<512x8xbf16>) -> tensor<6x8xbf16>
  %5 = stablehlo.dot_general %w, %v, contracting_dims = [0] x [0] : (tensor<333x2xf64>, tensor<333x3xf64>) -> tensor<2x3xf64>
  %zero = stablehlo.constant dense<0> : tensor<600x5xi32>
  %6 = stablehlo.compare GT, %n, %zero : (tensor<600x5xi32>, tensor<600x5xi32>) -> tensor<600x5xi1>
  %zeros = stablehlo.constant dense<0> : tensor<600x8xi32>
  %7 = stablehlo.compare GT, %m, %zeros : (tensor<600x8xi32>, tensor<600x8xi32>) -> tensor<600x8xi1>
  %8 = stablehlo.dot_general %6, %7, contracting_dims = [0] x [0] : (tensor<600x5xi1>, tensor<600x8xi1>) -> tensor<5x8xi1>
  // One sum for each of a few elements, used by what follows it.
  %ones = stablehlo.constant dense<1.0> : tensor<1000xf32>
  %9 = stablehlo.dot_general %ones, %b, contracting_dims = [0] x [0] : (tensor<1000xf32>, tensor<1000x9xf32>) -> tensor<9xf32>
  %10 = stablehlo.tanh %9 : tensor<9xf32>
  return %0, %1, %2, %3, %4, %5, %8, %10 : tensor<3x3x4x6xf32>, tensor<12x9xf32>, tensor<4x3xcomplex<f32>>, tensor<5x8xi32>, tensor<6x8xbf16>, tensor<2x3xf64>, tensor<5x8xi1>, tensor<9xf32>
}
