// What the passes of Partition refuse, with where and why.
// RUN: split-file %s %t
// RUN: %popt %t/choose.mlir --choose-strategies --split-input-file --verify-diagnostics
// RUN: not %popt %t/cluster.mlir --set-machine=cluster=nowhere.json --choose-strategies 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: %popt %t/reshards.mlir --make-reshards-explicit --split-input-file --verify-diagnostics
// RUN: %popt %t/expand.mlir --expand-reshards --split-input-file --verify-diagnostics
// RUN: %popt %t/partition.mlir --partition --split-input-file --verify-diagnostics

//--- choose.mlir
// expected-error @+1 {{module has no function @main}}
module {
  dist.mesh @mesh = <["a"=2]>
  func.func @step() {
    return
  }
}

// -----

// expected-error @+1 {{module has no dist.mesh; add one}}
module {
  func.func @main() {
    return
  }
}

// -----

dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'func.call' op has no op model, so popt does not know how to partition it}}
  %0 = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32>

// -----

// Pins are no part of the search for strategies.
dist.mesh @mesh = <["a"=2]>
// expected-note @+1 {{the value}}
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}], memory = host>}) -> (tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // expected-error @+1 {{'stablehlo.negate' op cannot have operand 0 as [{}]: the value is bound to [{}], memory = host, and no sequence of collectives leads from there; bind the value, or what is made of it, to another sharding}}
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- cluster.mlir
// CLUSTER: error: cannot read cluster file "nowhere.json"
dist.mesh @mesh = <["a"=2]>
func.func @main() {
  return
}

//--- reshards.mlir
dist.mesh @mesh = <["a"=2]>
// expected-error @+1 {{value has no sharding: its strategy is not chosen}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{'func.return' op has no sharding for operand 0: its strategy is not chosen}}
  return %x : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["a"=2]>
// expected-error @+1 {{no sequence of collectives leads from [{}], memory = host to [{}]}}
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}], memory = host>}) -> tensor<4xf32> {
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>]} %x : tensor<4xf32>
}

//--- expand.mlir
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'dist.reshard' op no sequence of collectives leads from [{}], memory = host to [{}]}}
  %0 = dist.reshard %x from <@mesh, [{}], memory = host> to <@mesh, [{}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- partition.mlir
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.negate' op has no sharding for operand 0: its strategy is not chosen}}
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.negate' op has no sharding for result 0: its strategy is not chosen}}
  %0 = stablehlo.negate %x {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>]} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{'func.return' op has no sharding for operand 0: its strategy is not chosen}}
  return %x : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}], partial = sum{"b"}>}) -> tensor<8x4xf32> {
  // expected-error @+1 {{'dist.reshard' op takes several collectives; write a reshard for each}}
  %0 = dist.reshard %x from <@mesh, [{"a"}, {}], partial = sum{"b"}> to <@mesh, [{}, {"b"}]> : tensor<8x4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {"b"}]>]} %0 : tensor<8x4xf32>
}

// -----

dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{'dist.reshard' op moves its operand from [{"a"}], but the operand is [{}], and no reshard is between}}
  %0 = dist.reshard %x from <@mesh, [{"a"}]> to <@mesh, [{}]> : tensor<4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>]} %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{'func.call' op has no op model, so popt does not know how to partition it}}
  %0 = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>]} %0 : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32>

// -----

dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.negate' op reads operand 0 as [{"a"}], but it is [{}], and no reshard is between}}
  %0 = stablehlo.negate %x {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>], dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} : tensor<4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>]} %0 : tensor<4xf32>
}

// -----

// Rows of one shape are no rows of the other.
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}) -> tensor<3x8xf32> {
  // expected-error @+1 {{'stablehlo.reshape' op cannot run on blocks in the layouts of its operands and results: they follow from no strategy: none is chosen}}
  %0 = stablehlo.reshape %x {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}, {}]>], dist.shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]} : (tensor<4x6xf32>) -> tensor<3x8xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}, {}]>]} %0 : tensor<3x8xf32>
}

// -----

// A sum of blocks is a partial value, not the sum.
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}, {}]>}, %z: tensor<f32> {dist.sharding = #dist.sharding<@mesh, []>}) -> tensor<6xf32> {
  // expected-error @+1 {{'stablehlo.reduce' op cannot run on blocks}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}, {}]>, #dist.sharding<@mesh, []>], dist.shardings = [#dist.sharding<@mesh, [{}]>]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>]} %0 : tensor<6xf32>
}

// -----

// The exponential of partial values is not partial.
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}], partial = sum{"a"}>}) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.exponential' op cannot run on blocks}}
  %0 = stablehlo.exponential %x {dist.operand_shardings = [#dist.sharding<@mesh, [{}], partial = sum{"a"}>], dist.shardings = [#dist.sharding<@mesh, [{}], partial = sum{"a"}>]} : tensor<4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}], partial = sum{"a"}>]} %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{'dist.constraint' op moves its operand from [{}] to [{"a"}]: its strategy is not chosen}}
  %0 = dist.constraint %x <@mesh, [{"a"}]> {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>], dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} : tensor<4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>]} %0 : tensor<4xf32>
}

// -----

// A declaration has nothing to partition.
// expected-error @+1 {{module has no function @main with a body}}
module {
  dist.mesh @mesh = <["dp"=2]>
  func.func private @main(tensor<4xf32>) -> tensor<4xf32>
}

// -----

// What an operation passes on has one layout.
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{passes on a value that enters as [{"a"}] and leaves as [{}]: its strategy is not chosen}}
  %0 = "stablehlo.optimization_barrier"(%x) {dist.operand_shardings = [#dist.sharding<@mesh, [{"a"}]>], dist.shardings = [#dist.sharding<@mesh, [{}]>]} : (tensor<4xf32>) -> tensor<4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>]} %0 : tensor<4xf32>
}
