// Operations whose shapes tell dims apart; LocaliseTest takes each on its own.

func.func @elementwise(%x: tensor<5x4xf32>, %y: tensor<5x4xf32>, %p: tensor<5x4xi1>, %s: tensor<i1>, %i: tensor<5x4xi32>, %u: tensor<5x4xui8>, %b: tensor<f32>) {
  %0 = stablehlo.add %x, %y : tensor<5x4xf32>
  %1 = stablehlo.subtract %x, %y : tensor<5x4xf32>
  %2 = stablehlo.multiply %x, %y : tensor<5x4xf32>
  %3 = stablehlo.divide %x, %y : tensor<5x4xf32>
  %4 = stablehlo.maximum %x, %y : tensor<5x4xf32>
  %5 = stablehlo.minimum %x, %y : tensor<5x4xf32>
  %6 = stablehlo.select %p, %x, %y : tensor<5x4xi1>, tensor<5x4xf32>
  %7 = stablehlo.select %s, %x, %y : tensor<i1>, tensor<5x4xf32>
  %8 = stablehlo.compare LT, %x, %y : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xi1>
  %9 = stablehlo.clamp %b, %x, %b : (tensor<f32>, tensor<5x4xf32>, tensor<f32>) -> tensor<5x4xf32>
  %10 = stablehlo.negate %x : tensor<5x4xf32>
  %11 = stablehlo.exponential %x : tensor<5x4xf32>
  %12 = stablehlo.and %p, %p : tensor<5x4xi1>
  %13 = stablehlo.or %i, %i : tensor<5x4xi32>
  %14 = stablehlo.xor %i, %i : tensor<5x4xi32>
  %15 = stablehlo.add %p, %p : tensor<5x4xi1>
  %16 = stablehlo.multiply %p, %p : tensor<5x4xi1>
  %17 = stablehlo.multiply %i, %i : tensor<5x4xi32>
  %18 = stablehlo.divide %i, %i : tensor<5x4xi32>
  %19 = stablehlo.add %u, %u : tensor<5x4xui8>
  %20 = stablehlo.negate %u : tensor<5x4xui8>
  %21 = stablehlo.maximum %u, %u : tensor<5x4xui8>
  %22 = stablehlo.not %p : tensor<5x4xi1>
  %23 = stablehlo.abs %i : tensor<5x4xi32>
  return
}

// Sums of narrow integers wrap before they are widened.
func.func @convert(%x: tensor<5x4xf32>, %u8: tensor<5x4xui8>, %i8: tensor<5x4xi8>, %i64: tensor<5x4xi64>, %c: tensor<5x4xcomplex<f32>>, %p: tensor<5x4xi1>) {
  %0 = stablehlo.convert %x : (tensor<5x4xf32>) -> tensor<5x4xf64>
  %1 = stablehlo.convert %x : (tensor<5x4xf32>) -> tensor<5x4xbf16>
  %2 = stablehlo.convert %u8 : (tensor<5x4xui8>) -> tensor<5x4xui32>
  %3 = stablehlo.convert %i8 : (tensor<5x4xi8>) -> tensor<5x4xi32>
  %4 = stablehlo.convert %i64 : (tensor<5x4xi64>) -> tensor<5x4xi32>
  %5 = stablehlo.convert %c : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xcomplex<f64>>
  %6 = stablehlo.convert %u8 : (tensor<5x4xui8>) -> tensor<5x4xf32>
  %7 = stablehlo.convert %p : (tensor<5x4xi1>) -> tensor<5x4xf32>
  %8 = stablehlo.convert %i64 : (tensor<5x4xi64>) -> tensor<5x4xi1>
  %9 = stablehlo.convert %u8 : (tensor<5x4xui8>) -> tensor<5x4xi8>
  %10 = stablehlo.convert %x : (tensor<5x4xf32>) -> tensor<5x4xcomplex<f32>>
  %11 = stablehlo.real %c : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xf32>
  %12 = stablehlo.complex %x, %x : tensor<5x4xcomplex<f32>>
  %13 = stablehlo.add %c, %c : tensor<5x4xcomplex<f32>>
  %14 = stablehlo.multiply %c, %c : tensor<5x4xcomplex<f32>>
  return
}

