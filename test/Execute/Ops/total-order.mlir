// top_k takes floats in IEEE's total order, as XLA does: NaN is the largest, 0 is
// above -0, -NaN is the smallest; equal bits stay in order. Whole and split,
// interpreted and compiled, f32 and bf16.
// REQUIRES: popt-run, numpy
// RUN: %python -c "import numpy as n; i, a = n.inf, n.nan; x = n.array([1, -1, -0., 0, a, n.copysign(a, -1), i, -i, 2, a], 'f'); o = n.array([4, 9, 6, 8, 0, 3, 2, 1, 7, 5], 'i'); n.savez(r'%t.npz', arg0=x, arg1=(x.view('I') >> 16).astype('H')); n.savez(r'%t.expected.npz', res0=x.view('i')[o], res1=o, res2=(x.view('I') >> 16).astype('H').view('h')[o], res3=o)"
// RUN: %popt-run %s --reference --inputs %t.npz --expect %t.expected.npz --rtol 0 --atol 0
// RUN: %popt-run %s --inputs %t.npz --expect %t.expected.npz --rtol 0 --atol 0

dist.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<10xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}]>}, %y: tensor<10xbf16>)
    -> (tensor<10xi32>, tensor<10xi32>, tensor<10xi16>, tensor<10xi32>) {
  %v, %i = chlo.top_k(%x, k = 10) : tensor<10xf32> -> (tensor<10xf32>, tensor<10xi32>)
  %w, %j = chlo.top_k(%y, k = 10) : tensor<10xbf16> -> (tensor<10xbf16>, tensor<10xi32>)
  %0 = stablehlo.bitcast_convert %v : (tensor<10xf32>) -> tensor<10xi32>
  %1 = stablehlo.bitcast_convert %w : (tensor<10xbf16>) -> tensor<10xi16>
  return %0, %i, %1, %j : tensor<10xi32>, tensor<10xi32>, tensor<10xi16>, tensor<10xi32>
}
