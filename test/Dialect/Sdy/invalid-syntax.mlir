// What the parser of the sdy attributes refuses.
// RUN: %popt %s --split-input-file --verify-diagnostics

// An axis has a name.
// expected-error @+1 {{a mesh axis has an empty name}}
sdy.mesh @mesh = <[""=2]>

// -----

// A mesh counts its devices in 64 bits.
// expected-error @+1 {{the number of devices exceeds 64 bits}}
sdy.mesh @mesh = <["a"=4294967296, "b"=4294967296]>

// -----

// One device of all, or a mesh of axes.
// expected-error @+1 {{a mesh without axes lists 2 devices; it can have one}}
sdy.mesh @mesh = <[], device_ids=[0, 1]>

// -----

// As many devices as the axes make.
// expected-error @+1 {{the axes make 2 devices, but device_ids lists 3}}
sdy.mesh @mesh = <["a"=2], device_ids=[2, 1, 0]>

// -----

// Devices count from 0.
// expected-error @+1 {{device number -1 is negative}}
sdy.mesh @mesh = <["a"=2], device_ids=[-1, 0]>

// -----

// '?' ends a dimension.
sdy.mesh @mesh = <["a"=2, "b"=4]>
// expected-error @+1 {{'?' must stand last}}
func.func private @f(tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?, "a"}, {}]>})

// -----

// Priorities.
sdy.mesh @mesh = <["a"=2, "b"=4]>
// expected-error @+1 {{"q1" is no priority; one is written p0, p1, ...}}
func.func private @f(tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}q1, {}]>})

// -----

// Priorities have no leading zero.
sdy.mesh @mesh = <["a"=2, "b"=4]>
// expected-error @+1 {{"p01" is no priority; one is written p0, p1, ...}}
func.func private @f(tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p01, {}]>})

// -----

// There are two clauses.
sdy.mesh @mesh = <["a"=2, "b"=4]>
// expected-error @+1 {{"partial" is no clause of a sharding; there are replicated and unreduced}}
func.func private @f(tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], partial={"a"}>})

// -----

// There are three reductions.
sdy.mesh @mesh = <["a"=2, "b"=4]>
// expected-error @+1 {{"mean" is no reduction; there are sum, max, min}}
func.func private @f(tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=mean{"a"}>})

// -----

// A clause stands once.
sdy.mesh @mesh = <["a"=2, "b"=4]>
// expected-error @+1 {{"replicated" stands twice}}
func.func private @f(tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"a"}, replicated={"b"}>})

// -----

// Directions of a barrier.
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{"AROUND" is no direction; there are NONE, FORWARD, BACKWARD}}
  %0 = sdy.propagation_barrier %x allowed_direction=AROUND : tensor<3x4xf32>
  return
}

// -----

// A propagation edge begins at an operand or a result.
// expected-error @+1 {{expected operand or result, got "body"}}
func.func private @f() attributes {edges = #sdy.propagation_edges<[{step-0 = [{"x" = body-0 -> [result-0]}]}]>}

// -----

// Edges number their ends.
// expected-error @+1 {{expected '-' and a number}}
func.func private @f() attributes {edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand 3 -> [result-0]}]}]>}
