//===- StepCommands.td - One operation per opcode ----------*- tablegen -*-===//
#ifndef POPT_DIALECT_STEP_STEPCOMMANDS_TD
#define POPT_DIALECT_STEP_STEPCOMMANDS_TD

include "popt/Dialect/Dist/DistBase.td"
include "popt/Dialect/Step/CommandInterface.td"
include "popt/Dialect/Step/StepBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"

def Step_OperandListAttr : TypedArrayAttrBase<Step_OperandAttr, "list of operands">;
def Step_ScalarListAttr : TypedArrayAttrBase<Step_ScalarAttr, "list of scalars">;
class Step_Operands<int n> : ConfinedAttr<Step_OperandListAttr, [ArrayCount<n>]>;

/// `format` is the part specific to the command; around it are printed its
/// index, its operands, and stream and events.
class Step_Command<string mnemonic, dag particular, string format,
                   Attr operandList> : Op<Step_Dialect, mnemonic, [
    HasParent<"BodyOp">, CommandOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = !con(
    (ins OptionalAttr<I64Attr>:$pc), particular,
    (ins operandList:$operand_list,
         DefaultValuedAttr<I32Attr, "0">:$stream,
         DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$waits,
         OptionalAttr<I32Attr>:$event));
  let assemblyFormat = "(`[` $pc^ `]`)? " # format #
      " custom<Operands>($operand_list, $stream, $waits, $event) attr-dict";
  let extraClassDeclaration = [{
    ::popt::rt::AnyOp toRuntime(const ::popt::step::Names &names);
  }];
  let extraClassDefinition = [{
    ::llvm::LogicalResult
    $cppClass::verifySymbolUses(::mlir::SymbolTableCollection &tables) {
      return ::popt::step::verifyCommand(*this, tables);
    }
  }];
}

//===----------------------------------------------------------------------===//
// Computation
//===----------------------------------------------------------------------===//

def Step_KernelOp : Step_Command<"kernel",
    (ins FlatSymbolRefAttr:$callee, OptionalAttr<Step_ScalarListAttr>:$scalars),
    "$callee (`scalars` custom<Scalars>($scalars)^)?", Step_OperandListAttr> {
  let summary = "Calls a kernel";
  let description = [{
    The kernel gets the operands' addresses, then the rank and the scalars.

    ```mlir
    step.kernel[3] @kernel_0_tanh(@arena[0] : 4x8xf32, @arena[128] : 4x8xf32)
    step.kernel @update scalars [microbatch, @table0, 7] (@arena[0] : 4x8xf32) event 2
    ```

    **Constraints**, the first two of every command
    - (C1) the names that it uses exist and are of the right sort;
    - (C2) events are less than the program's number of events;
    - (C3) the callee is a `step.symbol`.
  }];
}

def Step_MatmulOp : Step_Command<"matmul",
    (ins DefaultValuedAttr<I32Attr, "0">:$batch, DefaultValuedAttr<I32Attr, "1">:$rows,
         DefaultValuedAttr<I32Attr, "1">:$columns,
         DefaultValuedAttr<I32Attr, "1">:$contracted, UnitAttr:$adds),
    [{(`batch` $batch^)? (`rows` $rows^)? (`columns` $columns^)? (`contracted` $contracted^)? (`adds` $adds^)?}],
    Step_Operands<3>> {
  let summary = "Matrix product by the library";
  let description = [{
    The third operand is the product of the first two; with `adds` the product is
    added to it, whose elements then are f32 or f64. The numbers of dimensions of each sort are 1 (batch: 0)
    unless stated. Dimensions stand in the order batch, rows, contracted in the
    first operand; batch, contracted, columns in the second; batch, rows,
    columns in the third; any order in memory is a matter of strides.

    ```mlir
    step.matmul batch 1 (@arena[0] : 2x4x8xf32, @arena[256] : 2x8x3xf32, @arena[512] : 2x4x3xf32)
    ```

    **Constraints**
    - (C1) it has three operands.
  }];
}

