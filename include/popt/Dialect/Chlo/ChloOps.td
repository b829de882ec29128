// The interchange dialect `chlo`: functions that front ends leave whole instead
// of expanding them into stablehlo. Static shapes, no broadcasting forms.
#ifndef POPT_DIALECT_CHLO_OPS
#define POPT_DIALECT_CHLO_OPS

include "popt/Dialect/StableHLO/StableHLOBase.td"

def ChloDialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::popt::chlo";
  let summary = "Functions that front ends leave whole";
  let description = [{
    Names and assembly are those of the CHLO dialect beside StableHLO, for the
    operations that JAX prints. Its operations with implicit broadcasting are
    left out: no front end with static shapes prints them.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let dependentDialects = ["::popt::stablehlo::StablehloDialect"];
}

class Chlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<ChloDialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

def Chlo_Precision : I32EnumAttr<"Precision",
    "precision asked of a contraction operand", [
      I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
      I32EnumAttrCase<"HIGHEST", 2>]> {
  let cppNamespace = "::popt::chlo";
  let genSpecializedAttr = 0;
}
def Chlo_PrecisionAttr : EnumAttr<ChloDialect, Chlo_Precision, "precision">;
def Chlo_PrecisionConfig
    : TypedArrayAttrBase<Chlo_PrecisionAttr, "array of precision attributes">;

def Chlo_Dims : ArrayRefParameter<"int64_t", "dimension numbers"> {
  let parser = "::popt::stablehlo::parseDims($_parser)";
  let printer = "::popt::stablehlo::printDims($_printer, $_self)";
}

def Chlo_RaggedDotDimensionNumbers
    : AttrDef<ChloDialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let summary = "which dimensions a ragged contraction pairs and groups";
  let description = [{
    Fields as in `#stablehlo.dot`, and the dimension of lhs that falls into
    groups (`lhs_ragged_dimensions`) and the dimension of rhs that has one entry
    per group (`rhs_group_dimensions`); empty lists are left out.
  }];
  let parameters = (ins
    Chlo_Dims:$lhsBatchingDimensions, Chlo_Dims:$rhsBatchingDimensions,
    Chlo_Dims:$lhsContractingDimensions, Chlo_Dims:$rhsContractingDimensions,
    Chlo_Dims:$lhsRaggedDimensions, Chlo_Dims:$rhsGroupDimensions);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Pointwise
//===----------------------------------------------------------------------===//

// Constraints: (C1) operand and result have the same type.
class Chlo_UnaryOp<string mnemonic, Type type>
    : Chlo_Op<mnemonic, [SameOperandsAndResultType] # pointwiseTraits> {
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` type($operand) `->` type($result)
  }];
}

// Constraints: (C1) operand and result have the same shape; (C2) result
// elements are i1.
class Chlo_TestOp<string mnemonic>
    : Chlo_Op<mnemonic, [SameOperandsAndResultShape,
                         InferTypeOpAdaptor] # pointwiseTraits> {
  let arguments = (ins SHLO_FloatTensor:$operand);
  let results = (outs SHLO_PredTensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` type($operand) `->` type($result)
  }];
  let extraClassDefinition = SHLO_ResultType<
      "::llvm::cast<::mlir::RankedTensorType>(adaptor.getOperand().getType())"
      ".clone(::mlir::IntegerType::get(adaptor.getOperand().getContext(), 1))"
      >.inference;
}

