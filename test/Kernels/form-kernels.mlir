// RUN: popt %s --form-kernels | FileCheck %s
// RUN: popt %s --form-kernels --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LINES

// A map chain between two contractions is one kernel; the bias broadcast is
// part of it. Its last operation's line comes first.
// LINES: call @kernel_0_tanh{{.*}} loc(fused["{{.*}}":[[#@LINE+9]]:8, "{{.*}}":[[#@LINE+7]]:8, "{{.*}}":[[#@LINE+8]]:8])
// CHECK-LABEL: func.func @main
// CHECK: %[[PRODUCT:.+]] = stablehlo.dot_general
// CHECK: %[[HIDDEN:.+]] = call @[[GELU:kernel_0_tanh]](%{{.+}}, %[[PRODUCT]]) : (tensor<16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
// CHECK: stablehlo.dot_general %[[HIDDEN]]
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x16xf32>, %b: tensor<16xf32>, %v: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x16xf32>
  %3 = stablehlo.tanh %2 : tensor<8x16xf32>
  %4 = stablehlo.dot_general %3, %v, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}

// A softmax is one kernel: its row reductions are evaluated once per row.
// CHECK-LABEL: func.func @softmax
// CHECK-NEXT: call @[[SOFTMAX:kernel_1_divide]](%{{.+}}) : (tensor<8x16xf32>) -> tensor<8x16xf32>
// CHECK-NEXT: return
func.func @softmax(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<8x16xf32>
  %3 = stablehlo.exponential %2 : tensor<8x16xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %6 = stablehlo.divide %3, %5 : tensor<8x16xf32>
  return %6 : tensor<8x16xf32>
}

// A column sum read along rows is stored: evaluated there, it would be summed
// again for every row.
// CHECK-LABEL: func.func @column_sum
// CHECK-NEXT: %[[SUM:.+]] = call @{{kernel_[0-9]+_reduce}}(%{{.+}}) : (tensor<8x16xf32>) -> tensor<16xf32>
// CHECK-NEXT: call @{{kernel_[0-9]+_divide}}(%[[SUM]], %{{.+}})
func.func @column_sum(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x16xf32>, tensor<f32>) -> tensor<16xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.divide %x, %1 : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

// Equal clusters are one function; views and transposes that contractions read
// stay.
// CHECK-LABEL: func.func @equal
// CHECK: call @[[$EXP:kernel_[0-9]+_exponential]](
// CHECK: stablehlo.transpose
// CHECK: call @[[$EXP]](
func.func @equal(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x4xf32>, tensor<32xf32>) {
  %0 = stablehlo.exponential %x : tensor<4x8xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.exponential %y : tensor<4x8xf32>
  %3 = stablehlo.dot_general %2, %1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.reshape %2 : (tensor<4x8xf32>) -> tensor<32xf32>
  return %3, %4 : tensor<4x4xf32>, tensor<32xf32>
}

// What is read outside, too, becomes a further result of the reader's kernel
// (optimizer state), and may be written where its operand lies.
// CHECK-LABEL: func.func @momentum
// CHECK-NEXT: %[[NEW:.+]]:2 = call @[[$UPDATE:kernel_[0-9]+_subtract]]
// CHECK-NEXT: return %[[NEW]]#1, %[[NEW]]#0
func.func @momentum(%p: tensor<4x8xf32>, %m: tensor<4x8xf32>, %g: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = stablehlo.add %m, %g : tensor<4x8xf32>
  %1 = stablehlo.subtract %p, %0 : tensor<4x8xf32>
  return %1, %0 : tensor<4x8xf32>, tensor<4x8xf32>
}

