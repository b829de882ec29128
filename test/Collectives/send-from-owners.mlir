// Rows of a stack that one rank has, or keeps, and loops that are cut where that changes.
// Executed by test/Execute/Collectives/owners.test.
// RUN: %popt %s --send-from-owners -split-input-file | FileCheck %s
// RUN: %popt %s --send-from-owners -split-input-file --remarks-filter=collectives -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

dist.mesh @mesh = <["a"=4]>

// 5 layers on 4 ranks: blocks of 2, 2, 1 and 0. A row is read from its owner, what is made of
// it is summed there, and dropped elsewhere: three loops.
// CHECK-LABEL: func.func @scan
// CHECK-SAME: (%[[W:.+]]: tensor<2x4xf32>, %[[S:.+]]: tensor<2x4xf32>, %[[P:.+]]: tensor<1x4xf32>)
func.func @scan(%w: tensor<2x4xf32>, %s: tensor<2x4xf32>, %p: tensor<1x4xf32>) -> tensor<2x4xf32> {
  // CHECK: %[[END0:.+]]:2 = stablehlo.while(%{{.+}} = %{{.+}}, %{{.+}} = %[[S]])
  // CHECK: do
  // CHECK: dist.broadcast %{{.+}} root 0 over {"a"} on @mesh : tensor<1x4xf32>
  // CHECK: dist.reduce %{{.+}} sum root 0 over {"a"} on @mesh : tensor<1x4xf32>
  // CHECK: %[[BEGIN1:.+]] = stablehlo.constant dense<2> : tensor<i32>
  // CHECK: %[[END1:.+]]:2 = stablehlo.while(%{{.+}} = %[[BEGIN1]], %{{.+}} = %[[END0]]#1)
  // CHECK: dense<4> : tensor<i32>
  // CHECK: do
  // CHECK: dist.broadcast %{{.+}} root 1
  // CHECK: dist.reduce %{{.+}} sum root 1
  // CHECK: %[[BEGIN2:.+]] = stablehlo.constant dense<4> : tensor<i32>
  // CHECK: %[[END2:.+]]:2 = stablehlo.while(%{{.+}} = %[[BEGIN2]], %{{.+}} = %[[END1]]#1)
  // CHECK: do
  // CHECK: dist.broadcast %{{.+}} root 2
  // CHECK: dist.reduce %{{.+}} sum root 2
  // CHECK: return %[[END2]]#1
  // REMARK: [Passed] owner | Category:collectives | Remark="broadcasts from the rank that has the row over {"a"}, by 3 loops for 5 all-reduces: sends 80 bytes instead of 120, 40 fewer, in
  // REMARK: [Passed] owner | Category:collectives | Remark="reductions to the rank that keeps the row over {"a"}, by 3 loops for 5 all-reduces: sends 80 bytes instead of 120, 40 fewer, in
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %none = stablehlo.constant dense<-0.0> : tensor<1x4xf32>
  %begin, %extent = dist.block {"a"} of 5 on @mesh : tensor<i32>, tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %sum = %s) : tensor<i32>, tensor<2x4xf32>
   cond {
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %at = stablehlo.subtract %i, %begin : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %at, %zero, sizes = [1, 4] : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %low = stablehlo.compare GE, %at, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %high = stablehlo.compare LT, %at, %extent : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %is = stablehlo.and %low, %high : tensor<i1>
    %all = stablehlo.broadcast_in_dim %is, dims = [] : (tensor<i1>) -> tensor<1x4xi1>
    %own = stablehlo.select %all, %row, %none : tensor<1x4xi1>, tensor<1x4xf32>
    %whole = dist.all_reduce %own sum over {"a"} on @mesh : tensor<1x4xf32>
    %partial = stablehlo.multiply %whole, %p : tensor<1x4xf32>
    %grad = dist.all_reduce %partial sum over {"a"} on @mesh : tensor<1x4xf32>
    %twice = stablehlo.add %grad, %grad : tensor<1x4xf32>
    %index = stablehlo.reshape %at : (tensor<i32>) -> tensor<1x1xi32>
    %next = "stablehlo.scatter"(%sum, %index, %twice) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      stablehlo.return %y : tensor<f32>
    }) : (tensor<2x4xf32>, tensor<1x1xi32>, tensor<1x4xf32>) -> tensor<2x4xf32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %next : tensor<i32>, tensor<2x4xf32>
  }
  return %0#1 : tensor<2x4xf32>
}

// -----

dist.mesh @mesh = <["a"=4, "b"=2]>

