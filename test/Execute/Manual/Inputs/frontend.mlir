// Attributes of sdy as strings, as in modules that went through HLO. The sharding
// strings beside them repeat them. Run by ../others.test.
module @jit_f attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22a\22=2, \22b\22=2]>}"}, mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8x8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22a\22}, {\22b\22}]>"}, mhlo.sharding = "{devices=[2,2]<=[4]}"},
                         %w: tensor<8x6xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22b\22}, {}]>"}, mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"})
      -> (tensor<8x6xf32> {mhlo.sharding = "{devices=[1,2,2]<=[4] last_tile_dim_replicate}"}) {
    %0:2 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x, %w) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{?}, {\22b\22, ?}]>, <@mesh, [{\22b\22, ?}, {?}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22b\22}>"}} : (tensor<8x8xf32>, tensor<8x6xf32>) -> (tensor<8x4xf32>, tensor<4x6xf32>)
    %1 = call @xla.sdy.manual_computation_body(%0#0, %0#1) {mhlo.frontend_attributes = {inlineable = "false"}} : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22b\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{?}, {?}]>]>"}} : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %3 = stablehlo.custom_call @Sharding(%2) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {\22b\22}]>]>"}, mhlo.sharding = "{devices=[2,2]<=[4]}"} : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %4 = stablehlo.add %3, %3 : tensor<8x6xf32>
    %5 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%4) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{}, {\22a\22}]>]>"}} : (tensor<8x6xf32>) -> tensor<8x6xf32>
    return %5 : tensor<8x6xf32>
  }
  func.func private @xla.sdy.manual_computation_body(%x: tensor<8x4xf32>, %w: tensor<4x6xf32>) -> tensor<8x6xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %2 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x6xf32>) -> tensor<8x6xf32>
    return %1 : tensor<8x6xf32>
  }
}