def Step_ConvOp : Step_Command<"conv",
    (ins DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pad_low, DenseI64ArrayAttr:$pad_high,
         DenseI64ArrayAttr:$lhs_dilation, DenseI64ArrayAttr:$rhs_dilation,
         DenseBoolArrayAttr:$reversal, DefaultValuedAttr<I64Attr, "1">:$feature_groups,
         DefaultValuedAttr<I64Attr, "1">:$batch_groups),
    [{`strides` $strides `pad` $pad_low $pad_high `dilation` $lhs_dilation $rhs_dilation `reversal` $reversal (`feature_groups` $feature_groups^)? (`batch_groups` $batch_groups^)?}],
    Step_Operands<3>> {
  let summary = "Convolution by the library";
  let description = [{
    StableHLO's convolution; the operands' dimensions stand in the order batch,
    feature, spatial (the filter: output feature, input feature, spatial).

    ```mlir
    step.conv strides [2] pad [1] [0] dilation [1] [1] reversal [false] (@arena[0] : 1x1x4xf32, @arena[64] : 1x1x2xf32, @arena[128] : 1x1x2xf32)
    ```

    **Constraints**
    - (C1) it has three operands.
  }];
}

def Step_AttentionOp : Step_Command<"attention",
    (ins UnitAttr:$backward, UnitAttr:$causal, DefaultValuedAttr<I64Attr, "0">:$window, UnitAttr:$bias,
         UnitAttr:$lengths, UnitAttr:$stats, UnitAttr:$bias_result, F32Attr:$scale),
    [{(`backward` $backward^)? `scale` $scale (`causal` $causal^)? (`window` $window^)? (`bias` $bias^)? (`lengths` $lengths^)? (`stats` $stats^)? (`bias_result` $bias_result^)?}],
    Step_OperandListAttr> {
  let summary = "Attention, or its gradient, by the library";
  let description = [{
    softmax(q k^T scale + bias) v, as popt/OpModels/Attention.h defines it. It reads
    q, k, v, of dims batch, head, position, feature, backward also stats, the result's
    gradient and the result; then the bias, and the lengths of queries and of keys, as
    the words say. It writes the result, and stats where the words say so; backward
    the gradients of q, k, v, and of the bias.

    ```mlir
    step.attention scale 0.125 causal stats (@arena[0] : 2x4x8x64xbf16, @arena[8192] : 2x4x8x64xbf16, @arena[16384] : 2x4x8x64xbf16, @arena[24576] : 2x4x8x64xbf16, @arena[32768] : 2x4x8xf32)
    ```
  }];
}

def Step_CopyOp : Step_Command<"copy", (ins), "", Step_Operands<2>> {
  let summary = "Copies the first operand to the second";
  let description = [{
    Transposes, slices, broadcasts (stride 0) and updates are strides and
    offsets.

    ```mlir
    step.copy (@arena[0] : 8x4xf32 strides [1, 8], @arena[128] : 8x4xf32)
    ```

    **Constraints**
    - (C1) it has two operands.
  }];
}

def Step_FillOp : Step_Command<"fill", (ins TypedAttrInterface:$value),
    "custom<Bytes>($value)", Step_Operands<1>> {
  let summary = "Sets every element to one value";
  let description = [{
    The value is the element's bits, so that no rounding is between text and
    memory: `0x3f800000` is 1.0 in f32.

    ```mlir
    step.fill 0x3f800000 (@arena[0] : 4x8xf32)
    ```

    **Constraints**
    - (C1) it has one operand;
    - (C2) the value has at most 128 bits.
  }];
}

def Step_SetOp : Step_Command<"set", (ins Step_ScalarAttr:$value),
    "custom<Scalar>($value)", Step_Operands<1>> {
  let summary = "Writes a scalar to memory";
  let description = [{
    ```mlir
    step.set @table0 (@arena[0] : i32)
    step.set microbatch (@arena[4] : i32)
    ```

    **Constraints**
    - (C1) it has one operand.
  }];
}

//===----------------------------------------------------------------------===//
// Communication
//===----------------------------------------------------------------------===//

/// Collectives share group, channel and id.
class Step_Collective<string mnemonic, dag particular, string format>
    : Step_Command<mnemonic, !con(particular,
        (ins FlatSymbolRefAttr:$group, DefaultValuedAttr<I32Attr, "0">:$channel,
             OptionalAttr<I64Attr>:$id, DefaultValuedAttr<I32Attr, "0">:$bucket)),
      format # " `over` $group (`channel` $channel^)? (`id` $id^)? (`bucket` $bucket^)?",
      Step_Operands<2>>;

