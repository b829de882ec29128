// Values pinned to coordinates of one axis or both, on blocks that are not
// even: every rooted move, interpreted with poison wherever nothing lives, and
// compiled. Two rounds: state comes back to where it lives.
// REQUIRES: popt-run
// RUN: %popt-run %s --reference --at=imported --init random:5 --steps 2 --outputs %t.npz
// RUN: %popt-run %s --reference --poison-padding --init random:5 --steps 2 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --init random:5 --steps 2 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %popt-run %s --cluster=builtin:bytes --reference --poison-padding --init random:5 --steps 2 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --cluster=builtin:bytes --init random:5 --steps 2 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: %popt-run %s --strategies=propagated --reference --poison-padding --init random:5 --steps 2 --expect %t.npz --rtol 1e-5 --atol 1e-6
// RUN: env POPT_POISON=1 %popt-run %s --strategies=propagated --init random:5 --steps 2 --expect %t.npz --rtol 1e-5 --atol 1e-6
// Which moves there are depends on what they cost: these have all of them.
// RUN: %poptc %s --strategies=propagated --emit=partitioned -o - | FileCheck %s
// RUN: %poptc %s --cluster=builtin:bytes --emit=partitioned -o - | FileCheck %s --check-prefix=BYTES
// RUN: %poptc %s --strategies=propagated --emit=step -o - | FileCheck %s --check-prefix=STEP
// RUN: %poptc %s --emit=step -o - | %popt --verify-step-table -o /dev/null

dist.mesh @mesh = <["x"=3, "y"=2]>
// CHECK-DAG: dist.scatter
// CHECK-DAG: dist.gather
// CHECK-DAG: dist.permute
// BYTES: dist.reduce{{ }}
// STEP-DAG: step.scatter
// STEP-DAG: step.gather
func.func @main(
    // State at one rank of six.
    %s: tensor<7x5xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"x" = [2], "y" = [1]}>},
    // One coordinate of one axis, blocks along the other.
    %a: tensor<7x5xf32> {dist.sharding = #dist.sharding<@mesh, [{"y"}, {}], at = {"x" = [1]}>},
    // Terms over exactly two of three coordinates.
    %t: tensor<7x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = sum{"x"}, at = {"x" = [0, 2]}>},
    // Copies at two of three.
    %c: tensor<5x7xi32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"x" = [0, 2]}>},
    // Blocks everywhere.
    %b: tensor<5x7xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<7x5xf32>,
        tensor<7x5xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}], at = {"y" = [0]}>},
        tensor<7x7xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"x" = [0]}>},
        tensor<5x7xi32> {dist.sharding = #dist.sharding<@mesh, [{}, {"y"}], at = {"x" = [1]}>},
        tensor<5x7xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"x" = [1], "y" = [0]}>},
        tensor<7x5xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}], partial = sum{"x"}, at = {"x" = [1, 2]}>}) {
  %0 = stablehlo.add %s, %a : tensor<7x5xf32>
  %1 = stablehlo.add %a, %t : tensor<7x5xf32>
  %2 = stablehlo.tanh %1 : tensor<7x5xf32>
  %split = dist.constraint %2 <@mesh, [{"x"}, {}]> : tensor<7x5xf32>
  %3 = stablehlo.dot_general %split, %b, contracting_dims = [1] x [0] : (tensor<7x5xf32>, tensor<5x7xf32>) -> tensor<7x7xf32>
  %home = dist.constraint %3 <@mesh, [{}, {}], at = {"x" = [2], "y" = [0]}> : tensor<7x7xf32>
  %4 = stablehlo.exponential %home : tensor<7x7xf32>
  %5 = stablehlo.add %c, %c : tensor<5x7xi32>
  %6 = stablehlo.negate %b : tensor<5x7xf32>
  return %0, %2, %4, %5, %6, %1 : tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x7xf32>, tensor<5x7xi32>, tensor<5x7xf32>, tensor<7x5xf32>
}
