// Collectives, coordinates and the function around them. The mesh is 2 x 3, its
// last axis "b" the minor one.
// RUN: %popt %s --split-input-file --export-stablehlo --cse | FileCheck %s
// RUN: %popt %s --split-input-file --export-stablehlo=replica-groups=axes --cse | FileCheck %s --check-prefix=AXES

// What the user said of arguments and results stays with them; state is
// aliased.
// CHECK: module attributes {mhlo.num_partitions = 6 : i32, mhlo.num_replicas = 1 : i32}
// CHECK-NOT: dist
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<4xf32> {mhlo.frontend_attributes = {popt.name = "w", popt.sharding = "[{\22a\22}]", popt.state = "0", popt.type = "tensor<8xf32>"}, tf.aliasing_output = 0 : i32})
// CHECK-SAME: -> (tensor<4xf32> {jax.result_info = "result[0]", mhlo.frontend_attributes = {popt.sharding = "[{\22a\22}]", popt.type = "tensor<8xf32>"}})
// AXES: sdy.mesh @mesh = <["a"=2, "b"=3]>
// AXES-LABEL: func.func @main
dist.mesh @mesh = <["a"=2, "b"=3]>
func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<8xf32>, dist.name = "w", dist.sharding = #dist.sharding<@mesh, [{"a"}]>, dist.state = 0 : i64})
    -> (tensor<4xf32> {dist.global_type = tensor<8xf32>, dist.name = "result[0]", dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) {
  // CHECK: "stablehlo.all_reduce"(%[[X]]) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[}}[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}>
  // CHECK: stablehlo.add
  // AXES: replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "b">]>, use_global_device_ids
  %0 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Groups in the order of their blocks, also where that is not the mesh's; parts
// of axes; exchanges in place.
// CHECK-LABEL: func.func @main
// CHECK: "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 0 : i64, {{.*}}replica_groups = dense<{{\[}}[0, 4, 1, 5, 2, 6, 3, 7]]>
// CHECK: "stablehlo.reduce_scatter"(%{{.*}}) <{{.*}}replica_groups = dense<{{\[}}[0, 2], [1, 3], [4, 6], [5, 7]]> {{.*}}scatter_dimension = 0
// CHECK: stablehlo.maximum
// CHECK: "stablehlo.all_to_all"(%{{.*}}) <{{.*}}concat_dimension = 1 : i64, {{.*}}split_count = 4 : i64, split_dimension = 0 : i64
// CHECK: "stablehlo.all_to_all"(%{{.*}}) <{{.*}}concat_dimension = 0 : i64, {{.*}}split_count = 2 : i64, split_dimension = 0 : i64
// AXES-LABEL: func.func @main
// AXES: axes = [#stablehlo.axis_ref<name = "b">, #stablehlo.axis_ref<name = "a">]
// AXES: axes = [#stablehlo.axis_ref<name = "b", sub_axis_info = (1)2>]
dist.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<4x3xf32> {dist.global_type = tensor<4x3xf32>}) -> tensor<4x12xf32> {
  %0 = dist.all_gather %x dim 0 over {"b", "a"} on @mesh : tensor<4x3xf32> -> tensor<32x3xf32>
  %1 = dist.reduce_scatter %0 max dim 0 over {"b":(1)2} on @mesh : tensor<32x3xf32> -> tensor<16x3xf32>
  %2 = dist.all_to_all %1 split 0 concat 1 over {"b"} on @mesh : tensor<16x3xf32> -> tensor<4x12xf32>
  %3 = dist.all_to_all %2 split 0 concat 0 over {"a"} on @mesh : tensor<4x12xf32> -> tensor<4x12xf32>
  return %3 : tensor<4x12xf32>
}

// -----

// Coordinates are digits of the partition's number; the most major axis needs
// no remainder. A slice needs no communication.
// CHECK-LABEL: func.func @main
// CHECK: %[[ID:.+]] = stablehlo.partition_id : tensor<ui32>
// CHECK: %[[RANK:.+]] = stablehlo.convert %[[ID]] : (tensor<ui32>) -> tensor<i32>
// CHECK: %[[A:.+]] = stablehlo.divide %[[RANK]], %{{.*}} : tensor<i32>
// CHECK: %[[B:.+]] = stablehlo.remainder %[[RANK]], %{{.*}} : tensor<i32>
// CHECK: %[[BEGIN:.+]] = stablehlo.multiply %[[B]]
// CHECK: stablehlo.dynamic_slice %{{.*}}, %[[BEGIN]], sizes = [4]
// CHECK: return {{.*}}%[[A]], %[[B]]
dist.mesh @mesh = <["a"=2, "b"=3]>
func.func @main(%x: tensor<12xf32> {dist.global_type = tensor<12xf32>}) -> (tensor<4xf32>, tensor<i32>, tensor<i32>) {
  %a = dist.axis_index {"a"} on @mesh : tensor<i32>
  %b = dist.axis_index {"b"} on @mesh : tensor<i32>
  %0 = dist.all_slice %x dim 0 over {"b"} on @mesh : tensor<12xf32> -> tensor<4xf32>
  return %0, %a, %b : tensor<4xf32>, tensor<i32>, tensor<i32>
}

// -----

// Where the mesh orders devices, groups and pairs list devices, and the rank is
// looked up.
// CHECK-LABEL: func.func @main
// CHECK: "stablehlo.all_gather"{{.*}}replica_groups = dense<{{\[}}[1, 2, 0]]>
// CHECK: %[[TABLE:.+]] = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
// CHECK: stablehlo.dynamic_slice %[[TABLE]]
// CHECK: "stablehlo.collective_permute"{{.*}}source_target_pairs = dense<{{\[}}[1, 2], [2, 0]]>
// XLA reads groups along axes as if devices were in order: they stay lists.
// AXES-LABEL: sdy.mesh @mesh = <["a"=3], device_ids=[1, 2, 0]>
// AXES-NEXT: func.func @main
// AXES: "stablehlo.all_gather"{{.*}}replica_groups = dense<{{\[}}[1, 2, 0]]>
dist.mesh @mesh = <["a"=3], device_ids = [1, 2, 0]>
func.func @main(%x: tensor<2xf32> {dist.global_type = tensor<2xf32>}) -> (tensor<6xf32>, tensor<2xf32>, tensor<i32>) {
  %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<2xf32> -> tensor<6xf32>
  %1 = dist.permute %x pairs [[0, 1], [1, 2]] on @mesh : tensor<2xf32> -> tensor<2xf32>
  %2 = dist.axis_index {"a"} on @mesh : tensor<i32>
  return %0, %1, %2 : tensor<6xf32>, tensor<2xf32>, tensor<i32>
}

// -----

// XLA combines by sum, product and extrema, booleans also by and and or; floats
// narrower than f32 are combined as f32. Bits of integers are gathered.
// CHECK-LABEL: func.func @main
// CHECK: %[[WIDE:.+]] = stablehlo.convert %{{.*}} : (tensor<4xbf16>) -> tensor<4xf32>
// CHECK: "stablehlo.all_reduce"(%[[WIDE]])
// CHECK: stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK: "stablehlo.all_reduce"
// CHECK: stablehlo.or
// CHECK: %[[ROW:.+]] = stablehlo.reshape %{{.*}} : (tensor<4xi32>) -> tensor<1x4xi32>
// CHECK: %[[ALL:.+]] = "stablehlo.all_gather"(%[[ROW]]) {{.*}} -> tensor<2x4xi32>
// CHECK: stablehlo.reduce(%[[ALL]] init: %{{.*}}) applies stablehlo.xor across dimensions = [0]
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xbf16> {dist.global_type = tensor<4xbf16>}, %y: tensor<4xi1> {dist.global_type = tensor<4xi1>}, %z: tensor<4xi32> {dist.global_type = tensor<4xi32>})
    -> (tensor<4xbf16>, tensor<4xi1>, tensor<4xi32>, tensor<2xi32>) {
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<4xbf16>
  %1 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<4xi1>
  %2 = dist.all_reduce %z xor over {"a"} on @mesh : tensor<4xi32>
  %3 = dist.reduce_scatter %z and dim 0 over {"a"} on @mesh : tensor<4xi32> -> tensor<2xi32>
  return %0, %1, %2, %3 : tensor<4xbf16>, tensor<4xi1>, tensor<4xi32>, tensor<2xi32>
}

