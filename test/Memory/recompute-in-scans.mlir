// A scan that goes back computes again what the scan before left it.
// RUN: %popt %s --split-input-file --recompute-in-scans=policy=full | FileCheck %s --check-prefixes=CHECK,FULL
// RUN: %popt %s --split-input-file --recompute-in-scans=policy=selective | FileCheck %s --check-prefixes=CHECK,SELECTIVE
// RUN: %popt %s --split-input-file --recompute-in-scans | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: not %popt %s --split-input-file --recompute-in-scans=policy=ful 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %popt %s --split-input-file --recompute-in-scans=policy=full --remarks-filter-passed=memory --remarks-filter-missed=memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// UNKNOWN: error: recompute: "ful" is none of none, selective, full, did you mean "full"?

// Four layers leave two stacks, of tanh and of exponentials. With `full` both
// are gone, and what is carried into each layer is held; the other loop walks
// back, so that its row says which layer it is. `selective` may not run the
// product again that tanh takes, and holds tanh; exponentials follow from it.
// REMARK: remark: [Passed] recompute
// REMARK-SAME: 2 of 3 stacks of 4 rows are computed again row by row; 6144 bytes less are held, and 4096 more of what was carried
// CHECK-LABEL: func.func @main
// FULL: %[[FIRST:.+]]:4 = stablehlo.while(
// SELECTIVE: %[[FIRST:.+]]:4 = stablehlo.while(
// NONE: %[[FIRST:.+]]:5 = stablehlo.while(
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.tanh
// FULL: stablehlo.dynamic_update_slice
// FULL-NOT: stablehlo.dynamic_update_slice
// SELECTIVE: stablehlo.dynamic_update_slice
// SELECTIVE-NOT: stablehlo.dynamic_update_slice
// NONE-COUNT-2: stablehlo.dynamic_update_slice
// CHECK: stablehlo.while(
// FULL: stablehlo.dot_general
// FULL: stablehlo.tanh
// FULL: stablehlo.exponential
// SELECTIVE-NOT: stablehlo.dot_general
// SELECTIVE-NOT: stablehlo.tanh
// SELECTIVE: stablehlo.exponential
// NONE-NOT: stablehlo.exponential
// CHECK: stablehlo.multiply
// CHECK: return
dist.mesh @mesh = <["dp"=1]>
func.func @main(%x: tensor<16x16xf32>, %w: tensor<4x16x16xf32>) -> tensor<16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<4x16x16xf32>
  %0:5 = stablehlo.while(%i = %zero, %h = %x, %ws = %w, %ts = %empty, %es = %empty) : tensor<i32>, tensor<16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %ws, %i, %zero, %zero, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %layer = stablehlo.reshape %row : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %a = stablehlo.dot_general %h, %layer, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %t = stablehlo.tanh %a : tensor<16x16xf32>
    %e = stablehlo.exponential %t : tensor<16x16xf32>
    %trow = stablehlo.reshape %t : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %erow = stablehlo.reshape %e : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %ts1 = stablehlo.dynamic_update_slice %ts, %trow, %i, %zero, %zero : (tensor<4x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xf32>
    %es1 = stablehlo.dynamic_update_slice %es, %erow, %i, %zero, %zero : (tensor<4x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xf32>
    %next = stablehlo.add %h, %e : tensor<16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ws, %ts1, %es1 : tensor<i32>, tensor<16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>
  }
  %1:4 = stablehlo.while(%i = %zero, %g = %0#1, %ts = %0#3, %es = %0#4) : tensor<i32>, tensor<16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %at = stablehlo.subtract %three, %i : tensor<i32>
    %trow = stablehlo.dynamic_slice %ts, %at, %zero, %zero, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %erow = stablehlo.dynamic_slice %es, %at, %zero, %zero, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %t = stablehlo.reshape %trow : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %e = stablehlo.reshape %erow : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %d = stablehlo.multiply %t, %e : tensor<16x16xf32>
    %next = stablehlo.add %g, %d : tensor<16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ts, %es : tensor<i32>, tensor<16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>
  }
  return %1#1 : tensor<16x16xf32>
}

// -----

