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

/// True if converting terms and adding is adding and converting. Floats must
/// not become narrower, as terms would be rounded. Integers wrap, so they must
/// not become wider: terms that wrap to a small sum no longer do.
bool commutesWithSums(Type from, Type to) {
  auto bits = [](Type type) {
    auto complex = dyn_cast<ComplexType>(type);
    return (complex ? complex.getElementType() : type).getIntOrFloatBitWidth();
  };
  if (isa<IntegerType>(from) || isa<IntegerType>(to))
    return isa<IntegerType>(from) && isa<IntegerType>(to) &&
           bits(from) >= bits(to);
  return isa<ComplexType>(from) <= isa<ComplexType>(to) &&
         bits(from) <= bits(to);
}

LinearGroups linearGroups(Operation *op, Linearity linearity, Monoid monoid) {
  Type type = elementOf(op->getResult(0));
  bool isBool = type.isInteger(1);
  LinearGroup both{0, 1};
  auto onlyUnder = [&](bool holds, LinearGroup group) {
    return holds ? LinearGroups{group} : LinearGroups{};
  };
  bool isSum = monoid == Monoid::Sum && keepsTerms(type, Monoid::Sum);
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
    if (monoid == Monoid::Prod && keepsTerms(type, Monoid::Sum))
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
    return onlyUnder(isSum && keepsTerms(from, Monoid::Sum) &&
                         commutesWithSums(from, type),
                     {0});
  }
  case Linearity::Select:
    return onlyUnder(keepsTerms(type, monoid), {1, 2});
  }
  return {};
}

template <typename Op, Linearity linearity>
struct ElementwiseModel
    : public OpModelBase<ElementwiseModel<Op, linearity>, Op> {
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
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Elementwise;
  }
  KernelKind getKernelKind(Operation *op) const { return KernelKind::Map; }
};

/// Between equal widths elementwise; else one side has a dim of parts.
struct BitcastConvertModel
    : public OpModelBase<BitcastConvertModel, stablehlo::BitcastConvertOp> {
  FactorRule getFactorRule(Operation *op) const {
    return sharedDimsRule(op, [](int64_t) { return FactorKind::PassThrough; });
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return rankOf(op->getOperand(0)) == rankOf(op->getResult(0))
               ? PropagationClass::Elementwise
               : PropagationClass::Compute;
  }
  KernelKind getKernelKind(Operation *op) const {
    return rankOf(op->getOperand(0)) == rankOf(op->getResult(0))
               ? KernelKind::Map
               : KernelKind::Broadcast;
  }
};

template <Linearity linearity, typename... Ops>
void attach(MLIRContext *context) {
  (Ops::template attachInterface<ElementwiseModel<Ops, linearity>>(*context),
   ...);
}

} // namespace

void attachElementwiseModels(MLIRContext *context) {
  using namespace stablehlo;
  attach<Linearity::None, AbsOp, Atan2Op, CbrtOp, CeilOp, ClampOp, ClzOp,
         CompareOp, CosineOp, ExpOp, Expm1Op, FloorOp, IsFiniteOp, Log1pOp,
         LogOp, LogisticOp, NotOp, PopulationCountOp, PowOp, ReducePrecisionOp,
         RemOp, RoundNearestEvenOp, RoundOp, RsqrtOp, ShiftLeftOp,
         ShiftRightArithmeticOp, ShiftRightLogicalOp, SignOp, SineOp, SqrtOp,
         TanOp, TanhOp>(context);
  attach<Linearity::Unary, NegOp, RealOp, ImagOp>(context);
  attach<Linearity::Add, AddOp, SubtractOp, ComplexOp>(context);
  attach<Linearity::Multiply, MulOp>(context);
  attach<Linearity::Divide, DivOp>(context);
  attach<Linearity::Max, MaxOp>(context);
  attach<Linearity::Min, MinOp>(context);
  attach<Linearity::And, AndOp>(context);
  attach<Linearity::Or, OrOp>(context);
  attach<Linearity::Xor, XorOp>(context);
  attach<Linearity::Convert, ConvertOp>(context);
  attach<Linearity::Select, SelectOp>(context);
  BitcastConvertOp::attachInterface<BitcastConvertModel>(*context);
}

} // namespace popt
