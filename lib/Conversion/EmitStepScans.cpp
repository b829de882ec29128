//===- EmitStepScans.cpp - Loops that count, and rows of their stacks -----===//
//
// A loop whose iterations are counted asks nobody whether it goes on, and where a
// row lies follows from the number of the iteration.
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

/// The counter's next value, if the loop's own number of its iteration will do:
/// it grows by one from 0, and nobody reads it after the loop.
static Operation *findNext(stablehlo::WhileOp loop, BlockArgument counter,
                           const dist::Counting &counting) {
  mlir::Block &block = loop.getBody().front();
  Value next = block.getTerminator()->getOperand(counter.getArgNumber());
  Operation *maker = next.getDefiningOp();
  bool isOwn = counting.first == 0 && counting.step == 1 && maker &&
               maker->getBlock() == &block && maker->getNumResults() == 1 &&
               next.hasOneUse() &&
               loop.getResult(counter.getArgNumber()).use_empty();
  return isOwn ? maker : nullptr;
}

LogicalResult StepEmitter::emitCounted(stablehlo::WhileOp loop) {
  auto arguments = loop.getBody().getArguments();
  auto *counter = llvm::find_if(arguments, [](BlockArgument argument) {
    return dist::getCounting(argument).has_value();
  });
  if (counter == arguments.end())
    return loop.emitError("the counter of the loop is not carried by it");
  dist::Counting counting = *dist::getCounting(*counter);
  Operation *next = findNext(loop, *counter, counting);
  if (next)
    skipped.insert(next);
  FailureOr<int32_t> body = emitNested(loop.getBody(), "body");
  if (failed(body))
    return failure();
  bool isRead = llvm::any_of(counter->getUsers(), [&](Operation *user) {
    return user != next && !isa<dist::StepSliceOp, dist::StepUpdateOp>(user);
  });
  std::vector<rt::Operand> written;
  if (next && isRead)
    written.push_back(operandOf(*counter));
  command(loop, rt::LoopOp{*body, rt::Scalar::constant(counting.count)},
          std::move(written));
  return success();
}

/// The place of a stack, a tensor of this type, as an operand.
rt::Operand StepEmitter::rowOf(rt::Operand stack, dist::RowPlace place,
                               RankedTensorType type) {
  dist::Counting counting = *dist::getCounting(place.step);
  int64_t width = bytesPerElement(type.getElementType());
  stack.offset += (place.begin + counting.first * place.stride) * width;
  addTerm(stack, {bodyOf(counting.loop), counting.step * place.stride * width});
  stack.shape = type.getShape();
  stack.strides.clear();
  return stack;
}

void StepEmitter::emit(dist::StepUpdateOp update) {
  copy(update, operandOf(update.getStack()), operandOf(update.getResult()));
  copy(update, operandOf(update.getRow()),
       rowOf(operandOf(update.getResult()), dist::getRowPlace(update),
             update.getRow().getType()));
}
