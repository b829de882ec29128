//===- StepBase.td - The step dialect and its attributes ---*- tablegen -*-===//
#ifndef POPT_DIALECT_STEP_STEPBASE_TD
#define POPT_DIALECT_STEP_STEPBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Step_Dialect : Dialect {
  let name = "step";
  let cppNamespace = "::popt::step";
  let summary = "The step table: what every rank executes, as text";
  let description = [{
    A compiled program is kernels and one step table. `step` is the table's
    printed form: one operation for each record and each command, names where
    the table has indices, locations of the program where it has a location
    list. Table to operations to text and back loses nothing:

    - `poptc MODEL.mlir --emit=step` prints it;
    - `popt --verify-step-table` translates the text to a table, proves it sound
      (the same proof that precedes every run) and says where it is not.

    Operands are addresses, not values: no operation of the dialect has SSA
    operands or results. What the commands do is stated in
    `runtime/include/popt-rt/step_table.h`.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    step.table {
      step.symbol @kernel_0_tanh
      step.group @dp "{\22dp\22}" = [[0, 1]]
      step.argument @x : tensor<8x3xf32> local [4, 3] layout <@mesh, [{"dp"}, {} ]>
      step.result @y : tensor<4x3xf32>
      step.program @main {
        step.region @arena arena 128
        step.address @x at @arena[0]
        step.address @y at @arena[64]
        step.body @step {
          step.kernel @kernel_0_tanh(@arena[0] : 4x3xf32, @arena[64] : 4x3xf32)
          step.all_reduce sum over @dp (@arena[64] : 4x3xf32, @arena[64] : 4x3xf32)
        }
      }
    }
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerOperations();
  }];
}

class Step_Attr<string name, string attrMnemonic> : AttrDef<Step_Dialect, name> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

def Step_RegionKind : I32EnumAttr<"RegionKind", "what memory a region is", [
    I32EnumAttrCase<"Arena", 0, "arena">,
    I32EnumAttrCase<"Host", 1, "host">,
    I32EnumAttrCase<"Constants", 2, "constants">]> {
  let cppNamespace = "::popt::step";
}

def Step_LaunchAttr : AttrDef<Step_Dialect, "Launch"> {
  let mnemonic = "launch";
  let summary = "Blocks of threads on a GPU";
  let description = [{
    `#step.launch<"softmax.0" grid 132 block 256>`: 132 blocks of 256 threads run
    the function of the program's code. `image` says which image of the code has
    it, where that is not the first; `shared` are bytes of shared memory beyond
    those that the function declares.
  }];
  let parameters = (ins
    StringRefParameter<"the function">:$entry,
    DefaultValuedParameter<"int32_t", "0", "image of the code">:$image,
    AttrOrTypeParameter<"int32_t", "blocks">:$grid,
    AttrOrTypeParameter<"int32_t", "threads of a block">:$block,
    DefaultValuedParameter<"int32_t", "0", "bytes of shared memory">:$shared);
  let assemblyFormat = [{
    `<` $entry (`image` $image^)? `grid` $grid `block` $block
    (`shared` $shared^)? `>`
  }];
}

