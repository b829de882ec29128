//===- WidenPartials.cpp - Partial values of narrow floats are f32 --------===//
//
// See WidenPartials.h.
//
//===----------------------------------------------------------------------===//
#include "WidenPartials.h"

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Interfaces/Build.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace popt {

RankedTensorType heldType(RankedTensorType global, const Layout &layout) {
  return localType(isHeldWide(global, layout) ? widen(global) : global, layout);
}

Value toWide(OpBuilder &builder, Location loc, Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? buildConvert(builder, loc, value, widen(type).getElementType())
              : value;
}

Value toHeld(OpBuilder &builder, Location loc, Value value, Type global,
             const Layout &layout) {
  if (!isNarrow(global))
    return value;
  auto held = cast<RankedTensorType>(global);
  if (isHeldWide(global, layout))
    held = widen(held);
  return buildConvert(builder, loc, value, held.getElementType());
}

/// Bodies that combine elements combine wide ones.
static void widenRegion(Region &region) {
  auto widenValue = [](Value value) {
    if (isNarrow(value.getType()))
      value.setType(widen(cast<RankedTensorType>(value.getType())));
  };
  for (mlir::Block &block : region) {
    for (BlockArgument argument : block.getArguments())
      widenValue(argument);
    for (Operation &op : block) {
      for (Value result : op.getResults())
        widenValue(result);
      for (Region &inner : op.getRegions())
        widenRegion(inner);
    }
  }
}

ShardingOpInterface WideOp::make(ShardingOpInterface op) {
  OpBuilder builder(op);
  IRMapping mapping;
  for (Value operand : op->getOperands())
    if (isNarrow(operand.getType()) && !mapping.contains(operand)) {
      Value wide = toWide(builder, op->getLoc(), operand);
      mapping.map(operand, wide);
      made.push_back(wide.getDefiningOp());
    }
  Operation *copy = builder.clone(*op, mapping);
  made.push_back(copy);
  for (Value result : copy->getResults())
    if (auto type = dyn_cast<RankedTensorType>(result.getType()))
      result.setType(widen(type));
  for (Region &region : copy->getRegions())
    widenRegion(region);
  return cast<ShardingOpInterface>(copy);
}

WideOp::~WideOp() {
  for (Operation *op : llvm::reverse(made))
    op->erase();
}

/// The type to combine elements in; null if that is their own.
static Type combinedType(Type element, Monoid monoid) {
  Builder builder(element.getContext());
  auto integer = dyn_cast<IntegerType>(element);
  if (integer && integer.getWidth() > 1 && integer.getWidth() < 8)
    return IntegerType::get(element.getContext(), 8, integer.getSignedness());
  auto floating = dyn_cast<FloatType>(element);
  if (!floating || floating.getWidth() > 8 ||
      isa<Float8E4M3FNType, Float8E5M2Type>(floating))
    return {};
  return monoid == Monoid::Max || monoid == Monoid::Min
             ? Type(builder.getBF16Type())
             : Type(builder.getF32Type());
}

template <typename Op> static void widenReduction(Op op) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  Type wide = combinedType(type.getElementType(), op.getMonoid());
  if (!wide)
    return;
  OpBuilder builder(op);
  Value input = buildConvert(builder, op.getLoc(), op.getInput(), wide);
  builder.setInsertionPointAfter(op);
  auto result = cast<RankedTensorType>(op.getType());
  op.getInputMutable().assign(input);
  op.getResult().setType(result.clone(wide));
  if (std::optional<Type> global = op.getGlobalType())
    op.setGlobalType(cast<RankedTensorType>(*global).clone(wide));
  Value narrow = buildConvert(builder, op.getLoc(), op.getResult(),
                              result.getElementType());
  op.getResult().replaceAllUsesExcept(narrow, narrow.getDefiningOp());
}

void widenSmallReductions(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (auto reduce = dyn_cast<dist::AllReduceOp>(op))
      widenReduction(reduce);
    else if (auto scatter = dyn_cast<dist::ReduceScatterOp>(op))
      widenReduction(scatter);
    else if (auto rooted = dyn_cast<dist::ReduceOp>(op))
      widenReduction(rooted);
  });
}

} // namespace popt
