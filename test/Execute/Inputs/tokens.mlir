// Says what it got: the tokens themselves, and a number of all steps.
module {
  func.func public @main(
      %n: tensor<i32> {tf.aliasing_output = 0 : i32} loc("n"),
      %x: tensor<2x4x6xi32> loc("x"),
      %y: tensor<2x4x6xi32> loc("y"))
      -> (tensor<i32>, tensor<2x4x6xi32>, tensor<2x4x6xi32>, tensor<i32> {jax.result_info = "sum"}) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<2x4x6xi32>
    %place = stablehlo.iota dim = 1 : tensor<2x4x6xi32>
    %xp = stablehlo.multiply %x, %place : tensor<2x4x6xi32>
    %y3 = stablehlo.multiply %y, %three : tensor<2x4x6xi32>
    %both = stablehlo.add %xp, %y3 : tensor<2x4x6xi32>
    %sum = stablehlo.reduce(%both init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x4x6xi32>, tensor<i32>) -> tensor<i32>
    %next = stablehlo.add %n, %sum : tensor<i32>
    return %next, %x, %y, %sum : tensor<i32>, tensor<2x4x6xi32>, tensor<2x4x6xi32>, tensor<i32>
  }
}
