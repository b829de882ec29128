// One case per constraint, in the order of the documentation.
// RUN: popt %s --split-input-file --verify-diagnostics

// #step.operand C1: strides.
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{operand in @arena has 1 strides for 2 dimensions}}
      step.copy (@arena[0] : 4x2xf32 strides [1], @arena[0] : 4x2xf32)
    }
  }
}

// -----

// #step.operand C2: types.
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{operand in @arena has type 'i7', which has no form at run time}}
      step.fill 0x0 (@arena[0] : 4xi7)
    }
  }
}

// -----

step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{an address has one rank table}}
      step.fill 0x0 (@arena[0 + @a + @b] : 4xi32)
    }
  }
}

// -----

step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{an address has one list of slots}}
      step.fill 0x0 (@arena[0 + 4 * slots[0] + 8 * slots[1]] : 4xi32)
    }
  }
}

// -----

step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{expected 'iteration'}}
      step.fill 0x0 (@arena[0 + 4 * step(@step)] : 4xi32)
    }
  }
}

// -----

// C1: the loop of a term is called by its body.
dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @layer, but there is no body of that name}}
      step.fill 0x0 (@arena[0 + 4 * iteration(@layer)] : 4xi32)
    }
  }
}

// -----

// step.schedule, C1.
step.table {
  step.program @main {
    step.body @step {
      // expected-error @+1 {{has 3 numbers as its calls; each is a body and a microbatch}}
      step.schedule of [@other] calls [0, 0, 1] ()
    }
    step.body @other {
    }
  }
}

// -----

step.table {
  step.program @main {
    step.body @step {
      // expected-error @+1 {{calls body 1 of 1}}
      step.schedule of [@other] calls [0, 0, 1, 0] ()
    }
    step.body @other {
    }
  }
}

// -----

// #step.scalar.
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{a scalar is a number, microbatch or a rank table}}
      step.set ranks (@arena[0] : i32)
    }
  }
}

// -----

// Every command, C1: names.
dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @area, but there is no region of that name}}
      step.fill 0x0 (@area[0] : 4xi32)
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @step, a step.body, as region}}
      step.fill 0x0 (@step[0] : 4xi32)
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @t, but there is no rank table of that name}}
      step.fill 0x0 (@arena[0 + @t] : 4xi32)
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @t, but there is no rank table of that name}}
      step.fill 0x0 (@arena[0] : 4xi32 extents [0 to @t])
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @t, but there is no rank table of that name}}
      step.set @t (@arena[0] : i32)
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @host, but there is no region of that name}}
      step.set 1 (@host[0] : i32)
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.group @x = [[0, 1]]
  step.rank_table @n = [2, 2]
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @t, but there is no rank table of that name}}
      step.all_gather dim 0 counts @n offsets @t over @x (@arena[0] : 2xf32, @arena[0] : 4xf32)
    }
  }
}

// -----

// Every command, C2: events.
dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main events 1 {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses event 1, but the program has 1}}
      step.fill 0x0 (@arena[0] : 4xi32) event 1
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main events 1 {
    step.body @step {
      // expected-error @+1 {{uses event 2, but the program has 1}}
      step.wait () waits [0, 2]
    }
  }
}

// -----

// step.kernel C3.
dist.mesh @mesh = <["x"=2]>
step.table {
  step.rank_table @k = [0, 1]
  step.program @main {
    step.body @step {
      // expected-error @+1 {{uses @k, a step.rank_table, as kernel}}
      step.kernel @k ()
    }
  }
}

// -----

// step.matmul C1; likewise conv, copy, collectives and transfers.
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{with exactly 3 elements}}
      step.matmul (@arena[0] : 4x2xf32, @arena[0] : 4x2xf32)
    }
  }
}

// -----

step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{with exactly 3 elements}}
      step.conv strides [] pad [] [] dilation [] [] reversal [] (@arena[0] : 4x2xf32)
    }
  }
}

// -----

step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{with exactly 2 elements}}
      step.copy (@arena[0] : 4x2xf32)
    }
  }
}

// -----

// step.fill C1, C2.
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{with exactly 1 elements}}
      step.fill 0x0 ()
    }
  }
}

// -----

step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{a value has 129 bits, but elements have at most 128}}
      step.fill 0x100000000000000000000000000000000 (@arena[0] : f32)
    }
  }
}

// -----

step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{expected the element's bits, such as 0x0}}
      step.fill 1.0 (@arena[0] : f32)
    }
  }
}

// -----

// step.set C1.
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{with exactly 1 elements}}
      step.set microbatch ()
    }
  }
}

// -----

// Collectives C1, C2.
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{with exactly 2 elements}}
      step.all_reduce sum over @x (@arena[0] : 4xf32)
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @x, but there is no group of that name}}
      step.all_reduce sum over @x (@arena[0] : 4xf32, @arena[0] : 4xf32)
    }
  }
}

// -----

// Transfers C1, C2.
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{with exactly 1 elements}}
      step.send_start to @next (@arena[0] : 4xf32, @arena[0] : 4xf32)
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.group @x = [[0, 1]]
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @x, a step.group, as rank table}}
      step.recv_start from @x (@arena[0] : 4xf32)
    }
  }
}

// -----

// step.wait C1.
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{with exactly 0 elements}}
      step.wait (@arena[0] : 4xf32)
    }
  }
}

// -----

// step.loop C1, C2.
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{with at most 1 elements}}
      step.loop @step times 3 (@arena[0] : i32, @arena[0] : i32)
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @arena, a step.region, as body}}
      step.loop @arena times 3 ()
    }
  }
}

// -----

// step.while C1, C2.
step.table {
  step.program @main {
    step.body @step {
      // expected-error @+1 {{with exactly 1 elements}}
      step.while @step do @step ()
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @test, but there is no body of that name}}
      step.while @test do @step (@arena[0] : i1)
    }
  }
}

