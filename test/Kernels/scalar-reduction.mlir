// A reduction whose body is no monoid folds its elements one by one, and says so;
// a sum does not.
// RUN: %poptc %s --remarks-filter=conversion --emit=obj -o %t.o 2>&1 | FileCheck %s

// CHECK: scalar-reduction
// CHECK-SAME: stablehlo.reduce combines 4096 elements one by one
// CHECK-NOT: scalar-reduction
func.func @main(%x: tensor<4096xi32>, %y: tensor<4096xf32>) -> (tensor<i32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.multiply %a, %b : tensor<i32>
    %s = stablehlo.add %a, %b : tensor<i32>
    %r = stablehlo.add %p, %s : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<4096xi32>, tensor<i32>) -> tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%y init: %none) applies stablehlo.add across dimensions = [0] : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<i32>, tensor<f32>
}
