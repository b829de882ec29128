// A picture of the order that stands on the loop.
// RUN: %popt %s --draw-timeline=file=%t.svg | FileCheck %s
// RUN: FileCheck %s --input-file %t.svg --check-prefix=SVG
// RUN: not %popt %s --draw-timeline=file=%t.none/t.svg 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not %popt %s --draw-timeline=file=/dev/full 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: %popt %src/test/Stages/split-stages.mlir --split-input-file --draw-timeline=file=%t.svg 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: dist.orders
// SVG: <svg
// SVG: 1f1b, 2 stages, 2 microbatches
// FILE: draw-timeline.mlir:[[#@LINE+4]]:1: error: --timeline: cannot write {{.*}}t.svg: No such file or directory
// FULL: draw-timeline.mlir:[[#@LINE+3]]:1: error: --timeline: cannot write /dev/full: No space left on device
// NONE: warning: --timeline: nothing is drawn, as there is no pipeline: one takes a stage axis and a folded time axis

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
      attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>],
                  dist.orders = [#dist.order<run 0:0, send 0:0, run 0:1, send 0:1, sent 0:0, sent 0:1>,
                                 #dist.order<recv 0:0, run 1:0, recv 0:1, run 1:1>]} {
    %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>} : tensor<4xf32>
    %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
    dist.return %next : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
