// Shorthand is decomposed, so that its parts are divided one by one.
// RUN: %popt %s --simplify-input | FileCheck %s

// CHECK-LABEL: @training
// CHECK: stablehlo.reduce({{.*}} applies stablehlo.add across dimensions = [0, 2]
// CHECK: stablehlo.reduce({{.*}} applies stablehlo.add across dimensions = [0, 2]
// CHECK: stablehlo.sqrt
// CHECK-NOT: batch_norm
func.func @training(%x: tensor<2x4x3xf32>, %s: tensor<4xf32>) -> (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @gradient
// CHECK-COUNT-3: stablehlo.reduce({{.*}} applies stablehlo.add across dimensions = [0, 2]
// CHECK-NOT: batch_norm
func.func @gradient(%x: tensor<2x4x3xf32>, %s: tensor<4xf32>) -> (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %s, %s, %s, %x) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @products
// CHECK: stablehlo.dot_general %{{.+}}, %{{.+}}, contracting_dims = [1] x [0]
// CHECK: %[[SUM:.+]] = stablehlo.reduce(%{{.+}} init: %{{.+}}) applies stablehlo.add across dimensions = [2] : (tensor<2x3x5xf32>
// CHECK: %[[MADE:.+]] = stablehlo.dot_general %[[SUM]], %{{.+}}, batching_dims = [0] x [0], contracting_dims = [1] x [1]
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.transpose
func.func @products(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %a: tensor<2x3x5xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<4x2xf32>) {
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = "stablehlo.einsum"(%a, %b) <{einsum_config = "abz,abc->ac"}> : (tensor<2x3x5xf32>, tensor<2x3x4xf32>) -> tensor<2x4xf32>
  %2 = "stablehlo.einsum"(%x, %y) <{einsum_config = "ab,bc->ca"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  return %0, %1, %2 : tensor<2x4xf32>, tensor<2x4xf32>, tensor<4x2xf32>
}

// CHECK-LABEL: @pointwise
// CHECK: %[[TWO:.+]] = stablehlo.broadcast_in_dim {{.*}} -> tensor<2x3xf32>
// CHECK: stablehlo.multiply %{{.+}}, %[[TWO]] : tensor<2x3xf32>
// CHECK: stablehlo.broadcast_in_dim %{{.+}}, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
func.func @pointwise(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<4x2x3xf32>) {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%e: tensor<f32>):
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    %m = stablehlo.multiply %e, %c : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "stablehlo.broadcast"(%x) <{broadcast_sizes = array<i64: 4>}> : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<4x2x3xf32>
}

// Drawing from no state becomes drawing from one that the operation's place
// in the program gives: the second of two has the key 0.
// CHECK-LABEL: @draws
// CHECK: stablehlo.constant dense<[1, 0]> : tensor<2xui64>
// CHECK: stablehlo.rng_bit_generator {{.*}} algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
// CHECK: stablehlo.constant dense<0> : tensor<2xui64>
// CHECK: stablehlo.rng_bit_generator {{.*}} -> (tensor<2xui64>, tensor<4xui64>)
// CHECK: chlo.erf_inv
// CHECK-NOT: stablehlo.rng %
func.func @draws(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f64>) -> (tensor<4xi32>, tensor<4xf64>) {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>
  %1 = stablehlo.rng %c, %c, %s, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<4xf64>
  return %0, %1 : tensor<4xi32>, tensor<4xf64>
}

// Rounding to the type that a value has is nothing; to fewer bits of either kind it stays.
// CHECK-LABEL: @rounding
// CHECK-NEXT: stablehlo.reduce_precision %arg0, format = e8m22
// CHECK-NEXT: stablehlo.reduce_precision %arg0, format = e7m23
// CHECK-NEXT: return %arg0, %arg1, %{{.+}}, %{{.+}} : tensor
func.func @rounding(%x: tensor<4xf32>, %h: tensor<4xbf16>) -> (tensor<4xf32>, tensor<4xbf16>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.reduce_precision %x, format = e8m23 : tensor<4xf32>
  %1 = stablehlo.reduce_precision %h, format = e8m7 : tensor<4xbf16>
  %2 = stablehlo.reduce_precision %x, format = e8m22 : tensor<4xf32>
  %3 = stablehlo.reduce_precision %x, format = e7m23 : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xbf16>, tensor<4xf32>, tensor<4xf32>
}
