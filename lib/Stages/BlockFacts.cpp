//===- BlockFacts.cpp - What holds in a block between changes -------------===//
//
// Tested by test/Stages/cut-checkpoints.mlir.
//
//===----------------------------------------------------------------------===//
#include "BlockFacts.h"

#include "popt/Dialect/Dist/AttrNames.h"
#include "popt/Dialect/Dist/Stages.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace popt;

std::optional<int64_t> popt::coordinateOf(Operation *op) {
  SmallVector<int64_t> place;
  if (op)
    place = dist::getPlace(op);
  return place.size() == 1 ? std::optional(place[0]) : std::nullopt;
}

ArrayRef<Value> BlockFacts::readsOf(Operation *op) {
  auto [it, isNew] = reads.try_emplace(op);
  if (isNew) {
    llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), values);
    it->second = values.takeVector();
  }
  return it->second;
}

ArrayRef<Value> BlockFacts::madeAt(int64_t place, Type type) {
  if (made.empty())
    for (Operation &op : block)
      if (std::optional<int64_t> at = coordinateOf(&op))
        for (Value result : op.getResults())
          made[{*at, result.getType()}].push_back(result);
  return made[{place, type}];
}

bool BlockFacts::isOfState(Value value) {
  auto isState = [](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument)
      return false;
    auto func = cast<func::FuncOp>(argument.getOwner()->getParentOp());
    return static_cast<bool>(
        func.getArgAttr(argument.getArgNumber(), dist::kState));
  };
  auto isKnown = [&](Value value) {
    Operation *maker = value.getDefiningOp();
    return maker ? ofState->contains(maker) : isState(value);
  };
  if (!ofState) {
    ofState.emplace();
    for (Operation &op : block)
      if (llvm::all_of(readsOf(&op), isKnown))
        ofState->insert(&op);
  }
  return isKnown(value);
}
