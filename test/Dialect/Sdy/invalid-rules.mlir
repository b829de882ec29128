// What the parser and the verifier of sharding rules refuse.
// RUN: %popt %s --split-input-file --verify-diagnostics

// Letters of factors.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{expected a factor from 'i' to 'z', got 'a'}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([a, j])->([a]) {i=8, j=4}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// Numbers of factors.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{expected a positive number after 'z_'}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([z_0, j])->([i]) {i=8, j=4}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// Sizes are of one factor.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{expected one factor}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {ij=8}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// Sizes are in order.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{expected the size of factor 'i', got that of 'j'}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {j=8, i=4}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// A rule is one.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{the sharding rule is not a #sdy.op_sharding_rule}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = "rule"} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// A mapping per operand.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{the sharding rule maps 2 operands, but there are 1}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i]) {i=8, j=4}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// A mapping per result.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{the sharding rule maps 0 results, but there are 1}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->() {i=8, j=4}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// A mapping has the value's rank.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{operand 0 of the sharding rule has 1 dimensions, but the value 2}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// A mapping's factors exist.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{operand 0 of the sharding rule uses factor 2, but there are 2}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k])->([i]) {i=8, j=4}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// A factor stands once in a mapping.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{operand 0 of the sharding rule uses factor 0 twice}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i])->([i]) {i=8}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// A factor of size 1 stands alone.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{operand 0 of the sharding rule has a dimension of several factors, of which factor 2 has size 1}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([i]) {i=8, j=4, k=1}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// A special factor exists.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{the sharding rule uses factor 2, but there are 2}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=4} reduction={k}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// Special factors ascend.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{the special factors of the sharding rule are not ascending}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([*]) {i=8, j=4} reduction={j, i}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// A factor has one kind.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{factor 1 of the sharding rule has two kinds}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=4} reduction={j} permutation={j}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// What is reduced is in no result.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{reduction factor 0 of the sharding rule is in a result}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=4} reduction={i}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// A factor is somewhere.
func.func @main(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{factor 2 of the sharding rule is in no mapping}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=4, k=2}>} : (tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// Rules are of static shapes.
func.func @main(%x: tensor<?x4xf32>) {
  // expected-error @+1 {{operand 0 of the sharding rule is not a tensor of static shape}}
  %0 = stablehlo.custom_call @f(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=4}>} : (tensor<?x4xf32>) -> tensor<8xf32>
  return
}
