// Products: dot, dot_general, convolution, einsum.
#ifndef POPT_DIALECT_STABLEHLO_CONTRACTION
#define POPT_DIALECT_STABLEHLO_CONTRACTION

include "popt/Dialect/StableHLO/StableHLOAttrs.td"

def SHLO_DotOp : SHLO_Op<"dot", [Pure]> {
  let summary = "product of vectors and matrices";
  let description = [{
    Contracts the last dimension of `lhs` with the first of `rhs`.

    Constraints: (C1) both operands have rank 1 or 2; (C2) the contracted sizes
    agree; (C3) the result has the remaining dimensions; (C4)
    `precision_config` is empty or has two entries.
  }];
  let arguments = (ins SHLO_Tensor:$lhs, SHLO_Tensor:$rhs,
                       OptionalAttr<SHLO_PrecisionConfig>:$precision_config);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<PrecisionConfig>($precision_config) attr-dict `:`
      functional-type(operands, results)
  }];
}

def SHLO_DotGeneralOp : SHLO_Op<"dot_general", [Pure]> {
  let summary = "batched contraction over any dimensions";
  let description = [{
    Result dimensions are the batching dimensions in the order listed, then the
    remaining dimensions of `lhs`, then those of `rhs`. The result's element
    type is where products are summed; it may be wider than the operands'.

    ```mlir
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
    ```
    Constraints: (C1) as many lhs as rhs batching dimensions; (C2) as many lhs
    as rhs contracting dimensions; (C3) the lhs lists hold different dimensions
    of `lhs`; (C4) the rhs lists hold different dimensions of `rhs`; (C5) paired
    batching dimensions have the same size; (C6) so have paired contracting
    dimensions; (C7) the result has the shape described; (C8)
    `precision_config` is empty or has two entries; (C9) the element types of
    operands and result are of one kind: all boolean, all integer, all floating
    point, or all complex; (C10) with an `algorithm`, precisions are DEFAULT; (C11) it
    is one that hardware has.
  }];
  let arguments = (ins SHLO_Tensor:$lhs, SHLO_Tensor:$rhs,
                       SHLO_DotDimensionNumbers:$dot_dimension_numbers,
                       OptionalAttr<SHLO_PrecisionConfig>:$precision_config,
                       OptionalAttr<SHLO_DotAlgorithm>:$algorithm);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) ``
      custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm)
      attr-dict `:` functional-type(operands, results)
  }];
}

def SHLO_ConvolutionOp : SHLO_Op<"convolution", [Pure]> {
  let summary = "convolution in any number of spatial dimensions";
  let description = [{
    Strictly a correlation: the kernel is not reversed unless
    `window_reversal` says so. Missing attributes mean stride 1, no padding,
    dilation 1, no reversal.

    ```mlir
    %0 = stablehlo.convolution(%arg0, %arg1)
      dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {stride = [1, 1], pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<2x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x8x16xf32>
    ```
    Constraints, n = number of spatial dimensions: (C1) lhs, rhs and result
    have rank n + 2, the rank of `dimension_numbers`; (C2) `window_strides` has
    n positive entries; (C3) `padding` has shape n x 2; (C4) `lhs_dilation` has
    n positive entries; (C5) `rhs_dilation` has n positive entries; (C6)
    `window_reversal` has n entries; (C7) both group counts are positive, and
    one of them is 1; (C8) the input batch size is a multiple of
    `batch_group_count`; (C9) the input feature size = `feature_group_count` *
    the kernel's input feature size; (C10) the kernel's output feature size is
    a multiple of both group counts; (C11) result batch = input batch /
    `batch_group_count`, result feature = kernel output feature; (C12) result
    spatial sizes follow from the window; (C13) `precision_config` is empty or
    has two entries; (C14) element types are of one kind, as for dot_general;
    (C15) lhs and rhs have the same one.
  }];
  let arguments = (ins SHLO_Tensor:$lhs, SHLO_Tensor:$rhs,
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<I64ElementsAttr>:$padding,
      OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
      OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
      OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
      SHLO_ConvDimensionNumbers:$dimension_numbers,
      I64Attr:$feature_group_count, I64Attr:$batch_group_count,
      OptionalAttr<SHLO_PrecisionConfig>:$precision_config);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=`
      custom<ConvolutionDimensions>($dimension_numbers) `,` `window` `=` `{`
      custom<WindowAttributes>($window_strides, $padding, $lhs_dilation,
                               $rhs_dilation, $window_reversal) `}`
      attr-dict `:` functional-type(operands, results)
  }];
}

def SHLO_EinsumOp : SHLO_Op<"einsum", [Pure]> {
  let summary = "product described by index letters";
  let description = [{
    Constraints: (C1) `einsum_config` reads `ab,bc->ac`, of letters only; (C2)
    each side names as many letters as the tensor has dimensions; (C3) a letter
    has the same size wherever it occurs; (C4) each result letter occurs in an
    operand, and once only in the result.
  }];
  let arguments = (ins SHLO_Tensor:$lhs, SHLO_Tensor:$rhs,
                       StrAttr:$einsum_config);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:`
      functional-type(operands, results)
  }];
}

#endif // POPT_DIALECT_STABLEHLO_CONTRACTION
