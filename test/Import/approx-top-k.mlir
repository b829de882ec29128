// Approximate top-k, as jax.lax.approx_max_k prints it, is an exact sort.
// RUN: %popt %s --inline-calls | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<4x8xf32>, %[[I:.+]]: tensor<4x8xi32>)
// CHECK: %[[SORTED:.+]]:2 = "stablehlo.sort"(%[[X]], %[[I]]) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK-NEXT: ^{{.+}}(%[[A:.+]]: tensor<f32>, %[[B:.+]]: tensor<f32>, %{{.+}}: tensor<i32>, %{{.+}}: tensor<i32>):
// CHECK-NEXT: %[[GT:.+]] = stablehlo.compare GT, %[[A]], %[[B]]
// CHECK-NEXT: stablehlo.return %[[GT]]
// CHECK: %[[V:.+]] = stablehlo.slice %[[SORTED]]#0 [0:4, 0:3]
// CHECK: %[[N:.+]] = stablehlo.slice %[[SORTED]]#1 [0:4, 0:3]
// CHECK: return %[[V]], %[[N]]
func.func @main(%x: tensor<4x8xf32>, %i: tensor<4x8xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %lowest, %none) {called_computations = [@gt], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.9 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
}
func.func private @gt(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
