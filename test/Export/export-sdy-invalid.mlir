// RUN: %popt %s --split-input-file --verify-diagnostics --export-sdy

dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{dist.all_reduce cannot be said in sdy; only programs up to propagated are exported so}}
  %0 = dist.all_reduce %x sum over {"dp"} on @mesh : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{"dp"}]>] out [#dist.sharding<@mesh, [{"dp"}]>] axes {"dp"} (%b: tensor<2xf32>) {
    // expected-error@+1 {{dist.roll has no form in a local program of StableHLO}}
    %1 = dist.roll %b dim 0 by 1 : tensor<2xf32>
    dist.return %1 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
