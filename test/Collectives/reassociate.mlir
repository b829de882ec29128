// Sums of reduced values are reduced once.
// RUN: %popt %s --reassociate | FileCheck %s
// RUN: %popt %s --set-machine=cluster=builtin:bytes --reassociate | FileCheck %s --check-prefix=BYTES
// RUN: %popt %s --reassociate --remarks-filter-passed=collectives -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %popt %s --reassociate --remarks-filter-passed=collectives -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL
// ALL-COUNT-9: Category:collectives
// ALL-NOT: Category:collectives

dist.mesh @mesh = <["a"=2, "b"=3]>

// Two partial values of one sum.
// CHECK-LABEL: func.func @sum
func.func @sum(%x: tensor<6x4xf32>, %y: tensor<6x4xf32>) -> tensor<6x4xf32> {
  // CHECK-NEXT: %[[PARTIALS:.+]] = stablehlo.add %arg0, %arg1
  // CHECK-NEXT: %[[SUM:.+]] = dist.all_reduce %[[PARTIALS]] sum over {"b"} on @mesh : tensor<6x4xf32>
  // CHECK-NEXT: return %[[SUM]]
  // REMARK: [[@LINE+1]]:8: remark: [Passed] reassociate | Category:collectives | Remark="all_reduce over {"b"} after stablehlo.add instead of before: sends 128 bytes instead of 256, 128 fewer, in
  %0 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_reduce %y sum over {"b"} on @mesh : tensor<6x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<6x4xf32>
  return %2 : tensor<6x4xf32>
}

