// What warps move: three matrices of 24 KB, one of them read across its lines,
// are as many sectors of 32 bytes as they fill: it goes through tiles.
// RUN: env POPT_CUDA_DRIVER=%fake-cuda POPT_FAKE_CUDA=checks=bounds,counters=%t.json %popt-run %s --target=sm_90 --init random
// RUN: FileCheck %s --input-file=%t.json
// CHECK: "bytes_accessed": 73728, "bytes_accessed_by_16": 0, "sectors": 2304,
func.func @main(%x: tensor<96x64xf32>, %y: tensor<64x96xf32>) -> tensor<64x96xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<96x64xf32>) -> tensor<64x96xf32>
  %1 = stablehlo.add %0, %y : tensor<64x96xf32>
  return %1 : tensor<64x96xf32>
}
