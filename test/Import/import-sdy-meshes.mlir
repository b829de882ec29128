// Several meshes over the same devices become the one that most shardings name.
// RUN: %popt %s --import-sdy --split-input-file --verify-diagnostics | FileCheck %s

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

// expected-note @+1 {{the mesh that most shardings name}}
sdy.mesh @a = <["x"=2, "y"=4]>
// expected-error @+1 {{has another number of devices than mesh}}
sdy.mesh @b = <["u"=2]>

// -----

// expected-note @+1 {{the mesh that most shardings name}}
sdy.mesh @a = <["x"=2]>
// expected-error @+1 {{orders the devices differently than mesh}}
sdy.mesh @b = <["u"=2], device_ids=[1, 0]>

// -----

sdy.mesh @a = <["x"=2, "y"=3]>
sdy.mesh @b = <["u"=3, "v"=2]>
// expected-error @+1 {{axis "u" of mesh #sdy.mesh<["u"=3, "v"=2]> cannot be written in parts of the axes of mesh <["x"=2, "y"=3]>}}
func.func @main(%p: tensor<8xf32> {sdy.sharding = #sdy.sharding<@b, [{"u"}]>},
                %q: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>},
                %r: tensor<8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}]>}) {
  return
}
