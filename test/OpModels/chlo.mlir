// CHLO functions are elementwise; top_k passes all dims but the last, along
// which it gathers candidates.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i, j])->([i, j]) {i=4, j=6}
// CHECK: factors ([i, j],[i, j])->([i, j]) {i=4, j=6}
// CHECK: factors ([i, j])->([i, k],[i, k]) {i=4, j=6, k=2} reduction={j:custom} need_replication={k}; spread along ([i, j])->([i, k],[i, k]) {i=4, j=6, k=2} need_replication={j, k}; communicates along {j}

func.func @chlo(%x: tensor<4x6xf32>) {
  %0 = chlo.erf %x : tensor<4x6xf32> -> tensor<4x6xf32>
  %1 = chlo.next_after %x, %x : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x6xf32>
  %2, %3 = chlo.top_k(%x, k = 2) : tensor<4x6xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return
}
