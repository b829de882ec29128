// State that travels between stages is warned of, with the bytes of a step.
// RUN: %popt %s --split-stages --split-input-file --verify-diagnostics

// The weights of coordinate 1 are read at 0, one of them cast before; what 0 makes of
// them goes back.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8x4xf32>,
                %v: tensor<4x4xf32> {dist.state = 0 : i64, dist.place = array<i64: 1>, dist.name = "params['v']"},
                %w: tensor<4x4xf32> {dist.place = array<i64: 1>, dist.name = "params['w']"})
    -> (tensor<4x4xf32> {dist.place = array<i64: 1>}, tensor<8x4xf32>) {
  %half = stablehlo.convert %w {dist.place = array<i64: 1>} : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %narrow = stablehlo.multiply %half, %half {dist.place = array<i64: 0>} : tensor<4x4xbf16>
  // expected-note @+1 {{32 B for this operation, which runs at coordinate 0 of stage axis "pp" and takes argument 2 ("params['w']") from elsewhere}}
  %wide = stablehlo.convert %narrow {dist.place = array<i64: 0>} : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  // expected-warning @+1 {{each step sends 160 B of weights and other state between stages, 64 B for this operation, which runs at coordinate 0 of stage axis "pp" and takes argument 1 ("params['v']") from elsewhere; write each layer's work as operations of its own, which run where its weights are}}
  %y = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  // expected-note @+1 {{64 B for this operation, which runs at coordinate 0 of stage axis "pp" and makes the update of argument 1 ("params['v']") held elsewhere}}
  %g = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %next = stablehlo.subtract %v, %g {dist.place = array<i64: 1>} : tensor<4x4xf32>
  return %next, %y : tensor<4x4xf32>, tensor<8x4xf32>
}

// -----

// Activations travel, scalars as well, and a weight that both hold stays.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8x4xf32>,
                %v: tensor<4x4xf32> {dist.state = 0 : i64, dist.place = array<i64: 0, 1>},
                %scale: tensor<f32> {dist.place = array<i64: 0>})
    -> (tensor<4x4xf32> {dist.place = array<i64: 0, 1>}) {
  %y = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %wide = stablehlo.broadcast_in_dim %scale, dims = [] {dist.place = array<i64: 1>} : (tensor<f32>) -> tensor<8x4xf32>
  %z = stablehlo.multiply %y, %wide {dist.place = array<i64: 1>} : tensor<8x4xf32>
  %a = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %b = stablehlo.dot_general %z, %z, contracting_dims = [0] x [0] {dist.place = array<i64: 1>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = dist.combine sum(%a, %b) at [0, 1] : tensor<4x4xf32>
  %next = stablehlo.subtract %v, %g {dist.place = array<i64: 0, 1>} : tensor<4x4xf32>
  return %next : tensor<4x4xf32>
}

// -----

// Both hold a weight, but one adds up its gradients and makes the update of both.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%v: tensor<4x4xf32> {dist.state = 0 : i64, dist.place = array<i64: 0, 1>},
                %a: tensor<4x4xf32>,
                %b: tensor<4x4xf32>)
    -> (tensor<4x4xf32> {dist.place = array<i64: 0, 1>}) {
  // expected-warning @+1 {{each step sends 128 B of weights and other state between stages, 64 B for this operation, which runs at coordinate 0 of stage axis "pp" and makes the update of argument 0 held elsewhere}}
  %x = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %y = stablehlo.dot_general %b, %v, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %g = stablehlo.add %x, %y {dist.place = array<i64: 1>} : tensor<4x4xf32>
  // expected-note @+1 {{64 B for this operation, which runs at coordinate 1 of stage axis "pp" and makes the update of argument 0 held elsewhere}}
  %next = stablehlo.subtract %v, %g {dist.place = array<i64: 1>} : tensor<4x4xf32>
  return %next : tensor<4x4xf32>
}

// -----

