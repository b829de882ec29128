// A bucket never stands after what waits for another stage if a member's
// reader sends: the other stage would wait for the message first.
// RUN: %popt %s --combine-collectives | FileCheck %s

dist.mesh @mesh = <["a"=2], stage ["pp"=2]>

// CHECK-LABEL: func.func @waits
// CHECK: %[[FIRST:.+]] = dist.all_reduce %arg0
// CHECK: dist.send %[[FIRST]]
// CHECK: %[[CAME:.+]] = dist.recv
// CHECK: dist.all_reduce %[[CAME]]
func.func @waits(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<4xf32>
  dist.send %0 message 0 to 1 on @mesh : tensor<4xf32>
  %1 = dist.recv message 1 from 1 on @mesh : tensor<4xf32>
  %2 = dist.all_reduce %1 sum over {"a"} on @mesh : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Operands that exist before it are combined before it.
// CHECK-LABEL: func.func @between
// CHECK: dist.bucket(%arg0, %arg1)
// CHECK: dist.send
// CHECK: dist.recv
func.func @between(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  dist.send %x message 0 to 1 on @mesh : tensor<4xf32>
  %0 = dist.recv message 1 from 1 on @mesh : tensor<4xf32>
  %1 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<4xf32>
  %2 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
