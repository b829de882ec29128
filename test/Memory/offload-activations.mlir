// What a backward part takes over is held by the host, where the user says so.
// RUN: %popt %s --split-input-file --offload-activations --place-memory --verify-diagnostics | FileCheck %s
// RUN: %popt %s --split-input-file --offload-activations --remarks-filter-passed=memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#away = #dist.recompute<scope 0, held = true, offloaded = true>
dist.mesh @mesh = <["dp"=1]>
// Made, copied to the host, read by the forward part where it is; copied back
// for the backward part, which reads one value by a view. What the user says
// nothing of stays.
// REMARK: 2 values of 32768 bytes are held by the host between the forward and the backward part
// CHECK-LABEL: func.func @main
// CHECK-SAME: dist.memories_placed
// CHECK: %[[A:.+]] = stablehlo.dot_general %arg0, %arg1
// CHECK-NEXT: %[[H:.+]] = stablehlo.tanh %[[A]]
// CHECK-NEXT: %[[H_THERE:.+]] = dist.to_host %[[H]]
// CHECK-NEXT: %[[B:.+]] = stablehlo.dot_general %[[H]], %arg2
// CHECK-NEXT: %[[B_THERE:.+]] = dist.to_host %[[B]]
// CHECK: %[[B_AGAIN:.+]] = dist.to_device %[[B_THERE]]
// CHECK-NEXT: %[[VIEW:.+]] = stablehlo.reshape %[[B_AGAIN]]
// CHECK-NEXT: stablehlo.negate %[[VIEW]]
// CHECK: %[[H_AGAIN:.+]] = dist.to_device %[[H_THERE]]
// CHECK-NEXT: stablehlo.dot_general %[[H_AGAIN]],
// CHECK: stablehlo.multiply %{{.+}}, %[[A]]
func.func @main(%x: tensor<64x8xf32>, %u: tensor<8x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<8x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %a = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
  %h = stablehlo.tanh %a {dist.recompute = #away} : tensor<64x64xf32>
  %b = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] {dist.recompute = #away} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %i = stablehlo.tanh %b : tensor<64x64xf32>
  %c = stablehlo.dot_general %i, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %j = stablehlo.tanh %c : tensor<64x64xf32>
  %dc = stablehlo.multiply %j, %c : tensor<64x64xf32>
  %dw = stablehlo.dot_general %i, %dc, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %di = stablehlo.dot_general %dc, %w, contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %view = stablehlo.reshape %b : (tensor<64x64xf32>) -> tensor<4096xf32>
  %minus = stablehlo.negate %view : tensor<4096xf32>
  %back = stablehlo.reshape %minus : (tensor<4096xf32>) -> tensor<64x64xf32>
  %db = stablehlo.multiply %di, %back : tensor<64x64xf32>
  %dv = stablehlo.dot_general %h, %db, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %dh = stablehlo.dot_general %db, %v, contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %da = stablehlo.multiply %dh, %a : tensor<64x64xf32>
  %du = stablehlo.dot_general %x, %da, contracting_dims = [0] x [0] : (tensor<64x8xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  return %du, %dv, %dw : tensor<8x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// Left alone, with a warning: what the program returns, and what a loop over layers
// leaves for another one.
#away = #dist.recompute<scope 0, held = true, offloaded = true>
dist.mesh @mesh = <["dp"=1]>
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.to_host
// CHECK: return
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> (tensor<8x64xf32>, tensor<64x64xf32>) {
  // expected-warning @+1 {{nothing of what is to be offloaded moves to the host: the backward part reads none of it, or takes it from a loop}}
  %h = stablehlo.tanh %x {dist.recompute = #away} : tensor<8x64xf32>
  %y = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %dw = stablehlo.dot_general %h, %y, contracting_dims = [0] x [0] : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
  return %h, %dw : tensor<8x64xf32>, tensor<64x64xf32>
}

// -----

// A loop over microbatches has a forward and a backward part in its body. What it
// carries to the next microbatch stays.
#away = #dist.recompute<scope 0, held = true, offloaded = true>
dist.mesh @mesh = <time ["mb"=2]>
// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop
// CHECK: %[[H:.+]] = stablehlo.tanh
// CHECK-NEXT: %[[THERE:.+]] = dist.to_host %[[H]]
// CHECK-NEXT: %[[Y:.+]] = stablehlo.dot_general %[[H]],
// CHECK-NEXT: %[[Z:.+]] = stablehlo.dot_general %[[Y]],
// CHECK: %[[AGAIN:.+]] = dist.to_device %[[THERE]]
// CHECK-NEXT: stablehlo.dot_general %[[AGAIN]],
// CHECK-NOT: dist.to_host
func.func @main(%x: tensor<64x64xf32>, %u: tensor<64x64xf32>, %v: tensor<64x64xf32>, %zero: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<64x64xf32>) {
    %a = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %h = stablehlo.tanh %a {dist.recompute = #away} : tensor<64x64xf32>
    %y = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %z = stablehlo.dot_general %y, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %dz = stablehlo.multiply %z, %y : tensor<64x64xf32>
    %dy = stablehlo.dot_general %dz, %v, contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %dv = stablehlo.dot_general %h, %dy, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %next = stablehlo.add %sum, %dv {dist.recompute = #away} : tensor<64x64xf32>
    dist.return %next : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}

// -----

// What tasks leave for others lies on the host, and each that reads it copies it
// back. What is sent stays on the device until it has left.
#away = #dist.recompute<scope 0, held = true, offloaded = true>
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
// REMARK: 1 values of 64 bytes are held by the host
// CHECK-LABEL: func.func @main_pp0
// CHECK: %[[LEFT:.+]]:2 = dist.task 0 "0F"
// CHECK-NEXT: %[[H:.+]] = stablehlo.tanh
// CHECK-NEXT: %[[THERE:.+]] = dist.to_host %[[H]]
// CHECK-NEXT: %[[Y:.+]] = stablehlo.negate %[[H]]
// CHECK-NEXT: dist.yield %[[THERE]], %[[Y]]
// CHECK: dist.send %[[LEFT]]#1
// CHECK: dist.task 2 "0B"
// CHECK-NEXT: %[[FIRST:.+]] = dist.to_device %[[LEFT]]#0
// CHECK-NEXT: stablehlo.reshape %[[FIRST]]
// CHECK-NOT: dist.to_device
// CHECK: dist.task 3 "0W"
// CHECK: %[[SECOND:.+]] = dist.to_device %[[LEFT]]#0
// CHECK-NEXT: stablehlo.multiply %[[LEFT]]#1, %[[SECOND]]
func.func @main_pp0(%x: tensor<16xf32>, %zero: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) attributes {dist.coordinate = 0 : i64} {
  %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero, %other = %zero) -> (tensor<16xf32>, tensor<16xf32>)
      attributes {dist.order = #dist.order<run 0:0, send 0:0, run 0:1, send 0:1, sent 0:0, recv 1:0, run 2:0, run 3:0, sent 0:1, recv 1:1, run 2:1, run 3:1>} {
    %1:2 = dist.task 0 "0F" () -> (tensor<16xf32>, tensor<16xf32>) {
      %2 = stablehlo.tanh %x {dist.recompute = #away} : tensor<16xf32>
      %3 = stablehlo.negate %2 {dist.recompute = #away} : tensor<16xf32>
      dist.yield %2, %3 : tensor<16xf32>, tensor<16xf32>
    }
    dist.send %1#1 message 0 to 1 on @mesh : tensor<16xf32>
    dist.sent %1#1 message 0 : tensor<16xf32>
    %4 = dist.recv message 1 from 1 on @mesh : tensor<16xf32>
    %5 = dist.task 2 "0B" (%in = %sum) -> (tensor<16xf32>) {
      %6 = stablehlo.reshape %1#0 : (tensor<16xf32>) -> tensor<4x4xf32>
      %7 = stablehlo.negate %6 : tensor<4x4xf32>
      %8 = stablehlo.reshape %7 : (tensor<4x4xf32>) -> tensor<16xf32>
      %9 = stablehlo.multiply %8, %1#0 : tensor<16xf32>
      %10 = stablehlo.multiply %9, %4 : tensor<16xf32>
      %11 = stablehlo.add %in, %10 : tensor<16xf32>
      dist.yield %11 : tensor<16xf32>
    }
    %12 = dist.task 3 "0W" (%in = %other) -> (tensor<16xf32>) {
      %13 = stablehlo.tanh %4 : tensor<16xf32>
      %14 = stablehlo.multiply %1#1, %1#0 : tensor<16xf32>
      %15 = stablehlo.multiply %13, %14 : tensor<16xf32>
      %16 = stablehlo.add %in, %15 : tensor<16xf32>
      dist.yield %16 : tensor<16xf32>
    }
    dist.return %5, %12 : tensor<16xf32>, tensor<16xf32>
  }
  return %0#0, %0#1 : tensor<16xf32>, tensor<16xf32>
}

// -----

// What is on its way to another stage at the end of the forward part stays.
#away = #dist.recompute<scope 0, held = true, offloaded = true>
dist.mesh @mesh = <stage ["pp"=2]>
// CHECK-LABEL: func.func @main_pp0
// CHECK: %[[H:.+]] = stablehlo.tanh
// CHECK-NOT: dist.to_host %[[H]]
// CHECK: dist.sent %[[H]] message 0
func.func @main_pp0(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) attributes {dist.coordinate = 0 : i64} {
  // expected-warning @+1 {{nothing of what is to be offloaded moves to the host}}
  %h = stablehlo.tanh %x {dist.recompute = #away} : tensor<64x64xf32>
  dist.send %h message 0 to 1 on @mesh : tensor<64x64xf32>
  %y = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %i = stablehlo.tanh %y : tensor<64x64xf32>
  %z = stablehlo.dot_general %i, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %dz = stablehlo.tanh %z : tensor<64x64xf32>
  %dw = stablehlo.dot_general %i, %dz, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  dist.sent %h message 0 : tensor<64x64xf32>
  %dv = stablehlo.dot_general %h, %dz, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %dw, %dv : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// Of a GPU's program, too.
module attributes {popt.target = "sm_90"} {
dist.mesh @mesh = <["dp"=1]>
// CHECK-LABEL: func.func @gpu
// CHECK: %[[H:.+]] = stablehlo.tanh
// CHECK-NEXT: %[[THERE:.+]] = dist.to_host %[[H]]
// CHECK: dist.to_device %[[THERE]]
func.func @gpu(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %h = stablehlo.tanh %x {dist.recompute = #dist.recompute<scope 0, held = true, offloaded = true>} : tensor<64x64xf32>
  %y = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %dy = stablehlo.tanh %y : tensor<64x64xf32>
  %dw = stablehlo.dot_general %h, %dy, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %dw : tensor<64x64xf32>
}
}
