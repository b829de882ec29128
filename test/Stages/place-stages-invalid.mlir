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
