// What must hold after Partition, and does not.
// RUN: %popt %s --verify-partitioned --split-input-file --verify-diagnostics

// Fine.
dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>, dist.global_type = tensor<7xf32>}) -> (tensor<f32> {dist.sharding = #dist.sharding<@mesh, []>, dist.global_type = tensor<f32>}) {
  %begin, %extent = dist.block {"a"} of 7 on @mesh : tensor<i32>, tensor<i32>
  %0 = stablehlo.convert %extent : (tensor<i32>) -> tensor<f32>
  %1 = dist.all_reduce %0 sum over {"a"} on @mesh : tensor<f32>
  return %1 : tensor<f32>
}

// -----

// expected-error @+1 {{module has no function @main with a body}}
module {
  dist.mesh @mesh = <["a"=2]>
  func.func private @main()
}

// -----

// expected-error @+1 {{module has no dist.mesh}}
module {
  func.func @main() {
    return
  }
}

// -----

dist.mesh @mesh = <["a"=2]>
// expected-error @+1 {{argument 0 ("x") has no sharding: the program is not partitioned}}
func.func @main(%x: tensor<4xf32> {dist.name = "x"}) {
  return
}

// -----

dist.mesh @mesh = <["a"=2]>
// expected-error @+1 {{argument 0 has no global type: the program is not partitioned}}
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  return
}

// -----

dist.mesh @mesh = <["a"=2]>
// expected-error @+1 {{result 0 has no global type: the program is not partitioned}}
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<4xf32>}) -> (tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  return %x : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["a"=2]>
// expected-error @+1 {{is 'tensor<8xf32>', but a block of 'tensor<8xf32>' in #dist.sharding<@mesh, [{"a"}]> is 'tensor<4xf32>'}}
func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>, dist.global_type = tensor<8xf32>}) {
  return
}

// -----

dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<4xf32>}) {
  // expected-error @+1 {{'dist.reshard' op is no operation on blocks; partition leaves only stablehlo, chlo and collectives of dist}}
  %0 = dist.reshard %x from <@mesh, [{}]> to <@mesh, [{"a"}]> : tensor<4xf32>
  return
}

// -----

dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<4xf32>}) {
  // expected-error @+1 {{'dist.constraint' op is no operation on blocks}}
  %0 = dist.constraint %x <@mesh, [{"a"}]> : tensor<4xf32>
  return
}

// -----

dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>, dist.global_type = tensor<4xf32>}) {
  // expected-error @+1 {{'stablehlo.negate' op has the attribute dist.shardings, which partition removes}}
  %0 = stablehlo.negate %x {dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} : tensor<4xf32>
  return
}
