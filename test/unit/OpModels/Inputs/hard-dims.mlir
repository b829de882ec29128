// Operations along dims whose elements depend on each other; LocaliseTest takes
// each on its own and splits these dims, too.

func.func @dynamic(%x: tensor<13x5xf32>, %t: tensor<4x7x6xi32>, %p: tensor<9xi1>, %i: tensor<i32>, %c: tensor<ui8>, %s: tensor<i8>, %l: tensor<i64>, %w: tensor<ui32>, %u: tensor<4x5xf32>, %one: tensor<1x5xf32>, %part: tensor<3x2xf32>, %v: tensor<2x3x6xi32>, %q: tensor<8xi1>, %z: tensor<0x5xf32>, %big: tensor<300x2xi32>, %row: tensor<2x2xi32>, %h: tensor<7x4xbf16>, %cx: tensor<6xcomplex<f32>>) {
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 5] : (tensor<13x5xf32>, tensor<i32>, tensor<i32>) -> tensor<1x5xf32>
  %1 = stablehlo.dynamic_slice %x, %l, %l, sizes = [6, 2] : (tensor<13x5xf32>, tensor<i64>, tensor<i64>) -> tensor<6x2xf32>
  %2 = stablehlo.dynamic_slice %t, %c, %c, %c, sizes = [2, 1, 5] : (tensor<4x7x6xi32>, tensor<ui8>, tensor<ui8>, tensor<ui8>) -> tensor<2x1x5xi32>
  %3 = stablehlo.dynamic_slice %p, %w, sizes = [4] : (tensor<9xi1>, tensor<ui32>) -> tensor<4xi1>
  %4 = stablehlo.dynamic_slice %big, %s, %s, sizes = [2, 1] : (tensor<300x2xi32>, tensor<i8>, tensor<i8>) -> tensor<2x1xi32>
  %5 = stablehlo.dynamic_slice %x, %i, %i, sizes = [0, 5] : (tensor<13x5xf32>, tensor<i32>, tensor<i32>) -> tensor<0x5xf32>
  %6 = stablehlo.dynamic_slice %h, %i, %i, sizes = [3, 4] : (tensor<7x4xbf16>, tensor<i32>, tensor<i32>) -> tensor<3x4xbf16>
  %7 = stablehlo.dynamic_slice %cx, %i, sizes = [5] : (tensor<6xcomplex<f32>>, tensor<i32>) -> tensor<5xcomplex<f32>>
  %8 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<13x5xf32>, tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<13x5xf32>
  %9 = stablehlo.dynamic_update_slice %x, %one, %c, %c : (tensor<13x5xf32>, tensor<1x5xf32>, tensor<ui8>, tensor<ui8>) -> tensor<13x5xf32>
  %10 = stablehlo.dynamic_update_slice %x, %part, %l, %l : (tensor<13x5xf32>, tensor<3x2xf32>, tensor<i64>, tensor<i64>) -> tensor<13x5xf32>
  %11 = stablehlo.dynamic_update_slice %t, %v, %i, %i, %i : (tensor<4x7x6xi32>, tensor<2x3x6xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x7x6xi32>
  %12 = stablehlo.dynamic_update_slice %p, %q, %i : (tensor<9xi1>, tensor<8xi1>, tensor<i32>) -> tensor<9xi1>
  %13 = stablehlo.dynamic_update_slice %x, %z, %i, %i : (tensor<13x5xf32>, tensor<0x5xf32>, tensor<i32>, tensor<i32>) -> tensor<13x5xf32>
  %14 = stablehlo.dynamic_update_slice %big, %row, %s, %s : (tensor<300x2xi32>, tensor<2x2xi32>, tensor<i8>, tensor<i8>) -> tensor<300x2xi32>
  return
}

