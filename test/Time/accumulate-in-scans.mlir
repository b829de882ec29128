// Scans whose stacks a loop adds up carry the sum, and add row by row.
// RUN: %popt %s --split-input-file --accumulate-in-scans | FileCheck %s
// RUN: %popt %s --split-input-file --accumulate-in-scans --remarks-filter=time -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: remark: [Passed] accumulate-in-scans {{.*}}a scan adds its rows to the sum as it makes them: 256 bytes of a stack are not held

// A stack of bf16 is added to a sum of f32: rows are converted. They are added where
// they are made, not where they were stored: what they are made of need not wait.
// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop over {"mb"} on @mesh (%{{.+}}, %[[SUM:.+]] = %{{.+}}) -> (tensor<4x32xf32>) {
// CHECK: %[[LOOP:.+]]:3 = stablehlo.while(%[[I:.+]] = %{{.+}}, %[[CARRIED:.+]] = %[[SUM]], %{{.+}} = %{{.+}}) : tensor<i32>, tensor<4x32xf32>, tensor<32xbf16>
// CHECK: %[[OLD:.+]] = stablehlo.dynamic_slice %[[CARRIED]], %[[I]], %{{.+}}, sizes = [1, 32]
// CHECK-NEXT: stablehlo.tanh
// CHECK-NEXT: stablehlo.reshape
// CHECK-NEXT: %[[WIDE:.+]] = stablehlo.convert %{{.+}} : (tensor<1x32xbf16>) -> tensor<1x32xf32>
// CHECK-NEXT: %[[NEW:.+]] = stablehlo.add %[[OLD]], %[[WIDE]]
// CHECK-NEXT: stablehlo.exponential
// CHECK: stablehlo.dynamic_update_slice %[[CARRIED]], %[[NEW]], %[[I]], %{{.+}}
// CHECK-NOT: stablehlo.add {{.*}} : tensor<4x32xf32>
// CHECK: dist.return %[[LOOP]]#1
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<32xbf16>) -> tensor<4x32xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x32xf32>
  %narrow = stablehlo.constant dense<0.0> : tensor<4x32xbf16>
  %all = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zeros) -> (tensor<4x32xf32>) {
    %0:3 = stablehlo.while(%i = %c0, %y = %narrow, %h = %x) : tensor<i32>, tensor<4x32xbf16>, tensor<32xbf16>
    cond {
      %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %c1 = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.tanh %x : tensor<32xbf16>
      %other = stablehlo.exponential %h : tensor<32xbf16>
      %row = stablehlo.broadcast_in_dim %z, dims = [1] : (tensor<32xbf16>) -> tensor<1x32xbf16>
      %1 = stablehlo.dynamic_update_slice %y, %row, %i, %c0 : (tensor<4x32xbf16>, tensor<1x32xbf16>, tensor<i32>, tensor<i32>) -> tensor<4x32xbf16>
      %next = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %next, %1, %other : tensor<i32>, tensor<4x32xbf16>, tensor<32xbf16>
    }
    %wide = stablehlo.convert %0#1 : (tensor<4x32xbf16>) -> tensor<4x32xf32>
    %2 = stablehlo.add %sum, %wide : tensor<4x32xf32>
    dist.return %2 : tensor<4x32xf32>
  }
  return %all : tensor<4x32xf32>
}

// -----

// Two scans fill the stack together, from both ends: both add.
// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop over {"mb"} on @mesh (%{{.+}}, %[[SUM:.+]] = %{{.+}}) -> (tensor<4x16xf32>) {
// CHECK: %[[FIRST:.+]]:2 = stablehlo.while(%{{.+}} = %{{.+}}, %{{.+}} = %[[SUM]])
// CHECK: stablehlo.add %{{.+}}, %{{.+}} : tensor<1x16xf32>
// CHECK: %[[SECOND:.+]]:2 = stablehlo.while(%{{.+}} = %{{.+}}, %{{.+}} = %[[FIRST]]#1)
// CHECK: stablehlo.add %{{.+}}, %{{.+}} : tensor<1x16xf32>
// CHECK: dist.return %[[SECOND]]#1
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<1x16xf32>) -> tensor<4x16xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %all = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zeros) -> (tensor<4x16xf32>) {
    %0:2 = stablehlo.while(%i = %c0, %y = %zeros) : tensor<i32>, tensor<4x16xf32>
    cond {
      %p = stablehlo.compare LT, %i, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %row = stablehlo.tanh %x : tensor<1x16xf32>
      %1 = stablehlo.dynamic_update_slice %y, %row, %i, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
      %next = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %next, %1 : tensor<i32>, tensor<4x16xf32>
    }
    %2:2 = stablehlo.while(%i = %c0, %y = %0#1) : tensor<i32>, tensor<4x16xf32>
    cond {
      %p = stablehlo.compare LT, %i, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %k = stablehlo.subtract %c3, %i : tensor<i32>
      %row = stablehlo.tanh %x : tensor<1x16xf32>
      %1 = stablehlo.dynamic_update_slice %y, %row, %k, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
      %next = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %next, %1 : tensor<i32>, tensor<4x16xf32>
    }
    %3 = stablehlo.add %2#1, %sum : tensor<4x16xf32>
    dist.return %3 : tensor<4x16xf32>
  }
  return %all : tensor<4x16xf32>
}

