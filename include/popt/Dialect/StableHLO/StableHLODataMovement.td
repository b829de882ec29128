// Operations that create tensors or move elements without computing on them.
#ifndef POPT_DIALECT_STABLEHLO_DATA_MOVEMENT
#define POPT_DIALECT_STABLEHLO_DATA_MOVEMENT

include "popt/Dialect/StableHLO/StableHLOAttrs.td"

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

def SHLO_ConstantOp : SHLO_Op<"constant",
    [Pure, ConstantLike, InferTypeOpAdaptor,
     DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a tensor known at compile time";
  let description = [{
    ```mlir
    %cst = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf32>
    ```
    Elements in hexadecimal, which tools use for large tensors, may hold booleans
    packed, as MLIR 22 prints them, or one to a byte, as later versions do.

    Constraints: (C1) the result has the type of `value`.
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs SHLO_Tensor:$output);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let extraClassDefinition = SHLO_TypeOf<"getValue">.inference;
}

def SHLO_IotaOp : SHLO_Op<"iota", [Pure]> {
  let summary = "element value = its index in one dimension";
  let description = [{
    ```mlir
    %0 = stablehlo.iota dim = 1 : tensor<2x5xi32>
    ```
    Constraints: (C1) `iota_dimension` is a dimension of the result.
  }];
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs SHLO_IntFloatOrComplexTensor:$output);
  let hasVerifier = 1;
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
}

//===----------------------------------------------------------------------===//
// Shape changes
//===----------------------------------------------------------------------===//

def SHLO_BroadcastOp : SHLO_Op<"broadcast", [Pure, InferTypeOpAdaptor]> {
  let summary = "new major dimensions along which the operand repeats";
  let description = [{
    Constraints: (C1) `broadcast_sizes` are not negative; (C2) the result's
    shape is `broadcast_sizes` followed by the operand's shape.
  }];
  let arguments = (ins SHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `,` `sizes` `=` $broadcast_sizes attr-dict `:`
      functional-type(operands, results)
  }];
}

def SHLO_BroadcastInDimOp : SHLO_Op<"broadcast_in_dim",
    [Pure, SameOperandsAndResultElementType]> {
  let summary = "operand dimension i becomes result dimension dims[i]";
  let description = [{
    Operand dimensions of size 1 stretch; result dimensions that are not named
    repeat the operand.

    ```mlir
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 1] : (tensor<1x3xi32>) -> tensor<2x3x2xi32>
    ```
    Constraints: (C1) operand and result have the same element type; (C2)
    `broadcast_dimensions` has one entry per operand dimension; (C3) each entry
    is a result dimension; (C4) entries differ; (C5) each operand dimension has
    size 1 or the size of its result dimension.
  }];
  let arguments = (ins SHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict `:`
      functional-type(operands, results)
  }];
}