// An operation read by a kernel and by what that kernel waits for would make
// the kernel wait for itself: it is a kernel of its own.
// CHECK-LABEL: func.func @no_cycle
// CHECK: %[[E:.+]] = call @[[$EXP]](
// CHECK: %[[D:.+]] = stablehlo.dot_general %[[E]]
// CHECK: call @{{kernel_[0-9]+_add}}(%[[E]], %[[D]])
func.func @no_cycle(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.exponential %x : tensor<4x8xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// Also where what the kernel waits for comes after it, as a result of a kernel
// whose last operation is later still.
// CHECK-LABEL: func.func @no_cycle_through_later
// CHECK: %[[E:.+]] = call @[[$EXP]](%arg0)
// CHECK: %[[D:.+]] = stablehlo.dot_general %[[E]]
// CHECK: call @{{kernel_[0-9]+_multiply}}(%arg1, %[[D]])
func.func @no_cycle_through_later(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = stablehlo.exponential %x : tensor<4x8xf32>
  %1 = stablehlo.sine %y : tensor<4x8xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.add %0, %2 : tensor<4x8xf32>
  %4 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.multiply %1, %4 : tensor<4x8xf32>
  return %3, %5 : tensor<4x8xf32>, tensor<4x8xf32>
}

// A cheap operation on what is stored anyway is computed by both readers.
// CHECK-LABEL: func.func @repeated
// CHECK: %[[STORED:.+]] = stablehlo.dot_general
// CHECK: call @{{kernel_[0-9]+_tanh}}(%[[STORED]]) : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK: %[[OTHER:.+]] = stablehlo.dot_general
// CHECK: call @{{kernel_[0-9]+_multiply}}(%[[STORED]], %[[OTHER]])
func.func @repeated(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %0, %0 : tensor<8x8xf32>
  %2 = stablehlo.tanh %1 : tensor<8x8xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = stablehlo.multiply %3, %1 : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// A softmax may be written over its operand: rows are reduced before they are
// written. Not so where a row is part of a row of the result.
// CHECK-LABEL: func.func @softmax_in_place
// CHECK: call @[[$SOFTMAX_IN_PLACE:kernel_[0-9]+_divide]](
func.func @softmax_in_place(%x: tensor<6x12xf32>) -> tensor<6x12xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<6x12xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x12xf32>, tensor<f32>) -> tensor<6xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x12xf32>
  %4 = stablehlo.divide %0, %3 : tensor<6x12xf32>
  return %4 : tensor<6x12xf32>
}
// CHECK-LABEL: func.func @rows_of_another_shape
// CHECK: call @[[$OTHER_SHAPE:kernel_[0-9]+_divide]](
func.func @rows_of_another_shape(%x: tensor<6x12xf32>) -> tensor<6x12xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reshape %x : (tensor<6x12xf32>) -> tensor<6x3x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<6x3x4xf32>, tensor<f32>) -> tensor<6x3xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<6x3xf32>) -> tensor<6x3x4xf32>
  %3 = stablehlo.reshape %2 : (tensor<6x3x4xf32>) -> tensor<6x12xf32>
  %4 = stablehlo.divide %x, %3 : tensor<6x12xf32>
  return %4 : tensor<6x12xf32>
}

// A row's value that is stored, too, is written before the row: the result may
// still lie over the operand.
// CHECK-LABEL: func.func @with_rows
// CHECK: call @[[$WITH_ROWS:kernel_[0-9]+_exponential]](
func.func @with_rows(%x: tensor<6x12xf32>) -> (tensor<6x12xf32>, tensor<6xf32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<6x12xf32>, tensor<f32>) -> tensor<6xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<6xf32>) -> tensor<6x12xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<6x12xf32>
  %3 = stablehlo.exponential %2 : tensor<6x12xf32>
  return %3, %0 : tensor<6x12xf32>, tensor<6xf32>
}

// The sum of a row is read by the sum of all rows, nearest, whose loops are not those
// of rows, and by the gradient, whose loops are: that kernel stores it.
// CHECK-LABEL: func.func @rows_of_a_further_reader
// CHECK-NEXT: %[[GRADIENT:.+]]:2 = call @{{kernel_[0-9]+_divide}}(%arg0) : (tensor<6x12xf32>) -> (tensor<6xf32>, tensor<6x12xf32>)
// CHECK-NEXT: %[[TOTAL:.+]] = call @{{kernel_[0-9]+_reduce}}(%[[GRADIENT]]#0)
// CHECK-NEXT: return %[[TOTAL]], %[[GRADIENT]]#1
func.func @rows_of_a_further_reader(%x: tensor<6x12xf32>) -> (tensor<f32>, tensor<6x12xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.exponential %x : tensor<6x12xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x12xf32>, tensor<f32>) -> tensor<6xf32>
  %loss = stablehlo.log %sum : tensor<6xf32>
  %total = stablehlo.reduce(%loss init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<6xf32>) -> tensor<6x12xf32>
  %gradient = stablehlo.divide %e, %sums : tensor<6x12xf32>
  return %total, %gradient : tensor<f32>, tensor<6x12xf32>
}

