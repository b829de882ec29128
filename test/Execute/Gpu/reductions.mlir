// Reductions of every kind of shape by warps, blocks, and in parts, against the
// CPU: rows that are short, odd, long, few and many; columns; the types that
// shuffles take apart; results beside what is computed from them.
// RUN: %popt-run %s --init random --outputs %t.npz
// RUN: env POPT_CUDA_DRIVER=%fake-cuda %popt-run %s --target=sm_90 --init random --expect %t.npz --rtol 1e-4 --atol 1e-5 2>&1 | FileCheck %s
// RUN: env POPT_CUDA_DRIVER=%fake-cuda POPT_FAKE_CUDA=seed=7 %popt-run %s --target=sm_90 --init random --outputs %t.one.npz
// RUN: env POPT_CUDA_DRIVER=%fake-cuda POPT_FAKE_CUDA=seed=8 %popt-run %s --target=sm_90 --init random --expect %t.one.npz --rtol 0 --atol 0 2>&1 | FileCheck %s

// CHECK: results are as expected
func.func @main(%few: tensor<3x20000xf32>, %many: tensor<300x1000xf32>, %odd: tensor<37x333xf32>,
                %rows: tensor<70x2048xf32>, %tall: tensor<5000x12xf32>, %wide: tensor<600x256xf32>,
                %all: tensor<50001xf32>)
    -> (tensor<3xf32>, tensor<300x1000xf32>, tensor<37xf64>, tensor<70xf32>, tensor<70x2048xf32>,
        tensor<12xf32>, tensor<256xf32>, tensor<50001xf32>, tensor<37xi32>, tensor<37x333xf32>,
        tensor<complex<f32>>, tensor<i1>, tensor<i64>, tensor<300xbf16>, tensor<4x6xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // Few long rows.
  %0 = stablehlo.reduce(%few init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x20000xf32>, tensor<f32>) -> tensor<3xf32>
  // A softmax.
  %m = stablehlo.reduce(%many init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<300x1000xf32>, tensor<f32>) -> tensor<300xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<300xf32>) -> tensor<300x1000xf32>
  %md = stablehlo.subtract %many, %mb : tensor<300x1000xf32>
  %me = stablehlo.exponential %md : tensor<300x1000xf32>
  %ms = stablehlo.reduce(%me init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<300x1000xf32>, tensor<f32>) -> tensor<300xf32>
  %msb = stablehlo.broadcast_in_dim %ms, dims = [0] : (tensor<300xf32>) -> tensor<300x1000xf32>
  %1 = stablehlo.divide %me, %msb : tensor<300x1000xf32>
  // Rows that no vector divides, in 64 bits.
  %od = stablehlo.convert %odd : (tensor<37x333xf32>) -> tensor<37x333xf64>
  %dzero = stablehlo.constant dense<0.0> : tensor<f64>
  %2 = stablehlo.reduce(%od init: %dzero) applies stablehlo.add across dimensions = [1] : (tensor<37x333xf64>, tensor<f64>) -> tensor<37xf64>
  // The sum of a row beside the row.
  %3 = stablehlo.reduce(%rows init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<70x2048xf32>, tensor<f32>) -> tensor<70xf32>
  %tb = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<70xf32>) -> tensor<70x2048xf32>
  %4 = stablehlo.subtract %rows, %tb : tensor<70x2048xf32>
  // Columns, few and many.
  %5 = stablehlo.reduce(%tall init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5000x12xf32>, tensor<f32>) -> tensor<12xf32>
  %6 = stablehlo.reduce(%wide init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<600x256xf32>, tensor<f32>) -> tensor<256xf32>
  // A norm of everything.
  %sq = stablehlo.multiply %all, %all : tensor<50001xf32>
  %n = stablehlo.reduce(%sq init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<50001xf32>, tensor<f32>) -> tensor<f32>
  %root = stablehlo.sqrt %n : tensor<f32>
  %nb = stablehlo.broadcast_in_dim %root, dims = [] : (tensor<f32>) -> tensor<50001xf32>
  %7 = stablehlo.divide %all, %nb : tensor<50001xf32>
  // The place of the largest: no monoid.
  %i = stablehlo.iota dim = 1 : tensor<37x333xi32>
  %izero = stablehlo.constant dense<0> : tensor<i32>
  %8:2 = stablehlo.reduce(%odd init: %low), (%i init: %izero) across dimensions = [1] : (tensor<37x333xf32>, tensor<37x333xi32>, tensor<f32>, tensor<i32>) -> (tensor<37xf32>, tensor<37xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f32>, tensor<i32>
  }
  // A mean and a variance, in rows that no vector divides.
  %count = stablehlo.constant dense<333.0> : tensor<37xf32>
  %s1 = stablehlo.reduce(%odd init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<37x333xf32>, tensor<f32>) -> tensor<37xf32>
  %mean = stablehlo.divide %s1, %count : tensor<37xf32>
  %meanb = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<37xf32>) -> tensor<37x333xf32>
  %c = stablehlo.subtract %odd, %meanb : tensor<37x333xf32>
  %c2 = stablehlo.multiply %c, %c : tensor<37x333xf32>
  %s2 = stablehlo.reduce(%c2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<37x333xf32>, tensor<f32>) -> tensor<37xf32>
  %rs = stablehlo.rsqrt %s2 : tensor<37xf32>
  %rsb = stablehlo.broadcast_in_dim %rs, dims = [0] : (tensor<37xf32>) -> tensor<37x333xf32>
  %9 = stablehlo.multiply %c, %rsb : tensor<37x333xf32>
  // Types: pairs, bits, 64 bits, 16 bits.
  %re = stablehlo.slice %all [0:20000] : (tensor<50001xf32>) -> tensor<20000xf32>
  %im = stablehlo.slice %all [20000:40000] : (tensor<50001xf32>) -> tensor<20000xf32>
  %z = stablehlo.complex %re, %im : tensor<20000xcomplex<f32>>
  %zzero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %10 = stablehlo.reduce(%z init: %zzero) applies stablehlo.add across dimensions = [0] : (tensor<20000xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %wz = stablehlo.constant dense<0.0> : tensor<600x256xf32>
  %pos = stablehlo.compare GT, %wide, %wz : (tensor<600x256xf32>, tensor<600x256xf32>) -> tensor<600x256xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %11 = stablehlo.reduce(%pos init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<600x256xi1>, tensor<i1>) -> tensor<i1>
  %pi = stablehlo.convert %pos : (tensor<600x256xi1>) -> tensor<600x256xi64>
  %lzero = stablehlo.constant dense<0> : tensor<i64>
  %12 = stablehlo.reduce(%pi init: %lzero) applies stablehlo.add across dimensions = [0, 1] : (tensor<600x256xi64>, tensor<i64>) -> tensor<i64>
  %mh = stablehlo.convert %many : (tensor<300x1000xf32>) -> tensor<300x1000xbf16>
  %hlow = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %13 = stablehlo.reduce(%mh init: %hlow) applies stablehlo.maximum across dimensions = [1] : (tensor<300x1000xbf16>, tensor<bf16>) -> tensor<300xbf16>
  // Rows and columns at once.
  %box = stablehlo.reshape %wide : (tensor<600x256xf32>) -> tensor<100x4x64x6xf32>
  %14 = stablehlo.reduce(%box init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<100x4x64x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8#1, %9, %10, %11, %12, %13, %14 : tensor<3xf32>, tensor<300x1000xf32>, tensor<37xf64>, tensor<70xf32>, tensor<70x2048xf32>, tensor<12xf32>, tensor<256xf32>, tensor<50001xf32>, tensor<37xi32>, tensor<37x333xf32>, tensor<complex<f32>>, tensor<i1>, tensor<i64>, tensor<300xbf16>, tensor<4x6xf32>
}
