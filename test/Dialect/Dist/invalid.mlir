// One chunk for each constraint of the dist dialect.
// RUN: %popt %s --split-input-file --verify-diagnostics

// C1: another mesh.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{mesh @other is unknown: the module's mesh is @mesh in the sharding of argument 0}}
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@other, [{}, {}]>}) {
  return
}

// -----

// C1: an unknown axis, and the nearest name.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error-re @+1 {{axis "dpp" is not in the mesh {{.*}}, did you mean "dp"?}}
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dpp"}, {}]>}) {
  return
}

// -----

// C2: the rank.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{1 dimension is listed for a value of rank 2}}
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  return
}

// -----

// C3: an axis twice.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{axis "dp" of size 2 is used twice in the sharding of argument 0}}
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {"dp"}]>}) {
  return
}

// -----

// C3: a part overlaps its axis.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{axis "tp" of size 4 is used twice}}
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp":(1)2}, {"tp"}]>}) {
  return
}

// -----

// C3: a part that does not divide.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{sub-axis "tp":(1)3}}
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp":(1)3}, {}]>}) {
  return
}

// -----

// C5: a pin outside.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{pinned}}
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"dp" = [7]}>}) {
  return
}

// -----

// C3: an axis that pins and splits a dimension.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{axis "dp" is pinned and also used by "dp"}}
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], at = {"dp" = [0]}>}) {
  return
}

// -----

// Terms over pinned coordinates are over the whole axis.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{sub-axis "tp":(1)2 is partial, but axis "tp" is pinned}}
  %0 = dist.constraint %x <@mesh, [{}, {}], partial = sum{"tp":(1)2}, at = {"tp" = [0, 1]}> : tensor<8x4xf32>
  return
}

// -----

// C6: a priority of nothing.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{dimension 0 is empty and closed but has a priority}}
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}p1, {}]>}) {
  return
}

// -----

// Partial axes keep the mesh's order.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{order}}
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = sum{"tp", "dp"}>}) {
  return
}

// -----

// Groups: an unknown axis.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{axis "z" is not in the mesh}}
  %0 = dist.all_reduce %x sum over {"z"} on @mesh : tensor<3x4xf32>
  return
}

// -----

// Groups: another mesh.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{mesh @m is unknown}}
  %0 = dist.all_reduce %x sum over {"dp"} on @m : tensor<3x4xf32>
  return
}

// -----

// Groups: an axis twice.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{axis "dp" of size 2 is used twice}}
  %0 = dist.all_reduce %x sum over {"dp", "dp"} on @mesh : tensor<3x4xf32>
  return
}

// -----

// Groups: unequal lists.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{has groups of 2 and of 1 ranks; all must have one size}}
  %0 = dist.all_reduce %x sum over [[0, 1], [2]] on @mesh : tensor<3x4xf32>
  return
}

// -----

// Groups: a rank outside.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{names rank 8, but the mesh has 8 ranks}}
  %0 = dist.all_reduce %x sum over [[0, 8]] on @mesh : tensor<3x4xf32>
  return
}

// -----

// Groups: a rank twice.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{names rank 0 twice}}
  %0 = dist.all_reduce %x sum over [[0, 0]] on @mesh : tensor<3x4xf32>
  return
}

// -----

// Groups: missing ranks.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{has 2 ranks in its groups, but the mesh has 8}}
  %0 = dist.all_reduce %x sum over [[0, 1]] on @mesh : tensor<3x4xf32>
  return
}

// -----

// A dimension outside.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{names dimension 2 of a value of rank 2}}
  %0 = dist.all_gather %x dim 2 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<3x4xf32>
  return
}

// -----

// The gathered extent.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{makes 'tensor<6x4xf32>' of 'tensor<3x4xf32>', but its result is 'tensor<5x4xf32>'}}
  %0 = dist.all_gather %x dim 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<5x4xf32>
  return
}

// -----

// Uneven blocks need the clause.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{uneven ones need the 'as' clause}}
  %0 = dist.all_slice %x dim 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<2x4xf32>
  return
}

// -----

// The clause's local type.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{'from' makes}}
  %0 = dist.all_gather %x dim 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<8x4xf32> as tensor<8x4xf32> from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {}]>
  return
}

// -----

// The clause's layouts.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{does not lead from}}
  %0 = dist.all_gather %x dim 0 over {"tp":(1)2} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32> as tensor<6x4xf32> from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {}]>
  return
}

// -----

// A pair's target twice.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{has rank 1 as target twice}}
  %0 = dist.permute %x pairs [[0, 1], [2, 1]] on @mesh : tensor<3x4xf32> -> tensor<3x4xf32>
  return
}

// -----

// A negative group.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{group -1 is negative}}
  dist.sharding_group %x group = -1 : tensor<3x4xf32>
  return
}

// -----

// A granule below 1.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{granule 0 is below 1}}
  %0, %1 = dist.block {"dp"} of 5 by 0 on @mesh : tensor<i32>, tensor<i32>
  return
}

// -----

// Manual axes divide.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{dimension 0 of operand 0 has extent 3, which the manual axes of size 2 do not divide}}
  %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{"dp"}, {}]>] out [#dist.sharding<@mesh, [{"dp"}, {}]>] axes {"dp"} (%b: tensor<3x4xf32>) { dist.return %b : tensor<3x4xf32> } : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// Manual axes come first.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{manual axis "tp" comes after axis "dp"}}
  %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{}, {"dp", "tp"}]>] out [#dist.sharding<@mesh, [{}, {}]>] axes {"tp"} (%b: tensor<3x1xf32>) { dist.return %b : tensor<3x1xf32> } : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// The body's types are local.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{whose block is}}
  %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{}, {"tp"}]>] out [#dist.sharding<@mesh, [{}, {}]>] axes {"tp"} (%b: tensor<3x4xf32>) { dist.return %b : tensor<3x4xf32> } : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// One sharding per result.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{has 2 shardings for 1 result}}
  %0 = dist.propagation_barrier %x allow = none {dist.shardings = [#dist.sharding<@mesh, [{}, {}]>, #dist.sharding<@mesh, [{}, {}]>]} : tensor<3x4xf32>
  return
}

// -----

// Operations have dist.shardings.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{stands on arguments and results of functions}}
  %0 = dist.propagation_barrier %x allow = none {dist.sharding = #dist.sharding<@mesh, [{}, {}]>} : tensor<3x4xf32>
  return
}

// -----

// A module has one mesh.
// expected-note @+1 {{the first is @mesh}}
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{is the module's second mesh}}
dist.mesh @second = <["a"=2]>

// -----

// The state is a result.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{is result 3, but there are 1 results}}
func.func @main(%x: tensor<4xf32> {dist.state = 3 : i64}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// roll, C1: no such dimension.
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-error @+1 {{'dist.roll' op rolls dimension 2 of a tensor of rank 2}}
  %0 = dist.roll %x dim 2 by 3 : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// roll, C2: further than all the way round.
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-error @+1 {{'dist.roll' op rolls by 8 in a dimension of extent 8}}
  %0 = dist.roll %x dim 0 by 8 : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
