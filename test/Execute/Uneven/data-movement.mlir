// Data movement and reductions of a 5 x 7 value: what lies in the padding must reach
// no result, whatever operation reads it.
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
      %a: tensor<5x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
      %b: tensor<5x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
      %i: tensor<5x7xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>})
      -> (tensor<7x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
          tensor<35xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>},
          tensor<10x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
          tensor<9x8xf32>, tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
          tensor<5x7xf32>, tensor<7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<5xf32>,
          tensor<f32>, tensor<i32>, tensor<7xi32>, tensor<5x7xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %largest = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %nothing = stablehlo.constant dense<0> : tensor<i32>
    %lowest = stablehlo.constant dense<-2147483648> : tensor<i32>
    %transposed = stablehlo.transpose %a, dims = [1, 0] : (tensor<5x7xf32>) -> tensor<7x5xf32>
    %flat = stablehlo.reshape %a : (tensor<5x7xf32>) -> tensor<35xf32>
    %both = stablehlo.concatenate %a, %b, dim = 0 : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<10x7xf32>
    %padded = stablehlo.pad %b, %zero, low = [1, 1], high = [-1, 0], interior = [1, 0] : (tensor<5x7xf32>, tensor<f32>) -> tensor<9x8xf32>
    %sliced = stablehlo.slice %a [1:4:2, 0:7:2] : (tensor<5x7xf32>) -> tensor<2x4xf32>
    %reversed = stablehlo.reverse %b, dims = [0, 1] : tensor<5x7xf32>
    %columns = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5x7xf32>, tensor<f32>) -> tensor<7xf32>
    %rows = stablehlo.reduce(%b init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<5x7xf32>, tensor<f32>) -> tensor<5xf32>
    %all = stablehlo.reduce(%b init: %largest) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<5x7xf32>, tensor<f32>) -> tensor<f32>
    %count = stablehlo.reduce(%i init: %nothing) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x7xi32>, tensor<i32>) -> tensor<i32>
    %highest = stablehlo.reduce(%i init: %lowest) applies stablehlo.maximum across dimensions = [0] : (tensor<5x7xi32>, tensor<i32>) -> tensor<7xi32>
    %exp = stablehlo.exponential %a : tensor<5x7xf32>
    %sums = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x7xf32>, tensor<f32>) -> tensor<5xf32>
    %spread = stablehlo.broadcast_in_dim %sums, dims = [0] : (tensor<5xf32>) -> tensor<5x7xf32>
    %softmax = stablehlo.divide %exp, %spread : tensor<5x7xf32>
    return %transposed, %flat, %both, %padded, %sliced, %reversed, %columns, %rows, %all, %count, %highest, %softmax
      : tensor<7x5xf32>, tensor<35xf32>, tensor<10x7xf32>, tensor<9x8xf32>, tensor<2x4xf32>, tensor<5x7xf32>,
        tensor<7xf32>, tensor<5xf32>, tensor<f32>, tensor<i32>, tensor<7xi32>, tensor<5x7xf32>
  }
}
