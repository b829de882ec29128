// RUN: %popt %s --split-input-file --verify-diagnostics
// What gather and scatter refuse; C numbers are those of their descriptions.

// C1: the lists cover the rank.
func.func @gather_1(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{have 2 entries in all, expected the operand's rank 3}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C2: index_vector_dim exists.
func.func @gather_2(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{index_vector_dim 3 is not between 0 and the rank 2 of start_indices}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C3: one map entry per index.
func.func @gather_3(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{start_index_map has 1 entries, expected 2, the size of start_indices along index_vector_dim}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C4: offset_dims are sorted.
func.func @gather_4(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{offset_dims is not sorted}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x4x5xf32>
  return
}

// -----

// C4: and differ.
func.func @gather_5(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{offset_dims holds 1 twice}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x4x5xf32>
  return
}

// -----

// C4: and are result dimensions.
func.func @gather_6(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{offset_dims holds 2, which is not a dimension of the result of rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C5: collapsed_slice_dims are sorted.
func.func @gather_7(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{collapsed_slice_dims is not sorted}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C5: and differ.
func.func @gather_8(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{collapsed_slice_dims holds 0 twice}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C5: and are operand dimensions.
func.func @gather_9(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{collapsed_slice_dims holds 3, which is not a dimension of the operand of rank 3}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 3], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C6: collapsed slice sizes are at most 1.
func.func @gather_10(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{slice size 2 of dimension 0, which slices leave out, is more than 1}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C7: operand_batching_dims are operand dimensions.
func.func @gather_11(%arg0: tensor<7x4x5xf32>, %arg1: tensor<7x1xi32>) {
  // expected-error @+1 {{operand_batching_dims holds 3, which is not a dimension of the operand of rank 3}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<7x1xi32>) -> tensor<7x5xf32>
  return
}

// -----

// C7: and differ.
func.func @gather_12(%arg0: tensor<7x4x5xf32>, %arg1: tensor<7x7x1xi32>) {
  // expected-error @+1 {{operand_batching_dims holds 0 twice}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [], operand_batching_dims = [0, 0], collapsed_slice_dims = [1], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<7x7x1xi32>) -> tensor<7x7xf32>
  return
}

// -----

// C7: and are sorted.
func.func @gather_13(%arg0: tensor<7x4x5xf32>, %arg1: tensor<4x7x1xi32>) {
  // expected-error @+1 {{operand_batching_dims is not sorted}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [], operand_batching_dims = [1, 0], collapsed_slice_dims = [2], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<7x4x5xf32>, tensor<4x7x1xi32>) -> tensor<4x7xf32>
  return
}

// -----

// C8: batching slice sizes are at most 1.
func.func @gather_14(%arg0: tensor<7x4x5xf32>, %arg1: tensor<7x1xi32>) {
  // expected-error @+1 {{slice size 2 of dimension 0, which slices leave out, is more than 1}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1, 5>}> : (tensor<7x4x5xf32>, tensor<7x1xi32>) -> tensor<7x5xf32>
  return
}

// -----

// C9: a dimension is collapsed or batching.
func.func @gather_15(%arg0: tensor<7x4x5xf32>, %arg1: tensor<7x1xi32>) {
  // expected-error @+1 {{collapsed_slice_dims and operand_batching_dims both hold 1}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<7x1xi32>) -> tensor<7x5xf32>
  return
}

// -----

// C10: start_indices_batching_dims are dimensions of start_indices.
func.func @gather_16(%arg0: tensor<7x4x5xf32>, %arg1: tensor<7x1xi32>) {
  // expected-error @+1 {{start_indices_batching_dims holds 2, which is not a dimension of start_indices of rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<7x1xi32>) -> tensor<7x5xf32>
  return
}

// -----

// C10: and differ.
func.func @gather_17(%arg0: tensor<7x4x5xf32>, %arg1: tensor<7x4x1xi32>) {
  // expected-error @+1 {{start_indices_batching_dims holds 0 twice}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [], operand_batching_dims = [0, 1], collapsed_slice_dims = [2], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<7x4x5xf32>, tensor<7x4x1xi32>) -> tensor<7x4xf32>
  return
}

// -----

// C10: and are not index_vector_dim.
func.func @gather_18(%arg0: tensor<7x4x5xf32>, %arg1: tensor<7x1xi32>) {
  // expected-error @+1 {{start_indices_batching_dims holds 1, which is index_vector_dim}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<7x1xi32>) -> tensor<7x5xf32>
  return
}

// -----

// C11: batching dims pair up.
func.func @gather_19(%arg0: tensor<7x4x5xf32>, %arg1: tensor<7x1xi32>) {
  // expected-error @+1 {{operand_batching_dims has 1 entries and start_indices_batching_dims has 0, expected the same number}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<7x1xi32>) -> tensor<7x5xf32>
  return
}

// -----

// C11: with equal sizes.
func.func @gather_20(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x1xi32>) {
  // expected-error @+1 {{batching dimensions 0 and 0 of start_indices have sizes 7 and 6, expected the same}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x1xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C12: map entries differ.
func.func @gather_21(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{start_index_map holds 0 twice}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C12: map entries are operand dimensions.
func.func @gather_22(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{start_index_map holds -1, which is not a dimension of the operand of rank 3}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, -1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C12: map entries are not batching.
func.func @gather_23(%arg0: tensor<7x4x5xf32>, %arg1: tensor<7x1xi32>) {
  // expected-error @+1 {{start_index_map and operand_batching_dims both hold 0}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<7x1xi32>) -> tensor<7x5xf32>
  return
}

// -----

// C13: one slice size per dimension.
func.func @gather_24(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{slice_sizes has 2 entries, expected 3, one per operand dimension}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C13: slices fit.
func.func @gather_25(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{slice size 6 of dimension 2 is not between 0 and the operand's size 5}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C13: sizes are not negative.
func.func @gather_26(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+1 {{slice size -1 of dimension 2 is not between 0 and the operand's size 5}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, -1>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<6x5xf32>
  return
}

// -----

// C14: the result type.
func.func @gather_27(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<6x5xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<7x4x5xf32>, tensor<6x2xi32>) -> tensor<5x6xf32>
  return
}

// -----

// C1: as many updates as inputs.
func.func @scatter_1(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf32>, %arg3: tensor<6x5xf32>) {
  // expected-error @+1 {{has 4 operands, expected as many updates as inputs and one index tensor}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2, %arg3) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C1: at least one input.
func.func @scatter_2(%arg0: tensor<6x2xi32>) {
  // expected-error @+1 {{has no inputs, expected at least one}}
  "stablehlo.scatter"(%arg0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0:
    stablehlo.return
  }) : (tensor<6x2xi32>) -> ()
  return
}

// -----

// C2: the lists cover the rank.
func.func @scatter_3(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf32>) {
  // expected-error @+1 {{have 2 entries in all, expected the inputs' rank 3}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C3: index_vector_dim exists.
func.func @scatter_4(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf32>) {
  // expected-error @+1 {{index_vector_dim 3 is not between 0 and the rank 2 of scatter_indices}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C4: one map entry per index.
func.func @scatter_5(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf32>) {
  // expected-error @+1 {{scatter_dims_to_operand_dims has 1 entries, expected 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C5: update_window_dims are sorted.
func.func @scatter_6(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x4x5xf32>) {
  // expected-error @+1 {{update_window_dims is not sorted}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x4x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C5: and dimensions of the updates.
func.func @scatter_7(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf32>) {
  // expected-error @+1 {{update_window_dims holds 2, which is not a dimension of the updates of rank 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C6: inserted_window_dims are sorted.
func.func @scatter_8(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf32>) {
  // expected-error @+1 {{inserted_window_dims is not sorted}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C6: and dimensions of the inputs.
func.func @scatter_9(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf32>) {
  // expected-error @+1 {{inserted_window_dims holds 3, which is not a dimension of the inputs of rank 3}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 3], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C7: input_batching_dims are dimensions of the inputs.
func.func @scatter_10(%arg0: tensor<7x4x5xf32>, %arg1: tensor<7x1xi32>, %arg2: tensor<7x5xf32>) {
  // expected-error @+1 {{input_batching_dims holds 3, which is not a dimension of the inputs of rank 3}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], input_batching_dims = [3], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<7x1xi32>, tensor<7x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C8: a dimension is inserted or batching.
func.func @scatter_11(%arg0: tensor<7x4x5xf32>, %arg1: tensor<7x1xi32>, %arg2: tensor<7x5xf32>) {
  // expected-error @+1 {{inserted_window_dims and input_batching_dims both hold 1}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<7x1xi32>, tensor<7x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C9: scatter_indices_batching_dims are not index_vector_dim.
func.func @scatter_12(%arg0: tensor<7x4x5xf32>, %arg1: tensor<7x1xi32>, %arg2: tensor<7x5xf32>) {
  // expected-error @+1 {{scatter_indices_batching_dims holds 1, which is index_vector_dim}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<7x1xi32>, tensor<7x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C10: batching sizes agree.
func.func @scatter_13(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x1xi32>, %arg2: tensor<6x5xf32>) {
  // expected-error @+1 {{batching dimensions 0 and 0 of scatter_indices have sizes 7 and 6, expected the same}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x1xi32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C11: map entries differ.
func.func @scatter_14(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf32>) {
  // expected-error @+1 {{scatter_dims_to_operand_dims holds 1 twice}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C12: scatter dims are those of scatter_indices.
func.func @scatter_15(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<8x5xf32>) {
  // expected-error @+1 {{updates have scatter dimensions 8, expected 6 as scatter_indices}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<8x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C13: windows fit.
func.func @scatter_16(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x6xf32>) {
  // expected-error @+1 {{update window size 6 exceeds the input's size 5 of dimension 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x6xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C14: element types agree.
func.func @scatter_17(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf64>) {
  // expected-error @+1 {{input and update have element types 'f32' and 'f64', expected the same}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf64>) -> tensor<7x4x5xf32>
  return
}

// -----

// C15: the body takes two scalars.
func.func @scatter_18(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf32>) {
  // expected-error @+1 {{update_computation takes 1 values, expected 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C15: of the element type.
func.func @scatter_19(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf32>) {
  // expected-error @+1 {{update_computation takes value 0 of type 'tensor<f64>', expected 'tensor<f32>'}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C15: and returns one.
func.func @scatter_20(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf32>) {
  // expected-error @+1 {{update_computation returns 2 values, expected 1}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>) -> tensor<7x4x5xf32>
  return
}

// -----

// C16: the result has the type of the input.
func.func @scatter_21(%arg0: tensor<7x4x5xf32>, %arg1: tensor<6x2xi32>, %arg2: tensor<6x5xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<7x4x5xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<7x4x5xf32>, tensor<6x2xi32>, tensor<6x5xf32>) -> tensor<7x4x6xf32>
  return
}
