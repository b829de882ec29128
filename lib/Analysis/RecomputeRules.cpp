//===- RecomputeRules.cpp - What may run again, and what costs nothing ----===//
//
// What all that computes values again asks of single operations: recompute,
// recompute-in-tasks, recompute-in-scans and fit-memory. Tested through them.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Communication.h"
#include "popt/Analysis/Fusion.h"
#include "popt/Analysis/MemoryRules.h"
#include "popt/Analysis/Recompute.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Support/Tensors.h"

using namespace mlir;

namespace popt {

bool canRematerialize(const Mesh &mesh, Operation *op) {
  if (!isMemoryEffectFree(op) || dist::isOrdered(op))
    return false;
  // What is sent is held until it has left: the wait must not read a copy.
  if (llvm::any_of(op->getUsers(),
                   [](Operation *user) { return isa<dist::SentOp>(user); }))
    return false;
  if (auto collective = dyn_cast<dist::CollectiveOpInterface>(op))
    return isOverDevices(mesh, collective);
  if (isa<dist::AxisIndexOp, dist::BlockOp>(op))
    return true;
  return isa<ShardingOpInterface>(op) && valueTiesOf(op).empty() &&
         !isa<dist::BucketOp>(op);
}

bool followsCheaply(const Mesh &mesh, Value value,
                    llvm::function_ref<bool(Value)> isHeld,
                    llvm::SetVector<Operation *> *chain) {
  // What is so much smaller than the value does not count.
  constexpr int64_t smallPart = 16;
  int64_t bytes = bytesOf(value.getType());
  unsigned work = 0, loads = 0;
  llvm::SetVector<Value> values;
  values.insert(value);
  for (unsigned i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (isHeld(values[i])) {
      loads += bytesOf(values[i].getType()) * smallPart > bytes &&
               !(op && LocalKernels::isCopied(op));
      continue;
    }
    auto word = op ? op->getAttrOfType<dist::RecomputeAttr>(dist::kRecompute)
                   : dist::RecomputeAttr();
    if (!op || op->getNumRegions() || (word && word.getHeld()) ||
        !canRematerialize(mesh, op))
      return false;
    KernelKind kind = LocalKernels::kindOf(op);
    if (kind != KernelKind::Map && kind != KernelKind::Broadcast &&
        kind != KernelKind::View && kind != KernelKind::Source)
      return false;
    work += elementCostOf(op);
    values.insert(op->operand_begin(), op->operand_end());
    if (chain)
      chain->insert(op);
  }
  return work <= kCheapWork && loads <= 1;
}

bool isReadInKernels(Value value, mlir::Block &block,
                     llvm::function_ref<bool(Operation *)> counts) {
  bool isInKernels = true;
  forEachRead(value, [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (!counts(user))
      return;
    KernelKind kind = LocalKernels::kindOf(user);
    isInKernels &= user->getBlock() == &block &&
                   (kind == KernelKind::Map || kind == KernelKind::Broadcast ||
                    kind == KernelKind::RowReduction);
  });
  return isInKernels;
}

} // namespace popt
