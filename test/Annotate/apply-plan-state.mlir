// What names leave open about state: options answer it, one call does not care,
// and donated buffers must not be guessed at.
// RUN: split-file %s %t
// RUN: not %popt %t/donated.mlir --apply-plan 2>&1 | FileCheck %s --check-prefix=DONATED
// RUN: %popt %t/donated.mlir --apply-plan='state=params=result[1]' | FileCheck %s --check-prefix=REST
// RUN: %popt %t/donated.mlir --apply-plan='state=params=result[1],mom=none' | FileCheck %s --check-prefix=NONE
// RUN: not %popt %t/donated.mlir --apply-plan='state=params=result[2]' 2>&1 | FileCheck %s --check-prefix=LONE
// RUN: not %popt %t/decided.mlir --apply-plan='state=params=result[1]' 2>&1 | FileCheck %s --check-prefix=SWAP
// RUN: %popt %t/decided.mlir --apply-plan='state=params=result[1],mom=result[0]' | FileCheck %s --check-prefix=SWAPPED
// RUN: %popt %t/decided.mlir --apply-plan='state=none' | FileCheck %s --check-prefix=STATELESS
// RUN: %popt %t/open.mlir --apply-plan | FileCheck %s --check-prefix=OPEN
// RUN: %popt %t/open.mlir --apply-plan='state=params=result[1]' | FileCheck %s --check-prefix=SAID
// RUN: %popt %t/elsewhere.mlir --apply-plan='state=w=result' | FileCheck %s --check-prefix=THERE
// RUN: not %popt %t/alone.mlir --apply-plan 2>&1 | FileCheck %s --check-prefix=ALONE

//--- donated.mlir
// DONATED: error: names do not say what becomes of donated arguments: params may become result[0] or result[1], mom may become result[0] or result[1]; write --state "params=result[0],mom=result[1]" or the pairing that is meant, and "params=none" for one that is no state
// What one leaves is the other's, where nothing else is left to it.
// REST: dist.name = "params['b']", dist.state = 2 : i64
// REST-SAME: dist.name = "params['w']", dist.state = 3 : i64
// REST-SAME: dist.name = "mom['b']", dist.state = 0 : i64
// REST-SAME: dist.name = "mom['w']", dist.state = 1 : i64
// REST-NOT: dist.donated
// NONE: dist.name = "params['w']", dist.state = 3 : i64
// NONE-SAME: dist.name = "mom['b']", dist.resident}
// LONE: error: --state: "params['w']" is an argument, but "result[2]['w']" is no result
func.func @main(%a: tensor<2xf32> {dist.name = "params['b']", dist.donated, dist.state_candidates = array<i64: 0, 2>}, %b: tensor<4xf32> {dist.name = "params['w']", dist.donated, dist.state_candidates = array<i64: 1, 3>},
                %c: tensor<2xf32> {dist.name = "mom['b']", dist.donated, dist.state_candidates = array<i64: 0, 2>}, %d: tensor<4xf32> {dist.name = "mom['w']", dist.donated, dist.state_candidates = array<i64: 1, 3>})
    -> (tensor<2xf32> {dist.name = "result[0]['b']"}, tensor<4xf32> {dist.name = "result[0]['w']"}, tensor<2xf32> {dist.name = "result[1]['b']"}, tensor<4xf32> {dist.name = "result[1]['w']"}, tensor<2xf32> {dist.name = "result[2]['b']"}, tensor<4xf32> {dist.name = "result[2]['v']"}) {
  return %a, %b, %c, %d, %a, %b : tensor<2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<4xf32>
}

//--- decided.mlir
// Who loses a result is asked, and never dropped without a word.
// SWAP: error: names do not say what becomes of donated arguments: mom may become result[0]; write --state "mom=result[0]"
// STATELESS-NOT: dist.state{{ }}
// SWAPPED: dist.name = "params['w']", dist.state = 1 : i64
// SWAPPED-SAME: dist.name = "mom['w']", dist.state = 0 : i64
func.func @main(%a: tensor<4xf32> {dist.name = "params['w']", dist.state = 0 : i64}, %b: tensor<4xf32> {dist.name = "mom['w']", dist.state = 1 : i64})
    -> (tensor<4xf32> {dist.name = "result[0]['w']"}, tensor<4xf32> {dist.name = "result[1]['w']"}) {
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

//--- open.mlir
// Facts for runs of several steps: arguments by number, pairings by name.
// OPEN: module attributes {dist.state_facts = {not_donated = "2", placed_state = "count=result[2]", undecided_state = "0,1 params=result[1]\0A"}}
// OPEN-NOT: dist.state_candidates
// SAID: module attributes {dist.state_facts = {not_donated = "2", placed_state = "count=result[2]"}}
// SAID: dist.name = "params['b']", dist.state = 1 : i64
func.func @main(%a: tensor<2xf32> {dist.name = "params['b']", dist.state_candidates = array<i64: 1, 7>}, %b: tensor<4xf32> {dist.name = "params['w']", dist.state_candidates = array<i64: 2>}, %c: tensor<i32> {dist.name = "count", dist.state = 3 : i64, dist.not_donated, dist.by_place})
    -> (tensor<f32> {dist.name = "result[0]"}, tensor<2xf32> {dist.name = "result[1]['b']"}, tensor<4xf32> {dist.name = "result[1]['w']"}, tensor<i32> {dist.name = "result[2]"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  return %0, %a, %b, %c : tensor<f32>, tensor<2xf32>, tensor<4xf32>, tensor<i32>
}

//--- alone.mlir
// Unnamed ones go by their numbers; a donated rate does not become the loss.
// ALONE: error: names do not say what becomes of donated arguments: arg1 may become res1; write --state "arg1=res1" or the pairing that is meant, and "arg1=none" for one that is no state
func.func @main(%w: tensor<4xf32> {dist.state = 0 : i64}, %rate: tensor<f32> {dist.donated, dist.state_candidates = array<i64: 1>}) -> (tensor<4xf32>, tensor<f32>) {
  return %w, %rate : tensor<4xf32>, tensor<f32>
}

//--- elsewhere.mlir
// Said to be state, a result lies where its argument does.
// THERE: -> (tensor<4xf32> {dist.name = "result", dist.sharding = #dist.sharding<@mesh, [{"dp"}]>})
dist.mesh @mesh = <["dp"=2]>
func.func @main(%w: tensor<4xf32> {dist.name = "w", dist.sharding = #dist.sharding<@mesh, [{"dp"}]>})
    -> (tensor<4xf32> {dist.name = "result", dist.sharding = #dist.sharding<@mesh, [{}]>}) {
  return %w : tensor<4xf32>
}
