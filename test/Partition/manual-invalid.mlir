// Collectives whose groups do not fit the mesh or the manual axes, and regions
// whose edges were changed, are errors.
// RUN: %popt %s --choose-strategies --make-reshards-explicit --expand-reshards --partition --split-input-file --verify-diagnostics

dist.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}]>}) {
  dist.manual(%x) in [#dist.sharding<@mesh, [{"b"}]>] out [] axes {"b"} (%u: tensor<2xf32>) {
    // expected-error @+1 {{joins ranks 0 and 2, which differ along axis "a", but that axis is not manual here}}
    %0 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xf32>) -> tensor<4xf32>
    dist.return
  } : (tensor<4xf32>) -> ()
  return
}

// -----

dist.mesh @mesh = <["b"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}]>}) {
  dist.manual(%x) in [#dist.sharding<@mesh, [{"b"}]>] out [] axes {"b"} (%u: tensor<2xf32>) {
    // expected-error @+1 {{names process 2, but those of mesh <["b"=2]> are 0 to 1}}
    %0 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xf32>) -> tensor<6xf32>
    dist.return
  } : (tensor<4xf32>) -> ()
  return
}

// -----

dist.mesh @mesh = <["b"=4]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}]>}) {
  dist.manual(%x) in [#dist.sharding<@mesh, [{"b"}]>] out [] axes {"b"} (%u: tensor<1xf32>) {
    // expected-error @+1 {{has no group with rank 2; every rank needs one}}
    %0 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1xf32>) -> tensor<2xf32>
    dist.return
  } : (tensor<4xf32>) -> ()
  return
}

// -----

dist.mesh @mesh = <["b"=4]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}]>}) {
  dist.manual(%x) in [#dist.sharding<@mesh, [{"b"}]>] out [] axes {"b"} (%u: tensor<1xf32>) {
    // expected-error @+1 {{has groups of 2 members, but sizes 1 and 4 of dimension 0}}
    %0 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1xf32>) -> tensor<4xf32>
    dist.return
  } : (tensor<4xf32>) -> ()
  return
}

// -----

dist.mesh @mesh = <["b"=4]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}]>}) {
  dist.manual(%x) in [#dist.sharding<@mesh, [{"b"}]>] out [] axes {"b"} (%u: tensor<1xf32>) {
    // expected-error @+1 {{has replica groups along axis "c", which mesh <["b"=4]> lacks}}
    %0 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "c">]>}> : (tensor<1xf32>) -> tensor<2xf32>
    dist.return
  } : (tensor<4xf32>) -> ()
  return
}

// -----

dist.mesh @mesh = <["b"=4]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}]>}) {
  dist.manual(%x) in [#dist.sharding<@mesh, [{"b"}]>] out [] axes {"b"} (%u: tensor<1xf32>) {
    // expected-error @+1 {{has replica groups along "b":(1)3, which is no part of mesh <["b"=4]> or is named twice}}
    %0 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "b", sub_axis_info = (1)3>]>}> : (tensor<1xf32>) -> tensor<3xf32>
    dist.return
  } : (tensor<4xf32>) -> ()
  return
}

// -----

// Outside of manual regions there are no blocks.
dist.mesh @mesh = <["b"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // expected-error @+1 {{joins ranks 0 and 1, which differ along axis "b", but that axis is not manual here}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

dist.mesh @mesh = <["b"=2]>
func.func @main() {
  // expected-error @+1 {{differs from device to device, but stands in no manual region}}
  %0 = stablehlo.partition_id : tensor<ui32>
  return
}

// -----

// A body that is no monoid is applied to whole tensors.
dist.mesh @mesh = <["b"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}]>}, %s: tensor<f32> {dist.sharding = #dist.sharding<@mesh, []>}) {
  dist.manual(%x, %s) in [#dist.sharding<@mesh, [{"b"}]>, #dist.sharding<@mesh, []>] out [] axes {"b"} (%u: tensor<2xf32>, %t: tensor<f32>) {
    %0 = "stablehlo.all_reduce"(%u) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      // expected-error @+1 {{combines with a value from outside the body of stablehlo.all_reduce; gather the partial values by all_gather}}
      %1 = stablehlo.multiply %l, %t : tensor<f32>
      %2 = stablehlo.add %1, %r : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    dist.return
  } : (tensor<4xf32>, tensor<f32>) -> ()
  return
}

// -----

dist.mesh @mesh = <["b"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}]>}) {
  dist.manual(%x) in [#dist.sharding<@mesh, [{"b"}]>] out [] axes {"b"} (%u: tensor<2xf32>) {
    %0 = "stablehlo.all_reduce"(%u) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %1 = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      // expected-error @+1 {{has regions and combines in the body of stablehlo.all_reduce; gather the partial values by all_gather}}
      %2 = "stablehlo.if"(%1) ({
        stablehlo.return %l : tensor<f32>
      }, {
        %3 = stablehlo.add %l, %r : tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<i1>) -> tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    dist.return
  } : (tensor<4xf32>) -> ()
  return
}

// -----

// Along what is a stage axis now, a region cannot communicate.
dist.mesh @mesh = <stage ["pp"=2], ["dp"=2]> {dist.numbering = #dist.mesh<["pp"=2, "dp"=2]>}
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>}) {
  dist.manual(%x) in [#dist.sharding<@mesh, [{"dp"}]>] out [] axes {"dp"} (%u: tensor<2xf32>) {
    // expected-error @+1 {{joins devices 0 and 2, which differ along axis "pp", but that is no device axis any more}}
    %0 = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xf32>) -> tensor<4xf32>
    dist.return
  } : (tensor<4xf32>) -> ()
  return
}
