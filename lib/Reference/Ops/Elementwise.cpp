//===- Elementwise.cpp - Operations that act element by element -----------===//
//
// Handlers of the element-wise operations of StableHLO and CHLO. Tested by
// test/unit/Reference/CorpusTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "../Evaluator.h"
#include "../Semantics/Special.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

#include <cmath>

using namespace mlir;
using namespace popt;
using namespace popt::reference;

template <Unary op> static LocalResults runUnary(LocalCall &call) {
  return call.result(unary(op, call.operands[0]));
}
template <double (*function)(double)>
static LocalResults runReal(LocalCall &call) {
  return call.result(mapReal(function, call.operands[0]));
}
template <Binary op> static LocalResults runBinary(LocalCall &call) {
  return call.result(binary(op, call.operands[0], call.operands[1]));
}

static LocalResults runCompare(LocalCall &call) {
  auto op = cast<stablehlo::CompareOp>(call.op);
  const bool totalOrder =
      op.getCompareType() == stablehlo::ComparisonType::TOTALORDER;
  return call.result(compare(Direction(op.getComparisonDirection()),
                             call.operands[0], call.operands[1], totalOrder));
}

static LocalResults runSelect(LocalCall &call) {
  return call.result(
      select(call.operands[0], call.operands[1], call.operands[2]));
}

static LocalResults runClamp(LocalCall &call) {
  return call.result(
      clamp(call.operands[0], call.operands[1], call.operands[2]));
}

static LocalResults runConvert(LocalCall &call) {
  return call.result(convert(call.operands[0], call.resultElement()));
}

static LocalResults runReducePrecision(LocalCall &call) {
  auto op = cast<stablehlo::ReducePrecisionOp>(call.op);
  return call.result(reducePrecision(call.operands[0], op.getExponentBits(),
                                     op.getMantissaBits()));
}

static LocalResults runBitcastConvert(LocalCall &call) {
  return call.result(bitcastConvert(call.operands[0], call.resultElement(),
                                    call.resultShape()));
}

// The enumerators are those of the dialect.
static_assert(int(Direction::LT) == int(stablehlo::ComparisonDirection::LT) &&
              int(Direction::GE) == int(stablehlo::ComparisonDirection::GE));

void popt::reference::registerElementwiseOps(OpTable &table) {
  table.add("stablehlo.abs", runUnary<Unary::Abs>);
  table.add("stablehlo.cbrt", runUnary<Unary::Cbrt>);
  table.add("stablehlo.ceil", runUnary<Unary::Ceil>);
  table.add("stablehlo.cosine", runUnary<Unary::Cosine>);
  table.add("stablehlo.count_leading_zeros",
            runUnary<Unary::CountLeadingZeros>);
  table.add("stablehlo.exponential", runUnary<Unary::Exponential>);
  table.add("stablehlo.exponential_minus_one",
            runUnary<Unary::ExponentialMinusOne>);
  table.add("stablehlo.floor", runUnary<Unary::Floor>);
  table.add("stablehlo.imag", runUnary<Unary::Imag>);
  table.add("stablehlo.is_finite", runUnary<Unary::IsFinite>);
  table.add("stablehlo.log", runUnary<Unary::Log>);
  table.add("stablehlo.log_plus_one", runUnary<Unary::LogPlusOne>);
  table.add("stablehlo.logistic", runUnary<Unary::Logistic>);
  table.add("stablehlo.negate", runUnary<Unary::Negate>);
  table.add("stablehlo.not", runUnary<Unary::Not>);
  table.add("stablehlo.popcnt", runUnary<Unary::Popcnt>);
  table.add("stablehlo.real", runUnary<Unary::Real>);
  table.add("stablehlo.round_nearest_afz", runUnary<Unary::RoundNearestAfz>);
  table.add("stablehlo.round_nearest_even", runUnary<Unary::RoundNearestEven>);
  table.add("stablehlo.rsqrt", runUnary<Unary::Rsqrt>);
  table.add("stablehlo.sign", runUnary<Unary::Sign>);
  table.add("stablehlo.sine", runUnary<Unary::Sine>);
  table.add("stablehlo.sqrt", runUnary<Unary::Sqrt>);
  table.add("stablehlo.tan", runUnary<Unary::Tan>);
  table.add("stablehlo.tanh", runUnary<Unary::Tanh>);

  table.add("stablehlo.add", runBinary<Binary::Add>);
  table.add("stablehlo.and", runBinary<Binary::And>);
  table.add("stablehlo.atan2", runBinary<Binary::Atan2>);
  table.add("stablehlo.complex", runBinary<Binary::Complex>);
  table.add("stablehlo.divide", runBinary<Binary::Divide>);
  table.add("stablehlo.maximum", runBinary<Binary::Maximum>);
  table.add("stablehlo.minimum", runBinary<Binary::Minimum>);
  table.add("stablehlo.multiply", runBinary<Binary::Multiply>);
  table.add("stablehlo.or", runBinary<Binary::Or>);
  table.add("stablehlo.power", runBinary<Binary::Power>);
  table.add("stablehlo.remainder", runBinary<Binary::Remainder>);
  table.add("stablehlo.shift_left", runBinary<Binary::ShiftLeft>);
  table.add("stablehlo.shift_right_arithmetic",
            runBinary<Binary::ShiftRightArithmetic>);
  table.add("stablehlo.shift_right_logical",
            runBinary<Binary::ShiftRightLogical>);
  table.add("stablehlo.subtract", runBinary<Binary::Subtract>);
  table.add("stablehlo.xor", runBinary<Binary::Xor>);

  table.add("stablehlo.bitcast_convert", runBitcastConvert);
  table.add("stablehlo.clamp", runClamp);
  table.add("stablehlo.compare", runCompare);
  table.add("stablehlo.convert", runConvert);
  table.add("stablehlo.reduce_precision", runReducePrecision);
  table.add("stablehlo.select", runSelect);

  table.add("chlo.acos", runUnary<Unary::Acos>);
  table.add("chlo.acosh", runUnary<Unary::Acosh>);
  table.add("chlo.asin", runUnary<Unary::Asin>);
  table.add("chlo.asinh", runUnary<Unary::Asinh>);
  table.add("chlo.atan", runUnary<Unary::Atan>);
  table.add("chlo.atanh", runUnary<Unary::Atanh>);
  table.add("chlo.bessel_i1e", runReal<besselI1e>);
  table.add("chlo.conj", runUnary<Unary::Conj>);
  table.add("chlo.cosh", runUnary<Unary::Cosh>);
  table.add("chlo.digamma", runReal<digamma>);
  table.add("chlo.erf", runReal<std::erf>);
  table.add("chlo.erfc", runReal<std::erfc>);
  table.add("chlo.erf_inv", runReal<erfInv>);
  table.add("chlo.is_inf", runUnary<Unary::IsInf>);
  table.add("chlo.is_neg_inf", runUnary<Unary::IsNegInf>);
  table.add("chlo.is_pos_inf", runUnary<Unary::IsPosInf>);
  table.add("chlo.lgamma", runReal<logGamma>);
  table.add("chlo.next_after", runBinary<Binary::NextAfter>);
  table.add("chlo.polygamma", runBinary<Binary::Polygamma>);
  table.add("chlo.sinh", runUnary<Unary::Sinh>);
  table.add("chlo.square", runUnary<Unary::Square>);
  table.add("chlo.tan", runUnary<Unary::Tan>);
  table.add("chlo.zeta", runBinary<Binary::Zeta>);
}
