//===- AroundLoops.cpp - What loops read where it lies --------------------===//
//
// See AroundLoops.h. Tested by test/Memory/recompute-in-scans.mlir.
//
//===----------------------------------------------------------------------===//
#include "AroundLoops.h"

#include "popt/Analysis/MemoryRules.h"
#include "popt/Support/Tensors.h"

using namespace mlir;

namespace popt {

Value standsIn(Value value, const CountedLoop &loop,
               llvm::function_ref<bool(Value)> isHeld) {
  if (value.getParentBlock() != &loop.body())
    return viewedBy(value);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned index = argument.getArgNumber();
    return loop.nextOf(index) == argument
               ? viewedBy(loop.operation()->getOperand(index))
               : Value();
  }
  Operation *op = value.getDefiningOp();
  if (std::optional<SliceAccess> access = sliceAccessOf(op)) {
    auto isAtHand = [&](Value index) {
      return isHeld(index) || loop.valuesOf(index) ||
             standsIn(index, loop, isHeld);
    };
    return !access->update && llvm::all_of(access->indices, isAtHand)
               ? standsIn(access->whole, loop, isHeld)
               : Value();
  }
  if (op->getNumOperands() != 1 || !isa<KernelOpInterface>(op))
    return {};
  KernelKind kind = kernelKindOf(op);
  bool isRead = (kind == KernelKind::View || kind == KernelKind::Broadcast) &&
                bytesOf(op->getResult(0)) <= bytesOf(op->getOperand(0));
  return isRead ? standsIn(op->getOperand(0), loop, isHeld) : Value();
}

bool livesOn(Value value, Operation *later) {
  Operation *made = value.getDefiningOp();
  mlir::Block *block = later->getBlock();
  if (!made || made->getBlock() != block || isAmongConstants(made))
    return true;
  bool isRead = false;
  forEachRead(value, [&](OpOperand &use) {
    Operation *reader = block->findAncestorOpInBlock(*use.getOwner());
    isRead |= reader && !reader->isBeforeInBlock(later);
  });
  return isRead;
}

} // namespace popt
