// A slice of the batch at the microbatch's number is a view, if it is one piece
// of memory that moves by the same amount from microbatch to microbatch.
// RUN: %popt %s --split-input-file --form-kernels | FileCheck %s

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>

// The index is no longer computed; a row has 64 bytes.
// CHECK-LABEL: func.func @main_pp0
// CHECK-SAME: (%[[BATCH:.+]]: tensor<12x16xf32>,
// CHECK: dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %{{.+}} =
// CHECK-NEXT: dist.task 0
// CHECK-NEXT: %[[MICROBATCH:.+]] = dist.step_slice %[[BATCH]] at %[[STEP]] begin 0 stride 64 : tensor<12x16xf32> -> tensor<4x16xf32>
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
// CHECK-NEXT: dist.step_slice %[[X]] at %{{.+}} begin 224 stride -32 : tensor<2x8x16xf32> -> tensor<1x2x16xf32>
// CHECK-NEXT: dist.step_slice %[[TANH]] at %{{.+}} begin 0 stride 0 : tensor<2x8x16xf32> -> tensor<1x8x16xf32>
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
// CHECK-NEXT: %[[MICROBATCH:.+]] = dist.step_slice %[[BATCH]] at %[[STEP]] begin 0 stride 64 : tensor<12x16xf32> -> tensor<4x16xf32>
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

// Slots would follow the inner loop's steps.
dist.mesh @mesh = <time ["mb"=3, "part"=2]>
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.step_slice
// CHECK: return
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

// Nor is what the loop itself makes a view.
dist.mesh @mesh = <time ["mb"=3]>
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.step_slice
// CHECK: return
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
