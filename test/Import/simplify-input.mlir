// Each use has its own constant expression; cheap chlo operations expand.
// RUN: %popt %s --simplify-input | FileCheck %s

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-DAG: %[[C0:.+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  // CHECK-DAG: %[[C1:.+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  // CHECK-DAG: %[[B0:.+]] = stablehlo.broadcast_in_dim %[[C0]]
  // CHECK-DAG: %[[B1:.+]] = stablehlo.broadcast_in_dim %[[C1]]
  // CHECK-DAG: stablehlo.add %arg0, %[[B0]]
  // CHECK-DAG: stablehlo.add %arg1, %[[B1]]
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.add %x, %b : tensor<4xf32>
  %1 = stablehlo.add %y, %b : tensor<4xf32>
  // CHECK-COUNT-2: stablehlo.broadcast_in_dim %arg2
  %t = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.multiply %0, %t : tensor<4xf32>
  %3 = stablehlo.multiply %1, %t : tensor<4xf32>
  // CHECK: %[[SQUARED:.+]] = stablehlo.multiply %[[V:.+]], %[[V]]
  %4 = chlo.square %2 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.erf
  %5 = chlo.erf %3 : tensor<4xf32> -> tensor<4xf32>
  return %4, %5 : tensor<4xf32>, tensor<4xf32>
}

// The square of a complex number stays: its parts cancel less than those of a
// product.
// CHECK-LABEL: func.func @complex_square
func.func @complex_square(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // CHECK: chlo.square %arg0
  %0 = chlo.square %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// A loop adds a row among zeros to what it carries, twice; then it adds what is no
// zeros, and to a sum that it does not carry.
// CHECK-LABEL: func.func @rows
func.func @rows(%x: tensor<4x8xf32>, %row: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %begin = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: stablehlo.while(%{{.+}} = %{{.+}}, %[[SUM:.+]] = %arg0)
  %0:2 = stablehlo.while(%i = %begin, %sum = %x) : tensor<i32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %zeros = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    // CHECK: %[[NOW:.+]] = stablehlo.dynamic_slice %[[SUM]], %[[I:.+]], %{{.+}}, sizes = [1, 8]
    // CHECK: %[[NEXT:.+]] = stablehlo.add %[[NOW]], %arg1 : tensor<1x8xf32>
    // CHECK: %[[WRITTEN:.+]] = stablehlo.dynamic_update_slice %[[SUM]], %[[NEXT]], %[[I]]
    %rows = stablehlo.dynamic_update_slice %zeros, %row, %i, %first : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %1 = stablehlo.add %sum, %rows : tensor<4x8xf32>
    // CHECK: stablehlo.dynamic_slice %[[WRITTEN]]
    // CHECK: %[[TWICE:.+]] = stablehlo.dynamic_update_slice %[[WRITTEN]]
    %more = stablehlo.dynamic_update_slice %zeros, %row, %i, %first : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %2 = stablehlo.add %more, %1 : tensor<4x8xf32>
    // CHECK: %[[OTHER:.+]] = stablehlo.dynamic_update_slice %arg0
    // CHECK: stablehlo.add %[[TWICE]], %[[OTHER]] : tensor<4x8xf32>
    %other = stablehlo.dynamic_update_slice %x, %row, %i, %first : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %3 = stablehlo.add %2, %other : tensor<4x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %3 : tensor<i32>, tensor<4x8xf32>
  }
  // CHECK: stablehlo.dynamic_update_slice
  // CHECK: stablehlo.add %{{.+}} : tensor<4x8xf32>
  %zs = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %late = stablehlo.dynamic_update_slice %zs, %row, %begin, %begin : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %4 = stablehlo.add %0#1, %late : tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// A loop within a loop adds rows to zeros of its own, which are then added to what
// the outer loop carries: it begins with that. One whose zeros are read otherwise
// does not.
// CHECK-LABEL: func.func @sums
func.func @sums(%x: tensor<4x8xf32>, %row: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %begin = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: stablehlo.while(%{{.+}} = %{{.+}}, %[[SUM:.+]] = %arg0)
  %0:2 = stablehlo.while(%i = %begin, %sum = %x) : tensor<i32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %zeros = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    // CHECK: %[[INNER:.+]]:2 = stablehlo.while(%{{.+}} = %{{.+}}, %[[OWN:.+]] = %[[SUM]])
    // CHECK: stablehlo.dynamic_slice %[[OWN]]
    // CHECK: stablehlo.dynamic_update_slice %[[OWN]]
    %1:2 = stablehlo.while(%k = %first, %own = %zeros) : tensor<i32>, tensor<4x8xf32>
    cond {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %go = stablehlo.compare LT, %k, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %none = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
      %rows = stablehlo.dynamic_update_slice %none, %row, %k, %first : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
      %next = stablehlo.add %own, %rows : tensor<4x8xf32>
      %l = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %l, %next : tensor<i32>, tensor<4x8xf32>
    }
    // CHECK: %[[OTHER:.+]]:2 = stablehlo.while(%{{.+}} = %{{.+}}, %{{.+}} = %{{.+}})
    %2:2 = stablehlo.while(%k = %first, %own = %zeros) : tensor<i32>, tensor<4x8xf32>
    cond {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %go = stablehlo.compare LT, %k, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.tanh %own : tensor<4x8xf32>
      %l = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %l, %next : tensor<i32>, tensor<4x8xf32>
    }
    // CHECK: %[[NEXT:.+]] = stablehlo.add %[[INNER]]#1, %[[OTHER]]#1
    // CHECK: stablehlo.return %{{.+}}, %[[NEXT]]
    %3 = stablehlo.add %sum, %1#1 : tensor<4x8xf32>
    %4 = stablehlo.add %3, %2#1 : tensor<4x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %4 : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// So does a loop in a branch, if what the outer loop carries is written before that.
// CHECK-LABEL: func.func @sums_in_branch
func.func @sums_in_branch(%x: tensor<4x8xf32>, %row: tensor<1x8xf32>, %which: tensor<i1>) -> tensor<4x8xf32> {
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %begin, %sum = %x) : tensor<i32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    // CHECK: %[[WRITTEN:.+]] = stablehlo.dynamic_update_slice
    %written = stablehlo.dynamic_update_slice %sum, %row, %i, %first : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %1 = "stablehlo.if"(%which) ({
      %zeros = stablehlo.constant dense<0.0> : tensor<4x8xf32>
      // CHECK: %[[INNER:.+]]:2 = stablehlo.while(%{{.+}} = %{{.+}}, %{{.+}} = %[[WRITTEN]])
      %2:2 = stablehlo.while(%k = %first, %own = %zeros) : tensor<i32>, tensor<4x8xf32>
      cond {
        %two = stablehlo.constant dense<2> : tensor<i32>
        %go = stablehlo.compare LT, %k, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %none = stablehlo.constant dense<0.0> : tensor<4x8xf32>
        %rows = stablehlo.dynamic_update_slice %none, %row, %k, %first : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
        %next = stablehlo.add %own, %rows : tensor<4x8xf32>
        %l = stablehlo.add %k, %one : tensor<i32>
        stablehlo.return %l, %next : tensor<i32>, tensor<4x8xf32>
      }
      // CHECK-NOT: stablehlo.add %[[WRITTEN]]
      // CHECK: stablehlo.return %[[INNER]]#1
      %3 = stablehlo.add %written, %2#1 : tensor<4x8xf32>
      stablehlo.return %3 : tensor<4x8xf32>
    }, {
      stablehlo.return %x : tensor<4x8xf32>
    }) : (tensor<i1>) -> tensor<4x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %1 : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

dist.mesh @mesh = <["x"=2]>

// Where a constant decides, the branch stands in the place of the operation; any other number
// than those of the branches is the last.
// CHECK-LABEL: func.func @decided
func.func @decided(%x: tensor<4xf32>, %which: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %no = stablehlo.constant dense<false> : tensor<i1>
  // CHECK-NOT: stablehlo.if
  // CHECK: %[[IF:.+]] = stablehlo.negate %arg0
  %0 = "stablehlo.if"(%no) ({
    %4 = stablehlo.tanh %x : tensor<4xf32>
    stablehlo.return %4 : tensor<4xf32>
  }, {
    %4 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %4 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %negative = stablehlo.constant dense<-1> : tensor<i32>
  // CHECK-NOT: stablehlo.case
  // CHECK: %[[INNER:.+]] = stablehlo.cosine %[[IF]]
  %1 = "stablehlo.case"(%negative) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    %4 = "stablehlo.case"(%first) ({
      %5 = stablehlo.cosine %0 : tensor<4xf32>
      stablehlo.return %5 : tensor<4xf32>
    }, {
      stablehlo.return %0 : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    stablehlo.return %4 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  // What an argument decides stays.
  // CHECK: %[[CASE:.+]] = "stablehlo.case"(%arg1)
  %2 = "stablehlo.case"(%which) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %0 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  // So does what has a sharding of the user's.
  // CHECK: %[[SHARDED:.+]] = "stablehlo.case"
  %3 = "stablehlo.case"(%first) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %0 : tensor<4xf32>
  }) {dist.shardings = [#dist.sharding<@mesh, [{"x"}]>]} : (tensor<i32>) -> tensor<4xf32>
  // CHECK: return %[[IF]], %[[INNER]], %[[CASE]], %[[SHARDED]]
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
