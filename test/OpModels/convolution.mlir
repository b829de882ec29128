// Batch, groups and features; space is split along windows, or along the taps of a
// kernel that is larger than the result. Shardings of space spread along windows
// or taps, the longer first.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i, l, n, j],[m, o, j, k])->([i, l, n, k]) {i=4, j=8, k=16, l=16, m=3, n=16, o=3} reduction={j} need_replication={m, o} permutation={l, n}; spread along ([i, l, m, j],[_, _, j, k])->([i, l, m, k]) {i=4, j=8, k=16, l=16, m=16} reduction={j} permutation={l, m}{{.*}}; partial sum {0} {1}
// CHECK: factors ([i, m, o, jk],[n, p, k, jl])->([i, m, o, jl]) {i=4, j=4, k=2, l=4, m=16, n=3, o=16, p=3} reduction={k} need_replication={n, p} permutation={m, o}; spread along ([i, m, n, jk],[_, _, k, jl])->([i, m, n, jl]) {i=4, j=4, k=2, l=4, m=14, n=14} reduction={k} permutation={m, n}{{.*}}; partial sum {0} {1}
// CHECK: factors ([ij, m, o, k],[n, p, k, il])->([j, m, o, il]) {i=2, j=2, k=8, l=8, m=16, n=3, o=16, p=3} reduction={k} need_replication={n, p} permutation={m, o}; spread along ([ij, m, n, k],[_, _, k, il])->([j, m, n, il]) {i=2, j=2, k=8, l=8, m=14, n=14} reduction={k} permutation={m, n}{{.*}}; partial sum {0} {1}
// CHECK: factors ([i, l, m, j],[_, _, j, k])->([i, l, m, k]) {i=4, j=8, k=16, l=16, m=16} reduction={j}; spread along ([i, l, m, j],[_, _, j, k])->([i, l, m, k]) {i=4, j=8, k=16, l=16, m=16} reduction={j} permutation={l, m}; partial sum {0} {1}
// CHECK: factors ([i, l, n, j],[l, n, j, k])->([i, m, o, k]) {i=4, j=8, k=16, l=13, m=4, n=13, o=4} reduction={j, l, n} need_replication={m, o}; spread along ([i, l, m, j],[l, m, j, k])->([i, _, _, k]) {i=4, j=8, k=16, l=13, m=13} reduction={j, l:custom, m:custom}; partial sum {0} {1}

func.func @convolution(%x: tensor<4x16x16x8xf32>, %w: tensor<3x3x8x16xf32>, %g: tensor<3x3x2x16xf32>, %o: tensor<1x1x8x16xf32>, %big: tensor<13x13x8x16xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x8xf32>, tensor<3x3x8x16xf32>) -> tensor<4x16x16x16xf32>
  %1 = stablehlo.convolution(%x, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<4x16x16x8xf32>, tensor<3x3x2x16xf32>) -> tensor<4x14x14x16xf32>
  %2 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x8xf32>, tensor<3x3x8x16xf32>) -> tensor<2x14x14x16xf32>
  %3 = stablehlo.convolution(%x, %o) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x8xf32>, tensor<1x1x8x16xf32>) -> tensor<4x16x16x16xf32>
  %4 = stablehlo.convolution(%x, %big) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x8xf32>, tensor<13x13x8x16xf32>) -> tensor<4x4x4x16xf32>
  return
}
