//===- TopK.cpp - Model of top_k ------------------------------------------===//
//
// All dims but the last pass. If the last is split, each coordinate takes the
// largest of its block with their global indices, these candidates are
// gathered, and the largest of them are taken. Blocks stand in order and sorts
// are stable, so that of equal elements the one with the lowest index wins:
//
//   %0:2 = sort(%x, %n) { larger first, in total order, padding last }
//   %1 = dist.all_gather (slice %0#0 [0:k]) dim 1 over {"a"} ...
//   %v, %i = slice (sort(%1, ...)) [0:k]
//
// Nothing but a sort carries it out on one coordinate, either (decompose).
// Tested by test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "../StableHLO/Build.h"
#include "popt/Dialect/Chlo/Chlo.h"

using namespace mlir;

namespace popt {
namespace {

/// The comparator of top_k: larger values first, floats in IEEE's total order
/// (NaN, infinity, ..., 0, -0, ..., -infinity, -NaN). Elements numbered `end`
/// and beyond are padding and come last.
void addLargerFirst(Region &region, Location loc, Type value, Type index,
                    std::optional<int64_t> end) {
  using D = stablehlo::ComparisonDirection;
  using T = stablehlo::ComparisonType;
  OpBuilder b(value.getContext());
  Block *block = b.createBlock(&region);
  auto scalar = [](Type type) { return RankedTensorType::get({}, type); };
  block->addArguments(
      {scalar(value), scalar(value), scalar(index), scalar(index)},
      {loc, loc, loc, loc});
  Value x = block->getArgument(0), y = block->getArgument(1);
  T kind = isa<FloatType>(value)                             ? T::TOTALORDER
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
  if (end) {
    Value limit = stablehlo::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(
            scalar(index), ArrayRef<Attribute>(b.getIntegerAttr(index, *end))));
    Value isReal = stablehlo::CompareOp::create(b, loc, block->getArgument(2),
                                                limit, D::LT);
    Value isOther = stablehlo::CompareOp::create(b, loc, block->getArgument(3),
                                                 limit, D::GE);
    first = stablehlo::OrOp::create(b, loc, pred, first, isOther);
    first = stablehlo::AndOp::create(b, loc, pred, first, isReal);
  }
  stablehlo::ReturnOp::create(b, loc, first);
}

/// Values and numbers, sorted along the last dim.
SmallVector<Value> sortTogether(OpBuilder &b, Location loc, Value values,
                                Value numbers,
                                std::optional<int64_t> end = std::nullopt) {
  OperationState state(loc, stablehlo::SortOp::getOperationName());
  state.addOperands({values, numbers});
  state.addTypes({values.getType(), numbers.getType()});
  state.addAttribute("dimension", b.getI64IntegerAttr(rankOf(values) - 1));
  state.addAttribute("is_stable", b.getBoolAttr(true));
  addLargerFirst(*state.addRegion(), loc, elementOf(values), elementOf(numbers),
                 end);
  return SmallVector<Value>(b.create(state)->getResults());
}

SmallVector<Value> decomposeTopK(chlo::TopKOp op, OpBuilder &b) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getOperand().getType());
  auto results = op->getResults();
  auto indexType =
      RankedTensorType::get(type.getShape(), elementOf(results[1]));
  Value number =
      stablehlo::IotaOp::create(b, loc, indexType, type.getRank() - 1);
  SmallVector<int64_t> zeros(type.getRank(), 0), ones(type.getRank(), 1);
  SmallVector<Value> values;
  for (auto [result, all] :
       llvm::zip(results, sortTogether(b, loc, op.getOperand(), number))) {
    auto to = cast<RankedTensorType>(result.getType());
    Value first = all;
    if (to != all.getType())
      first = stablehlo::SliceOp::create(b, loc, to, all, zeros, to.getShape(),
                                         ones);
    values.push_back(first);
  }
  return values;
}

/// Candidates that each coordinate sends.
int64_t candidatesOf(Operation *op, const OpLayouts &layouts) {
  int64_t extent = localExtent(layouts.operands[0].dims.back(),
                               shapeOf(op->getOperand(0)).back());
  return std::min(extent, shapeOf(op->getResult(0)).back());
}

SmallVector<Value> largestOfAll(Operation *op, LocaliseContext &context) {
  Build build(context);
  Value x = context.operands[0];
  ArrayRef<int64_t> shape = shapeOf(x);
  int64_t last = rankOf(x) - 1;
  const DimLayout &split = context.layouts.operands[0].dims[last];
  int64_t size = context.globalOperandType(0).getDimSize(last);
  int64_t candidates = candidatesOf(op, context.layouts);
  Value place = build.iota(shape, last);
  Value number =
      build.add(place, build.broadcast(context.blockBegin(split, size), shape));
  std::optional<int64_t> end;
  if (context.isPadded(0, last)) {
    end = size;
    number = build.select(
        build.isBelow(place,
                      build.broadcast(context.blockExtent(split, size), shape)),
        number, build.splat(build.b.getI32Type(), shape, size));
  }
  number = build.convert(number, elementOf(op->getResult(1)));
  SmallVector<Value> own = sortTogether(build.b, build.loc, x, number, end);
  for (Value &value : own)
    value = build.allGather(build.slice(value, last, 0, candidates), last,
                            split.axes);
  SmallVector<Value> all =
      sortTogether(build.b, build.loc, own[0], own[1], end);
  for (Value &value : all)
    value = build.slice(value, last, 0, shapeOf(op->getResult(0)).back());
  return all;
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
    operand.push_back({rule.add(from.back(), FactorKind::Reduction)});
    result.push_back({rule.add(shapeOf(op->getResult(0)).back(),
                               FactorKind::NeedReplication)});
    rule.operands = {operand};
    rule.results = {result, result};
    return rule;
  }
  FactorRule getPropagationRule(Operation *op) const {
    return wholeAlong(getFactorRule(op), FactorKind::Reduction);
  }
  bool communicatesAlong(Operation *op, unsigned factor) const {
    return factor + 2 == getFactorRule(op).factors.size();
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    const AxisList &axes = layouts.operands[0].dims.back().axes;
    SmallVector<InnerMove> moves;
    if (axes.empty())
      return moves;
    for (auto [result, layout] :
         llvm::zip_equal(op->getResults(), layouts.results)) {
      RankedTensorType local = localType(result, layout);
      SmallVector<int64_t> shape(local.getShape());
      shape.back() = candidatesOf(op, layouts) * product(axes);
      moves.push_back(
          {CollectiveKind::AllGather, axes,
           bytesOf(RankedTensorType::get(shape, local.getElementType()))});
    }
    return moves;
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    if (context.layouts.operands[0].dims.back().axes.empty())
      return context.clone();
    return largestOfAll(op, context);
  }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    return decomposeTopK(cast<chlo::TopKOp>(op), builder);
  }
};

} // namespace

void attachTopKModel(MLIRContext *context) { attachModels<TopKModel>(context); }

} // namespace popt
