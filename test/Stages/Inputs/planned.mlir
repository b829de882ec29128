module attributes {dist.schedule = #dist.schedule<"1f1b", microbatches = 4>} {
  dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
  func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
      %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
      %next = stablehlo.add %sum, %h {dist.place = array<i64: 0>} : tensor<4xf32>
      dist.return %next : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {dist.schedule = #dist.schedule<"1f1b", chunks = 2>} {
  dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
  func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
      %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
      %next = stablehlo.add %sum, %h {dist.place = array<i64: 0>} : tensor<4xf32>
      dist.return %next : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {dist.schedule = #dist.schedule<"custom", order = "none.csv">} {
  dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
  func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
      %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
      %next = stablehlo.add %sum, %h {dist.place = array<i64: 0>} : tensor<4xf32>
      dist.return %next : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {dist.schedule = #dist.schedule<"v-half">} {
  dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
  func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
      %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
      %next = stablehlo.add %sum, %h {dist.place = array<i64: 0>} : tensor<4xf32>
      dist.return %next : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}
