// Several meshes over the same devices become the one that most shardings name.
// RUN: %popt %s --allow-unregistered-dialect --import-sdy --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: dist.mesh @a = <["x"=2, "y"=4]>
sdy.mesh @a = <["x"=2, "y"=4]>
sdy.mesh @b = <["u"=4, "v"=2]>
// CHECK-LABEL: func.func @parts
// CHECK-SAME: #dist.sharding<@a, [{"x"}, {"y"}]>
// CHECK-SAME: #dist.sharding<@a, [{"x", "y":(1)2}, {"y":(2)2}]>
// CHECK-SAME: #dist.sharding<@a, [{"x", "y"}]>
func.func @parts(%p: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}, {"y"}]>},
                 %q: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@b, [{"u"}, {"v"}]>},
                 %r: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["all"=8]>, [{"all"}]>},
                 %s: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{}, {"x"}]>}) {
  return
}

// -----

// A mesh that no sharding names may have any size.
// CHECK: dist.mesh @a = <["x"=2, "y"=4]>
sdy.mesh @a = <["x"=2, "y"=4]>
sdy.mesh @b = <["u"=2]>
func.func @unused(%p: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}) {
  return
}

// -----

// A mesh with the same axes in another order of devices: its axes are the same
// digits in another order.
sdy.mesh @a = <["x"=2, "y"=4]>
sdy.mesh @b = <["u"=4, "v"=2], device_ids=[0, 4, 1, 5, 2, 6, 3, 7]>
sdy.mesh @c = <["w"=8], device_ids=[0, 4, 1, 5, 2, 6, 3, 7]>
// CHECK-LABEL: func.func @order
// CHECK-SAME: #dist.sharding<@a, [{"y"}, {"x"}]>
// CHECK-SAME: #dist.sharding<@a, [{"y":(2)2, "x"}, {"y":(1)2}]>
// CHECK-SAME: #dist.sharding<@a, [{"y", "x"}]>
// CHECK-SAME: #dist.sharding<@a, [{"y":(2)2, "x"}]>
func.func @order(%p: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@b, [{"u"}, {"v"}]>},
                 %q: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@b, [{"u":(2)2, "v"}, {"u":(1)2}]>},
                 %r: tensor<8xf32> {sdy.sharding = #sdy.sharding<@c, [{"w"}]>},
                 %s: tensor<8xf32> {sdy.sharding = #sdy.sharding<@c, [{"w":(2)4}]>},
                 %t: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{}, {"x"}]>},
                 %u: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}, {}]>},
                 %v: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{"y"}, {}]>}) {
  return
}

// -----

