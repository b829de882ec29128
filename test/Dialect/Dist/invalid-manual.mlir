// What the verifier of manual regions refuses.
// RUN: %popt %s --split-input-file --verify-diagnostics

// A module without mesh.
func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{is in a module without dist.mesh}}
  dist.manual() in [] out [] axes {} () { dist.return } : () -> ()
  return
}

// -----

// Manual axes are in the mesh.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{axis "z" is not in the mesh <["dp"=2, "tp"=4]> in its manual axes}}
  %0 = dist.manual(%y) in [#dist.sharding<@mesh, [{"dp"}, {}]>] out [#dist.sharding<@mesh, [{"dp"}, {}]>] axes {"z"} (%b: tensor<2x4xf32>) { dist.return %b : tensor<2x4xf32> } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// Manual axes are whole.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{a part of axis "tp" is listed as manual; only whole axes can be}}
  %0 = dist.manual(%y) in [#dist.sharding<@mesh, [{"dp"}, {}]>] out [#dist.sharding<@mesh, [{"dp"}, {}]>] axes {"tp":(1)2} (%b: tensor<2x4xf32>) { dist.return %b : tensor<2x4xf32> } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// An axis is manual once.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  dist.manual() in [] out [] axes {"dp"} () {
  // expected-error @+1 {{axis "dp" is already manual in an enclosing region}}
    dist.manual() in [] out [] axes {"dp"} () { dist.return } : () -> ()
    dist.return
  } : () -> ()
  return
}

// -----

// One sharding per operand.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{has 2 shardings for 1 operands}}
  %0 = dist.manual(%y) in [#dist.sharding<@mesh, [{"dp"}, {}]>, #dist.sharding<@mesh, [{"dp"}, {}]>] out [#dist.sharding<@mesh, [{"dp"}, {}]>] axes {"dp"} (%b: tensor<2x4xf32>) { dist.return %b : tensor<2x4xf32> } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// One sharding per result.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{has 0 shardings for 1 results}}
  %0 = dist.manual(%y) in [#dist.sharding<@mesh, [{"dp"}, {}]>] out [] axes {"dp"} (%b: tensor<2x4xf32>) { dist.return %b : tensor<2x4xf32> } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// One block argument per operand.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{has 1 operands, but its body has 2}}
  %0 = dist.manual(%y) in [#dist.sharding<@mesh, [{"dp"}, {}]>] out [#dist.sharding<@mesh, [{"dp"}, {}]>] axes {"dp"} (%b: tensor<2x4xf32>, %c: tensor<2x4xf32>) { dist.return %b : tensor<2x4xf32> } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// A sharding is one.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{the sharding of operand 0 is not a #dist.sharding}}
  %0 = dist.manual(%y) in [0] out [#dist.sharding<@mesh, [{"dp"}, {}]>] axes {"dp"} (%b: tensor<2x4xf32>) { dist.return %b : tensor<2x4xf32> } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// A sharding fits its value.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{1 dimension is listed for a value of rank 2 in the sharding of operand 0}}
  %0 = dist.manual(%y) in [#dist.sharding<@mesh, [{"dp"}]>] out [#dist.sharding<@mesh, [{"dp"}, {}]>] axes {"dp"} (%b: tensor<2x4xf32>) { dist.return %b : tensor<2x4xf32> } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// What the body returns.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{result 0 has type 'tensor<4x4xf32>', whose block is 'tensor<2x4xf32>', but its body has 'tensor<4x4xf32>'}}
  %0 = dist.manual(%y) in [#dist.sharding<@mesh, [{"dp"}, {}]>] out [#dist.sharding<@mesh, [{"dp"}, {}]>] axes {"dp"} (%b: tensor<2x4xf32>) { %c = dist.all_gather %b dim 0 over {"dp"} on @mesh : tensor<2x4xf32> -> tensor<4x4xf32>
  dist.return %c : tensor<4x4xf32> } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
