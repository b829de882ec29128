dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %x) -> (tensor<f32>) {
    %1 = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<f32>
    %2 = stablehlo.negate %x {dist.place = array<i64: 1>} : tensor<f32>
    %3 = dist.combine sum(%1, %2) at [0, 1] : tensor<f32>
    %next = stablehlo.add %sum, %3 : tensor<f32>
    dist.return %next : tensor<f32>
  }
  return %0 : tensor<f32>
}
