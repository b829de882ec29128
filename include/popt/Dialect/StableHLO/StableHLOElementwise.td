// Pointwise operations: element i of the result depends on element i of each
// operand.
#ifndef POPT_DIALECT_STABLEHLO_ELEMENTWISE
#define POPT_DIALECT_STABLEHLO_ELEMENTWISE

include "popt/Dialect/StableHLO/StableHLOAttrs.td"

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

class SHLO_UnaryBase<string mnemonic, Type operandType, Type resultType,
                     list<Trait> traits>
    : SHLO_Op<mnemonic, traits # pointwiseTraits> {
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` custom<SameType>(type($operand), type($result))
  }];
}

// Constraints: (C1) operand and result have the same type.
class SHLO_UnaryOp<string mnemonic, Type type>
    : SHLO_UnaryBase<mnemonic, type, type, [SameOperandsAndResultType]>;

// A unary operation that may carry the accuracy it is asked for.
class SHLO_UnaryAccuracyOp<string mnemonic>
    : SHLO_UnaryOp<mnemonic, SHLO_FloatOrComplexTensor> {
  let arguments = (ins SHLO_FloatOrComplexTensor:$operand,
                       OptionalAttr<SHLO_ResultAccuracy>:$result_accuracy);
  let builders = [OpBuilder<(ins "::mlir::Value":$operand), [{
    build($_builder, $_state, operand.getType(), operand, nullptr);
  }]>];
}

// Constraints: (C1) operand and result have the same shape; (C2) the result's
// element type is the one the operation computes from the operand's.
class SHLO_UnaryInferOp<string mnemonic, Type operandType, Type resultType>
    : SHLO_UnaryBase<mnemonic, operandType, resultType,
                     [SameOperandsAndResultShape, InferTypeOpAdaptor]>;

def SHLO_AbsOp : SHLO_UnaryInferOp<"abs", SHLO_IntFloatOrComplexTensor,
                        SHLO_IntOrFloatTensor> {
  let summary = "absolute value";
  let description = [{
    The result of a complex operand is real. The smallest signed integer is its
    own absolute value.
  }];
}
def SHLO_CbrtOp : SHLO_UnaryAccuracyOp<"cbrt"> {
  let summary = "cube root";
}
def SHLO_CeilOp : SHLO_UnaryOp<"ceil", SHLO_FloatTensor> {
  let summary = "smallest integer not below";
}
def SHLO_ClzOp : SHLO_UnaryOp<"count_leading_zeros", SHLO_IntTensor> {
  let summary = "number of leading zero bits";
}
def SHLO_CosineOp : SHLO_UnaryAccuracyOp<"cosine"> {
  let summary = "cosine";
}
def SHLO_ExpOp : SHLO_UnaryAccuracyOp<"exponential"> {
  let summary = "e to the power";
}
def SHLO_Expm1Op : SHLO_UnaryAccuracyOp<"exponential_minus_one"> {
  let summary = "e to the power, minus one, exact near zero";
}
def SHLO_FloorOp : SHLO_UnaryOp<"floor", SHLO_FloatTensor> {
  let summary = "largest integer not above";
}
def SHLO_ImagOp : SHLO_UnaryInferOp<"imag", SHLO_FloatOrComplexTensor,
                        SHLO_FloatTensor> {
  let summary = "imaginary part";
  let description = [{
    The imaginary part of a real operand is zero.
  }];
}
def SHLO_LogOp : SHLO_UnaryAccuracyOp<"log"> {
  let summary = "natural logarithm";
}
def SHLO_Log1pOp : SHLO_UnaryAccuracyOp<"log_plus_one"> {
  let summary = "natural logarithm of one plus, exact near zero";
}
def SHLO_LogisticOp : SHLO_UnaryAccuracyOp<"logistic"> {
  let summary = "1 / (1 + exp(-x))";
}
def SHLO_NegOp : SHLO_UnaryOp<"negate", SHLO_IntFloatOrComplexTensor> {
  let summary = "negation";
  let description = [{
    Unsigned integers wrap around.
  }];
}
def SHLO_NotOp : SHLO_UnaryOp<"not", SHLO_PredOrIntTensor> {
  let summary = "bitwise complement";
}
def SHLO_PopulationCountOp : SHLO_UnaryOp<"popcnt", SHLO_IntTensor> {
  let summary = "number of one bits";
}
def SHLO_RealOp : SHLO_UnaryInferOp<"real", SHLO_FloatOrComplexTensor,
                        SHLO_FloatTensor> {
  let summary = "real part";
}
def SHLO_RoundOp : SHLO_UnaryOp<"round_nearest_afz", SHLO_FloatTensor> {
  let summary = "nearest integer, ties away from zero";
}
def SHLO_RoundNearestEvenOp : SHLO_UnaryOp<"round_nearest_even", SHLO_FloatTensor> {
  let summary = "nearest integer, ties to even";
}
def SHLO_RsqrtOp : SHLO_UnaryAccuracyOp<"rsqrt"> {
  let summary = "reciprocal square root";
}
def SHLO_SignOp : SHLO_UnaryOp<"sign", SHLO_IntFloatOrComplexTensor> {
  let summary = "-1, 0 or 1; x / |x| for complex values";
  let description = [{
    NaN gives NaN; zeros keep their sign.
  }];
}
def SHLO_SineOp : SHLO_UnaryAccuracyOp<"sine"> {
  let summary = "sine";
}
def SHLO_SqrtOp : SHLO_UnaryAccuracyOp<"sqrt"> {
  let summary = "square root";
}
def SHLO_TanOp : SHLO_UnaryAccuracyOp<"tan"> {
  let summary = "tangent";
}
def SHLO_TanhOp : SHLO_UnaryAccuracyOp<"tanh"> {
  let summary = "hyperbolic tangent";
}

def SHLO_IsFiniteOp : SHLO_Op<"is_finite",
    [SameOperandsAndResultShape, InferTypeOpAdaptor] # pointwiseTraits> {
  let summary = "whether a value is neither infinite nor NaN";
  let arguments = (ins SHLO_FloatTensor:$x);
  let results = (outs SHLO_PredTensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

def SHLO_ConvertOp : SHLO_UnaryBase<"convert", SHLO_Tensor, SHLO_Tensor,
    [SameOperandsAndResultShape]> {
  let summary = "conversion to another element type";
  let description = [{
    To `i1`: whether the value differs from zero. From floating point to
    integer: towards zero. From real to complex: imaginary part zero.

    Constraints: (C1) operand and result have the same shape.
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$operand,
                                 "::mlir::Type":$result_element_type)>];
}

def SHLO_ReducePrecisionOp : SHLO_Op<"reduce_precision",
    [SameOperandsAndResultType] # pointwiseTraits> {
  let summary = "rounding to a narrower floating-point format and back";
  let description = [{
    Constraints: (C1) operand and result have the same type; (C2)
    `exponent_bits` is at least 1; (C3) `mantissa_bits` is not negative.
  }];
  let arguments = (ins SHLO_FloatTensor:$operand,
                       ConfinedAttr<I32Attr, [IntPositive]>:$exponent_bits,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$mantissa_bits);
  let results = (outs SHLO_FloatTensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=`
      custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict `:`
      custom<SameType>(type($operand), type($output))
  }];
}

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