func.func @movement(%x: tensor<4x6xf32>, %v: tensor<6xf32>, %s: tensor<f32>, %one: tensor<1x6xf32>, %u: tensor<5x7xi32>, %w: tensor<5x3xi32>, %t: tensor<2x3x5xf32>, %p: tensor<5x4xi1>) {
  %0 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<6xf32>) -> tensor<5x6xf32>
  %1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<5x6xf32>
  %2 = stablehlo.broadcast_in_dim %one, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<5x6xf32>
  %3 = stablehlo.broadcast_in_dim %t, dims = [2, 0, 1] : (tensor<2x3x5xf32>) -> tensor<3x5x2xf32>
  %4 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<24xf32>
  %5 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<8x3xf32>
  %6 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<2x12xf32>
  %7 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<1x4x1x6x1xf32>
  %8 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<2x2x2x3xf32>
  %9 = stablehlo.reshape %t : (tensor<2x3x5xf32>) -> tensor<6x5xf32>
  %10 = stablehlo.reshape %t : (tensor<2x3x5xf32>) -> tensor<5x6xf32>
  %11 = stablehlo.reshape %t : (tensor<2x3x5xf32>) -> tensor<3x2x5xf32>
  %12 = stablehlo.reshape %u : (tensor<5x7xi32>) -> tensor<5x1x7xi32>
  %13 = stablehlo.transpose %t, dims = [2, 0, 1] : (tensor<2x3x5xf32>) -> tensor<5x2x3xf32>
  %14 = stablehlo.slice %u [1:4, 0:7] : (tensor<5x7xi32>) -> tensor<3x7xi32>
  %15 = stablehlo.slice %u [0:5, 1:7:2] : (tensor<5x7xi32>) -> tensor<5x3xi32>
  %16 = stablehlo.pad %x, %s, low = [0, 1], high = [0, -1], interior = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x11xf32>
  %17 = stablehlo.pad %x, %s, low = [2, 0], high = [1, 0], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<7x6xf32>
  %18 = stablehlo.concatenate %u, %w, dim = 1 : (tensor<5x7xi32>, tensor<5x3xi32>) -> tensor<5x10xi32>
  %19 = stablehlo.concatenate %x, %one, dim = 0 : (tensor<4x6xf32>, tensor<1x6xf32>) -> tensor<5x6xf32>
  %20 = stablehlo.reverse %u, dims = [1] : tensor<5x7xi32>
  %21 = stablehlo.reshape %p : (tensor<5x4xi1>) -> tensor<20xi1>
  %22 = stablehlo.transpose %p, dims = [1, 0] : (tensor<5x4xi1>) -> tensor<4x5xi1>
  return
}

// Counting in a narrow float rounds once.
func.func @sources() {
  %0 = stablehlo.iota dim = 0 : tensor<5x4xi32>
  %1 = stablehlo.iota dim = 1 : tensor<5x7xf32>
  %2 = stablehlo.iota dim = 0 : tensor<7xui8>
  %3 = stablehlo.iota dim = 0 : tensor<517xbf16>
  %4 = stablehlo.iota dim = 0 : tensor<5xcomplex<f32>>
  %5 = stablehlo.iota dim = 1 : tensor<2x300xi8>
  %6 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12], [13, 14, 15]]> : tensor<5x3xi32>
  %7 = stablehlo.constant dense<2.5> : tensor<5x3xf32>
  %8 = stablehlo.constant dense<[true, false, true, true, false]> : tensor<5xi1>
  %9 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<7xbf16>
  return
}

func.func @contraction(%a: tensor<5x4x6xf32>, %b: tensor<5x6x3xf32>, %v: tensor<5xf32>, %m: tensor<5x7xf32>, %i: tensor<5x4xi32>, %j: tensor<7x4xi32>, %k: tensor<3x2x5xf32>, %l: tensor<5x2x4xf32>, %p: tensor<4x5xi1>, %q: tensor<5x3xi1>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x4x6xf32>, tensor<5x6x3xf32>) -> tensor<5x4x3xf32>
  %1 = stablehlo.dot_general %v, %m, contracting_dims = [0] x [0] : (tensor<5xf32>, tensor<5x7xf32>) -> tensor<7xf32>
  %2 = stablehlo.dot_general %i, %j, contracting_dims = [1] x [1] : (tensor<5x4xi32>, tensor<7x4xi32>) -> tensor<5x7xi32>
  %3 = stablehlo.dot_general %k, %l, contracting_dims = [1, 2] x [1, 0] : (tensor<3x2x5xf32>, tensor<5x2x4xf32>) -> tensor<3x4xf32>
  %4 = stablehlo.dot_general %v, %v, contracting_dims = [] x [] : (tensor<5xf32>, tensor<5xf32>) -> tensor<5x5xf32>
  return
}