def Step_AllReduceOp : Step_Collective<"all_reduce", (ins Dist_MonoidAttr:$monoid),
    "custom<MonoidWord>($monoid)"> {
  let summary = "Combines what the members of each group have";
  let description = [{
    All collectives read their first operand and write their second, which may
    be the same memory where the shapes are equal. `id` is stated where members
    run different programs. `bucket` says how many commands, this one and those
    after it, run as one.

    ```mlir
    step.all_reduce sum over @dp bucket 2 (@arena[0] : 4xf32, @arena[0] : 4xf32)
    step.all_reduce max over @dp channel 1 id 7 (@arena[0] : 4xf32, @arena[64] : 4xf32)
    ```

    **Constraints**, of every collective
    - (C1) it has two operands;
    - (C2) `over` names a `step.group`.
  }];
}

def Step_AllGatherOp : Step_Collective<"all_gather", (ins Step_PiecesAttr:$pieces),
    "custom<Pieces>($pieces)"> {
  let summary = "Puts the members' pieces together, on all";
  let description = [{
    ```mlir
    step.all_gather dim 0 counts @table0 offsets @table1 over @dp (@arena[0] : 3xf32, @arena[64] : 5xf32)
    ```
  }];
}

def Step_ReduceScatterOp : Step_Collective<"reduce_scatter",
    (ins Dist_MonoidAttr:$monoid, Step_PiecesAttr:$pieces),
    "custom<MonoidWord>($monoid) custom<Pieces>($pieces)"> {
  let summary = "Combines, and leaves each member its piece";
  let description = [{
    ```mlir
    step.reduce_scatter sum dim 0 over @dp (@arena[0] : 4xf32, @arena[64] : 2xf32)
    ```
  }];
}

def Step_AllToAllOp : Step_Collective<"all_to_all",
    (ins Step_PiecesAttr:$split, Step_PiecesAttr:$pieces),
    "`split` custom<Pieces>($split) `to` custom<Pieces>($pieces)"> {
  let summary = "Each member sends a piece to every other";
  let description = [{
    ```mlir
    step.all_to_all split dim 1 to dim 0 over @dp (@arena[0] : 2x4xf32, @arena[64] : 4x2xf32)
    ```
  }];
}

def Step_PermuteOp : Step_Collective<"permute", (ins DenseI32ArrayAttr:$pairs),
    "`pairs` custom<Pairs>($pairs)"> {
  let summary = "Members send to members; one that receives nothing gets zeros";
  let description = [{
    Source and target are ranks.

    ```mlir
    step.permute pairs [0 -> 1, 1 -> 0] over @dp (@arena[0] : 4xf32, @arena[64] : 4xf32)
    ```
  }];
}

/// Collectives with a root, the index of a member in its group.
class Step_Rooted<string mnemonic, dag particular, string format>
    : Step_Collective<mnemonic,
        !con(particular, (ins DefaultValuedAttr<I32Attr, "0">:$root)),
        format # "(`root` $root^)?">;

def Step_BroadcastOp : Step_Rooted<"broadcast", (ins), ""> {
  let summary = "All get what the root has";
  let description = [{
    ```mlir
    step.broadcast root 1 over @dp (@arena[0] : 4xf32, @arena[64] : 4xf32)
    ```
  }];
}

def Step_ReduceOp : Step_Rooted<"reduce", (ins Dist_MonoidAttr:$monoid),
    "custom<MonoidWord>($monoid) "> {
  let summary = "Combines, on the root";
  let description = [{
    ```mlir
    step.reduce sum over @dp (@arena[0] : 4xf32, @arena[64] : 4xf32)
    ```
  }];
}

def Step_GatherOp : Step_Rooted<"gather", (ins Step_PiecesAttr:$pieces),
    "custom<Pieces>($pieces) "> {
  let summary = "Puts the members' pieces together, on the root";
  let description = [{
    ```mlir
    step.gather dim 0 root 1 over @dp (@arena[0] : 2xf32, @arena[64] : 4xf32)
    ```
  }];
}

def Step_ScatterOp : Step_Rooted<"scatter", (ins Step_PiecesAttr:$pieces),
    "custom<Pieces>($pieces) "> {
  let summary = "Each member gets its piece of what the root has";
  let description = [{
    ```mlir
    step.scatter dim 0 over @dp (@arena[0] : 4xf32, @arena[64] : 2xf32)
    ```
  }];
}

