// What is an error after Import.
// RUN: %popt %s --verify-imported --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) {
  // expected-error @+1 {{'sdy.sharding_group' is left after import; func, stablehlo, chlo and dist operations may be}}
  sdy.sharding_group %x group_id=0 : tensor<4xf32>
  return
}

// -----

func.func @main() {
  return
}
// expected-error @+1 {{@other stands beside @main; calls are inlined}}
func.func @other() {
  return
}

// -----

// expected-error @+1 {{argument 0 ("batch") has type 'tensor<?xf32>', whose shape is not static; export the module with the shapes it runs with}}
func.func @main(%x: tensor<?xf32> {dist.name = "batch"}) {
  return
}

// -----

func.func @main(%x: tensor<?xf32>) {
  // expected-error @+1 {{result 0 of dist.propagation_barrier has type 'tensor<?xf32>', whose shape is not static}}
  %0 = dist.propagation_barrier %x allow = none : tensor<?xf32>
  return
}

// -----

// expected-error @+1 {{the module has no function @main}}
module {
}

// -----

// The callee would be an error of its own, so @main calls itself.
func.func @main() {
  // expected-error @+1 {{is a call that was not inlined}}
  call @main() : () -> ()
  return
}

// -----

func.func @main() {
  return
}
// expected-error @+1 {{'sdy.mesh' stands in the module; functions and a dist.mesh may}}
sdy.mesh @mesh = <["a"=2]>

// -----

// expected-error @+1 {{@main has no body}}
func.func private @main()

// -----

// expected-error @+1 {{argument 0 has type 'tuple<tensor<4xf32>>'; use the elements of the tuple one by one}}
func.func @main(%x: tuple<tensor<4xf32>>) {
  return
}

// -----

func.func @main(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{stablehlo.remainder of 'tensor<4xcomplex<f32>>' has no meaning: take real or imaginary parts in the program}}
  %0 = stablehlo.remainder %x, %x : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<4xcomplex<f64>>) {
  // expected-error @+1 {{chlo.bessel_i1e of 'tensor<4xcomplex<f64>>' has no meaning: take real or imaginary parts in the program}}
  %0 = chlo.bessel_i1e %x : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  return
}

// -----

func.func @main() -> tensor<4xf32> {
  %0 = stablehlo.create_token : !stablehlo.token
  // expected-error @+1 {{stablehlo.infeed exchanges data while the program runs, which popt's programs do not: make what it takes an argument of @main, and what it gives a result}}
  %1:2 = "stablehlo.infeed"(%0) <{infeed_config = "a"}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return %1#0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.create_token : !stablehlo.token
  // expected-error @+1 {{stablehlo.outfeed exchanges data while the program runs}}
  %1 = "stablehlo.outfeed"(%x, %0) <{outfeed_config = "b"}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return %x : tensor<4xf32>
}

// -----

module attributes {popt.target = "cpu"} {
  func.func @main() {
    return
  }
}

// -----

// expected-error @+1 {{popt.target is "gpu"; a module may be for the target cpu, }}
module attributes {popt.target = "gpu"} {
  func.func @main() {
    return
  }
}

// -----

// expected-error @+1 {{popt.target is 80 : i64; a module may be for the target cpu, }}
module attributes {popt.target = 80} {
  func.func @main() {
    return
  }
}
