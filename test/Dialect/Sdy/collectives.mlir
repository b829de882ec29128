// Collectives parse, print as they were, and agree with their operands' shardings.
// RUN: %popt %s | %popt | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
// The same devices, the axes in another order.
sdy.mesh @other = <["x"=2, "y"=4, "z"=2], device_ids=[0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]>

// CHECK-LABEL: func @main
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) {
  // A part of an axis is gathered, then the rest moves.
  // CHECK: sdy.all_gather [{"x"}, {}] %{{.*}} out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x16xf32>
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x16xf32>
  // CHECK: sdy.all_to_all [{"y":(2)2}: 0->1] %{{.*}} out_sharding=<@mesh, [{"y":(1)2}, {"y":(2)2}]> : tensor<8x16xf32>
  %1 = sdy.all_to_all [{"y":(2)2}: 0->1] %0 out_sharding=<@mesh, [{"y":(1)2}, {"y":(2)2}]> : tensor<8x16xf32>
  // Parts that meet are one axis.
  // CHECK: sdy.all_slice [{"y":(2)2}, {}] %{{.*}} out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x16xf32>
  %2 = sdy.all_gather [{}, {"y":(2)2}] %1 out_sharding=<@mesh, [{"y":(1)2}, {}]> : tensor<8x16xf32>
  %3 = sdy.all_slice [{"y":(2)2}, {}] %2 out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x16xf32>
  // CHECK: sdy.sharded_to_unreduced [{"y"}, {}] %{{.*}} out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<8x16xf32>
  %4 = sdy.sharded_to_unreduced [{"y"}, {}] %3 out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<8x16xf32>
  // CHECK: sdy.replicated_to_unreduced {"x"} %{{.*}} out_sharding=<@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<8x16xf32>
  %5 = sdy.replicated_to_unreduced {"x"} %4 out_sharding=<@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<8x16xf32>
  // CHECK: sdy.reduce_scatter [{}, {"x"}] %{{.*}} out_sharding=<@mesh, [{}, {"x"}], unreduced={"y"}> : tensor<8x16xf32>
  %6 = sdy.reduce_scatter [{}, {"x"}] %5 out_sharding=<@mesh, [{}, {"x"}], unreduced={"y"}> : tensor<8x16xf32>
  // CHECK: sdy.all_reduce {"y"} %{{.*}} out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x16xf32>
  %7 = sdy.all_reduce {"y"} %6 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x16xf32>
  // CHECK: sdy.collective_permute %{{.*}} out_sharding=<@mesh, [{}, {"z"}]> : tensor<8x16xf32>
  %8 = sdy.collective_permute %7 out_sharding=<@mesh, [{}, {"z"}]> : tensor<8x16xf32>
  // CHECK: sdy.collective_permute %{{.*}} out_sharding=<@other, [{}, {"z"}]> : tensor<8x16xf32>
  %9 = sdy.collective_permute %8 out_sharding=<@other, [{}, {"z"}]> : tensor<8x16xf32>
  return
}

// An operand without a sharding is replicated.
// CHECK-LABEL: func @plain
func.func @plain(%a: tensor<8x16xf32>, %b: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"z"}>}) {
  // CHECK: sdy.all_slice [{"x"}, {}]
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  // CHECK: sdy.all_reduce {"x"}
  %1 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  // CHECK: sdy.reduce_scatter max [{"z"}, {}]
  %2 = sdy.reduce_scatter max [{"z"}, {}] %b out_sharding=<@mesh, [{"z"}, {}]> : tensor<8x16xf32>
  return
}
