// A dimension split over a module's own stage axis: each coordinate has its block.
// RUN: %poptc %s --emit=annotated -o - | FileCheck %s --check-prefix=ANNOTATED
// RUN: %poptc %s --emit=partitioned -o - | FileCheck %s
// RUN: %popt-run %s --init random 2>&1 | count 0

// ANNOTATED: stage ["pp"=2]
// ANNOTATED: tensor<8x4xf32> {{{.*}}[{"pp"}, {}]>
// CHECK: func.func @main_pp0(%arg0: tensor<4x4xf32> {dist.global_type = tensor<8x4xf32>, dist.index = 0 : i64, {{.*}}[{"pp"}, {}]>})
// CHECK: func.func @main_pp1(%arg0: tensor<4x4xf32> {dist.global_type = tensor<8x4xf32>, dist.index = 0 : i64, {{.*}}[{"pp"}, {}]>})
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}
