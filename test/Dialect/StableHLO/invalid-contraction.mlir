// RUN: %popt %s --split-input-file --verify-diagnostics
// What products refuse; C numbers are those of their descriptions.

// C1: as many batching dimensions.
func.func @dot_general_1(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error @+1 {{lhs has 1 batching dimensions and rhs has 0, expected the same number}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// C2: as many contracting dimensions.
func.func @dot_general_2(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error @+1 {{lhs has 1 contracting dimensions and rhs has 2, expected the same number}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1, 2] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// C3: lhs dimensions exist.
func.func @dot_general_3(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error @+1 {{list of lhs batching and contracting dimensions holds 3, which is not a dimension of lhs of rank 3}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// C3: and differ.
func.func @dot_general_4(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error @+1 {{list of lhs batching and contracting dimensions holds 0 twice}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// C4: rhs dimensions exist.
func.func @dot_general_5(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error @+1 {{list of rhs batching and contracting dimensions holds -1, which is not a dimension of rhs of rank 3}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [-1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// C4: and differ.
func.func @dot_general_6(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error @+1 {{list of rhs batching and contracting dimensions holds 1 twice}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [1], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// C5: batching sizes agree.
func.func @dot_general_7(%arg0: tensor<2x4x8xf32>, %arg1: tensor<3x8x16xf32>) {
  // expected-error @+1 {{batching dimensions 0 of lhs and 0 of rhs have sizes 2 and 3, expected the same}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<3x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// C6: contracting sizes agree.
func.func @dot_general_8(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x7x16xf32>) {
  // expected-error @+1 {{contracting dimensions 2 of lhs and 1 of rhs have sizes 8 and 7, expected the same}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<2x7x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// C7: the result shape.
func.func @dot_general_9(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error @+1 {{result has shape 2x16x4, expected 2x4x16}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x16x4xf32>
  return
}

// -----

// C8: two precisions.
func.func @dot_general_10(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error @+1 {{precision_config has 1 entries, expected 0 or 2}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// C9: element types are of one kind.
func.func @dot_general_11(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error @+1 {{element types 'f32', 'f32' and 'i32' of operands and result are not of one kind}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xi32>
  return
}

// -----

// Precisions are known words.
func.func @dot_general_12(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error @+1 {{unknown keyword BEST}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [BEST, DEFAULT] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// An algorithm has floating-point types.
func.func @dot_general_13(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error @+1 {{precision and accumulation types 'i32', 'f32', 'f32' are not all floating-point types}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = i32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// An algorithm has positive counts.
func.func @dot_general_14(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error @+1 {{component counts 0, 1 and number of operations 1 are not all positive}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// C1: rank 1 or 2.
func.func @dot_1(%arg0: tensor<2x4x8xf32>, %arg1: tensor<8xf32>) {
  // expected-error @+1 {{lhs has rank 3, expected 1 or 2}}
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x4x8xf32>, tensor<8xf32>) -> tensor<2x4xf32>
  return
}

// -----

// C1: on both sides.
func.func @dot_2(%arg0: tensor<8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{rhs has rank 0, expected 1 or 2}}
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// C2: contracted sizes agree.
func.func @dot_3(%arg0: tensor<4x8xf32>, %arg1: tensor<7xf32>) {
  // expected-error @+1 {{contracted sizes 8 and 7 differ}}
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<4x8xf32>, tensor<7xf32>) -> tensor<4xf32>
  return
}

// -----

// C3: the result shape.
func.func @dot_4(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
  // expected-error @+1 {{result has shape 8, expected 4}}
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// C4: two precisions.
func.func @dot_5(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
  // expected-error @+1 {{precision_config has 3 entries, expected 0 or 2}}
  %0 = stablehlo.dot %arg0, %arg1, precision = [HIGH, HIGH, HIGH] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

// C1: ranks are those of the dimension numbers.
func.func @convolution_1(%arg0: tensor<2x8x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{lhs has rank 3, expected 4 as in dim_numbers}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C1: also of the kernel.
func.func @convolution_2(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x3x16xf32>) {
  // expected-error @+1 {{rhs has rank 5, expected 4 as in dim_numbers}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C1: also of the result.
func.func @convolution_3(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{result has rank 2, expected 4 as in dim_numbers}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x16xf32>
  return
}

// -----

// C2: one stride per spatial dimension.
func.func @convolution_4(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window stride has 1 entries, expected 2, one per window dimension}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C2: strides are positive.
func.func @convolution_5(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window stride holds 0, expected positive numbers}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C3: padding is pairs.
func.func @convolution_6(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{padding has shape 1x2, expected 2x2}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C4: lhs dilation is positive.
func.func @convolution_7(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window lhs_dilate holds -1, expected positive numbers}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [1, -1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C5: rhs dilation is positive.
func.func @convolution_8(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window rhs_dilate holds 0, expected positive numbers}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C6: one reversal per spatial dimension.
func.func @convolution_9(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window reverse has 3 entries, expected 2, one per window dimension}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true, false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C7: group counts are positive.
func.func @convolution_10(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{feature_group_count 0 and batch_group_count 1 are not both positive with one of them 1}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 0 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C7: one of them is 1.
func.func @convolution_11(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{feature_group_count 2 and batch_group_count 2 are not both positive with one of them 1}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C8: the batch falls into groups.
func.func @convolution_12(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{input batch size 2 is not a multiple of batch_group_count 4}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C9: features match the kernel.
func.func @convolution_13(%arg0: tensor<2x8x9x5xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{input feature size 5 is not feature_group_count 1 times the kernel's input feature size 3}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x5xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C10: kernel outputs fall into groups.
func.func @convolution_14(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x1x16xf32>) {
  // expected-error @+1 {{kernel output feature size 16 is not a multiple of feature_group_count 3 and batch_group_count 1}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x1x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C11: the result's batch and features.
func.func @convolution_15(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{result has shape 2x8x9x3, expected 2x8x9x16}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x3xf32>
  return
}

// -----

// C12: the result's spatial sizes.
func.func @convolution_16(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{result has shape 2x8x9x16, expected 2x6x7x16}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C12: padding does not drop more than there is.
func.func @convolution_17(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window of spatial dimension 0 leaves a negative size or one beyond 63 bits}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[-9, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C12: sizes fit into 63 bits.
func.func @convolution_18(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window of spatial dimension 1 leaves a negative size or one beyond 63 bits}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [9223372036854775807, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C12: also where dilated.
func.func @convolution_19(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window of spatial dimension 0 leaves a negative size or one beyond 63 bits}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [9223372036854775807, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C13: two precisions.
func.func @convolution_20(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{precision_config has 1 entries, expected 0 or 2}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>]} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C14: element types are of one kind.
func.func @convolution_21(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{are not of one kind}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xi32>
  return
}

// -----

// Dimension letters are those of the tensor.
func.func @convolution_22(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{dimension o is not a number, b or f}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, o]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// Dimension letters are single.
func.func @convolution_23(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{dimension bf is not a number, b or f}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [bf, 0, 1]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// Letters occur once.
func.func @convolution_24(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{dimension b occurs twice}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, b]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// All letters occur.
func.func @convolution_25(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{dimension f is missing}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// Spatial dimensions have no gap.
func.func @convolution_26(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{spatial dimension 7 is not one of 0 to 1}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 7, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// Nor a negative number.
func.func @convolution_27(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{spatial dimension -1 is not one of 0 to 1}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, -1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// They occur once.
func.func @convolution_28(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{spatial dimension 0 occurs twice}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// All tensors have as many.
func.func @convolution_29(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{have 2, 1 and 2 spatial dimensions, expected the same number}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// Window attributes are known words.
func.func @convolution_30(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window attribute strides is not stride, pad, lhs_dilate, rhs_dilate or reverse}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {strides = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// They occur once.
func.func @convolution_31(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{window attribute stride occurs twice}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// Reversal is true or false.
func.func @convolution_32(%arg0: tensor<2x8x9x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  // expected-error @+1 {{expected 'false'}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [yes, no]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x9x16xf32>
  return
}

// -----

// C1: the form.
func.func @einsum_1(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{is not of the form}}
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc" : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C1: two operands.
func.func @einsum_2(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{is not of the form}}
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab->ab" : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C1: letters only.
func.func @einsum_3(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{is not of the form}}
  %0 = stablehlo.einsum %arg0, %arg1, config = "a1,1c->ac" : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C2: one letter per dimension.
func.func @einsum_4(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{einsum_config names 3 dimensions of lhs, which has rank 2}}
  %0 = stablehlo.einsum %arg0, %arg1, config = "abd,bc->ac" : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C2: also of the result.
func.func @einsum_5(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{einsum_config names 1 dimensions of the result, which has rank 2}}
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->a" : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C3: a letter has one size.
func.func @einsum_6(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{einsum_config letter a has sizes 4 and 8}}
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab,ac->bc" : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C4: result letters occur in an operand.
func.func @einsum_7(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{einsum_config letter d of the result is in no operand}}
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ad" : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C4: and once in the result.
func.func @einsum_8(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{einsum_config letter a occurs twice in the result}}
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->aa" : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C1: a config of another form.
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error @+1 {{einsum_config "ij,jk" is not of the form "ab,bc->ac"}}
  %0 = "stablehlo.einsum"(%a, %b) {einsum_config = "ij,jk"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// C10: an algorithm says what is rounded.
func.func @dot_general_10(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{has an algorithm and precisions; leave the precisions at DEFAULT}}
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C11: components are made by several products, not named.
func.func @dot_general_components(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{has an algorithm that no hardware has: #stablehlo.dot_algorithm<}}
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C11: products are of one type.
func.func @dot_general_mixed(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{has an algorithm that no hardware has: #stablehlo.dot_algorithm<}}
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C11: only products of 8 bits may be added up imprecisely.
func.func @dot_general_imprecise(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{has an algorithm that no hardware has: #stablehlo.dot_algorithm<}}
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C11: f32 is approximated by 1, 3, 6 or 9 products of bf16.
func.func @dot_general_products(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) {
  // expected-error @+1 {{has an algorithm that no hardware has: #stablehlo.dot_algorithm<}}
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 2, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// C15: one element type.
func.func @convolution_types(%arg0: tensor<1x4x4x1xi64>, %arg1: tensor<3x3x1x1xi32>) {
  // expected-error @+1 {{lhs and rhs have element types 'i64' and 'i32'; convert one of them}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xi64>, tensor<3x3x1x1xi32>) -> tensor<1x2x2x1xi64>
  return
}
