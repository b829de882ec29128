// What is no record of where axes came from.
// RUN: %popt %s --split-input-file --verify-diagnostics

sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) {
  // expected-error @+1 {{"sdy.propagation_edges" is not a #sdy.propagation_edges}}
  %0 = stablehlo.add %x, %y {sdy.propagation_edges = 64} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) {
  // expected-error @+1 {{"sdy.result_propagation_edges" is not a list of #sdy.propagation_edges}}
  %0 = stablehlo.add %x, %y {sdy.result_propagation_edges = [1]} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) {
  // expected-error @+1 {{has a propagation edge to operand 5, which it lacks}}
  %0 = stablehlo.add %x, %y {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"a" = operand-0 -> [operand-5]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) {
  // expected-error @+1 {{has a propagation edge that names operand 0 twice}}
  %0 = stablehlo.add %x, %y {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"a" = operand-0 -> [result-0, operand-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) {
  // expected-error @+1 {{has propagation edges of step 1 twice}}
  %0 = stablehlo.add %x, %y {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"a" = operand-0 -> [result-0]}]}, {step-1 = []}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) {
  // expected-error @+1 {{has a propagation edge of axis "b", which mesh #sdy.mesh<["a"=4]> lacks}}
  %0 = stablehlo.add %x, %y {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"b" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) {
  // expected-error @+1 {{has propagation edges between values without a sharding}}
  %0 = stablehlo.add %x, %y {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"a" = operand-1 -> [result-0]}]}]>} : tensor<8xf32>
  return
}
