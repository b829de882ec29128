// One chunk for each constraint of the sdy dialect.
// RUN: %popt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{axis "a" is declared twice}}
sdy.mesh @mesh = <["a"=2, "a"=4]>

// -----

// expected-error @+1 {{axis "a" has size 0; sizes are at least 1}}
sdy.mesh @mesh = <["a"=0]>

// -----

// expected-error @+1 {{device_ids is no permutation of the 2 devices}}
sdy.mesh @mesh = <["a"=2], device_ids=[1, 1]>

// -----

sdy.mesh @mesh = <["a"=2]>
// expected-error @+1 {{axis "a" of size 2 is used twice in the sharding of argument 1 ("params['w1']")}}
func.func @main(%x: tensor<4xf32>, %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"a"}]>} loc("params['w1']")) {
  return
}

// -----

sdy.mesh @mesh = <["data"=2]>
// expected-error @+1 {{axis "dta" is not in the mesh, did you mean "data"? in the sharding of result 0 ("loss")}}
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "loss", sdy.sharding = #sdy.sharding<@mesh, [{"dta"}]>}) {
  return %x : tensor<8xf32>
}

// -----

// expected-error @+1 {{mesh @mesh is unknown in the sharding of argument 0}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
// expected-error @+1 {{2 dimensions are listed for a value of rank 1}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=8]>
// expected-error @+1 {{part "a":(1)3 is no proper part of an axis of size 8}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)3}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=8]>
// expected-error @+1 {{parts "a":(1)2 and "a":(2)2 can be written as one}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, "a":(2)2}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
// expected-error @+1 {{the replicated axes are not in the mesh's order}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"b", "a"}>}) {
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<6xf32>) {
  // expected-error @+1 {{dimension 0 of operand 0 has extent 6, which the manual axes of size 4 do not divide}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @main(%x: tensor<6xf32>) {
  // expected-error @+1 {{allows both directions, so that it is no barrier; use NONE, FORWARD or BACKWARD}}
  %0 = sdy.propagation_barrier %x allowed_direction=BOTH : tensor<6xf32>
  return
}

// -----

func.func @main(%x: tensor<?xf32>) {
  // expected-error @+1 {{has type 'tensor<?xf32>'; its shape must be static}}
  %0 = sdy.data_flow_edge %x : tensor<?xf32>
  return
}

// -----

func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error @+1 {{is not the only user of its operand; others must use the edge}}
  %0 = sdy.data_flow_edge %x : tensor<6xf32>
  return %x : tensor<6xf32>
}

// -----

func.func @main(%x: tensor<6xf32>) {
  // expected-note @+1 {{this one}}
  %0 = sdy.propagation_barrier %x allowed_direction=NONE : tensor<6xf32>
  // expected-error @+1 {{stands after an sdy operation; it belongs at the result of an operation that ties values, or at an argument}}
  %1 = sdy.data_flow_edge %0 : tensor<6xf32>
  return
}

// -----

func.func @main(%x: tensor<6xf32>) {
  %0 = stablehlo.negate %x : tensor<6xf32>
  // expected-error @+1 {{stands at neither a function's argument nor a call's result}}
  %1 = sdy.func_data_flow_edge %0 : tensor<6xf32>
  return
}
