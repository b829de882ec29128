// Factors and solutions of complex matrices, of a batch of five over two devices
// with right-hand sides over two others, and bits of complex numbers: compiled
// and interpreted, whole and in blocks.
// REQUIRES: popt-run
// RUN: %popt-run %s --mesh=x=1,y=1 --reference --at=imported --init random:5 --outputs %t.npz
// RUN: %popt-run %s --reference --poison-padding --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-5
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=1,y=1 --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-5
// RUN: env POPT_POISON=1 %popt-run %s --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-5
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=3,y=2 --cluster=builtin:bytes --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-5

// Batches and right-hand sides stay where they are.
// RUN: %popt %s --popt-partition=cluster=builtin:bytes | FileCheck %s
// CHECK: stablehlo.cholesky {{.*}} : tensor<3x4x4xcomplex<f32>>
// CHECK: "stablehlo.triangular_solve"{{.*}} -> tensor<3x4x3xcomplex<f32>>
// CHECK: stablehlo.bitcast_convert {{.*}} : (tensor<4xcomplex<f64>>) -> tensor<4x2xcomplex<f32>>

module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(
      %m: tensor<5x4x4xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
      %b: tensor<5x4x6xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>},
      %c: tensor<5x6x4xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>},
      %d: tensor<4x4xcomplex<f64>>,
      %e: tensor<7xcomplex<f64>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
      -> (tensor<5x4x4xcomplex<f32>>, tensor<5x4x4xcomplex<f32>>, tensor<5x4x6xcomplex<f32>>,
          tensor<5x4x6xcomplex<f32>>, tensor<5x6x4xcomplex<f32>>, tensor<5x6x4xcomplex<f32>>,
          tensor<4x4xcomplex<f64>>, tensor<7x2xcomplex<f32>>, tensor<7xcomplex<f64>>) {
    // m m^H + 4 is positive definite.
    %four = stablehlo.constant dense<(4.0, 0.0)> : tensor<4x4xcomplex<f32>>
    %i = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %j = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %diagonal = stablehlo.compare EQ, %i, %j : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<4x4xcomplex<f32>>
    %fours = stablehlo.select %diagonal, %four, %zero : tensor<4x4xi1>, tensor<4x4xcomplex<f32>>
    %added = stablehlo.broadcast_in_dim %fours, dims = [1, 2] : (tensor<4x4xcomplex<f32>>) -> tensor<5x4x4xcomplex<f32>>
    %conj = chlo.conj %m : tensor<5x4x4xcomplex<f32>> -> tensor<5x4x4xcomplex<f32>>
    %product = stablehlo.dot_general %m, %conj, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<5x4x4xcomplex<f32>>, tensor<5x4x4xcomplex<f32>>) -> tensor<5x4x4xcomplex<f32>>
    %a = stablehlo.add %product, %added : tensor<5x4x4xcomplex<f32>>
    %l = stablehlo.cholesky %a, lower = true : tensor<5x4x4xcomplex<f32>>
    %u = stablehlo.cholesky %a, lower = false : tensor<5x4x4xcomplex<f32>>
    %0 = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<5x4x4xcomplex<f32>>, tensor<5x4x6xcomplex<f32>>) -> tensor<5x4x6xcomplex<f32>>
    %1 = "stablehlo.triangular_solve"(%l, %0) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<5x4x4xcomplex<f32>>, tensor<5x4x6xcomplex<f32>>) -> tensor<5x4x6xcomplex<f32>>
    %2 = "stablehlo.triangular_solve"(%u, %c) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<5x4x4xcomplex<f32>>, tensor<5x6x4xcomplex<f32>>) -> tensor<5x6x4xcomplex<f32>>
    %3 = "stablehlo.triangular_solve"(%l, %c) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<5x4x4xcomplex<f32>>, tensor<5x6x4xcomplex<f32>>) -> tensor<5x6x4xcomplex<f32>>
    %wide = stablehlo.convert %fours : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f64>>
    %dominated = stablehlo.add %d, %wide : tensor<4x4xcomplex<f64>>
    %4 = "stablehlo.triangular_solve"(%dominated, %d) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
    %halves = stablehlo.bitcast_convert %e : (tensor<7xcomplex<f64>>) -> tensor<7x2xcomplex<f32>>
    %again = stablehlo.bitcast_convert %halves : (tensor<7x2xcomplex<f32>>) -> tensor<7xcomplex<f64>>
    return %l, %u, %0, %1, %2, %3, %4, %halves, %again : tensor<5x4x4xcomplex<f32>>, tensor<5x4x4xcomplex<f32>>, tensor<5x4x6xcomplex<f32>>, tensor<5x4x6xcomplex<f32>>, tensor<5x6x4xcomplex<f32>>, tensor<5x6x4xcomplex<f32>>, tensor<4x4xcomplex<f64>>, tensor<7x2xcomplex<f32>>, tensor<7xcomplex<f64>>
  }
}
