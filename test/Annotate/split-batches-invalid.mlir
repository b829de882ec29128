// Where the batch cannot be found or split.
// RUN: %popt %s --split-input-file --split-batches --verify-diagnostics

// Nothing says what the batch is: the inputs are candidates, state is not.
dist.mesh @mesh = <time ["mb"=4]>
// expected-error @+1 {{time axis "mb" splits the batch, but nothing says which dimension that is: no input is sharded on an axis called dp, data or batch; name it with --batch NAME=DIM, or in the plan's "inputs"}}
func.func @main(%w: tensor<4xf32> {dist.state = 0 : i64},
    // expected-note @+1 {{"batch['x']" of type 'tensor<16x4xf32>' is a candidate}}
    %x: tensor<16x4xf32> {dist.name = "batch['x']"}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----

dist.mesh @mesh = <time ["mb"=4]>
// expected-error @+1 {{argument 0 is state, which every time step has whole; only dims of inputs are split over time axes}}
func.func @main(%w: tensor<4xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{"mb"}]>}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----

dist.mesh @mesh = <time ["mb"=4]>
// expected-error @+1 {{argument 0 is partial over a time axis; only dims of inputs are split over time axes}}
func.func @main(%w: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}], partial = sum{"mb"}>}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
// expected-error @+1 {{result 0 is sharded over a time axis; results are whole in time}}
func.func @main(%w: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>}) -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"mb"}]>}) {
  return %w : tensor<8xf32>
}

// -----

dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
// expected-error @+1 {{argument 0 is split over a part of a time axis, "mb":(1)2; steps of a loop take all of it}}
func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp", "mb":(1)2}]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
