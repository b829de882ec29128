// What cannot run in two directions at once.
// RUN: %popt %s --form-tasks=schedule=chimera --split-input-file --verify-diagnostics

// expected-error @+1 {{schedule "chimera" takes an even number of coordinates, there are 3}}
dist.mesh @mesh = <stage ["pp"=3], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.place = array<i64: 2>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{schedule "chimera" takes an even number of microbatches, there are 3}}
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// A running value.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    // expected-error @+1 {{schedule "chimera" runs two halves of the microbatches at once, but each microbatch needs here what the one before it has left; ask for a schedule of one direction, such as 1f1b}}
    %next = stablehlo.subtract %h, %sum {dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// A slice that all microbatches write at one place: the last one counts.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<8xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %all = %zero) -> (tensor<8xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    // expected-error @+1 {{runs two halves of the microbatches at once}}
    %next = stablehlo.dynamic_update_slice %all, %h, %c {dist.place = array<i64: 1>} : (tensor<8xf32>, tensor<4xf32>, tensor<i32>) -> tensor<8xf32>
    dist.return %next : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// A stack of three layers on two coordinates.
// expected-error @+1 {{argument 0 ("w") has 3 layers on the 2 coordinates of stage axis "pp"; schedule "chimera" takes as many layers on each}}
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%w: tensor<2x4xf32> {dist.name = "w", dist.index = 0 : i64, dist.block_of = #dist.block_of<dim 0 of tensor<3x4xf32>>, dist.place = array<i64: 0>}) -> tensor<2x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<2x4xf32>) {
    %h = stablehlo.tanh %w {dist.place = array<i64: 0>} : tensor<2x4xf32>
    %next = stablehlo.add %sum, %h {dist.place = array<i64: 1>} : tensor<2x4xf32>
    dist.return %next : tensor<2x4xf32>
  }
  return %0 : tensor<2x4xf32>
}
