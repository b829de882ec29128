// What stands in the way of cutting a scan at the stage axis. Loops that run 8000
// times are too long to be unrolled.
// RUN: %popt %s --split-loops --split-input-file --verify-diagnostics

// A scan that reads all layers at once.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>, %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-error @+1 {{the loop cannot be cut at stage axis "pp": its layers are not read one after another}}
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %ws = %w) : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<8000> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %ws, %i, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    // expected-note @+1 {{this reads the whole stack, whose layers lie along dimension 0; read one layer, or leave the stack whole: keep "pp" out of its sharding}}
    %all = stablehlo.negate %ws : tensor<4x8xf32>
    %two = stablehlo.dynamic_slice %all, %first, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.multiply %h, %layer : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ws : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----

// A layer that data chooses.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>, %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}, %k: tensor<i32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-error @+1 {{the loop cannot be cut at stage axis "pp": the layer of an iteration depends on data}}
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %ws = %w) : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    // expected-note @+1 {{this index does not follow from the loop's counter; scan over the stack, or keep "pp" out of its sharding}}
    %row = stablehlo.dynamic_slice %ws, %k, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %next = stablehlo.multiply %h, %layer : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ws : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----

// Rows of two coordinates at once.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>, %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-error @+1 {{the loop cannot be cut at stage axis "pp": iteration 1 needs layers of two coordinates}}
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %ws = %w) : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<8000> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    // expected-note @+1 {{this takes layers 1 to 2, of blocks at coordinates 0 and 1; take rows of one block, or leave the stack whole}}
    %rows = stablehlo.dynamic_slice %ws, %i, %first, sizes = [2, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
    %row = stablehlo.slice %rows [0:1, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %next = stablehlo.multiply %h, %layer : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ws : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----

// Two walks in opposite directions.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>, %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-error @+1 {{the loop cannot be cut at stage axis "pp": iteration 0 needs layers of two coordinates}}
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %ws = %w) : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<8000> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %at = stablehlo.subtract %three, %i : tensor<i32>
    // expected-note @+1 {{this takes layer 0, of coordinate 0; walk along both stacks alike, or leave one of them whole}}
    %row = stablehlo.dynamic_slice %ws, %i, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    // expected-note @+1 {{this takes a layer of coordinate 1}}
    %other = stablehlo.dynamic_slice %ws, %at, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.multiply %h, %layer : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ws : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----

// A stack that becomes another one.
dist.mesh @mesh = <stage ["pp"=2]>
// expected-note @+1 {{this becomes carried value 2; write the stack layer by layer}}
func.func @main(%x: tensor<8xf32>, %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}, %v: tensor<4x8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-error @+1 {{the loop cannot be cut at stage axis "pp": a stack is replaced as a whole}}
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %ws = %w) : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<8000> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %ws, %i, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %next = stablehlo.multiply %h, %layer : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %v : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----

// A loop that runs as often as data says.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>, %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}, %n: tensor<i32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-error @+1 {{the loop cannot be cut at stage axis "pp": how often it runs depends on data; keep "pp" out of the shardings of what it reads}}
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %ws = %w) : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %ws, %i, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %next = stablehlo.multiply %h, %layer : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ws : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----

// Shardings that deal out no layers.
dist.mesh @mesh = <["dp"=2], stage ["pp"=2]>
// expected-error @+1 {{dimension 0 of argument 0 is split over stage axis "pp" but not by the whole axis first; name it alone, or before the others}}
func.func @main(%w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp", "pp"}, {}]>}) -> tensor<4x8xf32> {
  return %w : tensor<4x8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// expected-error @+1 {{dimension 0 of argument 0 is split over stage axis "pp" in units of several layers, which is not in this build}}
func.func @main(%w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"} by 2, {}]>}) -> tensor<4x8xf32> {
  return %w : tensor<4x8xf32>
}

// -----

dist.mesh @mesh = <["dp"=2], stage ["pp"=2]>
// expected-error @+1 {{dimension 0 of argument 0 is split over stage axis "pp" and over "dp", but 3 layers do not divide by 2; split another dimension over "dp"}}
func.func @main(%w: tensor<3x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp", "dp"}, {}]>}) -> tensor<3x8xf32> {
  return %w : tensor<3x8xf32>
}

// -----

// Two blocks of one coordinate in one iteration.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>, %w: tensor<4x8xf32> {dist.owners = array<i64: 0, 1, 0, 1>, dist.sharding = #dist.sharding<@mesh, [{"pp"}, {}]>}) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-error @+1 {{the loop cannot be cut at stage axis "pp": iteration 0 needs layers of two blocks}}
  %0:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %two = stablehlo.constant dense<8000> : tensor<i32>
    %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %at = stablehlo.add %i, %two : tensor<i32>
    // expected-note-re @+1 {{this takes {{(a layer of block 0|layer 0, of block 0; walk along both stacks alike, or leave one of them whole)}}}}
    %row = stablehlo.dynamic_slice %w, %i, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    // expected-note-re @+1 {{this takes {{(a layer of block 2|layer 2, of block 2; walk along both stacks alike, or leave one of them whole)}}}}
    %other = stablehlo.dynamic_slice %w, %at, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %both = stablehlo.add %row, %other : tensor<1x8xf32>
    %layer = stablehlo.reshape %both : (tensor<1x8xf32>) -> tensor<8xf32>
    %next = stablehlo.multiply %h, %layer : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}
