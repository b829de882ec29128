// Bit casts between i1 and wider types pack bits, the least significant first;
// next_after moves by one unit of the narrow type; constants of bf16 fill rows
// that are no whole vectors. Interpreted and compiled.
// REQUIRES: popt-run, numpy
// RUN: %python -c "import numpy as n; f = n.array([1.5, -3e10], 'f'); b = n.unpackbits(f.view('u1').reshape(2, 4), axis=1, bitorder='little') > 0; i = n.array([0, 1, -128, 90, -1], 'b'); c = n.unpackbits(i.view('u1')[:, None], axis=1, bitorder='little') > 0; n.savez(r'%t.npz', arg0=b, arg1=f, arg2=c, arg3=i, arg4=n.array([1, 1, -1, 0, -2], 'e'), arg5=n.array([2, -2, 0, -1, n.nan], 'e')); n.savez(r'%t.expected.npz', res0=f, res1=b, res2=i, res3=c, res4=n.array([0x3c01, 0x3bff, 0xbbff, 0x8001, 0x7e00], 'H').view('h')[:4], res5=n.full(33, 0x3f81, 'h'), res6=n.full(33, 0x3f80, 'h'))"
// RUN: %popt-run %s --reference --inputs %t.npz --expect %t.expected.npz --rtol 0 --atol 0
// RUN: %popt-run %s --inputs %t.npz --expect %t.expected.npz --rtol 0 --atol 0

func.func @main(%bits: tensor<2x32xi1>, %floats: tensor<2xf32>, %few: tensor<5x8xi1>, %bytes: tensor<5xi8>,
                %x: tensor<5xf16>, %y: tensor<5xf16>)
    -> (tensor<2xf32>, tensor<2x32xi1>, tensor<5xi8>, tensor<5x8xi1>, tensor<4xi16>, tensor<33xi16>, tensor<33xi16>) {
  %0 = stablehlo.bitcast_convert %bits : (tensor<2x32xi1>) -> tensor<2xf32>
  %1 = stablehlo.bitcast_convert %floats : (tensor<2xf32>) -> tensor<2x32xi1>
  %2 = stablehlo.bitcast_convert %few : (tensor<5x8xi1>) -> tensor<5xi8>
  %3 = stablehlo.bitcast_convert %bytes : (tensor<5xi8>) -> tensor<5x8xi1>
  %4 = chlo.next_after %x, %y : tensor<5xf16>, tensor<5xf16> -> tensor<5xf16>
  %5 = stablehlo.slice %4 [0:4] : (tensor<5xf16>) -> tensor<4xf16>
  %6 = stablehlo.bitcast_convert %5 : (tensor<4xf16>) -> tensor<4xi16>
  %one = stablehlo.constant dense<1.0> : tensor<bf16>
  %two = stablehlo.constant dense<2.0> : tensor<33xbf16>
  %7 = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<bf16>) -> tensor<33xbf16>
  %8 = chlo.next_after %7, %two : tensor<33xbf16>, tensor<33xbf16> -> tensor<33xbf16>
  %9 = stablehlo.bitcast_convert %8 : (tensor<33xbf16>) -> tensor<33xi16>
  %10 = stablehlo.bitcast_convert %7 : (tensor<33xbf16>) -> tensor<33xi16>
  return %0, %1, %2, %3, %6, %9, %10 : tensor<2xf32>, tensor<2x32xi1>, tensor<5xi8>, tensor<5x8xi1>, tensor<4xi16>, tensor<33xi16>, tensor<33xi16>
}
