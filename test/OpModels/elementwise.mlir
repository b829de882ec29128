// One loop per dim; scalar operands take no part; what is linear in what.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i, j],[i, j])->([i, j]) {i=4, j=6}; partial sum {0, 1}
// CHECK: factors ([i, j],[i, j])->([i, j]) {i=4, j=6}; partial sum {0} {1} prod {0, 1}
// CHECK: factors ([i, j],[i, j])->([i, j]) {i=4, j=6}; partial sum {0}
// CHECK: factors ([i, j],[i, j])->([i, j]) {i=4, j=6}; partial max {0, 1}
// CHECK: factors ([i, j])->([i, j]) {i=4, j=6}
// CHECK: factors ([i, j])->([i, j]) {i=4, j=6}; partial sum {0}
// CHECK: factors ([i, j],[i, j])->([i, j]) {i=4, j=6}; partial or {0, 1}
// CHECK: factors ([],[i, j],[i, j])->([i, j]) {i=4, j=6}; partial sum {1, 2} prod {1, 2} max {1, 2} min {1, 2} and {1, 2} or {1, 2} xor {1, 2}
// CHECK: factors ([],[i, j],[])->([i, j]) {i=4, j=6}
// CHECK: factors ([i, j],[i, j])->([i, j]) {i=4, j=6}; partial xor {0, 1}
// Partial values of f16 are held in f32; 8-bit floats round where they stand.
// CHECK: factors ([i, j],[i, j])->([i, j]) {i=4, j=6}; partial sum {0, 1}{{$}}
// CHECK: factors ([i, j])->([i, j]) {i=4, j=6}; partial sum {0}{{$}}
// CHECK: factors ([i, j],[i, j])->([i, j]) {i=4, j=6}{{$}}
// CHECK: factors ([i, j])->([i, j]) {i=4, j=6}; partial sum {0}{{$}}
// CHECK: factors ([i, j],[i, j])->([i, j]) {i=4, j=6}{{$}}
// CHECK: factors ([i, j])->([i, j]) {i=4, j=6}{{$}}

func.func @elementwise(%x: tensor<4x6xf32>, %p: tensor<4x6xi1>, %q: tensor<i1>, %i: tensor<4x6xi32>, %s: tensor<f32>, %h: tensor<4x6xf16>, %e: tensor<4x6xf8E4M3FN>) {
  %0 = stablehlo.add %x, %x : tensor<4x6xf32>
  %1 = stablehlo.multiply %x, %x : tensor<4x6xf32>
  %2 = stablehlo.divide %x, %x : tensor<4x6xf32>
  %3 = stablehlo.maximum %x, %x : tensor<4x6xf32>
  %4 = stablehlo.tanh %x : tensor<4x6xf32>
  %5 = stablehlo.negate %x : tensor<4x6xf32>
  %6 = stablehlo.add %p, %p : tensor<4x6xi1>
  %7 = stablehlo.select %q, %x, %x : tensor<i1>, tensor<4x6xf32>
  %8 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  %9 = stablehlo.xor %i, %i : tensor<4x6xi32>
  %10 = stablehlo.add %h, %h : tensor<4x6xf16>
  %11 = stablehlo.convert %h : (tensor<4x6xf16>) -> tensor<4x6xf32>
  %12 = stablehlo.divide %i, %i : tensor<4x6xi32>
  %13 = stablehlo.convert %x : (tensor<4x6xf32>) -> tensor<4x6xf16>
  %14 = stablehlo.add %e, %e : tensor<4x6xf8E4M3FN>
  %15 = stablehlo.convert %x : (tensor<4x6xf32>) -> tensor<4x6xf8E4M3FN>
  return
}
