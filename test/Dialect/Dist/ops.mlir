// Every dist operation and attribute prints as it parses.
// RUN: %popt %s | %popt | FileCheck %s
// RUN: %popt --mlir-print-op-generic %s | %popt | FileCheck %s

// CHECK: dist.mesh @mesh = <["dp"=2, "tp"=4], stage ["pp"=4], time ["mb"=8], ["x"=2]>
// CHECK: dist.sharding = #dist.sharding<@mesh, [{"dp"}p1, {"tp":(1)2, ?} by 4], partial = sum{"x"}, replicated = {"mb"}, at = {"pp" = [2]}, memory = host>
// CHECK: dist.constraint %{{.*}} <@mesh, [{"dp"}, {?}]> : tensor<64x32xf32>
// CHECK: dist.sharding_group %{{.*}} group = 3 : tensor<64x32xf32>
// CHECK: dist.roll %{{.*}} dim 1 by 5 : tensor<64x32xf32>
// CHECK: dist.propagation_barrier %{{.*}} allow = forward
// CHECK: dist.reshard %{{.*}} from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {"dp"}]> : tensor<64x32xf32>
// CHECK: dist.reshard %{{.*}} from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {}]> by [#dist.move<all_to_all over {"dp"} dim 1 from 0 to <@mesh, [{}, {"dp"}]>>, #dist.move<all_gather over {"dp"} dim 1 to <@mesh, [{}, {}]>>] : tensor<64x32xf32>
// CHECK: dist.reshard %{{.*}} from <@mesh, [{}, {}], partial = max{"dp"}> to <@mesh, [{}, {}], at = {"dp" = [1]}> by [#dist.move<reduce over {"dp"} root 1 by max to <@mesh, [{}, {}], at = {"dp" = [1]}>>] : tensor<64x32xf32>
// CHECK: dist.reshard %{{.*}} by [] : tensor<64x32xf32>
// CHECK: dist.manual(%{{.*}}) in [#dist.sharding<@mesh, [{"tp", ?}, {?}]>] out [#dist.sharding<@mesh, [{"tp", ?}, {?}]>] axes {"tp"} (%{{.*}}: tensor<16x32xf32>) {
// CHECK: dist.return
// CHECK: dist.all_reduce %{{.*}} sum over {"dp"} on @mesh : tensor<3x4xf32>
// CHECK: dist.all_gather %{{.*}} dim 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<5x4xf32> as tensor<5x4xf32> from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {}]>
// CHECK: dist.reduce_scatter %{{.*}} max dim 1 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<3x2xf32>
// CHECK: dist.all_to_all %{{.*}} split 1 concat 0 over {"tp":(1)2} on @mesh : tensor<3x4xf32> -> tensor<6x2xf32>
// CHECK: dist.all_slice %{{.*}} dim 1 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<3x2xf32>
// CHECK: dist.to_partial %{{.*}} sum over {"dp"} on @mesh : tensor<3x4xf32>
// CHECK: dist.permute %{{.*}} pairs {{\[}}[0, 1], [1, 0]] on @mesh
// CHECK: %[[HOST:.+]] = dist.to_host %{{.*}} : tensor<3x4xf32>
// CHECK: dist.to_device %[[HOST]] : tensor<3x4xf32>
// CHECK: dist.axis_index {"dp", "tp":(1)2} on @mesh : tensor<i32>
// CHECK: dist.block {"dp", "tp"} of 5 by 2 on @mesh : tensor<i32>, tensor<i32>
// CHECK: dist.block {"dp", "tp"} of 5 on @mesh : tensor<i32>, tensor<i32>
// CHECK: dist.time_loop over {"mb"} on @mesh (%[[STEP:.+]], %[[A:.+]] = %{{.*}}, %[[N:.+]] = %{{.*}}) -> (tensor<3x4xf32>, tensor<i32>) {
// CHECK-NEXT: %[[NEXT:.+]] = stablehlo.add %[[N]], %[[STEP]] : tensor<i32>
// CHECK-NEXT: dist.return %[[A]], %[[NEXT]] : tensor<3x4xf32>, tensor<i32>
// CHECK: dist.time_loop over {"mb"} on @mesh (%{{.*}}) -> () {

