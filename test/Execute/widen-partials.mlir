// Terms narrower than f32 are summed as f32 and rounded once: 257 + 2 is 259,
// in bf16 260; partial that were rounded themselves would give 256 + 2. Interpreted
// and compiled, on even and uneven blocks.
// REQUIRES: popt-run, numpy
// RUN: %python %S/narrow_terms.py %t
// RUN: %popt-run %s --cluster=builtin:bytes --reference --inputs %t.inputs.npz --expect %t.expected.npz --rtol 0 --atol 0
// RUN: %popt-run %s --cluster=builtin:bytes --inputs %t.inputs.npz --expect %t.expected.npz --rtol 0 --atol 0
// RUN: sed -e 's/"tp"=2/"tp"=3/' %s > %t.uneven.mlir
// RUN: %popt-run %t.uneven.mlir --cluster=builtin:bytes --reference --poison-padding --inputs %t.inputs.npz --expect %t.expected.npz --rtol 0 --atol 0
// RUN: %popt-run %t.uneven.mlir --cluster=builtin:bytes --inputs %t.inputs.npz --expect %t.expected.npz --rtol 0 --atol 0
// RUN: %poptc %s --cluster=builtin:bytes --emit=partitioned -o - | FileCheck %s

dist.mesh @mesh = <["tp"=2]>
// CHECK-DAG: dist.reduce_scatter {{.*}} tensor<64x4xf32>
// CHECK-DAG: dist.reduce_scatter {{.*}} tensor<4xf32>
func.func @main(%x: tensor<64x1024xbf16> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
                %w: tensor<1024x4xbf16> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<64x4xbf16> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>},
        tensor<4xbf16> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x1024xbf16>, tensor<1024x4xbf16>) -> tensor<64x4xbf16>
  %c = stablehlo.constant dense<0.0> : tensor<bf16>
  %1 = stablehlo.reduce(%w init: %c) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  return %0, %1 : tensor<64x4xbf16>, tensor<4xbf16>
}
