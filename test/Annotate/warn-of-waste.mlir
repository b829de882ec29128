// Axes that nothing uses, and dimensions with more parts than elements.
// RUN: %popt %s --warn-of-waste --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: dist.mesh @mesh = <["dp"=16, "tp"=2]>
dist.mesh @mesh = <["dp"=16, "tp"=2]>
// expected-warning @+2 {{no sharding uses axis "tp" of size 2, so the ranks along it compute the same; split something over it, or leave it out of the mesh}}
// expected-warning @+1 {{dimension 0 of argument 0 ("batch") has size 8 and is split by 16: 8 parts are empty; so are parts of 1 more dimensions}}
func.func @main(%x: tensor<8x4xf32> {dist.name = "batch", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) -> (tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) {
  return %x : tensor<8x4xf32>
}

// -----

// Parts are counted axis by axis: blocks of 2, of which "mb" makes 2 parts of 1 and 2 of none.
dist.mesh @mesh = <["dp"=4], time ["mb"=4]>
// expected-warning @+1 {{dimension 0 of argument 0 has size 8 and is split by 16: 8 parts are empty; so are parts of 1 more dimensions}}
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = dist.constraint %x <@mesh, [{"dp", "mb"}, {}]> : tensor<8x4xf32>
  %1 = stablehlo.negate %0 : tensor<8x4xf32>
  %2 = dist.constraint %1 <@mesh, [{"dp", "mb"}, {}]> : tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// -----

dist.mesh @mesh = <["dp"=8]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.negate %x : tensor<8x4xf32>
  // expected-warning @+1 {{dimension 1 of the constraint has size 4 and is split by 8: 4 parts are empty}}
  %1 = dist.constraint %0 <@mesh, [{}, {"dp"}]> : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// -----

dist.mesh @mesh = <["dp"=2], stage ["pp"=2]>
// expected-warning @+1 {{no sharding uses axis "pp" of size 2, and nothing is pinned to it, so it makes no pipeline; split something over it, or leave it out of the mesh}}
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}

// -----

dist.mesh @mesh = <["dp"=2, "tp"=2]>
// expected-warning @+1 {{nothing is annotated with a sharding, so each of the 4 ranks computes everything; annotate arguments, or give a plan}}
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}

// -----

// Left alone: an axis that a pin, a partial value, a region by hand or an operation uses, and
// dimensions that do not divide but leave no rank without.
dist.mesh @mesh = <["a"=2, "b"=2, "c"=2, "d"=2, "e"=3, "one"=1]>
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"a" = [0]}>},
                %y: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = sum{"b"}>},
                %z: tensor<5xf32> {dist.sharding = #dist.sharding<@mesh, [{"e"}]>},
                %none: tensor<0xf32> {dist.sharding = #dist.sharding<@mesh, [{"e"}]>}) -> tensor<8x4xf32> {
  %0 = stablehlo.negate %x {dist.shardings = [#dist.sharding<@mesh, [{"d"}, {}]>]} : tensor<8x4xf32>
  %1 = dist.manual(%0) in [#dist.sharding<@mesh, [{"c"}, {}]>] out [#dist.sharding<@mesh, [{"c"}, {}]>] axes {"c"} (%b: tensor<4x4xf32>) {
    dist.return %b : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
