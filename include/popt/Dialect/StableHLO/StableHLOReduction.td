// Operations that combine elements with a body: reductions, windows, sort,
// map; and batch normalisation.
#ifndef POPT_DIALECT_STABLEHLO_REDUCTION
#define POPT_DIALECT_STABLEHLO_REDUCTION

include "popt/Dialect/StableHLO/StableHLOAttrs.td"

class SHLO_BodyOp<string mnemonic, list<Trait> traits = []>
    : SHLO_Op<mnemonic, [RecursiveMemoryEffects, RecursivelySpeculatable,
                         SingleBlockImplicitTerminator<"ReturnOp">] # traits>;

def SHLO_ReduceOp : SHLO_BodyOp<"reduce",
    [SameVariadicOperandSize, InferTypeOpAdaptor]> {
  let summary = "elements of some dimensions combined by a body";
  let description = [{
    The order in which the body combines elements and initial values is left to
    the implementation, so the body should be associative and the initial value
    its identity.

    The body prints in short form when it is one commutative operation of this
    dialect applied to its arguments in order:

    ```mlir
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<1x6xf32>, tensor<f32>) -> tensor<1xf32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%arg1 init: %c) across dimensions = [1] : (tensor<1x6xf32>, tensor<1x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<1xf32>, tensor<1xi32>)
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>) (%arg4: tensor<i32>, %arg5: tensor<i32>) {
      ...
    }
    ```
    Body arguments are the values so far, then the elements.

    Constraints: (C1) as many initial values as inputs, at least one; (C2)
    inputs have the same shape; (C3) `dimensions` are different dimensions of
    the inputs; (C4) initial value i is a scalar of input i's element type; (C5)
    the body takes two scalars of each input's element type, all first ones
    first, and returns one of each; (C6) result i has input i's element type
    and its shape without `dimensions`.
  }];
  let arguments = (ins Variadic<SHLO_Tensor>:$inputs,
                       Variadic<SHLO_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<SHLO_Tensor>);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCustomAssemblyFormat = 1;
}

