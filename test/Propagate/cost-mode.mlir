// RUN: popt %s --propagate-shardings=mode=cost --verify-propagated -split-input-file | FileCheck %s --check-prefix=HINT
// RUN: popt %s --propagate-shardings=mode=cost --set-machine=cluster=builtin:bytes --choose-strategies -split-input-file | FileCheck %s --check-prefix=CHOSEN
// RUN: popt %s --propagate-shardings=mode=sdy --set-machine=cluster=builtin:bytes --choose-strategies -split-input-file | FileCheck %s --check-prefix=SDY

dist.mesh @mesh = <["x"=4]>

// The user splits the contracted dimension and says nothing about the result:
// it becomes a partial value that is reduced. Left whole it costs an all-reduce; split,
// a reduce-scatter, half of that.
// HINT-LABEL: func @main
// HINT-SAME: -> (tensor<8x16xf32> {dist.bound = #dist.sharding<@mesh, [{?}, {?}]>, dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
// CHOSEN-LABEL: func @main
// CHOSEN-SAME: -> (tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{{.*}}"x"{{.*}}]>})
// SDY-LABEL: func @main
// SDY-SAME: -> (tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
func.func @main(%x: tensor<8x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"x"}]>},
                %w: tensor<32x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// -----

dist.mesh @mesh = <["x"=4]>

// What the user closed binds, and a leading axis of an open dimension stays.
// HINT-LABEL: func @main
// HINT-SAME: %arg0: tensor<8x32xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}
// HINT-SAME: %arg1: tensor<8x32xf32> {dist.bound = #dist.sharding<@mesh, [{"x", ?}, {?}]>, dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}
// CHOSEN-LABEL: func @main
// CHOSEN-SAME: %arg0: tensor<8x32xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}
// CHOSEN-SAME: %arg1: tensor<8x32xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>}
// CHOSEN-NOT: dist.bound
// SDY-LABEL: func @main
func.func @main(%x: tensor<8x32xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>},
                %y: tensor<8x32xf32> {dist.sharding = #dist.sharding<@mesh, [{"x", ?}, {?}]>}) -> tensor<8x32xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

// -----

dist.mesh @mesh = <["x"=4]>

// A state result takes its argument's layout, whichever is chosen; a result that
// the user bound binds its argument.
// HINT-LABEL: func @main
// CHOSEN-LABEL: func @main
// CHOSEN-SAME: %arg0: tensor<16xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}]>, dist.state = 0 : i64}
// CHOSEN-SAME: %arg1: tensor<16xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.state = 1 : i64}
// CHOSEN-SAME: -> (tensor<16xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}]>}, tensor<16xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>})
// SDY-LABEL: func @main
func.func @main(%w: tensor<16xf32> {dist.state = 0 : i64}, %v: tensor<16xf32> {dist.state = 1 : i64},
                %x: tensor<16x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<16xf32>, tensor<16xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<16xf32>
  %0 = stablehlo.multiply %w, %sum : tensor<16xf32>
  return %0, %v : tensor<16xf32>, tensor<16xf32>
}
