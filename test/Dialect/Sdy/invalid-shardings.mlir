// What the verifier of sdy shardings refuses; invalid.mlir has the plainest cases.
// RUN: %popt %s --split-input-file --verify-diagnostics

// The sharding of an argument.
sdy.mesh @mesh = <["a"=2, "b"=4]>
// expected-error @+1 {{the sharding of argument 0 is not a #sdy.sharding}}
func.func private @f(tensor<8x4xf32> {sdy.sharding = 1 : i64})

// -----

// The shardings of an operation.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{"sdy.sharding" is not a #sdy.sharding_per_value}}
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>} : tensor<3x4xf32>
  return
}

// -----

// One sharding per result.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{has 2 shardings for 1 result}}
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>, <@mesh, [{}, {}]>]>} : tensor<3x4xf32>
  return
}

// -----

// The sharding of an operation without results.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{a value that is no tensor has rank 0 and no axes in the sharding of the operation}}
  stablehlo.custom_call @f(%x) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<3x4xf32>) -> ()
  return
}

// -----

// Tensors without rank.
sdy.mesh @mesh = <["a"=2, "b"=4]>
// expected-error @+1 {{only ranked tensors have shardings in the sharding of argument 0}}
func.func private @f(tensor<*xf32> {sdy.sharding = #sdy.sharding<@mesh, []>})

// -----

// The unreduced axes are in the mesh's order.
sdy.mesh @mesh = <["a"=2, "b"=4]>
// expected-error @+1 {{the unreduced axes are not in the mesh's order}}
func.func private @f(tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"b", "a"}>})

// -----

// A part divides its axis.
sdy.mesh @mesh = <["a"=2, "b"=4]>
// expected-error @+1 {{part "b":(4)2 is no proper part of an axis of size 4}}
func.func private @f(tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(4)2}, {}]>})

// -----

// A part of an axis overlaps another.
sdy.mesh @mesh = <["a"=2, "b"=4]>
// expected-error @+1 {{axis "b" of size 4 is used twice}}
func.func private @f(tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2}, {"b"}]>})

// -----

// A priority of nothing.
sdy.mesh @mesh = <["a"=2, "b"=4]>
// expected-error @+1 {{dimension 0 is empty and closed but has a priority}}
func.func private @f(tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}p1, {}]>})

// -----

// A manual axis is used up.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<8xf32>
  %0 = sdy.manual_computation(%z) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%b: tensor<4xf32>) {
  // expected-error @+1 {{axis "a" is manual in an enclosing region and used in its sharding}}
    %1 = sdy.sharding_constraint %b <@mesh, [{"a"}]> : tensor<4xf32>
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A collective's sharding fits its result.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{1 dimension is listed for a value of rank 2 in out_sharding}}
  %0 = sdy.all_reduce {"a"} %x out_sharding=<@mesh, [{}]> : tensor<3x4xf32>
  return
}

// -----

// One device holds a tensor of any rank: there is nothing to list.
sdy.mesh @one = <[], device_ids=[3]>
// expected-error @+1 {{dimensions are listed for a mesh of one device; write []}}
func.func @main(%x: tensor<3x4xf32> {sdy.sharding = #sdy.sharding<@one, [{}, {}]>}) {
  return
}

// -----

// What stands in a list of shardings is a sharding.
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<3xf32>) {
  // expected-error @+1 {{expected a #sdy.sharding}}
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[#sdy.mesh<["a"=2]>]>} : tensor<3xf32>
  return
}
