// A transport has room for 128 messages of a sender to a receiver. looped-bfs
// runs all microbatches of one chunk before it reads what comes back for the
// next one: with more of them, messages are received when they arrive.
// RUN: %popt %s --form-tasks=schedule=looped-bfs --schedule-tasks | FileCheck %s
// RUN: sed 's/300/100/g' %s | %popt --form-tasks=schedule=looped-bfs --schedule-tasks | FileCheck %s --check-prefix=FEW

// CHECK: dist.orders = [#dist.order<run 0:0, send 0:0, run 0:1, send 0:1,
// CHECK-SAME: recv 1:0,
// CHECK-SAME: run 0:299, send 0:299,
// FEW: dist.orders = [#dist.order<run 0:0, send 0:0, run 0:1, send 0:1,
// FEW-NOT: recv
// FEW: run 0:99, send 0:99,
// FEW-SAME: recv 1:0,

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=300]>
func.func @main(%x: tensor<300x256xf32> {dist.place = array<i64: 0>}, %w: tensor<256x256xf32>) -> tensor<256xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<256xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<256xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %row = stablehlo.dynamic_slice %x, %step, %c, sizes = [1, 256] : (tensor<300x256xf32>, tensor<i32>, tensor<i32>) -> tensor<1x256xf32>
    %flat = stablehlo.reshape %row : (tensor<1x256xf32>) -> tensor<256xf32>
    %f0 = stablehlo.dot_general %flat, %w, contracting_dims = [0] x [0] {dist.place = array<i64: 0>} : (tensor<256xf32>, tensor<256x256xf32>) -> tensor<256xf32>
    %f1 = stablehlo.dot_general %f0, %w, contracting_dims = [0] x [0] {dist.place = array<i64: 1>} : (tensor<256xf32>, tensor<256x256xf32>) -> tensor<256xf32>
    %f2 = stablehlo.dot_general %f1, %w, contracting_dims = [0] x [0] {dist.place = array<i64: 0>} : (tensor<256xf32>, tensor<256x256xf32>) -> tensor<256xf32>
    %f3 = stablehlo.dot_general %f2, %w, contracting_dims = [0] x [0] {dist.place = array<i64: 1>} : (tensor<256xf32>, tensor<256x256xf32>) -> tensor<256xf32>
    %b3 = stablehlo.multiply %f3, %f1 {dist.place = array<i64: 1>} : tensor<256xf32>
    %b2 = stablehlo.multiply %b3, %f2 {dist.place = array<i64: 0>} : tensor<256xf32>
    %b1 = stablehlo.multiply %b2, %f1 {dist.place = array<i64: 1>} : tensor<256xf32>
    %b0 = stablehlo.multiply %b1, %f0 {dist.place = array<i64: 0>} : tensor<256xf32>
    %next = stablehlo.add %sum, %b0 : tensor<256xf32>
    dist.return %next : tensor<256xf32>
  }
  return %0 : tensor<256xf32>
}
