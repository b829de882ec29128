// RUN: %popt --split-loops --split-input-file %s | FileCheck %s

// Layers taken by their numbers: each is read from the block that has it. The sum of
// stacks that have one layer each and zeros else is one concatenation per block.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8xf32>
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32>
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>,
                %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>, dist.state = 0 : i64})
    -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: %[[A:.*]] = stablehlo.slice %[[W0]] [1:2, 0:8]
  // CHECK: %[[B:.*]] = stablehlo.slice %[[W1]] [0:1, 0:8]
  %a = stablehlo.slice %w [1:2, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
  %b = stablehlo.slice %w [2:3, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
  // CHECK: %[[RA:.*]] = stablehlo.tanh %[[A]]
  // CHECK: %[[RB:.*]] = stablehlo.tanh %[[B]]
  %ra = stablehlo.tanh %a : tensor<1x8xf32>
  %rb = stablehlo.tanh %b : tensor<1x8xf32>
  %pa = stablehlo.pad %ra, %zero, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %pb = stablehlo.pad %rb, %zero, low = [2, 0], high = [1, 0], interior = [0, 0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  // CHECK: %[[F0:.*]] = stablehlo.broadcast_in_dim {{.*}} -> tensor<1x8xf32>
  // CHECK: %[[C0:.*]] = stablehlo.concatenate %[[F0]], %[[RA]], dim = 0
  // CHECK: %[[G0:.*]] = stablehlo.add %[[C0]], %{{.*}} : tensor<2x8xf32>
  // CHECK: %[[N0:.*]] = stablehlo.subtract %[[W0]], %[[G0]] : tensor<2x8xf32>
  // CHECK: %[[F1:.*]] = stablehlo.broadcast_in_dim {{.*}} -> tensor<1x8xf32>
  // CHECK: %[[C1:.*]] = stablehlo.concatenate %[[RB]], %[[F1]], dim = 0
  // CHECK: %[[G1:.*]] = stablehlo.add %[[C1]], %{{.*}} : tensor<2x8xf32>
  // CHECK: %[[N1:.*]] = stablehlo.subtract %[[W1]], %[[G1]] : tensor<2x8xf32>
  %g = stablehlo.add %pa, %pb : tensor<4x8xf32>
  %n = stablehlo.subtract %w, %g : tensor<4x8xf32>
  // CHECK: return %[[N0]], %[[N1]]
  return %n : tensor<4x8xf32>
}

// -----

// Groups of two layers, none of which has layers of two coordinates, are layers of
// another stack.
// CHECK-LABEL: func.func @main(
// CHECK: %[[G0:.*]] = stablehlo.reshape %{{.*}} : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
// CHECK: %[[G1:.*]] = stablehlo.reshape %{{.*}} : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
// CHECK: stablehlo.while({{.*}} = %[[G0]]) {{.*}} attributes {dist.place = array<i64: 0>}
// CHECK: stablehlo.while({{.*}} = %[[G1]]) {{.*}} attributes {dist.place = array<i64: 1>}
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<2x8xf32>, %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<2x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %g = stablehlo.reshape %w : (tensor<4x8xf32>) -> tensor<2x2x8xf32>
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %gs = %g) : tensor<i32>, tensor<2x8xf32>, tensor<2x2x8xf32>
  cond {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %gs, %i, %first, %first, sizes = [1, 2, 8] : (tensor<2x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %layers = stablehlo.reshape %row : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    %next = stablehlo.multiply %h, %layers : tensor<2x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %gs : tensor<i32>, tensor<2x8xf32>, tensor<2x2x8xf32>
  }
  return %0#1 : tensor<2x8xf32>
}

// -----

// Three groups of two: the second has layers of both coordinates. The loop is written
// out; each group is taken from where its layers are, and what the loop writes group
// by group is written layer by layer.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<3x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<3x8xf32>
// CHECK-NOT: stablehlo.while
// CHECK: return
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%w: tensor<6x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>, dist.state = 0 : i64}) -> tensor<6x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<3x2x8xf32>
  %g = stablehlo.reshape %w : (tensor<6x8xf32>) -> tensor<3x2x8xf32>
  %0:3 = stablehlo.while(%i = %zero, %new = %zeros, %gs = %g) : tensor<i32>, tensor<3x2x8xf32>, tensor<3x2x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %gs, %i, %first, %first, sizes = [1, 2, 8] : (tensor<3x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %layers = stablehlo.reshape %row : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    %next = stablehlo.tanh %layers : tensor<2x8xf32>
    %group = stablehlo.reshape %next : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
    %written = stablehlo.dynamic_update_slice %new, %group, %i, %first, %first : (tensor<3x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %written, %gs : tensor<i32>, tensor<3x2x8xf32>, tensor<3x2x8xf32>
  }
  %all = stablehlo.reshape %0#1 : (tensor<3x2x8xf32>) -> tensor<6x8xf32>
  return %all : tensor<6x8xf32>
}

