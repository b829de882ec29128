// What the parser of the dist attributes refuses.
// RUN: %popt %s --split-input-file --verify-diagnostics

// A part of an axis begins at 1.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{part (0)2 of axis "tp" must have at least 1 before it and size at least 2}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp":(0)2}, {}]>})

// -----

// A part of an axis is not beyond 32 bits.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{part (2)4294967296 of axis "tp" is out of range}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp":(2)4294967296}, {}]>})

// -----

// An axis has a name.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{an axis' name is empty}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{""}, {}]>})

// -----

// '?' ends a dimension.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{'?' must stand last}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{?, "tp"}, {}]>})

// -----

// What follows a dimension.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{expected a priority 'p<number>' or 'by <granule>'}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}q1, {}]>})

// -----

// One granule only.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{expected a priority 'p<number>' or 'by <granule>'}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"} by 2 by 2, {}]>})

// -----

// A granule counts elements.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{granule 0 is below 1}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"} by 0, {}]>})

// -----

// A priority is small.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{priority 4294967296 is out of range}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"tp"}p4294967296, {}]>})

// -----

// Monoids are seven.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{"mean" is no way to combine values; there are sum, prod, max, min, and, or, xor}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = mean{"tp"}>})

// -----

// A pin names a coordinate.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{the pin on axis "tp" names no coordinate}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"tp" = []}>})

// -----

// A pin's coordinates ascend.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{the coordinates of the pin on axis "tp" are not ascending}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"tp" = [2, 1]}>})

// -----

// A clause stands once.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{"memory" stands twice}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], memory = host, memory = device>})

// -----

// There are two memories.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{memory is "host" or "device", not "disk"}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], memory = disk>})

// -----

// There are four clauses.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
// expected-error @+1 {{"pinned" is no clause of a sharding; there are partial, replicated, at, memory}}
func.func private @f(tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], pinned = {"tp"}>})

// -----

// Kinds of axes.
// expected-error @+1 {{"pipeline" is no kind of axis; there are stage and time (device axes have no word)}}
dist.mesh @mesh = <pipeline ["pp"=2]>

// -----

// device_ids ends a mesh.
// expected-error @+1 {{device_ids must stand last}}
dist.mesh @mesh = <["a"=2], device_ids = [1, 0], ["b"=2]>

// -----

// Names of a mesh's axes differ.
// expected-error @+1 {{axis "a" is declared twice}}
dist.mesh @mesh = <["a"=2], stage ["a"=2]>

// -----

// Directions of a barrier.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{"both" is no direction; there are none, forward, backward}}
  %0 = dist.propagation_barrier %x allow = both : tensor<3x4xf32>
  return
}
