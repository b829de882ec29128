//===- Passes.td - Passes of the phase Time ------------*- tablegen -*-===//
#ifndef POPT_TIME_PASSES_TD
#define POPT_TIME_PASSES_TD

include "mlir/Pass/PassBase.td"

def FoldTimePass : Pass<"fold-time", "::mlir::ModuleOp"> {
  let summary = "Turn time axes into loops";
  let description = [{
    Partition treats a time axis like an axis of devices: the local program says
    what each coordinate does, time steps included. This pass makes the
    coordinates along time axes the iterations of `dist.time_loop` operations.
    Operations that do not vary over time run once, before, between or after the
    loops; the others run in every time step. An all-reduce over time becomes an
    accumulator; over devices and time, an accumulator and one all-reduce after
    the loop. An all-gather over time writes slices of one buffer; a slice
    becomes a dynamic slice at the time step; `dist.to_partial` keeps the value
    in time step 0.

    Where an operation that varies needs a value of all time steps, a second
    loop begins (a time barrier). Values that both loops need are kept for all
    time steps or computed again, whichever is cheaper on the machine, the
    module's price of memory (choose-memory) included; a remark of category
    `schedule` names the operation and the bytes. A gather between devices that
    does not vary is placed before the loop, with a remark of its bytes.

    A loop or branch of the program without such a move inside is part of the
    time loop like any other operation. One with a move over time inside runs
    once, and its regions are folded in the same way: values that vary over time
    enter and leave it in buffers with an entry per time step.

    The function gets the attribute `dist.folded`; afterwards only loops name
    time axes. Two things are errors: moves over some of several time axes, and
    a loop with a time barrier inside whose number of iterations varies over
    time.

    Before:
    ```mlir
    dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
    func.func @main(%x: tensor<8x16xf32>) -> tensor<16xf32> {
      %0 = dist.all_slice %x dim 0 over {"mb"} on @mesh : tensor<8x16xf32> -> tensor<2x16xf32>
      %1 = stablehlo.reduce ... add : tensor<2x16xf32> -> tensor<16xf32>
      %2 = dist.all_reduce %1 sum over {"dp", "mb"} on @mesh : tensor<16xf32>
    ```
    After:
    ```mlir
    %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<16xf32>) {
      %begin = stablehlo.multiply %step, %c2 : tensor<i32>
      %1 = stablehlo.dynamic_slice %x, %begin, %c0, sizes = [2, 16] : ... -> tensor<2x16xf32>
      %2 = stablehlo.reduce ... add : tensor<2x16xf32> -> tensor<16xf32>
      %3 = stablehlo.add %sum, %2 : tensor<16xf32>
      dist.return %3 : tensor<16xf32>
    }
    %4 = dist.all_reduce %0 sum over {"dp"} on @mesh : tensor<16xf32>
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def AccumulateInScansPass
    : Pass<"accumulate-in-scans", "::mlir::ModuleOp"> {
  let summary = "Add to accumulators row by row, in the scans that make rows";
  let description = [{
    A scan over layers leaves their gradients as a stack, and a time loop adds the
    stack of each microbatch to an accumulator. Here the scan carries the accumulator
    in the stack's place and adds each row where it lies: there is no stack, and a
    product that makes a row can be added by the call that makes it (form-kernels).
    Each element is the same sum as before.

    The accumulator must have no other reader, and the scan, or several one after the
    other, must write each row of the stack once, where it lies, and read nothing of it.
    A conversion
    of the stack's type becomes one of rows. A remark of category `time` says how many
    bytes are not held.

    Before:
    ```mlir
    dist.time_loop ... (%step, %sum = %zero) {
      %stack:2 = stablehlo.while(%i = %c0, %y = %empty)
        %next = stablehlo.dynamic_update_slice %y, %row, %i, %c0
      %all = stablehlo.add %sum, %stack#1
      dist.return %all
    ```
    After:
    ```mlir
    dist.time_loop ... (%step, %sum = %zero) {
      %stack:2 = stablehlo.while(%i = %c0, %y = %sum)
        %old = stablehlo.dynamic_slice %y, %i, %c0, sizes = ...
        %new = stablehlo.add %old, %row
        %next = stablehlo.dynamic_update_slice %y, %new, %i, %c0
      dist.return %stack#1
    ```
  }];
  let dependentDialects = ["::popt::stablehlo::StablehloDialect"];
}

#endif // POPT_TIME_PASSES_TD
