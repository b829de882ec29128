// RUN: popt %s --split-input-file --plan-memory --emit-step --verify-diagnostics -o /dev/null

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{stablehlo.add of type 'tensor<4xf32>' has no kernel; express it by other operations, or convert to a type that has one}}
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{nothing is known that does the custom call "lapack_sgeqrf_ffi"; express it by StableHLO operations}}
  %0 = stablehlo.custom_call @lapack_sgeqrf_ffi(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{@helper is no kernel}}
  %0 = call @helper(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @helper(tensor<4xf32>) -> tensor<4xf32>

// -----

dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{dist.reshard is on global shapes: the program is not partitioned}}
  %0 = dist.reshard %x from <@mesh, [{"dp"} ]> to <@mesh, [{} ]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{argument 0 has type 'tensor<4xi12>', which has no size in memory}}
func.func @main(%x: tensor<4xi12>) -> tensor<4xi12> {
  return %x : tensor<4xi12>
}

// -----

func.func @main() -> tensor<4xf32> {
  // expected-error @+1 {{result has type '!stablehlo.token', which has no size in memory}}
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.constant dense<1.0> : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @main() -> tensor<4xf32> {
  // expected-error @+1 {{elements of the constant are not known}}
  %0 = stablehlo.constant dense_resource<lost> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{no function has argument 0}}
module {
  dist.mesh @mesh = <stage ["pp"=2]>
  func.func @main_pp0(%x: tensor<4xf32> {dist.index = 1 : i64}) attributes {dist.coordinate = 0 : i64} {
    return
  }
  func.func @main_pp1() attributes {dist.coordinate = 1 : i64} {
    return
  }
}

// -----

// expected-error @below {{no function has result 0}}
module {
  dist.mesh @mesh = <stage ["pp"=2]>
  func.func @main_pp0(%x: tensor<4xf32> {dist.index = 0 : i64}) -> (tensor<4xf32> {dist.index = 1 : i64}) attributes {dist.coordinate = 0 : i64} {
    return %x : tensor<4xf32>
  }
  func.func @main_pp1() attributes {dist.coordinate = 1 : i64} {
    return
  }
}

// -----

func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @+1 {{the counter of the loop is not carried by it}}
  %0 = stablehlo.while(%y = %x) : tensor<4xi32> attributes {dist.counter = array<i64: 1, 0, 1, 4>}
  cond {
    %p = func.call @goes_on(%y) : (tensor<4xi32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %y : tensor<4xi32>
  }
  return %0 : tensor<4xi32>
}
func.func private @goes_on(tensor<4xi32>) -> tensor<i1> attributes {popt.kernel}
