// Regions between calls that change shapes become operations.
// RUN: %popt %s --import-gspmd --split-input-file | FileCheck %s

// All axes are manual; the constant before the region is copied into it.
// CHECK: sdy.mesh @mesh = <["axis_0"=2, "axis_1"=2]>
// CHECK-LABEL: func.func @full
// CHECK: %[[C:.+]] = stablehlo.constant
// CHECK: %[[IN:.+]] = sdy.sharding_constraint %{{.+}} <@mesh, [{"axis_0"}, {"axis_1"}]>
// CHECK: %[[OUT:.+]] = sdy.manual_computation(%[[IN]])
// CHECK-SAME: in_shardings=[<@mesh, [{"axis_0"}, {"axis_1"}]>]
// CHECK-SAME: out_shardings=[<@mesh, [{"axis_0"}, {}]>]
// CHECK-SAME: manual_axes={"axis_0", "axis_1"} (%[[B:.+]]: tensor<4x2xf32>) {
// CHECK-NEXT: %[[COPY:.+]] = stablehlo.constant
// CHECK-NEXT: %[[SUM:.+]] = stablehlo.add %[[B]], %[[COPY]]
// CHECK-NEXT: sdy.return %[[SUM]] : tensor<4x2xf32>
// CHECK: } : (tensor<8x4xf32>) -> tensor<8x2xf32>
// CHECK: return %[[OUT]], %[[C]]
func.func @full(%x: tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<4x2xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<4x2xf32>
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.add %1, %c {mhlo.sharding = "{manual}"} : tensor<4x2xf32>
  %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<4x2xf32>) -> tensor<8x2xf32>
  return %4, %c : tensor<8x2xf32>, tensor<4x2xf32>
}

// -----

// Manual over one of two axes: other dimensions stay open, and inside only the
// free axis is named.
// CHECK-LABEL: func.func @part
// CHECK: sdy.manual_computation(
// CHECK-SAME: in_shardings=[<@mesh, [{"axis_1", ?}, {?}]>]
// CHECK-SAME: out_shardings=[<@mesh, [{?}, {?}]>]
// CHECK-SAME: manual_axes={"axis_1"} (%{{[^:]+}}: tensor<4x4xf32>) {
// CHECK-NEXT: sdy.sharding_constraint %{{.+}} <@mesh, [{"axis_0"}, {?}]> : tensor<4x4xf32>
// CHECK-NEXT: sdy.return
func.func @part(%x: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<8x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dims={manual}}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.custom_call @Sharding(%2) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{replicated}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}

// -----

// Nested regions: the inner one has the axes that are left. Its operations
// enclose others, which is no obstacle.
// CHECK-LABEL: func.func @nested
// CHECK-NOT: stablehlo.partition_id
// CHECK: sdy.manual_computation(%{{.+}}) {{.*}} manual_axes={"axis_0"} (%{{.+}}: tensor<4x4xf32>) {
// CHECK:   stablehlo.tanh
// CHECK:   %[[INNER:.+]] = sdy.manual_computation(%{{.+}}) in_shardings=[<@mesh, [{}, {"axis_1"}]>] {{.*}} manual_axes={"axis_1"} (%{{.+}}: tensor<4x2xf32>) {
// CHECK:     stablehlo.partition_id
// CHECK:     stablehlo.case
// CHECK:     sdy.return
// CHECK:   stablehlo.negate %[[INNER]]
// CHECK:   sdy.return
func.func @nested(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<8x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual}}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.custom_call @SPMDFullToShardShape(%3) {mhlo.sharding = "{manual}"} : (tensor<4x4xf32>) -> tensor<4x2xf32>
  %id = stablehlo.partition_id : tensor<ui32>
  %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %5 = "stablehlo.case"(%i) ({
    stablehlo.return %4 : tensor<4x2xf32>
  }, {
    %6 = stablehlo.abs %4 : tensor<4x2xf32>
    stablehlo.return %6 : tensor<4x2xf32>
  }) : (tensor<i32>) -> tensor<4x2xf32>
  %7 = stablehlo.custom_call @Sharding(%5) {mhlo.sharding = "{manual}"} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %8 = stablehlo.custom_call @SPMDShardToFullShape(%7) {mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual}}"} : (tensor<4x2xf32>) -> tensor<4x4xf32>
  %9 = stablehlo.negate %8 : tensor<4x4xf32>
  %10 = stablehlo.custom_call @Sharding(%9) {mhlo.sharding = "{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %11 = stablehlo.custom_call @SPMDShardToFullShape(%10) {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<4x4xf32>) -> tensor<8x4xf32>
  return %11 : tensor<8x4xf32>
}

// -----

