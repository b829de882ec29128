//===- Passes.td - Passes of the phase Stages ----------*- tablegen -*-===//
#ifndef POPT_STAGES_PASSES_TD
#define POPT_STAGES_PASSES_TD

include "mlir/Pass/PassBase.td"

def PlaceStagesPass : Pass<"place-stages", "::mlir::ModuleOp"> {
  let summary = "Give every operation its coordinate of the stage axis";
  let description = [{
    Pins on a stage axis say where arguments live; here everything else gets its
    place, `dist.place`. Operations run where least bytes are sent, and where
    the parameters are that they read. What can be made everywhere (constants,
    counters, learning-rate schedules) has no place and runs wherever it is
    read. State that is not pinned is held where it is read, if its next value
    can be made there; else one coordinate holds it.

    The choice for all operations is one pairwise problem; a remark has its cost
    and a lower bound. Sums of terms from several coordinates that several
    coordinates read become `dist.combine`: one all-reduce later.

    A state result has the place of its argument. Pins leave the shardings: what
    follows divides the operations of a place over device axes.

    Before:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%x: tensor<8x4xf32>,
                    %a: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [0]}>},
                    %b: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [1]}>})
        -> tensor<8x4xf32> {
      %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      return %1 : tensor<8x4xf32>
    }
    ```
    After:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%x: tensor<8x4xf32>,
                    %a: tensor<4x4xf32> {dist.place = array<i64: 0>},
                    %b: tensor<4x4xf32> {dist.place = array<i64: 1>})
        -> tensor<8x4xf32> {
      %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      return %1 : tensor<8x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect"];
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
    Option<"schedule", "schedule", "std::string", "\"\"",
           "the order of tasks; empty: that of the plan, else 1f1b">,
    Option<"timeline", "timeline", "std::string", "\"\"",
           "draw the simulated timeline into this SVG file">];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect",
                           "::mlir::func::FuncDialect"];
}

#endif // POPT_STAGES_PASSES_TD