def SHLO_ReshapeOp : SHLO_Op<"reshape",
    [Pure, SameOperandsAndResultElementType]> {
  let summary = "same elements in the same row-major order, other shape";
  let description = [{
    Constraints: (C1) operand and result have the same element type; (C2) they
    have the same number of elements.
  }];
  let arguments = (ins SHLO_Tensor:$operand);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def SHLO_BitcastConvertOp : SHLO_Op<"bitcast_convert", [Pure]> {
  let summary = "the same bits read as another element type";
  let description = [{
    Between element types of different width the minor dimension of the
    narrower tensor holds the parts of one element.

    Constraints: (C1) the wider element type is a multiple of the narrower; (C2)
    of equal width: equal shapes; (C3) otherwise the narrower tensor has one
    dimension more, its size the ratio of the widths, and the other dimensions
    agree; (C4) complex elements convert only to complex elements.
  }];
  let arguments = (ins SHLO_Tensor:$operand);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def SHLO_TransposeOp : SHLO_Op<"transpose", [Pure, InferTypeOpAdaptor]> {
  let summary = "result dimension i is operand dimension permutation[i]";
  let description = [{
    ```mlir
    %0 = stablehlo.transpose %arg0, dims = [2, 1, 0] : (tensor<2x3x5xi32>) -> tensor<5x3x2xi32>
    ```
    Constraints: (C1) `permutation` is a permutation of the operand's
    dimensions; (C2) the result has the element type and the permuted shape.
  }];
  let arguments = (ins SHLO_Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict `:`
      functional-type(operands, results)
  }];
}

def SHLO_ReverseOp : SHLO_Op<"reverse", [Pure, SameOperandsAndResultType]> {
  let summary = "order of elements reversed in some dimensions";
  let description = [{
    Constraints: (C1) operand and result have the same type; (C2) `dimensions`
    are dimensions of the operand; (C3) they differ.
  }];
  let arguments = (ins SHLO_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:`
      custom<SameType>(type($operand), type($result))
  }];
}

def SHLO_ConcatenateOp : SHLO_Op<"concatenate", [Pure, InferTypeOpAdaptor]> {
  let summary = "tensors laid one after another in one dimension";
  let description = [{
    ```mlir
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<3x2xi64>, tensor<1x2xi64>) -> tensor<4x2xi64>
    ```
    Constraints: (C1) at least one input; (C2) `dimension` is a dimension of
    the inputs; (C3) inputs have the same element type and rank; (C4) the same
    size in every other dimension; (C5) the result's size in `dimension` is the
    sum.
  }];
  let arguments = (ins Variadic<SHLO_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    custom<OperandsAndComma>($inputs) `dim` `=` $dimension attr-dict `:`
      functional-type(operands, results)
  }];
}

def SHLO_PadOp : SHLO_Op<"pad", [Pure, InferTypeOpAdaptor]> {
  let summary = "padding at both ends and between elements";
  let description = [{
    Negative edge padding drops elements; it applies after interior padding.

    ```mlir
    %0 = stablehlo.pad %arg0, %cst, low = [0, 1], high = [2, 1], interior = [1, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x9xf32>
    ```
    Constraints: (C1) operand and padding value have the same element type;
    (C2) each padding list has one entry per dimension; (C3) interior padding
    is not negative; (C4) result size = operand size + low + high +
    max(operand size - 1, 0) * interior, not negative.
  }];
  let arguments = (ins SHLO_Tensor:$operand, SHLO_ScalarTensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,`
      `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding
      attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

def SHLO_SliceOp : SHLO_Op<"slice", [Pure, InferTypeOpAdaptor]> {
  let summary = "elements start, start + stride, ... below limit";
  let description = [{
    ```mlir
    %0 = stablehlo.slice %arg0 [1:3, 4:8:2] : (tensor<3x8xi64>) -> tensor<2x2xi64>
    ```
    Constraints: (C1) each list has one entry per dimension; (C2) 0 <= start <=
    limit <= size in every dimension; (C3) strides are positive; (C4) result
    size = ceil((limit - start) / stride), element type that of the operand.
  }];
  let arguments = (ins SHLO_Tensor:$operand, DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
      attr-dict `:` functional-type(operands, results)
  }];
}

def SHLO_DynamicSliceOp : SHLO_Op<"dynamic_slice",
    [Pure, InferTypeOpAdaptor]> {
  let summary = "slice at indices known at run time";
  let description = [{
    Start indices are clamped so that the slice lies inside the operand.

    ```mlir
    %0 = stablehlo.dynamic_slice %arg0, %i, %j, sizes = [2, 3] : (tensor<4x5xi32>, tensor<i64>, tensor<i64>) -> tensor<2x3xi32>
    ```
    Constraints: (C1) one start index and one slice size per dimension; (C2)
    start indices have the same type; (C3) 0 <= slice size <= operand size;
    (C4) the result has the slice sizes as its shape and the operand's element
    type.
  }];
  let arguments = (ins SHLO_Tensor:$operand,
                       Variadic<SHLO_ScalarIntTensor>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `,` custom<OperandsAndComma>($start_indices) `sizes` `=`
      $slice_sizes attr-dict `:` functional-type(operands, results)
  }];
}

def SHLO_DynamicUpdateSliceOp : SHLO_Op<"dynamic_update_slice",
    [Pure, InferTypeOpAdaptor]> {
  let summary = "operand with a slice replaced";
  let description = [{
    Start indices are clamped so that the update lies inside the operand.

    Constraints: (C1) operand and update have the same element type and rank;
    (C2) one start index per dimension; (C3) start indices have the same type;
    (C4) update size <= operand size in every dimension; (C5) the result has
    the operand's type.
  }];
  let arguments = (ins SHLO_Tensor:$operand, SHLO_Tensor:$update,
                       Variadic<SHLO_ScalarIntTensor>:$start_indices);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let extraClassDefinition = SHLO_TypeOf<"getOperand">.inference;
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

def SHLO_GatherOp : SHLO_Op<"gather", [Pure, InferTypeOpAdaptor]> {
  let summary = "slices at indices that a tensor holds";
  let description = [{
    Each vector of `start_indices` along `index_vector_dim` names the start of
    one slice of `slice_sizes`, clamped into the operand.

    Constraints, r = rank of the operand, with the names of
    `#stablehlo.gather`: (C1) r = offset_dims + collapsed_slice_dims +
    operand_batching_dims in number; (C2) 0 <= index_vector_dim <= rank of
    start_indices; (C3) start_index_map has as many entries as an index vector;
    (C4) offset_dims are sorted, different, and dimensions of the result; (C5)
    collapsed_slice_dims are sorted, different, and dimensions of the operand;
    (C6) slice sizes there are at most 1; (C7) operand_batching_dims likewise
    sorted, different, dimensions of the operand; (C8) slice sizes there are at
    most 1; (C9) collapsed and batching dims differ from each other; (C10)
    start_indices_batching_dims are different dimensions of start_indices, not
    index_vector_dim; (C11) both lists of batching dims have the same length
    and sizes; (C12) start_index_map entries are different dimensions of the
    operand, none a batching dim; (C13) one slice size per operand dimension,
    from 0 to its size; (C14) the result type is the batch dims of
    start_indices with the remaining slice sizes at offset_dims.
  }];
  let arguments = (ins SHLO_Tensor:$operand, SHLO_IntTensor:$start_indices,
      SHLO_GatherDimensionNumbers:$dimension_numbers,
      DenseI64ArrayAttr:$slice_sizes,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
}

def SHLO_ScatterOp : SHLO_Op<"scatter",
    [RecursiveMemoryEffects, RecursivelySpeculatable, SameVariadicOperandSize,
     SingleBlockImplicitTerminator<"ReturnOp">, InferTypeOpAdaptor]> {
  let summary = "updates combined into the inputs at indices a tensor holds";
  let description = [{
    The body computes the new value from the old one and the update. Updates
    that lie outside are skipped. The order of updates to the same element is
    left to the implementation.

    Constraints, r = rank of the inputs, with the names of
    `#stablehlo.scatter`: (C1) inputs have the same shape, updates have the
    same shape, and there are as many of each, at least one; (C2) r =
    update_window_dims + inserted_window_dims + input_batching_dims in number;
    (C3) 0 <= index_vector_dim <= rank of scatter_indices; (C4)
    scatter_dims_to_operand_dims has as many entries as an index vector; (C5)
    update_window_dims are sorted, different dimensions of the updates; (C6)
    inserted_window_dims are sorted, different dimensions of the inputs; (C7)
    input_batching_dims likewise; (C8) inserted and batching dims differ from
    each other; (C9) scatter_indices_batching_dims are different dimensions of
    scatter_indices, not index_vector_dim; (C10) both lists of batching dims
    have the same length and sizes; (C11) scatter_dims_to_operand_dims entries
    are different dimensions of the inputs, none a batching dim; (C12) the
    updates' scatter dims are the batch dims of scatter_indices; (C13) the
    updates' window dims do not exceed the inputs' sizes; (C14) input and
    update i have the element type of body argument i; (C15) the body takes two
    scalars per input and returns one; (C16) result i has the type of input i.
  }];
  let arguments = (ins Variadic<SHLO_Tensor>:$inputs,
      SHLO_IntTensor:$scatter_indices, Variadic<SHLO_Tensor>:$updates,
      SHLO_ScatterDimensionNumbers:$scatter_dimension_numbers,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let regions = (region SizedRegion<1>:$update_computation);
  let results = (outs Variadic<SHLO_Tensor>);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

#endif // POPT_DIALECT_STABLEHLO_DATA_MOVEMENT
