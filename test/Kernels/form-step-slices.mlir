// A slice of the batch at the microbatch's number is a view, if it is one piece
// of memory that moves by the same amount from microbatch to microbatch. So are
// rows of the stacks that a scan walks along.
// RUN: %popt %s --split-input-file --form-kernels | FileCheck %s

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>

// The index is no longer computed; a row has 64 bytes.
// CHECK-LABEL: func.func @main_pp0
// CHECK-SAME: (%[[BATCH:.+]]: tensor<12x16xf32>,
// CHECK: dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %{{.+}} =
// CHECK-NEXT: dist.task 0
// CHECK-NEXT: %[[MICROBATCH:.+]] = dist.step_slice %[[BATCH]] at %[[STEP]] begin 0 stride 64 : tensor<12x16xf32>, tensor<i32> -> tensor<4x16xf32>
// CHECK-NEXT: func.call @{{.+}}(%{{.+}}, %[[MICROBATCH]])
func.func @main_pp0(%batch: tensor<12x16xf32>, %zero: tensor<4x16xf32>) -> tensor<4x16xf32> attributes {dist.coordinate = 0 : i64} {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4x16xf32>)
      attributes {dist.order = #dist.order<run 0:0, run 0:1, run 0:2>} {
    %1 = dist.task 0 "0F" (%old = %sum) -> tensor<4x16xf32> {
      %c4 = stablehlo.constant dense<4> : tensor<i32>
      %c0 = stablehlo.constant dense<0> : tensor<i32>
      %begin = stablehlo.multiply %step, %c4 : tensor<i32>
      %part = stablehlo.dynamic_slice %batch, %begin, %c0, sizes = [4, 16] : (tensor<12x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
      %next = stablehlo.add %old, %part : tensor<4x16xf32>
      dist.yield %next : tensor<4x16xf32>
    }
    dist.return %1 : tensor<4x16xf32>
  }
  return %0 : tensor<4x16xf32>
}

// -----