// Other orders are taken for the chosen mesh's; the boundary keeps the devices,
// where that makes a difference.
sdy.mesh @a = <["x"=2, "y"=2]>
sdy.mesh @b = <["u"=2, "v"=2], device_ids=[3, 1, 2, 0]>
sdy.mesh @c = <["u"=2, "v"=2], device_ids=[1, 0, 2, 3]>
// CHECK-LABEL: func.func @rotated
// CHECK-SAME: (%{{[^ ]+}}: tensor<8xf32> {dist.sharding = #dist.sharding<@a, [{"x"}]>}
// CHECK-SAME: {dist.device_ids = array<i64: 3, 1, 2, 0>, dist.sharding = #dist.sharding<@a, [{"x"}]>}
// CHECK-SAME: {dist.sharding = #dist.sharding<@a, [{}]>}
// CHECK-SAME: {dist.sharding = #dist.sharding<@a, [{"x"}]>}
// CHECK-SAME: {dist.device_ids = array<i64: 1, 0, 2, 3>, dist.sharding = #dist.sharding<@a, [{"y"}]>}
// CHECK-SAME: -> (tensor<8xf32> {dist.device_ids = array<i64: 3, 1, 2, 0>, dist.sharding = #dist.sharding<@a, [{"x"}]>})
func.func @rotated(%p: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>},
                   %q: tensor<8xf32> {sdy.sharding = #sdy.sharding<@b, [{"u"}]>},
                   %r: tensor<8xf32> {sdy.sharding = #sdy.sharding<@b, [{}]>},
                   %s: tensor<8xf32> {sdy.sharding = #sdy.sharding<@c, [{"u"}]>},
                   %t: tensor<8xf32> {sdy.sharding = #sdy.sharding<@c, [{"v"}]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@b, [{"u"}]>}) {
  // CHECK: dist.shardings = [#dist.sharding<@a, [{"x"}]>]
  %0 = stablehlo.add %p, %q {sdy.sharding = #sdy.sharding_per_value<[<@a, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A mesh in order beside one that is not.
sdy.mesh @a = <["x"=3], device_ids=[1, 2, 0]>
sdy.mesh @b = <["x"=3]>
// CHECK-LABEL: func.func @ordered
// CHECK-SAME: (%{{[^ ]+}}: tensor<6xf32> {dist.sharding = #dist.sharding<@a, [{"x"}]>}
// CHECK-SAME: {dist.device_ids = array<i64: 0, 1, 2>, dist.sharding = #dist.sharding<@a, [{"x"}]>}
func.func @ordered(%p: tensor<6xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}, %q: tensor<6xf32> {sdy.sharding = #sdy.sharding<@b, [{"x"}]>}) {
  return
}

// -----

// A part of an axis that does not divide is left out inside of the program; at
// its border it is an error.
sdy.mesh @a = <["x"=4]>
// CHECK-LABEL: func.func @uneven
func.func @uneven(%p: tensor<3xf32>) {
  // CHECK: stablehlo.negate {{.*}} {dist.shardings = [#dist.sharding<@a, [{}]>]}
  // expected-warning @+1 {{dimension 0 of 'tensor<3xf32>' is split less than its sharding says: sub-axis "x":(2)2 of size 2 does not divide a block of 3 elements}}
  %0 = stablehlo.negate %p {sdy.sharding = #sdy.sharding_per_value<[<@a, [{"x":(2)2}]>]>} : tensor<3xf32>
  return
}

// -----

sdy.mesh @a = <["x"=2, "y"=3]>
sdy.mesh @b = <["u"=3, "v"=2]>
// expected-error @+1 {{axis "u" of mesh #sdy.mesh<["u"=3, "v"=2]> cannot be written in parts of the axes of mesh <["x"=2, "y"=3]>}}
func.func @main(%p: tensor<8xf32> {sdy.sharding = #sdy.sharding<@b, [{"u"}]>},
                %q: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>},
                %r: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}) {
  return
}

// -----

// The mesh counts where the module's numbers contradict it.
// CHECK: dist.mesh @a = <["x"=2, "y"=2]>
module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  // expected-warning @+1 {{mesh #sdy.mesh<["x"=2, "y"=2]> has 4 devices, but the module says mhlo.num_replicas x mhlo.num_partitions = 8; the mesh counts: correct the attributes, or export again with this mesh}}
  sdy.mesh @a = <["x"=2, "y"=2]>
  func.func @main(%p: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}) {
    return
  }
}

// -----

// Shardings without axes may be on meshes of any size, order and form: such a
// value stays whole, also beside several functions and inline meshes.
// CHECK: dist.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @swapped = <["x"=2], device_ids = [1, 0]>
// CHECK: @main(%arg0: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>})
func.func @main(%p: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  return %p : tensor<8x8xf32>
}
// CHECK: @other(%arg0: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}, %arg1: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
func.func @other(%p: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@swapped, [{}, {}]>},
                 %q: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["z"=3], device_ids=[2, 0, 1]>, [{}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["z"=3]>, [{}, {}]>}) {
  // CHECK: stablehlo.add {{.*}} {dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]}
  %0 = stablehlo.add %p, %q {sdy.sharding = #sdy.sharding_per_value<[<mesh<[], device_ids=[7]>, []>]>} : tensor<8x8xf32>
  // CHECK: dist.constraint {{.*}} <@mesh, [{}, {}]>
  %1 = sdy.sharding_constraint %0 <mesh<[], device_ids=[2]>, []> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// An operation that popt does not know is left as it is, beside shardings too.
sdy.mesh @mesh = <["x"=2]>
// CHECK: @unknown(%arg0: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}]>})
func.func @unknown(%p: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // CHECK: "mine.use"(%arg0)
  "mine.use"(%p) : (tensor<8xf32>) -> ()
  // CHECK: "mine.make"() {dist.shardings = [#dist.sharding<@mesh, [{"x"}]>]}
  %0 = "mine.make"() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : () -> tensor<8xf32>
  // CHECK: dist.constraint {{.*}} <@mesh, [{}]>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}]> : tensor<8xf32>
  // CHECK: "mine.region"
  "mine.region"(%1) ({
    %2 = sdy.sharding_constraint %p <@mesh, [{}]> : tensor<8xf32>
    "mine.end"(%2) : (tensor<8xf32>) -> ()
  }) : (tensor<8xf32>) -> ()
  return
}