// -----

// Two walks in opposite directions: each iteration needs layers of both coordinates,
// so that the loop is unrolled.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<1x8xf32>
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<1x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<1x8xf32>
// CHECK: %[[A:.*]] = stablehlo.multiply %[[X]], %[[W0]]
// CHECK: %[[B:.*]] = stablehlo.add %[[A]], %[[W1]]
// CHECK: %[[C:.*]] = stablehlo.multiply %[[B]], %[[W1]]
// CHECK: %[[D:.*]] = stablehlo.add %[[C]], %[[W0]]
// CHECK: return %[[D]]
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<1x8xf32>, %w: tensor<2x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<1x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %ws = %w) : tensor<i32>, tensor<1x8xf32>, tensor<2x8xf32>
  cond {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %at = stablehlo.subtract %one, %i : tensor<i32>
    %row = stablehlo.dynamic_slice %ws, %i, %first, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %other = stablehlo.dynamic_slice %ws, %at, %first, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %both = stablehlo.multiply %h, %row : tensor<1x8xf32>
    %next = stablehlo.add %both, %other : tensor<1x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ws : tensor<i32>, tensor<1x8xf32>, tensor<2x8xf32>
  }
  return %0#1 : tensor<1x8xf32>
}

// -----

// Rows of one owner each make a stack when they come together: the last two layers
// before the first two.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<1x8xf32>
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK: %[[H:.*]]:3 = stablehlo.while({{.*}} = %[[X]], {{.*}} = %[[W1]]) {{.*}} attributes {dist.place = array<i64: 1>}
// CHECK: %[[Y:.*]]:3 = stablehlo.while({{.*}} = %[[H]]#1, {{.*}} = %[[W0]]) {{.*}} attributes {dist.place = array<i64: 0>}
// CHECK: return %[[Y]]#1
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<1x8xf32>, %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<1x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %first = stablehlo.slice %w [0:2, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>
  %last = stablehlo.slice %w [2:4, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>
  %both = stablehlo.concatenate %last, %first, dim = 0 : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %ws = %both) : tensor<i32>, tensor<1x8xf32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %none = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %ws, %i, %none, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.multiply %h, %row : tensor<1x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ws : tensor<i32>, tensor<1x8xf32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<1x8xf32>
}

// -----

// Padding by less than none drops rows. What is left of the layers stays where they
// are.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK: %[[A:.*]] = stablehlo.slice %[[W0]] [1:2, 0:8]
// CHECK: %[[TA:.*]] = stablehlo.tanh %[[A]]
// CHECK: %[[B:.*]] = stablehlo.slice %[[W1]] [0:1, 0:8]
// CHECK: %[[TB:.*]] = stablehlo.tanh %[[B]]
// CHECK: return %[[TA]], %[[TB]]
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<2x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %middle = stablehlo.pad %w, %zero, low = [-1, 0], high = [-1, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %a = stablehlo.tanh %middle : tensor<2x8xf32>
  return %a : tensor<2x8xf32>
}

// -----

// Rows a stride apart, the first of which is dropped: layers 1 to 3 become rows 1, 3
// and 5 of a stack of six.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK: %[[R1:.*]] = stablehlo.slice %[[W0]] [1:2, 0:8]
// CHECK: %[[R3:.*]] = stablehlo.slice %[[W1]] [0:1, 0:8]
// CHECK: %[[R5:.*]] = stablehlo.slice %[[W1]] [1:2, 0:8]
// CHECK: return
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<6x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %apart = stablehlo.pad %w, %zero, low = [-1, 0], high = [0, 0], interior = [1, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<6x8xf32>
  return %apart : tensor<6x8xf32>
}

// -----

