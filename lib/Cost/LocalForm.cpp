//===- LocalForm.cpp - What running a local operation costs ---------------===//
//
// Tested through the passes of Time, Collectives and Memory.
//
//===----------------------------------------------------------------------===//
#include "LibraryRate.h"

#include "popt/Analysis/MemoryRules.h"
#include "popt/Cost/CostModel.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/Attention.h"

using namespace mlir;

namespace popt {

/// What an operation of tensors, on its own, reads and writes.
static int64_t bytesOfRun(Operation *op) {
  auto types = llvm::map_to_vector(op->getOperandTypes(), [](Type type) {
    return cast<RankedTensorType>(type);
  });
  return bytesMoved(op) + static_cast<int64_t>(scoreBytesOf(op, types));
}

double CostModel::computeSeconds(Operation *op) const {
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto kernel = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (kernel && !kernel.isExternal())
      return secondsOfKernel(kernel);
    // Of a kernel whose body is elsewhere, what it reads and writes is known.
    return op->getNumResults()
               ? launched(kernelSeconds(op->getResult(0),
                                        /*additions=*/0, bytesMoved(op)))
               : 0;
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
  switch (kernelKindOf(op)) {
  case KernelKind::View:
  case KernelKind::Source:
    return 0;
  case KernelKind::Map:
  case KernelKind::Broadcast:
    return kernelSeconds(op->getResult(0), *flops, /*bytes=*/0);
  case KernelKind::Library:
    return launched(machine.computeSeconds(
        libraryRate(op, /*holdsScores=*/false), *flops, bytesOfRun(op)));
  default:
    return launched(kernelSeconds(op->getResult(0), *flops, bytesOfRun(op)));
  }
}

double CostModel::secondsOfSum(Operation *product) const {
  return launched(machine.computeSeconds(
      libraryRate(product, /*holdsScores=*/false), *flopsOf(product),
      bytesOfRun(product) + bytesOf(product->getResult(0))));
}

/// An all-reduce among some coordinates of the stage axis, of several values as one.
static CommCost costOfStages(const CostModel &costs, dist::ReduceStagesOp op) {
  std::optional<int> axis = dist::findStageAxis(costs.mesh);
  if (!axis)
    return {};
  auto members = static_cast<int64_t>(op.getAt().size());
  int64_t bytes = 0, sent = 0;
  for (Value input : op.getInputs()) {
    bytes += bytesOf(input);
    sent += wireBytes(CollectiveKind::AllReduce, members, bytesOf(input));
  }
  CommCost cost =
      costs.machine.collective(CollectiveKind::AllReduce, members,
                               costs.levelOf(costs.mesh.ref(*axis)), bytes);
  cost.wireBytes = sent;
  return cost;
}

CommCost CostModel::costOfRun(Operation *op) const {
  if (auto bucket = dyn_cast<dist::BucketOp>(op))
    return costOfMessage(bucket.getMembers());
  if (auto collective = dyn_cast<dist::CollectiveOpInterface>(op))
    if (costKind(collective))
      return costOf(collective);
  if (auto reduce = dyn_cast<dist::ReduceStagesOp>(op))
    return costOfStages(*this, reduce);
  if (isa<dist::ToHostOp, dist::ToDeviceOp>(op))
    return {hostSeconds(bytesOf(op->getResult(0))), 0};
  return {computeSeconds(op), 0};
}

} // namespace popt
