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
  for (Operation &op : llvm::make_early_inc_range(main.front())) {
    if (!isBarrier(&op) || op.getNumOperands() < 2 ||
        !dist::getPlace(&op).empty())
      continue;
    OpBuilder builder(&op);
    for (auto [operand, result] :
         llvm::zip_equal(op.getOperands(), op.getResults())) {
      OperationState state(op.getLoc(), op.getName(), operand,
                           operand.getType(), op.getAttrs());
      Operation *part = builder.create(state);
      part->setAttr(dist::kBarrier, builder.getI64IntegerAttr(number));
      result.replaceAllUsesWith(part->getResult(0));
    }
    op.erase();
    ++number;
  }
}

std::vector<SmallVector<Operation *>> popt::takeBarriers(func::FuncOp main) {
  std::vector<SmallVector<Operation *>> groups;
  llvm::DenseMap<Attribute, size_t> groupOf;
  main.walk([&](Operation *op) {
    Attribute number = op->removeAttr(dist::kBarrier);
    if (op->getBlock() != &main.front() || !isBarrier(op))
      return;
    auto [entry, isNew] = groupOf.try_emplace(number, groups.size());
    if (isNew || !number)
      groups.push_back({op});
    else
      groups[entry->second].push_back(op);
  });
  return groups;
}
