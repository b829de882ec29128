// Tasks and orders that stand on a loop but do not fit.
// RUN: %popt %s --split-stages --split-input-file --verify-diagnostics

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{'dist.time_loop' op is not cut into tasks (form-tasks): it has no "dist.tasks"}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{'dist.time_loop' op has its tasks in no order (schedule-tasks): it has no "dist.orders"}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>]} {
    %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{'dist.time_loop' op has orders of 1 coordinates, the stage axis has 2}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>], dist.orders = [#dist.order<>]} {
    %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{'dist.time_loop' op has orders that are not right: forward 1F0 (microbatch 0, stage 1, coordinate 1) never runs}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>], dist.orders = [#dist.order<run 0:0, send 0:0, run 0:1, send 0:1, sent 0:0, sent 0:1>, #dist.order<recv 0:0, recv 0:1, run 1:1>]} {
    %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{'dist.time_loop' op has step send 0:1 in its orders, but no step sent after it}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>], dist.orders = [#dist.order<run 0:0, send 0:0, run 0:1, send 0:1, sent 0:0>, #dist.order<recv 0:0, run 1:0, recv 0:1, run 1:1>]} {
    %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{'dist.time_loop' op has step sent 0:1 in its orders, but nothing is sent before that it waits for}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>], dist.orders = [#dist.order<run 0:0, send 0:0, run 0:1, sent 0:1, send 0:1, sent 0:0>, #dist.order<recv 0:0, run 1:0, recv 0:1, run 1:1>]} {
    %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{'dist.time_loop' op cannot be pipelined: visit 0 of coordinate 1 is there twice}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>]} {
    %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>]} {
    %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>} : tensor<4xf32>
    // expected-error @+1 {{'stablehlo.add' op is in no task, but reads what the loop carries}}
    %next = stablehlo.add %sum, %h {dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>]} {
    // expected-error @+1 {{'stablehlo.tanh' op is in 2 tasks, but runs at 1 coordinates}}
    %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0, 1>, dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>]} {
    // expected-error @+1 {{'stablehlo.tanh' op is in task 2 of 2}}
    %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 2>, dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>]} {
    // expected-error @+1 {{'stablehlo.tanh' op runs at coordinate 0, but its task 1 at 1}}
    %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{'dist.time_loop' op has a "dist.tasks" that is no list of #dist.task on a dist.time_loop}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.tasks = [1]} {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{'dist.time_loop' op has a "dist.orders" that is no list of #dist.order on a dist.time_loop}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.orders = 1} {
    %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
    // expected-error @+1 {{'stablehlo.tanh' op has a "dist.in_tasks" that is no array<i64: ..>}}
    %h = stablehlo.tanh %x {dist.in_tasks = 0 : i64, dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  // expected-error @+1 {{'dist.time_loop' op returns what none of its tasks makes}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %old = %x) -> (tensor<4xf32>)
      attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>]} {
    dist.return %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
