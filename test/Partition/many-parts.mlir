// RUN: poptc %s --emit=partitioned --remarks-filter=partition -o /dev/null 2>&1 | FileCheck %s

// Parts of three axes, and strategies that ask for costs between many more
// layouts of them: every layout can be reached from every other.
sdy.mesh @mesh = <["x"=8, "y"=8, "z"=8]>

// CHECK: reshard from [{"x":(1)2, "y"}, {"z"}] to [{"y", "z":(4)2}, {"x"}]
// CHECK-SAME: 128 bytes sent
func.func @main(
    %arg0: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, "y"}, {"z"}]>})
    -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "z":(4)2}, {"x"}]>}) {
  %0 = stablehlo.negate %arg0 : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
