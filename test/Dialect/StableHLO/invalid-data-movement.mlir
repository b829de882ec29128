// RUN: %popt %s --split-input-file --verify-diagnostics
// What operations that move data refuse; C numbers are those of their descriptions.

// The element type is one of the specification.
func.func @constant_1() {
  // expected-error @+1 {{must be statically shaped tensor}}
  %0 = stablehlo.constant dense<0> : tensor<2xi7>
  return
}

// -----

// Constants are tensors.
func.func @constant_2() {
  // expected-error @+1 {{must be statically shaped tensor}}
  %0 = stablehlo.constant dense<0> : vector<2xi32>
  return
}

// -----

// C1: the result has the type of the value.
func.func @constant_3() {
  // expected-error @+2 {{inferred type(s) 'tensor<2xi32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.constant"() <{value = dense<0> : tensor<2xi32>}> : () -> tensor<3xi32>
  return
}

// -----

// Elements in hexadecimal suit the type.
func.func @constant_4() {
  // expected-error @+1 {{hexadecimal elements do not suit type}}
  %0 = stablehlo.constant dense<"0x010203"> : tensor<2xi32>
  return
}

// -----

// Elements in hexadecimal are hexadecimal.
func.func @constant_5() {
  // expected-error @+1 {{hexadecimal elements do not suit type}}
  %0 = stablehlo.constant dense<"0xZZ"> : tensor<2xi32>
  return
}

// -----

// Elements in hexadecimal have a tensor type.
func.func @constant_6() {
  // expected-error @+1 {{expected a statically shaped tensor}}
  %0 = stablehlo.constant dense<"0x01"> : tensor<?xi8>
  return
}

// -----

// C1: the dimension exists.
func.func @iota_1() {
  // expected-error @+1 {{dim 2 is not a dimension of the result of rank 2}}
  %0 = stablehlo.iota dim = 2 : tensor<4x8xi32>
  return
}

// -----

// C1: also for scalars and negative numbers.
func.func @iota_2() {
  // expected-error @+1 {{dim -1 is not a dimension of the result of rank 0}}
  %0 = stablehlo.iota dim = -1 : tensor<i32>
  return
}

// -----

// C1: sizes are not negative.
func.func @broadcast_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{sizes holds -2, expected numbers not negative}}
  %0 = stablehlo.broadcast %arg0, sizes = [-2] : (tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// C2: the result shape.
func.func @broadcast_2(%arg0: tensor<4xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<2x4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

// C1: element types agree.
func.func @broadcast_in_dim_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{requires the same element type for all operands and results}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf64>
  return
}

// -----

// C2: one entry per operand dimension.
func.func @broadcast_in_dim_2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{dims has 2 entries, expected 1, one per operand dimension}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C3: entries are result dimensions.
func.func @broadcast_in_dim_3(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{dims holds 2, which is not a dimension of the result of rank 2}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C3: and not negative.
func.func @broadcast_in_dim_4(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{dims holds -1, which is not a dimension of the result of rank 2}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [-1] : (tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C4: entries differ.
func.func @broadcast_in_dim_5(%arg0: tensor<4x4xf32>) {
  // expected-error @+1 {{dims holds 0 twice}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 0] : (tensor<4x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C5: sizes are 1 or agree.
func.func @broadcast_in_dim_6(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{operand dimension 0 of size 4 does not broadcast to result dimension 1 of size 8}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// Numbers beyond 63 bits are refused.
func.func @broadcast_in_dim_7(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{integer value too large}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [99999999999999999999] : (tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C1: element types agree.
func.func @reshape_1(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{requires the same element type for all operands and results}}
  %0 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<32xf64>
  return
}

// -----

// C2: the number of elements stays.
func.func @reshape_2(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{operand has 32 elements and the result has 31, expected the same number}}
  %0 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<31xf32>
  return
}

// -----

// C1: widths are multiples.
func.func @bitcast_convert_1(%arg0: tensor<4xf6E2M3FN>) {
  // expected-error @+1 {{element width 8 is not a multiple of 6}}
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf6E2M3FN>) -> tensor<4xi8>
  return
}

// -----

// C2: equal widths, equal shapes.
func.func @bitcast_convert_2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{operand of elements of 32 bits has shape 4, expected 5}}
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<5xi32>
  return
}

// -----

// C3: the narrower result has a dimension more.
func.func @bitcast_convert_3(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{result of elements of 8 bits has shape 4, expected 4x4}}
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

// C3: the narrower operand has a dimension more.
func.func @bitcast_convert_4(%arg0: tensor<4x3xi8>) {
  // expected-error @+1 {{operand of elements of 8 bits has shape 4x3, expected 4x4}}
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x3xi8>) -> tensor<4xf32>
  return
}

// -----

// C4: complex stays complex.
func.func @bitcast_convert_5(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{but complex elements convert only to complex: take their parts by real and imag, or make them of parts by complex}}
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

// C1: one entry per dimension.
func.func @transpose_1(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{dims has 1 entries, expected 2, one per operand dimension}}
  %0 = stablehlo.transpose %arg0, dims = [0] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C1: entries are dimensions.
func.func @transpose_2(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{dims holds 2, which is not a dimension of the operand of rank 2}}
  %0 = stablehlo.transpose %arg0, dims = [0, 2] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C1: entries differ.
func.func @transpose_3(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{dims holds 1 twice}}
  %0 = stablehlo.transpose %arg0, dims = [1, 1] : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// C2: the result shape.
func.func @transpose_4(%arg0: tensor<4x8xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<8x4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C1: types agree.
func.func @reverse_1(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = stablehlo.reverse %arg0, dims = [0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// C2: dims are dimensions.
func.func @reverse_2(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{dims holds 2, which is not a dimension of the operand of rank 2}}
  %0 = stablehlo.reverse %arg0, dims = [2] : tensor<4x8xf32>
  return
}

// -----

// C3: dims differ.
func.func @reverse_3(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{dims holds 1 twice}}
  %0 = stablehlo.reverse %arg0, dims = [1, 1] : tensor<4x8xf32>
  return
}

// -----

// C1: at least one input.
func.func @concatenate_1() {
  // expected-error @+1 {{has no inputs, expected at least one}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<4xf32>
  return
}

// -----

// C2: dim is a dimension.
func.func @concatenate_2(%arg0: tensor<4x8xf32>, %arg1: tensor<4x2xf32>) {
  // expected-error @+1 {{dim 2 is not a dimension of the inputs of rank 2}}
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 2 : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x10xf32>
  return
}

// -----

// C3: element types agree.
func.func @concatenate_3(%arg0: tensor<4x8xf32>, %arg1: tensor<4x2xf64>) {
  // expected-error @+1 {{inputs 0 and 1 have types 'tensor<4x8xf32>' and 'tensor<4x2xf64>', expected the same element type and rank}}
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<4x2xf64>) -> tensor<4x10xf32>
  return
}

// -----

// C3: ranks agree.
func.func @concatenate_4(%arg0: tensor<4x8xf32>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{expected the same element type and rank}}
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x10xf32>
  return
}

// -----

// C4: other sizes agree.
func.func @concatenate_5(%arg0: tensor<4x8xf32>, %arg1: tensor<5x2xf32>) {
  // expected-error @+1 {{inputs 0 and 1 have sizes 4 and 5 in dimension 0, expected the same}}
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<5x2xf32>) -> tensor<4x10xf32>
  return
}

