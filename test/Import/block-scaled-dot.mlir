// Products of numbers with scales, as jax.nn.scaled_matmul prints them, become
// products of the dequantised numbers; what is not quite such a call stays.
// RUN: %popt %s --simplify-input | FileCheck %s

// MXFP8: a scale for each 32 numbers.
// CHECK-LABEL: @mxfp8
// CHECK: %[[S:.+]] = stablehlo.convert %arg2 : (tensor<2x8x2xf8E8M0FNU>) -> tensor<2x8x2xbf16>
// CHECK: %[[SR:.+]] = stablehlo.broadcast_in_dim %[[S]], dims = [0, 1, 2] : (tensor<2x8x2xbf16>) -> tensor<2x8x2x32xbf16>
// CHECK-DAG: %[[X:.+]] = stablehlo.convert %arg0 : (tensor<2x8x64xf8E4M3FN>) -> tensor<2x8x64xbf16>
// CHECK-DAG: %[[SX:.+]] = stablehlo.reshape %[[SR]] : (tensor<2x8x2x32xbf16>) -> tensor<2x8x64xbf16>
// CHECK: %[[LHS:.+]] = stablehlo.multiply %[[X]], %[[SX]]
// CHECK-DAG: %[[Y:.+]] = stablehlo.convert %arg1 : (tensor<2x4x64xf8E5M2>) -> tensor<2x4x64xbf16>
// CHECK-DAG: %[[TY:.+]] = stablehlo.reshape %{{.+}} : (tensor<2x4x2x32xbf16>) -> tensor<2x4x64xbf16>
// CHECK: %[[RHS:.+]] = stablehlo.multiply %[[Y]], %[[TY]]
// CHECK: %[[R:.+]] = stablehlo.dot_general %[[LHS]], %[[RHS]], batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x64xbf16>, tensor<2x4x64xbf16>) -> tensor<2x8x4xbf16>
// CHECK: return %[[R]]
func.func @mxfp8(%a: tensor<2x8x64xf8E4M3FN>, %b: tensor<2x4x64xf8E5M2>, %s: tensor<2x8x2xf8E8M0FNU>, %t: tensor<2x4x2xf8E8M0FNU>) -> tensor<2x8x4xbf16> {
  %0 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %s, %t) {api_version = 2 : i32, backend_config = "{\22scaled_dot_backend_config\22: {\22lhs_batch_dimensions\22: [0], \22rhs_batch_dimensions\22: [0], \22dequantize_type\22: \22BF16\22}}", operand_layouts = [dense<[2, 1, 0]> : tensor<3xindex>, dense<[2, 1, 0]> : tensor<3xindex>, dense<[2, 1, 0]> : tensor<3xindex>, dense<[2, 1, 0]> : tensor<3xindex>], result_layouts = [dense<[2, 1, 0]> : tensor<3xindex>]} : (tensor<2x8x64xf8E4M3FN>, tensor<2x4x64xf8E5M2>, tensor<2x8x2xf8E8M0FNU>, tensor<2x4x2xf8E8M0FNU>) -> tensor<2x8x4xbf16>
  return %0 : tensor<2x8x4xbf16>
}

// NVFP4: a scale for each 16 numbers, without a batch. The blocks of the operands
// may differ.
// CHECK-LABEL: @nvfp4
// CHECK-DAG: stablehlo.broadcast_in_dim {{.*}} : (tensor<8x4xf32>) -> tensor<8x4x16xf32>
// CHECK-DAG: stablehlo.broadcast_in_dim {{.*}} : (tensor<4x2xf32>) -> tensor<4x2x32xf32>
// CHECK: stablehlo.dot_general {{.*}}, contracting_dims = [1] x [1] : (tensor<8x64xf32>, tensor<4x64xf32>) -> tensor<8x4xf32>
func.func @nvfp4(%a: tensor<8x64xf4E2M1FN>, %b: tensor<4x64xf4E2M1FN>, %s: tensor<8x4xf8E4M3FN>, %t: tensor<4x2xf8E4M3FN>) -> tensor<8x4xf32> {
  %0 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %s, %t) {backend_config = "{\22scaled_dot_backend_config\22: {\22dequantize_type\22: \22F32\22}}"} : (tensor<8x64xf4E2M1FN>, tensor<4x64xf4E2M1FN>, tensor<8x4xf8E4M3FN>, tensor<4x2xf8E4M3FN>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// f16 cannot hold the scales: in f32, which is rounded at the end.
// CHECK-LABEL: @f16
// CHECK: stablehlo.convert %arg2 : (tensor<8x2xf8E8M0FNU>) -> tensor<8x2xf32>
// CHECK: %[[R:.+]] = stablehlo.dot_general {{.*}} -> tensor<8x4xf32>
// CHECK: stablehlo.convert %[[R]] : (tensor<8x4xf32>) -> tensor<8x4xf16>
func.func @f16(%a: tensor<8x64xf8E4M3FN>, %b: tensor<4x64xf8E4M3FN>, %s: tensor<8x2xf8E8M0FNU>, %t: tensor<4x2xf8E8M0FNU>) -> tensor<8x4xf16> {
  %0 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %s, %t) {backend_config = "{\22scaled_dot_backend_config\22: {\22lhs_batch_dimensions\22: [], \22rhs_batch_dimensions\22: [], \22dequantize_type\22: \22F16\22}}"} : (tensor<8x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>, tensor<8x2xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>) -> tensor<8x4xf16>
  return %0 : tensor<8x4xf16>
}

