// Tasks make for themselves what a few operations make from what they take over
// anyway, whatever the policy.
// RUN: %popt %s --split-input-file --form-tasks --recompute-in-tasks | FileCheck %s
// RUN: %popt %s --split-input-file --form-tasks --recompute-in-tasks --schedule-tasks --split-stages | FileCheck %s --check-prefix=SPLIT

// The backward task 1 of coordinate 0 takes over %t, and makes 1 - %t and its
// double from it. %s has to be summed by exponentials, %p takes two values, and a
// product reads %r: these are taken over, too.
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.+]] = stablehlo.dot_general {{.*}}dist.in_tasks = array<i64: 0>
// CHECK: %[[T:.+]] = stablehlo.tanh %[[A]] {dist.in_tasks = array<i64: 0>
// CHECK: stablehlo.exponential %[[T]] {dist.in_tasks = array<i64: 0>
// CHECK: stablehlo.multiply %[[T]], %[[A]] {dist.in_tasks = array<i64: 0>
// CHECK: %[[R:.+]] = stablehlo.negate %[[T]] {dist.in_tasks = array<i64: 0>
// CHECK: %[[G:.+]] = stablehlo.exponential {{.*}}dist.in_tasks = array<i64: 2>
// CHECK: %[[U:.+]] = stablehlo.subtract %{{.+}}, %[[T]] {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 0>}
// CHECK: %[[V:.+]] = stablehlo.add %[[U]], %[[U]] {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 0>}
// CHECK: stablehlo.multiply %[[G]], %[[V]] {dist.in_tasks = array<i64: 1>
// CHECK: stablehlo.dot_general %{{.+}}, %[[R]], {{.*}}dist.in_tasks = array<i64: 1>
// CHECK: return
// SPLIT-LABEL: func.func @main_pp0
// SPLIT: %[[FORWARD:.+]]:5 = dist.task 0 "0F"
// SPLIT: dist.task 1 "0B"
// SPLIT: stablehlo.subtract %{{.+}}, %[[FORWARD]]#
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>
func.func @main(%x: tensor<256x8xf32> {dist.place = array<i64: 0>}, %w: tensor<8x64xf32> {dist.place = array<i64: 0>}) -> tensor<64x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<64x64xf32>
  %one = stablehlo.constant dense<1.0> : tensor<64x64xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<64x64xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %rows = stablehlo.constant dense<64> : tensor<i32>
    %begin = stablehlo.multiply %step, %rows : tensor<i32>
    %part = stablehlo.dynamic_slice %x, %begin, %c, sizes = [64, 8] : (tensor<256x8xf32>, tensor<i32>, tensor<i32>) -> tensor<64x8xf32>
    %a = stablehlo.dot_general %part, %w, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<64x8xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
    %t = stablehlo.tanh %a {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %u = stablehlo.subtract %one, %t {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %v = stablehlo.add %u, %u {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %s = stablehlo.exponential %t {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %p = stablehlo.multiply %t, %a {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %r = stablehlo.negate %t {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %g = stablehlo.exponential %a {dist.place = array<i64: 1>} : tensor<64x64xf32>
    %d1 = stablehlo.multiply %g, %v {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %d2 = stablehlo.multiply %d1, %t {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %d3 = stablehlo.multiply %d2, %s {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %d4 = stablehlo.multiply %d3, %p {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %d5 = stablehlo.dot_general %d4, %r, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %next = stablehlo.add %sum, %d5 {dist.place = array<i64: 0>} : tensor<64x64xf32>
    dist.return %next : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}

// -----

// Left alone: %u goes to another coordinate as well, %v is carried, and what %h
// is made from is not taken over.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-1: stablehlo.subtract
// CHECK-NOT: stablehlo.subtract
// CHECK-COUNT-1: stablehlo.negate
// CHECK-NOT: stablehlo.negate
// CHECK: return
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<64x64xf32> {dist.place = array<i64: 0>}) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<64x64xf32>
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %x, %old = %x) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %a = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %b = stablehlo.cosine %a {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %u = stablehlo.subtract %one, %a {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %h = stablehlo.negate %b {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %g = stablehlo.exponential %u {dist.place = array<i64: 1>} : tensor<64x64xf32>
    %d1 = stablehlo.multiply %g, %u {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %d2 = stablehlo.multiply %d1, %a {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %d3 = stablehlo.multiply %d2, %h {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %next = stablehlo.add %sum, %d3 {dist.place = array<i64: 0>} : tensor<64x64xf32>
    %other = stablehlo.add %old, %d3 {dist.place = array<i64: 0>} : tensor<64x64xf32>
    dist.return %next, %other : tensor<64x64xf32>, tensor<64x64xf32>
  }
  return %0#0, %0#1 : tensor<64x64xf32>, tensor<64x64xf32>
}
