// What a budget has made again takes the time of the devices that make it: those of
// stage 1 have a tenth of the memory's rate.
// RUN: echo '{"popt_cluster": 1, "name": "two kinds", "links": [{"name": "l", "latency_seconds": 0, "bytes_per_second": 1e9}], "devices": [{"kind": "fast", "count": 1, "memory_bytes": 1e9, "memory_bytes_per_second": 1e9, "flops_per_second": {"f32": 1e12}}, {"kind": "slow", "count": 1, "memory_bytes": 1e9, "memory_bytes_per_second": 1e8, "flops_per_second": {"f32": 1e12}}]}' > %t.json
// RUN: %popt %s --set-machine=cluster=%t.json --fit-memory=memory-budget=40000 --remarks-filter=collectives -o /dev/null 2>&1 | FileCheck %s

dist.mesh @mesh = <stage ["pp"=2]>

// CHECK: [[#@LINE+2]]:{{.*}}frees 16384 bytes where about {{[0-9]+}} are alive, sends 0 bytes more, in [[SECONDS:.+]]e-05 s more
func.func @main_pp0(%a: tensor<64x64xf32>, %x: tensor<8x64xf32>) -> tensor<8x64xf32> attributes {dist.coordinate = 0 : i64} {
  %w = stablehlo.tanh %a : tensor<64x64xf32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %large = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
  %v = stablehlo.dot_general %y, %large, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %z = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  return %z : tensor<8x64xf32>
}

// CHECK: [[#@LINE+2]]:{{.*}}frees 16384 bytes where about {{[0-9]+}} are alive, sends 0 bytes more, in [[SECONDS]]e-04 s more
func.func @main_pp1(%a: tensor<64x64xf32>, %x: tensor<8x64xf32>) -> tensor<8x64xf32> attributes {dist.coordinate = 1 : i64} {
  %w = stablehlo.tanh %a : tensor<64x64xf32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %large = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
  %v = stablehlo.dot_general %y, %large, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %z = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  return %z : tensor<8x64xf32>
}