def Step_ProductAttr : Step_Attr<"Product", "product"> {
  let summary = "What a kernel computes, if that is one product";
  let description = [{
    `#step.product<0 * 1 -> 2 : bf16 -> f32, rows [128 by (32, 0, 64)],
    columns [64 by (0, 1, 1)], contracted [32 by (1, 64, 0)]>`: the kernel's
    operand 2 is operand 0 times operand 1, which have elements of bf16; the
    result has f32. Operands of two types are written `f8E4M3FN * f8E5M2 -> f32`.
    Of each sort (`batch`, `rows`, `columns`, `contracted`) there
    are loops: `128 by (32, 0, 64)` runs 128 times and moves on by 32 elements of
    the first operand, none of the second, 64 of the result. `tf32` allows
    factors of f32 to be rounded to TF32.

    A device with a library of products calls that in the kernel's place.
    With `added 3` the kernel's operand 3 is added to the sums, which then are in
    f32 or f64. `tuned "NVIDIA H200, cuBLASLt 13.1.0" "0a00..."` says which of the library's
    algorithms was measured to be the fastest, in its own bytes, and with what.
  }];
  let parameters = (ins
    AttrOrTypeParameter<"int32_t", "operand">:$lhs,
    AttrOrTypeParameter<"int32_t", "operand">:$rhs,
    AttrOrTypeParameter<"int32_t", "operand">:$out,
    AttrOrTypeParameter<"int32_t", "operand that is added, or -1">:$added,
    AttrParameter<"::mlir::Type", "of elements of lhs">:$lhsType,
    AttrParameter<"::mlir::Type", "of elements of rhs">:$rhsType,
    AttrParameter<"::mlir::Type", "of elements of the result">:$outType,
    AttrOrTypeParameter<"bool", "factors may be rounded to TF32">:$tf32,
    OptionalArrayRefParameter<"int64_t", "loops, four numbers each">:$batch,
    OptionalArrayRefParameter<"int64_t", "loops, four numbers each">:$rows,
    OptionalArrayRefParameter<"int64_t", "loops, four numbers each">:$columns,
    OptionalArrayRefParameter<"int64_t", "loops, four numbers each">:$contracted,
    StringRefParameter<"device and library that were measured">:$tunedFor,
    StringRefParameter<"the library's bytes, in hexadecimal">:$algorithm);
  let extraClassDeclaration = [{
    /// As a step table has it.
    ::popt::rt::Product toProduct() const;
    static ProductAttr fromProduct(::mlir::MLIRContext *context,
                                   const ::popt::rt::Product &product);
  }];
}

def Step_ConvolutionAttr : Step_Attr<"Convolution", "convolution"> {
  let summary = "What a kernel computes, if that is one convolution";
  let description = [{
    `#step.convolution<0 * 1 -> 2 : f32 -> f32, lhs [2 by 48, 3 by 1, 16 by 3],
    rhs [8 by 1, 3 by 8, 5 by 24], out [2 by 96, 8 by 1, 12 by 8], window
    [by 1 pad 0 0 dilation 1 1]>`: the kernel's operand 2 is the convolution of
    operands 0 and 1, as `step.conv` says; dimensions stand in its order, too.
    Each has an extent and a stride: `16 by 3` are 16 elements, 3 apart. The
    window moves `by` so many elements in each spatial dimension; lhs is padded
    below and above, then come the dilations of lhs and rhs, and `reversed`.
    `feature_groups` and `batch_groups` are 1 where they are absent. `tf32` and
    `tuned` are those of `#step.product`.
  }];
  let parameters = (ins
    ArrayRefParameter<"int32_t", "operands: lhs, rhs, out">:$operands,
    AttrParameter<"::mlir::Type", "of elements of lhs and rhs">:$elementType,
    AttrParameter<"::mlir::Type", "of elements of the result">:$outType,
    AttrOrTypeParameter<"bool", "factors may be rounded to TF32">:$tf32,
    OptionalArrayRefParameter<"int64_t", "extents and strides">:$lhs,
    OptionalArrayRefParameter<"int64_t", "extents and strides">:$rhs,
    OptionalArrayRefParameter<"int64_t", "extents and strides">:$out,
    OptionalArrayRefParameter<"int64_t", "six numbers for each spatial dimension">:$window,
    AttrOrTypeParameter<"int64_t", "groups of features">:$featureGroups,
    AttrOrTypeParameter<"int64_t", "groups of the batch">:$batchGroups,
    StringRefParameter<"device and library that were measured">:$tunedFor,
    StringRefParameter<"the library's bytes, in hexadecimal">:$algorithm);
  let extraClassDeclaration = [{
    /// As a step table has it.
    ::popt::rt::Convolution toConvolution() const;
    static ConvolutionAttr fromConvolution(
        ::mlir::MLIRContext *context,
        const ::popt::rt::Convolution &convolution);
  }];
}

//===----------------------------------------------------------------------===//
// Addresses and scalars
//===----------------------------------------------------------------------===//

