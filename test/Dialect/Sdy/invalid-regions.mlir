// What the verifiers of sdy's regions refuse.
// RUN: %popt %s --split-input-file --verify-diagnostics

// One sharding per operand.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 0 shardings for 1 operand}}
  %0 = sdy.manual_computation(%x) in_shardings=[] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// One mesh.
sdy.mesh @other = <["a"=2]>
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{has shardings on two meshes,}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@other, [{"a"}]>] manual_axes={"a"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// Manual axes are in the mesh.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{manual axis "z" is not in the mesh}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"z"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// An axis is manual once.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main() {
  // expected-note @+1 {{this one}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"a"} () {
    // expected-error @+1 {{axis "a" is already manual in an enclosing region}}
    sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"a"} () {
      sdy.return
    } : () -> ()
    sdy.return
  } : () -> ()
  return
}

// -----

// Manual axes come first.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{manual axis "a" comes after axis "b", which is not manual, in dimension 0 of operand 0}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"b", "a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// One block argument per operand.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 1 operands, but its body has 2}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%b: tensor<4xf32>, %c: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// The body's types are local.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{operand 0 has type 'tensor<8xf32>', whose block is 'tensor<4xf32>', but its body has 'tensor<8xf32>'}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A named computation's arguments.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{body's argument types are not its operands'}}
  %0 = sdy.named_computation<"f">(%x) (%v: tensor<4xf32>) {
    sdy.return %x : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A named computation's results.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{body returns other types than its results'}}
  %0 = sdy.named_computation<"f">(%x) (%v: tensor<8xf32>) {
    %c = stablehlo.constant dense<0.0> : tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A named computation's shardings.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{has 2 shardings for 1 operand}}
  %0 = sdy.named_computation<"f">(%x) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] (%v: tensor<8xf32>) {
    sdy.return %v : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
