//===- Elementwise.cpp - Models of pointwise operations -------------------===//
//
// Loops: one per result dimension; operands of the result's shape follow it,
// scalar operands (predicates of select, bounds of clamp) take no part.
// Linearity (L2): negate, convert and subtract are linear in sums, multiply and
// divide in one operand, maximum in maxima and so on; on i1, add is or and
// multiply is and. Tested by
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Models.h"
#include "Pointwise.h"

using namespace mlir;

namespace popt {
namespace {

/// Which partial operands leave partial results.
enum class Linearity {
  None,
  Unary,    ///< {0} under sums
  Add,      ///< {0, 1} under sums; `or` on i1
  Multiply, ///< {0} or {1} under sums; {0, 1} under products; `and` on i1
  Divide,   ///< {0} under sums, for floating point
  Max,
  Min,
  And,
  Or,
  Xor,
  Convert, ///< {0} under sums, if it commutes with them
  Select,  ///< {1, 2} under every monoid
};

/// True if converting partial sums and adding equals adding and converting.
/// Floats must not become narrower than their partial sums are held, because
/// these would be rounded; less than 32 bits are held in 32 (law L2).
/// Integers wrap, so they must not become wider: partial sums that wrap to a
/// small sum no longer do.
bool commutesWithSums(Type from, Type to) {
  auto bits = [](Type type) {
    auto complex = dyn_cast<ComplexType>(type);
    return (complex ? complex.getElementType() : type).getIntOrFloatBitWidth();
  };
  if (isa<IntegerType>(from) || isa<IntegerType>(to))
    return isa<IntegerType>(from) && isa<IntegerType>(to) &&
           bits(from) >= bits(to);
  return isa<ComplexType>(from) <= isa<ComplexType>(to) &&
         std::max(bits(from), 32u) <= std::max(bits(to), 32u);
}

LinearGroups linearGroups(Operation *op, Linearity linearity, Monoid monoid) {
  Type type = elementOf(op->getResult(0));
  bool isBool = type.isInteger(1);
  LinearGroup both{0, 1};
  auto onlyUnder = [&](bool holds, LinearGroup group) {
    return holds ? LinearGroups{group} : LinearGroups{};
  };
  bool isSum = monoid == Monoid::Sum && keepsPartials(type, Monoid::Sum);
  switch (linearity) {
  case Linearity::None:
    return {};
  case Linearity::Unary:
    return onlyUnder(isSum, {0});
  case Linearity::Add:
    return onlyUnder(isBool ? monoid == Monoid::Or : isSum, both);
  case Linearity::Multiply:
    if (isBool)
      return onlyUnder(monoid == Monoid::And, both);
    if (monoid == Monoid::Prod && keepsPartials(type, Monoid::Sum))
      return {both};
    return isSum ? LinearGroups{{0}, {1}} : LinearGroups{};
  case Linearity::Divide:
    return onlyUnder(isSum && !type.isIntOrIndex(), {0});
  case Linearity::Max:
    return onlyUnder(monoid == Monoid::Max, both);
  case Linearity::Min:
    return onlyUnder(monoid == Monoid::Min, both);
  case Linearity::And:
    return onlyUnder(monoid == Monoid::And, both);
  case Linearity::Or:
    return onlyUnder(monoid == Monoid::Or, both);
  case Linearity::Xor:
    return onlyUnder(monoid == Monoid::Xor, both);
  case Linearity::Convert: {
    Type from = elementOf(op->getOperand(0));
    return onlyUnder(isSum && keepsPartials(from, Monoid::Sum) &&
                         commutesWithSums(from, type),
                     {0});
  }
  case Linearity::Select:
    return onlyUnder(keepsPartials(type, monoid), {1, 2});
  }
  return {};
}

template <typename Op, Linearity linearity, unsigned cost, PointFn emit>
struct ElementwiseModel
    : public PointwiseModel<ElementwiseModel<Op, linearity, cost, emit>, Op,
                            cost, emit> {
  FactorRule getFactorRule(Operation *op) const {
    FactorRule rule;
    Value result = op->getResult(0);
    TensorFactors all;
    for (int64_t size : shapeOf(result))
      all.push_back({rule.add(size)});
    for (Value operand : op->getOperands())
      rule.operands.push_back(
          rankOf(operand) == rankOf(result) ? all : noFactors(operand));
    rule.results.push_back(all);
    return rule;
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return linearGroups(op, linearity, monoid);
  }
};

/// Between equal widths elementwise; else one side has a dim of parts.
struct BitcastConvertModel
    : public PointwiseModel<BitcastConvertModel, stablehlo::BitcastConvertOp, 1,
                            point::bitcast> {
  FactorRule getFactorRule(Operation *op) const {
    return sharedDimsRule(op, [](int64_t) { return FactorKind::PassThrough; });
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return rankOf(op->getOperand(0)) == rankOf(op->getResult(0))
               ? PropagationClass::Elementwise
               : PropagationClass::Compute;
  }
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return rankOf(op->getOperand(0)) == rankOf(op->getResult(0))
               ? KernelKind::Map
               : KernelKind::Broadcast;
  }
};

/// The work per element is in additions.
template <typename Op, Linearity linearity, unsigned cost, PointFn emit>
void add(MLIRContext *context) {
  attachModels<ElementwiseModel<Op, linearity, cost, emit>>(context);
}

} // namespace