// Pairs, custom bodies, and bodies whose operands change places.
func.func @reduction(%x: tensor<5x7xf32>, %n: tensor<5x7xi32>, %s: tensor<f32>, %i: tensor<i32>, %t: tensor<3x5x2xi32>, %p: tensor<5x7xi1>, %b: tensor<i1>) {
  %0:2 = stablehlo.reduce(%x init: %s), (%n init: %i) across dimensions = [0] : (tensor<5x7xf32>, tensor<5x7xi32>, tensor<f32>, tensor<i32>) -> (tensor<7xf32>, tensor<7xi32>)
    reducer(%a: tensor<f32>, %c: tensor<f32>) (%d: tensor<i32>, %e: tensor<i32>) {
    %g = stablehlo.compare GT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %h = stablehlo.compare EQ, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %j = stablehlo.compare LT, %d, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %k = stablehlo.and %h, %j : tensor<i1>
    %l = stablehlo.or %g, %k : tensor<i1>
    %m = stablehlo.select %l, %a, %c : tensor<i1>, tensor<f32>
    %o = stablehlo.select %l, %d, %e : tensor<i1>, tensor<i32>
    stablehlo.return %m, %o : tensor<f32>, tensor<i32>
  }
  // Sum and product side by side: an initial value must count once.
  %1:2 = stablehlo.reduce(%n init: %i), (%n init: %i) across dimensions = [0, 1] : (tensor<5x7xi32>, tensor<5x7xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    reducer(%a: tensor<i32>, %c: tensor<i32>) (%d: tensor<i32>, %e: tensor<i32>) {
    %g = stablehlo.add %a, %c : tensor<i32>
    %h = stablehlo.multiply %d, %e : tensor<i32>
    stablehlo.return %g, %h : tensor<i32>, tensor<i32>
  }
  // The last of all: not commutative.
  %2 = stablehlo.reduce(%t init: %i) across dimensions = [1] : (tensor<3x5x2xi32>, tensor<i32>) -> tensor<3x2xi32>
    reducer(%a: tensor<i32>, %c: tensor<i32>) {
    %g = stablehlo.add %a, %c : tensor<i32>
    %h = stablehlo.subtract %g, %a : tensor<i32>
    stablehlo.return %h : tensor<i32>
  }
  %3:2 = stablehlo.reduce(%p init: %b), (%n init: %i) across dimensions = [1] : (tensor<5x7xi1>, tensor<5x7xi32>, tensor<i1>, tensor<i32>) -> (tensor<5xi1>, tensor<5xi32>)
    reducer(%a: tensor<i1>, %c: tensor<i1>) (%d: tensor<i32>, %e: tensor<i32>) {
    %g = stablehlo.or %a, %c : tensor<i1>
    %h = stablehlo.maximum %d, %e : tensor<i32>
    stablehlo.return %g, %h : tensor<i1>, tensor<i32>
  }
  return
}

func.func @scan(%x: tensor<7x3xi32>, %y: tensor<2x9xf32>, %p: tensor<5xi1>, %u: tensor<6xui8>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %full = stablehlo.constant dense<255> : tensor<ui8>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[6, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 7, 1>}> ({
  ^bb0(%a: tensor<i32>, %c: tensor<i32>):
    %g = stablehlo.add %a, %c : tensor<i32>
    stablehlo.return %g : tensor<i32>
  }) : (tensor<7x3xi32>, tensor<i32>) -> tensor<7x3xi32>
  %1 = "stablehlo.reduce_window"(%x, %one) <{padding = dense<[[0, 0], [0, 2]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<i32>, %c: tensor<i32>):
    %g = stablehlo.multiply %a, %c : tensor<i32>
    stablehlo.return %g : tensor<i32>
  }) : (tensor<7x3xi32>, tensor<i32>) -> tensor<7x3xi32>
  %2 = "stablehlo.reduce_window"(%y, %low) <{padding = dense<[[0, 0], [0, 8]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 9>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %g = stablehlo.maximum %a, %c : tensor<f32>
    stablehlo.return %g : tensor<f32>
  }) : (tensor<2x9xf32>, tensor<f32>) -> tensor<2x9xf32>
  %3 = "stablehlo.reduce_window"(%p, %false) <{padding = dense<[[4, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 5>}> ({
  ^bb0(%a: tensor<i1>, %c: tensor<i1>):
    %g = stablehlo.or %a, %c : tensor<i1>
    stablehlo.return %g : tensor<i1>
  }) : (tensor<5xi1>, tensor<i1>) -> tensor<5xi1>
  %4 = "stablehlo.reduce_window"(%u, %full) <{padding = dense<[[7, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 8>}> ({
  ^bb0(%a: tensor<ui8>, %c: tensor<ui8>):
    %g = stablehlo.minimum %a, %c : tensor<ui8>
    stablehlo.return %g : tensor<ui8>
  }) : (tensor<6xui8>, tensor<ui8>) -> tensor<6xui8>
  // Two at once.
  %5:2 = "stablehlo.reduce_window"(%y, %y, %low, %low) <{padding = dense<[[0, 0], [8, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 9>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %g = stablehlo.maximum %a, %c : tensor<f32>
    %h = stablehlo.maximum %b, %d : tensor<f32>
    stablehlo.return %g, %h : tensor<f32>, tensor<f32>
  }) : (tensor<2x9xf32>, tensor<2x9xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x9xf32>, tensor<2x9xf32>)
  return
}

// Lengths at which columns beat a gather for some meshes, even and uneven.
func.func @sort(%k: tensor<323xi32>, %v: tensor<323xf32>, %i: tensor<324xi32>, %j: tensor<2x336xf32>, %l: tensor<336x2xi32>, %s: tensor<7xf32>) {
  %0:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %lt = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<323xi32>, tensor<323xf32>) -> (tensor<323xi32>, tensor<323xf32>)
  %1 = "stablehlo.sort"(%i) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %lt = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<324xi32>) -> tensor<324xi32>
  %2:2 = "stablehlo.sort"(%j, %j) <{dimension = -1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %abs = stablehlo.abs %a : tensor<f32>
    %other = stablehlo.abs %b : tensor<f32>
    %lt = stablehlo.compare LT, %abs, %other : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<2x336xf32>, tensor<2x336xf32>) -> (tensor<2x336xf32>, tensor<2x336xf32>)
  %3:2 = "stablehlo.sort"(%l, %l) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %lt = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<336x2xi32>, tensor<336x2xi32>) -> (tensor<336x2xi32>, tensor<336x2xi32>)
  %4 = "stablehlo.sort"(%s) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %lt = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<7xf32>) -> tensor<7xf32>
  return
}

func.func @top_k(%x: tensor<3x13xf32>, %i: tensor<9xi32>, %u: tensor<7xui8>) {
  %0:2 = chlo.top_k(%x, k = 4) : tensor<3x13xf32> -> (tensor<3x4xf32>, tensor<3x4xi32>)
  %1:2 = chlo.top_k(%i, k = 9) : tensor<9xi32> -> (tensor<9xi32>, tensor<9xi32>)
  %2:2 = chlo.top_k(%u, k = 1) : tensor<7xui8> -> (tensor<1xui8>, tensor<1xi32>)
  return
}

func.func @matrices(%a: tensor<5x2x2xf32>, %b: tensor<5x2x3xf32>, %r: tensor<5x4x2xf32>, %x: tensor<5x6xf32>, %c: tensor<5x6xcomplex<f32>>, %w: tensor<5x4xi32>, %n: tensor<5x4x2xi16>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<5x2x2xf32>
  %1 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<5x2x2xf32>, tensor<5x2x3xf32>) -> tensor<5x2x3xf32>
  %2 = "stablehlo.triangular_solve"(%a, %r) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<5x2x2xf32>, tensor<5x4x2xf32>) -> tensor<5x4x2xf32>
  %3 = stablehlo.fft %c, type = FFT, length = [6] : (tensor<5x6xcomplex<f32>>) -> tensor<5x6xcomplex<f32>>
  %4 = stablehlo.fft %x, type = RFFT, length = [6] : (tensor<5x6xf32>) -> tensor<5x4xcomplex<f32>>
  %5 = stablehlo.bitcast_convert %w : (tensor<5x4xi32>) -> tensor<5x4xf32>
  %6 = stablehlo.bitcast_convert %w : (tensor<5x4xi32>) -> tensor<5x4x2xi16>
  %7 = stablehlo.bitcast_convert %n : (tensor<5x4x2xi16>) -> tensor<5x4xi32>
  return
}

