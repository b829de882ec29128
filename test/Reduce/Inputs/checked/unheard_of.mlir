// A module that checks its result, and holds an unknown call.
func.func @inputs() -> tensor<4xi8> {
  %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  return %0 : tensor<4xi8>
}

func.func @main() {
  %0 = call @inputs() : () -> tensor<4xi8>
  %1 = stablehlo.add %0, %0 : tensor<4xi8>
  %2 = stablehlo.custom_call @unheard_of(%1) : (tensor<4xi8>) -> tensor<4xi8>
  %3 = stablehlo.multiply %2, %1 : tensor<4xi8>
  %e = stablehlo.constant dense<[2, 4, 6, 8]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%3, %e) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}
