//===- Step.td - Records of the step table -----------------*- tablegen -*-===//
#ifndef POPT_DIALECT_STEP_STEP_TD
#define POPT_DIALECT_STEP_STEP_TD

include "popt/Dialect/Step/StepCommands.td"
include "mlir/IR/RegionKindInterface.td"

class Step_Op<string mnemonic, list<Trait> traits = []>
    : Op<Step_Dialect, mnemonic, traits>;

/// A record that others refer to. Its symbol is its name in the table, unless
/// that is taken or no name; then the name follows as a string.
class Step_Record<string mnemonic, string parent, list<Trait> traits = []>
    : Step_Op<mnemonic, [Symbol, HasParent<parent>] # traits>;

def Step_TableOp : Step_Op<"table", [
    SymbolTable, NoTerminator, SingleBlock, NoRegionArguments,
    HasParent<"::mlir::ModuleOp">]> {
  let summary = "A step table";
  let description = [{
    Records, in the table's order within each sort. The mesh is the module's
    `dist.mesh`. Kernels are for a CPU, or for the GPUs that `target` names, such
    as "sm_90". `info` is for people and reports; `constants` is the memory of
    regions of that kind.

    ```mlir
    step.table info {compiler = "popt"} constants dense<[1, 2, 3]> : tensor<3xi8> {
      step.program @main {
        step.region @constants constants 0
        step.body @step {
        }
      }
    }
    ```

    **Constraints**
    - (C1) the module has a mesh;
    - (C2) `info` consists of strings;
    - (C3) constants are a list of i8;
    - (C4) each rank has one program; only a table's sole program may leave out
      its ranks;
    - (C5) a result is the state of one argument at most.
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$target,
                       OptionalAttr<DictionaryAttr>:$info,
                       OptionalAttr<ElementsAttr>:$constants);
  let regions = (region SizedRegion<1>:$records);
  let assemblyFormat = [{
    (`target` $target^)? (`info` $info^)? (`constants` $constants^)? $records attr-dict
  }];
  let hasRegionVerifier = 1;
}

def Step_SymbolOp : Step_Record<"symbol", "TableOp"> {
  let summary = "A kernel";
  let description = [{
    It writes its last operands, so many as `writes` says, and reads the others;
    without it any may be written. On a CPU a kernel is a function of this name.
    On a GPU it is launches, one after another, which share so many bytes of
    scratch memory. A kernel that is one product, or one convolution, says
    so: a library may compute it.

    ```mlir
    step.symbol @kernel_0_tanh writes 1
    step.symbol @kernel_1_norm writes 2 launches [#step.launch<"kernel_1_norm.0" grid 132 block 256>,
      #step.launch<"kernel_1_norm.1" grid 1 block 256 shared 4096>] scratch 528
    step.symbol @kernel_2_dot_general writes 1 launches [#step.launch<"kernel_2_dot_general" grid 8 block 256>]
      product <0 * 1 -> 2 : f32 -> f32, rows [16 by (32, 0, 64)], columns [64 by (0, 1, 1)], contracted [32 by (1, 64, 0)]>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$title,
    OptionalAttr<I32Attr>:$writes,
    OptionalAttr<TypedArrayAttrBase<Step_LaunchAttr, "launches">>:$launches,
    OptionalAttr<I64Attr>:$scratch, OptionalAttr<Step_ProductAttr>:$product,
    OptionalAttr<Step_ConvolutionAttr>:$convolution);
  let assemblyFormat = [{
    $sym_name ($title^)? (`writes` $writes^)? (`launches` $launches^)?
    (`scratch` $scratch^)? (`product` $product^)?
    (`convolution` $convolution^)? attr-dict
  }];
}

def Step_RankTableOp : Step_Record<"rank_table", "TableOp"> {
  let summary = "One number per rank";
  let description = [{
    Whatever differs between the ranks of one program is read from rank tables.

    ```mlir
    step.rank_table @table0 = [3, 2]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, DenseI64ArrayAttr:$values);
  let assemblyFormat = "$sym_name `=` $values attr-dict";
}

def Step_GroupOp : Step_Record<"group", "TableOp"> {
  let summary = "Lists of ranks that communicate";
  let description = [{
    ```mlir
    step.group @dp "{\22dp\22}" = [[0, 2], [1, 3]]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$title,
                       TypedArrayAttrBase<DenseI32ArrayAttr, "lists of ranks">:$lists);
  let assemblyFormat = "$sym_name ($title^)? `=` custom<RankLists>($lists) attr-dict";
}

class Step_ValueOp<string mnemonic, dag more> : Step_Record<mnemonic, "TableOp"> {
  let arguments = !con((ins
    SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$title,
    TypeAttrOf<AnyRankedTensor>:$type, OptionalAttr<DenseI64ArrayAttr>:$local,
    OptionalAttr<Dist_ShardingAttr>:$layout,
    OptionalAttr<DenseI64ArrayAttr>:$part), more);
  let hasVerifier = 1;
}

def Step_ArgumentOp : Step_ValueOp<"argument",
    (ins OptionalAttr<FlatSymbolRefAttr>:$state)> {
  let summary = "An argument as the user knows it";
  let description = [{
    The type is the global one. `local` is the largest block's shape, where it
    differs; without `layout` all ranks hold the whole. `part [N, D, B, E]` says
    that this is only E elements, from element B of dimension D on, of the
    user's argument N, which is the first such part. `state` is the result that
    replaces it after a step.

    ```mlir
    step.argument @"params['w']" : tensor<8x3xf32> local [4, 3] layout <@mesh, [{"dp"}, {} ]> state @"new['w']"
    ```

    **Constraints**, the first three of results too
    - (C1) the type is static and exists at run time;
    - (C2) the local shape has the type's rank;
    - (C3) the layout fits the type and the mesh;
    - (C4) the state is a `step.result`.
  }];
  let assemblyFormat = [{
    $sym_name ($title^)? `:` $type (`local` $local^)? (`layout` $layout^)?
    (`part` $part^)? (`state` $state^)? attr-dict
  }];
}

def Step_ResultOp : Step_ValueOp<"result", (ins)> {
  let summary = "A result as the user knows it";
  let description = [{
    ```mlir
    step.result @loss : tensor<f32>
    ```
  }];
  let assemblyFormat = [{
    $sym_name ($title^)? `:` $type (`local` $local^)? (`layout` $layout^)?
    (`part` $part^)? attr-dict
  }];
}

def Step_ProgramOp : Step_Record<"program", "TableOp", [
    SymbolTable, NoTerminator, SingleBlock, NoRegionArguments]> {
  let summary = "What some ranks run";
  let description = [{
    Regions, addresses and bodies; the first body is the step. `slots` are lists of
    the slots of microbatches, of which the last is followed by the first;
    `events` (0) bounds the events of commands, which each microbatch has of its
    own.

    ```mlir
    step.program @stage0 on [0, 1] slots [array<i32: 0, 1>] events 4 {
      step.region @arena arena 4096
      step.body @step {
        step.schedule of [@forward] calls [0, 0, 0, 1] ()
      }
      step.body @forward {
      }
    }
    ```

    **Constraints**
    - (C1) an index in front of a command is its position in the program.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$title,
                       OptionalAttr<DenseI32ArrayAttr>:$ranks,
                       DefaultValuedAttr<TypedArrayAttrBase<DenseI32ArrayAttr, "lists of slots">, "{}">:$slots,
                       DefaultValuedAttr<I32Attr, "0">:$events);
  let regions = (region SizedRegion<1>:$records);
  let assemblyFormat = [{
    $sym_name ($title^)? (`on` $ranks^)? (`slots` $slots^)? (`events` $events^)?
    $records attr-dict
  }];
  let hasRegionVerifier = 1;
}

def Step_RegionOp : Step_Record<"region", "ProgramOp"> {
  let summary = "A block of memory";
  let description = [{
    `arena` is the rank's device memory, `host` its host memory, `constants` the
    constants of the table. The number is bytes.

    ```mlir
    step.region @arena arena 4096
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$title,
                       Step_RegionKind:$kind, I64Attr:$bytes);
  let assemblyFormat = "$sym_name ($title^)? $kind $bytes attr-dict";
}

def Step_AddressOp : Step_Op<"address", [
    HasParent<"ProgramOp">, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Where an argument or a result lies";
  let description = [{
    An argument or result without an address is not on the ranks of this program.

    ```mlir
    step.address @"params['w']" at @arena[128]
    ```

    **Constraints**
    - (C1) the value is a `step.argument` or `step.result`;
    - (C2) the region is one of the program.
  }];
  let arguments = (ins FlatSymbolRefAttr:$value, FlatSymbolRefAttr:$region, I64Attr:$offset);
  let assemblyFormat = "$value `at` $region `[` $offset `]` attr-dict";
}

def Step_BodyOp : Step_Record<"body", "ProgramOp", [
    NoTerminator, SingleBlock, NoRegionArguments]> {
  let summary = "A run of commands";
  let description = [{
    ```mlir
    step.body @step {
      step.copy[0] (@arena[0] : 4xf32, @arena[64] : 4xf32)
    }
    ```

    **Constraints**
    - (C1) it holds commands only.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$title);
  let regions = (region SizedRegion<1>:$commands);
  let assemblyFormat = "$sym_name ($title^)? $commands attr-dict";
  let hasRegionVerifier = 1;
}

#endif // POPT_DIALECT_STEP_STEP_TD
