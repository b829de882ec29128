// What pins must not say.
// RUN: %popt %s --place-stages --split-input-file --verify-diagnostics

// expected-error @+1 {{stage axis "pp" of size 2 has no pin; pin weights to its coordinates, in a plan with {"match": NAME, "at": {"pp": [0]}}}}
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

// expected-error @+1 {{the mesh has two stage axes, "pp" and "qq"; make them one}}
dist.mesh @mesh = <stage ["pp"=2], stage ["qq"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

// expected-error @+1 {{'dist.mesh' op has stage axis "pp" of 65 coordinates; there may be 64}}
dist.mesh @mesh = <stage ["pp"=65]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// expected-error @+1 {{dimension 0 of argument 0 is split over stage axis "pp"; of arguments, results and constraints outside of loops split-loops makes blocks; pin anything else with at = {"pp" = [..]}}}
func.func @main(%a: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}]>}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// expected-error @+1 {{argument 0 is partial over stage axis "pp"; pin it, the compiler finds what is combined}}
func.func @main(%a: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], partial = sum{"pp"}>}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// expected-error @+1 {{argument 0 is pinned to [0] on stage axis "pp", but its next value is pinned to [1]; pin both alike, or only the argument}}
func.func @main(%a: tensor<8xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0]}>})
    -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [1]}>}) {
  // expected-note @+1 {{the next value is result 0}}
  return %a : tensor<8xf32>
}

// -----

// expected-warning @+1 {{nothing is pinned to coordinate 1 of stage axis "pp": its ranks have nothing to do}}
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%a: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0]}>}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

dist.mesh @mesh = <["dp"=2], stage ["pp"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{is manual along stage axis "pp", but runs at one of its coordinates}}
  %0 = dist.manual(%a) in [#dist.sharding<@mesh, [{"dp"}]>] out [#dist.sharding<@mesh, [{"dp"}]>] axes {"dp", "pp"} (%block: tensor<4xf32>) {
    dist.return %block : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{dimension 0 of the constraint is split over stage axis "pp"}}
  %0 = dist.constraint %a <@mesh, [{"pp"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{}], at = {"pp" = [0]}>}) -> tensor<4xf32> {
  // expected-error @+1 {{'dist.time_loop' op has operations without places: place-stages comes before fold-time}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %x) -> (tensor<4xf32>) {
    %next = stablehlo.add %sum, %x : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// A loop is at one place: what it reads of weights elsewhere is sent there, which is
// worth a warning; activations are not.
dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<8xf32>, %v: tensor<8xf32> {dist.place = array<i64: 0>, dist.state = 0 : i64}, %w: tensor<8xf32> {dist.place = array<i64: 1>, dist.state = 1 : i64})
    -> (tensor<8xf32> {dist.place = array<i64: 0>}, tensor<8xf32> {dist.place = array<i64: 1>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-warning @+1 {{this loop runs at coordinate 1 of stage axis "pp" as a whole, and weights pinned to [0] are sent there; if it takes the batch in parts, write the step of the whole batch, and ask for parts with --mesh time:mb=K}}
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