def SHLO_ReduceWindowOp : SHLO_BodyOp<"reduce_window",
    [SameVariadicOperandSize, InferTypeOpAdaptor]> {
  let summary = "elements of a sliding window combined by a body";
  let description = [{
    Missing attributes mean stride 1, dilation 1, no padding. Padding and the
    holes of base dilation hold the initial value.

    Constraints, r = rank of the inputs: (C1) as many initial values as inputs,
    at least one; (C2) inputs have the same shape; (C3) `window_dimensions` has
    r positive entries; (C4) so has `window_strides`; (C5) so has
    `base_dilations`; (C6) so has `window_dilations`; (C7) `padding` has shape
    r x 2; (C8) initial value i is a scalar of input i's element type; (C9) the
    body takes two scalars of each input's element type and returns one of
    each; (C10) result i has input i's element type, and the shape that follows
    from the window.
  }];
  let arguments = (ins Variadic<SHLO_Tensor>:$inputs,
      Variadic<SHLO_Tensor>:$init_values,
      DenseI64ArrayAttr:$window_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
      OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
      OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<SHLO_Tensor>);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def SHLO_SelectAndScatterOp : SHLO_BodyOp<"select_and_scatter",
    [InferTypeOpAdaptor]> {
  let summary = "each source element added where its window selects";
  let description = [{
    The gradient of a windowed maximum: `select` finds an element of each
    window of `operand`, `scatter` combines the source element into it.

    Constraints, r = rank of the operand: (C1) `window_dimensions`, where
    present, has r positive entries; (C2) so has `window_strides`; (C3)
    `padding` has shape r x 2; (C4) `source` has the shape that follows from
    the window and the operand's element type; (C5) `init_value` is a scalar of
    that type; (C6) `select` takes two scalars of that type and returns an i1;
    (C7) `scatter` takes two and returns one of that type; (C8) the result has
    the operand's type.
  }];
  let arguments = (ins SHLO_Tensor:$operand, SHLO_Tensor:$source,
      SHLO_Tensor:$init_value,
      OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDefinition = SHLO_TypeOf<"getOperand">.inference;
}

def SHLO_SortOp : SHLO_BodyOp<"sort",
    [SameOperandsAndResultShape, InferTypeOpAdaptor]> {
  let summary = "tensors sorted together in one dimension";
  let description = [{
    A negative `dimension` counts from the end.

    Constraints: (C1) at least one input, all of the same shape; (C2)
    -r <= `dimension` < r for inputs of rank r; (C3) the comparator takes two
    scalars of each input's element type, pair after pair, and returns an i1;
    (C4) results have the inputs' types.
  }];
  let arguments = (ins Variadic<SHLO_Tensor>:$inputs,
      DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let regions = (region SizedRegion<1>:$comparator);
  let results = (outs Variadic<SHLO_Tensor>);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def SHLO_MapOp : SHLO_BodyOp<"map", [SameOperandsAndResultShape,
                                     SHLO_Pointwise]> {
  let summary = "a body applied to each element";
  let description = [{
    Constraints: (C1) at least one input, all of the same shape; (C2)
    `dimensions` lists every dimension in order; (C3) the body takes a scalar of
    each input's element type and returns one scalar; (C4) the result has the
    inputs' shape and the element type the body returns.
  }];
  let arguments = (ins Variadic<SHLO_Tensor>:$inputs,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Batch normalisation
//===----------------------------------------------------------------------===//

defvar batchNormConstraints = [{
    Constraints: (C1) `feature_index` is a dimension of the operand; (C2) all
    element types agree; (C3) the vectors have the operand's size in that
    dimension; (C4) results have the types of the operand and of the vectors.
}];

def SHLO_BatchNormTrainingOp : SHLO_Op<"batch_norm_training",
    [Pure, InferTypeOpAdaptor]> {
  let summary = "normalisation by the statistics of the operand";
  let description = !strconcat([{
    Results: the normalised operand, then mean and variance per feature.

  }], batchNormConstraints);
  let arguments = (ins SHLO_FloatTensor:$operand, SHLO_FloatVector:$scale,
                       SHLO_FloatVector:$offset, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs SHLO_FloatTensor:$output, SHLO_FloatVector:$batch_mean,
                      SHLO_FloatVector:$batch_var);
  let hasVerifier = 1;
}

def SHLO_BatchNormInferenceOp : SHLO_Op<"batch_norm_inference",
    [Pure, InferTypeOpAdaptor]> {
  let summary = "normalisation by given statistics";
  let description = batchNormConstraints;
  let arguments = (ins SHLO_FloatTensor:$operand, SHLO_FloatVector:$scale,
                       SHLO_FloatVector:$offset, SHLO_FloatVector:$mean,
                       SHLO_FloatVector:$variance, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs SHLO_FloatTensor:$result);
  let hasVerifier = 1;
  let extraClassDefinition = SHLO_TypeOf<"getOperand">.inference;
}

def SHLO_BatchNormGradOp : SHLO_Op<"batch_norm_grad",
    [Pure, InferTypeOpAdaptor]> {
  let summary = "gradient of batch_norm_training";
  let description = !strconcat([{
    Results: the gradients of operand, scale and offset. `grad_output` has the
    operand's type.

  }], batchNormConstraints);
  let arguments = (ins SHLO_FloatTensor:$operand, SHLO_FloatVector:$scale,
                       SHLO_FloatVector:$mean, SHLO_FloatVector:$variance,
                       SHLO_FloatTensor:$grad_output, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs SHLO_FloatTensor:$grad_operand,
                      SHLO_FloatVector:$grad_scale,
                      SHLO_FloatVector:$grad_offset);
  let hasVerifier = 1;
}

#endif // POPT_DIALECT_STABLEHLO_REDUCTION
