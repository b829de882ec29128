// RUN: %popt %s --cse --canonicalize | FileCheck %s
// What general rewrites may do: merge and drop data operations, drop but never
// merge barriers, drop unused collectives, and leave random state alone.

// CHECK-LABEL: @data
func.func @data(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[NEG:.+]] = stablehlo.negate
  // CHECK-NEXT: return %[[NEG]], %[[NEG]]
  %0 = stablehlo.negate %arg0 : tensor<4xf32>
  %1 = stablehlo.negate %arg0 : tensor<4xf32>
  %2 = stablehlo.exponential %arg0 : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @barriers
func.func @barriers(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[FIRST:.+]] = stablehlo.optimization_barrier
  // CHECK-NEXT: %[[SECOND:.+]] = stablehlo.optimization_barrier
  // CHECK-NEXT: return %[[FIRST]], %[[SECOND]]
  %0 = stablehlo.optimization_barrier %arg0 : tensor<4xf32>
  %1 = stablehlo.optimization_barrier %arg0 : tensor<4xf32>
  %2 = stablehlo.optimization_barrier %arg0 : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @collectives
func.func @collectives(%arg0: tensor<4xf32>) {
  // CHECK-NEXT: return
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @effects
func.func @effects(%arg0: tensor<f32>, %arg1: tensor<1xi64>) {
  // CHECK-NEXT: stablehlo.rng
  // CHECK-NEXT: stablehlo.custom_call @print
  // CHECK-NEXT: return
  %0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  stablehlo.custom_call @print(%arg0) {has_side_effect = true} : (tensor<f32>) -> ()
  stablehlo.custom_call @pure(%arg0) : (tensor<f32>) -> ()
  return
}

// Constants fold to themselves, so equal ones merge.
// CHECK-LABEL: @constants
func.func @constants() -> (tensor<2xi32>, tensor<2xi32>) {
  // CHECK-NEXT: %[[C:.+]] = stablehlo.constant dense<1>
  // CHECK-NEXT: return %[[C]], %[[C]]
  %0 = stablehlo.constant dense<1> : tensor<2xi32>
  %1 = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  return %0, %1 : tensor<2xi32>, tensor<2xi32>
}
