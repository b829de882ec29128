//===- Fusion.cpp - What will become one kernel ---------------------------===//
//
// The rules stand in Fusion.h. Tested by test/unit/Analysis/FusionTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Fusion.h"

#include "popt/Analysis/MemoryRules.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Support/Tensors.h"

using namespace mlir;

namespace popt {

//===----------------------------------------------------------------------===//
// Before Partition
//===----------------------------------------------------------------------===//

bool isFused(Operation *producer, Operation *user) {
  auto isMap = [](KernelKind kind) {
    return kind == KernelKind::Map || kind == KernelKind::Broadcast ||
           kind == KernelKind::View;
  };
  return producer && producer->getBlock() == user->getBlock() &&
         isMap(kernelKindOf(producer)) &&
         (isMap(kernelKindOf(user)) ||
          kernelKindOf(user) == KernelKind::RowReduction);
}

bool isNeverStored(Value value) {
  return !value.use_empty() &&
         llvm::all_of(value.getUsers(), [&](Operation *user) {
           return isFused(value.getDefiningOp(), user);
         });
}

//===----------------------------------------------------------------------===//
// Products that add
//===----------------------------------------------------------------------===//

std::optional<ProductSum>
sumInOneCall(Operation *add, function_ref<bool(Operation *)> isInLoops) {
  std::optional<ProductSum> sum = productSumOf(add);
  if (!sum)
    return std::nullopt;
  mlir::Block &block = *add->getBlock();
  Operation *maker = sum->addedArgument().getDefiningOp();
  bool isOneCall = !maker || maker->getBlock() != &block || !isInLoops(maker);
  forEachRead(add->getResult(0), [&](OpOperand &use) {
    isOneCall &= !isInLoops(block.findAncestorOpInBlock(*use.getOwner()));
  });
  return isOneCall ? sum : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Local programs
//===----------------------------------------------------------------------===//

KernelKind LocalKernels::kindOf(Operation *op) {
  if (isa<dist::AxisIndexOp, dist::BlockOp>(op))
    return KernelKind::Source;
  return valueTiesOf(op).empty() ? kernelKindOf(op) : KernelKind::Opaque;
}

bool LocalKernels::isInKernel(Operation *op) {
  KernelKind kind = kindOf(op);
  return kind != KernelKind::Library && kind != KernelKind::Opaque;
}

bool LocalKernels::isCopied(Operation *op) {
  KernelKind kind = kindOf(op);
  return kind == KernelKind::Source ||
         (kind == KernelKind::Broadcast && op->getNumOperands() == 1 &&
          bytesOf(op->getOperand(0)) < bytesOf(op->getResult(0)));
}

LocalKernels::LocalKernels(Operation *function) {
  function->walk([&](mlir::Block *block) { find(*block); });
}

/// Readers first: an operation on elements belongs to the kernel that all its
/// readers are in.
void LocalKernels::find(mlir::Block &block) {
  for (Operation &op : llvm::reverse(block)) {
    if (op.hasTrait<OpTrait::IsTerminator>() || leavesOperandInPlace(&op) ||
        !isInKernel(&op))
      continue;
    llvm::SmallPtrSet<Operation *, 4> homes;
    bool isReadInKernels = true;
    for (Value result : op.getResults())
      forEachRead(result, [&](OpOperand &use) {
        Operation *user = use.getOwner();
        if (user->getBlock() != &block || !isInKernel(user) ||
            user->hasTrait<OpTrait::IsTerminator>())
          isReadInKernels = false;
        else
          homes.insert(lastOfKernel(user));
      });
    if (homes.empty() || !isReadInKernels)
      continue;
    KernelKind kind = kindOf(&op);
    bool isRoot =
        kind == KernelKind::InPlaceUpdate || kind == KernelKind::OwnLoops;
    if (isRoot || (homes.size() > 1 && !isCopied(&op)))
      continue;
    lastOf[&op] = *llvm::max_element(homes, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
  }
}

} // namespace popt
