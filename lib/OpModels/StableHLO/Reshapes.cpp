//===- Reshapes.cpp - The same elements in another shape ------------------===//
//
// Tested by test/Import/share-rows.mlir, test/Stages/roll-loops.mlir and
// merge-loops.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/OpModels/Reshapes.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Support/Tensors.h"

using namespace mlir;
using namespace popt;

bool popt::hasWords(Value value) {
  Operation *op = value.getDefiningOp();
  return dist::getSharding(value) || (op && op->hasAttr(dist::kRecompute));
}

/// What the operation gives another shape; null if it does more.
static Value reshapedBy(Operation *op) {
  auto broadcast = dyn_cast_or_null<stablehlo::BroadcastInDimOp>(op);
  bool addsOnes = broadcast &&
                  llvm::is_sorted(broadcast.getBroadcastDimensions()) &&
                  bytesOf(broadcast) == bytesOf(broadcast.getOperand());
  return addsOnes || isa_and_nonnull<stablehlo::ReshapeOp>(op)
             ? op->getOperand(0)
             : Value();
}

Value popt::beforeReshapes(Value value) {
  while (Value before = reshapedBy(value.getDefiningOp()))
    value = before;
  return value;
}

Value popt::beforeSilentReshapes(Value value) {
  for (Value before;
       !hasWords(value) && (before = reshapedBy(value.getDefiningOp()));)
    value = before;
  return value;
}
