// Without mantissa bits a NaN has no form: it becomes an infinity of its sign.
// RUN: %popt-run %s --outputs %t.npz
// RUN: %popt-run --reference %s --expect %t.npz
// RUN: %python -c "import numpy as np; r = np.load('%t.npz'); v = list(r.values()); assert np.array_equal(v[0], np.array([np.inf, -np.inf, np.inf, 4.0], np.float32)), v; assert np.isnan(v[1][0]) and v[1][3] == 3.0, v"

// REQUIRES: popt-run, numpy
func.func @main() -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, 0x7F800000, 3.1]> : tensor<4xf32>
  %1 = stablehlo.reduce_precision %0, format = e5m0 : tensor<4xf32>
  %2 = stablehlo.reduce_precision %0, format = e5m1 : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}
