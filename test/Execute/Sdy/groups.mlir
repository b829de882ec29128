// Sharding groups, in agreement and not, around and inside of a loop.
// REQUIRES: popt-run
// RUN: %popt-run %s --init random:1 --reference --at=imported --outputs %t.npz
// RUN: %popt-run %s --init random:1 --expect %t.npz
// RUN: %popt-run %s --init random:1 --reference --poison-padding --expect %t.npz

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func public @main(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
                       %y: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}, %z: tensor<8x6xf32>)
    -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  sdy.sharding_group %x group_id=0 : tensor<8x6xf32>
  sdy.sharding_group %y group_id=0 : tensor<8x6xf32>
  %0 = stablehlo.add %x, %y : tensor<8x6xf32>
  sdy.sharding_group %0 group_id=1 : tensor<8x6xf32>
  sdy.sharding_group %z group_id=1 : tensor<8x6xf32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %1:2 = stablehlo.while(%i = %i0, %c = %0) : tensor<i32>, tensor<8x6xf32>
  cond {
    %2 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.add %i, %one : tensor<i32>
    %3 = stablehlo.multiply %c, %z : tensor<8x6xf32>
    sdy.sharding_group %3 group_id=1 : tensor<8x6xf32>
    stablehlo.return %2, %3 : tensor<i32>, tensor<8x6xf32>
  }
  return %1#1, %z : tensor<8x6xf32>, tensor<8x6xf32>
}
