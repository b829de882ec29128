// Communication that runs beside other operations has a stream of its own, with
// an event for what is before it and one for its end.
// RUN: popt %s --split-input-file --plan-memory --verify-memory-plan --emit-step --verify-step-table | FileCheck %s
// RUN: popt %s --split-input-file --plan-memory --emit-step --mlir-print-debuginfo | FileCheck %s --check-prefix=PLACE

// Who waits is said to wait for the communication.
// PLACE: step.all_reduce[2] {{.*}} loc([[REDUCE:#loc[0-9]+]])
// PLACE: step.wait[7] () waits [1] loc([[REDUCE]])

dist.mesh @mesh = <["dp"=2]>
// CHECK: step.program @main
// CHECK-SAME: events 4
// CHECK: step.body @step
// CHECK: step.kernel[0] @k (@arena[0] : 64xf32, @arena[[A:.*]] : 64xf32)
// CHECK: step.wait[1] () event 0
// CHECK: step.all_reduce[2] sum over @dp (@arena[[A]] : 64xf32, @arena[[A]] : 64xf32) stream 1 waits [0] event 1
// CHECK: step.wait[3] () event 2
// CHECK: step.all_gather[4] dim 0 over @dp bucket 2 {{.*}} stream 1 waits [2]{{$}}
// CHECK: step.all_gather[5] dim 0 over @dp {{.*}} stream 1 event 3
// CHECK: step.kernel[6] @k
// CHECK: step.wait[7] () waits [1]
// CHECK: step.kernel[8] @k (@arena[[A]]
// CHECK: step.wait[9] () waits [3]
// CHECK-NEXT: }
func.func @main(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<128xf32>, tensor<128xf32>, tensor<64xf32>) {
  %0 = call @k(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = dist.all_reduce %0 sum over {"dp"} on @mesh {step.beside = 2 : i64} : tensor<64xf32>
  %2:2 = dist.bucket(%x, %y) (%a: tensor<64xf32>, %b: tensor<64xf32>) {
    %3 = dist.all_gather %a dim 0 over {"dp"} on @mesh : tensor<64xf32> -> tensor<128xf32>
    %4 = dist.all_gather %b dim 0 over {"dp"} on @mesh : tensor<64xf32> -> tensor<128xf32>
    dist.return %3, %4 : tensor<128xf32>, tensor<128xf32>
  } {step.beside = 2 : i64} : (tensor<64xf32>, tensor<64xf32>) -> (tensor<128xf32>, tensor<128xf32>)
  %5 = call @k(%y) : (tensor<64xf32>) -> tensor<64xf32>
  %6 = call @k(%1) : (tensor<64xf32>) -> tensor<64xf32>
  return %6, %2#0, %2#1, %5 : tensor<64xf32>, tensor<128xf32>, tensor<128xf32>, tensor<64xf32>
}
func.func private @k(tensor<64xf32>) -> tensor<64xf32> attributes {popt.kernel}

// -----

// In a loop it is done before the next iteration, and what has no elements is not
// sent.
dist.mesh @mesh = <["dp"=2]>
// CHECK: step.body @body
// CHECK: step.wait{{.*}} event [[READY:.*]]
// CHECK: step.all_reduce{{.*}} stream 1 waits [{{.*}}] event [[DONE:.*]]
// CHECK: step.kernel
// CHECK: step.wait{{.*}} waits {{\[}}[[DONE]]]
// CHECK: step.copy
// CHECK-NOT: all_gather
func.func @main(%x: tensor<64xf32>, %n: tensor<i32>, %e: tensor<0xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<0xf32>) {
  %0 = dist.all_gather %e dim 0 over {"dp"} on @mesh {step.beside = 1 : i64} : tensor<0xf32> -> tensor<0xf32>
  %1 = call @k(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %2:3 = stablehlo.while(%i = %n, %s = %x, %t = %1) : tensor<i32>, tensor<64xf32>, tensor<64xf32>
    cond {
      %3 = func.call @more(%i) : (tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %4 = dist.all_reduce %s sum over {"dp"} on @mesh {step.beside = 2 : i64} : tensor<64xf32>
      %5 = func.call @k(%t) : (tensor<64xf32>) -> tensor<64xf32>
      %6 = func.call @next(%i) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %6, %4, %5 : tensor<i32>, tensor<64xf32>, tensor<64xf32>
    }
  return %2#1, %2#2, %0 : tensor<64xf32>, tensor<64xf32>, tensor<0xf32>
}
func.func private @k(tensor<64xf32>) -> tensor<64xf32> attributes {popt.kernel}
func.func private @more(tensor<i32>) -> tensor<i1> attributes {popt.kernel}
func.func private @next(tensor<i32>) -> tensor<i32> attributes {popt.kernel}

// -----

// Copies over the host's link have a stream for each direction.
// CHECK: step.program @main
// CHECK: step.wait[0] () event 0
// CHECK: step.copy[1] (@host[0] : 64xf32, @arena[[M:.*]] : 64xf32) stream 3 waits [0] event 1
// CHECK: step.kernel[2] @k
// CHECK: step.wait[3] () waits [1]
// CHECK: step.kernel[4] @k (@arena[[M]] : 64xf32, @arena[[NEW:.*]] : 64xf32)
// CHECK: step.wait[5] () event 2
// CHECK: step.copy[6] (@arena[[NEW]] : 64xf32, @host[0] : 64xf32) stream 2 waits [2] event 3
// CHECK: step.kernel[7] @k
// CHECK: step.wait[8] () waits [3]
// CHECK-NEXT: }
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=1]>
  func.func @main(%m: tensor<64xf32> {dist.on_host, dist.state = 0 : i64}, %x: tensor<64xf32>) -> (tensor<64xf32> {dist.on_host}, tensor<64xf32>, tensor<64xf32>) attributes {dist.memories_placed} {
    %0 = dist.to_device %m {step.beside = 1 : i64} : tensor<64xf32>
    %1 = call @k(%x) : (tensor<64xf32>) -> tensor<64xf32>
    %2 = call @k(%0) : (tensor<64xf32>) -> tensor<64xf32>
    %3 = dist.to_host %2 {step.beside = 1 : i64} : tensor<64xf32>
    %4 = call @k(%1) : (tensor<64xf32>) -> tensor<64xf32>
    return %3, %4, %1 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
  }
  func.func private @k(tensor<64xf32>) -> tensor<64xf32> attributes {popt.kernel}
}

// -----

// A collective does not write over what a copy beside it still reads.
// CHECK: step.copy[{{.*}}] (@arena{{.*}}, @host[0] : 64xf32) stream 2
// CHECK: step.all_reduce{{.*}} stream 1
module attributes {popt.target = "sm_90"} {
  dist.mesh @mesh = <["dp"=2]>
  func.func @main(%x: tensor<64xf32>) -> (tensor<64xf32> {dist.on_host}, tensor<64xf32>, tensor<64xf32>) attributes {dist.memories_placed} {
    %0 = call @k(%x) : (tensor<64xf32>) -> tensor<64xf32>
    %1 = dist.to_host %0 {step.beside = 2 : i64} : tensor<64xf32>
    %2 = dist.all_reduce %0 sum over {"dp"} on @mesh {step.beside = 1 : i64} : tensor<64xf32>
    %3 = call @k(%x) : (tensor<64xf32>) -> tensor<64xf32>
    return %1, %2, %3 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
  }
  func.func private @k(tensor<64xf32>) -> tensor<64xf32> attributes {popt.kernel}
}

// -----

// Streams as the program says: each waits for what it needs alone.
dist.mesh @mesh = <["dp"=2, "tp"=2]>
// CHECK: step.wait{{.*}} event [[READY:[0-9]+]]
// CHECK: step.all_reduce{{.*}} over @dp {{.*}} stream 1 waits {{\[}}[[READY]]] event [[DP:[0-9]+]]
// CHECK: step.wait{{.*}} event [[READY:[0-9]+]]
// CHECK: step.all_reduce{{.*}} over @tp {{.*}} stream 4 waits {{\[}}[[READY]]] event [[TP:[0-9]+]]
// CHECK: step.kernel
// CHECK: step.wait{{.*}} waits {{\[}}[[TP]]]
// CHECK: step.kernel
// CHECK: step.wait{{.*}} waits {{\[}}[[DP]]]
// CHECK: step.kernel
func.func @main(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %0 = dist.all_reduce %x sum over {"dp"} on @mesh {step.beside = 3 : i64} : tensor<64xf32>
  %1 = dist.all_reduce %y sum over {"tp"} on @mesh {step.beside = 1 : i64, step.stream = 4 : i32} : tensor<64xf32>
  %2 = call @k(%y) : (tensor<64xf32>) -> tensor<64xf32>
  %3 = call @k(%1) : (tensor<64xf32>) -> tensor<64xf32>
  %4 = call @k(%0) : (tensor<64xf32>) -> tensor<64xf32>
  return %2, %3, %4 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}
func.func private @k(tensor<64xf32>) -> tensor<64xf32> attributes {popt.kernel}
