// Sums of partial values narrower than f32 are made and sent as f32 and rounded once.
// RUN: %popt %s --split-input-file --popt-partition='cluster=builtin:bytes' | FileCheck %s

// The product is f32, of operands as they are; what is combined is converted.
// CHECK-LABEL: func.func @main
dist.mesh @mesh = <["tp"=4]>
func.func @main(%x: tensor<8x1024xbf16> {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>},
                %w: tensor<1024x16xbf16> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<8x16xbf16> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>}) {
  // CHECK: %[[PARTIALS:.+]] = stablehlo.dot_general {{.*}} : (tensor<8x256xbf16>, tensor<256x16xbf16>) -> tensor<8x16xf32>
  // CHECK: %[[SUM:.+]] = dist.reduce_scatter %[[PARTIALS]] sum dim 0 over {"tp"} on @mesh : tensor<8x16xf32> -> tensor<2x16xf32>
  // CHECK: stablehlo.convert %[[SUM]] : (tensor<2x16xf32>) -> tensor<2x16xbf16>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x1024xbf16>, tensor<1024x16xbf16>) -> tensor<8x16xbf16>
  return %0 : tensor<8x16xbf16>
}

// -----

// A body combines wide elements; uneven blocks; the clause speaks of f32.
// CHECK-LABEL: func.func @main
dist.mesh @mesh = <["tp"=3]>
func.func @main(%x: tensor<1000x4xf16> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<4xf16> {dist.sharding = #dist.sharding<@mesh, [{"tp"}]>}) {
  %c = stablehlo.constant dense<0.0> : tensor<f16>
  // CHECK: %[[PARTIALS:.+]] = stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [0] : (tensor<334x4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: dist.reduce_scatter %[[PARTIALS]] sum dim 0 over {"tp"} on @mesh : tensor<4xf32> -> tensor<2xf32> as tensor<4xf32> from <@mesh, [{}], partial = sum{"tp"}> to <@mesh, [{"tp"}]>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<1000x4xf16>, tensor<f16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// The greatest is exact in its own type.
// CHECK-LABEL: func.func @main
dist.mesh @mesh = <["tp"=4]>
func.func @main(%x: tensor<1024x4xf16> {dist.sharding = #dist.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<4xf16> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // CHECK-NOT: f32
  // CHECK: max
  // CHECK-NOT: f32
  %c = stablehlo.constant dense<0xFC00> : tensor<f16>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<1024x4xf16>, tensor<f16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// Across the program's border a value has its own type, also as partial values.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<8xbf16>
// CHECK-SAME: -> (tensor<8xbf16>
dist.mesh @mesh = <["tp"=4]>
func.func @main(%x: tensor<8xbf16> {dist.sharding = #dist.sharding<@mesh, [{}], partial = sum{"tp"}>})
    -> (tensor<8xbf16> {dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  // CHECK: %[[WIDE:.+]] = stablehlo.convert %[[X]] : (tensor<8xbf16>) -> tensor<8xf32>
  // CHECK: dist.reduce_scatter %[[WIDE]] sum
  // CHECK: return %{{.+}} : tensor<8xbf16>
  return %x : tensor<8xbf16>
}
