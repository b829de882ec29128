// RUN: %popt %s --split-input-file --verify-diagnostics
// What chlo refuses; C numbers are those of the descriptions.

// C1: types agree.
func.func @square_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = chlo.square %arg0 : tensor<4xf32> -> tensor<4xf64>
  return
}

// -----

// erf takes floating-point values.
func.func @erf_1(%arg0: tensor<4xi32>) {
  // expected-error @+1 {{must be statically shaped tensor of floating-point values}}
  %0 = chlo.erf %arg0 : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

// Shapes are static.
func.func @erf_2(%arg0: tensor<?xf32>) {
  // expected-error @+1 {{must be statically shaped tensor of floating-point values}}
  %0 = chlo.erf %arg0 : tensor<?xf32> -> tensor<?xf32>
  return
}

// -----

// C1: shapes agree.
func.func @is_inf_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = chlo.is_inf %arg0 : tensor<4xf32> -> tensor<5xi1>
  return
}

// -----

// C2: result elements are i1.
func.func @is_pos_inf_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{must be statically shaped tensor of i1 values}}
  %0 = chlo.is_pos_inf %arg0 : tensor<4xf32> -> tensor<4xi8>
  return
}

// -----

// C1: types agree.
func.func @next_after_1(%arg0: tensor<4xf32>, %arg1: tensor<4xf64>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = chlo.next_after %arg0, %arg1 : tensor<4xf32>, tensor<4xf64> -> tensor<4xf32>
  return
}

// -----

// C1: rank at least 1.
func.func @top_k_1(%arg0: tensor<f32>) {
  // expected-error @+1 {{operand has rank 0, expected at least 1}}
  %0:2 = chlo.top_k(%arg0, k = 1) : tensor<f32> -> (tensor<1xf32>, tensor<1xi32>)
  return
}

// -----

// C2: k fits.
func.func @top_k_2(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{k = 9 is not between 0 and the operand's last size 8}}
  %0:2 = chlo.top_k(%arg0, k = 9) : tensor<4x8xf32> -> (tensor<4x9xf32>, tensor<4x9xi32>)
  return
}

// -----

// C2: k is not negative.
func.func @top_k_3(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{k = -1 is not between 0 and the operand's last size 8}}
  %0:2 = chlo.top_k(%arg0, k = -1) : tensor<4x8xf32> -> (tensor<4x1xf32>, tensor<4x1xi32>)
  return
}

// -----

// C3: result types.
func.func @top_k_4(%arg0: tensor<4x8xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4x3xf32>', 'tensor<4x3xi32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0:2 = chlo.top_k(%arg0, k = 3) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x2xi32>)
  return
}

// -----

// C1: as many batching dimensions.
func.func @ragged_dot_1(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{lhs has 1 batching dimensions and rhs has 0, expected the same number}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return
}

// -----

// C2: as many contracting dimensions.
func.func @ragged_dot_2(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{lhs has 1 contracting dimensions and rhs has 0, expected the same number}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return
}

// -----

// C3: lhs dimensions exist.
func.func @ragged_dot_3(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{lhs dimension 2 is not a dimension of lhs of rank 2}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return
}

// -----

// C4: rhs dimensions differ.
func.func @ragged_dot_4(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{rhs dimension 1 is used twice}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return
}

// -----

// C5: sizes agree.
func.func @ragged_dot_5(%arg0: tensor<11x5xf32>, %arg1: tensor<3x6x7xf32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{contracting dimensions 1 of lhs and 1 of rhs have sizes 5 and 6, expected the same}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x6x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return
}

// -----

// C6: one ragged dimension.
func.func @ragged_dot_6(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{does not have one ragged dimension of lhs}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return
}

// -----

// C7: a group dimension where rows are ragged.
func.func @ragged_dot_7(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{has 0 group dimensions of rhs, expected 1 as the ragged dimension is not contracted or batching}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return
}

// -----

// C7: none where the contracted dimension is.
func.func @ragged_dot_8(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{has 1 group dimensions of rhs, expected 0 as the ragged dimension is contracted or batching}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return
}

// -----

// C8: one entry per group.
func.func @ragged_dot_9(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<4xi32>) {
  // expected-error @+1 {{group dimension of rhs has size 3, expected the number of groups 4}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<4xi32>) -> tensor<11x7xf32>
  return
}

// -----

// C9: groups have sizes.
func.func @ragged_dot_10(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{group_sizes has rank 0, expected at least 1}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<i32>) -> tensor<11x7xf32>
  return
}

// -----

// C10: the result shape.
func.func @ragged_dot_11(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{expected shape 11x7}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<7x11xf32>
  return
}

// -----

// C11: two precisions.
func.func @ragged_dot_12(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{precision_config has 1 entries, expected 0 or 2}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision HIGH>]}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return
}

// -----

// Fields are known.
func.func @ragged_dot_13(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{unknown field ragged}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<ragged = [1]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return
}

// -----

