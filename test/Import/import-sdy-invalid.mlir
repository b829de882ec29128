// What import-sdy refuses.
// RUN: %popt %s --import-sdy --split-input-file --verify-diagnostics

sdy.mesh @old = <["a"=2]>
// expected-error @+1 {{stands beside an sdy.mesh; a module has one mesh}}
dist.mesh @mesh = <["dp"=2]>

// -----

// A tuple has no dimensions of its own.
sdy.mesh @mesh = <["a"=2]>
// expected-error @+1 {{1 dimensions are listed for a value of rank 0}}
func.func @main(%x: tuple<tensor<8xf32>> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  return
}

// -----

// Replica groups over a mesh that the module lacks.
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{replica_groups name the unknown mesh @other}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @other, axes = [#stablehlo.axis_ref<name = "a">]>} : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Replica groups over what is no mesh.
sdy.mesh @mesh = <["a"=2]>
func.func private @other()
func.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{replica groups name @other, which is no sdy.mesh}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @other, axes = [#stablehlo.axis_ref<name = "a">]>} : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Replica groups over an axis that the mesh lacks.
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{replica groups name axis "z", which mesh #sdy.mesh<["a"=2]> lacks}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "z">]>} : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Replica groups over an axis of another mesh that crosses the main one's.
sdy.mesh @a = <["x"=2, "y"=3]>
sdy.mesh @b = <["u"=3, "v"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}) -> tensor<12xf32> {
  // expected-error @+1 {{axis "u" of mesh #sdy.mesh<["u"=3, "v"=2]> cannot be written in parts of the axes of mesh <["x"=2, "y"=3]>}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @b, axes = [#stablehlo.axis_ref<name = "u">]>} : (tensor<4xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

// Manual axes of no mesh.
sdy.mesh @mesh = <["a"=2]>
sdy.mesh @empty = <[]>
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{names manual axis "a", but no sharding tells the mesh}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@empty, [{}]>] out_shardings=[<@empty, [{}]>] manual_axes={"a"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A manual axis that is part of an axis of the main mesh.
sdy.mesh @a = <["x"=4]>
sdy.mesh @b = <["u"=2, "v"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}, %y: tensor<4xf32> {sdy.sharding = #sdy.sharding<@a, [{"x", ?}]>}, %z: tensor<4xf32> {sdy.sharding = #sdy.sharding<@a, [{?}]>}) {
  // expected-error @+1 {{manual axis "u" of mesh #sdy.mesh<["u"=2, "v"=2]> is not made of whole axes of mesh <["x"=4]>}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@b, [{"u"}]>] out_shardings=[<@b, [{"u"}]>] manual_axes={"u"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// A manual computation whose shardings cross the main mesh's axes.
sdy.mesh @a = <["x"=2, "y"=3]>
sdy.mesh @b = <["u"=3, "v"=2]>
func.func @main(%x: tensor<6xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}, %y: tensor<6xf32> {sdy.sharding = #sdy.sharding<@a, [{"x", ?}]>}, %z: tensor<6xf32> {sdy.sharding = #sdy.sharding<@a, [{?}]>}) {
  // expected-error @+1 {{axis "u" of mesh #sdy.mesh<["u"=3, "v"=2]> cannot be written in parts}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@b, [{"u"}]>] out_shardings=[<@b, [{"u"}]>] manual_axes={"u"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

// A module's meshes are one mesh.
// expected-note @+1 {{the mesh that most shardings name}}
sdy.mesh @a = <["x"=2]>
// expected-error @+1 {{mesh #sdy.mesh<["x"=3]> has 3 devices, mesh #sdy.mesh<["x"=2]> 2; write all shardings of a module on meshes of as many devices}}
sdy.mesh @b = <["x"=3]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>},
                %y: tensor<4xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>},
                %z: tensor<4xf32> {sdy.sharding = #sdy.sharding<@b, [{"x"}]>}) {
  return
}

// -----

// More coordinates than any machine has.
// expected-error @+1 {{axis "a" of size 2139095040 makes more than 1048576 coordinates}}
sdy.mesh @mesh = <["a"=2139095040]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  return
}

// -----

// Members of a group have one shape.
func.func @main(%x: tensor<8xf32>, %y: tensor<4xf32>) {
  // expected-note @+1 {{the first value}}
  sdy.sharding_group %x group_id=5 : tensor<8xf32>
  // expected-error @+1 {{group 5 has values of types tensor<4xf32> and tensor<8xf32>; one sharding needs one shape}}
  sdy.sharding_group %y group_id=5 : tensor<4xf32>
  return
}

// -----

// And are on one side of a manual region's border.
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{?}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={} (%b: tensor<8xf32>) {
    // expected-note @+1 {{the first value}}
    sdy.sharding_group %b group_id=5 : tensor<8xf32>
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error @+1 {{group 5 has values inside and outside of a manual computation}}
  sdy.sharding_group %0 group_id=5 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Numbers of replicas in a region on a mesh whose order of devices is lost.
module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 3 : i32} {
sdy.mesh @a = <["x"=3]>
sdy.mesh @b = <["y"=3], device_ids=[1, 2, 0]>
func.func @main(%x: tensor<3xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}, %y: tensor<3xf32> {sdy.sharding = #sdy.sharding<@a, [{"x", ?}]>},
                %z: tensor<3xf32> {sdy.sharding = #sdy.sharding<@a, [{?}]>}) -> tensor<3xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@b, [{"y"}]>] out_shardings=[<@b, [{"y"}]>] manual_axes={"y"} (%block: tensor<1xf32>) {
    // expected-error @+1 {{goes by numbers of replicas on mesh #sdy.mesh<["y"=3], device_ids=[1, 2, 0]>, whose order of devices the axes of mesh <["x"=3]> cannot describe; name axes instead}}
    %1 = "stablehlo.collective_permute"(%block) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<1xf32>) -> tensor<1xf32>
    sdy.return %1 : tensor<1xf32>
  } : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
}

// -----

// A region on such a mesh inside of one on another.
sdy.mesh @a = <["x"=2, "y"=2]>
sdy.mesh @b = <["x"=2, "y"=2], device_ids=[3, 1, 2, 0]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@a, [{"x"}]>] out_shardings=[<@a, [{"x"}]>] manual_axes={"x"} (%block: tensor<2xf32>) {
    %1 = sdy.manual_computation(%block) in_shardings=[<@b, [{"y"}]>] out_shardings=[<@b, [{"y"}]>] manual_axes={"y"} (%inner: tensor<1xf32>) {
      // expected-error @+1 {{goes by numbers of devices inside of manual computations on meshes #sdy.mesh<["x"=2, "y"=2]> and #sdy.mesh<["x"=2, "y"=2], device_ids=[3, 1, 2, 0]>, whose orders of devices differ; name axes instead}}
      %2 = "stablehlo.collective_permute"(%inner) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<1xf32>) -> tensor<1xf32>
      sdy.return %2 : tensor<1xf32>
    } : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
