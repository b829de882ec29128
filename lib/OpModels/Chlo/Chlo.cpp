//===- Chlo.cpp - Models of CHLO ------------------------------------------===//
//
// The mathematical functions are elementwise; no partial value passes through
// them. top_k passes all dims but the last, which it shortens and needs whole;
// it is carried out as
//
//   %n = stablehlo.iota dim = 1 : tensor<8x7xi32>
//   %0:2 = stablehlo.sort(%x, %n) { larger first, NaN before all }
//   %v, %i = stablehlo.slice %0#0 [0:8, 0:4], ...
//
// Tested by test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Chlo/Chlo.h"
#include "../StableHLO/Models.h"
#include "popt/OpModels/OpModels.h"

using namespace mlir;

namespace popt {
namespace {

template <typename Op>
struct ChloElementwiseModel : public OpModelBase<ChloElementwiseModel<Op>, Op> {
  FactorRule getFactorRule(Operation *op) const {
    FactorRule rule;
    TensorFactors dims;
    for (int64_t size : shapeOf(op->getResult(0)))
      dims.push_back({rule.add(size)});
    rule.operands.assign(op->getNumOperands(), dims);
    rule.results = {dims};
    return rule;
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Elementwise;
  }
  KernelKind getKernelKind(Operation *op) const { return KernelKind::Map; }
};

/// The comparator of top_k: the first two arguments are compared.
void addLargerFirst(Region &region, Location loc, Type value, Type index) {
  using D = stablehlo::ComparisonDirection;
  using T = stablehlo::ComparisonType;
  OpBuilder b(value.getContext());
  Block *block = b.createBlock(&region);
  auto scalar = [](Type type) { return RankedTensorType::get({}, type); };
  block->addArguments(
      {scalar(value), scalar(value), scalar(index), scalar(index)},
      {loc, loc, loc, loc});
  Value x = block->getArgument(0), y = block->getArgument(1);
  T kind = isa<FloatType>(value)                             ? T::FLOAT
           : value.isUnsignedInteger() || value.isInteger(1) ? T::UNSIGNED
                                                             : T::SIGNED;
  Type pred = scalar(b.getI1Type());
  auto compare = [&](Value l, Value r, D direction) -> Value {
    return stablehlo::CompareOp::create(
        b, loc, pred, l, r,
        stablehlo::ComparisonDirectionAttr::get(b.getContext(), direction),
        stablehlo::ComparisonTypeAttr::get(b.getContext(), kind));
  };
  Value first = compare(x, y, D::GT);
  if (isa<FloatType>(value)) {
    Value isNaN = compare(x, x, D::NE), isNumber = compare(y, y, D::EQ);
    Value before = stablehlo::AndOp::create(b, loc, pred, isNaN, isNumber);
    first = stablehlo::OrOp::create(b, loc, pred, first, before);
  }
  stablehlo::ReturnOp::create(b, loc, first);
}

/// Sorts are stable: of equal elements the one with the lowest index is first.
SmallVector<Value> decomposeTopK(chlo::TopKOp op, OpBuilder &b) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getOperand().getType());
  int64_t last = type.getRank() - 1;
  auto results = op->getResults();
  Type index = getElementTypeOrSelf(results[1].getType());
  auto indexType = RankedTensorType::get(type.getShape(), index);
  Value number = stablehlo::IotaOp::create(b, loc, indexType, last);
  OperationState state(loc, stablehlo::SortOp::getOperationName());
  state.addOperands({op.getOperand(), number});
  state.addTypes({type, indexType});
  state.addAttribute("dimension", b.getI64IntegerAttr(last));
  state.addAttribute("is_stable", b.getBoolAttr(true));
  addLargerFirst(*state.addRegion(), loc, type.getElementType(), index);
  Operation *sorted = b.create(state);
  SmallVector<int64_t> zeros(type.getRank(), 0), ones(type.getRank(), 1);
  SmallVector<Value> values;
  for (auto [result, all] : llvm::zip(results, sorted->getResults())) {
    auto to = cast<RankedTensorType>(result.getType());
    Value first = all;
    if (to != all.getType())
      first = stablehlo::SliceOp::create(b, loc, to, all, zeros, to.getShape(),
                                         ones);
    values.push_back(first);
  }
  return values;
}

struct TopKModel : public OpModelBase<TopKModel, chlo::TopKOp> {
  FactorRule getFactorRule(Operation *op) const {
    FactorRule rule;
    TensorFactors operand, result;
    ArrayRef<int64_t> from = shapeOf(op->getOperand(0));
    for (int64_t size : from.drop_back()) {
      operand.push_back({rule.add(size)});
      result.push_back(operand.back());
    }
    operand.push_back({rule.add(from.back(), FactorKind::NeedReplication)});
    result.push_back({rule.add(shapeOf(op->getResult(0)).back(),
                               FactorKind::NeedReplication)});
    rule.operands = {operand};
    rule.results = {result, result};
    return rule;
  }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    return decomposeTopK(cast<chlo::TopKOp>(op), builder);
  }
};

template <typename... Ops> void attach(MLIRContext *context) {
  (Ops::template attachInterface<ChloElementwiseModel<Ops>>(*context), ...);
}

} // namespace

void attachChloModels(MLIRContext *context) {
  using namespace chlo;
  attach<AcosOp, AcoshOp, AsinOp, AsinhOp, AtanOp, AtanhOp, BesselI1eOp, ConjOp,
         CoshOp, DigammaOp, ErfOp, ErfInvOp, ErfcOp, LgammaOp, SinhOp, SquareOp,
         TanOp, IsInfOp, IsNegInfOp, IsPosInfOp, NextAfterOp, PolygammaOp,
         ZetaOp, MulhiOp>(context);
  TopKOp::attachInterface<TopKModel>(*context);
}

} // namespace popt