class Step_Transfer<string mnemonic, string word>
    : Step_Command<mnemonic,
      (ins FlatSymbolRefAttr:$peer, DefaultValuedAttr<I32Attr, "0">:$channel),
      "`" # word # "` $peer (`channel` $channel^)?", Step_Operands<1>>;

def Step_SendStartOp : Step_Transfer<"send_start", "to"> {
  let summary = "Starts to send to another rank";
  let description = [{
    The rank table gives the target of each rank; -1 is no rank. The transfer is
    complete when a later command waits for the event.

    ```mlir
    step.send_start to @next (@arena[0] : 4xf32) event 0
    ```

    **Constraints**
    - (C1) it has one operand;
    - (C2) the peer is a `step.rank_table`.
  }];
}

def Step_RecvStartOp : Step_Transfer<"recv_start", "from"> {
  let summary = "Starts to receive from another rank";
  let description = [{
    ```mlir
    step.recv_start from @next (@arena[0] : 4xf32) event 1
    ```

    **Constraints**
    - (C1) it has one operand;
    - (C2) the peer is a `step.rank_table`.
  }];
}

def Step_WaitOp : Step_Command<"wait", (ins), "", Step_Operands<0>> {
  let summary = "Waits for its events";
  let description = [{
    ```mlir
    step.wait () waits [0, 1]
    ```

    **Constraints**
    - (C1) it has no operands.
  }];
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

def Step_LoopOp : Step_Command<"loop",
    (ins FlatSymbolRefAttr:$body, Step_ScalarAttr:$count),
    "$body `times` custom<Scalar>($count)",
    ConfinedAttr<Step_OperandListAttr, [ArrayMaxCount<1>]>> {
  let summary = "Runs a body a number of times";
  let description = [{
    The operand, if there is one, is set to the iteration's number.

    ```mlir
    step.loop @layer times 12 (@host[0] : i32)
    ```

    **Constraints**
    - (C1) it has at most one operand;
    - (C2) the body is a `step.body` of the program.
  }];
}

def Step_WhileOp : Step_Command<"while",
    (ins FlatSymbolRefAttr:$condition, FlatSymbolRefAttr:$body),
    "$condition `do` $body", Step_Operands<1>> {
  let summary = "Runs a body while the operand is 1";
  let description = [{
    Before each iteration `condition` runs; then the operand, an i1, decides.

    ```mlir
    step.while @condition do @iteration (@host[0] : i1)
    ```

    **Constraints**
    - (C1) it has one operand;
    - (C2) both bodies are a `step.body` of the program.
  }];
}

def Step_CaseOp : Step_Command<"case", (ins ArrayAttr:$branches),
    "`branches` custom<Branches>($branches)", Step_Operands<1>> {
  let summary = "Runs the body that the operand chooses";
  let description = [{
    An integer outside the range chooses the last branch; of an i1 the branches
    are false, true. `none` does nothing.

    ```mlir
    step.case branches [none, @update] (@host[0] : i1)
    ```

    **Constraints**
    - (C1) it has one operand;
    - (C2) branches are a `step.body` of the program, or `none`.
  }];
}

def Step_ScheduleOp : Step_Command<"schedule",
    (ins TypedArrayAttrBase<FlatSymbolRefAttr, "bodies">:$bodies,
         DenseI32ArrayAttr:$calls),
    "`of` $bodies `calls` $calls", Step_OperandListAttr> {
  let summary = "Runs bodies one after another, each for one microbatch";
  let description = [{
    A pipeline's schedule: pairs of a body's position in the list and a
    microbatch. An operand, an integer in host memory, is set to the microbatch
    before each call.

    ```mlir
    step.schedule of [@forward, @backward] calls [0, 0, 0, 1, 1, 0, 1, 1] (@host[0] : i32)
    ```

    **Constraints**
    - (C1) calls are pairs, and the first of each is a position in the list;
    - (C2) the bodies are a `step.body` of the program;
    - (C3) it has at most one operand.
  }];
  let hasVerifier = 1;
}

#endif // POPT_DIALECT_STEP_STEPCOMMANDS_TD
