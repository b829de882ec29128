// One program per stage: messages to the rank with the same device coordinates.
// RUN: %popt %s --plan-memory --emit-step | FileCheck %s
// RUN: %popt %s --plan-memory --emit-step | %popt --verify-step-table

dist.mesh @mesh = <["dp"=2], stage ["pp"=2]>

// CHECK-DAG: step.rank_table @[[TO:.+]] = [1, -1, 3, -1]
// CHECK-DAG: step.rank_table @[[FROM:.+]] = [-1, 0, -1, 2]
// CHECK-DAG: step.group @[[GROUP:.+]] "[{{\[}}0, 1], [2, 3]]" = {{\[}}[0, 1], [2, 3]]
// CHECK: step.program @main_pp0 on [0, 2]
// CHECK: step.send_start[0] to @[[TO]] {{.*}} event 0
// CHECK: step.all_reduce[2] sum over @[[GROUP]] id 5
// Several values are a bucket; each has a number, and stays where it is.
// CHECK: step.all_reduce[3] sum over @[[GROUP]] id 6 bucket 2 (@arena[64] : 4xf32, @arena[64] : 4xf32)
// CHECK: step.all_reduce[4] sum over @[[GROUP]] id 7
// CHECK: step.wait[5] () waits [0]
// CHECK: step.program @main_pp1 on [1, 3]
// CHECK: step.recv_start[0] from @[[FROM]] {{.*}} event 0
// CHECK: step.recv_start[1] from @[[FROM]] {{.*}} event 1
// CHECK: step.wait[2] () waits [0]
// CHECK: step.all_reduce[3] sum over @[[GROUP]] id 5
// CHECK: step.wait[4] () waits [1]
// CHECK: step.all_reduce[{{.*}}] sum over @[[GROUP]] id 6 bucket 2
// CHECK: step.all_reduce[{{.*}}] sum over @[[GROUP]] id 7
func.func @main_pp0(%x: tensor<4xf32> {dist.index = 0 : i64}) -> (tensor<4xf32> {dist.index = 0 : i64}) attributes {dist.coordinate = 0 : i64} {
  dist.send %x message 3 to 1 on @mesh : tensor<4xf32>
  dist.send %x message 4 to 1 on @mesh : tensor<4xf32>
  %0 = dist.reduce_stages %x sum at [0, 1] message 5 on @mesh : tensor<4xf32>
  %1:2 = dist.reduce_stages %0, %x sum at [0, 1] message 6 on @mesh : tensor<4xf32>, tensor<4xf32>
  dist.sent %x message 3 : tensor<4xf32>
  return %1#0 : tensor<4xf32>
}
// Both messages may arrive in any order; each reader waits for its own, the last
// through a view.
func.func @main_pp1() -> (tensor<4xf32> {dist.index = 1 : i64}, tensor<2x2xf32> {dist.index = 2 : i64}) attributes {dist.coordinate = 1 : i64} {
  %0 = dist.recv message 3 from 0 on @mesh : tensor<4xf32>
  %1 = dist.recv message 4 from 0 on @mesh : tensor<4xf32>
  %2 = dist.reduce_stages %0 sum at [0, 1] message 5 on @mesh : tensor<4xf32>
  %3 = stablehlo.reshape %1 : (tensor<4xf32>) -> tensor<2x2xf32>
  %4:2 = dist.reduce_stages %2, %1 sum at [0, 1] message 6 on @mesh : tensor<4xf32>, tensor<4xf32>
  return %4#0, %3 : tensor<4xf32>, tensor<2x2xf32>
}
