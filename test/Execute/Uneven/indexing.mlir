// Looking up rows of a table of 7 whose rows are split, adding to them, slices at run-time
// positions, and a sum along a split dimension.
// RUN: %popt-run %s --mesh=x=1,y=1 --reference --at=imported --init random:5 --outputs %t.npz
// RUN: %popt-run %s --reference --poison-padding --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %popt-run %s --mesh=x=3,y=2 --reference --poison-padding --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %popt-run %s --mesh=x=4,y=2 --reference --poison-padding --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=3,y=2 --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=4,y=2 --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=4,y=1 --init random:5 --expect %t.npz --rtol 1e-5 --atol 1e-6

module {
  sdy.mesh @mesh = <["x"=2, "y"=3]>
  func.func @main(
      %table: tensor<7x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
      %ids: tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
      %updates: tensor<5x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
      %at: tensor<i32>)
      -> (tensor<5x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
          tensor<7x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
          tensor<3x5xf32>, tensor<7x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
          tensor<7x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %nothing = stablehlo.constant dense<0> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<5xi32>
    %far = stablehlo.multiply %ids, %three : tensor<5xi32>
    %columns = stablehlo.iota dim = 0 : tensor<5xi32>
    %rows = stablehlo.add %far, %columns : tensor<5xi32>
    %indices = stablehlo.reshape %rows : (tensor<5xi32>) -> tensor<5x1xi32>
    %found = "stablehlo.gather"(%table, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 5>}> : (tensor<7x5xf32>, tensor<5x1xi32>) -> tensor<5x5xf32>
    %added = "stablehlo.scatter"(%table, %indices, %updates) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<7x5xf32>, tensor<5x1xi32>, tensor<5x5xf32>) -> tensor<7x5xf32>
    %part = stablehlo.dynamic_slice %table, %at, %nothing, sizes = [3, 5] : (tensor<7x5xf32>, tensor<i32>, tensor<i32>) -> tensor<3x5xf32>
    %written = stablehlo.dynamic_update_slice %table, %updates, %at, %nothing : (tensor<7x5xf32>, tensor<5x5xf32>, tensor<i32>, tensor<i32>) -> tensor<7x5xf32>
    %running = "stablehlo.reduce_window"(%table, %zero) <{window_dimensions = array<i64: 7, 1>, padding = dense<[[6, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<7x5xf32>, tensor<f32>) -> tensor<7x5xf32>
    return %found, %added, %part, %written, %running : tensor<5x5xf32>, tensor<7x5xf32>, tensor<3x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>
  }
}
