// Elements of f32 and bf16 are the CPU's, bit for bit, where no function of libm
// is involved: special values, denormals and vectors of every width. The CPU is
// one without an instruction that rounds to bf16, which takes denormals for 0.
// RUN: %popt-run %s --target-cpu=x86-64-v2 --init random --outputs %t.npz
// RUN: env POPT_CUDA_DRIVER=%fake-cuda %popt-run %s --target=sm_90 --init random --expect %t.npz --rtol 0 --atol 0 2>&1 | FileCheck %s

// CHECK: results are as expected
func.func @main(%x: tensor<999xf32>) -> (tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>) {
  %one = stablehlo.constant dense<1.0> : tensor<12xf32>
  %special = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 1.0e-40, -1.0e-40, 3.0e38, -3.0e38, 88.7, -103.9, 0.5, 1.0e-8]> : tensor<12xf32>
  %scale = stablehlo.constant dense<200.0> : tensor<999xf32>
  %wide = stablehlo.multiply %x, %scale : tensor<999xf32>
  %all = stablehlo.concatenate %wide, %x, %special, dim = 0 : (tensor<999xf32>, tensor<999xf32>, tensor<12xf32>) -> tensor<2010xf32>
  %rev = stablehlo.reverse %all, dims = [0] : tensor<2010xf32>
  %pos = stablehlo.abs %all : tensor<2010xf32>
  %h = stablehlo.convert %all : (tensor<2010xf32>) -> tensor<2010xbf16>
  %hr = stablehlo.reverse %h, dims = [0] : tensor<2010xbf16>
  %hp = stablehlo.abs %h : tensor<2010xbf16>
  %0 = stablehlo.exponential %all : tensor<2010xf32>
  %1 = stablehlo.exponential_minus_one %all : tensor<2010xf32>
  %2 = stablehlo.log %pos : tensor<2010xf32>
  %3 = stablehlo.log_plus_one %pos : tensor<2010xf32>
  %4 = stablehlo.tanh %all : tensor<2010xf32>
  %5 = stablehlo.logistic %all : tensor<2010xf32>
  %6 = stablehlo.sine %all : tensor<2010xf32>
  %7 = stablehlo.cosine %all : tensor<2010xf32>
  %8 = stablehlo.sqrt %pos : tensor<2010xf32>
  %9 = stablehlo.rsqrt %pos : tensor<2010xf32>
  %10 = stablehlo.abs %all : tensor<2010xf32>
  %11 = stablehlo.negate %all : tensor<2010xf32>
  %12 = stablehlo.floor %all : tensor<2010xf32>
  %13 = stablehlo.ceil %all : tensor<2010xf32>
  %14 = stablehlo.round_nearest_even %all : tensor<2010xf32>
  %15 = stablehlo.round_nearest_afz %all : tensor<2010xf32>
  %16 = stablehlo.sign %all : tensor<2010xf32>
  %17 = stablehlo.add %all, %rev : tensor<2010xf32>
  %18 = stablehlo.subtract %all, %rev : tensor<2010xf32>
  %19 = stablehlo.multiply %all, %rev : tensor<2010xf32>
  %20 = stablehlo.divide %all, %rev : tensor<2010xf32>
  %21 = stablehlo.maximum %all, %rev : tensor<2010xf32>
  %22 = stablehlo.minimum %all, %rev : tensor<2010xf32>
  %23 = stablehlo.exponential %h : tensor<2010xbf16>
  %24 = stablehlo.exponential_minus_one %h : tensor<2010xbf16>
  %25 = stablehlo.log %hp : tensor<2010xbf16>
  %26 = stablehlo.log_plus_one %hp : tensor<2010xbf16>
  %27 = stablehlo.tanh %h : tensor<2010xbf16>
  %28 = stablehlo.logistic %h : tensor<2010xbf16>
  %29 = stablehlo.sine %h : tensor<2010xbf16>
  %30 = stablehlo.cosine %h : tensor<2010xbf16>
  %31 = stablehlo.sqrt %hp : tensor<2010xbf16>
  %32 = stablehlo.rsqrt %hp : tensor<2010xbf16>
  %33 = stablehlo.abs %h : tensor<2010xbf16>
  %34 = stablehlo.negate %h : tensor<2010xbf16>
  %35 = stablehlo.floor %h : tensor<2010xbf16>
  %36 = stablehlo.ceil %h : tensor<2010xbf16>
  %37 = stablehlo.round_nearest_even %h : tensor<2010xbf16>
  %38 = stablehlo.round_nearest_afz %h : tensor<2010xbf16>
  %39 = stablehlo.sign %h : tensor<2010xbf16>
  %40 = stablehlo.add %h, %hr : tensor<2010xbf16>
  %41 = stablehlo.subtract %h, %hr : tensor<2010xbf16>
  %42 = stablehlo.multiply %h, %hr : tensor<2010xbf16>
  %43 = stablehlo.divide %h, %hr : tensor<2010xbf16>
  %44 = stablehlo.maximum %h, %hr : tensor<2010xbf16>
  %45 = stablehlo.minimum %h, %hr : tensor<2010xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45 : tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xf32>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>, tensor<2010xbf16>
}