// Fields occur once.
func.func @ragged_dot_14(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi32>) {
  // expected-error @+1 {{field lhs_ragged_dimensions occurs twice}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [1], lhs_ragged_dimensions = [1]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return
}

// -----

// C1: the dimension.
func.func @scan(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{dimension 2 is not one of input 0 of rank 2}}
  %0:2 = chlo.scan(%x) inits(%i) dimension = 2 {
  ^bb0(%row: tensor<3xf32>, %carry: tensor<3xf32>):
    %s = stablehlo.add %row, %carry : tensor<3xf32>
    stablehlo.return %s, %s : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

// C2: equally many steps.
func.func @scan(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{input 0 has size 2 in dimension 0, expected 4}}
  %0:2 = chlo.scan(%x) inits(%i) dimension = 0 attributes {scan_dim_size = 4 : i64} {
  ^bb0(%row: tensor<3xf32>, %carry: tensor<3xf32>):
    %s = stablehlo.add %row, %carry : tensor<3xf32>
    stablehlo.return %s, %s : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

// C2: of results, too.
func.func @scan(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{output 0 has size 5 in dimension 0, expected 2}}
  %0:2 = chlo.scan(%x) inits(%i) dimension = 0 {
  ^bb0(%row: tensor<3xf32>, %carry: tensor<3xf32>):
    %s = stablehlo.add %row, %carry : tensor<3xf32>
    stablehlo.return %s, %s : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return
}

// -----

// C2: a number of steps.
func.func @scan(%i: tensor<3xf32>) {
  // expected-error @+1 {{has neither inputs nor scan_dim_size, so that the number of steps is not known}}
  %0:2 = chlo.scan() inits(%i) dimension = 0 {
  ^bb0(%carry: tensor<3xf32>):
    stablehlo.return %carry, %carry : tensor<3xf32>, tensor<3xf32>
  } : (tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

// C3: carries like inits.
func.func @scan(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{carries have types 'tensor<4xf32>', expected those of the inits, 'tensor<3xf32>'}}
  %0:2 = chlo.scan(%x) inits(%i) dimension = 0 {
  ^bb0(%row: tensor<3xf32>, %carry: tensor<3xf32>):
    %s = stablehlo.add %row, %carry : tensor<3xf32>
    stablehlo.return %s, %s : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<4xf32>)
  return
}

// -----

// C4: what the body takes.
func.func @scan(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{body takes 'tensor<2xf32>', 'tensor<3xf32>', expected 'tensor<3xf32>', 'tensor<3xf32>'}}
  %0:2 = chlo.scan(%x) inits(%i) dimension = 0 {
  ^bb0(%row: tensor<2xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry, %carry : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

// C5: what it returns.
func.func @scan(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{body returns 'tensor<3xf32>', expected 'tensor<3xf32>', 'tensor<3xf32>'}}
  %0:2 = chlo.scan(%x) inits(%i) dimension = 0 {
  ^bb0(%row: tensor<3xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry : tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

// A result per init at least.
func.func @scan(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{has 0 results, expected one per init at least, of which there are 1}}
  chlo.scan(%x) inits(%i) dimension = 0 {
  } : (tensor<2x3xf32>, tensor<3xf32>) -> ()
  return
}

// -----

// C9: a list of groups for each place in the batching dimension and in the rows
// before the ragged one.
func.func @ragged_dot_rows(%lhs: tensor<2x3x5x7xf32>, %rhs: tensor<4x2x7x6xf32>, %sizes: tensor<2x5x4xi64>) {
  // expected-error @+1 {{group_sizes has type 'tensor<2x5x4xi64>', expected shape 2x3x4 or 4}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>}> : (tensor<2x3x5x7xf32>, tensor<4x2x7x6xf32>, tensor<2x5x4xi64>) -> tensor<2x3x5x6xf32>
  return
}

// -----

// C9: in the contracted dimensions before the ragged one.
func.func @ragged_dot_contracted(%lhs: tensor<2x3x5x7xf32>, %rhs: tensor<2x5x7x6xf32>, %sizes: tensor<2x3x4xi64>) {
  // expected-error @+1 {{group_sizes has type 'tensor<2x3x4xi64>', expected shape 2x5x4 or 4}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2, 3], rhs_contracting_dimensions = [1, 2], lhs_ragged_dimensions = [3]>}> : (tensor<2x3x5x7xf32>, tensor<2x5x7x6xf32>, tensor<2x3x4xi64>) -> tensor<4x2x3x6xf32>
  return
}

// -----

// C9: in the batching dimensions before the ragged one.
func.func @ragged_dot_batch(%lhs: tensor<2x3x5x7xf32>, %rhs: tensor<2x3x7x6xf32>, %sizes: tensor<3x4xi64>) {
  // expected-error @+1 {{group_sizes has type 'tensor<3x4xi64>', expected shape 2x4 or 4}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1]>}> : (tensor<2x3x5x7xf32>, tensor<2x3x7x6xf32>, tensor<3x4xi64>) -> tensor<2x3x5x6xf32>
  return
}
