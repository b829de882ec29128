// A step of training two layers, each on a stage of two devices.
dist.mesh @mesh = <stage ["pp"=2], ["dp"=2], time ["mb"=2]>
func.func @main(%w1: tensor<16x32xf32> {dist.state = 0 : i64, dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [0]}>} loc("w1"),
                %w2: tensor<32x8xf32> {dist.state = 1 : i64, dist.sharding = #dist.sharding<@mesh, [{}, {}], at = {"pp" = [1]}>} loc("w2"),
                %x: tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>} loc("x"),
                %y: tensor<8x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>} loc("y"))
    -> (tensor<16x32xf32>, tensor<32x8xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<8x32xf32>
  %a = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %h = stablehlo.tanh %a : tensor<8x32xf32>
  %z = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x8xf32>) -> tensor<8x8xf32>
  %d = stablehlo.subtract %z, %y : tensor<8x8xf32>
  %square = stablehlo.multiply %d, %d : tensor<8x8xf32>
  %loss = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
  %g2 = stablehlo.dot_general %h, %d, contracting_dims = [0] x [0] : (tensor<8x32xf32>, tensor<8x8xf32>) -> tensor<32x8xf32>
  %gh = stablehlo.dot_general %d, %w2, contracting_dims = [1] x [1] : (tensor<8x8xf32>, tensor<32x8xf32>) -> tensor<8x32xf32>
  %hh = stablehlo.multiply %h, %h : tensor<8x32xf32>
  %slope = stablehlo.subtract %one, %hh : tensor<8x32xf32>
  %ga = stablehlo.multiply %gh, %slope : tensor<8x32xf32>
  %g1 = stablehlo.dot_general %x, %ga, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
  %new1 = stablehlo.subtract %w1, %g1 : tensor<16x32xf32>
  %new2 = stablehlo.subtract %w2, %g2 : tensor<32x8xf32>
  return %new1, %new2, %loss : tensor<16x32xf32>, tensor<32x8xf32>, tensor<f32>
}