// -----

// Copies become partial values without communication; what a root has is a sum of bits.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<4xf32>
// CHECK: %[[FIRST:.+]] = stablehlo.compare EQ
// CHECK: %[[LAST:.+]] = stablehlo.compare EQ
// CHECK: stablehlo.or %[[FIRST]], %[[LAST]] : tensor<i1>
// CHECK: %[[BITS:.+]] = stablehlo.bitcast_convert %{{.*}} : (tensor<4xf32>) -> tensor<4xi32>
// CHECK: %[[OWN:.+]] = stablehlo.select %{{.*}}, %[[BITS]]
// CHECK: %[[SUM:.+]] = "stablehlo.all_reduce"(%[[OWN]])
// CHECK: stablehlo.bitcast_convert %[[SUM]] : (tensor<4xi32>) -> tensor<4xf32>
// CHECK: "stablehlo.reduce_scatter"{{.*}}
// CHECK: stablehlo.complex
// CHECK: "stablehlo.all_gather"
// CHECK: "stablehlo.all_reduce"
dist.mesh @mesh = <["a"=2, "b"=3]>
func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<4xf32>}, %c: tensor<4xcomplex<f32>> {dist.global_type = tensor<4xcomplex<f32>>})
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xcomplex<f32>>, tensor<8xf32>, tensor<4xf32>) {
  %0 = dist.to_partial %x sum over {"a"} on @mesh : tensor<4xf32>
  %1 = dist.to_partial %x max keep [0, 2] over {"b"} on @mesh : tensor<4xf32>
  %2 = dist.broadcast %x root 1 over {"a"} on @mesh : tensor<4xf32>
  %3 = dist.scatter %c dim 0 root 1 over {"a"} on @mesh : tensor<4xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %4 = dist.gather %x dim 0 root 0 over {"a"} on @mesh : tensor<4xf32> -> tensor<8xf32>
  %5 = dist.reduce %x sum root 2 over {"b"} on @mesh : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xcomplex<f32>>, tensor<8xf32>, tensor<4xf32>
}

