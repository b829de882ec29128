// What is on its way to another stage is held until it has left: the wait at the
// end of a stage's program reads what was sent, not a copy.
// RUN: %popt %s --fit-memory=memory-budget=24000 | FileCheck %s

dist.mesh @mesh = <["dp"=2], stage ["pp"=2]>

// CHECK-LABEL: func.func @sent
func.func @sent(%block: tensor<16x64xf32>, %x: tensor<8x32xf32>) -> tensor<8x64xf32> attributes {dist.coordinate = 0 : i64} {
  // CHECK: %[[WEIGHT:.+]] = dist.all_gather
  // CHECK-NOT: dist.all_gather
  // CHECK: dist.sent %[[WEIGHT]] message 0
  %w = dist.all_gather %block dim 0 over {"dp"} on @mesh : tensor<16x64xf32> -> tensor<32x64xf32>
  dist.send %w message 0 to 1 on @mesh : tensor<32x64xf32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x64xf32>) -> tensor<8x64xf32>
  %large = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
  %v = stablehlo.dot_general %y, %large, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  dist.sent %w message 0 : tensor<32x64xf32>
  return %v : tensor<8x64xf32>
}
