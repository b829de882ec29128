// Elementwise operations come first, broadcasts forwards last.
// RUN: %popt %s --propagate-shardings --split-input-file | FileCheck %s
// RUN: %popt %s --propagate-shardings="by-operation=false" --split-input-file | FileCheck %s --check-prefix=FLAT

// The result's sharding reaches the product through the negation before the
// operands' does.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.dot_general
// CHECK-SAME: [{}, {"a"}]>]
// FLAT-LABEL: func.func @main
// FLAT: stablehlo.dot_general
// FLAT-SAME: [{"a"}, {}]>]
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}, %w: tensor<4x8xf32>)
    -> (tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.negate %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// The bias does not force its axis on the activations.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.broadcast_in_dim
// CHECK-SAME: [{"a"}, {}]>]
// FLAT-LABEL: func.func @main
// FLAT: stablehlo.broadcast_in_dim
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {?}]>},
                %b: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> tensor<8x4xf32> {
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.add %x, %0 : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
