// RUN: %popt %s --split-input-file --verify-diagnostics --export-stablehlo

// expected-error@+1 {{module has no function @main with a body}}
module {
}

// -----

// expected-error@+1 {{module has no dist.mesh; add one}}
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

// expected-error@+1 {{axis "pp" is a stage axis: its coordinates run programs of their own, and StableHLO has one program for all devices; make it a device axis (--mesh pp=4)}}
dist.mesh @mesh = <["dp"=2], stage ["pp"=4]>
func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<4xf32>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error@+1 {{axis "mb" is a time axis that is not folded}}
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<4xf32>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["dp"=2]>
// expected-error@+1 {{argument 0 ("x") is not a block of a global tensor; only partitioned programs are exported as StableHLO}}
func.func @main(%x: tensor<4xf32> {dist.name = "x"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<4xf32>}) -> tensor<4xf32> {
  // expected-error@+1 {{dist.reshard has no form in a local program of StableHLO}}
  %0 = dist.reshard %x from <@mesh, [{"dp"}]> to <@mesh, [{}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
