//===- LocalProgram.cpp - Prices in a program without kernels -------------===//
//
// See LocalProgram.h. Tested by test/Stages/form-tasks.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Cost/LocalProgram.h"

#include "popt/Analysis/MemoryRules.h"
#include "popt/Interfaces/OpModel.h"

using namespace mlir;

namespace popt {

/// True if one kernel makes the update and writes it.
static bool isMadeInPlace(Operation *write, const LocalKernels &kernels) {
  // Beside indices, which are small.
  Value update = *llvm::max_element(
      llvm::drop_begin(write->getOperands()), [](Value a, Value b) {
        return bytesOf(a.getType()) < bytesOf(b.getType());
      });
  Operation *maker = update.getDefiningOp();
  while (maker && isa<KernelOpInterface>(maker) &&
         kernelKindOf(maker) == KernelKind::View)
    maker = maker->getOperand(0).getDefiningOp();
  return maker && kernels.isFused(maker) &&
         kernels.lastOfKernel(maker) == write;
}

/// True for what takes no time of its own: a broadcast that kernels evaluate where
/// they read it, or that gives a dim of one; a transpose of what a library makes,
/// which makes it so.
static bool takesNoTime(Operation *op, bool isFused) {
  if (kernelKindOf(op) != KernelKind::Broadcast || op->getNumOperands() != 1)
    return false;
  Value operand = op->getOperand(0);
  if (permutationOf(op)) {
    Operation *maker = operand.getDefiningOp();
    return maker && operand.hasOneUse() &&
           kernelKindOf(maker) == KernelKind::Library;
  }
  return bytesOf(operand) == bytesOf(op->getResult(0)) ||
         (isFused && LocalKernels::isCopied(op));
}

/// True if all kernels that read the value compute it again, from one other value.
bool isRepeated(Operation *op) {
  if (kernelKindOf(op) != KernelKind::Map || elementCostOf(op) > kCheapWork)
    return false;
  llvm::SmallPtrSet<Value, 2> loaded;
  for (Value operand : op->getOperands())
    if (Operation *maker = operand.getDefiningOp();
        !maker || !LocalKernels::isCopied(maker))
      loaded.insert(operand);
  return loaded.size() <= 1 &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           return user->getBlock() == op->getBlock() &&
                  !user->hasTrait<OpTrait::IsTerminator>() &&
                  LocalKernels::isInKernel(user);
         });
}

/// What makes rows of stacks where they lie: it is stored, as what a task leaves for
/// another is.
static llvm::SmallPtrSet<Operation *, 8> makersOfRows(Region &body,
                                                      StackRows &rows) {
  llvm::SmallPtrSet<Operation *, 8> makers;
  for (Operation &op : body.getOps())
    if (rows.writtenBy(&op))
      if (Operation *maker =
              StackRows::withoutShape(op.getOperand(1)).getDefiningOp())
        makers.insert(maker);
  return makers;
}

double LocalProgram::seconds(Operation *op, bool isFused) {
  if (auto tied = dyn_cast<ValueTieOpInterface>(op);
      tied && op->getNumRegions()) {
    double seconds = 0;
    for (Region &region : op->getRegions()) {
      auto stored = makersOfRows(region, rows);
      for (Operation &inner : region.getOps())
        if (!inner.hasTrait<OpTrait::IsTerminator>())
          seconds += this->seconds(
              &inner, !stored.contains(&inner) &&
                          (local.isFused(&inner) || isRepeated(&inner)));
    }
    return seconds * static_cast<double>(tied.getTripCount().value_or(
                         isLoop(op) ? kUnknownTrips : 1));
  }
  int64_t bytes = 0;
  for (Type type : op->getOperandTypes())
    bytes += bytesOf(type);
  for (Type type : op->getResultTypes())
    bytes += bytesOf(type);
  if (auto collective = dyn_cast<dist::CollectiveOpInterface>(op))
    if (dist::AxisListAttr axes = collective.getAxesAttr())
      return costs
          .collective(CollectiveKind::AllReduce, axes.toAxisList(costs.mesh),
                      bytes / 2)
          .seconds;
  if (!isa<KernelOpInterface>(op))
    return costs.copySeconds(bytes);
  KernelKind kind = kernelKindOf(op);
  if (kind == KernelKind::View || kind == KernelKind::Source ||
      leavesOperandInPlace(op) || takesNoTime(op, isFused))
    return 0;
  // A layer is no copy if it is read from the stack, or made there; what the
  // iteration began with is stored by a kernel that reads it.
  if (rows.readBy(op))
    return 0;
  if (rows.writtenBy(op))
    return StackRows::storedBy(op) ? costs.machine.computeSeconds(
                                         "f32", 0, bytesOf(op->getOperand(1)))
                                   : 0;
  if (kind == KernelKind::GatherLike)
    return isFused ? 0 : costs.copySeconds(bytesMoved(op));
  if (kind == KernelKind::InPlaceUpdate)
    return costs.copySeconds(bytesMoved(op) /
                             (isMadeInPlace(op, local) ? 2 : 1));
  double flops = flopsOf(op).value_or(0);
  // Elementwise operations share their loops with others, or stay in registers.
  bool isMap = kind == KernelKind::Map || kind == KernelKind::Broadcast;
  if (isMap)
    bytes = isFused ? 0 : bytes / 4;
  return costs.machine.computeSeconds("f32", flops, bytes);
}

} // namespace popt
