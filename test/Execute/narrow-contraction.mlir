// A product over two dimensions that do not follow each other is rounded to bf16 once, not
// after each of three partial sums: 3 x 257 is 771, which rounds to 772; 257 rounds to 256.
// REQUIRES: popt-run, numpy
// RUN: %python -c "import numpy as n; n.savez(r'%t.npz', arg0=n.ones((3, 16, 257), 'f'), arg1=n.ones((3, 8, 257), 'f')); n.savez(r'%t.expected.npz', res0=n.full((16, 8), 772, 'f'))"
// RUN: %popt-run %s --reference --inputs %t.npz --expect %t.expected.npz --rtol 0 --atol 0
// RUN: %popt-run %s --inputs %t.npz --expect %t.expected.npz --rtol 0 --atol 0

func.func @main(%a: tensor<3x16x257xf32>, %b: tensor<3x8x257xf32>) -> tensor<16x8xf32> {
  %0 = stablehlo.convert %a : (tensor<3x16x257xf32>) -> tensor<3x16x257xbf16>
  %1 = stablehlo.convert %b : (tensor<3x8x257xf32>) -> tensor<3x8x257xbf16>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [0, 2] x [0, 2] : (tensor<3x16x257xbf16>, tensor<3x8x257xbf16>) -> tensor<16x8xbf16>
  %3 = stablehlo.convert %2 : (tensor<16x8xbf16>) -> tensor<16x8xf32>
  return %3 : tensor<16x8xf32>
}