// -----

// Lists of ranks stay lists, and a member's place in its list is looked up.
// CHECK-LABEL: func.func @main
// CHECK: replica_groups = dense<{{\[}}[3, 0], [1, 2]]>
// CHECK: stablehlo.constant dense<[1, 0, 1, 0]> : tensor<4xi32>
// AXES-LABEL: sdy.mesh @mesh = <["a"=4]>
// AXES: replica_groups = dense<{{\[}}[3, 0], [1, 2]]>
dist.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<4xf32>}) -> (tensor<8xf32>, tensor<2xf32>) {
  %0 = dist.all_gather %x dim 0 over [[3, 0], [1, 2]] on @mesh : tensor<4xf32> -> tensor<8xf32>
  %1 = dist.all_slice %x dim 0 over [[3, 0], [1, 2]] on @mesh : tensor<4xf32> -> tensor<2xf32>
  return %0, %1 : tensor<8xf32>, tensor<2xf32>
}

// -----

// A time loop is a while with a counter, a bucket its members in order.
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.folded
// CHECK: %[[LOOP:.+]]:2 = stablehlo.while(%[[STEP:.+]] = %{{.*}}, %[[SUM:.+]] = %{{.*}}) : tensor<i32>, tensor<8xf32>
// CHECK-NEXT: cond {
// CHECK: stablehlo.compare LT, %[[STEP]]
// CHECK: } do {
// CHECK: %[[NEXT:.+]] = stablehlo.add %[[SUM]]
// CHECK: %[[LATER:.+]] = stablehlo.add %[[STEP]]
// CHECK: stablehlo.return %[[LATER]], %[[NEXT]]
// CHECK: "stablehlo.all_reduce"(%[[LOOP]]#1)
// CHECK: "stablehlo.all_gather"(%[[LOOP]]#1)
dist.mesh @mesh = <["a"=2], time ["mb"=4]>
func.func @main(%x: tensor<8xf32> {dist.global_type = tensor<8xf32>}) -> (tensor<8xf32>, tensor<16xf32>) attributes {dist.folded} {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %x) -> (tensor<8xf32>) {
    %next = stablehlo.add %sum, %x : tensor<8xf32>
    dist.return %next : tensor<8xf32>
  }
  %1:2 = dist.bucket(%0, %0) (%l: tensor<8xf32>, %r: tensor<8xf32>) {
    %2 = dist.all_reduce %l sum over {"a"} on @mesh : tensor<8xf32>
    %3 = dist.all_gather %r dim 0 over {"a"} on @mesh : tensor<8xf32> -> tensor<16xf32>
    dist.return %2, %3 : tensor<8xf32>, tensor<16xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<16xf32>)
  return %1#0, %1#1 : tensor<8xf32>, tensor<16xf32>
}
