// A mean, then its uses: a time barrier between two loops.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<f32> {dist.place = array<i64: 0>}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<f32>) {
    %next = stablehlo.add %sum, %x {dist.place = array<i64: 0>} : tensor<f32>
    dist.return %next : tensor<f32>
  }
  %1 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<f32>) {
    %h = stablehlo.multiply %x, %0 {dist.place = array<i64: 0>} : tensor<f32>
    %e = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<f32>
    %next = stablehlo.add %sum, %e {dist.place = array<i64: 1>} : tensor<f32>
    dist.return %next : tensor<f32>
  }
  return %1 : tensor<f32>
}
