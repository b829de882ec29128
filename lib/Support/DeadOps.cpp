//===- DeadOps.cpp - Erase operations without uses ------------------------===//
//
// Tested by test/unit/Support/DeadOpsTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Support/DeadOps.h"

#include "popt/Support/Tensors.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

void popt::eraseDead(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

void popt::eraseUnread(Region &region,
                       llvm::function_ref<bool(Operation *)> mayGo) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (op.use_empty() && mayGo(&op))
        op.erase();
      else
        for (Region &inner : op.getRegions())
          eraseUnread(inner, mayGo);
}

void popt::eraseDead(llvm::SetVector<Operation *> ops) {
  while (!ops.empty()) {
    Operation *op = ops.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    // What it contains goes with it, and is no member any more.
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) { ops.remove(inner); });
    for (Value value : valuesRead(op))
      if (Operation *maker = value.getDefiningOp())
        ops.insert(maker);
    op->erase();
  }
}