// Rows by an array of numbers that follows from constants are slices, each of the
// block that has it. Numbers past the end are those of the last row.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-NOT: stablehlo.gather
// CHECK: %[[A:.*]] = stablehlo.slice %[[W0]] [0:1, 0:8]
// CHECK: %[[B:.*]] = stablehlo.slice %[[W1]] [1:2, 0:8]
// CHECK: %[[TA:.*]] = stablehlo.tanh %[[A]]
// CHECK: %[[TB:.*]] = stablehlo.tanh %[[B]]
// CHECK: return %[[TA]], %[[TB]]
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<2x8xf32> {
  %numbers = stablehlo.constant dense<[0, 7]> : tensor<2xi32>
  %at = stablehlo.broadcast_in_dim %numbers, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %rows = "stablehlo.gather"(%w, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
  %a = stablehlo.tanh %rows : tensor<2x8xf32>
  return %a : tensor<2x8xf32>
}

// -----

// One row by its number, of which the dimension is left out; and a row that data
// chooses, which is looked up in each block.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<8x2xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<8x2xf32>
// CHECK: %[[ROW:.*]] = stablehlo.slice %[[W1]] [0:8, 1:2]
// CHECK: %[[A:.*]] = stablehlo.reshape %[[ROW]] : (tensor<8x1xf32>) -> tensor<8xf32>
// CHECK: "stablehlo.gather"(%[[W0]]
// CHECK: "stablehlo.gather"(%[[W1]]
// CHECK: return %[[A]]
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%w: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"pp"}]>}, %n: tensor<1xi32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %a = "stablehlo.gather"(%w, %three) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = false, slice_sizes = array<i64: 8, 1>}> : (tensor<8x4xf32>, tensor<1xi32>) -> tensor<8xf32>
  %b = "stablehlo.gather"(%w, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = false, slice_sizes = array<i64: 8, 1>}> : (tensor<8x4xf32>, tensor<1xi32>) -> tensor<8xf32>
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// -----

// The gradient of rows by their numbers: layer 3 was taken twice, layer 0 once.
// Numbers of no row are left out.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[G:[a-z0-9]+]]: tensor<4x8xf32>
// CHECK-NOT: stablehlo.scatter
// CHECK: %[[FIRST:.*]] = stablehlo.slice %[[G]] [1:2, 0:8]
// CHECK: %[[A:.*]] = stablehlo.add %{{.*}}, %[[FIRST]] : tensor<1x8xf32>
// CHECK: %[[SECOND:.*]] = stablehlo.slice %[[G]] [0:1, 0:8]
// CHECK: %[[B:.*]] = stablehlo.add %{{.*}}, %[[SECOND]] : tensor<1x8xf32>
// CHECK: %[[THIRD:.*]] = stablehlo.slice %[[G]] [3:4, 0:8]
// CHECK: %[[C:.*]] = stablehlo.add %[[B]], %[[THIRD]] : tensor<1x8xf32>
// CHECK: %[[G0:.*]] = stablehlo.concatenate %[[A]], %{{.*}}, dim = 0
// CHECK: %[[N0:.*]] = stablehlo.subtract %[[W0]], %[[G0]]
// CHECK: %[[G1:.*]] = stablehlo.concatenate %{{.*}}, %[[C]], dim = 0
// CHECK: %[[N1:.*]] = stablehlo.subtract %[[W1]], %[[G1]]
// CHECK: return %[[N0]], %[[N1]]
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>, dist.state = 0 : i64}, %g: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %numbers = stablehlo.constant dense<[[3], [0], [4], [3]]> : tensor<4x1xi32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %sum = "stablehlo.scatter"(%zeros, %numbers, %g) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %both = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %both : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x1xi32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %next = stablehlo.subtract %w, %sum : tensor<4x8xf32>
  return %next : tensor<4x8xf32>
}

// -----

// Layers written by their numbers: what is written lies where it is written.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[U0:[a-z0-9]+]]: tensor<1x8xf32>
// CHECK-SAME: %[[U1:[a-z0-9]+]]: tensor<1x8xf32>
// CHECK: %[[ROW0:.*]] = stablehlo.slice %[[W0]] [0:1, 0:8]
// CHECK: %[[ROW3:.*]] = stablehlo.slice %[[W1]] [1:2, 0:8]
// CHECK: %[[NEXT0:.*]] = stablehlo.concatenate %[[ROW0]], %[[U0]], dim = 0
// CHECK: %[[NEXT1:.*]] = stablehlo.concatenate %[[U1]], %[[ROW3]], dim = 0
// CHECK: return %[[NEXT0]], %[[NEXT1]]
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>, dist.state = 0 : i64}, %u: tensor<2x8xf32>) -> tensor<4x8xf32> {
  %numbers = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %next = "stablehlo.scatter"(%w, %numbers, %u) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  return %next : tensor<4x8xf32>
}