// A stack that is read as a whole after the loop is held: left alone.
// REMARK-NOT: remark
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.dynamic_update_slice
// CHECK: stablehlo.while(
// CHECK-NOT: stablehlo.tanh
// CHECK: return
dist.mesh @mesh = <["dp"=1]>
func.func @main(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<4x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %ts = %empty) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %t = stablehlo.tanh %h : tensor<16xf32>
    %trow = stablehlo.reshape %t : (tensor<16xf32>) -> tensor<1x16xf32>
    %ts1 = stablehlo.dynamic_update_slice %ts, %trow, %i, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t, %ts1 : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  }
  %1:3 = stablehlo.while(%i = %zero, %g = %0#1, %ts = %0#2) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %trow = stablehlo.dynamic_slice %ts, %i, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %t = stablehlo.reshape %trow : (tensor<1x16xf32>) -> tensor<16xf32>
    %next = stablehlo.add %g, %t : tensor<16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ts : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  }
  return %1#1, %0#2 : tensor<16xf32>, tensor<4x16xf32>
}

// -----

// Iterations 2 and 3 write the same row, since indices end at the last one: left
// alone.
// REMARK-NOT: remark
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.dynamic_update_slice
// CHECK: stablehlo.while(
// CHECK-NOT: stablehlo.tanh
// CHECK: return
dist.mesh @mesh = <["dp"=1]>
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %ts = %empty) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %t = stablehlo.tanh %h : tensor<16xf32>
    %trow = stablehlo.reshape %t : (tensor<16xf32>) -> tensor<1x16xf32>
    %k = stablehlo.add %i, %one : tensor<i32>
    %ts1 = stablehlo.dynamic_update_slice %ts, %trow, %k, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    stablehlo.return %k, %t, %ts1 : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  }
  %1:3 = stablehlo.while(%i = %zero, %g = %0#1, %ts = %0#2) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %trow = stablehlo.dynamic_slice %ts, %i, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %t = stablehlo.reshape %trow : (tensor<1x16xf32>) -> tensor<16xf32>
    %next = stablehlo.add %g, %t : tensor<16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ts : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  }
  return %1#1 : tensor<16xf32>
}

// -----

// 1 - tanh follows from tanh by one operation on elements: its row is made again
// whatever the policy says, and nothing writes it. Its square takes nothing but it.
// A sum of two stacks would load both: its own stack is held.
// REMARK: remark: [Passed] recompute
// REMARK-SAME: 5 of 6 stacks of 4 rows
// CHECK-LABEL: func.func @main
// NONE: %[[FIRST:.+]]:5 = stablehlo.while(
// NONE: %[[T:.+]] = stablehlo.tanh
// NONE-NEXT: stablehlo.logistic
// NONE-NEXT: %[[S:.+]] = stablehlo.add %{{.+}}, %[[T]]
// NONE: %[[TROW:.+]] = stablehlo.broadcast_in_dim %[[T]]
// NONE: stablehlo.dynamic_update_slice %{{.+}}, %[[TROW]]
// NONE: %[[SROW:.+]] = stablehlo.broadcast_in_dim %[[S]]
// NONE: stablehlo.dynamic_update_slice %{{.+}}, %[[SROW]]
// NONE: stablehlo.dynamic_update_slice
// NONE-NOT: stablehlo.dynamic_update_slice
// NONE: stablehlo.while({{.*}} = %[[FIRST]]#2, {{.*}} = %[[FIRST]]#3, {{.*}} = %[[FIRST]]#4)
// NONE: stablehlo.subtract
// NONE: stablehlo.multiply
// CHECK: return
dist.mesh @mesh = <["dp"=1]>
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %ones = stablehlo.constant dense<1.0> : tensor<16xf32>
  %empty = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %0:7 = stablehlo.while(%i = %zero, %h = %x, %a = %empty, %b = %empty, %c = %empty, %d = %empty, %e = %empty) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %t = stablehlo.tanh %h : tensor<16xf32>
    %l = stablehlo.logistic %h : tensor<16xf32>
    %r = stablehlo.subtract %ones, %t : tensor<16xf32>
    %q = stablehlo.multiply %r, %r : tensor<16xf32>
    %s = stablehlo.add %l, %t : tensor<16xf32>
    %rrow = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %a1 = stablehlo.dynamic_update_slice %a, %rrow, %i, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %trow = stablehlo.broadcast_in_dim %t, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %b1 = stablehlo.dynamic_update_slice %b, %trow, %i, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %qrow = stablehlo.broadcast_in_dim %q, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %c1 = stablehlo.dynamic_update_slice %c, %qrow, %i, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %srow = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %d1 = stablehlo.dynamic_update_slice %d, %srow, %i, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %lrow = stablehlo.broadcast_in_dim %l, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %e1 = stablehlo.dynamic_update_slice %e, %lrow, %i, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %s, %a1, %b1, %c1, %d1, %e1 : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
  %1:7 = stablehlo.while(%i = %zero, %g = %0#1, %a = %0#2, %b = %0#3, %c = %0#4, %d = %0#5, %e = %0#6) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %arow = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %brow = stablehlo.dynamic_slice %b, %i, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %crow = stablehlo.dynamic_slice %c, %i, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %drow = stablehlo.dynamic_slice %d, %i, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %erow = stablehlo.dynamic_slice %e, %i, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %ab = stablehlo.divide %arow, %brow : tensor<1x16xf32>
    %cd = stablehlo.divide %crow, %drow : tensor<1x16xf32>
    %abe = stablehlo.divide %ab, %erow : tensor<1x16xf32>
    %all = stablehlo.divide %abe, %cd : tensor<1x16xf32>
    %flat = stablehlo.reshape %all : (tensor<1x16xf32>) -> tensor<16xf32>
    %next = stablehlo.add %g, %flat : tensor<16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %a, %b, %c, %d, %e : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
  return %1#1 : tensor<16xf32>
}

