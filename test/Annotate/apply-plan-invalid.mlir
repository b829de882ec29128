// What a plan asks and a module does not have. The plan's own mistakes are in
// test/unit/Annotate.
// RUN: %popt %s --apply-plan='mesh=dp=4 state=' --split-input-file --verify-diagnostics

// A manual region is written for its axes' sizes.
dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{axis "dp" is manual here, so that the mesh cannot give it another size or kind}}
  %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{"dp"}]>] out [#dist.sharding<@mesh, [{"dp"}]>] axes {"dp"} (%b: tensor<4xf32>) {
    dist.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// It numbers all devices, so axes that are free in it cannot get another size.
dist.mesh @mesh = <["tp"=2, "dp"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{so that the mesh cannot become <["tp"=2, "dp"=4]>; its axes keep their sizes, others may be added}}
  %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{"tp"}]>] out [#dist.sharding<@mesh, [{"tp"}]>] axes {"tp"} (%b: tensor<4xf32>) {
    dist.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error @+1 {{the module has no function @main}}
module {
}
