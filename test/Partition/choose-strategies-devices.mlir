// An operation with a place is priced at the devices that are there: the fast ones of
// stage 0 gather the rows and compute the product twice, the slow ones of stage 1
// divide it and gather its result.
// RUN: echo '{"popt_cluster": 1, "name": "two kinds", "links": [{"name": "l", "latency_seconds": 0, "bytes_per_second": 1e9}], "devices": [{"kind": "fast", "count": 2, "memory_bytes": 1e9, "memory_bytes_per_second": 1e12, "flops_per_second": {"f32": 1e12}}, {"kind": "slow", "count": 2, "memory_bytes": 1e9, "memory_bytes_per_second": 1e12, "flops_per_second": {"f32": 1e9}}]}' > %t.json
// RUN: %popt %s --set-machine=cluster=%t.json --choose-strategies | FileCheck %s

dist.mesh @mesh = <stage ["pp"=2], ["dp"=2]>

// CHECK-LABEL: func.func @main
func.func @main(
    %x: tensor<64x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
    %w: tensor<8x512xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
    -> (tensor<64x512xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
        tensor<64x512xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: dist.place = array<i64: 0>, dist.shardings = [#dist.sharding<@mesh, [{}, {}]>]
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: dist.place = array<i64: 1>, dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<64x8xf32>, tensor<8x512xf32>) -> tensor<64x512xf32>
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<64x8xf32>, tensor<8x512xf32>) -> tensor<64x512xf32>
  return %0, %1 : tensor<64x512xf32>, tensor<64x512xf32>
}