dist.mesh @mesh = <["dp"=2, "tp"=4], stage ["pp"=4], time ["mb"=8], ["x"=2]>
func.func @main(%w: tensor<64x32xf32> {dist.name = "params['w']", dist.state = 0 : i64, dist.sharding =
        #dist.sharding<@mesh, [{"dp"}p1, {"tp":(1)2, ?} by 4], partial = sum{"x"}, at = {"pp" = [2]}, memory = host, replicated = {"mb"}>}, %y : tensor<3x4xf32>) -> (tensor<64x32xf32> {dist.sharding = #dist.sharding<@mesh, [{?}, {?}]>}) {
  %0 = dist.constraint %w <@mesh, [{"dp"}, {?}]> : tensor<64x32xf32>
  dist.sharding_group %w group = 3 : tensor<64x32xf32>
  %roll = dist.roll %0 dim 1 by 5 : tensor<64x32xf32>
  %1 = dist.propagation_barrier %0 allow = forward {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {?}]>]} : tensor<64x32xf32>
  %2 = dist.reshard %1 from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {"dp"}]> : tensor<64x32xf32>
  %moved = dist.reshard %1 from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {}]> by [#dist.move<all_to_all over {"dp"} dim 1 from 0 to <@mesh, [{}, {"dp"}]>>, #dist.move<all_gather over {"dp"} dim 1 to <@mesh, [{}, {}]>>] : tensor<64x32xf32>
  %rooted = dist.reshard %1 from <@mesh, [{}, {}], partial = max{"dp"}> to <@mesh, [{}, {}], at = {"dp" = [1]}> by [#dist.move<reduce over {"dp"} root 1 by max to <@mesh, [{}, {}], at = {"dp" = [1]}>>] : tensor<64x32xf32>
  %kept = dist.reshard %1 from <@mesh, [{}, {}]> to <@mesh, [{?}, {}]> by [] : tensor<64x32xf32>
  %3 = dist.manual(%2) in [#dist.sharding<@mesh, [{"tp", ?}, {?}]>] out [#dist.sharding<@mesh, [{"tp", ?}, {?}]>] axes {"tp"} (%block: tensor<16x32xf32>) {
    dist.return %block : tensor<16x32xf32>
  } : (tensor<64x32xf32>) -> tensor<64x32xf32>
  dist.manual() in [] out [] axes {} () {
  } : () -> ()
  %4 = dist.all_reduce %y sum over {"dp"} on @mesh : tensor<3x4xf32>
  %5 = dist.all_gather %y dim 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<5x4xf32> as tensor<5x4xf32> from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {}]>
  %6 = dist.reduce_scatter %y max dim 1 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<3x2xf32>
  %7 = dist.all_to_all %y split 1 concat 0 over {"tp":(1)2} on @mesh : tensor<3x4xf32> -> tensor<6x2xf32>
  %8 = dist.all_slice %y dim 1 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<3x2xf32>
  %9 = dist.to_partial %y sum over {"dp"} on @mesh : tensor<3x4xf32>
  %10 = dist.permute %y pairs [[0, 1], [1, 0]] on @mesh : tensor<3x4xf32> -> tensor<3x4xf32>
  %host = dist.to_host %y : tensor<3x4xf32>
  %back = dist.to_device %host : tensor<3x4xf32>
  %11 = dist.axis_index {"dp", "tp":(1)2} on @mesh : tensor<i32>
  %b, %e = dist.block {"dp", "tp"} of 5 by 2 on @mesh : tensor<i32>, tensor<i32>
  %b2, %e2 = dist.block {"dp", "tp"} of 5 on @mesh : tensor<i32>, tensor<i32>
  %12:2 = dist.time_loop over {"mb"} on @mesh (%step, %a = %y, %n = %11) -> (tensor<3x4xf32>, tensor<i32>) {
    %13 = stablehlo.add %n, %step : tensor<i32>
    dist.return %a, %13 : tensor<3x4xf32>, tensor<i32>
  }
  dist.time_loop over {"mb"} on @mesh (%step) -> () {
  }
  return %3 : tensor<64x32xf32>
}

// Collectives that run as one.
// CHECK-LABEL: func.func @bucket
func.func @bucket(%x: tensor<4xf32>, %y: tensor<6xi32>) -> (tensor<4xf32>, tensor<3xi32>) {
  // CHECK-NEXT: %[[BOTH:.+]]:2 = dist.bucket(%arg0, %arg1) (%[[X:.+]]: tensor<4xf32>, %[[Y:.+]]: tensor<6xi32>) {
  // CHECK-NEXT:   %[[SUM:.+]] = dist.all_reduce %[[X]] sum over {"dp"} on @mesh : tensor<4xf32>
  // CHECK-NEXT:   %[[PART:.+]] = dist.reduce_scatter %[[Y]] max dim 0 over {"dp"} on @mesh : tensor<6xi32> -> tensor<3xi32>
  // CHECK-NEXT:   dist.return %[[SUM]], %[[PART]] : tensor<4xf32>, tensor<3xi32>
  // CHECK-NEXT: } : (tensor<4xf32>, tensor<6xi32>) -> (tensor<4xf32>, tensor<3xi32>)
  %0:2 = dist.bucket(%x, %y) (%a: tensor<4xf32>, %b: tensor<6xi32>) {
    %1 = dist.all_reduce %a sum over {"dp"} on @mesh : tensor<4xf32>
    %2 = dist.reduce_scatter %b max dim 0 over {"dp"} on @mesh : tensor<6xi32> -> tensor<3xi32>
    dist.return %1, %2 : tensor<4xf32>, tensor<3xi32>
  } : (tensor<4xf32>, tensor<6xi32>) -> (tensor<4xf32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<3xi32>
}

// Collectives with a root, and partial values of some members.
// CHECK-LABEL: func.func @rooted
func.func @rooted(%x: tensor<3x4xf32>) {
  // CHECK-NEXT: dist.broadcast %arg0 root 1 over {"dp"} on @mesh : tensor<3x4xf32>
  %0 = dist.broadcast %x root 1 over {"dp"} on @mesh : tensor<3x4xf32>
  // CHECK-NEXT: dist.scatter %arg0 dim 1 root 3 over {"tp"} on @mesh : tensor<3x4xf32> -> tensor<3x1xf32>
  %1 = dist.scatter %x dim 1 root 3 over {"tp"} on @mesh : tensor<3x4xf32> -> tensor<3x1xf32>
  // CHECK-NEXT: dist.gather %arg0 dim 0 root 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<5x4xf32> as tensor<5x4xf32> from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {}], at = {"dp" = [0]}>
  %2 = dist.gather %x dim 0 root 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<5x4xf32> as tensor<5x4xf32> from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {}], at = {"dp" = [0]}>
  // CHECK-NEXT: dist.reduce %arg0 max root 2 over {"dp", "tp"} on @mesh : tensor<3x4xf32>
  %3 = dist.reduce %x max root 2 over {"dp", "tp"} on @mesh : tensor<3x4xf32>
  // CHECK-NEXT: dist.to_partial %arg0 sum keep [1, 3] over {"tp"} on @mesh : tensor<3x4xf32>
  %4 = dist.to_partial %x sum keep [1, 3] over {"tp"} on @mesh : tensor<3x4xf32>
  return
}
