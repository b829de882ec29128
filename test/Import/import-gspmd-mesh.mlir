// The mesh is the coarsest one in which all strings can be written.
// RUN: %popt %s --import-gspmd --split-input-file | FileCheck %s

// The ends of digits are 1, 2, 4 and 8: from [2,4] comes 4, from [4,2] comes 2.
// CHECK: sdy.mesh @mesh = <["axis_0"=2, "axis_1"=2, "axis_2"=2]>
// CHECK: func.func
// CHECK-SAME: [{"axis_0"}, {"axis_1", "axis_2"}]
// CHECK-SAME: [{"axis_0", "axis_1"}, {"axis_2"}]
func.func @factors(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"},
                   %b: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,2]<=[8]}"}) {
  return
}

// -----

// A dimension of several digits that are no neighbours.
// CHECK: sdy.mesh @mesh = <["axis_0"=2, "axis_1"=3, "axis_2"=4]>
// CHECK: func.func
// CHECK-SAME: [{"axis_0", "axis_2"}, {"axis_1"}]
func.func @apart(%a: tensor<8x6xf32> {mhlo.sharding = "{devices=[8,3]<=[2,3,4]T(0,2,1)}"}) {
  return
}

// -----

// Who comes first among those that hold the same says nothing.
// CHECK: sdy.mesh @mesh = <["axis_0"=2, "axis_1"=2]>
// CHECK: func.func
// CHECK-SAME: [{"axis_0"}]
func.func @subgroup(%a: tensor<8xf32> {mhlo.sharding = "{devices=[2,2]1,0,3,2 last_tile_dim_replicate}"}) {
  return
}

// -----

// Device numbers without common digits: the order of the list is the mesh's.
// CHECK: sdy.mesh @mesh = <["axis_0"=2, "axis_1"=2], device_ids=[0, 1, 3, 2]>
// CHECK: func.func
// CHECK-SAME: [{"axis_0", "axis_1"}]
// CHECK-SAME: [{"axis_0"}]
func.func @order(%a: tensor<8xf32> {mhlo.sharding = "{devices=[4]0,1,3,2}"},
                 %b: tensor<8xf32> {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"}) {
  return
}

// -----

// Another mesh of the module keeps its name; import-sdy makes one of both.
// CHECK: sdy.mesh @mesh_0 = <["axis_0"=4]>
// CHECK: sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK: func.func
// CHECK-SAME: <@mesh_0, [{"axis_0"}]>
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @both(%a: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"},
                %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return
}
