// RUN: popt %s --form-kernels | FileCheck %s

// The gradient of a weight: the operands change places.
// CHECK-LABEL: func.func @weight_gradient
// CHECK-SAME: (%[[G:.+]]: tensor<8x16xf32>, %[[X:.+]]: tensor<8x4xf32>)
// CHECK-NEXT: %[[R:.+]] = stablehlo.dot_general %[[X]], %[[G]], contracting_dims = [0] x [0], precision = [HIGHEST, DEFAULT] : (tensor<8x4xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT: return %[[R]]
func.func @weight_gradient(%g: tensor<8x16xf32>, %x: tensor<8x4xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.dot_general %g, %x, contracting_dims = [0] x [0], precision = [DEFAULT, HIGHEST] : (tensor<8x16xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x4xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

// Transposed twice, they change places twice: the product is as it was.
// CHECK-LABEL: func.func @twice
// CHECK-SAME: (%[[G:.+]]: tensor<8x16xf32>, %[[X:.+]]: tensor<8x4xf32>)
// CHECK-NEXT: %[[R:.+]] = stablehlo.dot_general %[[G]], %[[X]], contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @twice(%g: tensor<8x16xf32>, %x: tensor<8x4xf32>) -> tensor<16x4xf32> {
  %0 = stablehlo.dot_general %g, %x, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x4xf32>) -> tensor<4x16xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return %2 : tensor<16x4xf32>
}

// Several free dimensions of one side stay in their order, batching dimensions
// in front.
// CHECK-LABEL: func.func @heads
// CHECK-SAME: (%[[G:.+]]: tensor<3x8x2x5xf32>, %[[X:.+]]: tensor<8x3x4xf32>)
// CHECK-NEXT: stablehlo.dot_general %[[X]], %[[G]], batching_dims = [1] x [0], contracting_dims = [0] x [1] : (tensor<8x3x4xf32>, tensor<3x8x2x5xf32>) -> tensor<3x4x2x5xf32>
func.func @heads(%g: tensor<3x8x2x5xf32>, %x: tensor<8x3x4xf32>) -> tensor<3x4x2x5xf32> {
  %0 = stablehlo.dot_general %g, %x, batching_dims = [0] x [1], contracting_dims = [1] x [0] : (tensor<3x8x2x5xf32>, tensor<8x3x4xf32>) -> tensor<3x2x5x4xf32>
  %1 = stablehlo.transpose %0, dims = [0, 3, 1, 2] : (tensor<3x2x5x4xf32>) -> tensor<3x4x2x5xf32>
  return %1 : tensor<3x4x2x5xf32>
}

// Another order stays a transpose, and so does a product that is read as it is.
// CHECK-LABEL: func.func @kept
// CHECK: stablehlo.dot_general %{{.+}}, %{{.+}} -> tensor<2x5x4xf32>
// CHECK: call @{{.+}}transpose
// CHECK: %[[P:.+]] = stablehlo.dot_general %{{.+}}, %{{.+}} -> tensor<4x4xf32>
// CHECK: %[[T:.+]] = call @{{.+}}transpose{{.*}}(%[[P]])
// CHECK: return %{{.+}}, %[[P]], %[[T]]
func.func @kept(%g: tensor<8x2x5xf32>, %x: tensor<8x4xf32>) -> (tensor<5x2x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.dot_general %g, %x, contracting_dims = [0] x [0] : (tensor<8x2x5xf32>, tensor<8x4xf32>) -> tensor<2x5x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<2x5x4xf32>) -> tensor<5x2x4xf32>
  %2 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1, %2, %3 : tensor<5x2x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
