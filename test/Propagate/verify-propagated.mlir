// Every value needs a closed sharding.
// RUN: %popt %s --verify-propagated --split-input-file --verify-diagnostics

dist.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> (tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  return %x : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["a"=2]>
// expected-error @+1 {{argument 0 ("x") has no sharding after propagation}}
func.func @main(%x: tensor<4xf32> {dist.name = "x"}) -> (tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  return %x : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["a"=2]>
// expected-error @+1 {{result 0 has an open sharding after propagation: #dist.sharding<@mesh, [{?}]>}}
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> (tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{?}]>}) {
  return %x : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["a"=2]>
func.func @main(%p: tensor<i1> {dist.sharding = #dist.sharding<@mesh, []>}, %x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) {
  %0 = "stablehlo.if"(%p) ({
    // expected-error @+1 {{result 0 has no sharding after propagation}}
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) {dist.shardings = [#dist.sharding<@mesh, [{"a"}]>]} : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

// expected-error @-2 {{module has no dist.mesh; add one}}
func.func @main() {
  return
}
