// Where the attributes of the dist dialect may stand, and what they may hold.
// RUN: %popt %s --split-input-file --verify-diagnostics

// Without a mesh no sharding has a meaning.
// expected-error @+1 {{mesh @mesh is unknown: the module has no dist.mesh in the sharding of argument 0}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})

// -----

// The sharding of an argument.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{the sharding of argument 0 is not a #dist.sharding}}
func.func private @f(tensor<8x4xf32> {dist.sharding = 1 : i64})

// -----

// The sharding of a result.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{the sharding of result 0 is not a #dist.sharding}}
func.func private @f() -> (tensor<4xf32> {dist.sharding = "dp"})

// -----

// Partial axes are in the mesh's order.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{the partial axes are not in the mesh's order}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = sum{"tp", "dp"}>})

// -----

// Replicated axes are in the mesh's order.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{the replicated axes are not in the mesh's order}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], replicated = {"tp", "dp"}>})

// -----

// An axis of the partial clause is in the mesh.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{axis "cp" is not in the mesh <["dp"=2, "tp"=4]>, did you mean "dp"?}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = sum{"cp"}>})

// -----

// A pin's axis is in the mesh.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{axis "pipe" is not in the mesh <["dp"=2, "tp"=4]> in the sharding of argument 0}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pipe" = [0]}>})

// -----

// The name of an argument.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{"dist.name" of argument 0 is not a string}}
func.func private @f(tensor<8x4xf32> {dist.name = 1 : i64})

// -----

// The name of a result.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{"dist.name" of result 0 is not a string}}
func.func private @f() -> (tensor<4xf32> {dist.name = unit})

// -----

// State is the number of a result.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{"dist.state" of argument 0 is not a 64-bit integer}}
func.func private @f(tensor<8x4xf32> {dist.state = 0 : i32})

// -----

// State keeps its type.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{the state of argument 0 ("w") has type 'tensor<4xf32>', but result 0 has type 'tensor<5xf32>'}}
func.func private @f(tensor<4xf32> {dist.name = "w", dist.state = 0 : i64}) -> tensor<5xf32>

// -----

// A result is the state of one argument.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{result 0 is the state of both argument 0 ("w") and argument 1}}
func.func private @f(tensor<4xf32> {dist.name = "w", dist.state = 0 : i64}, tensor<4xf32> {dist.state = 0 : i64}) -> tensor<4xf32>

// -----

// Shardings of an operation are an array.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{the shardings of its results are not an array}}
  %0 = dist.propagation_barrier %x allow = none {dist.shardings = #dist.sharding<@mesh, [{}, {}]>} : tensor<3x4xf32>
  return
}

// -----

// An array of shardings.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{the sharding of result 0 is not a #dist.sharding}}
  %0 = dist.propagation_barrier %x allow = none {dist.shardings = [0]} : tensor<3x4xf32>
  return
}

// -----

// One sharding per operand.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{has 0 shardings for 1 operand}}
  %0 = dist.propagation_barrier %x allow = none {dist.operand_shardings = []} : tensor<3x4xf32>
  return
}

// -----

// A price is a number of seconds per byte.
// expected-error @+1 {{"dist.strategies" is none of "least-cost", "by-price", "propagated", "dealt"}}
module attributes {dist.strategies = "cheap"} {
}

// -----

// expected-error @+1 {{"dist.memory_price" is not a number of seconds per byte, 0 or more}}
module attributes {dist.memory_price = -1.0 : f64} {
}

// -----

// expected-error @+1 {{"dist.memory_price" is not a number of seconds per byte, 0 or more}}
module attributes {dist.memory_price = 1 : i64} {
}

// -----

// expected-error @+1 {{"dist.recompute_policy" is none of "none", "selective", "full"}}
module attributes {dist.recompute_policy = "most"} {
}

// -----

// Devices at the boundary.
dist.mesh @mesh = <["dp"=2]>
// expected-error @+1 {{"dist.device_ids" of argument 0 is no list of a mesh's devices}}
func.func private @f(tensor<8x4xf32> {dist.device_ids = [1, 0]})

// -----

// Each stands once.
dist.mesh @mesh = <["dp"=2]>
// expected-error @+1 {{"dist.device_ids" of result 0: device_ids names device 1 twice}}
func.func private @f() -> (tensor<8x4xf32> {dist.device_ids = array<i64: 1, 1>})

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{"dist.recompute" is no #dist.recompute}}
  %0 = stablehlo.tanh %x {dist.recompute = "full"} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error @+1 {{"dist.numbering" is no #dist.mesh of a dist.mesh}}
dist.mesh @mesh = <["dp"=2]> {dist.numbering = 2 : i64}

// -----

// expected-error @+1 {{"dist.numbering" gives axis "dp" size 4, the mesh 2}}
dist.mesh @mesh = <["dp"=2]> {dist.numbering = #dist.mesh<["dp"=4]>}
