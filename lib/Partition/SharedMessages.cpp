//===- SharedMessages.cpp - Which reshards will be one message ------------===//
//
// See SharedMessages.h. Tested by test/Partition/shared-messages.mlir.
//
//===----------------------------------------------------------------------===//
#include "SharedMessages.h"

#include "popt/Interfaces/KernelOp.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace popt {

/// True for what stands between gradients and new state. Contractions and loops
/// make others wait for what they read.
static bool isUpdate(Operation *op) {
  return isa<ShardingOpInterface>(op) && valueTiesOf(op).empty() &&
         kernelKindOf(op) != KernelKind::Library;
}

SharedMessages::SharedMessages(func::FuncOp main) {
  mlir::Block &block = main.front();
  for (BlockArgument argument : main.getArguments())
    crowds[argument] = Crowd::Read;
  llvm::DenseSet<Operation *> updates{block.getTerminator()};
  for (Operation &op : llvm::reverse(block)) {
    if (op.use_empty() || !llvm::all_of(op.getUsers(), [&](Operation *user) {
          return updates.contains(user);
        }))
      continue;
    if (isUpdate(&op))
      updates.insert(&op);
    for (Value result : op.getResults())
      crowds[result] = isUpdate(&op) ? Crowd::Updated : Crowd::Made;
  }
}

Crowd SharedMessages::crowdOf(Value value) const {
  auto it = crowds.find(value);
  return it == crowds.end() ? Crowd::None : it->second;
}

} // namespace popt
