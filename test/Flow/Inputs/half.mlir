func.func @main(%x: tensor<64xf16>) -> tensor<64xf16> {
  %0 = stablehlo.exponential %x : tensor<64xf16>
  return %0 : tensor<64xf16>
}
