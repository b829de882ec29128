// What operations that move elements send, and how windows are put together.
// RUN: %popt %s --partition --verify-partitioned --canonicalize --cse --split-input-file | FileCheck %s

// A row from either neighbour. A permute leaves zeros at both ends, as the
// padding of a convolution wants them: nothing is masked.
dist.mesh @mesh = <["a"=4]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[IMAGE:.+]]: tensor<1x2x6x2xf32> {{.+}}, %[[KERNEL:.+]]: tensor<3x3x2x5xf32>
func.func @main(%x: tensor<1x8x6x2xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}, {}, {}]>}, %k: tensor<3x3x2x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {}]>}) -> tensor<1x8x6x5xf32> {
  // CHECK-NEXT: %[[LAST:.+]] = stablehlo.slice %[[IMAGE]] [0:1, 1:2, 0:6, 0:2]
  // CHECK-NEXT: %[[BEFORE:.+]] = dist.permute %[[LAST]] pairs {{\[\[}}0, 1], [1, 2], [2, 3]]
  // CHECK-NEXT: %[[FIRST:.+]] = stablehlo.slice %[[IMAGE]] [0:1, 0:1, 0:6, 0:2]
  // CHECK-NEXT: %[[BEHIND:.+]] = dist.permute %[[FIRST]] pairs {{\[\[}}1, 0], [2, 1], [3, 2]]
  // CHECK-NEXT: %[[WINDOW:.+]] = stablehlo.concatenate %[[BEFORE]], %[[IMAGE]], %[[BEHIND]], dim = 1
  // CHECK-NEXT: %[[LOCAL:.+]] = stablehlo.convolution(%[[WINDOW]], %[[KERNEL]]){{.+}}pad = {{\[\[}}0, 0], [1, 1]]
  // CHECK-NEXT: return %[[LOCAL]]
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}, {}, {}]>, #dist.sharding<@mesh, [{}, {}, {}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}, {}, {}]>]} : (tensor<1x8x6x2xf32>, tensor<3x3x2x5xf32>) -> tensor<1x8x6x5xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}, {}, {}]>]} %0 : tensor<1x8x6x5xf32>
}

// -----

// The gradient of a kernel: taps are split, the result is a sum. The last block
// of taps is short, and what lies after it is masked.
dist.mesh @mesh = <["a"=4]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[IMAGE:.+]]: tensor<2x2x3xf32> {{.+}}, %[[TAPS:.+]]: tensor<2x3x5xf32>
func.func @main(%x: tensor<2x8x3xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}, {}]>}, %k: tensor<7x3x5xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}, {}]>}) -> tensor<2x2x5xf32> {
  // CHECK: %[[BEHIND:.+]] = dist.permute %{{.+}} pairs {{\[\[}}1, 0], [2, 1], [3, 2]]
  // CHECK-NEXT: %[[WINDOW:.+]] = stablehlo.concatenate %[[IMAGE]], %[[BEHIND]], dim = 1
  // CHECK: %{{.+}}, %[[EXTENT:.+]] = dist.block {"a"} of 7
  // CHECK: %[[MASKED:.+]] = stablehlo.select %{{.+}}, %[[TAPS]], %{{.+}} : tensor<2x3x5xi1>
  // CHECK-NEXT: stablehlo.convolution(%[[WINDOW]], %[[MASKED]])
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}, {}]>, #dist.sharding<@mesh, [{"a"}, {}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {}, {}], partial = sum{"a"}>]} : (tensor<2x8x3xf32>, tensor<7x3x5xf32>) -> tensor<2x2x5xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {}, {}], partial = sum{"a"}>]} %0 : tensor<2x2x5xf32>
}

// -----

// The zeros of a permute are no identity of max: the first coordinate masks them.
dist.mesh @mesh = <["a"=4]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<3x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}, %init: tensor<f32> {dist.sharding = #dist.sharding<@mesh, []>}) -> tensor<3x8xf32> {
  // CHECK-DAG: %[[BEGINS:.+]] = stablehlo.constant dense<[1, 0, 0, 0]> : tensor<4xi32>
  // CHECK-DAG: %[[LEAST:.+]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // CHECK: %[[WINDOW:.+]] = stablehlo.concatenate %{{.+}}, %arg0, dim = 1 : (tensor<3x1xf32>, tensor<3x2xf32>)
  // CHECK: %[[INDEX:.+]] = stablehlo.iota dim = 1 : tensor<3x3xi32>
  // CHECK: %[[BEGIN:.+]] = stablehlo.dynamic_slice %[[BEGINS]], %{{.+}}, sizes = [1]
  // CHECK: %[[INSIDE:.+]] = stablehlo.compare GE, %[[INDEX]]
  // CHECK: %[[FILL:.+]] = stablehlo.broadcast_in_dim %[[LEAST]]
  // CHECK: %[[MASKED:.+]] = stablehlo.select %[[INSIDE]], %[[WINDOW]], %[[FILL]]
  // CHECK: "stablehlo.reduce_window"(%[[MASKED]], %arg1){{.+}}padding = dense<0>
  %0 = "stablehlo.reduce_window"(%x, %init) <{padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}]>, #dist.sharding<@mesh, []>], dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]} : (tensor<3x8xf32>, tensor<f32>) -> tensor<3x8xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]} %0 : tensor<3x8xf32>
}