// -----

// step.case C1, C2.
step.table {
  step.program @main {
    step.body @step {
      // expected-error @+1 {{with exactly 1 elements}}
      step.case branches [none] ()
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      // expected-error @+1 {{uses @then, but there is no body of that name}}
      step.case branches [none, @then] (@arena[0] : i1)
    }
  }
}

// -----

// step.schedule, C2.
dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.body @step {
      // expected-error @+1 {{uses @task, but there is no body of that name}}
      step.schedule of [@task] calls [0, 0] ()
    }
  }
}

// -----

// step.table C1: the mesh.
// expected-error @+1 {{needs a dist.mesh in its module}}
step.table {
  step.program @main {
  ^bb0:
  }
}

// -----

// step.table C2: info.
dist.mesh @mesh = <["x"=2]>
// expected-error @+1 {{has info "bytes", which is no string}}
step.table info {bytes = 4 : i64} {
  step.program @main {
  ^bb0:
  }
}

// -----

// step.table C3: constants.
dist.mesh @mesh = <["x"=2]>
// expected-error @+1 {{has constants of type 'tensor<2xf32>', which is no list of i8}}
step.table constants dense<[1.0, 2.0]> : tensor<2xf32> {
  step.program @main {
  ^bb0:
  }
}

// -----

// step.table C4: who runs what.
dist.mesh @mesh = <["x"=2]>
// expected-error @+1 {{has no program for rank 1}}
step.table {
  step.program @main on [0] {
  ^bb0:
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @a on [0, 1] {
  ^bb0:
  }
  // expected-error @+1 {{runs on rank 1, which already runs @a}}
  step.program @b on [1] {
  ^bb0:
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  // expected-error @+1 {{runs on rank 2, but there are 2}}
  step.program @a on [0, 1, 2] {
  ^bb0:
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @a on [0, 1] {
  ^bb0:
  }
  // expected-error @+1 {{does not say which ranks run it, and it is not the only program}}
  step.program @b {
  ^bb0:
  }
}

// -----

// step.table C5: state.
dist.mesh @mesh = <["x"=2]>
step.table {
  step.argument @a : tensor<4xf32> state @new
  // expected-error @+1 {{has the state @new, which is that of @a}}
  step.argument @b : tensor<4xf32> state @new
  step.result @new : tensor<4xf32>
  step.program @main {
  ^bb0:
  }
}

// -----

// step.argument C1 to C4.
step.table {
  // expected-error @+1 {{has type 'tensor<?xf32>', which has no form at run time}}
  step.argument @a : tensor<?xf32>
}

// -----

step.table {
  // expected-error @+1 {{has a local shape of 1 dimensions for a type of 2}}
  step.argument @a : tensor<4x2xf32> local [2]
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  // expected-error @+1 {{has a layout that does not fit: axis "y" is not in the mesh}}
  step.result @a : tensor<4x2xf32> layout <@mesh, [{"y"}, {}]>
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  // expected-error @+1 {{uses @b, but there is no result of that name}}
  step.argument @a : tensor<4xf32> state @b
  step.argument @b : tensor<4xf32>
  step.program @main {
  ^bb0:
  }
}

// -----

// step.program C1: indices.
dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      step.fill[0] 0x0 (@arena[0] : 4xf32)
    }
    step.body @more {
      // expected-error @+1 {{is command 1, not 2}}
      step.fill[2] 0x0 (@arena[0] : 4xf32)
    }
  }
}

// -----

// step.address C1, C2.
dist.mesh @mesh = <["x"=2]>
step.table {
  step.symbol @x
  step.program @main {
    step.region @arena arena 64
    // expected-error @+1 {{uses @x, a step.symbol, as argument or result}}
    step.address @x at @arena[0]
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.argument @x : tensor<4xf32>
  step.program @main {
    // expected-error @+1 {{uses @host, but there is no region of that name}}
    step.address @x at @host[0]
  }
}

// -----

// step.body C1: commands only.
step.table {
  step.program @main {
    step.body @step {
      // expected-error @+1 {{is no command of a step}}
      builtin.module {}
    }
  }
}

// -----

step.table target "sm_90" {
  // expected-error @+1 {{expected added, batch, rows, columns, contracted or tuned}}
  step.symbol @k product <0 * 1 -> 2 : f32 -> f32, lines [4 by (1, 0, 1)]>
}

// -----

step.table target "sm_90" {
  // expected-error @+1 {{a product of 'index', which has no form at run time}}
  step.symbol @k product <0 * 1 -> 2 : index -> f32>
}

// -----

step.table target "sm_90" {
  // expected-error @+1 {{a product of 'index', which has no form at run time}}
  step.symbol @k product <0 * 1 -> 2 : f32 * index -> f32>
}

// -----

step.table target "sm_90" {
  // expected-error @+1 {{the operands of a convolution have one type}}
  step.symbol @k convolution <0 * 1 -> 2 : f32 * bf16 -> f32>
}

// -----

step.table target "sm_90" {
  // expected-error @+1 {{an algorithm is bytes in hexadecimal}}
  step.symbol @k product <0 * 1 -> 2 : f32 -> f32, tuned "an abacus" "beads">
}

// -----

step.table target "sm_90" {
  // expected-error @+1 {{expected lhs, rhs, out, window, feature_groups, batch_groups or tuned}}
  step.symbol @k convolution <0 * 1 -> 2 : f32 -> f32, image [4 by 1]>
}

// -----

step.table target "sm_90" {
  // expected-error @+1 {{a convolution of 'index', which has no form at run time}}
  step.symbol @k convolution <0 * 1 -> 2 : index -> f32>
}
