//===- Passes.td - Passes of the phase Schedule ------------*- tablegen -*-===//
#ifndef POPT_SCHEDULE_PASSES_TD
#define POPT_SCHEDULE_PASSES_TD

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
  let options = [
    Option<"cluster", "cluster", "std::string", "\"builtin\"",
           "the machine whose costs say what is kept between loops">];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def SplitStagesPass : Pass<"split-stages", "::mlir::ModuleOp"> {
  let summary = "One function per coordinate of the stage axis";
  let description = [{
    `@main`, whose operations say where they run (`dist.place`), becomes one
    function per coordinate, named after axis and coordinate. A value that is
    read elsewhere is sent when it exists (`dist.send`) and received before its
    first reader (`dist.recv`); messages between two coordinates are received in
    the order in which they are sent. Operations without a place run in every
    function that reads them; `dist.combine` becomes `dist.reduce_stages` in all
    that have a term or read the result.

    The body of a time loop is cut into tasks (TaskForming.h): what a coordinate
    runs at a stretch of one microbatch. The tasks of all coordinates are put
    into the order of a schedule, which is checked and simulated; each function
    then has its tasks one after another (`dist.task`), one per microbatch, with
    messages between them. A remark has the predicted makespan, bubble and slots.

    A function has the arguments that its coordinate holds, and the results;
    `dist.index` is their number in the whole program, and their shardings say
    at which coordinates they are.

    Before:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{} ]>, dist.global_type = tensor<8xf32>})
        -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{} ]>, dist.global_type = tensor<8xf32>}) {
      %0 = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<8xf32>
      %1 = stablehlo.negate %0 {dist.place = array<i64: 1>} : tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    ```
    After:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main_pp0(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{} ], at = {"pp" = [0]}>, dist.global_type = tensor<8xf32>, dist.index = 0 : i64})
        attributes {dist.stage = 0 : i64} {
      %0 = stablehlo.tanh %x : tensor<8xf32>
      dist.send %0 message 0 to 1 on @mesh : tensor<8xf32>
      dist.sent %0 message 0 : tensor<8xf32>
      return
    }
    func.func @main_pp1()
        -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{} ], at = {"pp" = [1]}>, dist.global_type = tensor<8xf32>, dist.index = 0 : i64})
        attributes {dist.stage = 1 : i64} {
      %0 = dist.recv message 0 from 0 on @mesh : tensor<8xf32>
      %1 = stablehlo.negate %0 : tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    ```
  }];
  let options = [
    Option<"cluster", "cluster", "std::string", "\"builtin\"",
           "the machine whose costs the schedule is made for">,
    Option<"schedule", "schedule", "std::string", "\"\"",
           "the order of tasks; empty: that of the plan, else 1f1b">,
    Option<"timeline", "timeline", "std::string", "\"\"",
           "draw the simulated timeline into this SVG file">];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect",
                           "::mlir::func::FuncDialect"];
}

#endif // POPT_SCHEDULE_PASSES_TD
