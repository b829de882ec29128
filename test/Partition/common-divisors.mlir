// RUN: poptc %s --emit=partitioned --cluster=builtin:bytes -o - | FileCheck %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[SWAPPED:.+]]: tensor<2x4xf32> {{.*}}, %[[SINGLES:.+]]: tensor<1xf32>
func.func @main(
    %swapped: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
    %singles: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(2)2}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
        tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // Axes of different sizes change places by parts of the larger one.
  // CHECK: %[[PARTS:.+]] = dist.all_to_all %[[SWAPPED]] split 1 concat 0 over {"x":(2)2}
  // CHECK: %[[THERE:.+]] = dist.permute %[[PARTS]]
  %0 = sdy.reshard %swapped <@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  // Single elements over half of x are there over all of x.
  // CHECK: %[[FIRST:.+]] = dist.all_slice %[[SINGLES]] dim 0 over {"x":(1)2}
  // CHECK: return %[[THERE]], %[[FIRST]]
  %1 = sdy.reshard %singles <@mesh, [{"x"}]> : tensor<2xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<2xf32>
}