// Through everything that is linear: the scale is the same everywhere, and what
// becomes smaller is reduced afterwards.
// CHECK-LABEL: func.func @through
func.func @through(%x: tensor<6x4xf32>, %y: tensor<4x6xf32>, %scale: tensor<f32>) -> tensor<6xf32> {
  // CHECK-NOT: dist.all_reduce
  // CHECK: %[[PARTIALS:.+]] = stablehlo.reduce(
  // CHECK-NEXT: %[[SUM:.+]] = dist.all_reduce %[[PARTIALS]] sum over {"a", "b"} on @mesh : tensor<6xf32>
  // CHECK-NEXT: return %[[SUM]]
  // REMARK: all_reduce over {"a", "b"} after stablehlo.reduce instead of before: sends 40 bytes instead of 320, 280 fewer
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.all_reduce %x sum over {"a", "b"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_reduce %y sum over {"a", "b"} on @mesh : tensor<4x6xf32>
  %2 = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<6x4xf32>
  %4 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %5 = stablehlo.subtract %3, %4 : tensor<6x4xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
  return %6 : tensor<6xf32>
}

// What becomes larger is reduced before: the tree is cut where least is sent.
// CHECK-LABEL: func.func @cut
func.func @cut(%x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<6x4xf32> {
  // CHECK-NEXT: %[[PARTIALS:.+]] = stablehlo.add %arg0, %arg1
  // CHECK-NEXT: %[[SUM:.+]] = dist.all_reduce %[[PARTIALS]] sum over {"a"} on @mesh : tensor<6xf32>
  // CHECK-NEXT: stablehlo.broadcast_in_dim %[[SUM]]
  // REMARK: all_reduce over {"a"} after stablehlo.add instead of before: sends 24 bytes instead of 48, 24 fewer
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6xf32>
  %1 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<6xf32>
  %2 = stablehlo.add %0, %1 : tensor<6xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
  return %3 : tensor<6x4xf32>
}

// What is added besides is kept by one coordinate of each group.
// CHECK-LABEL: func.func @whole
func.func @whole(%x: tensor<6x4xf32>, %y: tensor<6x4xf32>, %z: tensor<6x4xf32>) -> tensor<6x4xf32> {
  // CHECK-NEXT: %[[PARTIAL:.+]] = dist.to_partial %arg2 sum over {"a"}
  // CHECK-NEXT: %[[FIRST:.+]] = stablehlo.add %arg0, %[[PARTIAL]]
  // CHECK-NEXT: %[[PARTIALS:.+]] = stablehlo.add %[[FIRST]], %arg1
  // CHECK-NEXT: dist.all_reduce %[[PARTIALS]] sum over {"a"}
  // REMARK: all_reduce over {"a"} after stablehlo.add instead of before: sends 96 bytes instead of 192
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<6x4xf32>
  %2 = stablehlo.add %0, %z : tensor<6x4xf32>
  %3 = stablehlo.add %2, %1 : tensor<6x4xf32>
  return %3 : tensor<6x4xf32>
}

// Other monoids, and groups given as ranks.
// CHECK-LABEL: func.func @maximum
func.func @maximum(%x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  // CHECK-NEXT: %[[PARTIALS:.+]] = stablehlo.maximum %arg0, %arg1
  // CHECK-NEXT: dist.all_reduce %[[PARTIALS]] max over {{\[\[}}0, 3], [1, 4], [2, 5]] on @mesh
  // REMARK: all_reduce over 3 groups of ranks after stablehlo.maximum instead of before: sends 24 bytes instead of 48
  %0 = dist.all_reduce %x max over [[0, 3], [1, 4], [2, 5]] on @mesh : tensor<6xf32>
  %1 = dist.all_reduce %y max over [[0, 3], [1, 4], [2, 5]] on @mesh : tensor<6xf32>
  %2 = stablehlo.maximum %0, %1 : tensor<6xf32>
  return %2 : tensor<6xf32>
}

// A contraction with a value that is the same along the axis, but not along
// others.
// CHECK-LABEL: func.func @contraction
func.func @contraction(%x: tensor<6x8xf32>, %w: tensor<8x2xf32> {dist.sharding = #dist.sharding<@mesh, [{"b"}, {}]>}) -> tensor<6x2xf32> {
  // CHECK-NEXT: %[[PARTIALS:.+]] = stablehlo.dot_general %arg0, %arg1
  // CHECK-NEXT: dist.all_reduce %[[PARTIALS]] sum over {"a"} on @mesh : tensor<6x2xf32>
  // REMARK: all_reduce over {"a"} after stablehlo.dot_general instead of before: sends 48 bytes instead of 192, 144 fewer
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6x8xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x2xf32>) -> tensor<6x2xf32>
  return %1 : tensor<6x2xf32>
}

// What was all-reduced or gathered is the same for all, whatever it came from;
// so is a counter of a loop.
// CHECK-LABEL: func.func @uniform
func.func @uniform(%x: tensor<6xf32>, %y: tensor<6xf32>, %s: tensor<f32> {dist.sharding = #dist.sharding<@mesh, [], partial = sum{"a"}>}) -> tensor<6xf32> {
  // CHECK: %[[SCALE:.+]] = dist.all_reduce %arg2
  // CHECK: %[[PARTIALS:.+]] = stablehlo.add
  // CHECK-NEXT: dist.all_reduce %[[PARTIALS]] sum over {"a"} on @mesh : tensor<6xf32>
  // REMARK: all_reduce over {"a"} after stablehlo.add instead of before: sends 24 bytes instead of 48
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6xf32>
  %1 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<6xf32>
  %2 = dist.all_reduce %s sum over {"a"} on @mesh : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<6xf32>
  %4 = stablehlo.multiply %0, %3 : tensor<6xf32>
  %5 = stablehlo.add %4, %1 : tensor<6xf32>
  return %5 : tensor<6xf32>
}

// A sum over one axis of sums over the other.
// CHECK-LABEL: func.func @joined
func.func @joined(%x: tensor<60000xi32>) -> tensor<60000xi32> {
  // CHECK-NEXT: dist.all_reduce %arg0 sum over {"a", "b"} on @mesh : tensor<60000xi32>
  // CHECK-NEXT: return
  // REMARK: [Passed] join-reductions | {{.*}}all_reduce of an all_reduce is one over {"a", "b"}: sends 400000 bytes instead of 560000
  %0 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<60000xi32>
  %1 = dist.all_reduce %0 sum over {"a"} on @mesh : tensor<60000xi32>
  return %1 : tensor<60000xi32>
}

// In a loop's body as well, but not over its border.
// CHECK-LABEL: func.func @in_loop
func.func @in_loop(%x: tensor<6xf32>, %n: tensor<i32>) -> tensor<6xf32> {
  // CHECK: %[[OUTSIDE:.+]] = dist.all_reduce %arg0
  // CHECK: stablehlo.while
  // CHECK: do
  // CHECK: %[[PARTIALS:.+]] = stablehlo.add
  // CHECK-NEXT: %[[SUM:.+]] = dist.all_reduce %[[PARTIALS]] sum over {"a"}
  // CHECK-NEXT: stablehlo.add %[[SUM]], %[[OUTSIDE]]
  // REMARK: all_reduce over {"a"} after stablehlo.add instead of before: sends 24 bytes instead of 48
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %outside = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6xf32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<6xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = dist.all_reduce %v sum over {"a"} on @mesh : tensor<6xf32>
    %2 = stablehlo.negate %v : tensor<6xf32>
    %3 = dist.all_reduce %2 sum over {"a"} on @mesh : tensor<6xf32>
    %4 = stablehlo.add %1, %3 : tensor<6xf32>
    %5 = stablehlo.add %4, %outside : tensor<6xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %5 : tensor<i32>, tensor<6xf32>
  }
  return %0#1 : tensor<6xf32>
}

// Left alone: the scale differs along the axis. So do a loop that runs
// differently often and what depends on the coordinate.
// CHECK-LABEL: func.func @varies
func.func @varies(%x: tensor<6xf32>, %y: tensor<6xf32>, %s: tensor<6xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"}]>}) -> tensor<6xf32> {
  // CHECK-COUNT-2: dist.all_reduce
  // CHECK: stablehlo.multiply
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6xf32>
  %1 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<6xf32>
  %2 = stablehlo.multiply %0, %s : tensor<6xf32>
  %3 = stablehlo.add %2, %1 : tensor<6xf32>
  return %3 : tensor<6xf32>
}

// CHECK-LABEL: func.func @coordinate
func.func @coordinate(%x: tensor<6xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  // CHECK-COUNT-2: dist.all_reduce
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6xi32>
  %1 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<6xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = dist.axis_index {"a"} on @mesh : tensor<i32>
  %loop:2 = stablehlo.while(%i = %zero, %v = %one) : tensor<i32>, tensor<i32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.add %v, %v : tensor<i32>
    stablehlo.return %j, %w : tensor<i32>, tensor<i32>
  }
  %2 = stablehlo.broadcast_in_dim %loop#1, dims = [] : (tensor<i32>) -> tensor<6xi32>
  %3 = stablehlo.multiply %0, %2 : tensor<6xi32>
  %4 = stablehlo.add %3, %1 : tensor<6xi32>
  return %4 : tensor<6xi32>
}

// Left alone: one of them has another reader; the groups differ; the monoids
// differ; the operation is not linear.
// CHECK-LABEL: func.func @no_gain
func.func @no_gain(%x: tensor<6xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  // CHECK-COUNT-8: dist.all_reduce
  // CHECK-NOT: dist.all_reduce
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6xf32>
  %1 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<6xf32>
  %2 = stablehlo.add %0, %1 : tensor<6xf32>
  %3 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<6xf32>
  %4 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<6xf32>
  %5 = stablehlo.add %3, %4 : tensor<6xf32>
  %6 = dist.all_reduce %x max over {"b"} on @mesh : tensor<6xf32>
  %7 = dist.all_reduce %y sum over {"b"} on @mesh : tensor<6xf32>
  %8 = stablehlo.add %6, %7 : tensor<6xf32>
  %9 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<6xf32>
  %10 = dist.all_reduce %y sum over {"b"} on @mesh : tensor<6xf32>
  %11 = stablehlo.multiply %9, %10 : tensor<6xf32>
  return %0, %2, %5, %8, %11 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// Left alone: partial values of narrow floats would be rounded.
// CHECK-LABEL: func.func @narrow
func.func @narrow(%x: tensor<6xbf16>, %y: tensor<6xbf16>) -> tensor<6xbf16> {
  // CHECK-COUNT-2: dist.all_reduce
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6xbf16>
  %1 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<6xbf16>
  %2 = stablehlo.add %0, %1 : tensor<6xbf16>
  return %2 : tensor<6xbf16>
}

// Left alone: small sums in a row take fewer messages than one over all ranks;
// if bytes are all that counts, they are one.
// CHECK-LABEL: func.func @slower
// BYTES-LABEL: func.func @slower
func.func @slower(%x: tensor<6xf32>) -> tensor<6xf32> {
  // CHECK-COUNT-2: dist.all_reduce
  // BYTES-NEXT: dist.all_reduce %arg0 sum over {"a", "b"}
  // BYTES-NEXT: return
  %0 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<6xf32>
  %1 = dist.all_reduce %0 sum over {"a"} on @mesh : tensor<6xf32>
  return %1 : tensor<6xf32>
}
