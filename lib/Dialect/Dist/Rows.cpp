//===- Rows.cpp - Rows of stacks that loops walk along --------------------===//
//
// dist.step_slice and dist.step_update: where a row lies in each iteration is
// known before the program runs, so that it need not be copied.
//
//   %row = dist.step_slice %stack at %i begin 0 stride 16
//   %next = dist.step_update %other with %new at %i begin 0 stride 16
//
// Covered by test/Dialect/Dist/stages.mlir and invalid-stages.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Stages.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

std::optional<Counting> dist::getCounting(Value number) {
  auto argument = dyn_cast<BlockArgument>(number);
  Operation *loop = argument ? argument.getOwner()->getParentOp() : nullptr;
  if (!loop)
    return std::nullopt;
  if (auto time = dyn_cast<TimeLoopOp>(loop)) {
    if (time.getStep() != argument)
      return std::nullopt;
    return Counting{loop, 0, 1, time.getNumSteps()};
  }
  auto counter = loop->getAttrOfType<DenseI64ArrayAttr>(kCounter);
  if (!counter || counter.size() != 4 ||
      counter[0] != static_cast<int64_t>(argument.getArgNumber()))
    return std::nullopt;
  return Counting{loop, counter[1], counter[2], counter[3]};
}

BlockArgument dist::getCounter(Operation *loop) {
  for (BlockArgument argument : loop->getRegions().back().getArguments())
    if (getCounting(argument))
      return argument;
  return {};
}

/// The constraints of both operations: `part` lies in `whole` at each step.
template <typename Op>
static LogicalResult verifyRow(Op op, RankedTensorType whole,
                               RankedTensorType part) {
  std::optional<Counting> counting = getCounting(op.getStep());
  if (!counting || !counting->loop->isProperAncestor(op)) // C1
    return op.emitOpError("names as its step what numbers no iterations of a "
                          "loop around");
  const int64_t count = part.hasStaticShape() ? part.getNumElements() : 0;
  if (count == 0 || !whole.hasStaticShape() ||
      whole.getElementType() != part.getElementType()) // C2
    return op.emitOpError() << "takes " << part << " from " << whole;
  const auto begin = static_cast<int64_t>(op.getBegin()),
             stride = static_cast<int64_t>(op.getStride());
  const int64_t most = whole.getNumElements() - count;
  int64_t first = 0, last = 0;
  bool overflows =
      llvm::MulOverflow(counting->step, counting->count - 1, last) ||
      llvm::AddOverflow(counting->first, last, last) ||
      llvm::MulOverflow(stride, last, last) ||
      llvm::AddOverflow(begin, last, last) ||
      llvm::MulOverflow(stride, counting->first, first) ||
      llvm::AddOverflow(begin, first, first);
  if (overflows || std::min(first, last) < 0 ||
      std::max(first, last) > most) // C3
    return op.emitOpError()
           << "begins at element " << begin << " + step * " << stride << " in "
           << counting->count << " steps from " << counting->first
           << "; it may begin at 0 to " << most;
  return success();
}

LogicalResult StepSliceOp::verify() {
  return verifyRow(*this, getInput().getType(), getType());
}

LogicalResult StepUpdateOp::verify() {
  return verifyRow(*this, getType(), getRow().getType());
}

RowElements dist::getRowElements(StepSliceOp op) {
  return {op.getStep(), static_cast<int64_t>(op.getBegin()),
          static_cast<int64_t>(op.getStride()), op.getType().getNumElements()};
}

RowElements dist::getRowElements(StepUpdateOp op) {
  return {op.getStep(), static_cast<int64_t>(op.getBegin()),
          static_cast<int64_t>(op.getStride()),
          op.getRow().getType().getNumElements()};
}
