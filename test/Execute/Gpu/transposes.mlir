// Operands that are read across their lines, through tiles in shared memory,
// against the CPU: the same bits. No thread reads a tile before it is there.
// RUN: %popt-run %s --init random --outputs %t.npz
// RUN: env POPT_CUDA_DRIVER=%fake-cuda POPT_FAKE_CUDA=seed=7,checks=all %popt-run %s --target=sm_90 --init random --expect %t.npz --rtol 0 --atol 0 2>&1 | FileCheck %s

// CHECK: results are as expected
func.func @main(%a0: tensor<64x96xf32>, %a1: tensor<45x70xf32>, %a2: tensor<70x45xf32>, %a3: tensor<45xf32>,
                %a4: tensor<80x80xf32>, %a5: tensor<33x50xbf16>, %a6: tensor<33x50xbf16>, %a7: tensor<33x50xf64>,
                %a8: tensor<33x50xf64>, %a9: tensor<33x50xi8>, %a10: tensor<33x50xi8>, %a11: tensor<40x64xi1>,
                %a12: tensor<40x64xcomplex<f32>>, %a13: tensor<32x48xf32>, %a14: tensor<32x48xf32>, %a15: tensor<32x48xf32>,
                %a16: tensor<2x40x3x16xf32>, %a17: tensor<20x5x36xf32>, %a18: tensor<7x90xf32>, %a19: tensor<50x60xf32>,
                %a20: tensor<60x14xf32>)
    -> (tensor<96x64xf32>, tensor<70x45xf32>, tensor<80x80xf32>, tensor<50x33xbf16>,
        tensor<50x33xf64>, tensor<50x33xi8>, tensor<64x40xi1>, tensor<64x40xcomplex<f32>>,
        tensor<48x32xf32>, tensor<2x3x16x40xf32>, tensor<36x5x20xf32>, tensor<90x7xf32>,
        tensor<48x40xf32>, tensor<60x50xf32>, tensor<60x64xf32>, tensor<62x54xf32>) {
  // Tiles that the matrix fills, and that it does not fill.
  %1 = stablehlo.transpose %a0, dims = [1, 0] : (tensor<64x96xf32>) -> tensor<96x64xf32>
  %2 = stablehlo.transpose %a1, dims = [1, 0] : (tensor<45x70xf32>) -> tensor<70x45xf32>
  %3 = stablehlo.add %2, %a2 : tensor<70x45xf32>
  %4 = stablehlo.broadcast_in_dim %a3, dims = [1] : (tensor<45xf32>) -> tensor<70x45xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<70x45xf32>
  // A result that may not lie over its operand: both are read of it.
  %6 = stablehlo.transpose %a4, dims = [1, 0] : (tensor<80x80xf32>) -> tensor<80x80xf32>
  %7 = stablehlo.subtract %a4, %6 : tensor<80x80xf32>
  // Elements of other widths, one of them in two tiles.
  %8 = stablehlo.transpose %a5, dims = [1, 0] : (tensor<33x50xbf16>) -> tensor<50x33xbf16>
  %9 = stablehlo.transpose %a6, dims = [1, 0] : (tensor<33x50xbf16>) -> tensor<50x33xbf16>
  %10 = stablehlo.add %8, %9 : tensor<50x33xbf16>
  %11 = stablehlo.transpose %a7, dims = [1, 0] : (tensor<33x50xf64>) -> tensor<50x33xf64>
  %12 = stablehlo.transpose %a8, dims = [1, 0] : (tensor<33x50xf64>) -> tensor<50x33xf64>
  %13 = stablehlo.add %11, %12 : tensor<50x33xf64>
  %14 = stablehlo.transpose %a9, dims = [1, 0] : (tensor<33x50xi8>) -> tensor<50x33xi8>
  %15 = stablehlo.transpose %a10, dims = [1, 0] : (tensor<33x50xi8>) -> tensor<50x33xi8>
  %16 = stablehlo.add %14, %15 : tensor<50x33xi8>
  %17 = stablehlo.transpose %a11, dims = [1, 0] : (tensor<40x64xi1>) -> tensor<64x40xi1>
  %18 = stablehlo.transpose %a12, dims = [1, 0] : (tensor<40x64xcomplex<f32>>) -> tensor<64x40xcomplex<f32>>
  // More operands than tiles.
  %19 = stablehlo.transpose %a13, dims = [1, 0] : (tensor<32x48xf32>) -> tensor<48x32xf32>
  %20 = stablehlo.transpose %a14, dims = [1, 0] : (tensor<32x48xf32>) -> tensor<48x32xf32>
  %21 = stablehlo.transpose %a15, dims = [1, 0] : (tensor<32x48xf32>) -> tensor<48x32xf32>
  %22 = stablehlo.multiply %19, %20 : tensor<48x32xf32>
  %23 = stablehlo.add %22, %21 : tensor<48x32xf32>
  // Keys of an attention, and a transpose of all dimensions: other dimensions are
  // the numbers of tiles.
  %24 = stablehlo.transpose %a16, dims = [0, 2, 3, 1] : (tensor<2x40x3x16xf32>) -> tensor<2x3x16x40xf32>
  %25 = stablehlo.transpose %a17, dims = [2, 1, 0] : (tensor<20x5x36xf32>) -> tensor<36x5x20xf32>
  // Too few lines for a tile; a part of the operand; its end first; what is beside it.
  %26 = stablehlo.transpose %a18, dims = [1, 0] : (tensor<7x90xf32>) -> tensor<90x7xf32>
  %27 = stablehlo.slice %a19 [3:43, 10:58] : (tensor<50x60xf32>) -> tensor<40x48xf32>
  %28 = stablehlo.transpose %27, dims = [1, 0] : (tensor<40x48xf32>) -> tensor<48x40xf32>
  %29 = stablehlo.reverse %a19, dims = [0] : tensor<50x60xf32>
  %30 = stablehlo.transpose %29, dims = [1, 0] : (tensor<50x60xf32>) -> tensor<60x50xf32>
  %31 = stablehlo.transpose %a19, dims = [1, 0] : (tensor<50x60xf32>) -> tensor<60x50xf32>
  %32 = stablehlo.concatenate %31, %a20, dim = 1 : (tensor<60x50xf32>, tensor<60x14xf32>) -> tensor<60x64xf32>
  %33 = stablehlo.constant dense<1.0> : tensor<f32>
  %34 = stablehlo.pad %31, %33, low = [2, 1], high = [0, 3], interior = [0, 0] : (tensor<60x50xf32>, tensor<f32>) -> tensor<62x54xf32>
  return %1, %5, %7, %10, %13, %16, %17, %18, %23, %24, %25, %26, %28, %30, %32, %34
      : tensor<96x64xf32>, tensor<70x45xf32>, tensor<80x80xf32>, tensor<50x33xbf16>, tensor<50x33xf64>, tensor<50x33xi8>, tensor<64x40xi1>, tensor<64x40xcomplex<f32>>, tensor<48x32xf32>, tensor<2x3x16x40xf32>, tensor<36x5x20xf32>, tensor<90x7xf32>, tensor<48x40xf32>, tensor<60x50xf32>, tensor<60x64xf32>, tensor<62x54xf32>
}