// Without a loop: the row's number is constant, so one member has it. What it has and keeps is
// not sent at all.
// CHECK-LABEL: func.func @alone
func.func @alone(%w: tensor<2x4xf32>) -> (tensor<1x4xf32>, tensor<2x4xf32>) {
  // CHECK: %[[OWN:.+]] = stablehlo.select
  // CHECK-NEXT: %[[ROW:.+]] = dist.broadcast %[[OWN]] root 2 over {"a"} on @mesh : tensor<1x4xf32>
  // CHECK: "stablehlo.scatter"(%arg0, %{{.+}}, %[[OWN]])
  // CHECK: return %[[ROW]]
  // REMARK: [Passed] owner | Category:collectives | Remark="broadcasts from the rank that has the row over {"a"}, by 1 loops for 1 all-reduces: sends 16 bytes instead of 24, 8 fewer, in
  // REMARK: [Passed] owner | Category:collectives | Remark="nothing is sent to the rank that has the row: sends 0 bytes instead of 24, 24 fewer, in
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<1x4xf32>
  %k = dist.axis_index {"a"} on @mesh : tensor<i32>
  %begin = stablehlo.multiply %k, %two : tensor<i32>
  %at = stablehlo.subtract %five, %begin : tensor<i32>
  %row = stablehlo.dynamic_slice %w, %at, %zero, sizes = [1, 4] : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  %low = stablehlo.compare GE, %at, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %high = stablehlo.compare LT, %at, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %is = stablehlo.and %low, %high : tensor<i1>
  %all = stablehlo.broadcast_in_dim %is, dims = [] : (tensor<i1>) -> tensor<1x4xi1>
  %own = stablehlo.select %all, %row, %none : tensor<1x4xi1>, tensor<1x4xf32>
  %whole = dist.all_reduce %own sum over {"a"} on @mesh : tensor<1x4xf32>
  %again = dist.all_reduce %own sum over {"a"} on @mesh : tensor<1x4xf32>
  %index = stablehlo.reshape %at : (tensor<i32>) -> tensor<1x1xi32>
  %next = "stablehlo.scatter"(%w, %index, %again) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<1x1xi32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return %whole, %next : tensor<1x4xf32>, tensor<2x4xf32>
}

// -----

dist.mesh @mesh = <["a"=4, "b"=2]>

// Left alone: a row that data chooses; a mask along another axis; the largest instead of the
// sum; an index at which all members write; a sum that somebody needs everywhere.
// CHECK-LABEL: func.func @others
// CHECK-NOT: dist.broadcast
// CHECK-NOT: dist.reduce
func.func @others(%w: tensor<2x4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<1x4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<4xf32>
  %x = stablehlo.constant dense<1.0> : tensor<4xf32>
  %k = dist.axis_index {"a"} on @mesh : tensor<i32>
  %data = stablehlo.compare EQ, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %data4 = stablehlo.broadcast_in_dim %data, dims = [] : (tensor<i1>) -> tensor<4xi1>
  %own = stablehlo.select %data4, %x, %none : tensor<4xi1>, tensor<4xf32>
  %0 = dist.all_reduce %own sum over {"a"} on @mesh : tensor<4xf32>
  %m = dist.axis_index {"b"} on @mesh : tensor<i32>
  %other = stablehlo.compare EQ, %m, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %other4 = stablehlo.broadcast_in_dim %other, dims = [] : (tensor<i1>) -> tensor<4xi1>
  %along = stablehlo.select %other4, %x, %none : tensor<4xi1>, tensor<4xf32>
  %1 = dist.all_reduce %along sum over {"a"} on @mesh : tensor<4xf32>
  %first = stablehlo.compare EQ, %k, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %first4 = stablehlo.broadcast_in_dim %first, dims = [] : (tensor<i1>) -> tensor<4xi1>
  %mine = stablehlo.select %first4, %x, %none : tensor<4xi1>, tensor<4xf32>
  %2 = dist.all_reduce %mine max over {"a"} on @mesh : tensor<4xf32>
  %row = stablehlo.slice %w [0:1, 0:4] : (tensor<2x4xf32>) -> tensor<1x4xf32>
  %3 = dist.all_reduce %row sum over {"a"} on @mesh : tensor<1x4xf32>
  %index = stablehlo.reshape %zero : (tensor<i32>) -> tensor<1x1xi32>
  %4 = "stablehlo.scatter"(%w, %index, %3) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<1x1xi32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %begin = stablehlo.multiply %k, %two : tensor<i32>
  %at = stablehlo.subtract %two, %begin : tensor<i32>
  %place = stablehlo.reshape %at : (tensor<i32>) -> tensor<1x1xi32>
  %twice = stablehlo.add %row, %row : tensor<1x4xf32>
  %5 = dist.all_reduce %twice sum over {"a"} on @mesh : tensor<1x4xf32>
  %6 = "stablehlo.scatter"(%w, %place, %5) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<1x1xi32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return %0, %1, %2, %4, %6, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<1x4xf32>
}
