// What is wrong between a collective, its operand's sharding and its result's.
// RUN: %popt %s --split-input-file --verify-diagnostics

// -----

// Nothing is known of the operand.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{has an operand without a sharding}}
  %0 = sdy.all_gather [{}, {"x"}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return
}

// -----

// The result's sharding is wrong by itself.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{axis "w" is not in the mesh in out_sharding}}
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {"w"}]> : tensor<8x16xf32>
  return
}

// -----

// The operand's mesh is another.
sdy.mesh @two = <["x"=2]>
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@two, [{"x"}, {}]>}) {
  // expected-error @+1 {{has an operand on mesh #sdy.mesh<["x"=2]> and a result on mesh #sdy.mesh<["x"=4, "y"=2, "z"=2]>}}
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return
}

// -----

// A list for each dimension.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{lists axes of 1 dimensions for a value of rank 2}}
  %0 = sdy.all_gather [{}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// An axis is named twice.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{axis "x" of size 4 is used twice in its axes}}
  %0 = sdy.all_gather [{"x"}, {"x"}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return
}

// -----

// Only minor axes can be gathered.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{takes {"x"} from dimension 0 of its operand, which does not end with them: {"x", "y"}}}
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// Nor can a major part of an axis.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{takes {"x":(1)2} from dimension 0 of its operand, which does not end with them: {"x"}}}
  %0 = sdy.all_gather [{"x":(1)2}, {}] %a out_sharding=<@mesh, [{"x":(2)2}, {}]> : tensor<8x16xf32>
  return
}

// -----

// What remains is something else.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{makes dimension 0 {"x":(1)2}, but out_sharding says {}}}
  %0 = sdy.all_gather [{"x":(2)2}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return
}

// -----

// What is split is something else.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{makes dimension 1 {"y"}, but out_sharding says {"z"}}}
  %0 = sdy.all_slice [{}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {"z"}]> : tensor<8x16xf32>
  return
}

// -----

// Nothing moves.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{moves no axes}}
  %0 = sdy.all_to_all [] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// To a dimension that does not exist.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{names dimension 2 of a value of rank 2}}
  %0 = sdy.all_to_all [{"x"}: 0->2] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return
}

// -----

// To where it is.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{names dimension 0 twice}}
  %0 = sdy.all_to_all [{"x"}: 0->0] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// Axes that the dimension lacks.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{takes {"y"} from dimension 0 of its operand, which does not end with them: {"x"}}}
  %0 = sdy.all_to_all [{"y"}: 0->1] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
  return
}

// -----

// A permute keeps the number of parts.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{splits dimension 0 into 2 parts, its operand into 4}}
  %0 = sdy.collective_permute %a out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// Reduced axes split nothing.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{reduces axis "x", which splits dimension 0 of its operand}}
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// Nor hold copies.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}], replicated={"y"}>}) {
  // expected-error @+1 {{reduces axis "y", along which its operand is replicated}}
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// Nor stay unreduced.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}], unreduced={"y"}>}) {
  // expected-error @+1 {{reduces axis "y", but out_sharding leaves it unreduced}}
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x16xf32>
  return
}

// -----

// They are in the mesh's order.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // expected-error @+1 {{the reduced axes are not in the mesh's order in its axes}}
  %0 = sdy.all_reduce {"y", "x"} %a out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return
}

// -----

// A reduction leaves the dimensions.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{makes dimension 0 {"x"}, but out_sharding says {}}}
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return
}

// -----

// Terms of a maximum are no sum.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"y"}>}) {
  // expected-error @+1 {{reduces by sum, but its operand is unreduced by max}}
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return
}

// -----

// A reduction makes no partial values.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // expected-error @+1 {{has the unreduced axis "y" in out_sharding, which its operand lacks}}
  %0 = sdy.all_reduce {} %a out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<8x16xf32>
  return
}

// -----

// What stays unreduced is combined as before.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"y", "z"}>}) {
  // expected-error @+1 {{keeps axis "z" unreduced, but by sum instead of max}}
  %0 = sdy.all_reduce max {"y"} %a out_sharding=<@mesh, [{}, {}], unreduced={"z"}> : tensor<8x16xf32>
  return
}

// -----

// A value becomes a sum.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{makes axes unreduced by max; a value becomes unreduced by sum}}
  %0 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}], unreduced=max{"x"}> : tensor<8x16xf32>
  return
}

// -----

// All axes become unreduced.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}], unreduced={"z"}>}) {
  // expected-error @+1 {{makes the unreduced axes {"x", "z"}, but out_sharding says {"x"}}}
  %0 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x16xf32>
  return
}

// -----

// Some axes become unreduced.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{names no axes}}
  %0 = sdy.replicated_to_unreduced {} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// Axes that split are not replicated.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{names axis "x", which splits dimension 0 of its operand}}
  %0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// Nor are unreduced ones.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}], unreduced={"y"}>}) {
  // expected-error @+1 {{names axis "y", along which its operand is unreduced already}}
  %0 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x16xf32>
  return
}

// -----

// The same in a reshard: kept axes.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"y"}>}) {
  // expected-error @+1 {{keeps axis "y" unreduced, but by sum instead of max}}
  %0 = sdy.reshard %a <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x16xf32>
  return
}

// -----

// And new ones.
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{makes axis "x" unreduced by max; a value becomes unreduced by sum}}
  %0 = sdy.reshard %a <@mesh, [{}, {}], unreduced=max{"x"}> : tensor<8x16xf32>
  return
}

// -----

// Dimensions are named in order.
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}, {}]>}) {
  // expected-error @+1 {{moves axes from dimension 2 before those of dimension 0}}
  %0 = sdy.all_to_all [{"y"}: 2->3, {"x"}: 0->1] %a out_sharding=<@mesh, [{}, {"x"}, {}, {"y"}]> : tensor<8x8x8x8xf32>
  return
}

// -----

// A permute is between meshes of the same axes.
sdy.mesh @mesh = <["x"=4, "y"=2]>
sdy.mesh @other = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  // expected-error @+1 {{permutes from mesh #sdy.mesh<["x"=4, "y"=2]> to mesh #sdy.mesh<["x"=2, "y"=4]>; their axes must agree}}
  %0 = sdy.collective_permute %a out_sharding=<@other, [{"x"}]> : tensor<8xf32>
  return
}

// -----

// One mesh has one name.
sdy.mesh @mesh = <["x"=4]>
sdy.mesh @again = <["x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{permutes from mesh @mesh to mesh @again, which is the same mesh; name one of them in both places}}
  %0 = sdy.collective_permute %a out_sharding=<@again, [{"x"}]> : tensor<8xf32>
  return
}

// -----

// The operand's sharding is wrong, and stands later.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32>) {
  // expected-error @+1 {{has an operand whose sharding is wrong}}
  %0 = sdy.all_gather [{"x"}] %1 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  %1 = sdy.reshard %a <@mesh, [{"w"}]> : tensor<8xf32>
  return
}