// No JSON, no such object, no such type, a batch that matrices do not have, none at
// all.
// CHECK-LABEL: @configs
// CHECK-COUNT-5: stablehlo.custom_call @__op$block_scaled_dot
// CHECK: return
func.func @configs(%a: tensor<8x64xf8E4M3FN>, %b: tensor<4x64xf8E4M3FN>, %s: tensor<8x2xf8E8M0FNU>, %t: tensor<4x2xf8E8M0FNU>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %s, %t) {backend_config = "{\22scaled_dot_backend_config\22: {"} : (tensor<8x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>, tensor<8x2xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>) -> tensor<8x4xf32>
  %1 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %s, %t) {backend_config = "[1]"} : (tensor<8x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>, tensor<8x2xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>) -> tensor<8x4xf32>
  %2 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %s, %t) {backend_config = "{\22scaled_dot_backend_config\22: {\22dequantize_type\22: \22S8\22}}"} : (tensor<8x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>, tensor<8x2xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>) -> tensor<8x4xf32>
  %3 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %s, %t) {backend_config = "{\22scaled_dot_backend_config\22: {\22lhs_batch_dimensions\22: [0], \22dequantize_type\22: \22F32\22}}"} : (tensor<8x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>, tensor<8x2xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>) -> tensor<8x4xf32>
  %4 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %s, %t) : (tensor<8x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>, tensor<8x2xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>) -> tensor<8x4xf32>
  return %0, %1, %2, %3, %4 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}

// Operands of three dimensions have a batch.
// CHECK-LABEL: @no_batch
// CHECK: stablehlo.custom_call @__op$block_scaled_dot
func.func @no_batch(%a: tensor<2x8x64xf8E4M3FN>, %b: tensor<2x4x64xf8E4M3FN>, %s: tensor<2x8x2xf8E8M0FNU>, %t: tensor<2x4x2xf8E8M0FNU>) -> tensor<2x8x4xf32> {
  %0 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %s, %t) {backend_config = "{\22scaled_dot_backend_config\22: {\22dequantize_type\22: \22F32\22}}"} : (tensor<2x8x64xf8E4M3FN>, tensor<2x4x64xf8E4M3FN>, tensor<2x8x2xf8E8M0FNU>, tensor<2x4x2xf8E8M0FNU>) -> tensor<2x8x4xf32>
  return %0 : tensor<2x8x4xf32>
}

// Blocks that do not divide, scales of other rows, another contracted extent, a
// result of another shape, operands that are wide, a missing scale.
// CHECK-LABEL: @shapes
// CHECK-COUNT-6: stablehlo.custom_call @__op$block_scaled_dot
// CHECK: return
func.func @shapes(%a: tensor<8x64xf8E4M3FN>, %b: tensor<4x64xf8E4M3FN>, %c: tensor<4x32xf8E4M3FN>, %w: tensor<8x64xf32>, %s: tensor<8x2xf8E8M0FNU>, %t: tensor<4x2xf8E8M0FNU>, %u: tensor<8x3xf8E8M0FNU>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %u, %t) {backend_config = "{\22scaled_dot_backend_config\22: {\22dequantize_type\22: \22F32\22}}"} : (tensor<8x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>, tensor<8x3xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>) -> tensor<8x4xf32>
  %1 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %t, %t) {backend_config = "{\22scaled_dot_backend_config\22: {\22dequantize_type\22: \22F32\22}}"} : (tensor<8x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>, tensor<4x2xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>) -> tensor<8x4xf32>
  %2 = stablehlo.custom_call @__op$block_scaled_dot(%a, %c, %s, %t) {backend_config = "{\22scaled_dot_backend_config\22: {\22dequantize_type\22: \22F32\22}}"} : (tensor<8x64xf8E4M3FN>, tensor<4x32xf8E4M3FN>, tensor<8x2xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>) -> tensor<8x4xf32>
  %3 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %s, %t) {backend_config = "{\22scaled_dot_backend_config\22: {\22dequantize_type\22: \22F32\22}}"} : (tensor<8x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>, tensor<8x2xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>) -> tensor<4x8xf32>
  %4 = stablehlo.custom_call @__op$block_scaled_dot(%w, %b, %s, %t) {backend_config = "{\22scaled_dot_backend_config\22: {\22dequantize_type\22: \22F32\22}}"} : (tensor<8x64xf32>, tensor<4x64xf8E4M3FN>, tensor<8x2xf8E8M0FNU>, tensor<4x2xf8E8M0FNU>) -> tensor<8x4xf32>
  %5 = stablehlo.custom_call @__op$block_scaled_dot(%a, %b, %s) {backend_config = "{\22scaled_dot_backend_config\22: {\22dequantize_type\22: \22F32\22}}"} : (tensor<8x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>, tensor<8x2xf8E8M0FNU>) -> tensor<8x4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}
