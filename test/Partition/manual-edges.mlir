// Partition insists that the edges of a manual region are what they say.
// RUN: %popt %s --partition --split-input-file --verify-diagnostics

dist.mesh @mesh = <["b"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // expected-error @+1 {{has operand 0 as [{}], but its edge binds it to [{"b"}]: its strategy is not chosen}}
  dist.manual(%x) in [#dist.sharding<@mesh, [{"b"}]>] out [] axes {"b"} (%u: tensor<2xf32>) {
    dist.return
  } {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>]} : (tensor<4xf32>) -> ()
  return
}

// -----

dist.mesh @mesh = <["b"=2]>
func.func @main() -> (tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // expected-error @+1 {{has result 0 as [{}], but its edge binds it to [{"b"}]: its strategy is not chosen}}
  %0 = dist.manual() in [] out [#dist.sharding<@mesh, [{"b"}]>] axes {"b"} () {
    %1 = stablehlo.constant {dist.shardings = [#dist.sharding<@mesh, [{}]>]} dense<0.0> : tensor<2xf32>
    dist.return {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>]} %1 : tensor<2xf32>
  } {dist.shardings = [#dist.sharding<@mesh, [{}]>]} : () -> tensor<4xf32>
  return {dist.operand_shardings = [#dist.sharding<@mesh, [{}]>]} %0 : tensor<4xf32>
}