// -----

// A loop within a loop takes layer 2 * i + j by its number, and writes what becomes
// its gradient. The outer loop is unrolled; each inner one then has the layers of
// one coordinate. (A barrier, as a checkpoint has, does not hide the number.)
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK: %[[A:.*]]:3 = stablehlo.while({{.*}} = %[[W0]], {{.*}}) : {{.*}} attributes {dist.place = array<i64: 0>}
// CHECK: %[[B:.*]]:3 = stablehlo.while({{.*}} = %[[W1]], {{.*}}) : {{.*}} attributes {dist.place = array<i64: 1>}
// CHECK-NOT: stablehlo.concatenate
// CHECK: return
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>, dist.state = 0 : i64}) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0:3 = stablehlo.while(%i = %zero, %ws = %w, %sum = %zeros) : tensor<i32>, tensor<4x8xf32>, tensor<4x8xf32>
  cond {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %none = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %twice = stablehlo.multiply %i, %two : tensor<i32>
    %first = stablehlo.optimization_barrier %twice : tensor<i32>
    %none_yet = stablehlo.constant dense<0.0> : tensor<4x8xf32>
    %1:3 = stablehlo.while(%j = %none, %vs = %ws, %own = %none_yet) : tensor<i32>, tensor<4x8xf32>, tensor<4x8xf32>
    cond {
      %end = stablehlo.constant dense<2> : tensor<i32>
      %go = stablehlo.compare LT, %j, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %layer = stablehlo.add %first, %j : tensor<i32>
      %row = stablehlo.dynamic_slice %vs, %layer, %none, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %made = stablehlo.tanh %row : tensor<1x8xf32>
      %written = stablehlo.dynamic_update_slice %own, %made, %layer, %none : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
      %next = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %next, %vs, %written : tensor<i32>, tensor<4x8xf32>, tensor<4x8xf32>
    }
    %both = stablehlo.add %sum, %1#2 : tensor<4x8xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %ws, %both : tensor<i32>, tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %0#2 : tensor<4x8xf32>
}

// -----

// Three of eight layers, of which the first coordinate has two: what the loop keeps
// lies where its iterations are, in blocks of its own list of owners.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<4x8xf32>
// CHECK-SAME: %[[W1:[a-z0-9]+]]: tensor<4x8xf32>
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<1x8xf32>, {{.*}} attributes {dist.place = array<i64: 0>}
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<1x8xf32>, {{.*}} attributes {dist.place = array<i64: 1>}
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<1x8xf32>, {{.*}} attributes {dist.place = array<i64: 1>}
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<1x8xf32>, {{.*}} attributes {dist.place = array<i64: 0>}
// CHECK-NOT: stablehlo.concatenate
// CHECK: return
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<1x8xf32>, %w: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<1x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %0:4 = stablehlo.while(%i = %zero, %h = %x, %kept = %zeros, %ws = %w) : tensor<i32>, tensor<1x8xf32>, tensor<3x8xf32>, tensor<8x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %none = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %layer = stablehlo.add %i, %two : tensor<i32>
    %row = stablehlo.dynamic_slice %ws, %layer, %none, sizes = [1, 8] : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.multiply %h, %row : tensor<1x8xf32>
    %keep = stablehlo.dynamic_update_slice %kept, %h, %i, %none : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %keep, %ws : tensor<i32>, tensor<1x8xf32>, tensor<3x8xf32>, tensor<8x8xf32>
  }
  %1:4 = stablehlo.while(%i = %zero, %h = %0#1, %kept = %0#2, %ws = %w) : tensor<i32>, tensor<1x8xf32>, tensor<3x8xf32>, tensor<8x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %none = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %back = stablehlo.subtract %two, %i : tensor<i32>
    %layer = stablehlo.subtract %four, %i : tensor<i32>
    %row = stablehlo.dynamic_slice %ws, %layer, %none, sizes = [1, 8] : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %read = stablehlo.dynamic_slice %kept, %back, %none, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %both = stablehlo.multiply %row, %read : tensor<1x8xf32>
    %next = stablehlo.add %h, %both : tensor<1x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %kept, %ws : tensor<i32>, tensor<1x8xf32>, tensor<3x8xf32>, tensor<8x8xf32>
  }
  return %1#1 : tensor<1x8xf32>
}
