// Linear algebra, Fourier transforms, random numbers, and calls.
#ifndef POPT_DIALECT_STABLEHLO_MISC
#define POPT_DIALECT_STABLEHLO_MISC

include "popt/Dialect/StableHLO/StableHLOAttrs.td"

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

def SHLO_CholeskyOp : SHLO_Op<"cholesky", [Pure, SameOperandsAndResultType]> {
  let summary = "Cholesky factor of a batch of matrices";
  let description = [{
    Only the triangle that `lower` names is read and written; the other one is
    left to the implementation.

    Constraints: (C1) operand and result have the same type; (C2) rank at least
    2; (C3) the last two sizes agree.
  }];
  let arguments = (ins SHLO_FloatOrComplexTensor:$a,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs SHLO_FloatOrComplexTensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict `:`
      custom<SameType>(type($a), type($result))
  }];
}

def SHLO_TriangularSolveOp : SHLO_Op<"triangular_solve",
    [Pure, InferTypeOpAdaptor]> {
  let summary = "solution x of op(a) x = b or x op(a) = b";
  let description = [{
    Constraints: (C1) `a` and `b` have the same element type; (C2) the same
    rank, at least 2; (C3) the same batch sizes; (C4) the last two sizes of `a`
    agree; (C5) the size of `b` that `left_side` selects is that size; (C6)
    `transpose_a` is not TRANSPOSE_INVALID; (C7) the result has the type of `b`.
  }];
  let arguments = (ins SHLO_FloatOrComplexTensor:$a,
      SHLO_FloatOrComplexTensor:$b, BoolAttr:$left_side, BoolAttr:$lower,
      BoolAttr:$unit_diagonal, SHLO_TransposeAttr:$transpose_a);
  let results = (outs SHLO_FloatOrComplexTensor:$result);
  let hasVerifier = 1;
  let extraClassDefinition = SHLO_TypeOf<"getB">.inference;
}

def SHLO_FftOp : SHLO_Op<"fft", [Pure, InferTypeOpAdaptor]> {
  let summary = "Fourier transform of the last dimensions";
  let description = [{
    ```mlir
    %0 = stablehlo.fft %arg0, type = RFFT, length = [16] : (tensor<4x16xf32>) -> tensor<4x9xcomplex<f32>>
    ```
    Constraints: (C1) 1 to 3 entries in `fft_length`, at most the rank; (C2)
    FFT and IFFT take and give complex values, RFFT real to complex, IRFFT
    complex to real; (C3) the last sizes are `fft_length`, except that the last
    one of IRFFT's operand and RFFT's result is length / 2 + 1, or 0 for length
    0; (C4) other sizes stay.
  }];
  let arguments = (ins SHLO_FloatOrComplexTensor:$operand,
                       SHLO_FftTypeAttr:$fft_type,
                       DenseI64ArrayAttr:$fft_length);
  let results = (outs SHLO_FloatOrComplexTensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `,` `type` `=` custom<Keyword>($fft_type) `,` `length` `=` $fft_length attr-dict
      `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

// Draws from hidden state, so two equal ones differ: it has effects.
def SHLO_RngOp : SHLO_Op<"rng"> {
  let summary = "random numbers from hidden state";
  let description = [{
    Constraints: (C1) `a`, `b` and the result have the same element type; (C2)
    `shape` has one entry per result dimension; (C3) where `shape` is a
    constant, the result has that shape; (C4) NORMAL gives floating-point values
    only.
  }];
  let arguments = (ins SHLO_ScalarPredIntOrFloatTensor:$a,
                       SHLO_ScalarPredIntOrFloatTensor:$b,
                       SHLO_ShapeVector:$shape,
                       SHLO_RngDistributionAttr:$rng_distribution);
  let results = (outs SHLO_PredIntOrFloatTensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=`
      custom<Keyword>($rng_distribution) attr-dict `:`
      functional-type(operands, results)
  }];
}

def SHLO_RngBitGeneratorOp : SHLO_Op<"rng_bit_generator", [Pure]> {
  let summary = "random bits and the next state, from a state";
  let description = [{
    Constraints: (C1) the state is a rank-1 tensor of ui64: 2 elements for
    THREE_FRY, 2 or 3 for PHILOX; (C2) `output_state` has its type.
  }];
  let arguments = (ins SHLO_RngAlgorithmAttr:$rng_algorithm,
                       SHLO_IntVector:$initial_state);
  let results = (outs SHLO_IntVector:$output_state,
                      SHLO_IntOrFloatTensor:$output);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` custom<Keyword>($rng_algorithm)
      attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

def SHLO_CompositeOp : SHLO_Op<"composite",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a named operation, with the function that defines it";
  let description = [{
    May be replaced by a call of `decomposition`.

    Constraints: (C1) `name` is dotted: letters, digits, `_` and `$`, at least
    one dot, no digit first; (C2) `decomposition` is a function; (C3) with the types of the
    operands and results.
  }];
  let arguments = (ins Variadic<SHLO_TensorTokenOrTuple>:$inputs,
      StrAttr:$name,
      DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
      FlatSymbolRefAttr:$decomposition,
      DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<SHLO_TensorTokenOrTuple>);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $name operands attr-dict `:` functional-type(operands, results)
  }];
}

def SHLO_LayoutArray : TypedArrayAttrBase<
    Attr<CPred<"::popt::stablehlo::isLayout($_self)">,
         "rank-1 index tensor">, "array of layouts">;
def SHLO_AliasArray : TypedArrayAttrBase<SHLO_OutputOperandAlias,
    "array of aliases of results and operands">;
def SHLO_SymbolArray : TypedArrayAttrBase<FlatSymbolRefAttr,
    "array of symbols"> {
  let constBuilderCall =
      "::mlir::ArrayAttr::get($_builder.getContext(), $0)";
}

def SHLO_CustomCallOp : SHLO_Op<"custom_call",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an operation known by the name of its target only";
  let description = [{
    Constraints: (C1) `operand_layouts` and `result_layouts` come together; (C2)
    one layout per operand and result, each a permutation of its dimensions;
    (C3) aliases name existing operands, results and tuple elements of the same
    type; (C4) `called_computations` are functions; (C5) `backend_config` is a
    dictionary where `api_version` is API_VERSION_TYPED_FFI, a string elsewhere.
  }];
  let arguments = (ins Variadic<SHLO_TensorTokenOrTuple>:$inputs,
      StrAttr:$call_target_name,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
      OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
      DefaultValuedOptionalAttr<SHLO_CustomCallApiVersion,
        "::popt::stablehlo::CustomCallApiVersion::API_VERSION_ORIGINAL">
        :$api_version,
      DefaultValuedOptionalAttr<SHLO_SymbolArray, "{}">:$called_computations,
      OptionalAttr<SHLO_LayoutArray>:$operand_layouts,
      OptionalAttr<SHLO_LayoutArray>:$result_layouts,
      DefaultValuedOptionalAttr<SHLO_AliasArray, "{}">
        :$output_operand_aliases);
  let results = (outs Variadic<SHLO_TensorTokenOrTuple>);
  let hasVerifier = 1;
  let assemblyFormat = [{
    custom<CustomCallTarget>($call_target_name) `(` $inputs `)` attr-dict `:`
      functional-type(operands, results)
  }];
}

#endif // POPT_DIALECT_STABLEHLO_MISC
