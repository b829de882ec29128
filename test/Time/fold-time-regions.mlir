// Loops and branches in which time steps need each other run once, and their
// regions are folded; what they carry has an entry per time step.
// RUN: %popt %s --split-input-file --fold-time --cse | FileCheck %s
// RUN: %popt %s --split-input-file --fold-time --remarks-filter=schedule 2>&1 | FileCheck %s --check-prefix=REMARK

// A loop: the mean of the batch in each of its rounds. What differs enters in a
// buffer with an entry per time step, and leaves in one; the counter is as it was.
// REMARK: stablehlo.while runs once, with time loops inside: dist.all_reduce in it needs the values of all time steps; 64 bytes are kept for all steps
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<16xf32>, %[[N:.+]]: tensor<i32>)
// CHECK: %[[ALL:.+]] = dist.time_loop over {"mb"} on @mesh ({{.*}}) -> (tensor<4x4xf32>)
// CHECK: stablehlo.dynamic_slice %[[X]]
// CHECK: %[[LOOP:.+]]:2 = stablehlo.while(%[[I:.+]] = %[[N]], %[[STACK:.+]] = %[[ALL]]) : tensor<i32>, tensor<4x4xf32>
// CHECK: do {
// CHECK: %[[SUM:.+]] = dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %{{.+}} = %{{.+}}) -> (tensor<4xf32>)
// CHECK: stablehlo.dynamic_slice %[[STACK]], %[[STEP]], %{{.+}}, sizes = [1, 4]
// CHECK: %[[NEXT:.+]] = dist.time_loop over {"mb"} on @mesh ({{.*}}) -> (tensor<4x4xf32>)
// CHECK: stablehlo.dynamic_slice %[[STACK]]
// CHECK: stablehlo.subtract %{{.+}}, %[[SUM]]
// CHECK: stablehlo.dynamic_update_slice
// CHECK: stablehlo.return %{{.+}}, %[[NEXT]] : tensor<i32>, tensor<4x4xf32>
// CHECK: %[[RESULT:.+]] = dist.time_loop
// CHECK: stablehlo.dynamic_slice %[[LOOP]]#1
// CHECK: return %[[RESULT]]
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<16xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<16xf32> -> tensor<4xf32>
  %1:2 = stablehlo.while(%i = %n, %v = %0) : tensor<i32>, tensor<4xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %2 = dist.all_reduce %v sum over {"mb"} on @mesh : tensor<4xf32>
    %3 = stablehlo.subtract %v, %2 : tensor<4xf32>
    stablehlo.return %next, %3 : tensor<i32>, tensor<4xf32>
  }
  %4 = dist.all_reduce %1#1 sum over {"mb"} on @mesh : tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -----

// A branch: what its regions read of the time step from around them is kept in
// front. The region without a barrier keeps its result in the same form.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<16xf32>, %[[WHICH:.+]]: tensor<i1>)
// CHECK: %[[ALL:.+]] = dist.time_loop over {"mb"} on @mesh ({{.*}}) -> (tensor<4x4xf32>)
// CHECK: %[[RESULT:.+]] = "stablehlo.if"(%[[WHICH]])
// CHECK: dist.time_loop over {"mb"} on @mesh ({{.*}}) -> (tensor<4xf32>)
// CHECK: stablehlo.dynamic_slice %[[ALL]]
// CHECK: stablehlo.maximum
// CHECK: }, {
// CHECK: stablehlo.return %[[ALL]] : tensor<4x4xf32>
// CHECK: }) : (tensor<i1>) -> tensor<4x4xf32>
// CHECK: dist.time_loop
// CHECK: stablehlo.dynamic_slice %[[RESULT]]
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<16xf32>, %which: tensor<i1>) -> tensor<4xf32> {
  %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<16xf32> -> tensor<4xf32>
  %1 = "stablehlo.if"(%which) ({
    %2 = dist.all_reduce %0 max over {"mb"} on @mesh : tensor<4xf32>
    %3 = stablehlo.divide %0, %2 : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }, {
    stablehlo.return %0 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %4 = dist.all_reduce %1 sum over {"mb"} on @mesh : tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -----

// A loop that carries nothing of the time step and only adds up: it has no need to
// keep anything, and the time loop in it is an accumulator.
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.time_loop
// CHECK: stablehlo.while(%{{.+}} = %{{.+}}, %[[W:.+]] = %{{.+}}) : tensor<i32>, tensor<4xf32>
// CHECK: do {
// CHECK: %[[SUM:.+]] = dist.time_loop over {"mb"} on @mesh ({{.*}}) -> (tensor<4xf32>)
// CHECK: stablehlo.add %[[W]], %[[SUM]]
// CHECK-NOT: dist.time_loop
// CHECK: return
dist.mesh @mesh = <time ["mb"=4]>
func.func @main(%x: tensor<16xf32>, %n: tensor<i32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %1:2 = stablehlo.while(%i = %n, %v = %w) : tensor<i32>, tensor<4xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<16xf32> -> tensor<4xf32>
    %2 = dist.all_reduce %0 sum over {"mb"} on @mesh : tensor<4xf32>
    %3 = stablehlo.add %v, %2 : tensor<4xf32>
    stablehlo.return %next, %3 : tensor<i32>, tensor<4xf32>
  }
  return %1#1 : tensor<4xf32>
}
