//===- DistStages.td - Operations between stages -----------*- tablegen -*-===//
#ifndef POPT_DIALECT_DIST_DISTSTAGES_TD
#define POPT_DIALECT_DIST_DISTSTAGES_TD

// These have a header of their own, popt/Dialect/Dist/Stages.h: few files need
// them.

include "popt/Dialect/Dist/DistBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Dist_CombineOp : Dist_Op<"combine", [Pure, SameOperandsAndResultType]> {
  let summary = "The combination of values that different places make";
  let description = [{
    The result is the combination of the operands by the monoid, in their order.
    Operand i exists at coordinate `at[i]` of the stage axis; the result exists
    wherever it is read. Before `split-stages` the operation is the plain
    element-by-element combination; there it becomes one all-reduce among the
    places.

    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
      %0 = dist.combine sum(%a, %b) at [0, 1] : tensor<f32>
      return %0 : tensor<f32>
    }
    ```

    **Constraints**
    - (C1) there are at least two operands, and one place for each;
    - (C2) the places ascend.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, Dist_MonoidAttr:$monoid,
                       DenseI64ArrayAttr:$at);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    custom<MonoidWord>($monoid) `(` $inputs `)` `at` $at attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

// Operations in the functions of a stage axis. No trait says that these have no
// effects: they stay in order.

def Dist_SendOp : Dist_Op<"send"> {
  let summary = "Starts to send a value to the same rank of another stage";
  let description = [{
    Each rank that runs the function sends its block to the rank of coordinate
    `to` of the stage axis that has the same device coordinates. Nothing waits:
    the operand must stay as it is until `dist.sent` of the same message. The
    number names the message in the whole module; the `dist.recv` of that number
    takes it. Messages between two coordinates are received in the order in
    which they are sent.

    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main_pp0(%x: tensor<4xf32>) attributes {dist.coordinate = 0 : i64} {
      dist.send %x message 3 to 1 on @mesh : tensor<4xf32>
      dist.sent %x message 3 : tensor<4xf32>
      return
    }
    ```

    **Constraints**
    - (C1) the mesh is the module's and has a stage axis with this coordinate;
    - (C2) the number is not negative.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$message, I64Attr:$to,
                       FlatSymbolRefAttr:$mesh);
  let assemblyFormat = [{
    $input `message` $message `to` $to `on` $mesh attr-dict `:` type($input)
  }];
  let hasVerifier = 1;
}

