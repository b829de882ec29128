// Schedules that do not fit.
// RUN: not %popt %s --form-tasks=schedule=gpip --schedule-tasks 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not %popt %s --form-tasks=schedule=interleaved-1f1b --schedule-tasks 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not %popt %s --form-tasks=schedule=zb-v --schedule-tasks 2>&1 | FileCheck %s --check-prefix=CHUNKS
// RUN: not %popt %s --form-tasks=schedule=%t.none.csv --schedule-tasks 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: echo '0F0,0F1,0B0' > %t.few.csv
// RUN: not %popt %s --form-tasks=schedule=%t.few.csv --schedule-tasks 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not %popt %s --set-machine=cluster=%t.none.json --form-tasks --schedule-tasks 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: sed 's/1e10,/1e-320,/' %src/test/Collectives/Inputs/two-nodes.json > %t.slow.json
// RUN: not %popt %s --set-machine=cluster=%t.slow.json --form-tasks --schedule-tasks 2>&1 | FileCheck %s --check-prefix=SLOW

// NAME: invalid.mlir:[[#@LINE+8]]:1: error: schedule "gpip" is unknown, did you mean "gpipe"?
// COUNT: error: schedule "interleaved-1f1b" takes a multiple of 2 microbatches on 2 coordinates, there are 3
// CHUNKS: error: schedule "zb-v" takes two chunks per coordinate
// FILE: error: schedule {{.*}}none.csv: No such file or directory
// FEW: error: schedule {{.*}}few.csv:2:1: there are 1 rows, the stage axis has 2 coordinates
// CLUSTER: error: {{.*}}none.json
// SLOW: error: {{.*}}slow.json: cluster.devices[0].memory_bytes_per_second: expected a rate from 0.001

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
func.func @main(%x: tensor<3x4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %row = stablehlo.dynamic_slice %x, %step, %c, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %flat = stablehlo.reshape %row : (tensor<1x4xf32>) -> tensor<4xf32>
    %h = stablehlo.tanh %flat {dist.place = array<i64: 0>} : tensor<4xf32>
    %g = stablehlo.exponential %h {dist.place = array<i64: 1>} : tensor<4xf32>
    %d = stablehlo.multiply %g, %h {dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %d : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// What is carried from one microbatch to the next keeps their order; partial values of a
// sum may come in any.
// RUN: printf '0F1,0F0\n\n' > %t.swapped.csv
// RUN: not %popt %src/test/Stages/Inputs/in-order.mlir --form-tasks=schedule=%t.swapped.csv --schedule-tasks 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: printf '0F0,0F1\n\n' > %t.in-turn.csv
// RUN: %popt %src/test/Stages/Inputs/in-order.mlir --form-tasks=schedule=%t.in-turn.csv --schedule-tasks | FileCheck %s --check-prefix=FINE
// RUN: sed 's/subtract/add/' %src/test/Stages/Inputs/in-order.mlir > %t.sum.mlir
// RUN: %popt %t.sum.mlir --form-tasks=schedule=%t.swapped.csv --schedule-tasks | FileCheck %s --check-prefix=FINE
// ORDER: in-order.mlir:1:1: error: schedule "{{.*}}swapped.csv" is not right: forward 0F1 (microbatch 1, stage 0, coordinate 0) runs before
// FINE: dist.orders

// What a plan takes for granted.
// RUN: not %popt %src/test/Stages/Inputs/planned.mlir --form-tasks --schedule-tasks --split-input-file 2>&1 | FileCheck %s --check-prefix=PLANNED
// PLANNED: planned.mlir:2:3: error: the plan's schedule is for 4 microbatches, the time loop has 2
// PLANNED: error: the plan's schedule is for 2 chunks per coordinate, the placement has 1; chunks are runs of layers pinned to one coordinate
// PLANNED: error: schedule none.csv: No such file or directory
// PLANNED: error: schedule "v-half" is not in this build; known are gpipe

// Between time barriers there is less than a whole pipeline.
// RUN: not %popt %src/test/Stages/Inputs/two-loops.mlir --form-tasks=schedule=zb-v --schedule-tasks 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: %popt %src/test/Stages/Inputs/two-loops.mlir --form-tasks=schedule=gpipe --schedule-tasks | FileCheck %s --check-prefix=FINE
// BARRIER: two-loops.mlir:2:1: error: schedule "zb-v" takes two chunks per coordinate, the placement has 1
// BARRIER: two-loops.mlir:9:8: note: time barriers cut the step into 2 loops, each a pipeline of its own, and this is the longest; 1f1b and gpipe fit them all, and --remarks-filter=schedule names the barriers

// Legal, and hardly meant: chunks of which there is one per coordinate.
// RUN: sed 's/"mb"=3/"mb"=2/; s/3x4xf32/2x4xf32/g' %s > %t.two.mlir
// RUN: %popt %t.two.mlir --form-tasks=schedule=interleaved-1f1b --schedule-tasks -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: warning: schedule "interleaved-1f1b" interleaves chunks, and the placement has one per coordinate, so that it is 1f1b; pin layers round robin, or ask for 1f1b