func.func @dot(%a: tensor<5x4xf32>, %b: tensor<4x3xf32>, %v: tensor<4xf32>) {
  %0 = stablehlo.dot %a, %b : (tensor<5x4xf32>, tensor<4x3xf32>) -> tensor<5x3xf32>
  %1 = stablehlo.dot %a, %v : (tensor<5x4xf32>, tensor<4xf32>) -> tensor<5xf32>
  %2 = stablehlo.dot %v, %b : (tensor<4xf32>, tensor<4x3xf32>) -> tensor<3xf32>
  %3 = stablehlo.dot %v, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

func.func @chlo(%x: tensor<5x7xf32>) {
  %0 = chlo.erf %x : tensor<5x7xf32> -> tensor<5x7xf32>
  %1:2 = chlo.top_k(%x, k = 3) : tensor<5x7xf32> -> (tensor<5x3xf32>, tensor<5x3xi32>)
  return
}

func.func @reduction(%x: tensor<5x4xf32>, %s: tensor<f32>, %i: tensor<5x7xi32>, %n: tensor<i32>, %p: tensor<5x7xi1>, %b: tensor<i1>, %h: tensor<5x4xbf16>, %t: tensor<bf16>, %j: tensor<5x4xi32>, %u: tensor<5x4xui8>, %z: tensor<ui8>) {
  %0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [0] : (tensor<5x4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%x init: %s) applies stablehlo.maximum across dimensions = [1] : (tensor<5x4xf32>, tensor<f32>) -> tensor<5xf32>
  %2 = stablehlo.reduce(%x init: %s) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<5x4xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reduce(%i init: %n) applies stablehlo.multiply across dimensions = [1] : (tensor<5x7xi32>, tensor<i32>) -> tensor<5xi32>
  %4 = stablehlo.reduce(%p init: %b) applies stablehlo.and across dimensions = [0] : (tensor<5x7xi1>, tensor<i1>) -> tensor<7xi1>
  %5 = stablehlo.reduce(%p init: %b) applies stablehlo.or across dimensions = [1] : (tensor<5x7xi1>, tensor<i1>) -> tensor<5xi1>
  %6 = stablehlo.reduce(%i init: %n) applies stablehlo.xor across dimensions = [0] : (tensor<5x7xi32>, tensor<i32>) -> tensor<7xi32>
  %7 = stablehlo.reduce(%h init: %t) applies stablehlo.add across dimensions = [1] : (tensor<5x4xbf16>, tensor<bf16>) -> tensor<5xbf16>
  %8 = stablehlo.reduce(%p init: %b) applies stablehlo.add across dimensions = [0] : (tensor<5x7xi1>, tensor<i1>) -> tensor<7xi1>
  %9 = stablehlo.reduce(%p init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<5x7xi1>, tensor<i1>) -> tensor<7xi1>
  %10 = stablehlo.reduce(%i init: %n) applies stablehlo.maximum across dimensions = [0] : (tensor<5x7xi32>, tensor<i32>) -> tensor<7xi32>
  %11 = stablehlo.reduce(%u init: %z) applies stablehlo.minimum across dimensions = [0] : (tensor<5x4xui8>, tensor<ui8>) -> tensor<4xui8>
  // The larger element with its index.
  %12:2 = stablehlo.reduce(%x init: %s), (%j init: %n) across dimensions = [1] : (tensor<5x4xf32>, tensor<5x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
    reducer(%a: tensor<f32>, %c: tensor<f32>) (%d: tensor<i32>, %e: tensor<i32>) {
    %g = stablehlo.compare GE, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %g, %a, %c : tensor<i1>, tensor<f32>
    %w = stablehlo.select %g, %d, %e : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  // Subtraction from the initial value: no monoid.
  %13 = stablehlo.reduce(%i init: %n) across dimensions = [1] : (tensor<5x7xi32>, tensor<i32>) -> tensor<5xi32>
    reducer(%a: tensor<i32>, %c: tensor<i32>) {
    %d = stablehlo.subtract %a, %c : tensor<i32>
    stablehlo.return %d : tensor<i32>
  }
  return
}

func.func @gather(%x: tensor<7x6xf32>, %rows: tensor<5x1xi32>, %flat: tensor<5xi32>, %points: tensor<5x2xi64>, %y: tensor<3x7x4xf32>, %p: tensor<7x6xi1>, %big: tensor<300x2xf32>, %small: tensor<4x1xui8>, %signed: tensor<4x1xi8>, %batched: tensor<3x5x1xi32>, %c: tensor<7x6xcomplex<f32>>) {
  %0 = "stablehlo.gather"(%x, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<7x6xf32>, tensor<5x1xi32>) -> tensor<5x6xf32>
  %1 = "stablehlo.gather"(%x, %flat) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<7x6xf32>, tensor<5xi32>) -> tensor<5x6xf32>
  // Both dims by index, components swapped.
  %2 = "stablehlo.gather"(%x, %points) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<7x6xf32>, tensor<5x2xi64>) -> tensor<5xf32>
  // One component looks up, the other is of a dim taken whole.
  %3 = "stablehlo.gather"(%x, %points) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<7x6xf32>, tensor<5x2xi64>) -> tensor<5x6xf32>
  // One component looks up, the other begins a window.
  %4 = "stablehlo.gather"(%x, %points) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<7x6xf32>, tensor<5x2xi64>) -> tensor<5x4xf32>
  // An element that stays as a dim of size 1.
  %5 = "stablehlo.gather"(%x, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<7x6xf32>, tensor<5x1xi32>) -> tensor<1x6x5xf32>
  %6 = "stablehlo.gather"(%y, %batched) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x7x4xf32>, tensor<3x5x1xi32>) -> tensor<3x5x4xf32>
  %7 = "stablehlo.gather"(%p, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<7x6xi1>, tensor<5x1xi32>) -> tensor<5x6xi1>
  // The table is longer than an index can count.
  %8 = "stablehlo.gather"(%big, %small) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<300x2xf32>, tensor<4x1xui8>) -> tensor<4x2xf32>
  %9 = "stablehlo.gather"(%big, %signed) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<300x2xf32>, tensor<4x1xi8>) -> tensor<4x2xf32>
  %10 = "stablehlo.gather"(%c, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<7x6xcomplex<f32>>, tensor<5x1xi32>) -> tensor<5x6xcomplex<f32>>
  return
}

