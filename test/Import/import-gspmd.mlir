// Sharding strings become sdy.
// RUN: %popt %s --import-gspmd --split-input-file | FileCheck %s
// RUN: %popt %s --import-gspmd --import-sdy --split-input-file | FileCheck %s --check-prefix=DIST

// Trailing subgroups, transposed device numbers, metadata, one device, dims
// that may grow.
// CHECK: sdy.mesh @mesh = <["axis_0"=2, "axis_1"=4]>
// DIST: dist.mesh @mesh = <["axis_0"=2, "axis_1"=4]>
module attributes {mhlo.num_partitions = 8 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"axis_0"}, {}]>}
  // CHECK-SAME: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"axis_1"}, {"axis_0"}]>}
  // CHECK-SAME: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"axis_1", "axis_0"}]>}
  // CHECK-SAME: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}
  // CHECK-SAME: tensor<3xf32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[0]>, []>}
  // CHECK-SAME: tensor<3xf32>)
  // CHECK-SAME: -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"axis_1"}>})
  func.func @main(
      %a: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate metadata={op_name=\"f{g}\"}}"},
      %b: tensor<4x2xf32> {mhlo.sharding = "{devices=[4,2]<=[2,4]T(1,0)}"},
      %c: tensor<16xf32> {mhlo.sharding = "{devices=[8]0,4,1,5,2,6,3,7}"},
      %d: tensor<f32> {mhlo.sharding = "{replicated}"},
      %e: tensor<3xf32> {mhlo.sharding = "{maximal device=0}"},
      %f: tensor<3xf32> {mhlo.sharding = "{unknown}"})
      -> (tensor<8x4xf32> {mhlo.sharding = "{devices=[1,1,2,4]<=[8] last_tile_dims={replicated, unreduced}}"}) {
    // CHECK: sdy.sharding_constraint %{{.+}} <@mesh, [{"axis_0"}, {?}]>
    %0 = stablehlo.custom_call @Sharding(%a) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    // CHECK: stablehlo.tanh %{{.+}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"axis_0"}, {"axis_1"}]>]>}
    %1 = stablehlo.tanh %0 {mhlo.sharding = "{devices=[2,4]<=[8]}"} : tensor<8x4xf32>
    // One per result, or one for all.
    // CHECK: sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"axis_1"}, {}]>, <@mesh, [{}, {}]>]>
    %2:2 = stablehlo.optimization_barrier {mhlo.sharding = "{{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}, {replicated}}"} %1, %1 : tensor<8x4xf32>, tensor<8x4xf32>
    // CHECK: sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>, <@mesh, [{}, {}]>]>
    %3:2 = stablehlo.optimization_barrier {mhlo.sharding = "{replicated}"} %2#0, %2#1 : tensor<8x4xf32>, tensor<8x4xf32>
    // Values of one number are a group.
    // CHECK: sdy.sharding_group %[[A:.+]] group_id=7
    %4 = stablehlo.custom_call @Sharding(%3#0) {mhlo.sharding = "{unknown shard_as 7}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    // CHECK: %[[B:.+]] = sdy.sharding_constraint
    // CHECK: sdy.sharding_group %[[B]] group_id=7
    %5 = stablehlo.custom_call @Sharding(%3#1) {mhlo.sharding = "{devices=[2,4]<=[8] shard_like 7}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    // CHECK-NOT: mhlo.sharding
    // CHECK: return %[[A]]
    return %4 : tensor<8x4xf32>
  }
}

// -----

// Without mhlo.num_partitions the strings say how many devices there are.
// CHECK: sdy.mesh @mesh = <["axis_0"=3]>
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<7xf32> {mhlo.sharding = "{devices=[3]<=[3]}"}) -> tensor<7xf32> {
  return %x : tensor<7xf32>
}

// -----

// A module that says nothing but the number of devices has a mesh, too.
// CHECK: sdy.mesh @mesh = <["axis_0"=4]>
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<7xf32> {mhlo.sharding = "{replicated}"}) -> tensor<7xf32> {
    return %x : tensor<7xf32>
  }
}

// -----

// One device: nothing remains.
// CHECK-LABEL: func.func @one
// CHECK-SAME: (%[[X:.+]]: tensor<7xf32>)
// CHECK-NEXT: return %[[X]]
func.func @one(%x: tensor<7xf32> {mhlo.sharding = "{devices=[1]<=[1]}"}) -> tensor<7xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<7xf32>) -> tensor<7xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<7xf32>) -> tensor<7xf32>
  return %1 : tensor<7xf32>
}

// -----

// Left alone: a module without strings.
// CHECK-LABEL: func.func @left
// CHECK-SAME: {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}
// CHECK-SAME: {mhlo.other = "{"}
sdy.mesh @m = <["x"=2]>
func.func @left(%x: tensor<7xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %y: tensor<2xf32> {mhlo.other = "{"}) {
  return
}

// -----

// An empty string says nothing.
// CHECK-LABEL: func.func @empty
// CHECK-SAME: (%{{.+}}: tensor<8xf32>) -> tensor<8xf32>
func.func @empty(%x: tensor<8xf32> {mhlo.sharding = ""}) -> (tensor<8xf32> {mhlo.sharding = ""}) {
  // CHECK: stablehlo.negate %{{.+}} : tensor<8xf32>
  %0 = stablehlo.negate %x {mhlo.sharding = ""} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