// Constraints: (C1) operands and result have the same type.
class SHLO_BinaryOp<string mnemonic, Type type, list<Trait> traits = []>
    : SHLO_Op<mnemonic,
              [SameOperandsAndResultType] # traits # pointwiseTraits> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
      custom<SameType>(type($lhs), type($rhs), type($result))
  }];
}

def SHLO_AddOp : SHLO_BinaryOp<"add", SHLO_Tensor, [Commutative]> {
  let summary = "sum; of booleans, or";
}
def SHLO_AndOp : SHLO_BinaryOp<"and", SHLO_PredOrIntTensor, [Commutative]> {
  let summary = "bitwise and";
}
def SHLO_Atan2Op : SHLO_BinaryOp<"atan2", SHLO_FloatOrComplexTensor> {
  let summary = "angle of the point (rhs, lhs)";
}
def SHLO_DivOp : SHLO_BinaryOp<"divide", SHLO_IntFloatOrComplexTensor> {
  let summary = "quotient";
  let description = [{
    Integers divide towards zero. The result of an integer division by zero is
    up to the implementation.
  }];
}
def SHLO_MaxOp : SHLO_BinaryOp<"maximum", SHLO_Tensor, [Commutative]> {
  let summary = "larger value; of booleans, or";
  let description = [{
    NaN if either is NaN. Complex values compare by real, then imaginary part.
  }];
}
def SHLO_MinOp : SHLO_BinaryOp<"minimum", SHLO_Tensor, [Commutative]> {
  let summary = "smaller value; of booleans, and";
  let description = [{
    NaN if either is NaN. Complex values compare by real, then imaginary part.
  }];
}
def SHLO_MulOp : SHLO_BinaryOp<"multiply", SHLO_Tensor, [Commutative]> {
  let summary = "product; of booleans, and";
}
def SHLO_OrOp : SHLO_BinaryOp<"or", SHLO_PredOrIntTensor, [Commutative]> {
  let summary = "bitwise or";
}
def SHLO_PowOp : SHLO_BinaryOp<"power", SHLO_IntFloatOrComplexTensor> {
  let summary = "lhs to the power rhs";
}
def SHLO_RemOp : SHLO_BinaryOp<"remainder", SHLO_IntFloatOrComplexTensor> {
  let summary = "remainder, with the sign of lhs";
}
def SHLO_ShiftLeftOp : SHLO_BinaryOp<"shift_left", SHLO_IntTensor> {
  let summary = "lhs shifted left by rhs bits";
  let description = [{
    A shift by the width or more gives zero.
  }];
}
def SHLO_ShiftRightArithmeticOp
    : SHLO_BinaryOp<"shift_right_arithmetic", SHLO_IntTensor> {
  let summary = "lhs shifted right, sign bits enter";
}
def SHLO_ShiftRightLogicalOp
    : SHLO_BinaryOp<"shift_right_logical", SHLO_IntTensor> {
  let summary = "lhs shifted right, zeros enter";
  let description = [{
    A shift by the width or more gives zero.
  }];
}
def SHLO_SubtractOp : SHLO_BinaryOp<"subtract", SHLO_IntFloatOrComplexTensor> {
  let summary = "difference";
}
def SHLO_XorOp : SHLO_BinaryOp<"xor", SHLO_PredOrIntTensor, [Commutative]> {
  let summary = "bitwise exclusive or";
}