void attachElementwiseModels(MLIRContext *context) {
  using namespace stablehlo;
  add<AbsOp, Linearity::None, 1, point::abs>(context);
  add<AddOp, Linearity::Add, 1, point::add>(context);
  add<AndOp, Linearity::And, 1, point::bitwise<arith::AndIOp>>(context);
  add<Atan2Op, Linearity::None, 30,
      point::libmBinary<math::Atan2Op, complexop::atan2>>(context);
  add<CbrtOp, Linearity::None, 30,
      point::libmUnary<math::CbrtOp, complexop::cbrt>>(context);
  add<CeilOp, Linearity::None, 1, point::rounding<math::CeilOp>>(context);
  add<ClampOp, Linearity::None, 2, point::clamp>(context);
  add<CompareOp, Linearity::None, 1, point::compare>(context);
  add<ComplexOp, Linearity::Add, 0, point::makeComplex>(context);
  add<ConvertOp, Linearity::Convert, 1, point::convert>(context);
  add<CosineOp, Linearity::None, 24, point::sine<true>>(context);
  add<ClzOp, Linearity::None, 2, point::leadingZeros>(context);
  add<DivOp, Linearity::Divide, 4, point::divide>(context);
  add<ExpOp, Linearity::None, 16,
      point::function<&KernelOps::exp, complexop::exp>>(context);
  add<Expm1Op, Linearity::None, 20,
      point::function<&KernelOps::expm1, complexop::expm1>>(context);
  add<FloorOp, Linearity::None, 1, point::rounding<math::FloorOp>>(context);
  add<ImagOp, Linearity::Unary, 0, point::imag>(context);
  add<IsFiniteOp, Linearity::None, 1, point::isFinite>(context);
  add<LogOp, Linearity::None, 20,
      point::function<&KernelOps::log, complexop::log>>(context);
  add<Log1pOp, Linearity::None, 24,
      point::function<&KernelOps::log1p, complexop::log1p>>(context);
  add<LogisticOp, Linearity::None, 20,
      point::function<&KernelOps::logistic, complexop::logistic>>(context);
  add<MaxOp, Linearity::Max, 1, point::maximum>(context);
  add<MinOp, Linearity::Min, 1, point::minimum>(context);
  add<MulOp, Linearity::Multiply, 1, point::multiply>(context);
  add<NegOp, Linearity::Unary, 1, point::negate>(context);
  add<NotOp, Linearity::None, 1, point::complement>(context);
  add<OrOp, Linearity::Or, 1, point::bitwise<arith::OrIOp>>(context);
  add<PopulationCountOp, Linearity::None, 2, point::popcount>(context);
  add<PowOp, Linearity::None, 40, point::power>(context);
  add<RealOp, Linearity::Unary, 0, point::real>(context);
  add<ReducePrecisionOp, Linearity::None, 6, point::reducePrecision>(context);
  add<RemOp, Linearity::None, 20, point::remainder>(context);
  add<RoundOp, Linearity::None, 2, point::rounding<math::RoundOp>>(context);
  add<RoundNearestEvenOp, Linearity::None, 1,
      point::rounding<math::RoundEvenOp>>(context);
  add<RsqrtOp, Linearity::None, 6,
      point::function<&KernelOps::rsqrt, complexop::rsqrt>>(context);
  add<SelectOp, Linearity::Select, 1, point::select>(context);
  add<ShiftLeftOp, Linearity::None, 1, point::shift<arith::ShLIOp, false>>(
      context);
  add<ShiftRightArithmeticOp, Linearity::None, 1,
      point::shift<arith::ShRSIOp, true>>(context);
  add<ShiftRightLogicalOp, Linearity::None, 1,
      point::shift<arith::ShRUIOp, false>>(context);
  add<SignOp, Linearity::None, 2, point::sign>(context);
  add<SineOp, Linearity::None, 24, point::sine<false>>(context);
  add<SqrtOp, Linearity::None, 4,
      point::function<&KernelOps::sqrt, complexop::sqrt>>(context);
  add<SubtractOp, Linearity::Add, 1,
      point::arithmetic<arith::SubFOp, arith::SubIOp, complexop::sub>>(context);
  add<TanOp, Linearity::None, 30,
      point::libmUnary<math::TanOp, complexop::tan>>(context);
  add<TanhOp, Linearity::None, 16,
      point::function<&KernelOps::tanh, complexop::tanh>>(context);
  add<XorOp, Linearity::Xor, 1, point::bitwise<arith::XOrIOp>>(context);
  attachModels<BitcastConvertModel>(context);
}

} // namespace popt
