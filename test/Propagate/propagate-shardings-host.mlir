// Values in the host's memory are refused where the user put them there.
// RUN: %popt %s --propagate-shardings -split-input-file -verify-diagnostics

dist.mesh @mesh = <["dp"=2]>
// expected-error @+1 {{argument 0 ("w") is in the host's memory, which is not in this build; leave "memory = host" out of its sharding}}
func.func @main(%w: tensor<8x4xf32> {dist.name = "w", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], memory = host>}) -> tensor<8x4xf32> {
  return %w : tensor<8x4xf32>
}

// -----

dist.mesh @mesh = <["dp"=2]>
// expected-error @+1 {{result 0 ("loss") is in the host's memory}}
func.func @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32> {dist.name = "loss", dist.sharding = #dist.sharding<@mesh, [{}, {}], memory = host>}) {
  return %x : tensor<8x4xf32>
}

// -----

// So are values inside the program.
dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-error @+1 {{a value of 'dist.constraint' is in the host's memory}}
  %0 = dist.constraint %x <@mesh, [{}, {}], memory = host> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// The device's memory is what every value has.
dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], memory = device>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}
