//===- MemoryKinds.cpp - Which memory a value lies in ---------------------===//
//
// The rules stand in MemoryKinds.h. Tested by test/Memory/place-memory.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/MemoryKinds.h"

#include "popt/Analysis/MemoryRules.h"
#include "popt/Dialect/Dist/AttrNames.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/Target.h"
#include "popt/Support/Readers.h"

using namespace mlir;

namespace popt {

bool isArgumentOnHost(func::FuncOp function, unsigned argument) {
  return function.getArgAttr(argument, dist::kOnHost) != nullptr;
}

bool isResultOnHost(func::FuncOp function, unsigned result) {
  return function.getResultAttr(result, dist::kOnHost) != nullptr;
}

static OperandRange yieldedBy(dist::TaskOp task) {
  return task.getBody().front().getTerminator()->getOperands();
}

MemoryKinds::MemoryKinds(func::FuncOp function) {
  mlir::Block &block = function.getBody().front();
  for (BlockArgument argument : block.getArguments())
    if (isArgumentOnHost(function, argument.getArgNumber()))
      onHost.insert(argument);
  Operation *terminator = block.getTerminator();
  for (OpOperand &use : terminator->getOpOperands())
    hasResults |= isResultOnHost(function, use.getOperandNumber());
  // Inside first: a task leaves what it yields.
  function.getBody().walk([&](Operation *op) {
    if (isa<dist::ToHostOp>(op))
      onHost.insert(op->getResult(0));
    if (auto task = dyn_cast<dist::TaskOp>(op))
      for (auto [result, yielded] :
           llvm::zip_equal(task->getResults(), yieldedBy(task)))
        if (onHost.contains(yielded))
          onHost.insert(result);
  });
  if (!function->hasAttr(dist::kMemoriesPlaced) || isEmpty())
    return;
  // What follows from operands.
  llvm::DenseSet<Operation *> isOpen; // as far as their operands say
  for (Operation &op : block.without_terminator()) {
    if (isa<dist::ToDeviceOp>(op))
      continue;
    auto isHost = [&](Value value) { return onHost.contains(value); };
    if (isa<dist::ToHostOp>(op) || llvm::any_of(op.getOperands(), isHost))
      onHost.insert(op.result_begin(), op.result_end());
    else if (llvm::all_of(op.getOperands(), [&](Value value) {
               return isOpen.contains(value.getDefiningOp());
             }))
      isOpen.insert(&op);
  }
  // What only readers say, last first: they are known then.
  auto isReadOnHost = [&](OpOperand &use) {
    Operation *reader = use.getOwner();
    if (reader == terminator)
      return isResultOnHost(function, use.getOperandNumber());
    return isa<dist::ToDeviceOp>(reader) ||
           llvm::any_of(reader->getResults(), [&](Value result) {
             return onHost.contains(result) && !isa<dist::ToHostOp>(reader);
           });
  };
  for (Operation &op : llvm::reverse(block.without_terminator()))
    if (isOpen.contains(&op) && llvm::any_of(op.getUses(), isReadOnHost))
      onHost.insert(op.result_begin(), op.result_end());
}

LogicalResult verifyMemoryKinds(func::FuncOp function) {
  MemoryKinds memories(function);
  if (memories.isEmpty())
    return success();
  auto name = [](bool isHost) { return isHost ? "host" : "device"; };
  const bool isForGpu = targetOf(function).isGpu();
  mlir::Block &block = function.getBody().front();
  WalkResult walked = function.getBody().walk([&](Operation *op) {
    bool isMove = isa<dist::ToHostOp, dist::ToDeviceOp>(op);
    // In loops the device runs everything.
    bool isHost = (isMove || op->getBlock() == &block) && op->getNumResults() &&
                  memories.isOnHost(op->getResult(0));
    if (isMove)
      isHost = !isHost;
    else if (isHost && isForGpu && !isa<dist::TaskOp>(op) &&
             !isAmongConstants(op) && !isView(op) && !permutationOf(op)) {
      op->emitOpError("touches host memory, for which there are no kernels in "
                      "a program for GPUs");
      return WalkResult::interrupt();
    }
    auto task = dyn_cast<dist::TaskOp>(op->getParentOp());
    bool isYield = task && op->hasTrait<OpTrait::IsTerminator>();
    for (OpOperand &use : op->getOpOperands()) {
      unsigned number = use.getOperandNumber();
      bool lies = memories.isOnHost(use.get());
      bool wanted = isHost;
      if (op == block.getTerminator())
        wanted = isResultOnHost(function, number);
      else if (isYield)
        wanted = memories.isOnHost(task->getResult(number));
      Operation *definer = use.get().getDefiningOp();
      if (lies == wanted || (definer && isAmongConstants(definer)))
        continue;
      op->emitOpError() << "touches " << name(wanted)
                        << " memory, but its operand " << number << " lies in "
                        << name(lies) << " memory";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

void placeMoves(mlir::Block &block) {
  SmallVector<Operation *> moves;
  for (Operation &op : block)
    if (isa<dist::ToHostOp, dist::ToDeviceOp>(op))
      moves.push_back(&op);
  for (Operation *move : moves) {
    Operation *definer = move->getOperand(0).getDefiningOp();
    if (isa<dist::ToDeviceOp>(move))
      if (Operation *reader = firstReader(move))
        move->moveBefore(reader);
    if (isa<dist::ToHostOp>(move) && definer && definer->getBlock() == &block)
      move->moveAfter(definer);
  }
}

} // namespace popt