// -----

// A stage with one layer has loops of one iteration. Without a policy the row of
// 1 - tanh is not held there either; of -tanh it is, since a product reads it, which
// would have to be handed it in memory.
// CHECK-LABEL: func.func @main
// NONE: stablehlo.while(
// NONE: %[[T:.+]] = stablehlo.tanh
// NONE-NEXT: %[[N:.+]] = stablehlo.negate %[[T]]
// NONE-NOT: stablehlo.subtract
// NONE: stablehlo.while(
// NONE-NOT: stablehlo.negate
// NONE: stablehlo.subtract
// NONE-NOT: stablehlo.negate
// CHECK: return
dist.mesh @mesh = <["dp"=1]>
func.func @main(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.constant dense<1.0> : tensor<16x16xf32>
  %empty = stablehlo.constant dense<0.0> : tensor<1x16x16xf32>
  %0:5 = stablehlo.while(%i = %zero, %h = %x, %a = %empty, %b = %empty, %c = %empty) : tensor<i32>, tensor<16x16xf32>, tensor<1x16x16xf32>, tensor<1x16x16xf32>, tensor<1x16x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %t = stablehlo.tanh %h : tensor<16x16xf32>
    %r = stablehlo.subtract %ones, %t : tensor<16x16xf32>
    %n = stablehlo.negate %t : tensor<16x16xf32>
    %next = stablehlo.add %h, %t : tensor<16x16xf32>
    %trow = stablehlo.broadcast_in_dim %t, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %a1 = stablehlo.dynamic_update_slice %a, %trow, %i, %zero, %zero : (tensor<1x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %rrow = stablehlo.broadcast_in_dim %r, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %b1 = stablehlo.dynamic_update_slice %b, %rrow, %i, %zero, %zero : (tensor<1x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %nrow = stablehlo.broadcast_in_dim %n, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %c1 = stablehlo.dynamic_update_slice %c, %nrow, %i, %zero, %zero : (tensor<1x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %a1, %b1, %c1 : tensor<i32>, tensor<16x16xf32>, tensor<1x16x16xf32>, tensor<1x16x16xf32>, tensor<1x16x16xf32>
  }
  %1:5 = stablehlo.while(%i = %zero, %g = %0#1, %a = %0#2, %b = %0#3, %c = %0#4) : tensor<i32>, tensor<16x16xf32>, tensor<1x16x16xf32>, tensor<1x16x16xf32>, tensor<1x16x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %arow = stablehlo.dynamic_slice %a, %i, %zero, %zero, sizes = [1, 16, 16] : (tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %brow = stablehlo.dynamic_slice %b, %i, %zero, %zero, sizes = [1, 16, 16] : (tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %crow = stablehlo.dynamic_slice %c, %i, %zero, %zero, sizes = [1, 16, 16] : (tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %t = stablehlo.reshape %arow : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %r = stablehlo.reshape %brow : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %n = stablehlo.reshape %crow : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %d = stablehlo.multiply %t, %r : tensor<16x16xf32>
    %p = stablehlo.dot_general %g, %n, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %next = stablehlo.add %p, %d : tensor<16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %a, %b, %c : tensor<i32>, tensor<16x16xf32>, tensor<1x16x16xf32>, tensor<1x16x16xf32>, tensor<1x16x16xf32>
  }
  return %1#1 : tensor<16x16xf32>
}

// -----

// Rows of a stack of weights are read where they lie, also by a product; the counter of
// this loop is one ahead of the row. What a product made is held.
// REMARK: remark: [Passed] recompute
// CHECK-LABEL: func.func @main
// CHECK-SAME: %{{.+}}: tensor<16x16xf32>, %[[W:.+]]: tensor<4x2x16x16xf32>
// NONE: %[[FIRST:.+]]:4 = stablehlo.while(
// NONE: stablehlo.dot_general
// NONE: stablehlo.dynamic_update_slice
// NONE-NOT: stablehlo.dynamic_update_slice
// NONE: stablehlo.while({{.*}} = %[[FIRST]]#3)
// NONE: %[[GROUP:.+]] = stablehlo.dynamic_slice %[[W]]
// NONE: %[[FLAT:.+]] = stablehlo.reshape %[[GROUP]]
// NONE: %[[UPPER:.+]] = stablehlo.slice %[[FLAT]] [1:2, 0:16, 0:16]
// NONE: %[[LAYER:.+]] = stablehlo.reshape %[[UPPER]]
// NONE: %[[ROW:.+]] = stablehlo.broadcast_in_dim %[[LAYER]]
// NONE: %[[AGAIN:.+]] = stablehlo.reshape %[[ROW]]
// NONE: stablehlo.dot_general %{{.+}}, %[[AGAIN]]
// CHECK: return
dist.mesh @mesh = <["dp"=1]>
func.func @main(%x: tensor<16x16xf32>, %w: tensor<4x2x16x16xf32>) -> tensor<16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<4x16x16xf32>
  %0:5 = stablehlo.while(%i = %one, %h = %x, %ws = %w, %us = %empty, %as = %empty) : tensor<i32>, tensor<16x16xf32>, tensor<4x2x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %at = stablehlo.subtract %i, %one : tensor<i32>
    %group = stablehlo.dynamic_slice %ws, %at, %zero, %zero, %zero, sizes = [1, 2, 16, 16] : (tensor<4x2x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x16x16xf32>
    %flat = stablehlo.reshape %group : (tensor<1x2x16x16xf32>) -> tensor<2x16x16xf32>
    %upper = stablehlo.slice %flat [1:2, 0:16, 0:16] : (tensor<2x16x16xf32>) -> tensor<1x16x16xf32>
    %layer = stablehlo.reshape %upper : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %a = stablehlo.dot_general %h, %layer, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %urow = stablehlo.broadcast_in_dim %layer, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %arow = stablehlo.reshape %a : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %us1 = stablehlo.dynamic_update_slice %us, %urow, %at, %zero, %zero : (tensor<4x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xf32>
    %as1 = stablehlo.dynamic_update_slice %as, %arow, %at, %zero, %zero : (tensor<4x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a, %ws, %us1, %as1 : tensor<i32>, tensor<16x16xf32>, tensor<4x2x16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>
  }
  %1:4 = stablehlo.while(%i = %one, %g = %0#1, %us = %0#3, %as = %0#4) : tensor<i32>, tensor<16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %at = stablehlo.subtract %four, %i : tensor<i32>
    %urow = stablehlo.dynamic_slice %us, %at, %zero, %zero, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %arow = stablehlo.dynamic_slice %as, %at, %zero, %zero, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %layer = stablehlo.reshape %urow : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %a = stablehlo.reshape %arow : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %d = stablehlo.dot_general %g, %layer, contracting_dims = [1] x [1] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %next = stablehlo.multiply %d, %a : tensor<16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %us, %as : tensor<i32>, tensor<16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>
  }
  return %1#1 : tensor<16x16xf32>
}

// -----

// Indices that are ahead of the row, and a number that 32 bits do not hold.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %{{.+}}: tensor<16xf32>, %[[W:.+]]: tensor<5x16xf32>
// CHECK: stablehlo.while(
// CHECK: stablehlo.while(
// CHECK: do {
// CHECK: %[[ROW:.+]] = stablehlo.subtract
// CHECK: %[[ONE:.+]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK: %[[AT:.+]] = stablehlo.add %[[ROW]], %[[ONE]] : tensor<i32>
// CHECK: stablehlo.dynamic_slice %[[W]], %[[AT]]
// FULL: %[[LONG:.+]] = stablehlo.convert %[[ROW]] : (tensor<i32>) -> tensor<i64>
// FULL: %[[FAR:.+]] = stablehlo.constant dense<4294967299> : tensor<i64>
// FULL: stablehlo.add %[[LONG]], %[[FAR]] : tensor<i64>
// CHECK: return
dist.mesh @mesh = <["dp"=1]>
func.func @main(%x: tensor<16xf32>, %w: tensor<5x16xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %far = stablehlo.constant dense<4294967299> : tensor<i64>
  %step = stablehlo.constant dense<1> : tensor<i64>
  %empty = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %0:5 = stablehlo.while(%i = %one, %k = %far, %h = %x, %us = %empty, %ts = %empty) : tensor<i32>, tensor<i64>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %at = stablehlo.subtract %i, %one : tensor<i32>
    %urow = stablehlo.dynamic_slice %w, %i, %zero, sizes = [1, 16] : (tensor<5x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %u = stablehlo.reshape %urow : (tensor<1x16xf32>) -> tensor<16xf32>
    %f = stablehlo.convert %k : (tensor<i64>) -> tensor<f32>
    %fs = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %t = stablehlo.multiply %fs, %h : tensor<16xf32>
    %next = stablehlo.multiply %t, %u : tensor<16xf32>
    %trow = stablehlo.reshape %t : (tensor<16xf32>) -> tensor<1x16xf32>
    %us1 = stablehlo.dynamic_update_slice %us, %urow, %at, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %ts1 = stablehlo.dynamic_update_slice %ts, %trow, %at, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %l = stablehlo.add %k, %step : tensor<i64>
    stablehlo.return %j, %l, %next, %us1, %ts1 : tensor<i32>, tensor<i64>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
  %1:4 = stablehlo.while(%i = %one, %g = %0#2, %us = %0#3, %ts = %0#4) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %at = stablehlo.subtract %four, %i : tensor<i32>
    %urow = stablehlo.dynamic_slice %us, %at, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %trow = stablehlo.dynamic_slice %ts, %at, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %u = stablehlo.reshape %urow : (tensor<1x16xf32>) -> tensor<16xf32>
    %t = stablehlo.reshape %trow : (tensor<1x16xf32>) -> tensor<16xf32>
    %d = stablehlo.multiply %u, %t : tensor<16xf32>
    %next = stablehlo.multiply %g, %d : tensor<16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %us, %ts : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
  return %1#1 : tensor<16xf32>
}

// -----

// A value that nothing reads any more would have to be held for the half of it that iterations
// take: their rows are less.
// CHECK-LABEL: func.func @main
// NONE: %[[FIRST:.+]]:3 = stablehlo.while(
// NONE: stablehlo.while({{.*}} = %[[FIRST]]#2) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
// CHECK: return
dist.mesh @mesh = <["dp"=1]>
func.func @main(%x: tensor<f32>, %w: tensor<4x2x16xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %begin = stablehlo.constant dense<0.0> : tensor<16xf32>
  %e = stablehlo.exponential %w : tensor<4x2x16xf32>
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %us = %empty) : tensor<i32>, tensor<f32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %upper = stablehlo.constant dense<1> : tensor<i32>
    %group = stablehlo.dynamic_slice %e, %i, %upper, %zero, sizes = [1, 1, 16] : (tensor<4x2x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x16xf32>
    %urow = stablehlo.reshape %group : (tensor<1x1x16xf32>) -> tensor<1x16xf32>
    %next = stablehlo.cosine %h : tensor<f32>
    %us1 = stablehlo.dynamic_update_slice %us, %urow, %i, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %us1 : tensor<i32>, tensor<f32>, tensor<4x16xf32>
  }
  %1:3 = stablehlo.while(%i = %zero, %g = %begin, %us = %0#2) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %urow = stablehlo.dynamic_slice %us, %i, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %u = stablehlo.reshape %urow : (tensor<1x16xf32>) -> tensor<16xf32>
    %next = stablehlo.add %g, %u : tensor<16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %us : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  }
  return %1#1 : tensor<16xf32>
}

// -----

// The same value is read where it lies if it is held anyway,
// CHECK-LABEL: func.func @main
// NONE: %[[E:.+]] = stablehlo.exponential
// NONE-NOT: stablehlo.dynamic_update_slice
// NONE: stablehlo.while(
// NONE: stablehlo.while(
// NONE: stablehlo.dynamic_slice %[[E]]
// CHECK: return
dist.mesh @mesh = <["dp"=1]>
func.func @main(%x: tensor<f32>, %w: tensor<4x2x16xf32>) -> (tensor<16xf32>, tensor<4x2x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %begin = stablehlo.constant dense<0.0> : tensor<16xf32>
  %e = stablehlo.exponential %w : tensor<4x2x16xf32>
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %us = %empty) : tensor<i32>, tensor<f32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %upper = stablehlo.constant dense<1> : tensor<i32>
    %group = stablehlo.dynamic_slice %e, %i, %upper, %zero, sizes = [1, 1, 16] : (tensor<4x2x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x16xf32>
    %urow = stablehlo.reshape %group : (tensor<1x1x16xf32>) -> tensor<1x16xf32>
    %next = stablehlo.cosine %h : tensor<f32>
    %us1 = stablehlo.dynamic_update_slice %us, %urow, %i, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %us1 : tensor<i32>, tensor<f32>, tensor<4x16xf32>
  }
  %1:3 = stablehlo.while(%i = %zero, %g = %begin, %us = %0#2) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %urow = stablehlo.dynamic_slice %us, %i, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %u = stablehlo.reshape %urow : (tensor<1x16xf32>) -> tensor<16xf32>
    %next = stablehlo.add %g, %u : tensor<16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %us : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  }
  return %1#1, %e : tensor<16xf32>, tensor<4x2x16xf32>
}

// -----

// and so is one that iterations take all of.
// CHECK-LABEL: func.func @main
// NONE: %[[E:.+]] = stablehlo.exponential
// NONE-NOT: stablehlo.dynamic_update_slice
// NONE: stablehlo.while(
// NONE: stablehlo.while(
// NONE: stablehlo.dynamic_slice %[[E]]
// CHECK: return
dist.mesh @mesh = <["dp"=1]>
func.func @main(%x: tensor<f32>, %w: tensor<4x16xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %begin = stablehlo.constant dense<0.0> : tensor<16xf32>
  %e = stablehlo.exponential %w : tensor<4x16xf32>
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %us = %empty) : tensor<i32>, tensor<f32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %urow = stablehlo.dynamic_slice %e, %i, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %next = stablehlo.cosine %h : tensor<f32>
    %us1 = stablehlo.dynamic_update_slice %us, %urow, %i, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %us1 : tensor<i32>, tensor<f32>, tensor<4x16xf32>
  }
  %1:3 = stablehlo.while(%i = %zero, %g = %begin, %us = %0#2) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %urow = stablehlo.dynamic_slice %us, %i, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %u = stablehlo.reshape %urow : (tensor<1x16xf32>) -> tensor<16xf32>
    %next = stablehlo.add %g, %u : tensor<16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %us : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  }
  return %1#1 : tensor<16xf32>
}

// -----

// An index that is computed from what is carried is not computed again for nothing.
// CHECK-LABEL: func.func @main
// NONE: %[[FIRST:.+]]:3 = stablehlo.while(
// NONE: stablehlo.while({{.*}} = %[[FIRST]]#2) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
// CHECK: return
dist.mesh @mesh = <["dp"=1]>
func.func @main(%x: tensor<f32>, %w: tensor<4x16xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %begin = stablehlo.constant dense<0.0> : tensor<16xf32>
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %us = %empty) : tensor<i32>, tensor<f32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %f = stablehlo.sine %h : tensor<f32>
    %at = stablehlo.convert %f : (tensor<f32>) -> tensor<i32>
    %urow = stablehlo.dynamic_slice %w, %at, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %next = stablehlo.cosine %h : tensor<f32>
    %us1 = stablehlo.dynamic_update_slice %us, %urow, %i, %zero : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %us1 : tensor<i32>, tensor<f32>, tensor<4x16xf32>
  }
  %1:3 = stablehlo.while(%i = %zero, %g = %begin, %us = %0#2) : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %urow = stablehlo.dynamic_slice %us, %i, %zero, sizes = [1, 16] : (tensor<4x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %u = stablehlo.reshape %urow : (tensor<1x16xf32>) -> tensor<16xf32>
    %next = stablehlo.add %g, %u : tensor<16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %us : tensor<i32>, tensor<16xf32>, tensor<4x16xf32>
  }
  return %1#1 : tensor<16xf32>
}
