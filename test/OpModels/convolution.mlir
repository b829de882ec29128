// Batch, groups and features; shardings of space spread along windows or taps,
// the longer first.
// RUN: %popt %s --print-factor-rules -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: factors ([i, l, o, j],[m, p, j, k])->([i, n, q, k]) {i=4, j=8, k=16, l=16, m=3, n=16, o=16, p=3, q=16} reduction={j} need_replication={l, m, n, o, p, q}; spread along ([i, r, s, j],[_, _, j, k])->([i, r, s, k]) {i=4, j=8, k=16, l=16, m=3, n=16, o=16, p=3, q=16, r=16, s=16} reduction={j} need_replication={l, m, n, o, p, q} permutation={r, s}; terms sum {0} {1}
// CHECK: factors ([i, m, p, jk],[n, q, k, jl])->([i, o, r, jl]) {i=4, j=4, k=2, l=4, m=16, n=3, o=14, p=16, q=3, r=14} reduction={k} need_replication={m, n, o, p, q, r}; spread along ([i, s, t, jk],[_, _, k, jl])->([i, s, t, jl]) {i=4, j=4, k=2, l=4, m=16, n=3, o=14, p=16, q=3, r=14, s=14, t=14} reduction={k} need_replication={m, n, o, p, q, r} permutation={s, t}; terms sum {0} {1}
// CHECK: factors ([ij, m, p, k],[n, q, k, il])->([j, o, r, il]) {i=2, j=2, k=8, l=8, m=16, n=3, o=14, p=16, q=3, r=14} reduction={k} need_replication={m, n, o, p, q, r}; spread along ([ij, s, t, k],[_, _, k, il])->([j, s, t, il]) {i=2, j=2, k=8, l=8, m=16, n=3, o=14, p=16, q=3, r=14, s=14, t=14} reduction={k} need_replication={m, n, o, p, q, r} permutation={s, t}; terms sum {0} {1}
// CHECK: factors ([i, l, m, j],[_, _, j, k])->([i, l, m, k]) {i=4, j=8, k=16, l=16, m=16} reduction={j}; spread along ([i, n, o, j],[_, _, j, k])->([i, n, o, k]) {i=4, j=8, k=16, l=16, m=16, n=16, o=16} reduction={j} permutation={n, o}; terms sum {0} {1}
// CHECK: factors ([i, l, o, j],[m, p, j, k])->([i, n, q, k]) {i=4, j=8, k=16, l=16, m=13, n=4, o=16, p=13, q=4} reduction={j} need_replication={l, m, n, o, p, q}; spread along ([i, r, s, j],[r, s, j, k])->([i, _, _, k]) {i=4, j=8, k=16, l=16, m=13, n=4, o=16, p=13, q=4, r=13, s=13} reduction={j, r:custom, s:custom} need_replication={l, m, n, o, p, q}; terms sum {0} {1}

func.func @convolution(%x: tensor<4x16x16x8xf32>, %w: tensor<3x3x8x16xf32>, %g: tensor<3x3x2x16xf32>, %o: tensor<1x1x8x16xf32>, %big: tensor<13x13x8x16xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x8xf32>, tensor<3x3x8x16xf32>) -> tensor<4x16x16x16xf32>
  %1 = stablehlo.convolution(%x, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<4x16x16x8xf32>, tensor<3x3x2x16xf32>) -> tensor<4x14x14x16xf32>
  %2 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x8xf32>, tensor<3x3x8x16xf32>) -> tensor<2x14x14x16xf32>
  %3 = stablehlo.convolution(%x, %o) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x8xf32>, tensor<1x1x8x16xf32>) -> tensor<4x16x16x16xf32>
  %4 = stablehlo.convolution(%x, %big) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x8xf32>, tensor<13x13x8x16xf32>) -> tensor<4x4x4x16xf32>
  return
}
