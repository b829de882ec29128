// Operations along split dims whose elements depend on each other: sorts by
// columns (324 keys on six ranks) and by gathering, argmax, top_k, running sums,
// slices and updates at run-time positions, windows by index, normalisation
// over a split batch.
// RUN: %popt-run %s --mesh=x=1,y=1 --reference --at=imported --init random:5 --outputs %t.npz
// RUN: %popt-run %s --reference --poison-padding --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: %popt-run %s --mesh=x=3,y=2 --cluster=builtin:bytes --reference --poison-padding --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=1,y=1 --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --cluster=builtin:bytes --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --mesh=x=4,y=2 --cluster=builtin:bytes --init random:5 --expect %t.npz --rtol 1e-4 --atol 1e-6

// With bytes as all that counts, everything stays where it is.
// RUN: %popt %s --popt-partition=cluster=builtin:bytes | FileCheck %s
// CHECK: dist.all_to_all %{{.+}} split 1 concat 0 over {"x", "y"} {{.*}} : tensor<9x6xf32>

module {
  sdy.mesh @mesh = <["x"=2, "y"=3]>
  func.func @main(
      %keys: tensor<323xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>},
      %values: tensor<323xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>},
      %short: tensor<13x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
      %logits: tensor<5x17xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
      %cache: tensor<11x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
      %row: tensor<1x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
      %rows: tensor<3x4xf32>,
      %at: tensor<i32>,
      %starts: tensor<4x1xi32>,
      %image: tensor<5x3x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>},
      %scale: tensor<3xf32>)
      -> (tensor<323xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>},
          tensor<323xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>},
          tensor<13x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
          tensor<5xf32>, tensor<5xi32>, tensor<5x4xf32>, tensor<5x4xi32>,
          tensor<5x17xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
          tensor<1x4xf32>, tensor<3x4xf32>,
          tensor<11x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
          tensor<11x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
          tensor<4x2x4xf32>,
          tensor<5x3x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>},
          tensor<3xf32>, tensor<3xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %nothing = stablehlo.constant dense<0> : tensor<i32>
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %sorted:2 = "stablehlo.sort"(%keys, %values) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
      %lt = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %lt : tensor<i1>
    }) : (tensor<323xf32>, tensor<323xf32>) -> (tensor<323xf32>, tensor<323xf32>)
    %gathered = "stablehlo.sort"(%short) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %lt = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %lt : tensor<i1>
    }) : (tensor<13x5xf32>) -> tensor<13x5xf32>
    %numbers = stablehlo.iota dim = 1 : tensor<5x17xi32>
    %most:2 = stablehlo.reduce(%logits init: %low), (%numbers init: %nothing) across dimensions = [1] : (tensor<5x17xf32>, tensor<5x17xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
     reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
      %gt = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %eq = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %lt = stablehlo.compare LT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %tie = stablehlo.and %eq, %lt : tensor<i1>
      %first = stablehlo.or %gt, %tie : tensor<i1>
      %value = stablehlo.select %gt, %a, %b : tensor<i1>, tensor<f32>
      %index = stablehlo.select %first, %c, %d : tensor<i1>, tensor<i32>
      stablehlo.return %value, %index : tensor<f32>, tensor<i32>
    }
    %best, %which = chlo.top_k(%logits, k = 4) : tensor<5x17xf32> -> (tensor<5x4xf32>, tensor<5x4xi32>)
    %running = "stablehlo.reduce_window"(%logits, %zero) <{window_dimensions = array<i64: 1, 17>, padding = dense<[[0, 0], [0, 16]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<5x17xf32>, tensor<f32>) -> tensor<5x17xf32>
    %seven = stablehlo.constant dense<7> : tensor<i32>
    %place = stablehlo.add %at, %seven : tensor<i32>
    %one = stablehlo.dynamic_slice %cache, %place, %nothing, sizes = [1, 4] : (tensor<11x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %three = stablehlo.dynamic_slice %cache, %place, %nothing, sizes = [3, 4] : (tensor<11x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    %written = stablehlo.dynamic_update_slice %cache, %row, %place, %nothing : (tensor<11x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<11x4xf32>
    %more = stablehlo.dynamic_update_slice %cache, %rows, %place, %nothing : (tensor<11x4xf32>, tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<11x4xf32>
    %steps = stablehlo.constant dense<[[0], [3], [6], [10]]> : tensor<4x1xi32>
    %places = stablehlo.add %starts, %steps : tensor<4x1xi32>
    %windows = "stablehlo.gather"(%cache, %places) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>}> : (tensor<11x4xf32>, tensor<4x1xi32>) -> tensor<4x2x4xf32>
    %normal:3 = "stablehlo.batch_norm_training"(%image, %scale, %scale) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<5x3x2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<5x3x2xf32>, tensor<3xf32>, tensor<3xf32>)
    return %sorted#0, %sorted#1, %gathered, %most#0, %most#1, %best, %which, %running, %one, %three, %written, %more, %windows, %normal#0, %normal#1, %normal#2 : tensor<323xf32>, tensor<323xf32>, tensor<13x5xf32>, tensor<5xf32>, tensor<5xi32>, tensor<5x4xf32>, tensor<5x4xi32>, tensor<5x17xf32>, tensor<1x4xf32>, tensor<3x4xf32>, tensor<11x4xf32>, tensor<11x4xf32>, tensor<4x2x4xf32>, tensor<5x3x2xf32>, tensor<3xf32>, tensor<3xf32>
  }
}
