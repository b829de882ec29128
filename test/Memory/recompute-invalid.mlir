// RUN: not %popt %s --recompute=policy=full 2>&1 | FileCheck %s
// RUN: not %popt %s --recompute=policy=ful 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: recompute: "ful" is none of none, selective, full, did you mean "full"?

// Pipelines are cut into tasks before this pass.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
// CHECK: [[@LINE+2]]:8: error: 'dist.time_loop' op is a pipeline; recomputation in pipelines is not in this build
func.func @main_pp0(%zero: tensor<4x16xf32>) -> tensor<4x16xf32> attributes {dist.coordinate = 0 : i64} {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4x16xf32>)
      attributes {dist.order = #dist.order<run 0:0, run 0:1, run 0:2>} {
    %1 = dist.task 0 "0F" (%old = %sum) -> tensor<4x16xf32> {
      %next = stablehlo.add %old, %old : tensor<4x16xf32>
      dist.yield %next : tensor<4x16xf32>
    }
    dist.return %1 : tensor<4x16xf32>
  }
  return %0 : tensor<4x16xf32>
}
