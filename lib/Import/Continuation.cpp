//===- Continuation.cpp - Which arguments a result carries on -------------===//
//
// Follows a result back through operations that work element by element:
//
//   %m' = 0.9 * %m + %g       carries on %m, scaled
//   %w' = %w - 0.1 * %m'      carries on %w directly, and %m scaled
//
// A gradient comes out of contractions and sums, so it carries nothing on. This
// never decides what is state; it tells when positions would pair arguments
// with results that belong to others. Test:
// test/Import/import-state-places.mlir.
//
//===----------------------------------------------------------------------===//
#include "Continuation.h"

#include "popt/Interfaces/OpModel.h"

using namespace mlir;
using namespace popt;

/// How a result of the operation carries this operand on.
static Continuation through(OpOperand &operand, OpResult result) {
  Operation *op = operand.getOwner();
  auto isShaped = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.getShape() ==
                       cast<RankedTensorType>(result.getType()).getShape();
  };
  unsigned index = operand.getOperandNumber();
  switch (kernelKindOf(op)) {
  case KernelKind::View:
    return Continuation::Direct;
  case KernelKind::InPlaceUpdate:
    return index == 0 ? Continuation::Direct : Continuation::None;
  case KernelKind::Broadcast:
    return Continuation::Scaled;
  case KernelKind::Map: {
    if (!isShaped(operand.get()))
      return Continuation::None;
    bool isUnary = op->getNumOperands() == 1;
    // Terms that are added stand in one group; factors in groups of their own.
    for (const LinearGroup &group :
         cast<ShardingOpInterface>(op).getLinearGroups(Monoid::Sum))
      if (llvm::is_contained(group, index) && (isUnary || group.size() > 1))
        return Continuation::Direct;
    return Continuation::Scaled;
  }
  default:
    return Continuation::None;
  }
}

const llvm::DenseMap<unsigned, Continuation> &
Continuations::argumentsOf(unsigned result) {
  auto [it, isNew] = known.try_emplace(result);
  if (!isNew)
    return it->second;
  llvm::DenseMap<Value, Continuation> reached;
  SmallVector<std::pair<Value, Continuation>> open;
  auto visit = [&](Value value, Continuation how) {
    if (how == Continuation::None || !isa<RankedTensorType>(value.getType()))
      return;
    Continuation &best = reached.try_emplace(value).first->second;
    if (best >= how)
      return;
    best = how;
    open.push_back({value, how});
  };
  // A value that is only passed on proves nothing: `return now, next` is a
  // wave's step.
  Value returned = main.front().getTerminator()->getOperand(result);
  auto passed = dyn_cast<BlockArgument>(returned);
  if (!passed || passed.getOwner() != &main.front())
    visit(returned, Continuation::Direct);
  while (!open.empty()) {
    auto [value, how] = open.pop_back_val();
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == &main.front()) {
      Continuation &best =
          it->second.try_emplace(argument.getArgNumber()).first->second;
      best = std::max(best, how);
      continue;
    }
    Operation *op =
        argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
    // Carried values of loops and results of branches count as one value.
    bool isTied = false;
    if (op)
      for (const ValueTie &tie : valueTiesOf(op))
        if (llvm::is_contained(tie.targets, value)) {
          isTied = true;
          for (OpOperand *source : tie.sources)
            visit(source->get(), how);
        }
    if (isTied || argument)
      continue;
    for (OpOperand &operand : op->getOpOperands())
      visit(operand.get(),
            std::min(how, through(operand, cast<OpResult>(value))));
  }
  return it->second;
}

bool Continuations::isSame(unsigned argument, unsigned result) {
  return main.front().getTerminator()->getOperand(result) ==
         main.getArgument(argument);
}

Continuation Continuations::of(unsigned argument, unsigned result) {
  return argumentsOf(result).lookup(argument);
}