// -----

// Left alone: a row that is written twice, and a sum that is read elsewhere.
// CHECK-LABEL: func.func @main
// CHECK: %[[LOOP:.+]]:3 = stablehlo.while
// CHECK-NOT: stablehlo.dynamic_slice
// CHECK: stablehlo.add %{{.+}}, %[[LOOP]]#1 : tensor<4x16xf32>
// CHECK: stablehlo.add %{{.+}}, %[[LOOP]]#2 : tensor<4x16xf32>
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<1x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c5 = stablehlo.constant dense<5> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %all:3 = dist.time_loop over {"mb"} on @mesh (%step, %a = %zeros, %b = %zeros, %last = %zeros) -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) {
    %0:3 = stablehlo.while(%i = %c0, %y = %zeros, %z = %zeros) : tensor<i32>, tensor<4x16xf32>, tensor<4x16xf32>
    cond {
      %p = stablehlo.compare LT, %i, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %k = stablehlo.minimum %c3, %i : tensor<i32>
      %row = stablehlo.tanh %x : tensor<1x16xf32>
      %1 = stablehlo.dynamic_update_slice %y, %row, %k, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
      %2 = stablehlo.dynamic_update_slice %z, %row, %k, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
      %next = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %next, %1, %2 : tensor<i32>, tensor<4x16xf32>, tensor<4x16xf32>
    }
    %3 = stablehlo.add %a, %0#1 : tensor<4x16xf32>
    %4 = stablehlo.add %b, %0#2 : tensor<4x16xf32>
    dist.return %3, %4, %b : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
  return %all#0, %all#1, %all#2 : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
}

// -----

// Left alone: rows that do not lie where values of the arena may begin.
// CHECK-LABEL: func.func @main
// CHECK: %[[LOOP:.+]]:2 = stablehlo.while
// CHECK: stablehlo.add %{{.+}}, %[[LOOP]]#1 : tensor<4x6xf32>
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<1x6xf32>) -> tensor<4x6xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x6xf32>
  %all = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zeros) -> (tensor<4x6xf32>) {
    %0:2 = stablehlo.while(%i = %c0, %y = %zeros) : tensor<i32>, tensor<4x6xf32>
    cond {
      %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %row = stablehlo.tanh %x : tensor<1x6xf32>
      %1 = stablehlo.dynamic_update_slice %y, %row, %i, %c0 : (tensor<4x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
      %next = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %next, %1 : tensor<i32>, tensor<4x6xf32>
    }
    %2 = stablehlo.add %sum, %0#1 : tensor<4x6xf32>
    dist.return %2 : tensor<4x6xf32>
  }
  return %all : tensor<4x6xf32>
}

// -----

// Left alone: a scan that fills a part of the stack once, before the loop.
// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop
// CHECK: stablehlo.add %{{.+}}, %{{.+}} : tensor<4x16xf32>
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<1x16xf32>) -> tensor<4x16xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %0:2 = stablehlo.while(%i = %c0, %y = %zeros) : tensor<i32>, tensor<4x16xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %row = stablehlo.tanh %x : tensor<1x16xf32>
    %1 = stablehlo.dynamic_update_slice %y, %row, %i, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
    %next = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %next, %1 : tensor<i32>, tensor<4x16xf32>
  }
  %all = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zeros) -> (tensor<4x16xf32>) {
    %2:2 = stablehlo.while(%i = %c0, %y = %0#1) : tensor<i32>, tensor<4x16xf32>
    cond {
      %p = stablehlo.compare LT, %i, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %row = stablehlo.exponential %x : tensor<1x16xf32>
      %at = stablehlo.add %i, %c2 : tensor<i32>
      %1 = stablehlo.dynamic_update_slice %y, %row, %at, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
      %next = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %next, %1 : tensor<i32>, tensor<4x16xf32>
    }
    %3 = stablehlo.add %sum, %2#1 : tensor<4x16xf32>
    dist.return %3 : tensor<4x16xf32>
  }
  return %all : tensor<4x16xf32>
}

// -----

// Left alone: rows that are summed among ranks, which move-out-of-loops does once.
// CHECK-LABEL: func.func @main
// CHECK: dist.time_loop
// CHECK: stablehlo.add %{{.+}}, %{{.+}} : tensor<4x16xf32>
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
func.func @main(%x: tensor<1x16xf32>) -> tensor<4x16xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %all = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zeros) -> (tensor<4x16xf32>) {
    %0:2 = stablehlo.while(%i = %c0, %y = %zeros) : tensor<i32>, tensor<4x16xf32>
    cond {
      %p = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %own = stablehlo.tanh %x : tensor<1x16xf32>
      %row = dist.all_reduce %own sum over {"dp"} on @mesh : tensor<1x16xf32>
      %1 = stablehlo.dynamic_update_slice %y, %row, %i, %c0 : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
      %next = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %next, %1 : tensor<i32>, tensor<4x16xf32>
    }
    %3 = stablehlo.add %sum, %0#1 : tensor<4x16xf32>
    dist.return %3 : tensor<4x16xf32>
  }
  return %all : tensor<4x16xf32>
}
