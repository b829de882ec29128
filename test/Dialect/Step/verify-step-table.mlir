// The checker's answer stands where its cause is: at a command, a record, a
// program or the table. What is sound is silent.
// RUN: popt %s --split-input-file --verify-step-table --verify-diagnostics -o /dev/null

// A schedule of tasks on two stages, one program each.
dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
step.table {
  step.rank_table @next = [1, -1]
  step.rank_table @previous = [-1, 0]
  step.argument @x : tensor<4xf32> layout <@mesh, [{}], at = {"pp" = [0]}>
  step.program @first on [0] slots [array<i32: 0, 1>] events 2 {
    step.region @arena arena 128
    step.address @x at @arena[0]
    step.body @step {
      step.schedule of [@forward] calls [0, 0, 0, 1] ()
    }
    step.body @forward {
      step.copy (@arena[0] : 4xf32, @arena[64 + 16 * slots[0]] : 4xf32) event 1
      step.send_start to @next (@arena[64 + 16 * slots[0]] : 4xf32) stream 1 waits [1] event 0
      step.wait () waits [0]
    }
  }
  step.program @second on [1] slots [array<i32: 0, 1>] events 2 {
    step.region @arena arena 128
    step.body @step {
      step.schedule of [@forward] calls [0, 0, 0, 1] ()
    }
    step.body @forward {
      step.recv_start from @previous (@arena[64 + 16 * slots[0]] : 4xf32) event 1
      step.wait () waits [1]
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 64
    step.body @step {
      step.fill 0x0 (@arena[0] : 16xf32)
      // expected-error @+1 {{is not sound: operand arena[60] : f32[2] reaches from byte 60 to 68 of a region of 64 bytes}}
      step.fill 0x0 (@arena[60] : 2xf32)
    }
  }
}

// -----

// "cpu" is no GPU's name.
dist.mesh @mesh = <["x"=2]>
// expected-error @+1 {{is not sound: kernel "k" has launches, but the program is for a CPU}}
step.table target "cpu" {
  step.symbol @k writes 1 launches [#step.launch<"k" grid 1 block 32>]
  step.program @main {
    step.body @step {
    }
  }
}

// -----

// The second body of the second program.
dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @a on [0] {
    step.body @step {
    }
  }
  step.program @b on [1] {
    step.region @host host 8
    step.body @step {
      step.loop @again times 2 ()
    }
    step.body @again {
      // expected-error @+1 {{is not sound: its predicate is no i1}}
      step.while @nothing do @nothing (@host[0] : i32)
    }
    step.body @nothing {
    }
  }
}

// -----

// Rows of a stack in loops within each other. Below: a while counts nothing.
dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 128
    step.body @step {
      step.loop @group times 2 ()
    }
    step.body @group {
      step.loop @layer times 2 ()
      step.fill 0x0 (@arena[64 + -64 * iteration(@group)] : 16xf32)
    }
    step.body @layer {
      step.fill 0x0 (@arena[0 + 64 * iteration(@group) + 32 * iteration(@layer)] : 8xf32)
      // expected-error @+1 {{is not sound: operand arena[0 + 64*loop2] : f32[16x2] reaches from byte 0 to 192 of a region of 128 bytes}}
      step.fill 0x0 (@arena[0 + 64 * iteration(@layer)] : 16x2xf32)
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.program @main {
    step.region @arena arena 128
    step.region @host host 8
    step.body @step {
      step.while @nothing do @unknown (@host[0] : i1)
    }
    step.body @nothing {
    }
    step.body @unknown {
      // expected-error @+1 {{is not sound: no loop counts iterations of body 2}}
      step.fill 0x0 (@arena[0 + 64 * iteration(@unknown)] : 8xf32)
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  // expected-error @+1 {{is not sound: body 0 runs itself}}
  step.program @main {
    step.body @step {
      step.schedule of [@step] calls [0, 0] ()
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table {
  step.argument @a : tensor<4xf32>
  // expected-error @+1 {{is not sound: local extent 2 of dimension 0 is less than its largest block, 3}}
  step.argument @b : tensor<5xf32> local [2] layout <@mesh, [{"x"}]>
  step.program @main {
    step.body @step {
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
step.table constants dense<0> : tensor<3xi8> {
  step.result @a : tensor<4xf32>
  // expected-error @+1 {{is not sound: operand constants[0] : f32[4] reaches from byte 0 to 16 of a region of 3 bytes}}
  step.result @b : tensor<4xf32>
  step.program @main {
    step.region @constants constants 0
    step.address @b at @constants[0]
    step.body @step {
    }
  }
}

// -----

dist.mesh @mesh = <["x"=2]>
// expected-error @+1 {{is not sound: group x holds rank 1 wrongly or twice}}
step.table {
  step.group @x = [[0, 1], [1]]
  step.program @main {
    step.body @step {
    }
  }
}

// -----

// expected-error @+1 {{module has 0 step tables, not one}}
module {
}
