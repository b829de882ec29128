// What orders of tasks, and the loops that have them, may get wrong.
// RUN: %popt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{"steps" is nothing that a schedule has; there are order, chunks and microbatches}}
module attributes {a = #dist.schedule<"1f1b", steps = 2>} {}

// -----

// expected-error @+1 {{task is visit -1 of coordinate 0, direction 0; all count from 0}}
module attributes {a = #dist.task<at 0 visit -1, 1.0>} {}

// -----

// expected-error @+1 {{task is visit 0 of coordinate 0, direction -1; all count from 0}}
module attributes {a = #dist.task<at 0 visit 0 direction -1, 1.0>} {}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has step run 0:0 in its order, but that task runs for microbatches 1 to 1}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) attributes {dist.order = #dist.order<run 0:0>} {
    %1 = dist.task 0 "0F" (%old = %sum) -> (tensor<4xf32>) {
      %2 = stablehlo.add %old, %x : tensor<4xf32>
      dist.yield %2 : tensor<4xf32>
    } attributes {microbatches = array<i64: 1, 2>}
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
    // expected-error @+1 {{has microbatches that are no first and end}}
    %1 = dist.task 0 "0F" (%old = %sum) -> (tensor<4xf32>) {
      %2 = stablehlo.add %old, %x : tensor<4xf32>
      dist.yield %2 : tensor<4xf32>
    } attributes {microbatches = array<i64: 1, 1>}
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{task takes -1.000000e+00 : f64 seconds; that is an f64 that is not negative}}
module attributes {a = #dist.task<at 0 visit 0, -1.0>} {}

// -----

// expected-error @+1 {{"walk" is no kind of step; there are run, send, recv and sent}}
module attributes {a = #dist.order<walk 0:0>} {}

// -----

// expected-error @+1 {{order has step run 0:-1; numbers and microbatches count from 0}}
module attributes {a = #dist.order<run 0:-1>} {}

// -----

// expected-error @+1 {{has a "dist.order" that is no #dist.order of a dist.time_loop}}
module attributes {dist.order = #dist.order<run 0:0>} {}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has a "dist.order" that is no #dist.order of a dist.time_loop}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) attributes {dist.order = 1 : i64} {
    %1 = dist.task 0 "0F" (%old = %sum) -> (tensor<4xf32>) {
      %2 = stablehlo.add %old, %x : tensor<4xf32>
      dist.yield %2 : tensor<4xf32>
    }
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has step run 1:0 in its order, but nothing of that number}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) attributes {dist.order = #dist.order<run 1:0>} {
    %1 = dist.task 0 "0F" (%old = %sum) -> (tensor<4xf32>) {
      %2 = stablehlo.add %old, %x : tensor<4xf32>
      dist.yield %2 : tensor<4xf32>
    }
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has step run 0:2 in its order, but 2 microbatches}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) attributes {dist.order = #dist.order<run 0:0, run 0:1, run 0:2>} {
    %1 = dist.task 0 "0F" (%old = %sum) -> (tensor<4xf32>) {
      %2 = stablehlo.add %old, %x : tensor<4xf32>
      dist.yield %2 : tensor<4xf32>
    }
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has step run 0:0 in its order more than once}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) attributes {dist.order = #dist.order<run 0:0, run 0:0>} {
    %1 = dist.task 0 "0F" (%old = %sum) -> (tensor<4xf32>) {
      %2 = stablehlo.add %old, %x : tensor<4xf32>
      dist.yield %2 : tensor<4xf32>
    }
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{never runs task 0:1}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) attributes {dist.order = #dist.order<run 0:0>} {
    %1 = dist.task 0 "0F" (%old = %sum) -> (tensor<4xf32>) {
      %2 = stablehlo.add %old, %x : tensor<4xf32>
      dist.yield %2 : tensor<4xf32>
    }
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has step send 1:0 in its order before what it reads is there}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) attributes {dist.order = #dist.order<send 1:0, run 0:0, run 0:1>} {
    %1 = dist.task 0 "0F" (%old = %sum) -> (tensor<4xf32>) {
      %2 = stablehlo.add %old, %x : tensor<4xf32>
      dist.yield %2 : tensor<4xf32>
    }
    dist.send %1 message 1 to 1 on @mesh : tensor<4xf32>
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) attributes {dist.order = #dist.order<run 0:0, run 0:1>} {
    %1 = dist.task 0 "0F" (%old = %sum) -> (tensor<4xf32>) {
      %2 = stablehlo.add %old, %x : tensor<4xf32>
      dist.yield %2 : tensor<4xf32>
    }
    // expected-error @+1 {{stands in a loop with "dist.order", which has tasks and messages only}}
    %3 = stablehlo.tanh %1 : tensor<4xf32>
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) attributes {dist.order = #dist.order<run 0:0, run 0:1>} {
    %1 = dist.task 0 "0F" (%old = %sum) -> (tensor<4xf32>) {
      %2 = stablehlo.add %old, %x : tensor<4xf32>
      dist.yield %2 : tensor<4xf32>
    }
    // expected-error @+1 {{has number 0, as another one of the loop}}
    dist.task 0 "0B" () {
      dist.yield
    }
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) attributes {dist.order = #dist.order<run 0:0, run 0:1>} {
    // expected-error @+1 {{has an operand 0 that it does not replace for the loop around it}}
    %1 = dist.task 0 "0F" (%old = %x) -> (tensor<4xf32>) {
      %2 = stablehlo.add %old, %x : tensor<4xf32>
      dist.yield %2 : tensor<4xf32>
    }
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has "dist.order", but returns what none of its tasks and messages makes}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) attributes {dist.order = #dist.order<run 0:0, run 0:1>} {
    dist.task 0 "0F" () {
      dist.yield
    }
    dist.return %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%first: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has result 0 read, which none of its tasks replaces}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %before = %first) -> (tensor<4xf32>) attributes {dist.order = #dist.order<recv 0:0, recv 0:1>} {
    %1 = dist.recv message 0 from 1 on @mesh : tensor<4xf32>
    dist.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// The loop is not one by itself; that is said, whatever its order is.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%first: tensor<4xf32>) attributes {dist.coordinate = 1 : i64} {
  // expected-error @+1 {{carries 1 values, but its body returns 0}}
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %old = %first) -> (tensor<4xf32>)
      attributes {dist.order = #dist.order<run 0:0, recv 2:0, run 0:1>} {
    dist.task 0 "1F" () {
      %1 = stablehlo.tanh %old : tensor<4xf32>
      dist.yield
    }
    %2 = dist.recv message 2 from 0 on @mesh : tensor<4xf32>
  }
  return
}