def SHLO_ComplexOp : SHLO_Op<"complex",
    [SameOperandsAndResultShape, SameTypeOperands,
     InferTypeOpAdaptor] # pointwiseTraits> {
  let summary = "complex value of a real and an imaginary part";
  let description = [{
    Constraints: (C1) `lhs` and `rhs` have the same type, of elements f32 or
    f64; (C2) the result has their shape and the complex element type.
  }];
  let arguments = (ins SHLO_FloatTensor:$lhs, SHLO_FloatTensor:$rhs);
  let results = (outs SHLO_ComplexTensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
      custom<ComplexType>(type($lhs), type($rhs), type($result))
  }];
}

def SHLO_CompareOp : SHLO_Op<"compare",
    [SameOperandsAndResultShape, SameTypeOperands,
     InferTypeOpAdaptor] # pointwiseTraits> {
  let summary = "comparison of two tensors";
  let description = [{
    Without `compare_type`, floating-point and complex values compare as
    numbers, integers by their signedness, booleans as unsigned. TOTALORDER
    places -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN.

    Constraints: (C1) `lhs` and `rhs` have the same type; (C2) the result has
    their shape and elements i1; (C3) `compare_type` suits the element type:
    SIGNED for signless integers, UNSIGNED for unsigned integers and booleans,
    FLOAT for floating-point and complex values, TOTALORDER for floating-point
    values; (C4) complex values compare by EQ and NE only.
  }];
  let arguments = (ins SHLO_Tensor:$lhs, SHLO_Tensor:$rhs,
                       SHLO_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<SHLO_ComparisonTypeAttr>:$compare_type);
  let results = (outs SHLO_PredTensor:$result);
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins
      "::mlir::Value":$lhs, "::mlir::Value":$rhs,
      "::popt::stablehlo::ComparisonDirection":$direction,
      CArg<"::popt::stablehlo::ComparisonType",
           "::popt::stablehlo::ComparisonType::NOTYPE">:$type)>];
  let assemblyFormat = [{
    custom<Keyword>($comparison_direction) `,` $lhs `,` $rhs
      (`,` custom<Keyword>($compare_type)^)? attr-dict `:`
      functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Ternary
//===----------------------------------------------------------------------===//

def SHLO_SelectOp : SHLO_Op<"select",
    [Pure, SHLO_Pointwise, InferTypeOpAdaptor]> {
  let summary = "on_true where pred holds, else on_false";
  let description = [{
    A rank-0 `pred` chooses for all elements.

    Constraints: (C1) `pred` has rank 0 or the shape of `on_true`; (C2)
    `on_true`, `on_false` and the result have the same type.
  }];
  let arguments = (ins SHLO_PredTensor:$pred, SHLO_Tensor:$on_true,
                       SHLO_Tensor:$on_false);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    operands attr-dict `:`
      custom<SelectType>(type($pred), type($on_true), type($on_false),
                         type($result))
  }];
  let extraClassDefinition = SHLO_TypeOf<"getOnTrue">.inference;
}

def SHLO_ClampOp : SHLO_Op<"clamp",
    [Pure, SHLO_Pointwise, InferTypeOpAdaptor]> {
  let summary = "operand limited to the range from min to max";
  let description = [{
    Computes `minimum(maximum(operand, min), max)`; a rank-0 bound applies to
    all elements.

    Constraints: (C1) `min` has rank 0 or the shape of `operand`; (C2) so has
    `max`; (C3) all have the operand's element type; (C4) the result has the
    operand's type.
  }];
  let arguments = (ins SHLO_Tensor:$min, SHLO_Tensor:$operand,
                       SHLO_Tensor:$max);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
      custom<SameType>(type($min), type($operand), type($max), type($result))
  }];
  let extraClassDefinition = SHLO_TypeOf<"getOperand">.inference;
}

#endif // POPT_DIALECT_STABLEHLO_ELEMENTWISE