def Chlo_AcosOp : Chlo_UnaryOp<"acos", SHLO_FloatOrComplexTensor> {
  let summary = "arc cosine";
}
def Chlo_AcoshOp : Chlo_UnaryOp<"acosh", SHLO_FloatOrComplexTensor> {
  let summary = "inverse hyperbolic cosine";
}
def Chlo_AsinOp : Chlo_UnaryOp<"asin", SHLO_FloatOrComplexTensor> {
  let summary = "arc sine";
}
def Chlo_AsinhOp : Chlo_UnaryOp<"asinh", SHLO_FloatOrComplexTensor> {
  let summary = "inverse hyperbolic sine";
}
def Chlo_AtanOp : Chlo_UnaryOp<"atan", SHLO_FloatOrComplexTensor> {
  let summary = "arc tangent";
}
def Chlo_AtanhOp : Chlo_UnaryOp<"atanh", SHLO_FloatOrComplexTensor> {
  let summary = "inverse hyperbolic tangent";
}
def Chlo_BesselI1eOp : Chlo_UnaryOp<"bessel_i1e", SHLO_FloatOrComplexTensor> {
  let summary = "exp(-|x|) times the modified Bessel function of order 1";
}
def Chlo_ConjOp : Chlo_UnaryOp<"conj", SHLO_FloatOrComplexTensor> {
  let summary = "complex conjugate";
}
def Chlo_CoshOp : Chlo_UnaryOp<"cosh", SHLO_FloatOrComplexTensor> {
  let summary = "hyperbolic cosine";
}
def Chlo_DigammaOp : Chlo_UnaryOp<"digamma", SHLO_FloatTensor> {
  let summary = "derivative of lgamma";
}
def Chlo_ErfOp : Chlo_UnaryOp<"erf", SHLO_FloatTensor> {
  let summary = "error function";
}
def Chlo_ErfInvOp : Chlo_UnaryOp<"erf_inv", SHLO_FloatTensor> {
  let summary = "inverse error function";
}
def Chlo_ErfcOp : Chlo_UnaryOp<"erfc", SHLO_FloatTensor> {
  let summary = "one minus the error function, exact for large arguments";
}
def Chlo_LgammaOp : Chlo_UnaryOp<"lgamma", SHLO_FloatTensor> {
  let summary = "logarithm of the absolute value of the gamma function";
}
def Chlo_SinhOp : Chlo_UnaryOp<"sinh", SHLO_FloatOrComplexTensor> {
  let summary = "hyperbolic sine";
}
def Chlo_SquareOp : Chlo_UnaryOp<"square", SHLO_IntFloatOrComplexTensor> {
  let summary = "the operand times itself";
}
def Chlo_TanOp : Chlo_UnaryOp<"tan", SHLO_FloatOrComplexTensor> {
  let summary = "tangent";
}

def Chlo_IsInfOp : Chlo_TestOp<"is_inf"> {
  let summary = "whether a value is infinite";
}
def Chlo_IsNegInfOp : Chlo_TestOp<"is_neg_inf"> {
  let summary = "whether a value is negative infinity";
}
def Chlo_IsPosInfOp : Chlo_TestOp<"is_pos_inf"> {
  let summary = "whether a value is positive infinity";
}

