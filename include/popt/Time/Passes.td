//===- Passes.td - Passes of the phase Time ------------*- tablegen -*-===//
#ifndef POPT_TIME_PASSES_TD
#define POPT_TIME_PASSES_TD

include "mlir/Pass/PassBase.td"

def FoldTimePass : Pass<"fold-time", "::mlir::ModuleOp"> {
  let summary = "Turn time axes into loops";
  let description = [{
    Partition takes a time axis for one of devices: the local program says what
    each coordinate does, moments included. This pass makes the coordinates along
    time axes the steps of `dist.time_loop` operations. What does not differ
    between moments runs once, before, between or behind the loops; what does
    runs at every step. An all-reduce over time is an accumulator, over devices
    and time an accumulator and one all-reduce behind the loop; an all-gather
    over time writes slices of one buffer; a slice is a dynamic slice at the
    step; terms are kept by step 0.

    Where something that varies needs what all moments made together, a second
    loop begins (a time barrier). Values that both loops need are kept for all
    steps or computed again, whichever is cheaper on the machine, the module's
    price of memory (price-memory) included; a remark of category `schedule`
    names the operation and the bytes. A gather between
    devices that does not vary stands before the loop, with a remark of its
    bytes.

    A loop or branch of the program without such a move inside is in the time
    loop like any other operation. One with a move over time inside runs once,
    and the blocks of its regions are folded in the same way: what differs
    between moments enters and leaves it in buffers with an entry per moment.

    The function gets the attribute `dist.folded`; time axes are named by loops
    alone afterwards. Moves over a part of several time axes, and moments that
    differ in how often a loop runs in which they need each other, are errors.

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

#endif // POPT_TIME_PASSES_TD