def Step_RankExtentAttr : Step_Attr<"RankExtent", "rank_extent"> {
  let summary = "The extent of one dimension on each rank";
  let description = "`0 to @table1`: of dimension 0 each rank has what the rank table says.";
  let parameters = (ins
    AttrOrTypeParameter<"int64_t", "the dimension">:$dim,
    AttrParameter<"::mlir::FlatSymbolRefAttr", "the rank table">:$table);
}

def Step_TermAttr : Step_Attr<"Term", "term"> {
  let summary = "What a loop adds to an address in each iteration";
  let description = [{
    `128 * iteration(@body)`: so many bytes times the number of the iteration in
    which a `step.loop` runs the body. `128 * microbatch`: times the microbatch of
    the innermost schedule.
  }];
  let parameters = (ins
    AttrOrTypeParameter<"int64_t", "bytes">:$bytes,
    AttrParameter<"::mlir::FlatSymbolRefAttr", "the loop's body, or null">:$loop);
}

def Step_OperandAttr : Step_Attr<"Operand", "operand"> {
  let summary = "A strided view of memory";
  let description = [{
    `@arena[4096] : 4x8xf32` is a region, a byte in it, and what lies there,
    dense and row-major unless strides (in elements) follow. The byte may have
    further terms: a multiple of the microbatch's slot (the program lists slots);
    multiples of the microbatch, and of the number of iterations of loops around,
    which are called by their bodies; a rank table.

    ```mlir
    #plain = #step.operand<@arena[4096] : 4x8xf32>
    #transposed = #step.operand<@arena[4096] : 8x4xf32 strides [1, 8]>
    #moving = #step.operand<@arena[4096 + 128 * slots[0] + @table0] : 4xf32 extents [0 to @table1]>
    #row = #step.operand<@arena[4096 + 64 * microbatch + -512 * iteration(@body)] : 16xf32>
    ```

    **Constraints**
    - (C1) there are as many strides as dimensions;
    - (C2) the element type exists at run time.
  }];
  let parameters = (ins
    AttrParameter<"::mlir::FlatSymbolRefAttr", "the memory">:$region,
    AttrOrTypeParameter<"int64_t", "bytes">:$offset,
    AttrOrTypeParameter<"int64_t", "bytes from slot to slot">:$slotStride,
    AttrOrTypeParameter<"int64_t", "the list of slots, or -1">:$slots,
    OptionalArrayRefParameter<"TermAttr", "multiples of counters">:$terms,
    AttrParameter<"::mlir::Type", "of one element">:$elementType,
    OptionalArrayRefParameter<"int64_t", "extents">:$shape,
    OptionalArrayRefParameter<"int64_t", "in elements; empty if dense">:$strides,
    AttrParameter<"::mlir::FlatSymbolRefAttr", "rank table of bytes, or null">:$rankOffset,
    OptionalArrayRefParameter<"RankExtentAttr", "extents per rank">:$rankExtents);
  let genVerifyDecl = 1;
}

def Step_ScalarAttr : Step_Attr<"Scalar", "scalar"> {
  let summary = "An integer that a command needs when it starts";
  let description = [{
    One of: a number; `microbatch` of the innermost schedule; a rank table
    `@table0`.
  }];
  let parameters = (ins
    AttrOrTypeParameter<"::popt::rt::Scalar::Kind", "where it is from">:$kind,
    AttrOrTypeParameter<"int64_t", "the number">:$value,
    AttrParameter<"::mlir::FlatSymbolRefAttr", "the rank table, or null">:$symbol);
}

def Step_PiecesAttr : Step_Attr<"Pieces", "pieces"> {
  let summary = "Which elements of one dimension each rank's small side is";
  let description = [{
    `dim 0`: equal blocks in the group's order. `dim 0 counts @table0 offsets
    @table1`: so many elements as the first rank table says, beginning where the
    second says in the large side.
  }];
  let parameters = (ins
    AttrOrTypeParameter<"int64_t", "the dimension">:$dim,
    AttrParameter<"::mlir::FlatSymbolRefAttr", "rank table, or null">:$counts,
    AttrParameter<"::mlir::FlatSymbolRefAttr", "rank table, or null">:$offsets);
}

#endif // POPT_DIALECT_STEP_STEPBASE_TD
