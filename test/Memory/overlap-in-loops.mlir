// In a round of a loop, too, communication runs beside kernels that do not wait for
// it: it begins as soon as it can, and what stores its result waits.
// RUN: popt %s --split-input-file --overlap=growth=2 --plan-memory --verify-memory-plan | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: stablehlo.while
// CHECK: %[[G2:.+]] = func.call @gradient
// CHECK: %[[S2:.+]] = dist.all_reduce %[[G2]] {{.*}}step.beside = 3
// CHECK: %[[G1:.+]] = func.call @gradient
// CHECK: %[[S1:.+]] = dist.all_reduce %[[G1]] {{.*}}step.beside = 1
// CHECK: func.call @update({{.*}}, %[[S2]])
// CHECK: func.call @update({{.*}}, %[[S1]])
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=2]>
  func.func @main(%p: tensor<65536xf32>, %q: tensor<65536xf32>, %x: tensor<65536xf32>) -> (tensor<65536xf32>, tensor<65536xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %r:3 = stablehlo.while(%i = %zero, %a = %p, %b = %q) : tensor<i32>, tensor<65536xf32>, tensor<65536xf32>
    cond {
      %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %g2 = func.call @gradient(%x) : (tensor<65536xf32>) -> tensor<65536xf32>
      %g1 = func.call @gradient(%x) : (tensor<65536xf32>) -> tensor<65536xf32>
      %s2 = dist.all_reduce %g2 sum over {"dp"} on @mesh : tensor<65536xf32>
      %u2 = func.call @update(%a, %s2) : (tensor<65536xf32>, tensor<65536xf32>) -> tensor<65536xf32>
      %s1 = dist.all_reduce %g1 sum over {"dp"} on @mesh : tensor<65536xf32>
      %u1 = func.call @update(%b, %s1) : (tensor<65536xf32>, tensor<65536xf32>) -> tensor<65536xf32>
      stablehlo.return %n, %u2, %u1 : tensor<i32>, tensor<65536xf32>, tensor<65536xf32>
    }
    return %r#1, %r#2 : tensor<65536xf32>, tensor<65536xf32>
  }
  func.func private @gradient(tensor<65536xf32>) -> tensor<65536xf32> attributes {popt.kernel}
  func.func private @update(tensor<65536xf32>, tensor<65536xf32>) -> tensor<65536xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]}
}

// -----

// A gather whose result is read at the end does not go before one that all else waits for,
// though its operand is there first; kernels do not wait for results of which they read none.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.while
// CHECK: %[[X:.+]] = func.call @short
// CHECK: %[[SOON:.+]] = dist.all_gather %[[X]]
// CHECK: %[[LATE:.+]] = dist.all_gather {{.*}}step.beside
// CHECK: func.call @long(%[[SOON]])
// CHECK: func.call @last({{.*}}, %[[LATE]])
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=2]>
  func.func @main(%p: tensor<65536xf32>, %w: tensor<1048576xf32>) -> tensor<65536xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %a = %p) : tensor<i32>, tensor<65536xf32>
    cond {
      %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %late = dist.all_gather %w dim 0 over {"dp"} on @mesh : tensor<1048576xf32> -> tensor<2097152xf32>
      %x = func.call @short(%a) : (tensor<65536xf32>) -> tensor<65536xf32>
      %soon = dist.all_gather %x dim 0 over {"dp"} on @mesh : tensor<65536xf32> -> tensor<131072xf32>
      %y = func.call @long(%soon) : (tensor<131072xf32>) -> tensor<8388608xf32>
      %z = func.call @last(%y, %late) : (tensor<8388608xf32>, tensor<2097152xf32>) -> tensor<65536xf32>
      stablehlo.return %n, %z : tensor<i32>, tensor<65536xf32>
    }
    return %r#1 : tensor<65536xf32>
  }
  func.func private @short(tensor<65536xf32>) -> tensor<65536xf32> attributes {popt.kernel}
  func.func private @long(tensor<131072xf32>) -> tensor<8388608xf32> attributes {popt.kernel}
  func.func private @last(tensor<8388608xf32>, tensor<2097152xf32>) -> tensor<65536xf32> attributes {popt.kernel}
}
