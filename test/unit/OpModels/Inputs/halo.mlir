// Operations that move elements along dimensions, for every split of these.

// Strides, padding on one side and on both, windows that reach over several
// neighbours, dilated inputs and kernels, negative padding.
func.func @windows_of_input(%x: tensor<2x9x3xi32>, %k: tensor<3x3x2xi32>, %k5: tensor<5x3x2xi32>, %one: tensor<1x3x2xi32>, %y: tensor<2x13x3xi32>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x3xi32>, tensor<3x3x2xi32>) -> tensor<2x9x2xi32>
  %1 = stablehlo.convolution(%y, %k5) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x3xi32>, tensor<5x3x2xi32>) -> tensor<2x13x2xi32>
  %2 = stablehlo.convolution(%y, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x3xi32>, tensor<3x3x2xi32>) -> tensor<2x6x2xi32>
  %3 = stablehlo.convolution(%y, %one) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x3xi32>, tensor<1x3x2xi32>) -> tensor<2x7x2xi32>
  %4 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x3xi32>, tensor<3x3x2xi32>) -> tensor<2x18x2xi32>
  %5 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[2, 3]], lhs_dilate = [3], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x3xi32>, tensor<3x3x2xi32>) -> tensor<2x13x2xi32>
  %6 = stablehlo.convolution(%y, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[4, 4]], rhs_dilate = [4]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x3xi32>, tensor<3x3x2xi32>) -> tensor<2x13x2xi32>
  %7 = stablehlo.convolution(%y, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[-1, -2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x3xi32>, tensor<3x3x2xi32>) -> tensor<2x8x2xi32>
  // Taps so far apart that whole blocks lie between them.
  %9 = stablehlo.convolution(%y, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[6, 6]], rhs_dilate = [6]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x3xi32>, tensor<3x3x2xi32>) -> tensor<2x7x2xi32>
  %8 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x3xi32>, tensor<3x3x2xi32>) -> tensor<2x9x2xi32>
  return
}

// Kernels as large as images: gradients of kernels.
func.func @taps_of_kernel(%x: tensor<2x9x3xi32>, %g: tensor<9x3x2xi32>, %y: tensor<2x13x3xi32>, %h: tensor<6x3x2xi32>, %z: tensor<2x8x3xi32>, %j: tensor<8x3x2xi32>, %five: tensor<5x3x2xi32>, %four: tensor<4x3x2xi32>) {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x3xi32>, tensor<9x3x2xi32>) -> tensor<2x3x2xi32>
  %1 = stablehlo.convolution(%y, %h) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 0]], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x3xi32>, tensor<6x3x2xi32>) -> tensor<2x3x2xi32>
  %2 = stablehlo.convolution(%x, %g) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 1]], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x3xi32>, tensor<9x3x2xi32>) -> tensor<2x4x2xi32>
  %3 = stablehlo.convolution(%z, %j) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x8x3xi32>, tensor<8x3x2xi32>) -> tensor<1x3x2xi32>
  // Windows so far apart: the gradients of dilated kernels, of even and of uneven
  // blocks.
  %5 = stablehlo.convolution(%y, %five) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [5], pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x3xi32>, tensor<5x3x2xi32>) -> tensor<2x3x2xi32>
  %6 = stablehlo.convolution(%y, %four) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [5], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x3xi32>, tensor<4x3x2xi32>) -> tensor<2x2x2xi32>
  %4 = stablehlo.convolution(%x, %g) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 1]], lhs_dilate = [2], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x3xi32>, tensor<9x3x2xi32>) -> tensor<2x2x2xi32>
  return
}

// Two spatial dims: corners.
func.func @images(%x: tensor<2x6x5x3xf32>, %k: tensor<3x3x3x2xf32>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x5x3xf32>, tensor<3x3x3x2xf32>) -> tensor<2x6x5x2xf32>
  return
}