def Dist_SentOp : Dist_Op<"sent"> {
  let summary = "Waits until a message has been taken";
  let description = [{
    After it the operand of the `dist.send` of this number may be overwritten.

    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main_pp0(%x: tensor<4xf32>) attributes {dist.coordinate = 0 : i64} {
      dist.send %x message 3 to 1 on @mesh : tensor<4xf32>
      dist.sent %x message 3 : tensor<4xf32>
      return
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$message);
  let assemblyFormat = "$input `message` $message attr-dict `:` type($input)";
}

def Dist_RecvOp : Dist_Op<"recv"> {
  let summary = "Receives a value from the same rank of another stage";
  let description = [{
    Waits for the message of this number from coordinate `from` of the stage
    axis.

    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main_pp1() -> tensor<4xf32> attributes {dist.coordinate = 1 : i64} {
      %0 = dist.recv message 3 from 0 on @mesh : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```

    **Constraints**
    - (C1) the mesh is the module's and has a stage axis with this coordinate;
    - (C2) the number is not negative.
  }];
  let arguments = (ins I64Attr:$message, I64Attr:$from, FlatSymbolRefAttr:$mesh);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    `message` $message `from` $from `on` $mesh attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Dist_ReduceStagesOp : Dist_Op<"reduce_stages", [
    RangedTypesMatchWith<"results have the types of the inputs", "inputs",
                         "results", "$_self">]> {
  let summary = "An all-reduce among some coordinates of the stage axis";
  let description = [{
    Every rank of the listed coordinates gets the combination, in the order of
    the list, of the blocks that ranks with its device coordinates hold there.
    Several values are reduced as one, with one latency. The first has the
    number `message` and the others those after it; its other parts are in the
    functions of the other coordinates, with equal numbers.

    ```mlir
    dist.mesh @mesh = <stage ["pp"=4]>
    func.func @main_pp0(%x: tensor<f32>) -> tensor<f32> attributes {dist.coordinate = 0 : i64} {
      %0 = dist.reduce_stages %x sum at [0, 3] message 7 on @mesh : tensor<f32>
      return %0 : tensor<f32>
    }
    ```

    **Constraints**
    - (C1) the mesh is the module's and has a stage axis with these coordinates,
      which ascend;
    - (C2) the number is not negative;
    - (C3) there is a value.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Dist_MonoidAttr:$monoid, DenseI64ArrayAttr:$at,
                       I64Attr:$message, FlatSymbolRefAttr:$mesh);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $inputs custom<MonoidWord>($monoid) `at` $at `message` $message `on` $mesh
    attr-dict `:` type($inputs)
  }];
  let hasVerifier = 1;
}

def Dist_TaskOp : Dist_Op<"task", [
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "One task of a pipeline";
  let description = [{
    What a coordinate runs of one microbatch without interruption: a visit, or a
    part of one. Tasks are in time loops, once for all microbatches, with the
    messages between them; `dist.order` of the loop says in which order they
    run, for which microbatch. Its steps name tasks by their number. The label
    has the task's stage and kind, for readers. It runs for every microbatch, or
    for those from the first of `microbatches` up to and without the second.

    Operands are carried from microbatch to microbatch: accumulators, which the
    task replaces. The first results are their new values, the others are read
    by other tasks and messages. The body reads other values from around it.

    ```mlir
    dist.mesh @mesh = <stage ["pp"=2], time ["mb"=3]>
    func.func @main_pp0(%x: tensor<4xf32>, %zero: tensor<4xf32>) -> tensor<4xf32> attributes {dist.coordinate = 0 : i64} {
      %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
          attributes {dist.order = #dist.order<run 0:0, run 0:1, run 0:2>} {
        %1 = dist.task 0 "0F" (%old = %sum) -> tensor<4xf32> {
          %2 = stablehlo.tanh %x : tensor<4xf32>
          %3 = stablehlo.add %old, %2 : tensor<4xf32>
          dist.yield %3 : tensor<4xf32>
        }
        dist.return %1 : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    ```

    **Constraints**
    - (C1) the body has one argument per operand, of its type;
    - (C2) the body yields one value per result, of its type;
    - (C3) there are at least as many results as operands, and the first have
      the operands' types;
    - (C4) `microbatches` is a number that is not negative, and a larger one.
  }];
  let arguments = (ins Variadic<AnyType>:$inits, I64Attr:$number,
                       StrAttr:$label,
                       OptionalAttr<DenseI64ArrayAttr>:$microbatches);
  let results = (outs Variadic<AnyType>);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Dist_StepSliceOp : Dist_Op<"step_slice", [Pure]> {
  let summary = "The part of a value that an iteration reads";
  let description = [{
    The elements from `begin + step * stride` on, in row-major order: as many as
    the result has, in its shape. `form-kernels` writes slices of the batch at
    the microbatch's number so, and rows of the stacks that a scan walks along.
    No element moves: the result lies in the operand's memory, in each iteration
    elsewhere.

    ```mlir
    dist.mesh @mesh = <time ["mb"=3]>
    func.func @main(%batch: tensor<12x16xf32>, %zero: tensor<4x16xf32>) -> tensor<4x16xf32> {
      %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4x16xf32>) {
        %1 = dist.step_slice %batch at %step begin 0 stride 64 : tensor<12x16xf32>, tensor<i32> -> tensor<4x16xf32>
        %2 = stablehlo.add %sum, %1 : tensor<4x16xf32>
        dist.return %2 : tensor<4x16xf32>
      }
      return %0 : tensor<4x16xf32>
    }
    ```

    **Constraints**
    - (C1) the step is the number of a time loop around, or the counter of a
      loop around that names it (`dist.counter`: which carried value that is,
      its first value, what each iteration adds, how many iterations there are);
    - (C2) the result has elements, of the operand's type;
    - (C3) they are the operand's in every iteration.
  }];
  let arguments = (ins AnyRankedTensor:$input, 0DTensorOf<[AnyInteger]>:$step,
                       I64Attr:$begin, I64Attr:$stride);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `at` $step `begin` $begin `stride` $stride attr-dict
    `:` type($input) `,` type($step) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Dist_StepUpdateOp : Dist_Op<"step_update", [Pure,
    AllTypesMatch<["stack", "result"]>]> {
  let summary = "Replaces the part of a value that an iteration writes";
  let description = [{
    The stack, but that the elements from `begin + step * stride` on, in
    row-major order, are the row's. `form-kernels` writes what a scan leaves, row
    by row, so. `plan-memory` puts the result where the stack lies; the row is
    written into the stack directly if its producer may write there and the
    elements that it replaces have no later readers. What cannot be in place is
    copied.

    ```mlir
    func.func @main(%stack: tensor<4x16xf32>, %row: tensor<16xf32>, %zero: tensor<i32>) -> tensor<4x16xf32> {
      %0:2 = stablehlo.while(%i = %zero, %s = %stack) : tensor<i32>, tensor<4x16xf32> attributes {dist.counter = array<i64: 0, 0, 1, 4>}
      cond {
        %c4 = stablehlo.constant dense<4> : tensor<i32>
        %1 = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %c1 = stablehlo.constant dense<1> : tensor<i32>
        %1 = stablehlo.add %i, %c1 : tensor<i32>
        %2 = dist.step_update %s with %row at %i begin 0 stride 16 : tensor<4x16xf32>, tensor<16xf32>, tensor<i32>
        stablehlo.return %1, %2 : tensor<i32>, tensor<4x16xf32>
      }
      return %0#1 : tensor<4x16xf32>
    }
    ```

    **Constraints**: those of `dist.step_slice`, with the row as the part.
  }];
  let arguments = (ins AnyRankedTensor:$stack, AnyRankedTensor:$row,
                       0DTensorOf<[AnyInteger]>:$step, I64Attr:$begin,
                       I64Attr:$stride);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $stack `with` $row `at` $step `begin` $begin `stride` $stride attr-dict
    `:` type($stack) `,` type($row) `,` type($step)
  }];
  let hasVerifier = 1;
}

def Dist_YieldOp : Dist_Op<"yield", [Pure, ReturnLike, Terminator,
                                          HasParent<"TaskOp">]> {
  let summary = "Ends the body of dist.task";
  let description = "Its operands are the task's results.";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, ::mlir::ValueRange());
  }]>];
}

#endif // POPT_DIALECT_DIST_DISTSTAGES_TD
