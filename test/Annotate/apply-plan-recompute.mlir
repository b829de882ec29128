// A plan says which scopes are computed again: their forward operations get the
// user's word, each layer as a scope of its own.
// RUN: echo '{"popt_plan": 1, "recompute": [{"match": "loc:block/*", "policy": "full"}]}' > %t.full.json
// RUN: %popt %s --apply-plan=plan=%t.full.json | FileCheck %s --check-prefixes=CHECK,FULL
// RUN: echo '{"popt_plan": 1, "recompute": [{"match": "loc:*", "policy": "nothing_saveable"}, {"match": "loc:block/*", "policy": "dots_saveable"}]}' > %t.dots.json
// RUN: %popt %s --apply-plan=plan=%t.dots.json | FileCheck %s --check-prefixes=CHECK,DOTS
// RUN: echo '{"popt_plan": 1, "recompute": [{"match": "loc:block/*", "policy": "dots_with_no_batch_dims_saveable"}]}' > %t.plain.json
// RUN: %popt %s --apply-plan=plan=%t.plain.json | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: echo '{"popt_plan": 1, "recompute": [{"match": "loc:block/*", "policy": "save_only_these_names", "names": ["hidden"]}]}' > %t.named.json
// RUN: %popt %s --apply-plan=plan=%t.named.json | FileCheck %s --check-prefixes=CHECK,NAMED
// RUN: echo '{"popt_plan": 1, "recompute": [{"match": "loc:block/*", "policy": "save_anything_except_these_names", "names": ["hidden"]}]}' > %t.except.json
// RUN: %popt %s --apply-plan=plan=%t.except.json | FileCheck %s --check-prefixes=CHECK,EXCEPT
// RUN: echo '{"popt_plan": 1, "recompute": [{"match": "loc:block/*", "policy": "everything_saveable"}]}' > %t.all.json
// RUN: %popt %s --apply-plan=plan=%t.all.json | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: echo '{"popt_plan": 1, "recompute": [{"match": "loc:blok/*", "policy": "full"}]}' > %t.none.json
// RUN: not %popt %s --apply-plan=plan=%t.none.json 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: echo '{"popt_plan": 1, "recompute": [{"match": "loc:block/*", "policy": "save_only_these_names", "names": ["hiden"]}]}' > %t.name.json
// RUN: not %popt %s --apply-plan=plan=%t.name.json 2>&1 | FileCheck %s --check-prefix=NAME

// RUN: echo '{"popt_plan": 1, "recompute": [{"match": "loc:block/*", "policy": "offload"}]}' > %t.host.json
// RUN: %popt %s --apply-plan=plan=%t.host.json | FileCheck %s --check-prefixes=CHECK,HOST
// RUN: echo '{"popt_plan": 1, "recompute": [{"match": "loc:block/*", "policy": "offload_dot_with_no_batch_dims"}]}' > %t.plain-host.json
// RUN: %popt %s --apply-plan=plan=%t.plain-host.json | FileCheck %s --check-prefixes=CHECK,PLAIN-HOST

// NONE: error: plan.recompute[0]: "loc:blok/*" matches no operation's scope, did you mean "block/
// NAME: error: plan.recompute[0]: no scope within "loc:block/*" has the name "hiden", did you mean "block/hidden/tanh"?

// CHECK-LABEL: func.func @main
// Constants belong to their readers.
// CHECK: stablehlo.constant
// CHECK-NOT: dist.recompute
// CHECK-SAME: tensor<f32>
// FULL: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope 0>
// FULL: stablehlo.tanh {{.*}}dist.recompute = #dist.recompute<scope 0>
// FULL: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope 0>
// FULL: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope 1>
// FULL: stablehlo.tanh {{.*}}dist.recompute = #dist.recompute<scope 1>
// FULL: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope 1>
// The last match counts.
// DOTS: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope [[LAYER:.]], held = true>
// DOTS: stablehlo.tanh {{.*}}dist.recompute = #dist.recompute<scope [[LAYER]]>
// DOTS: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope [[LAYER]], held = true>
// PLAIN: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope 0, held = true>
// PLAIN: stablehlo.tanh {{.*}}dist.recompute = #dist.recompute<scope 0>
// PLAIN: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope 0>
// NAMED: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope 0>
// NAMED: stablehlo.tanh {{.*}}dist.recompute = #dist.recompute<scope 0, held = true>
// NAMED: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope 0>
// EXCEPT: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope 0, held = true>
// EXCEPT: stablehlo.tanh {{.*}}dist.recompute = #dist.recompute<scope 0>
// ALL-COUNT-6: held = true
// HOST-COUNT-6: held = true, offloaded = true
// PLAIN-HOST: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope 0, held = true, offloaded = true>
// PLAIN-HOST: stablehlo.tanh {{.*}}dist.recompute = #dist.recompute<scope 0>
// PLAIN-HOST: stablehlo.dot_general {{.*}}dist.recompute = #dist.recompute<scope 0>
// The backward part is not recomputed.
// CHECK: stablehlo.negate
// CHECK-NOT: dist.recompute
// CHECK: return
func.func @main(%x: tensor<2x8x8xf32>, %w: tensor<8x8xf32>) -> tensor<2x8x8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32> loc("jit(step)/jvp(block)/one")
  %a = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] : (tensor<2x8x8xf32>, tensor<8x8xf32>) -> tensor<2x8x8xf32> loc("jit(step)/jvp(block)/first")
  %h = stablehlo.tanh %a : tensor<2x8x8xf32> loc("jit(step)/jvp(block)/hidden/tanh")
  %y = stablehlo.dot_general %h, %h, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32> loc("jit(step)/jvp(block)/second")
  %b = stablehlo.dot_general %y, %w, contracting_dims = [2] x [0] : (tensor<2x8x8xf32>, tensor<8x8xf32>) -> tensor<2x8x8xf32> loc("jit(step)/jvp(block)/first")
  %i = stablehlo.tanh %b : tensor<2x8x8xf32> loc("jit(step)/jvp(block)/hidden/tanh")
  %z = stablehlo.dot_general %i, %i, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32> loc("jit(step)/jvp(block)/second")
  %n = stablehlo.negate %z : tensor<2x8x8xf32> loc("jit(step)/transpose(jvp(block))/neg")
  return %n : tensor<2x8x8xf32>
}