// Two regions that share a source stay two, one after the other; one without
// operands is made from its exit. What nothing uses stays inside.
// CHECK-LABEL: func.func @several
// CHECK: %[[FIRST:.+]] = sdy.manual_computation(%{{.+}})
// CHECK:   stablehlo.constant
// CHECK:   stablehlo.sine
// CHECK: %[[NEG:.+]] = stablehlo.negate %[[FIRST]]
// CHECK: %[[SECOND:.+]] = sdy.manual_computation(%{{.+}})
// CHECK:   stablehlo.constant
// CHECK: %[[THIRD:.+]] = sdy.manual_computation()
// CHECK:   stablehlo.iota
// CHECK: return %[[SECOND]], %[[THIRD]]
func.func @several(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
  %2 = stablehlo.add %1, %c : tensor<4xf32>
  %unused = stablehlo.sine %2 : tensor<4xf32>
  %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<8xf32>
  %5 = stablehlo.negate %4 : tensor<8xf32>
  %6 = stablehlo.custom_call @Sharding(%5) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %7 = stablehlo.custom_call @SPMDFullToShardShape(%6) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
  %8 = stablehlo.multiply %7, %c : tensor<4xf32>
  %9 = stablehlo.custom_call @Sharding(%8) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  %10 = stablehlo.custom_call @SPMDShardToFullShape(%9) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<8xf32>
  %11 = stablehlo.iota dim = 0 : tensor<4xf32>
  %12 = stablehlo.custom_call @Sharding(%11) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  %13 = stablehlo.custom_call @SPMDShardToFullShape(%12) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<8xf32>
  return %10, %13 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Made from nothing, the number of a device along a manual axis comes from a
// region in which all axes are manual; its sharding says where it is used.
// CHECK-LABEL: func.func @index
// CHECK: sdy.manual_computation(%{{.+}}) {{.*}} manual_axes={"axis_1"} (%{{.+}}: tensor<4xf32>) {
// CHECK:   %[[INDEX:.+]] = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"axis_0"} () {
// CHECK:     stablehlo.partition_id
// CHECK:     sdy.return
// CHECK:   stablehlo.broadcast_in_dim %[[INDEX]]
func.func @index(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<8xf32>) -> tensor<4xf32>
  %id = stablehlo.partition_id : tensor<ui32>
  %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %2 = stablehlo.custom_call @Sharding(%f) {mhlo.sharding = "{manual}"} : (tensor<f32>) -> tensor<f32>
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.add %1, %4 : tensor<4xf32>
  %6 = stablehlo.custom_call @Sharding(%5) {mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<4xf32>) -> tensor<4xf32>
  %7 = stablehlo.custom_call @SPMDShardToFullShape(%6) {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<4xf32>) -> tensor<8xf32>
  return %7 : tensor<8xf32>
}

// -----

// torch-xla hands scalars and replicated arguments to a region without a word, marks
// them, and computes with them outside: they enter as they are.
// CHECK-LABEL: func.func @scalars
// CHECK-SAME: (%[[X:.+]]: tensor<8xf32>, %[[RATE:.+]]: tensor<f32> {{.*}}, %[[BIAS:.+]]: tensor<4xf32>
// CHECK: %[[HALF:.+]] = stablehlo.multiply %[[RATE]]
// CHECK: %[[IN:.+]] = sdy.sharding_constraint %[[X]]
// CHECK: %[[MARKED:.+]] = sdy.sharding_constraint %[[HALF]] <@mesh, []>
// CHECK: sdy.manual_computation(%[[IN]], %[[RATE]], %[[BIAS]], %[[MARKED]])
// CHECK-SAME: in_shardings=[<@mesh, [{"axis_0"}]>, <@mesh, []>, <@mesh, [{}]>, <@mesh, []>]
// CHECK-SAME: (%[[B:.+]]: tensor<4xf32>, %[[R:.+]]: tensor<f32>, %[[V:.+]]: tensor<4xf32>, %[[H:.+]]: tensor<f32>) {
// CHECK: %[[WIDE:.+]] = stablehlo.broadcast_in_dim %[[R]]
// CHECK: %[[LESS:.+]] = stablehlo.broadcast_in_dim %[[H]]
// CHECK: stablehlo.multiply %[[B]], %[[WIDE]]
// CHECK: stablehlo.add %{{.+}}, %[[V]]
// CHECK: stablehlo.subtract %{{.+}}, %[[LESS]]
func.func @scalars(%x: tensor<8xf32>, %rate: tensor<f32> {mhlo.sharding = "{replicated}"}, %bias: tensor<4xf32> {mhlo.sharding = "{replicated}"}) -> tensor<8xf32> {
  %c = stablehlo.constant dense<0.5> : tensor<f32>
  %half = stablehlo.multiply %rate, %c {mhlo.sharding = "{replicated}"} : tensor<f32>
  %wide = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
  %2 = stablehlo.multiply %1, %wide : tensor<4xf32>
  %3 = stablehlo.add %2, %bias : tensor<4xf32>
  %4 = stablehlo.custom_call @Sharding(%half) {mhlo.sharding = "{replicated}"} : (tensor<f32>) -> tensor<f32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %6 = stablehlo.subtract %3, %5 : tensor<4xf32>
  %7 = stablehlo.custom_call @Sharding(%6) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  %8 = stablehlo.custom_call @SPMDShardToFullShape(%7) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<8xf32>
  return %8 : tensor<8xf32>
}
