// Arguments and results may lie in the host's memory: shardings say from here on
// how values are divided, and an attribute says where the user put them.
// RUN: %popt %s --propagate-shardings -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8x4xf32> {dist.name = "w", dist.on_host, dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}
// CHECK-SAME: -> (tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
dist.mesh @mesh = <["dp"=2]>
func.func @main(%w: tensor<8x4xf32> {dist.name = "w", dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], memory = host>}) -> tensor<8x4xf32> {
  return %w : tensor<8x4xf32>
}

// -----

// State keeps its memory, whichever end the user spoke of.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8xf32> {dist.on_host,
// CHECK-SAME: %arg1: tensor<8xf32> {dist.on_host,
// CHECK-SAME: %arg2: tensor<8xf32> {dist.sharding
// CHECK-SAME: -> (tensor<8xf32> {dist.on_host,
// CHECK-SAME: tensor<8xf32> {dist.on_host,
dist.mesh @mesh = <["dp"=2]>
func.func @main(%a: tensor<8xf32> {dist.state = 0, dist.sharding = #dist.sharding<@mesh, [{}], memory = host>}, %b: tensor<8xf32> {dist.state = 1}, %x: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], memory = host>}) {
  %0 = stablehlo.add %a, %x : tensor<8xf32>
  %1 = stablehlo.add %b, %x : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Where values inside the program lie is not the user's.
dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-error @+1 {{a value of 'dist.constraint' is to be in the host's memory, where only arguments and results can be; leave "memory = host" out of its sharding}}
  %0 = dist.constraint %x <@mesh, [{}, {}], memory = host> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// The device's memory is what every other value has.
// CHECK-LABEL: func.func @main
// CHECK-NOT: dist.on_host
// CHECK: return
dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}], memory = device>}) -> tensor<8x4xf32> {
  return %x : tensor<8x4xf32>
}
