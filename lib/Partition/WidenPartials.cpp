//===- WidenPartials.cpp - Partial values of narrow floats are f32 --------===//
//
// See WidenPartials.h.
//
//===----------------------------------------------------------------------===//
#include "WidenPartials.h"

#include "popt/Interfaces/Build.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace popt {

static bool isNarrow(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType>(tensor.getElementType()) &&
         tensor.getElementType().getIntOrFloatBitWidth() < 32;
}

bool isHeldWide(Type global, const Layout &layout) {
  // The maximum of rounded values is the rounded maximum.
  return isNarrow(global) && !layout.partial.empty() &&
         (layout.monoid == Monoid::Sum || layout.monoid == Monoid::Prod);
}

RankedTensorType widen(RankedTensorType type) {
  return isNarrow(type) ? type.clone(Float32Type::get(type.getContext()))
                        : type;
}

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

} // namespace popt