// -----

// C5: sizes add up.
func.func @concatenate_6(%arg0: tensor<4x8xf32>, %arg1: tensor<4x2xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4x10xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x11xf32>
  return
}

// -----

// C1: the padding value has the operand's element type.
func.func @pad_1(%arg0: tensor<4x8xf32>, %arg1: tensor<f64>) {
  // expected-error @+1 {{padding value has element type 'f64', expected the operand's 'f32'}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f64>) -> tensor<4x8xf32>
  return
}

// -----

// The padding value is a scalar.
func.func @pad_2(%arg0: tensor<4x8xf32>, %arg1: tensor<1xf32>) {
  // expected-error @+1 {{operand #1 must be rank-0 tensor}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C2: one low entry per dimension.
func.func @pad_3(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{low has 1 entries, expected 2, one per operand dimension}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C2: one high entry per dimension.
func.func @pad_4(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{high has 3 entries, expected 2, one per operand dimension}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C2: one interior entry per dimension.
func.func @pad_5(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{interior has 0 entries, expected 2, one per operand dimension}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C3: interior padding is not negative.
func.func @pad_6(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{interior holds -1, expected numbers not negative}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [0, -1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C4: the result shape.
func.func @pad_7(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<8x10xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 2], interior = [1, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C4: padding does not drop more than there is.
func.func @pad_8(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+2 {{padding leaves a negative size or one beyond 63 bits}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.pad %arg0, %arg1, low = [-5, 0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<0x8xf32>
  return
}

// -----

// C4: sizes fit into 63 bits.
func.func @pad_9(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+2 {{padding leaves a negative size or one beyond 63 bits}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.pad %arg0, %arg1, low = [9223372036854775807, 0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<0x8xf32>
  return
}

// -----

// C4: so do products.
func.func @pad_10(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+2 {{padding leaves a negative size or one beyond 63 bits}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [9223372036854775807, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<0x8xf32>
  return
}

// -----

// C1: one range per dimension.
func.func @slice_1(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{start_indices has 1 entries, expected 2, one per operand dimension}}
  %0 = stablehlo.slice %arg0 [0:2] : (tensor<4x8xf32>) -> tensor<2x2xf32>
  return
}

// -----

// C1: lists have the same length.
func.func @slice_2(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{limit_indices has 1 entries, expected 2, one per operand dimension}}
  %0 = "stablehlo.slice"(%arg0) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2>, strides = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<2x2xf32>
  return
}

// -----

// C1: strides too.
func.func @slice_3(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{strides has 1 entries, expected 2, one per operand dimension}}
  %0 = "stablehlo.slice"(%arg0) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 2>, strides = array<i64: 1>}> : (tensor<4x8xf32>) -> tensor<2x2xf32>
  return
}

// -----

// C2: start is not negative.
func.func @slice_4(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{range -1:2 of dimension 0 does not lie in 0:4}}
  %0 = stablehlo.slice %arg0 [-1:2, 0:2] : (tensor<4x8xf32>) -> tensor<2x2xf32>
  return
}

// -----

// C2: limit does not exceed the size.
func.func @slice_5(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{range 0:9 of dimension 1 does not lie in 0:8}}
  %0 = stablehlo.slice %arg0 [0:2, 0:9] : (tensor<4x8xf32>) -> tensor<2x2xf32>
  return
}

// -----

// C2: start does not exceed limit.
func.func @slice_6(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{range 3:2 of dimension 0 does not lie in 0:4}}
  %0 = stablehlo.slice %arg0 [3:2, 0:2] : (tensor<4x8xf32>) -> tensor<2x2xf32>
  return
}

// -----

// C3: strides are positive.
func.func @slice_7(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{stride 0 of dimension 1 is not positive}}
  %0 = stablehlo.slice %arg0 [0:2, 0:2:0] : (tensor<4x8xf32>) -> tensor<2x2xf32>
  return
}

// -----

// C4: the result shape.
func.func @slice_8(%arg0: tensor<4x8xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<2x3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.slice %arg0 [0:2, 0:8:3] : (tensor<4x8xf32>) -> tensor<2x2xf32>
  return
}

// -----

// C1: one size per dimension.
func.func @dynamic_slice_1(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>) {
  // expected-error @+1 {{sizes has 1 entries, expected 2, one per operand dimension}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [2] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  return
}

// -----

// C1: one start index per dimension.
func.func @dynamic_slice_2(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>) {
  // expected-error @+1 {{start_indices has 1 entries, expected 2, one per operand dimension}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [2, 2] : (tensor<4x8xf32>, tensor<i32>) -> tensor<2x2xf32>
  return
}

// -----

// C2: start indices have the same type.
func.func @dynamic_slice_3(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>) {
  // expected-error @+1 {{start indices have types 'tensor<i32>' and 'tensor<i64>', expected the same}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 2] : (tensor<4x8xf32>, tensor<i32>, tensor<i64>) -> tensor<2x2xf32>
  return
}

// -----

// C3: sizes do not exceed the operand's.
func.func @dynamic_slice_4(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>) {
  // expected-error @+1 {{slice size 9 of dimension 1 is not between 0 and the operand's size 8}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [2, 9] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x9xf32>
  return
}

// -----

// C4: the result shape.
func.func @dynamic_slice_5(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>) {
  // expected-error @+2 {{inferred type(s) 'tensor<2x3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [2, 3] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
  return
}

// -----

// C1: element types agree.
func.func @dynamic_update_slice_1(%arg0: tensor<4x8xf32>, %arg1: tensor<2x2xf64>, %arg2: tensor<i32>) {
  // expected-error @+1 {{expected the same element type and rank}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x8xf32>, tensor<2x2xf64>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// C1: ranks agree.
func.func @dynamic_update_slice_2(%arg0: tensor<4x8xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{expected the same element type and rank}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x8xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// C2: one start index per dimension.
func.func @dynamic_update_slice_3(%arg0: tensor<4x8xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{start_indices has 1 entries, expected 2, one per operand dimension}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<4x8xf32>, tensor<2x2xf32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// C3: start indices have the same type.
func.func @dynamic_update_slice_4(%arg0: tensor<4x8xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<i32>, %arg3: tensor<i64>) {
  // expected-error @+1 {{start indices have types 'tensor<i32>' and 'tensor<i64>', expected the same}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x8xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i64>) -> tensor<4x8xf32>
  return
}

// -----

// C4: the update fits.
func.func @dynamic_update_slice_5(%arg0: tensor<4x8xf32>, %arg1: tensor<5x2xf32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{update size 5 of dimension 0 exceeds the operand's size 4}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x8xf32>, tensor<5x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// C5: the result has the operand's type.
func.func @dynamic_update_slice_6(%arg0: tensor<4x8xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<i32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4x8xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x8xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  return
}

// -----

// The size of the result counts in 64 bits.
func.func @main(%a: tensor<9000000000000000000xi1>, %b: tensor<9000000000000000000xi1>) {
  // expected-error @+1 {{sizes in dimension 0 add up to more than 63 bits hold}}
  %0 = "stablehlo.concatenate"(%a, %b) {dimension = 0 : i64} : (tensor<9000000000000000000xi1>, tensor<9000000000000000000xi1>) -> tensor<1xi1>
  return
}
