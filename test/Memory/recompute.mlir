// Between forward and backward part only checkpoints are held.
// RUN: %popt %s --split-input-file --recompute=policy=selective | FileCheck %s --check-prefixes=CHECK,SELECTIVE
// RUN: %popt %s --split-input-file --recompute=policy=full | FileCheck %s --check-prefixes=CHECK,FULL
// RUN: %popt %s --split-input-file --recompute | FileCheck %s --check-prefix=NONE
// RUN: %popt %s --split-input-file --recompute=policy=full --remarks-filter-analyse=memory --remarks-filter-passed=memory --remarks-filter-missed=memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not %popt %s --split-input-file --recompute=policy=ful 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: recompute: "ful" is none of none, selective, full, did you mean "full"?

// Three layers and their backward parts: by `selective` products stay, and tanh
// is computed again; by `full` products are, too.
dist.mesh @mesh = <["dp"=1]>
// REMARK: remark: [Passed] recompute
// REMARK-SAME: are computed again, from
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.+]] = stablehlo.dot_general %arg0, %arg1
// CHECK: %[[H:.+]] = stablehlo.tanh %[[A]]
// CHECK: stablehlo.dot_general %[[H]], %arg2
// FULL: stablehlo.dot_general %[[H]], %arg2
// FULL: return
// SELECTIVE: %[[AGAIN:.+]] = stablehlo.tanh %[[A]]
// SELECTIVE: stablehlo.dot_general %[[AGAIN]],
// NONE-LABEL: func.func @main
// NONE-COUNT-3: stablehlo.tanh
// NONE-NOT: stablehlo.tanh
// NONE: return
func.func @main(%x: tensor<64x8xf32>, %u: tensor<8x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<8x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %a = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
  %h = stablehlo.tanh %a : tensor<64x64xf32>
  %b = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %i = stablehlo.tanh %b : tensor<64x64xf32>
  %c = stablehlo.dot_general %i, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %j = stablehlo.tanh %c : tensor<64x64xf32>
  %dc = stablehlo.multiply %j, %c : tensor<64x64xf32>
  %dw = stablehlo.dot_general %i, %dc, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %di = stablehlo.dot_general %dc, %w, contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %db = stablehlo.multiply %di, %b : tensor<64x64xf32>
  %dv = stablehlo.dot_general %h, %db, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %dh = stablehlo.dot_general %db, %v, contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %da = stablehlo.multiply %dh, %a : tensor<64x64xf32>
  %du = stablehlo.dot_general %x, %da, contracting_dims = [0] x [0] : (tensor<64x8xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  return %du, %dv, %dw : tensor<8x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// A factor per channel is held: it frees nothing, and a kernel that makes it does
// so for each element. One per row is made again with the rest.
dist.mesh @mesh = <["dp"=1]>
// CHECK-LABEL: func.func @main
// SELECTIVE: %[[FACTOR:.+]] = stablehlo.exponential
// SELECTIVE: stablehlo.broadcast_in_dim %[[FACTOR]], dims = [1]
// SELECTIVE: stablehlo.log
// SELECTIVE-NOT: stablehlo.exponential
// SELECTIVE: stablehlo.broadcast_in_dim %[[FACTOR]], dims = [1]
// SELECTIVE: stablehlo.log
// SELECTIVE-NOT: stablehlo.exponential
// SELECTIVE: return
func.func @main(%x: tensor<64x8xf32>, %u: tensor<8x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x64xf32>, %channels: tensor<64xf32>, %rows: tensor<64xf32>) -> (tensor<8x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %e = stablehlo.exponential %channels : tensor<64xf32>
  %f = stablehlo.broadcast_in_dim %e, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %l = stablehlo.log %rows : tensor<64xf32>
  %r = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %a = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
  %af = stablehlo.multiply %a, %f : tensor<64x64xf32>
  %ar = stablehlo.multiply %af, %r : tensor<64x64xf32>
  %h = stablehlo.tanh %ar : tensor<64x64xf32>
  %b = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %i = stablehlo.tanh %b : tensor<64x64xf32>
  %c = stablehlo.dot_general %i, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %j = stablehlo.tanh %c : tensor<64x64xf32>
  %dc = stablehlo.multiply %j, %c : tensor<64x64xf32>
  %dw = stablehlo.dot_general %i, %dc, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %di = stablehlo.dot_general %dc, %w, contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %db = stablehlo.multiply %di, %b : tensor<64x64xf32>
  %dv = stablehlo.dot_general %h, %db, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %dh = stablehlo.dot_general %db, %v, contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %da = stablehlo.multiply %dh, %a : tensor<64x64xf32>
  %du = stablehlo.dot_general %x, %da, contracting_dims = [0] x [0] : (tensor<64x8xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  return %du, %dv, %dw : tensor<8x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// A softmax. The exponentials are held in the place of the product from which they
// follow: they take as many bytes, and the probabilities are one division from
// them. By `full` they are made again.
dist.mesh @mesh = <["dp"=1]>
// CHECK-LABEL: func.func @main
// SELECTIVE: stablehlo.dot_general
// SELECTIVE: %[[E:.+]] = stablehlo.exponential
// SELECTIVE: stablehlo.divide %[[E]]
// SELECTIVE-NOT: stablehlo.exponential
// SELECTIVE: stablehlo.divide %[[E]]
// SELECTIVE-NOT: stablehlo.exponential
// SELECTIVE: return
// FULL-COUNT-2: stablehlo.exponential
func.func @main(%q: tensor<64x8xf32>, %k: tensor<8x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x256xf32>) -> (tensor<64x64xf32>, tensor<8x64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
  %e = stablehlo.exponential %s : tensor<64x64xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %p = stablehlo.divide %e, %sums : tensor<64x64xf32>
  %o = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.dot_general %o, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %db = stablehlo.multiply %b, %b : tensor<64x256xf32>
  %do = stablehlo.dot_general %db, %w, contracting_dims = [1] x [1] : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x64xf32>
  %dv = stablehlo.dot_general %p, %do, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %dp = stablehlo.dot_general %do, %v, contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %de = stablehlo.divide %dp, %sums : tensor<64x64xf32>
  %ds = stablehlo.multiply %de, %e : tensor<64x64xf32>
  %dk = stablehlo.dot_general %q, %ds, contracting_dims = [0] x [0] : (tensor<64x8xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  return %dv, %dk : tensor<64x64xf32>, tensor<8x64xf32>
}

// -----

// Nothing to gain: no operation is there twice.
dist.mesh @mesh = <["dp"=1]>
// REMARK: remark: [Missed] recompute
// REMARK-SAME: no less would be alive at once
// CHECK-LABEL: func.func @main
// CHECK-COUNT-1: stablehlo.tanh
// CHECK-NOT: stablehlo.tanh
// CHECK: return
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.tanh %x : tensor<64xf32>
  %1 = stablehlo.add %0, %0 : tensor<64xf32>
  return %1 : tensor<64xf32>
}

// -----

// What is sent lies where it was made until it was taken: `sent` waits for that
// value, so that a copy would free nothing.
// CHECK-LABEL: func.func @main_pp0
// CHECK: %[[H:.+]] = stablehlo.tanh %arg0
// CHECK: dist.send %[[H]]
// CHECK-NOT: stablehlo.tanh
// CHECK: dist.sent %[[H]]
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main_pp0(%x: tensor<64x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {dist.coordinate = 0 : i64} {
  %h = stablehlo.tanh %x : tensor<64x64xf32>
  dist.send %h message 0 to 1 on @mesh : tensor<64x64xf32>
  %b = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %d = stablehlo.dot_general %c, %v, contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = stablehlo.dot_general %d, %b, contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %f = stablehlo.dot_general %h, %e, contracting_dims = [0] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  dist.sent %h message 0 : tensor<64x64xf32>
  return %f : tensor<64x64xf32>
}
