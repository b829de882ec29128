// Rows of bf16 that fill no vector, transposed: LLVM cannot select what a tile
// of masked loads becomes, so that these are read element by element.
// REQUIRES: popt-run
// RUN: %popt-run %s --init random:1 --outputs %t.npz
// RUN: %popt-run %s --reference --init random:1 --expect %t.npz --rtol 0 --atol 0

func.func public @main(%x: tensor<8x11xbf16>) -> tensor<11x8xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x11xbf16>) -> tensor<11x8xbf16>
  %1 = stablehlo.convert %0 : (tensor<11x8xbf16>) -> tensor<11x8xf32>
  return %1 : tensor<11x8xf32>
}