func.func @batch_norm(%x: tensor<3x5x2xf32>, %s: tensor<5xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 1.000000e+01 : f32, feature_index = 1 : i64}> : (tensor<3x5x2xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<3x5x2xf32>
  return
}

// Windows along split dims: single indices, vectors, narrow and unsigned ones,
// batching dims, windows that reach outside (dropped whole), duplicates.
func.func @windows_by_index(%x: tensor<7x6xf32>, %n: tensor<7x6xi32>, %i: tensor<4x1xi32>, %flat: tensor<3xui8>, %pair: tensor<2x3xi64>, %b: tensor<3x7x4xf32>, %bi: tensor<3x5x1xi32>, %u: tensor<4x3x6xi32>, %v: tensor<4x2x6xi32>, %w: tensor<2x3x2x3xi32>, %bu: tensor<3x5x2x4xf32>, %p: tensor<2x2x3xi32>, %su: tensor<3x3x6xi32>) {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 3, 6>}> : (tensor<7x6xf32>, tensor<4x1xi32>) -> tensor<4x3x6xf32>
  %1 = "stablehlo.gather"(%n, %flat) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 7, 4>}> : (tensor<7x6xi32>, tensor<3xui8>) -> tensor<7x3x4xi32>
  %2 = "stablehlo.gather"(%n, %pair) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 3, 2>}> : (tensor<7x6xi32>, tensor<2x3xi64>) -> tensor<3x3x2xi32>
  %3 = "stablehlo.gather"(%b, %bi) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 4>}> : (tensor<3x7x4xf32>, tensor<3x5x1xi32>) -> tensor<3x2x5x4xf32>
  %4 = "stablehlo.scatter"(%n, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %c: tensor<i32>):
    %m = stablehlo.add %a, %c : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<7x6xi32>, tensor<4x1xi32>, tensor<4x3x6xi32>) -> tensor<7x6xi32>
  // The last update wins.
  %5 = "stablehlo.scatter"(%n, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %c: tensor<i32>):
    stablehlo.return %c : tensor<i32>
  }) : (tensor<7x6xi32>, tensor<4x1xi32>, tensor<4x2x6xi32>) -> tensor<7x6xi32>
  %6 = "stablehlo.scatter"(%n, %p, %w) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %c: tensor<i32>):
    %m = stablehlo.maximum %a, %c : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<7x6xi32>, tensor<2x2x3xi32>, tensor<2x3x2x3xi32>) -> tensor<7x6xi32>
  %7 = "stablehlo.scatter"(%b, %bi, %bu) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %m = stablehlo.add %a, %c : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<3x7x4xf32>, tensor<3x5x1xi32>, tensor<3x5x2x4xf32>) -> tensor<3x7x4xf32>
  %8 = "stablehlo.scatter"(%n, %flat, %su) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %c: tensor<i32>):
    %m = stablehlo.minimum %a, %c : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<7x6xi32>, tensor<3xui8>, tensor<3x3x6xi32>) -> tensor<7x6xi32>
  return
}