func.func @scatter(%x: tensor<7x6xf32>, %rows: tensor<5x1xi32>, %u: tensor<5x6xf32>, %points: tensor<5x2xi32>, %e: tensor<5xf32>, %big: tensor<300x2xf32>, %small: tensor<4x1xui8>, %signed: tensor<4x1xi8>, %v: tensor<4x2xf32>, %w: tensor<5x3xf32>, %n: tensor<7x6xi32>, %m: tensor<5x6xi32>, %f: tensor<5xi32>, %t: tensor<1x6x5xf32>) {
  %0 = "stablehlo.scatter"(%x, %rows, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<7x6xf32>, tensor<5x1xi32>, tensor<5x6xf32>) -> tensor<7x6xf32>
  // Overwrites.
  %1 = "stablehlo.scatter"(%x, %rows, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x6xf32>, tensor<5x1xi32>, tensor<5x6xf32>) -> tensor<7x6xf32>
  %2 = "stablehlo.scatter"(%x, %points, %e) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<7x6xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<7x6xf32>
  // Windows of 3 columns that begin at an index.
  %3 = "stablehlo.scatter"(%x, %points, %w) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<7x6xf32>, tensor<5x2xi32>, tensor<5x3xf32>) -> tensor<7x6xf32>
  // Whole columns addressed by an index, too: out of range unless it is 0.
  %4 = "stablehlo.scatter"(%n, %points, %m) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<7x6xi32>, tensor<5x2xi32>, tensor<5x6xi32>) -> tensor<7x6xi32>
  // The operand is longer than an index can count.
  %5 = "stablehlo.scatter"(%big, %small, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<300x2xf32>, tensor<4x1xui8>, tensor<4x2xf32>) -> tensor<300x2xf32>
  %6 = "stablehlo.scatter"(%big, %signed, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<300x2xf32>, tensor<4x1xi8>, tensor<4x2xf32>) -> tensor<300x2xf32>
  // An index without a dim of its own.
  %7 = "stablehlo.scatter"(%x, %f, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<7x6xf32>, tensor<5xi32>, tensor<5x6xf32>) -> tensor<7x6xf32>
  // Rows that stay as windows of size 1.
  %8 = "stablehlo.scatter"(%x, %rows, %t) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<7x6xf32>, tensor<5x1xi32>, tensor<1x6x5xf32>) -> tensor<7x6xf32>
  return
}

