// Where x is 0, the angle is a quarter of a turn to the side on which y lies.
// REQUIRES: popt-run
// RUN: %popt-run %s --reference --init random:1 --outputs %t.npz
// RUN: %popt-run %s --init random:1 --expect %t.npz --rtol 1e-12 --atol 1e-12
func.func @main() -> tensor<4xi1> {
  %y = stablehlo.constant dense<[(1.0, 0.0), (-1.0, 0.0), (0.5, 2.0), (-0.5, 2.0)]> : tensor<4xcomplex<f64>>
  %x = stablehlo.constant dense<(0.0, 0.0)> : tensor<4xcomplex<f64>>
  %0 = stablehlo.atan2 %y, %x : tensor<4xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %2 = stablehlo.constant dense<0.0> : tensor<4xf64>
  %3 = stablehlo.compare LT, %1, %2 : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  return %3 : tensor<4xi1>
}