func.func @reduced_windows(%x: tensor<2x13xf32>, %s: tensor<f32>, %i: tensor<2x13xi32>, %n: tensor<i32>, %y: tensor<2x8xf32>) {
  // The initial value is the padding, too.
  %0 = "stablehlo.reduce_window"(%x, %s) <{padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<2x13xf32>, tensor<f32>) -> tensor<2x13xf32>
  %1 = "stablehlo.reduce_window"(%x, %s) <{padding = dense<[[0, 0], [2, 3]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 5>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<2x13xf32>, tensor<f32>) -> tensor<2x7xf32>
  %2 = "stablehlo.reduce_window"(%y, %s) <{padding = dense<[[0, 0], [1, 2]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 1, 3>, window_dilations = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x12xf32>
  // The larger value with its index: two values at a time.
  %3:2 = "stablehlo.reduce_window"(%x, %i, %s, %n) <{padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    %p = stablehlo.compare GE, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %p, %a, %c : tensor<i1>, tensor<f32>
    %w = stablehlo.select %p, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }) : (tensor<2x13xf32>, tensor<2x13xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  %4 = "stablehlo.reduce_window"(%i, %n) <{window_dimensions = array<i64: 2, 7>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.minimum %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<2x13xi32>, tensor<i32>) -> tensor<1x7xi32>
  return
}

// Bodies that are no monoid, over windows with padding and gaps.
func.func @odd_bodies(%x: tensor<3x13xi32>, %n: tensor<i32>, %y: tensor<8x6xi32>) {
  %0 = "stablehlo.reduce_window"(%x, %n) <{padding = dense<[[0, 0], [2, 3]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.multiply %a, %b : tensor<i32>
    %s = stablehlo.add %a, %b : tensor<i32>
    %r = stablehlo.add %p, %s : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<3x13xi32>, tensor<i32>) -> tensor<3x8xi32>
  %1 = "stablehlo.reduce_window"(%y, %n) <{padding = dense<[[1, 2], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.multiply %a, %b : tensor<i32>
    %s = stablehlo.add %a, %b : tensor<i32>
    %r = stablehlo.add %p, %s : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<8x6xi32>, tensor<i32>) -> tensor<8x4xi32>
  return
}

// Overlapping windows with padding, gaps between windows, a rest that no window
// reads; equal elements are frequent.
func.func @selected(%x: tensor<3x13xi32>, %s6: tensor<3x6xi32>, %s7: tensor<3x7xi32>, %s4: tensor<3x4xi32>, %s11: tensor<3x11xi32>, %n: tensor<i32>, %y: tensor<5x6xf32>, %t: tensor<3x3xf32>, %f: tensor<f32>, %s5: tensor<3x5xi32>) {
  %0 = "stablehlo.select_and_scatter"(%x, %s6, %n) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<3x13xi32>, tensor<3x6xi32>, tensor<i32>) -> tensor<3x13xi32>
  %1 = "stablehlo.select_and_scatter"(%x, %s7, %n) <{padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<3x13xi32>, tensor<3x7xi32>, tensor<i32>) -> tensor<3x13xi32>
  %2 = "stablehlo.select_and_scatter"(%x, %s4, %n) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.compare LE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<3x13xi32>, tensor<3x4xi32>, tensor<i32>) -> tensor<3x13xi32>
  %3 = "stablehlo.select_and_scatter"(%x, %s11, %n) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<3x13xi32>, tensor<3x11xi32>, tensor<i32>) -> tensor<3x13xi32>
  %4 = "stablehlo.select_and_scatter"(%y, %t, %f) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<5x6xf32>
  return
}

func.func @moved(%x: tensor<2x13xi32>, %y: tensor<2x5xi32>, %z: tensor<2x1xi32>, %n: tensor<i32>, %f: tensor<3x8x4xf32>, %s: tensor<f32>, %p: tensor<2x13xi1>, %c: tensor<8xcomplex<f32>>) {
  %0 = stablehlo.slice %x [0:2, 3:11] : (tensor<2x13xi32>) -> tensor<2x8xi32>
  %1 = stablehlo.slice %x [0:2, 1:13:3] : (tensor<2x13xi32>) -> tensor<2x4xi32>
  %2 = stablehlo.slice %x [1:2, 12:13] : (tensor<2x13xi32>) -> tensor<1x1xi32>
  %3 = stablehlo.slice %f [0:3, 0:8:2, 1:3] : (tensor<3x8x4xf32>) -> tensor<3x4x2xf32>
  %4 = stablehlo.slice %f [0:3, 4:8, 0:4] : (tensor<3x8x4xf32>) -> tensor<3x4x4xf32>
  %5 = stablehlo.pad %x, %n, low = [0, 2], high = [0, 1], interior = [0, 0] : (tensor<2x13xi32>, tensor<i32>) -> tensor<2x16xi32>
  %6 = stablehlo.pad %x, %n, low = [0, -2], high = [0, -3], interior = [0, 0] : (tensor<2x13xi32>, tensor<i32>) -> tensor<2x8xi32>
  %7 = stablehlo.pad %y, %n, low = [1, 1], high = [0, -2], interior = [0, 2] : (tensor<2x5xi32>, tensor<i32>) -> tensor<3x12xi32>
  %8 = stablehlo.pad %y, %n, low = [0, 9], high = [0, 0], interior = [0, 0] : (tensor<2x5xi32>, tensor<i32>) -> tensor<2x14xi32>
  %9 = stablehlo.pad %f, %s, low = [0, -1, 0], high = [0, 3, 0], interior = [0, 1, 0] : (tensor<3x8x4xf32>, tensor<f32>) -> tensor<3x17x4xf32>
  %10 = stablehlo.reverse %x, dims = [1] : tensor<2x13xi32>
  %11 = stablehlo.reverse %f, dims = [0, 1] : tensor<3x8x4xf32>
  %12 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<2x13xi32>, tensor<2x5xi32>) -> tensor<2x18xi32>
  %13 = stablehlo.concatenate %z, %x, dim = 1 : (tensor<2x1xi32>, tensor<2x13xi32>) -> tensor<2x14xi32>
  %14 = stablehlo.concatenate %z, %y, %z, %x, %y, dim = 1 : (tensor<2x1xi32>, tensor<2x5xi32>, tensor<2x1xi32>, tensor<2x13xi32>, tensor<2x5xi32>) -> tensor<2x25xi32>
  %15 = stablehlo.concatenate %f, %f, dim = 1 : (tensor<3x8x4xf32>, tensor<3x8x4xf32>) -> tensor<3x16x4xf32>
  %16 = stablehlo.reverse %p, dims = [1] : tensor<2x13xi1>
  %17 = stablehlo.slice %c [2:7] : (tensor<8xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return
}

// Rolls by less and by more than a block.
func.func @rolls(%x: tensor<13x4xi32>, %y: tensor<3x8xf32>) {
  %0 = dist.roll %x dim 0 by 2 : tensor<13x4xi32>
  %1 = dist.roll %x dim 0 by 9 : tensor<13x4xi32>
  %2 = dist.roll %y dim 1 by 7 : tensor<3x8xf32>
  return
}
