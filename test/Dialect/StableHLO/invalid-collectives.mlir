// RUN: %popt %s --split-input-file --verify-diagnostics
// What communication refuses; C numbers are those of their descriptions.

// C1: at least one operand.
func.func @all_gather_1() {
  // expected-error @+1 {{has no operands, expected at least one}}
  "stablehlo.all_gather"() <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> ()
  return
}

// -----

// C1: as many results as operands.
func.func @all_gather_2(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{has 1 operands and 2 results, expected the same number}}
  %0:2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  return
}

// -----

// C1: element types agree.
func.func @all_gather_3(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{operand and result have types 'tensor<4x8xf32>' and 'tensor<8x8xf64>', expected the same element type and rank}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf64>
  return
}

// -----

// C2: the dimension exists.
func.func @all_gather_4(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{all_gather_dim 2 is not a dimension of the operand of rank 2}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// C3: the result is as long as the group.
func.func @all_gather_5(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{sizes 4 and 9 of dimension 0 do not differ by the group size 2}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<9x8xf32>
  return
}

// -----

// C4: other sizes agree.
func.func @all_gather_6(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{operand and result sizes of dimension 1 are 8 and 7, expected the same}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x7xf32>
  return
}

// -----

// C5: groups are rows.
func.func @all_gather_7(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{i64 tensor of rank 2 or replica groups by mesh axes}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// C5: ids differ.
func.func @all_gather_8(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{replica_groups holds 0 twice}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// C5: ids are not negative.
func.func @all_gather_9(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{replica_groups holds -2, expected numbers not negative}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// C1: at least one operand.
func.func @all_reduce_1() {
  // expected-error @+1 {{has no operands, expected at least one}}
  "stablehlo.all_reduce"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : () -> ()
  return
}

// -----

// C2: the body takes two scalars.
func.func @all_reduce_2(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{computation takes 1 values, expected 2}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C2: of the operands' element type.
func.func @all_reduce_3(%arg0: tensor<4xf64>) {
  // expected-error @+1 {{computation takes value 0 of type 'tensor<f32>', expected 'tensor<f64>'}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

// C3: results have the operands' types.
func.func @all_reduce_4(%arg0: tensor<4x8xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4x8xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// C4: ids differ.
func.func @all_reduce_5(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{replica_groups holds 3 twice}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<3> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C1: element types agree.
func.func @reduce_scatter_1(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{operand and result have types 'tensor<4x8xf32>' and 'tensor<2x8xf64>', expected the same element type and rank}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<2x8xf64>
  return
}

// -----

// C2: the dimension exists.
func.func @reduce_scatter_2(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{scatter_dimension -1 is not a dimension of the operand of rank 2}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{scatter_dimension = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// C3: the operand is as long as the group.
func.func @reduce_scatter_3(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{sizes 3 and 4 of dimension 0 do not differ by the group size 2}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<3x8xf32>
  return
}

// -----

// C4: other sizes agree.
func.func @reduce_scatter_4(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{operand and result sizes of dimension 1 are 8 and 7, expected the same}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<2x7xf32>
  return
}

// -----

// C5: the body returns one scalar.
func.func @reduce_scatter_5(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{computation returns 0 values, expected 1}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return
  }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// C6: ids are not negative.
func.func @reduce_scatter_6(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{replica_groups holds -5, expected numbers not negative}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, -5]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// C1: at least one operand.
func.func @all_to_all_1() {
  // expected-error @+1 {{has no operands, expected at least one}}
  "stablehlo.all_to_all"() <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> ()
  return
}

// -----

// C2: the split dimension exists.
func.func @all_to_all_2(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{split_dimension 2 is not a dimension of the operand of rank 2}}
  %0 = "stablehlo.all_to_all"(%arg0) <{split_dimension = 2 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// C3: the concatenated dimension exists.
func.func @all_to_all_3(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{concat_dimension -1 is not a dimension of the operand of rank 2}}
  %0 = "stablehlo.all_to_all"(%arg0) <{split_dimension = 0 : i64, concat_dimension = -1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// C4: the split divides.
func.func @all_to_all_4(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{split_count 3 is not a positive divisor of size 4 of split_dimension 0}}
  %0 = "stablehlo.all_to_all"(%arg0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// C4: the count is positive.
func.func @all_to_all_5(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{split_count 0 is not a positive divisor of size 4 of split_dimension 0}}
  %0 = "stablehlo.all_to_all"(%arg0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// C5: the count is the group size.
func.func @all_to_all_6(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{split_count 4 is not the group size 2}}
  %0 = "stablehlo.all_to_all"(%arg0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// C6: the result shape.
func.func @all_to_all_7(%arg0: tensor<4x8xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<2x16xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%arg0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C7: ids differ.
func.func @all_to_all_8(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{replica_groups holds 1 twice}}
  %0 = "stablehlo.all_to_all"(%arg0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<1> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// C1: types agree.
func.func @collective_permute_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// C2: pairs.
func.func @collective_permute_2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{source_target_pairs has shape 1x3, expected pairs in rows}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C3: ids are not negative.
func.func @collective_permute_3(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{source_target_pairs holds -1, expected numbers not negative}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C4: sources differ.
func.func @collective_permute_4(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{source_target_pairs holds source 0 twice}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C5: targets differ.
func.func @collective_permute_5(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{source_target_pairs holds target 1 twice}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C4: the largest numbers are numbers, too.
func.func @collective_permute_largest(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{source_target_pairs holds source 9223372036854775807 twice}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[9223372036854775807, 1], [9223372036854775807, 2]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// The same in groups.
func.func @all_to_all_largest(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{replica_groups holds 9223372036854775807 twice}}
  %0 = "stablehlo.all_to_all"(%arg0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<9223372036854775807> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// C1: at least one operand.
func.func @collective_broadcast_1() {
  // expected-error @+1 {{has no operands, expected at least one}}
  "stablehlo.collective_broadcast"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> ()
  return
}

// -----

// C1: beside the roots.
func.func @collective_broadcast_1_roots(%roots: tensor<0xi32>) {
  // expected-error @+1 {{has no operands beside the roots, expected at least one}}
  "stablehlo.collective_broadcast"(%roots) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<0xi32>) -> ()
  return
}

// -----

// C2: a root for each operand.
func.func @collective_broadcast_2(%arg0: tensor<4xf32>, %roots: tensor<2xi32>) {
  // expected-error @+1 {{has roots of type 'tensor<2xi32>', expected tensor<1xi32>}}
  %0 = "stablehlo.collective_broadcast"(%arg0, %roots) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<4xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

// C3: results have the operands' types.
func.func @collective_broadcast_3(%arg0: tensor<4xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// C4: ids differ.
func.func @collective_broadcast_4(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{replica_groups holds 1 twice}}
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<1> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C1: at least one operand.
func.func @collective_reduce_1() {
  // expected-error @+1 {{has no operands, expected at least one}}
  "stablehlo.collective_reduce"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : () -> ()
  return
}

// -----

// C2: roots are numbers.
func.func @collective_reduce_2(%arg0: tensor<4xf32>, %roots: tensor<1xf32>) {
  // expected-error @+1 {{has roots of type 'tensor<1xf32>', expected tensor<1xi32>}}
  %0 = "stablehlo.collective_reduce"(%arg0, %roots) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

// C3: results have the operands' types.
func.func @collective_reduce_3(%arg0: tensor<4xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// C4: the body returns one scalar.
func.func @collective_reduce_4(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{computation returns 0 values, expected 1}}
  %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C5: numbers of devices need a channel.
func.func @collective_reduce_5(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{has use_global_device_ids and channel 0, expected a channel above 0}}
  %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C6: every number has a group.
func.func @collective_reduce_6(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{replica_groups holds 3, but not 1; every number below the largest needs a group}}
  %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 2, 3]]> : tensor<1x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C1: types agree.
func.func @cross_replica_sum_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// C2: groups are rows.
func.func @cross_replica_sum_2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{replica_groups has rank 1, expected 2}}
  %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<1> : tensor<2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// The result is a ui32 scalar.
func.func @partition_id_1() {
  // expected-error @+1 {{must be rank-0 tensor of type ui32}}
  %0 = stablehlo.partition_id : tensor<i32>
  return
}

// -----

// The result is a ui32 scalar.
func.func @replica_id_1() {
  // expected-error @+1 {{must be rank-0 tensor of type ui32}}
  %0 = stablehlo.replica_id : tensor<2xui32>
  return
}

// -----

// C1: a token comes last.
func.func @recv_1(%arg0: !stablehlo.token) {
  // expected-error @+1 {{result 1 has type 'tensor<4xf32>', expected tensors, then one token}}
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// C1: there is a token.
func.func @infeed_1(%arg0: !stablehlo.token) {
  // expected-error @+1 {{has no results, expected a token}}
  "stablehlo.infeed"(%arg0) : (!stablehlo.token) -> ()
  return
}

// -----

// C1: only the last is a token.
func.func @infeed_2(%arg0: !stablehlo.token) {
  // expected-error @+1 {{result 0 has type}}
  %0:2 = "stablehlo.infeed"(%arg0) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

// C2: a layout for each tensor.
func.func @infeed_layouts(%arg0: !stablehlo.token) {
  // expected-error @+1 {{has 1 layouts for 2 tensors}}
  %0:3 = "stablehlo.infeed"(%arg0) <{layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<3x3xi32>, tensor<i1>, !stablehlo.token)
  return
}

// -----

// C3: of dimensions.
func.func @infeed_layout(%arg0: !stablehlo.token) {
  // expected-error @+1 {{has layout [0, []], expected a list of dimensions}}
  %0:2 = "stablehlo.infeed"(%arg0) <{layout = [[0, []]]}> : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)
  return
}

// -----

// C5 of all_gather: shapes are the same in every group.
func.func @all_gather_rows(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{replica_groups has rows that end with -1, but blocks of one type need groups of one size; put each block into zeros at its place and add them up by all_reduce}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// C6 of all_gather: numbers of devices need a channel.
func.func @all_gather_channel(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{has use_global_device_ids and channel -1, expected a channel above 0}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 1>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// C3 of all_gather: replicas of all partitions may be several times as many.
func.func @all_gather_partitions(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{sizes 4 and 12 of dimension 0 do not differ by the group size 2}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<4x8xf32>) -> tensor<12x8xf32>
  return
}

// -----

// C5 of all_reduce: numbers of devices need a channel.
func.func @all_reduce_channel(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{has use_global_device_ids and channel -1, expected a channel above 0}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C7 of reduce_scatter: numbers of devices need a channel.
func.func @reduce_scatter_channel(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{has use_global_device_ids and channel -1, expected a channel above 0}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// C6 of reduce_scatter: shapes are the same in every group.
func.func @reduce_scatter_rows(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{replica_groups has rows that end with -1, but blocks of one type need groups of one size; use all_reduce, and take each member's part of the sum}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// C7 of all_to_all: shapes are the same in every group.
func.func @all_to_all_rows(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{replica_groups has rows that end with -1, but blocks of one type need groups of one size; exchange the parts by collective_permute}}
  %0 = "stablehlo.all_to_all"(%arg0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// C5 of all_to_all: there are groups.
func.func @all_to_all_no_groups(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{replica_groups is empty, expected groups of split_count 2 members}}
  %0 = "stablehlo.all_to_all"(%arg0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<> : tensor<0x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// C4 of all_reduce: the mesh of its groups exists.
func.func @all_reduce_mesh(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{replica_groups name the unknown mesh @absent}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @absent, axes = [#stablehlo.axis_ref<name = "x">]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C1 of send: a channel between devices does not reach the host.
func.func @send_to_host(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token) {
  // expected-error @+2 {{channel has type 1, expected 2 with is_host_transfer}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// C1 of send: nor the other way round.
func.func @send_to_device(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token) {
  // expected-error @+2 {{channel has type 2, expected 1 without is_host_transfer}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// C2 of recv: the host sends by channels of its own.
func.func @recv_from_host(%arg0: !stablehlo.token) {
  // expected-error @+1 {{channel has type 2, expected 3 with is_host_transfer}}
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}
