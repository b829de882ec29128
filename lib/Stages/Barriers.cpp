//===- Barriers.cpp - Barriers whose values have places apart -------------===//
//
//   %0:2 = optimization_barrier %w, %t
// becomes, so that each has a place,
//   %0 = optimization_barrier {dist.barrier = 0} %w
//   %1 = optimization_barrier {dist.barrier = 0} %t
//
// Tested by test/Stages/place-stages.mlir and cut-checkpoints.mlir.
//
//===----------------------------------------------------------------------===//
#include "Barriers.h"

#include "popt/Dialect/Dist/AttrNames.h"
#include "popt/Dialect/Dist/Stages.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace popt;

void popt::takeBarriersApart(func::FuncOp main) {
  int64_t number = 0;
  for (Operation &op : main.front())
    if (auto known = op.getAttrOfType<IntegerAttr>(dist::kBarrier))
      number = std::max(number, known.getInt() + 1);
  for (Operation &op : llvm::make_early_inc_range(main.front())) {
    if (!isBarrier(&op) || op.getNumOperands() < 2 ||
        !dist::getPlace(&op).empty())
      continue;
    OpBuilder builder(&op);
    if (!op.hasAttr(dist::kBarrier))
      op.setAttr(dist::kBarrier, builder.getI64IntegerAttr(number++));
    for (auto [operand, result] :
         llvm::zip_equal(op.getOperands(), op.getResults())) {
      OperationState state(op.getLoc(), op.getName(), operand,
                           operand.getType(), op.getAttrs());
      Operation *part = builder.create(state);
      result.replaceAllUsesWith(part->getResult(0));
    }
    op.erase();
  }
}

BarrierGroups::BarrierGroups(Block &block) : block(block) {
  Builder builder(block.getParentOp()->getContext());
  SmallVector<Operation *> barriers;
  llvm::DenseMap<Attribute, int64_t> numbers;
  int64_t count = 0;
  for (Operation &op : block) {
    if (!isBarrier(&op))
      continue;
    barriers.push_back(&op);
    Attribute known = op.getAttr(dist::kBarrier);
    int64_t number =
        known ? numbers.try_emplace(known, count).first->second : count;
    count = std::max(count, number + 1);
    op.setAttr(dist::kBarrier, builder.getI64IntegerAttr(number));
  }
  within.resize(count);
  // Those of an inner group come after those that they read.
  for (Operation *op : llvm::reverse(barriers))
    for (Value operand : op->getOperands())
      if (Operation *outer = operand.getDefiningOp();
          outer && isBarrier(outer)) {
        llvm::DenseSet<int64_t> inner = within[numberOf(op)];
        inner.insert(numberOf(op));
        within[numberOf(outer)].insert(inner.begin(), inner.end());
      }
}

ArrayRef<Operation *> BarrierGroups::barriersOf(int64_t group) {
  if (barriers.empty())
    for (Operation &op : block)
      if (isBarrier(&op))
        barriers[numberOf(&op)].push_back(&op);
  return barriers[group];
}
