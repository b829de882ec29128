// Reinterpreted bits, random bits, normalisation and barriers.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i])->([i]) {i=8}
// CHECK: factors ([i])->([i, j]) {i=8, j=4} need_replication={j}
// CHECK: factors ([i])->([j],[k, l]) {i=2, j=2, k=4, l=8} need_replication={i, j}; spread along ([i])->([j],[k, l]) {i=2, j=2, k=4, l=8} need_replication={i, j, k, l}
// CHECK: factors ([i, j, k],[k],[k],[k],[k])->([i, j, k]) {i=2, j=3, k=4}
// CHECK: factors ([i])->([i]) {i=8}; spread along ()->() {}

func.func @whole(%v: tensor<8xf32>, %f: tensor<4xf32>, %img: tensor<2x3x4xf32>, %st: tensor<2xui64>) {
  %0 = stablehlo.bitcast_convert %v : (tensor<8xf32>) -> tensor<8xi32>
  %1 = stablehlo.bitcast_convert %v : (tensor<8xf32>) -> tensor<8x4xi8>
  %2, %3 = stablehlo.rng_bit_generator %st, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x8xui32>)
  %4 = "stablehlo.batch_norm_inference"(%img, %f, %f, %f, %f) <{epsilon = 1.0e-05 : f32, feature_index = 2 : i64}> : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  %5 = stablehlo.optimization_barrier %v : tensor<8xf32>
  return
}
