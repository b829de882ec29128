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

static LocalResults runCompare(stablehlo::CompareOp op, LocalCall &call) {
  const bool totalOrder =
      op.getCompareType() == stablehlo::ComparisonType::TOTALORDER;
  return call.result(compare(Direction(op.getComparisonDirection()),
                             call.operands[0], call.operands[1], totalOrder));
}

static LocalResults runSelect(stablehlo::SelectOp, LocalCall &call) {
  return call.result(
      select(call.operands[0], call.operands[1], call.operands[2]));
}

static LocalResults runClamp(stablehlo::ClampOp, LocalCall &call) {
  return call.result(
      clamp(call.operands[0], call.operands[1], call.operands[2]));
}

static LocalResults runConvert(stablehlo::ConvertOp, LocalCall &call) {
  return call.result(convert(call.operands[0], call.resultElement()));
}

static LocalResults runReducePrecision(stablehlo::ReducePrecisionOp op,
                                       LocalCall &call) {
  return call.result(reducePrecision(call.operands[0], op.getExponentBits(),
                                     op.getMantissaBits()));
}

static LocalResults runBitcastConvert(stablehlo::BitcastConvertOp,
                                      LocalCall &call) {
  return call.result(bitcastConvert(call.operands[0], call.resultElement(),
                                    call.resultShape()));
}

// The enumerators are those of the dialect.
static_assert(int(Direction::LT) == int(stablehlo::ComparisonDirection::LT) &&
              int(Direction::GE) == int(stablehlo::ComparisonDirection::GE));

void popt::reference::registerElementwiseOps(OpTable &table) {
  table.add(
      {{"stablehlo.abs", runUnary<Unary::Abs>},
       {"stablehlo.cbrt", runUnary<Unary::Cbrt>},
       {"stablehlo.ceil", runUnary<Unary::Ceil>},
       {"stablehlo.cosine", runUnary<Unary::Cosine>},
       {"stablehlo.count_leading_zeros", runUnary<Unary::CountLeadingZeros>},
       {"stablehlo.exponential", runUnary<Unary::Exponential>},
       {"stablehlo.exponential_minus_one",
        runUnary<Unary::ExponentialMinusOne>},
       {"stablehlo.floor", runUnary<Unary::Floor>},
       {"stablehlo.imag", runUnary<Unary::Imag>},
       {"stablehlo.is_finite", runUnary<Unary::IsFinite>},
       {"stablehlo.log", runUnary<Unary::Log>},
       {"stablehlo.log_plus_one", runUnary<Unary::LogPlusOne>},
       {"stablehlo.logistic", runUnary<Unary::Logistic>},
       {"stablehlo.negate", runUnary<Unary::Negate>},
       {"stablehlo.not", runUnary<Unary::Not>},
       {"stablehlo.popcnt", runUnary<Unary::Popcnt>},
       {"stablehlo.real", runUnary<Unary::Real>},
       {"stablehlo.round_nearest_afz", runUnary<Unary::RoundNearestAfz>},
       {"stablehlo.round_nearest_even", runUnary<Unary::RoundNearestEven>},
       {"stablehlo.rsqrt", runUnary<Unary::Rsqrt>},
       {"stablehlo.sign", runUnary<Unary::Sign>},
       {"stablehlo.sine", runUnary<Unary::Sine>},
       {"stablehlo.sqrt", runUnary<Unary::Sqrt>},
       {"stablehlo.tan", runUnary<Unary::Tan>},
       {"stablehlo.tanh", runUnary<Unary::Tanh>}});
  table.add(
      {{"stablehlo.add", runBinary<Binary::Add>},
       {"stablehlo.and", runBinary<Binary::And>},
       {"stablehlo.atan2", runBinary<Binary::Atan2>},
       {"stablehlo.complex", runBinary<Binary::Complex>},
       {"stablehlo.divide", runBinary<Binary::Divide>},
       {"stablehlo.maximum", runBinary<Binary::Maximum>},
       {"stablehlo.minimum", runBinary<Binary::Minimum>},
       {"stablehlo.multiply", runBinary<Binary::Multiply>},
       {"stablehlo.or", runBinary<Binary::Or>},
       {"stablehlo.power", runBinary<Binary::Power>},
       {"stablehlo.remainder", runBinary<Binary::Remainder>},
       {"stablehlo.shift_left", runBinary<Binary::ShiftLeft>},
       {"stablehlo.shift_right_arithmetic",
        runBinary<Binary::ShiftRightArithmetic>},
       {"stablehlo.shift_right_logical", runBinary<Binary::ShiftRightLogical>},
       {"stablehlo.subtract", runBinary<Binary::Subtract>},
       {"stablehlo.xor", runBinary<Binary::Xor>}});
  table.add(runBitcastConvert, runClamp, runCompare, runConvert,
            runReducePrecision, runSelect);
  table.add({{"chlo.acos", runUnary<Unary::Acos>},
             {"chlo.acosh", runUnary<Unary::Acosh>},
             {"chlo.asin", runUnary<Unary::Asin>},
             {"chlo.asinh", runUnary<Unary::Asinh>},
             {"chlo.atan", runUnary<Unary::Atan>},
             {"chlo.atanh", runUnary<Unary::Atanh>},
             {"chlo.bessel_i1e", runReal<besselI1e>},
             {"chlo.conj", runUnary<Unary::Conj>},
             {"chlo.cosh", runUnary<Unary::Cosh>},
             {"chlo.digamma", runReal<digamma>},
             {"chlo.erf", runReal<std::erf>},
             {"chlo.erfc", runReal<std::erfc>},
             {"chlo.erf_inv", runReal<erfInv>},
             {"chlo.is_inf", runUnary<Unary::IsInf>},
             {"chlo.is_neg_inf", runUnary<Unary::IsNegInf>},
             {"chlo.is_pos_inf", runUnary<Unary::IsPosInf>},
             {"chlo.lgamma", runReal<logGamma>},
             {"chlo.next_after", runBinary<Binary::NextAfter>},
             {"chlo.polygamma", runBinary<Binary::Polygamma>},
             {"chlo.sinh", runUnary<Unary::Sinh>},
             {"chlo.square", runUnary<Unary::Square>},
             {"chlo.tan", runUnary<Unary::Tan>},
             {"chlo.zeta", runBinary<Binary::Zeta>}});
}