func.func @dynamic(%x: tensor<7x5xf32>, %i: tensor<i32>, %j: tensor<i32>, %u: tensor<3x5xf32>, %c: tensor<ui8>) {
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [3, 5] : (tensor<7x5xf32>, tensor<i32>, tensor<i32>) -> tensor<3x5xf32>
  %1 = stablehlo.dynamic_slice %x, %c, %c, sizes = [7, 2] : (tensor<7x5xf32>, tensor<ui8>, tensor<ui8>) -> tensor<7x2xf32>
  %2 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<7x5xf32>, tensor<3x5xf32>, tensor<i32>, tensor<i32>) -> tensor<7x5xf32>
  return
}

func.func @convolution(%x: tensor<5x6x7xf32>, %k: tensor<6x4x3xf32>, %depth: tensor<1x5x3xf32>, %y: tensor<2x5x7xf32>, %g: tensor<3x4x1xf32>, %one: tensor<6x4x1xf32>, %deep: tensor<1x10x3xf32>, %z: tensor<3x4x7xf32>, %bg: tensor<4x6x3xf32>, %im: tensor<2x5x4x3xf32>, %km: tensor<3x1x3x5xf32>, %wide: tensor<5x2x5xf32>, %bw: tensor<2x5x3xf32>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x6x7xf32>, tensor<6x4x3xf32>) -> tensor<5x4x5xf32>
  // One feature a group, five groups.
  %1 = stablehlo.convolution(%y, %depth) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<2x5x7xf32>, tensor<1x5x3xf32>) -> tensor<2x5x7xf32>
  // Two features out of each of five groups.
  %2 = stablehlo.convolution(%y, %deep) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<2x5x7xf32>, tensor<1x10x3xf32>) -> tensor<2x10x7xf32>
  // Pointwise in space; two groups.
  %3 = stablehlo.convolution(%x, %g) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<5x6x7xf32>, tensor<3x4x1xf32>) -> tensor<5x4x7xf32>
  %4 = stablehlo.convolution(%x, %one) dim_numbers = [b, f, 0]x[i, o, 0]->[f, 0, b], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x6x7xf32>, tensor<6x4x1xf32>) -> tensor<4x7x5xf32>
  // Three batch groups of one.
  %5 = stablehlo.convolution(%z, %bg) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<3x4x7xf32>, tensor<4x6x3xf32>) -> tensor<1x6x5xf32>
  // Five batch groups of one, one feature out of each.
  %6 = stablehlo.convolution(%wide, %bw) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {} {batch_group_count = 5 : i64, feature_group_count = 1 : i64} : (tensor<5x2x5xf32>, tensor<2x5x3xf32>) -> tensor<1x5x3xf32>
  %7 = stablehlo.convolution(%im, %km) dim_numbers = [b, 0, 1, f]x[i, 0, 1, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x4x3xf32>, tensor<3x1x3x5xf32>) -> tensor<2x3x4x5xf32>
  return
}

func.func @windows(%x: tensor<5x6xf32>, %s: tensor<f32>, %i: tensor<5x6xi32>, %n: tensor<i32>, %src: tensor<5x3xf32>) {
  %0 = "stablehlo.reduce_window"(%x, %s) <{padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<5x3xf32>
  %1 = "stablehlo.reduce_window"(%i, %n) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<5x6xi32>, tensor<i32>) -> tensor<4x6xi32>
  %2 = "stablehlo.select_and_scatter"(%x, %src, %s) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<5x3xf32>, tensor<f32>) -> tensor<5x6xf32>
  return
}

func.func @whole(%x: tensor<5x4xf32>, %k: tensor<5x4xi32>) {
  %0:2 = "stablehlo.sort"(%x, %k) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %r = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<5x4xf32>, tensor<5x4xi32>) -> (tensor<5x4xf32>, tensor<5x4xi32>)
  %1:2 = stablehlo.optimization_barrier %x, %k : tensor<5x4xf32>, tensor<5x4xi32>
  %2 = stablehlo.bitcast_convert %x : (tensor<5x4xf32>) -> tensor<5x4xi32>
  return
}
