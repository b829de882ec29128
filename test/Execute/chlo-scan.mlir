// Scans along each dimension, from either end, with several values carried and
// without inputs: on one device, in every layout.
// REQUIRES: popt-run, numpy
// RUN: %popt-run %s --mesh=x=1,y=1 --init random:3 --outputs %t.npz
// RUN: %popt-run %s --mesh=x=1,y=1 --reference --init random:3 --expect %t.npz --rtol 1e-5 --atol 1e-5
// RUN: %popt-run %s --init random:3 --expect %t.npz --rtol 1e-5 --atol 1e-5
// RUN: %popt-run %s --mesh=x=3,y=2 --init random:3 --expect %t.npz --rtol 1e-5 --atol 1e-5

// Sums are those of a window that grows, up to rounding.
// RUN: %python -c "import numpy as np; d = np.load(r'%t.npz'); assert np.allclose(d['res0'], d['res1'], atol=1e-5) and np.allclose(d['res2'], d['res3'], atol=1e-5) and list(d['res6']) == [1, 2, 4, 8]"
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<7x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<7x6xf32>, tensor<7x6xf32>, tensor<7x6xf32>, tensor<7x6xf32>, tensor<6xf32>, tensor<6xi32>, tensor<4xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rows = stablehlo.constant dense<0.0> : tensor<6xf32>
  %columns = stablehlo.constant dense<0.0> : tensor<7xf32>
  %0:2 = chlo.scan(%x) inits(%rows) dimension = 0 {
  ^bb0(%row: tensor<6xf32>, %carry: tensor<6xf32>):
    %s = stablehlo.add %row, %carry : tensor<6xf32>
    stablehlo.return %s, %s : tensor<6xf32>, tensor<6xf32>
  } : (tensor<7x6xf32>, tensor<6xf32>) -> (tensor<7x6xf32>, tensor<6xf32>)
  %1 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[6, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 7, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<7x6xf32>, tensor<f32>) -> tensor<7x6xf32>
  %2:2 = chlo.scan(%x) inits(%columns) dimension = 1 attributes {is_reverse = true} {
  ^bb0(%column: tensor<7xf32>, %carry: tensor<7xf32>):
    %s = stablehlo.add %column, %carry : tensor<7xf32>
    stablehlo.return %s, %s : tensor<7xf32>, tensor<7xf32>
  } : (tensor<7x6xf32>, tensor<7xf32>) -> (tensor<7x6xf32>, tensor<7xf32>)
  %3 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [0, 5]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 6>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<7x6xf32>, tensor<f32>) -> tensor<7x6xf32>
  // The largest of each column and where it stands.
  %count = stablehlo.iota dim = 0 : tensor<7xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<6xf32>
  %none = stablehlo.constant dense<-1> : tensor<6xi32>
  %4:2 = chlo.scan(%x, %count) inits(%low, %none) dimension = 0 {
  ^bb0(%row: tensor<6xf32>, %k: tensor<i32>, %top: tensor<6xf32>, %at: tensor<6xi32>):
    %p = stablehlo.compare GT, %row, %top : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
    %v = stablehlo.select %p, %row, %top : tensor<6xi1>, tensor<6xf32>
    %ks = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %n = stablehlo.select %p, %ks, %at : tensor<6xi1>, tensor<6xi32>
    stablehlo.return %v, %n : tensor<6xf32>, tensor<6xi32>
  } : (tensor<7x6xf32>, tensor<7xi32>, tensor<6xf32>, tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>)
  %one = stablehlo.constant dense<1> : tensor<i32>
  %5:2 = chlo.scan() inits(%one) dimension = 0 attributes {scan_dim_size = 4 : i64} {
  ^bb0(%v: tensor<i32>):
    %d = stablehlo.add %v, %v : tensor<i32>
    stablehlo.return %v, %d : tensor<i32>, tensor<i32>
  } : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return %0#0, %1, %2#0, %3, %4#0, %4#1, %5#0 : tensor<7x6xf32>, tensor<7x6xf32>, tensor<7x6xf32>, tensor<7x6xf32>, tensor<6xf32>, tensor<6xi32>, tensor<4xi32>
}