// -----

// Windows over a border are computed on both sides. Where there is padding it
// must not be selected: the index is, and -1 scatters nowhere.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xi32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}, %s: tensor<4xi32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}, %init: tensor<i32> {dist.sharding = #dist.sharding<@mesh, []>}) -> (tensor<8xi32>, tensor<8xi32>) {
  // CHECK-NOT: dist.permute
  // CHECK: %[[WITHIN:.+]] = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2)
  // CHECK: -> tensor<4xi32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %init) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>, #dist.sharding<@mesh, [{"a"}]>, #dist.sharding<@mesh, []>], dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} : (tensor<8xi32>, tensor<4xi32>, tensor<i32>) -> tensor<8xi32>
  // CHECK: dist.permute
  // CHECK: %[[SELECTED:.+]]:2 = "stablehlo.reduce_window"
  // CHECK: "stablehlo.scatter"
  // CHECK: %[[KEPT:.+]] = stablehlo.slice %{{.+}} [1:5] : (tensor<{{.}}xi32>) -> tensor<4xi32>
  %1 = "stablehlo.select_and_scatter"(%x, %s, %init) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>, #dist.sharding<@mesh, [{"a"}]>, #dist.sharding<@mesh, []>], dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} : (tensor<8xi32>, tensor<4xi32>, tensor<i32>) -> tensor<8xi32>
  // CHECK: return %[[WITHIN]], %[[KEPT]]
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>, #dist.sharding<@mesh, [{"a"}]>]} %0, %1 : tensor<8xi32>, tensor<8xi32>
}

// -----

// A slice moves one element per border, a strided slice that stays in its block
// none; blocks to be reversed change places at once.
dist.mesh @mesh = <["a"=4]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<3x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}) -> (tensor<3x7xf32>, tensor<3x4xf32>, tensor<3x8xf32>) {
  // CHECK-NEXT: %[[OWN:.+]] = stablehlo.slice %arg0 [0:3, 1:2]
  // CHECK-NEXT: %[[FIRST:.+]] = stablehlo.slice %arg0 [0:3, 0:1]
  // CHECK-NEXT: %[[NEXT:.+]] = dist.permute %[[FIRST]] pairs {{\[\[}}1, 0], [2, 1], [3, 2]]
  // CHECK-NEXT: %[[SHIFTED:.+]] = stablehlo.concatenate %[[OWN]], %[[NEXT]], dim = 1
  %0 = stablehlo.slice %x [0:3, 1:8] {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]} : (tensor<3x8xf32>) -> tensor<3x7xf32>
  %1 = stablehlo.slice %x [0:3, 0:8:2] {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]} : (tensor<3x8xf32>) -> tensor<3x4xf32>
  // CHECK-NEXT: %[[OTHER:.+]] = dist.permute %arg0 pairs {{\[\[}}0, 3], [1, 2], [2, 1], [3, 0]]
  // CHECK-NEXT: %[[REVERSED:.+]] = stablehlo.reverse %[[OTHER]], dims = [1]
  // CHECK-NEXT: return %[[SHIFTED]], %[[FIRST]], %[[REVERSED]]
  %2 = stablehlo.reverse %x, dims = [1] {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}]>], dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]} : tensor<3x8xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}]>, #dist.sharding<@mesh, [{}, {"a"}]>, #dist.sharding<@mesh, [{}, {"a"}]>]} %0, %1, %2 : tensor<3x7xf32>, tensor<3x4xf32>, tensor<3x8xf32>
}

// -----

// Places that depend on the coordinate come out of a table: the first coordinate
// keeps two of its three elements, the second gets the third.
dist.mesh @mesh = <["a"=2]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<3x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"a"}]>}) -> tensor<3x8xf32> {
  // CHECK-DAG: %[[PLACES:.+]] = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  // CHECK-DAG: %[[OWN:.+]] = stablehlo.slice %arg0 [0:3, 0:2]
  // CHECK-DAG: %[[LAST:.+]] = stablehlo.slice %arg0 [0:3, 2:3]
  // CHECK: %[[BEFORE:.+]] = dist.permute %[[LAST]] pairs {{\[\[}}0, 1]]
  // CHECK: stablehlo.dynamic_slice %[[PLACES]], %{{.+}}, sizes = [1]
  // CHECK: %[[ROOM:.+]] = stablehlo.dynamic_update_slice %{{.+}}, %[[OWN]]
  // CHECK: %[[WINDOW:.+]] = stablehlo.dynamic_update_slice %[[ROOM]], %[[BEFORE]]
  // CHECK: return %[[WINDOW]]
  %zero = stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, []>]} dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %zero, low = [0, 2], high = [0, 1], interior = [0, 0] {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}]>, #dist.sharding<@mesh, []>], dist.shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]} : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x8xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"a"}]>]} %0 : tensor<3x8xf32>
}