// Any affine index, from the last one on, of other types, in other dims; what
// is computed before the loop is as good as an argument.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
// CHECK-LABEL: func.func @main_pp0
// CHECK-SAME: (%[[X:.+]]: tensor<2x8x16xf32>)
// CHECK: %[[TANH:.+]] = call
// CHECK: dist.task 0
// CHECK-NEXT: dist.step_slice %[[X]] at %{{.+}} begin 224 stride -32 : tensor<2x8x16xf32>, tensor<i32> -> tensor<1x2x16xf32>
// CHECK-NEXT: dist.step_slice %[[TANH]] at %{{.+}} begin 0 stride 0 : tensor<2x8x16xf32>, tensor<i32> -> tensor<1x8x16xf32>
func.func @main_pp0(%x: tensor<2x8x16xf32>) attributes {dist.coordinate = 0 : i64} {
  %tanh = stablehlo.tanh %x : tensor<2x8x16xf32>
  dist.time_loop over {"mb"} on @mesh (%step) -> ()
      attributes {dist.order = #dist.order<run 0:0, send 0:0, send 3:0, sent 0:0, sent 3:0, run 0:1, send 0:1, send 3:1, sent 0:1, sent 3:1, run 0:2, send 0:2, send 3:2, sent 0:2, sent 3:2>} {
    %1:2 = dist.task 0 "0F" () -> (tensor<1x2x16xf32>, tensor<1x8x16xf32>) {
      %c3 = stablehlo.constant dense<3> : tensor<i64>
      %c2 = stablehlo.constant dense<2> : tensor<i64>
      %c1 = stablehlo.constant dense<1> : tensor<i64>
      %c0 = stablehlo.constant dense<0> : tensor<i64>
      %wide = stablehlo.convert %step : (tensor<i32>) -> tensor<i64>
      %back = stablehlo.subtract %c3, %wide : tensor<i64>
      %row = stablehlo.multiply %back, %c2 : tensor<i64>
      %0 = stablehlo.dynamic_slice %x, %c1, %row, %c0, sizes = [1, 2, 16] : (tensor<2x8x16xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x2x16xf32>
      %none = stablehlo.subtract %wide, %wide : tensor<i64>
      %2 = stablehlo.dynamic_slice %tanh, %none, %c0, %c0, sizes = [1, 8, 16] : (tensor<2x8x16xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x8x16xf32>
      dist.yield %0, %2 : tensor<1x2x16xf32>, tensor<1x8x16xf32>
    }
    dist.send %1#0 message 0 to 1 on @mesh : tensor<1x2x16xf32>
    dist.sent %1#0 message 0 : tensor<1x2x16xf32>
    dist.send %1#1 message 3 to 1 on @mesh : tensor<1x8x16xf32>
    dist.sent %1#1 message 3 : tensor<1x8x16xf32>
    dist.return
  }
  return
}

// -----

// A loop without tasks.
dist.mesh @mesh = <time ["mb"=3]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[BATCH:.+]]: tensor<12x16xf32>,
// CHECK: dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %{{.+}} =
// CHECK-NEXT: %[[MICROBATCH:.+]] = dist.step_slice %[[BATCH]] at %[[STEP]] begin 0 stride 64 : tensor<12x16xf32>, tensor<i32> -> tensor<4x16xf32>
// CHECK-NEXT: func.call @{{.+}}(%{{.+}}, %[[MICROBATCH]])
func.func @main(%batch: tensor<12x16xf32>, %zero: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4x16xf32>) {
    %c4 = stablehlo.constant dense<4> : tensor<i32>
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %begin = stablehlo.multiply %step, %c4 : tensor<i32>
    %part = stablehlo.dynamic_slice %batch, %begin, %c0, sizes = [4, 16] : (tensor<12x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %next = stablehlo.add %sum, %part : tensor<4x16xf32>
    dist.return %next : tensor<4x16xf32>
  }
  return %0 : tensor<4x16xf32>
}

// -----

// Loops in loops: each slice follows its own.
dist.mesh @mesh = <time ["mb"=3, "part"=2]>
// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %{{.+}} =
// CHECK: dist.time_loop over {"part"} on @mesh (%[[PART:.+]], %{{.+}} =
// CHECK-DAG: dist.step_slice %{{.+}} at %[[STEP]] begin 0 stride 64
// CHECK-DAG: dist.step_slice %{{.+}} at %[[PART]] begin 0 stride 64
func.func @main(%batch: tensor<12x16xf32>, %zero: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4x16xf32>) {
    %1 = dist.time_loop over {"part"} on @mesh (%part, %inner = %sum) -> (tensor<4x16xf32>) {
      %c4 = stablehlo.constant dense<4> : tensor<i32>
      %c0 = stablehlo.constant dense<0> : tensor<i32>
      %outer_begin = stablehlo.multiply %step, %c4 : tensor<i32>
      %inner_begin = stablehlo.multiply %part, %c4 : tensor<i32>
      %a = stablehlo.dynamic_slice %batch, %outer_begin, %c0, sizes = [4, 16] : (tensor<12x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
      %b = stablehlo.dynamic_slice %batch, %inner_begin, %c0, sizes = [4, 16] : (tensor<12x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
      %ab = stablehlo.add %a, %b : tensor<4x16xf32>
      %next = stablehlo.add %inner, %ab : tensor<4x16xf32>
      dist.return %next : tensor<4x16xf32>
    }
    dist.return %1 : tensor<4x16xf32>
  }
  return %0 : tensor<4x16xf32>
}

// -----

// Copies remain of what is not one piece of memory, of indices that are clamped,
// wrap around or do not grow evenly, and of pieces that would begin in between
// the arena's boundaries.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
// CHECK-LABEL: func.func @main_pp0
// CHECK-NOT: dist.step_slice
// CHECK: return
func.func @main_pp0(%x: tensor<12x16xf32>, %zero: tensor<4x16xf32>, %long: tensor<200x16xi8>, %square: tensor<5x16xf32>, %small: tensor<3x2xf32>, %at: tensor<i32>) -> tensor<4x16xf32> attributes {dist.coordinate = 0 : i64} {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4x16xf32>)
      attributes {dist.order = #dist.order<run 0:0, run 0:1, run 0:2>} {
    %1 = dist.task 0 "0F" (%old = %sum) -> tensor<4x16xf32> {
      %c0 = stablehlo.constant dense<0> : tensor<i32>
      %c4 = stablehlo.constant dense<4> : tensor<i32>
      %c5 = stablehlo.constant dense<5> : tensor<i32>
      %column = stablehlo.multiply %step, %c4 : tensor<i32>
      %columns = stablehlo.dynamic_slice %x, %c0, %column, sizes = [4, 4] : (tensor<12x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
      %far = stablehlo.multiply %step, %c5 : tensor<i32>
      %clamped = stablehlo.dynamic_slice %x, %far, %c0, sizes = [4, 16] : (tensor<12x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
      %narrow = stablehlo.convert %step : (tensor<i32>) -> tensor<i8>
      %c64 = stablehlo.constant dense<64> : tensor<i8>
      %c0_0 = stablehlo.constant dense<0> : tensor<i8>
      %row = stablehlo.multiply %narrow, %c64 : tensor<i8>
      %wrapped = stablehlo.dynamic_slice %long, %row, %c0_0, sizes = [4, 16] : (tensor<200x16xi8>, tensor<i8>, tensor<i8>) -> tensor<4x16xi8>
      %power = stablehlo.multiply %step, %step : tensor<i32>
      %uneven = stablehlo.dynamic_slice %square, %power, %c0, sizes = [1, 16] : (tensor<5x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
      %between = stablehlo.dynamic_slice %small, %step, %c0, sizes = [1, 2] : (tensor<3x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %open = stablehlo.dynamic_slice %x, %at, %c0, sizes = [1, 16] : (tensor<12x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
      %wide = stablehlo.convert %wrapped : (tensor<4x16xi8>) -> tensor<4x16xf32>
      %2 = stablehlo.broadcast_in_dim %uneven, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<4x16xf32>
      %3 = stablehlo.broadcast_in_dim %open, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<4x16xf32>
      %4 = stablehlo.concatenate %columns, %columns, %columns, %columns, dim = 1 : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x16xf32>
      %low = stablehlo.constant dense<0.0> : tensor<f32>
      %5 = stablehlo.pad %between, %low, low = [3, 14], high = [0, 0], interior = [0, 0] : (tensor<1x2xf32>, tensor<f32>) -> tensor<4x16xf32>

      %6 = stablehlo.add %old, %clamped : tensor<4x16xf32>
      %7 = stablehlo.add %6, %wide : tensor<4x16xf32>
      %8 = stablehlo.add %7, %2 : tensor<4x16xf32>
      %9 = stablehlo.add %8, %3 : tensor<4x16xf32>
      %10 = stablehlo.add %9, %4 : tensor<4x16xf32>
      %11 = stablehlo.add %10, %5 : tensor<4x16xf32>
      dist.yield %11 : tensor<4x16xf32>
    }
    dist.return %1 : tensor<4x16xf32>
  }
  return %0 : tensor<4x16xf32>
}

// -----

// A row that is read and replaced: its readers do so before.
dist.mesh @mesh = <time ["mb"=3]>
// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %[[OLD:.+]] =
// CHECK-NEXT: %[[PART:.+]] = dist.step_slice %[[OLD]] at %[[STEP]] begin 0 stride 64
// CHECK-NEXT: %[[TANH:.+]] = func.call @{{.+}}(%[[PART]])
// CHECK-NEXT: %[[NEXT:.+]] = dist.step_update %[[OLD]] with %[[TANH]] at %[[STEP]] begin 0 stride 64
// CHECK-NEXT: dist.return %[[NEXT]]
func.func @main(%x: tensor<12x16xf32>) -> tensor<12x16xf32> {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %old = %x) -> (tensor<12x16xf32>) {
    %c4 = stablehlo.constant dense<4> : tensor<i32>
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %begin = stablehlo.multiply %step, %c4 : tensor<i32>
    %part = stablehlo.dynamic_slice %old, %begin, %c0, sizes = [4, 16] : (tensor<12x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %tanh = stablehlo.tanh %part : tensor<4x16xf32>
    %next = stablehlo.dynamic_update_slice %old, %tanh, %begin, %c0 : (tensor<12x16xf32>, tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<12x16xf32>
    dist.return %next : tensor<12x16xf32>
  }
  return %0 : tensor<12x16xf32>
}

// -----

// The old row is read by others, too, whenever they run: it is copied. So are rows
// of what the loop makes itself.
dist.mesh @mesh = <time ["mb"=3]>
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.step_slice
// CHECK: dist.step_update
// CHECK-NOT: dist.step_slice
// CHECK: return
func.func @main(%x: tensor<12x16xf32>, %zero: tensor<4x16xf32>) -> (tensor<12x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) {
  %0:3 = dist.time_loop over {"mb"} on @mesh (%step, %old = %x, %sum = %zero, %other = %zero) -> (tensor<12x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) {
    %c4 = stablehlo.constant dense<4> : tensor<i32>
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %begin = stablehlo.multiply %step, %c4 : tensor<i32>
    %part = stablehlo.dynamic_slice %old, %begin, %c0, sizes = [4, 16] : (tensor<12x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %tanh = stablehlo.tanh %part : tensor<4x16xf32>
    %next = stablehlo.dynamic_update_slice %old, %tanh, %begin, %c0 : (tensor<12x16xf32>, tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<12x16xf32>
    %both = stablehlo.add %sum, %part : tensor<4x16xf32>
    %wide = stablehlo.concatenate %tanh, %both, %sum, dim = 0 : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<12x16xf32>
    %own = stablehlo.dynamic_slice %wide, %begin, %c0, sizes = [4, 16] : (tensor<12x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %last = stablehlo.add %other, %own : tensor<4x16xf32>
    dist.return %next, %both, %last : tensor<12x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<12x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
}

// -----

// A scan, as JAX prints it: the weights are carried as they are, an index below
// zero counts from the end, what is written gets a dim of one. The counter begins
// at 2, since the loop is the second part of one that was cut.
// CHECK-LABEL: func.func @scan
// CHECK-SAME: (%[[WEIGHTS:.+]]: tensor<6x16x16xf32>, %[[X:.+]]: tensor<8x16xf32>)
// CHECK: %[[EMPTY:.+]] = dist.empty : tensor<4x8x16xf32>
// CHECK: stablehlo.while(%[[I:[^ ]+]] = %{{.+}}, %[[H:[^ ]+]] = %[[X]], %[[KEPT:[^ ]+]] = %[[EMPTY]])
// CHECK-SAME: dist.counter = array<i64: 0, 2, 1, 4>
// CHECK: } do {
// CHECK-NEXT: %[[ROW:.+]] = dist.step_slice %[[WEIGHTS]] at %[[I]] begin 1280 stride -256 : tensor<6x16x16xf32>, tensor<i32> -> tensor<1x16x16xf32>
// CHECK-NEXT: %[[LAYER:.+]] = stablehlo.reshape %[[ROW]]
// CHECK-NEXT: %[[Y:.+]] = stablehlo.dot_general %[[H]], %[[LAYER]]
// CHECK: %[[NEW:.+]] = stablehlo.reshape %[[Y]] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
// CHECK-NEXT: %[[NEXT:.+]] = dist.step_update %[[KEPT]] with %[[NEW]] at %[[I]] begin -256 stride 128 : tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>
// CHECK: stablehlo.return %{{.+}}, %{{.+}}, %[[NEXT]]
func.func @scan(%w: tensor<6x16x16xf32>, %x: tensor<8x16xf32>) -> tensor<4x8x16xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %c6 = stablehlo.constant dense<6> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x8x16xf32>
  %0:4 = stablehlo.while(%ws = %w, %i = %c2, %h = %x, %kept = %zeros) : tensor<6x16x16xf32>, tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c6 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %minus = stablehlo.subtract %c0, %i : tensor<i32>
    %before = stablehlo.subtract %minus, %c1 : tensor<i32>
    %isBelow = stablehlo.compare LT, %before, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %fromEnd = stablehlo.add %before, %c6 : tensor<i32>
    %at = stablehlo.select %isBelow, %fromEnd, %before : tensor<i1>, tensor<i32>
    %row = stablehlo.dynamic_slice %ws, %at, %c0, %c0, sizes = [1, 16, 16] : (tensor<6x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %layer = stablehlo.reshape %row : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %y = stablehlo.dot_general %h, %layer, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %next = stablehlo.tanh %y : tensor<8x16xf32>
    %own = stablehlo.subtract %i, %c2 : tensor<i32>
    %one = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %all = stablehlo.dynamic_update_slice %kept, %one, %own, %c0, %c0 : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %ws, %j, %next, %all : tensor<6x16x16xf32>, tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32>
  }
  return %0#3 : tensor<4x8x16xf32>
}

// -----

// Scans that data ends count nothing. Rows that are there before the iteration, or
// that no operation makes, are copied by a kernel.
// CHECK-LABEL: func.func @open
// CHECK-NOT: dist.counter
// CHECK-NOT: dist.step_
// CHECK-LABEL: func.func @there
// CHECK: dist.counter
// CHECK-NOT: dist.step_
// CHECK: func.func
func.func @open(%w: tensor<4x16x16xf32>, %x: tensor<8x16xf32>, %n: tensor<i32>) -> tensor<8x16xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c0, %h = %x) : tensor<i32>, tensor<8x16xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %w, %i, %c0, %c0, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %layer = stablehlo.reshape %row : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %y = stablehlo.dot_general %h, %layer, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<8x16xf32>
  }
  return %0#1 : tensor<8x16xf32>
}
func.func @there(%w: tensor<16x16xf32>, %x: tensor<8x16xf32>, %a: tensor<4x8x16xf32>, %b: tensor<4x8x16xf32>) -> (tensor<4x8x16xf32>, tensor<4x8x16xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<1x8x16xf32>
  %0:4 = stablehlo.while(%i = %c0, %h = %x, %as = %a, %bs = %b) : tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %row = stablehlo.reshape %h : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.dynamic_update_slice %as, %row, %i, %c0, %c0 : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    %2 = stablehlo.dynamic_update_slice %bs, %zeros, %i, %c0, %c0 : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %j, %y, %1, %2 : tensor<i32>, tensor<8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  }
  return %0#2, %0#3 : tensor<4x8x16xf32>, tensor<4x8x16xf32>
}

// -----

// What an iteration began with is stored, as a row, by the last kernel that reads
// it element by element: %h beside its next value. Only a product reads %g: its row
// is copied.
// CHECK-LABEL: func.func @scan
// CHECK: stablehlo.while(%[[I:[^ ]+]] = %{{.+}}, %[[H:[^ ]+]] = %{{.+}}, %[[G:[^ ]+]] = %{{.+}}, %{{[^ ]+}} = %{{.+}}, %{{[^ ]+}} = %{{.+}})
// CHECK: } do {
// CHECK: %[[Y:.+]] = stablehlo.dot_general %[[H]], %{{.+}}
// CHECK: %[[Z:.+]] = stablehlo.dot_general %[[G]], %{{.+}}
// CHECK: %[[BOTH:.+]]:2 = func.call @{{.+}}(%[[H]], %[[Y]])
// CHECK: %[[ROW:.+]] = stablehlo.reshape %[[BOTH]]#{{[01]}} : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
// CHECK: dist.step_update %{{.+}} with %[[ROW]] at %[[I]]
// CHECK-NOT: dist.step_update
// CHECK: return
func.func @scan(%w: tensor<16x16xf32>, %x: tensor<8x16xf32>) -> (tensor<4x8x16xf32>, tensor<4x8x16xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x8x16xf32>
  %0:5 = stablehlo.while(%i = %c0, %h = %x, %g = %x, %hs = %zeros, %gs = %zeros) : tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %z = stablehlo.dot_general %g, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %next = stablehlo.add %h, %y : tensor<8x16xf32>
    %hrow = stablehlo.broadcast_in_dim %h, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %grow = stablehlo.broadcast_in_dim %g, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %hs1 = stablehlo.dynamic_update_slice %hs, %hrow, %i, %c0, %c0 : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    %gs1 = stablehlo.dynamic_update_slice %gs, %grow, %i, %c0, %c0 : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %j, %next, %z, %hs1, %gs1 : tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  }
  return %0#3, %0#4 : tensor<4x8x16xf32>, tensor<4x8x16xf32>
}