// A scan unrolled reads every step's value at two offsets. A cluster takes
// four steps (the first at eight places), not all: each doubles the work.
// CHECK-LABEL: func.func @scan
// CHECK-NEXT: %[[FOUR:.+]] = call @kernel_{{[0-9]+}}_add(%arg0)
// CHECK-NEXT: call @kernel_{{[0-9]+}}_add(%[[FOUR]])
// CHECK-NEXT: return
func.func @scan(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s0 = stablehlo.slice %x [0:1023] : (tensor<1024xf32>) -> tensor<1023xf32>
  %p0 = stablehlo.pad %s0, %z, low = [1], high = [0], interior = [0] : (tensor<1023xf32>, tensor<f32>) -> tensor<1024xf32>
  %a0 = stablehlo.add %x, %p0 : tensor<1024xf32>
  %s1 = stablehlo.slice %a0 [0:1022] : (tensor<1024xf32>) -> tensor<1022xf32>
  %p1 = stablehlo.pad %s1, %z, low = [2], high = [0], interior = [0] : (tensor<1022xf32>, tensor<f32>) -> tensor<1024xf32>
  %a1 = stablehlo.add %a0, %p1 : tensor<1024xf32>
  %s2 = stablehlo.slice %a1 [0:1020] : (tensor<1024xf32>) -> tensor<1020xf32>
  %p2 = stablehlo.pad %s2, %z, low = [4], high = [0], interior = [0] : (tensor<1020xf32>, tensor<f32>) -> tensor<1024xf32>
  %a2 = stablehlo.add %a1, %p2 : tensor<1024xf32>
  %s3 = stablehlo.slice %a2 [0:1016] : (tensor<1024xf32>) -> tensor<1016xf32>
  %p3 = stablehlo.pad %s3, %z, low = [8], high = [0], interior = [0] : (tensor<1016xf32>, tensor<f32>) -> tensor<1024xf32>
  %a3 = stablehlo.add %a2, %p3 : tensor<1024xf32>
  %s4 = stablehlo.slice %a3 [0:1008] : (tensor<1024xf32>) -> tensor<1008xf32>
  %p4 = stablehlo.pad %s4, %z, low = [16], high = [0], interior = [0] : (tensor<1008xf32>, tensor<f32>) -> tensor<1024xf32>
  %a4 = stablehlo.add %a3, %p4 : tensor<1024xf32>
  %s5 = stablehlo.slice %a4 [0:992] : (tensor<1024xf32>) -> tensor<992xf32>
  %p5 = stablehlo.pad %s5, %z, low = [32], high = [0], interior = [0] : (tensor<992xf32>, tensor<f32>) -> tensor<1024xf32>
  %a5 = stablehlo.add %a4, %p5 : tensor<1024xf32>
  %s6 = stablehlo.slice %a5 [0:960] : (tensor<1024xf32>) -> tensor<960xf32>
  %p6 = stablehlo.pad %s6, %z, low = [64], high = [0], interior = [0] : (tensor<960xf32>, tensor<f32>) -> tensor<1024xf32>
  %a6 = stablehlo.add %a5, %p6 : tensor<1024xf32>
  return %a6 : tensor<1024xf32>
}

// CHECK: func.func private @[[$UPDATE]]({{.*}}popt.kernel
// CHECK-SAME: popt.may_share
// CHECK: func.func private @[[$SOFTMAX_IN_PLACE]]({{.*}}popt.may_share = [array<i64: 0, 0>]
// CHECK-NOT: func.func private @[[$OTHER_SHAPE]]({{.*}}popt.may_share
// CHECK: func.func private @[[$WITH_ROWS]]({{.*}}popt.may_share = [array<i64: 1, 0>]