// Constraints: (C1) operands and result have the same type.
def Chlo_NextAfterOp : Chlo_Op<"next_after",
    [SameOperandsAndResultType] # pointwiseTraits> {
  let summary = "next representable value after x towards y";
  let arguments = (ins SHLO_FloatTensor:$x, SHLO_FloatTensor:$y);
  let results = (outs SHLO_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $y attr-dict `:` type($x) `,` type($y) `->` type($result)
  }];
}
// Constraints: (C1) operands and result have the same type.
def Chlo_PolygammaOp : Chlo_Op<"polygamma",
    [SameOperandsAndResultType] # pointwiseTraits> {
  let summary = "derivative of order n of digamma";
  let arguments = (ins SHLO_FloatTensor:$n, SHLO_FloatTensor:$x);
  let results = (outs SHLO_FloatTensor:$result);
  let assemblyFormat = [{
    $n `,` $x attr-dict `:` type($n) `,` type($x) `->` type($result)
  }];
}
// Constraints: (C1) operands and result have the same type.
def Chlo_ZetaOp : Chlo_Op<"zeta",
    [SameOperandsAndResultType] # pointwiseTraits> {
  let summary = "Hurwitz zeta function";
  let arguments = (ins SHLO_FloatTensor:$x, SHLO_FloatTensor:$q);
  let results = (outs SHLO_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $q attr-dict `:` type($x) `,` type($q) `->` type($result)
  }];
}
// Constraints: (C1) operands and result have the same type.
def Chlo_MulhiOp : Chlo_Op<"mulhi",
    [SameOperandsAndResultType, Commutative] # pointwiseTraits> {
  let summary = "upper half of the bits of the product";
  let arguments = (ins SHLO_IntTensor:$lhs, SHLO_IntTensor:$rhs);
  let results = (outs SHLO_IntTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

def Chlo_ConstantOp : Chlo_Op<"constant",
    [Pure, ConstantLike, InferTypeOpAdaptor]> {
  let summary = "a tensor known at compile time";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs SHLO_Tensor:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let extraClassDefinition = SHLO_TypeOf<"getValue">.inference;
}

def Chlo_TopKOp : Chlo_Op<"top_k", [Pure, InferTypeOpAdaptor]> {
  let summary = "the k largest elements of each row, and their indices";
  let description = [{
    Rows are the last dimension. Values come in descending order; of equal ones
    the lower index comes first, unless `is_stable` is false.

    ```mlir
    %values, %indices = chlo.top_k(%arg0, k = 8) : tensor<16x32xf32> -> (tensor<16x8xf32>, tensor<16x8xi32>)
    ```
    Constraints: (C1) the operand has rank at least 1; (C2) 0 <= k <= its last
    size; (C3) `values` and `indices` have the operand's shape with k in the
    last dimension, elements of the operand's type and i32.
  }];
  let arguments = (ins SHLO_PredIntOrFloatTensor:$operand, I64Attr:$k,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$is_stable);
  let results = (outs SHLO_PredIntOrFloatTensor:$values,
                      SHLO_IntTensor:$indices);
  let hasVerifier = 1;
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)`
      attr-dict `:` type($operand) `->`
      `(` type($values) `,` type($indices) `)`
  }];
}

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot", [Pure]> {
  let summary = "contraction in which one dimension falls into groups";
  let description = [{
    The ragged dimension of `lhs` consists of groups whose sizes `group_sizes`
    lists; what lies beyond their sum gives zeros. Batch, rows, columns,
    contracted and group dimensions b, m, n, k, g give three forms:
    [b,m,k] x [g,b,k,n] -> [b,m,n] where rows are ragged and each group has its
    own rhs; [b,m,k] x [b,k,n] -> [g,b,m,n] where the contracted dimension is;
    [b,m,k] x [b,k,n] -> [b,m,n] where a batching dimension is.

    Constraints: (C1) as many lhs as rhs batching dimensions; (C2) as many lhs
    as rhs contracting dimensions; (C3) the lhs lists hold different dimensions
    of `lhs`; (C4) the rhs lists, with the group dimension, hold different
    dimensions of `rhs`; (C5) paired dimensions have the same size; (C6) one
    ragged dimension, of `lhs`; (C7) one group dimension where rows are ragged,
    none otherwise; (C8) its size is the number of groups; (C9) `group_sizes`
    lists the groups once, or for each place in the batching dimensions and in
    those of the ragged one's kind that come before it; (C10) the result
    has the shape described; (C11) `precision_config` is empty or has two
    entries.
  }];
  let arguments = (ins SHLO_Tensor:$lhs, SHLO_Tensor:$rhs,
      SHLO_IntTensor:$group_sizes,
      Chlo_RaggedDotDimensionNumbers:$ragged_dot_dimension_numbers,
      OptionalAttr<Chlo_PrecisionConfig>:$precision_config);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
}

def Chlo_ScanOp : Chlo_Op<"scan",
    [AttrSizedOperandSegments, AttrSizedResultSegments, IsolatedFromAbove,
     RecursiveMemoryEffects]> {
  let summary = "a body applied along a dimension, with values carried on";
  let description = [{
    In each step the body gets the slices of `inputs` at one position of
    `dimension`, without that dimension, and the carried values, first `inits`.
    It returns the slices of `outputs` at that position and what is carried on;
    `carries` are the last ones. `is_reverse` begins at the last position.
    `is_associative` says that steps may be combined in any order.
    `scan_dim_size` is the number of steps where there are no inputs.

    ```mlir
    %sums, %sum = chlo.scan(%x) inits(%zero) dimension = 0 {
    ^bb0(%row: tensor<3xf32>, %carry: tensor<3xf32>):
      %0 = stablehlo.add %row, %carry : tensor<3xf32>
      stablehlo.return %0, %0 : tensor<3xf32>, tensor<3xf32>
    } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
    ```
    Constraints: (C1) `dimension` is one of every input and output; (C2) they
    have the same size there, that of `scan_dim_size` if it is given, which it
    is without inputs; (C3) `carries` have the types of `inits`; (C4) the body
    takes the slices of the inputs and values of the types of `inits`; (C5) it
    returns the slices of the outputs and such values.
  }];
  let arguments = (ins Variadic<SHLO_Tensor>:$inputs,
      Variadic<SHLO_Tensor>:$inits, I64Attr:$dimension,
      OptionalAttr<I64Attr>:$scan_dim_size,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$is_reverse,
      OptionalAttr<BoolAttr>:$is_associative);
  let results = (outs Variadic<SHLO_Tensor>:$outputs,
                      Variadic<SHLO_Tensor>:$carries);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    /// The number of steps.
    int64_t getNumSteps();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

#endif // POPT_DIALECT_CHLO_OPS
