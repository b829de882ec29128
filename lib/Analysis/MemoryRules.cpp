//===- MemoryRules.cpp - Which values take memory of their own ------------===//
//
// See the header. Tested with what is built on it, by test/Memory and
// test/unit/Analysis/HeldBytesTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/MemoryRules.h"

#include "popt/Analysis/MovedBytes.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace popt {

int64_t arenaBytes(Value value) {
  return llvm::alignTo(bytesOf(value), kArenaAlignment);
}

bool isAmongConstants(Operation *op) {
  ElementsAttr value;
  return matchPattern(op, m_Constant(&value)) &&
         (!value.isSplat() || bytesOf(op->getResult(0)) <= kMaxConstantBytes);
}

bool leavesOperandInPlace(Operation *op) {
  if (isView(op) || isa<dist::StepSliceOp>(op))
    return true;
  if (!permutationOf(op))
    return false;
  if (isReadInOtherOrder(op->getOperand(0).getDefiningOp()))
    return true;
  if (op->use_empty())
    return false;
  return llvm::all_of(op->getUses(), [](OpOperand &use) {
    auto user = dyn_cast<KernelOpInterface>(use.getOwner());
    return user && user.takesAnyStrides(use.getOperandNumber());
  });
}

Value viewedBy(Value value, IsView isView) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isView(op))
      break;
    value = op->getOperand(cast<OpResult>(value).getResultNumber());
  }
  return value;
}

void forEachRead(Value value, function_ref<void(OpOperand &)> visit,
                 IsView isView) {
  for (OpOperand &use : value.getUses())
    if (Operation *user = use.getOwner();
        isView(user) && use.getOperandNumber() < user->getNumResults())
      forEachRead(user->getResult(use.getOperandNumber()), visit, isView);
    else
      visit(use);
}

double bytesMoved(KernelKind kind, ArrayRef<MovedBytes> operands,
                  ArrayRef<MovedBytes> results) {
  double bytes = 0;
  switch (kind) {
  case KernelKind::GatherLike:
    // As many as the results have, of what they are gathered from.
    for (const MovedBytes &result : results)
      bytes += result.moved + (operands.front().moved > 0 ? result.whole : 0);
    return bytes;
  case KernelKind::InPlaceUpdate:
    // What is written, and where: as much is stored.
    for (const MovedBytes &update : operands.drop_front(results.size()))
      bytes += update.moved + update.whole;
    return bytes;
  default:
    for (const MovedBytes &operand : operands)
      bytes += operand.moved;
    for (const MovedBytes &result : results)
      bytes += result.moved;
    return bytes;
  }
}

int64_t bytesMoved(Operation *op) {
  auto all = [](TypeRange types) {
    return llvm::map_to_vector(types, [](Type type) {
      auto bytes = static_cast<double>(bytesOf(type));
      return MovedBytes{bytes, bytes};
    });
  };
  return static_cast<int64_t>(bytesMoved(
      kernelKindOf(op), all(op->getOperandTypes()), all(op->getResultTypes())));
}

bool mayCommunicateInPlace(Operation *op, unsigned result, unsigned operand) {
  if (isa<dist::AllReduceOp, dist::BroadcastOp, dist::ReduceOp,
          dist::ToPartialOp>(op))
    return true;
  if (isa<dist::ReduceStagesOp>(op))
    return result == operand;
  if (auto bucket = dyn_cast<dist::BucketOp>(op))
    return result == operand &&
           isa<dist::AllReduceOp, dist::BroadcastOp, dist::ReduceOp>(
               bucket.getMembers()[result]);
  return isa<dist::PermuteOp>(op) &&
         op->getOperand(0).getType() == op->getResult(0).getType();
}

} // namespace popt