// A loop is at one place.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>, %v: tensor<8xf32> {dist.place = array<i64: 0>, dist.state = 0 : i64}, %w: tensor<8xf32> {dist.place = array<i64: 1>, dist.state = 1 : i64})
    -> (tensor<8xf32> {dist.place = array<i64: 0>}, tensor<8xf32> {dist.place = array<i64: 1>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-warning @+1 {{each step sends 32 B of weights and other state between stages, 32 B for this operation, which runs at coordinate 1 of stage axis "pp" and takes argument 1 from elsewhere; if this loop takes the batch in parts, write the step of the whole batch, and ask for parts with --mesh time:mb=K}}
  %0:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<8xf32> attributes {dist.place = array<i64: 1>}
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %a = stablehlo.multiply %h, %v : tensor<8xf32>
    %b = stablehlo.multiply %a, %w : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<8xf32>
  }
  %1:2 = stablehlo.while(%i = %zero, %h = %0#1) : tensor<i32>, tensor<8xf32> attributes {dist.place = array<i64: 0>}
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %a = stablehlo.multiply %h, %v : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a : tensor<i32>, tensor<8xf32>
  }
  %2 = stablehlo.subtract %v, %1#1 : tensor<8xf32>
  %3 = stablehlo.subtract %w, %0#1 : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}

// -----

// The norm of all gradients, put one after another: it is computed at one coordinate,
// to which the gradient of the other's weight is sent, at the line that joins them.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8x4xf32>,
                %v: tensor<4x4xf32> {dist.state = 0 : i64, dist.place = array<i64: 0>, dist.name = "params['v']"},
                %w: tensor<4x4xf32> {dist.state = 1 : i64, dist.place = array<i64: 1>, dist.name = "params['w']"})
    -> (tensor<4x4xf32> {dist.place = array<i64: 0>}, tensor<4x4xf32> {dist.place = array<i64: 1>}, tensor<f32>) {
  %y = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %z = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %a = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %b = stablehlo.dot_general %z, %z, contracting_dims = [0] x [0] {dist.place = array<i64: 1>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %flat_a = stablehlo.reshape %a {dist.place = array<i64: 0>} : (tensor<4x4xf32>) -> tensor<16xf32>
  %flat_b = stablehlo.reshape %b {dist.place = array<i64: 1>} : (tensor<4x4xf32>) -> tensor<16xf32>
  // expected-warning @+1 {{each step sends 64 B of weights and other state between stages, 64 B for this operation, which runs at coordinate 0 of stage axis "pp" and takes the update of argument 2 ("params['w']") from elsewhere; write each layer's work as operations of its own, which run where its weights are}}
  %flat = stablehlo.concatenate %flat_a, %flat_b, dim = 0 {dist.place = array<i64: 0>} : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  %norm = stablehlo.dot_general %flat, %flat, contracting_dims = [0] x [0] {dist.place = array<i64: 0>} : (tensor<32xf32>, tensor<32xf32>) -> tensor<f32>
  %scale_a = stablehlo.broadcast_in_dim %norm, dims = [] {dist.place = array<i64: 0>} : (tensor<f32>) -> tensor<4x4xf32>
  %scale_b = stablehlo.broadcast_in_dim %norm, dims = [] {dist.place = array<i64: 1>} : (tensor<f32>) -> tensor<4x4xf32>
  %scaled_a = stablehlo.multiply %a, %scale_a {dist.place = array<i64: 0>} : tensor<4x4xf32>
  %scaled_b = stablehlo.multiply %b, %scale_b {dist.place = array<i64: 1>} : tensor<4x4xf32>
  %next_a = stablehlo.subtract %v, %scaled_a {dist.place = array<i64: 0>} : tensor<4x4xf32>
  %next_b = stablehlo.subtract %w, %scaled_b {dist.place = array<i64: 1>} : tensor<4x4xf32>
  return %next_a, %next_b, %norm : tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>
}

// -----

// The next state of two cells of a recurrent network: that of the first is the input
// of the second, and so an activation.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<4x4xf32>,
                %h: tensor<4x4xf32> {dist.state = 0 : i64, dist.place = array<i64: 0>},
                %k: tensor<4x4xf32> {dist.state = 1 : i64, dist.place = array<i64: 1>},
                %w: tensor<4x4xf32> {dist.place = array<i64: 1>})
    -> (tensor<4x4xf32> {dist.place = array<i64: 0>}, tensor<4x4xf32> {dist.place = array<i64: 1>}) {
  %a = stablehlo.multiply %h, %x {dist.place = array<i64: 0>} : tensor<4x4xf32>
  %b = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %c = stablehlo.multiply %k, %b {dist.place = array<i64: 1>} : tensor<4x4xf32>
  return %a, %c : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Of a loop that takes stacks in one piece split-loops has warned.
module attributes {dist.warned = [loc("loop")]} {
  dist.mesh @mesh = <stage ["pp"=2]>
  func.func @main(%x: tensor<8xf32>, %v: tensor<8xf32> {dist.place = array<i64: 0>}, %w: tensor<8xf32> {dist.place = array<i64: 1>}) -> tensor<8xf32> {
    %0 = stablehlo.while(%h = %x) : tensor<8xf32> attributes {dist.place = array<i64: 1>}
    cond {
      %a = stablehlo.multiply %h, %v : tensor<8xf32>
      %b = stablehlo.multiply %a, %w : tensor<8xf32>
      %first = stablehlo.slice %b [0:1] : (tensor<8xf32>) -> tensor<1xf32>
      %one = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
      %limit = stablehlo.constant dense<1.0> : tensor<f32>
      %go = stablehlo.compare LT, %one, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.multiply %h, %v : tensor<8xf32>
      stablehlo.return %next : tensor<8xf32>
    } loc("loop")
    return %0 : tensor<8xf32>
  }
}
