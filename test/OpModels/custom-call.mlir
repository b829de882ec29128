// A carried rule; an elementwise target; any other; carried rules with factors of
// operands or of results alone, which stay whole.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i, k],[k, j])->([i, j]) {i=4, j=8, k=6} reduction={k:custom}
// CHECK: factors ([i, j])->([i, j]) {i=4, j=6}
// CHECK: factors ([i, j])->([k, l]) {i=4, j=6, k=4, l=6} need_replication={i, j, k, l}; spread along ()->() {}
// CHECK: factors ([i, j])->([i, k]) {i=4, j=6, k=6} need_replication={j, k}; spread along ([i, j])->([i, k]) {i=4, j=6, k=6}
// CHECK: factors ([i, j])->([k, l],[m]) {i=4, j=6, k=4, l=6, m=4} need_replication={i, j, k, l, m}; spread along
// CHECK: factors ([i, j])->([j, i]) {i=4, j=4} need_replication={i, j}; spread along ([i, j])->([j, i]) {i=4, j=4}
// CHECK: factors ([i, j, k])->([k],[i, k, j]) {i=2, j=4, k=4} need_replication={j, k}; spread along

func.func @calls(%x: tensor<4x6xf32>, %y: tensor<6x8xf32>, %square: tensor<4x4xf32>, %squares: tensor<2x4x4xf32>) {
  %0 = stablehlo.custom_call @foo(%x, %y) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=8, k=6} reduction={k}, custom>} : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.custom_call @MoveToHost(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.custom_call @unknown(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = stablehlo.custom_call @unknown(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k]) {i=4, j=6, k=6}, custom>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %4:2 = stablehlo.custom_call @unknown(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l],[m]) {i=4, j=6, k=4, l=6, m=4}, custom>} : (tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4xf32>)
  %5 = stablehlo.custom_call @flip(%square) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=4, j=4}, custom>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6:2 = stablehlo.custom_call @flip(%squares) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([k], [i, k, j]) {i=2, j=4, k=4}, custom>} : (tensor<2x4x4xf32>) -> (tensor<4xf32>, tensor<2x4x4xf32>)
  return
}
