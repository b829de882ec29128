// What exists from the beginning is in buckets by when it is read, on devices with
// streams: the first one is short, since everything waits for it. How many there
// are follows from latencies and rates of the links.
// RUN: popt %s --set-machine=cluster=%S/Inputs/gpus.json --combine-collectives --remarks-filter-passed=collectives 2>&1 | FileCheck %s
// RUN: sed 's/"sm_90"/"cpu"/' %s | popt --set-machine=cluster=%S/Inputs/gpus.json --combine-collectives | FileCheck %s --check-prefix=CPU
// RUN: sed 's/1e-5/1e-2/' %S/Inputs/gpus.json > %t.json
// RUN: popt %s --set-machine=cluster=%t.json --combine-collectives | FileCheck %s --check-prefix=CPU

// Weights of four layers; a gather takes 10 us and 21 us for its bytes, a product
// 43 us. The first is gathered alone, the others beside what comes before.
// CHECK: 3 buckets of 4 collectives here
// CHECK-LABEL: func.func @main
// CHECK-NEXT: dist.all_gather %arg1
// CHECK-NEXT: dist.all_gather %arg2
// CHECK-NEXT: dist.bucket(%arg3, %arg4)
// CPU: dist.bucket(%arg1, %arg2, %arg3, %arg4)
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=2]>
  func.func @main(%x: tensor<1024x1024xf32>, %a: tensor<512x1024xf32>, %b: tensor<512x1024xf32>, %c: tensor<512x1024xf32>, %d: tensor<512x1024xf32>) -> tensor<1024x1024xf32> {
    %0 = dist.all_gather %a dim 0 over {"dp"} on @mesh : tensor<512x1024xf32> -> tensor<1024x1024xf32>
    %1 = dist.all_gather %b dim 0 over {"dp"} on @mesh : tensor<512x1024xf32> -> tensor<1024x1024xf32>
    %2 = dist.all_gather %c dim 0 over {"dp"} on @mesh : tensor<512x1024xf32> -> tensor<1024x1024xf32>
    %3 = dist.all_gather %d dim 0 over {"dp"} on @mesh : tensor<512x1024xf32> -> tensor<1024x1024xf32>
    %4 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %5 = stablehlo.dot_general %4, %1, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %6 = stablehlo.dot_general %5, %2, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %7 = stablehlo.dot_general %6, %3, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    return %7 : tensor<1024x1024xf32>
  }
}
