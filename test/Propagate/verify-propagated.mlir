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

// -----

// Blocks of equal shape, but of other elements: the next step would read them
// as its own.
dist.mesh @mesh = <["a"=2, "b"=2]>
// expected-error @+1 {{argument 0 ("w"), 'tensor<8x6xf32>', is sharded [{"a"}, {"b"}], but its next value, result 0 ("result['w']"), is sharded [{"b"}, {"a"}]; shard both alike, or only the argument}}
func.func @main(%w: tensor<8x6xf32> {dist.name = "w", dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8x6xf32> {dist.name = "result['w']", dist.sharding = #dist.sharding<@mesh, [{"b"}, {"a"}]>}) {
  return %w : tensor<8x6xf32>
}