// Bits depend on the global place alone.
func.func @random(%s: tensor<2xui64>, %t: tensor<3xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x7xui32>)
  %2, %3 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6x7xui64>)
  %4, %5 = stablehlo.rng_bit_generator %t, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5x6xui32>)
  %6, %7 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3x5xui16>)
  return
}

// Nothing beside the split dim.
func.func @empty(%x: tensor<0x6xf32>, %n: tensor<0x6xi32>, %s: tensor<f32>, %i: tensor<i32>, %u: tensor<0x2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %lt = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<0x6xf32>) -> tensor<0x6xf32>
  %1:2 = stablehlo.reduce(%x init: %s), (%n init: %i) across dimensions = [1] : (tensor<0x6xf32>, tensor<0x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<0xf32>, tensor<0xi32>)
    reducer(%a: tensor<f32>, %c: tensor<f32>) (%d: tensor<i32>, %e: tensor<i32>) {
    %g = stablehlo.maximum %a, %c : tensor<f32>
    %h = stablehlo.add %d, %e : tensor<i32>
    stablehlo.return %g, %h : tensor<f32>, tensor<i32>
  }
  %2:2 = stablehlo.reduce(%x init: %s), (%n init: %i) across dimensions = [0] : (tensor<0x6xf32>, tensor<0x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
    reducer(%a: tensor<f32>, %c: tensor<f32>) (%d: tensor<i32>, %e: tensor<i32>) {
    %g = stablehlo.maximum %a, %c : tensor<f32>
    %h = stablehlo.add %d, %e : tensor<i32>
    stablehlo.return %g, %h : tensor<f32>, tensor<i32>
  }
  %3 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [5, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 6>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %g = stablehlo.add %a, %c : tensor<f32>
    stablehlo.return %g : tensor<f32>
  }) : (tensor<0x6xf32>, tensor<f32>) -> tensor<0x6xf32>
  %4:2 = chlo.top_k(%x, k = 2) : tensor<0x6xf32> -> (tensor<0x2xf32>, tensor<0x2xi32>)
  %5 = stablehlo.dynamic_slice %x, %i, %i, sizes = [0, 2] : (tensor<0x6xf32>, tensor<i32>, tensor<i32>) -> tensor<0x2xf32>
  %6 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<0x6xf32>, tensor<0x2xf32>, tensor<i32>, tensor<i32>) -> tensor<0x6xf32>
  return
}

// Types of other widths.
func.func @types(%h: tensor<100xbf16>, %d: tensor<840xf64>, %c: tensor<840xcomplex<f32>>, %n: tensor<840xi8>) {
  %0:3 = "stablehlo.sort"(%d, %c, %n) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %e: tensor<complex<f32>>, %f: tensor<complex<f32>>, %p: tensor<i8>, %q: tensor<i8>):
    %lt = stablehlo.compare GT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<840xf64>, tensor<840xcomplex<f32>>, tensor<840xi8>) -> (tensor<840xf64>, tensor<840xcomplex<f32>>, tensor<840xi8>)
  %1:2 = chlo.top_k(%h, k = 7) : tensor<100xbf16> -> (tensor<7xbf16>, tensor<7xi32>)
  return
}
