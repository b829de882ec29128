// Every sdy collective in the input is a reshard: the value stays.
// REQUIRES: popt-run
// RUN: %popt-run %s --init random:1 --reference --at=imported --outputs %t.npz
// RUN: %popt-run %s --init random:1 --expect %t.npz
// RUN: %popt-run %s --init random:1 --reference --poison-padding --expect %t.npz

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main(%a: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>},
                       %b: tensor<8x12xf32>) -> (tensor<8x12xf32>, tensor<8x12xf32>) {
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x12xf32>
  %1 = stablehlo.add %0, %b {sdy.sharding = #sdy.sharding_per_value<[#sdy.sharding<@mesh, [{"y"}, {}]>]>} : tensor<8x12xf32>
  %2 = sdy.all_to_all [{"y":(2)2}: 0->1] %1 out_sharding=<@mesh, [{"y":(1)2}, {"y":(2)2}]> : tensor<8x12xf32>
  %3 = sdy.all_slice [{"x"}, {}] %2 out_sharding=<@mesh, [{"y":(1)2, "x"}, {"y":(2)2}]> : tensor<8x12xf32>
  %4 = sdy.collective_permute %3 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x12xf32>
  %5 = stablehlo.sine %4 : tensor<8x12xf32>
  %6 = sdy.sharded_to_unreduced [{"y"}, {}] %4 out_sharding=<@mesh, [{}, {"x"}], unreduced={"y"}> : tensor<8x12xf32>
  %7 = sdy.reduce_scatter [{"y":(1)2}, {}] %6 out_sharding=<@mesh, [{"y":(1)2}, {"x"}], unreduced={"y":(2)2}> : tensor<8x12xf32>
  %8 = sdy.all_reduce {"y":(2)2} %7 out_sharding=<@mesh, [{"y":(1)2}, {"x"}]> : tensor<8x12xf32>
  %9 = sdy.replicated_to_unreduced {"y":(2)2} %8 out_sharding=<@mesh, [{"y":(1)2}, {"x"}], unreduced={"y":(2)2}> : tensor<8x12xf32>
  %10 = sdy.all_reduce {"y":(2)2} %9 out_sharding=<@mesh, [{"y":(1)2}, {"x"}]> : tensor<8x12xf32>
  return %5, %10 : tensor<8x12xf32>, tensor<8x12xf32>
}
