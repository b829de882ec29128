// RUN: popt %s --propagate-shardings --set-machine=cluster=builtin:bytes --choose-strategies --verify-diagnostics -split-input-file | FileCheck %s
// RUN: popt %s --propagate-shardings --set-machine=cluster=builtin:bytes --choose-strategies --remarks-filter=partition -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=COST

// Four heads on an axis of eight: a part of four goes to the heads, the part of
// two that is left to what is contracted. All-to-alls and a reduction within
// pairs send 6144 bytes; with the axis as a whole it were 10752.
// COST: cost 6.144e+03 s, lower bound 6.144e+03 s
// CHECK-LABEL: func @main
// CHECK: dot_general {{.*}}dist.operand_shardings = [#dist.sharding<@mesh, [{"x":(1)4}, {}, {"x":(4)2}]>, #dist.sharding<@mesh, [{"x":(1)4}, {}, {"x":(4)2}]>]
// CHECK-SAME: dist.shardings = [#dist.sharding<@mesh, [{"x":(1)4}, {}, {}], partial = sum{"x":(4)2}>]
// CHECK: exponential {{.*}}dist.shardings = [#dist.sharding<@mesh, [{"x":(1)4}, {"x":(4)2}, {}]>]
dist.mesh @mesh = <["x"=8]>
func.func @main(%q: tensor<4x16x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"x"}, {}]>},
                %k: tensor<4x16x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"x"}, {}]>},
                %v: tensor<4x16x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"x"}, {}]>})
    -> (tensor<4x16x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"x"}, {}]>}) {
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<4x16x32xf32>, tensor<4x16x32xf32>) -> tensor<4x16x16xf32>
  %weights = stablehlo.exponential %scores : tensor<4x16x16xf32>
  %out = stablehlo.dot_general %weights, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x16x16xf32>, tensor<4x16x32xf32>) -> tensor<4x16x32xf32>
  return %out : tensor<4x16x32xf32>
}

// -----

// A part that the user names is followed through every operation; nothing moves.
// COST: cost {{.*}}e-{{[0-9]+}} s, lower bound
// CHECK-LABEL: func @main
// CHECK: dot_general {{.*}}dist.shardings = [#dist.sharding<@mesh, [{"x":(1)2}, {}]>]
// CHECK: tanh {{.*}}dist.shardings = [#dist.sharding<@mesh, [{"x":(1)2}, {}]>]
dist.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"x":(1)2}, {}]>},
                %b: tensor<16x32xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
    -> (tensor<8x32xf32> {dist.sharding = #dist.sharding<@mesh, [{"x":(1)2}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.tanh %0 : tensor<8x32xf32>
  return %1 : tensor<8x32xf32>
}

// -----

// Where the axis divides, it is not taken apart.
// CHECK-LABEL: func @main
// CHECK-NOT: "x":(
dist.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<16x32xf32>) -> tensor<8x32xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
