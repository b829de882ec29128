//===- EmitStepScans.cpp - Loops that count, and rows of their stacks -----===//
//
// A loop whose iterations are counted evaluates no condition, and the place of
// a row follows from the number of the iteration.
//
//   stablehlo.while(%i, %s) {dist.counter = [0, 0, 1, 4]} ..
//     %row = dist.step_slice %w at %i begin 0 stride 16
//     %y = stablehlo.dot_general %row, ..
//     %next = dist.step_update %s with %y at %i begin 0 stride 16
// becomes
//   step.loop @body times 4 ()
//     step.matmul (@arena[0 + 64 * iteration(@body)] : 16xf32, ..,
//                  @arena[512 + 64 * iteration(@body)] : 16xf32)
//
// Covered by test/Conversion/emit-step-scans.mlir.
//
//===----------------------------------------------------------------------===//
#include "EmitStepEmitter.h"

using namespace mlir;
using namespace popt;

/// What makes the counter's next value.
static Operation *makerOfNext(BlockArgument counter) {
  Operation *end = counter.getOwner()->getTerminator();
  return end->getOperand(counter.getArgNumber()).getDefiningOp();
}

/// True if others than rows and what makes the next value read the counter.
static bool isCounterRead(BlockArgument counter) {
  return llvm::any_of(counter.getUsers(), [&](Operation *user) {
    return user != makerOfNext(counter) &&
           !isa<dist::StepSliceOp, dist::StepUpdateOp>(user);
  });
}

bool StepEmitter::isCountedByLoop(Operation *loop, unsigned index) {
  BlockArgument counter = loop->getRegions().back().getArgument(index);
  std::optional<dist::Counting> counting = dist::getCounting(counter);
  Operation *maker = counting ? makerOfNext(counter) : nullptr;
  return maker && maker->getBlock() == counter.getOwner() &&
         maker->getNumResults() == 1 && maker->hasOneUse() &&
         loop->getResult(index).use_empty() &&
         ((counting->first == 0 && counting->step == 1) ||
          !isCounterRead(counter));
}

LogicalResult StepEmitter::emitCounted(Operation *loop) {
  BlockArgument counter = dist::getCounter(loop);
  if (!counter)
    return loop->emitError("the counter of the loop is not carried by it");
  bool isOwn = isCountedByLoop(loop, counter.getArgNumber());
  if (isOwn)
    skipped.insert(makerOfNext(counter));
  FailureOr<int32_t> body = emitNested(loop->getRegions().back(), "body");
  if (failed(body))
    return failure();
  std::vector<rt::Operand> written;
  if (isOwn && isCounterRead(counter))
    written.push_back(operandOf(counter));
  int64_t count = dist::getCounting(counter)->count;
  command(loop, rt::LoopOp{*body, rt::Scalar::constant(count)},
          std::move(written));
  return success();
}

/// A row of a stack, a tensor of this type, as an operand.
rt::Operand StepEmitter::rowOf(rt::Operand stack, dist::RowElements elements,
                               RankedTensorType type) {
  dist::Counting counting = *dist::getCounting(elements.step);
  int64_t width = bytesPerElement(type.getElementType());
  stack.offset += (elements.begin + counting.first * elements.stride) * width;
  addTerm(stack,
          {bodyOf(counting.loop), counting.step * elements.stride * width});
  stack.shape = type.getShape();
  stack.strides.clear();
  return stack;
}

void StepEmitter::emit(dist::StepUpdateOp update) {
  copy(update, operandOf(update.getStack()), operandOf(update.getResult()));
  copy(update, operandOf(update.getRow()),
       rowOf(operandOf(update.getResult()), dist::getRowElements(update),
             update.getRow().getType()));
}
