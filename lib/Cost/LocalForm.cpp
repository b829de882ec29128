//===- LocalForm.cpp - What running a local operation costs ---------------===//
//
// Tested through the passes of Time, Collectives and Memory.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/MemoryRules.h"
#include "popt/Cost/CostModel.h"
#include "popt/Interfaces/OpModel.h"

using namespace mlir;

namespace popt {

double CostModel::computeSeconds(Operation *op) const {
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto kernel = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    return kernel && !kernel.isExternal() ? secondsOfKernel(kernel) : 0;
  }
  if (auto tied = dyn_cast<ValueTieOpInterface>(op);
      tied && !tied.getValueTies().empty()) {
    double seconds = 0;
    for (Region &region : op->getRegions())
      for (mlir::Block &block : region)
        for (Operation &inner : block)
          seconds += computeSeconds(&inner);
    return static_cast<double>(tied.getTripCount().value_or(1)) * seconds;
  }
  std::optional<double> flops = flopsOf(op);
  if (!flops || op->getNumResults() == 0)
    return 0;
  KernelKind kind = kernelKindOf(op);
  if (kind == KernelKind::View || kind == KernelKind::Source)
    return 0;
  int64_t bytes = 0;
  if (kind != KernelKind::Map && kind != KernelKind::Broadcast)
    bytes = bytesMoved(op);
  std::string element;
  llvm::raw_string_ostream(element) << getElementTypeOrSelf(op->getResult(0));
  return machine.computeSeconds(element, *flops, bytes);
}

CommCost CostModel::costOfRun(Operation *op) const {
  if (auto bucket = dyn_cast<dist::BucketOp>(op))
    return costOfMessage(bucket.getMembers());
  if (auto collective = dyn_cast<dist::CollectiveOpInterface>(op))
    if (costKind(collective))
      return costOf(collective);
  if (isa<dist::ToHostOp, dist::ToDeviceOp>(op))
    return {hostSeconds(bytesOf(op->getResult(0))), 0};
  return {computeSeconds(op), 0};
}

double CostModel::secondsInTimeStep(Operation *op) const {
  double bytes = 0;
  for (Type type : op->getResultTypes())
    bytes += static_cast<double>(bytesOf(type));
  if (auto move = dyn_cast<dist::CollectiveOpInterface>(op))
    if (dist::AxisListAttr axes = move.getAxesAttr();
        axes && !isa<dist::AllSliceOp, dist::ToPartialOp>(op))
      return collective(CollectiveKind::AllReduce, axes.toAxisList(mesh),
                        static_cast<int64_t>(bytes))
          .seconds;
  if (!isa<KernelOpInterface>(op))
    return copySeconds(static_cast<int64_t>(bytes));
  if (isLoop(op)) {
    std::optional<int64_t> trips = cast<ValueTieOpInterface>(op).getTripCount();
    double seconds = 0;
    op->walk([&](Operation *inner) {
      if (inner != op)
        seconds += secondsInTimeStep(inner);
    });
    return seconds * static_cast<double>(trips.value_or(kUnknownTrips));
  }
  KernelKind kind = kernelKindOf(op);
  if (kind == KernelKind::Source || kind == KernelKind::View)
    return 0;
  for (Type type : op->getOperandTypes())
    bytes += static_cast<double>(bytesOf(type));
  // Maps share loops with their readers.
  if (kind == KernelKind::Map || kind == KernelKind::Broadcast)
    bytes /= 4;
  return machine.computeSeconds("f32", flopsOf(op).value_or(0),
                                static_cast<int64_t>(bytes));
}

} // namespace popt
