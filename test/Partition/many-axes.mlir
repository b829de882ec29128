// Where there are too many strategies, those near to what propagation did are
// tried, and reshards between their layouts are priced without a search.
// RUN: %popt %s --propagate-shardings --set-machine=cluster=builtin:bytes --choose-strategies --make-reshards-explicit --expand-reshards --partition --split-input-file | FileCheck %s

// Fully sharded weights, tensor and sequence parallel: weights are gathered,
// the contracted dimension leaves partial values, which are scattered.
dist.mesh @mesh = <["dp"=2, "fsdp"=2, "tp"=2, "sp"=2, "ep"=2]>
// CHECK-LABEL: func.func @main
func.func @main(
    %x: tensor<32x16x64xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp", "fsdp"}, {"sp"}, {}]>},
    %w1: tensor<64x128xf32> {dist.sharding = #dist.sharding<@mesh, [{"fsdp"}, {"tp"}]>},
    %w2: tensor<128x64xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {"fsdp"}]>})
    -> (tensor<32x16x64xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp", "fsdp"}, {"sp", "tp"}, {}]>}) {
  // CHECK: %[[W1:.+]] = dist.all_gather %arg1 dim 0 over {"fsdp"}
  // CHECK: %[[H:.+]] = stablehlo.dot_general %arg0, %[[W1]]
  // CHECK-SAME: -> tensor<8x8x64xf32>
  // CHECK: %[[W2:.+]] = dist.all_gather %arg2 dim 1 over {"fsdp"}
  // CHECK: %[[Y:.+]] = stablehlo.dot_general %[[H]], %[[W2]]
  // CHECK: dist.reduce_scatter %[[Y]] sum dim 1 over {"tp"}
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [2] x [0] : (tensor<32x16x64xf32>, tensor<64x128xf32>) -> tensor<32x16x128xf32>
  %1 = stablehlo.dot_general %0, %w2, contracting_dims = [2] x [0] : (tensor<32x16x128xf32>, tensor<128x64xf32>) -> tensor<32x16x64xf32>
  return %1 : tensor<32x16x64xf32>
}
