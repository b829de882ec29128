//===- KernelForm.cpp - What kernels take once they are formed ------------===//
//
// Tested by test/unit/Cost/KernelFormTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/MemoryRules.h"
#include "popt/Cost/CostModel.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/ProductSum.h"

using namespace mlir;

namespace popt {

/// Additions of loops over elements in the time in which a large product does one
/// operation; of unequal devices the least.
static double loopEfficiency(const Machine &machine) {
  double least = 1;
  for (const DeviceSpec &device : machine.devices)
    least = std::min(least, device.kernelEfficiency);
  return least;
}

double CostModel::kernelSeconds(Value made, double additions,
                                int64_t bytes) const {
  const char *type = getElementTypeOrSelf(made).isF64() ? "f64" : "f32";
  constexpr double large = 1e15;
  double ofOne = machine.computeSeconds(type, large, 0) / large;
  return std::max(ofOne * additions / loopEfficiency(machine),
                  machine.computeSeconds(type, 0, bytes));
}

/// Bytes that the loops of a kernel load of what lies in memory.
static int64_t bytesRead(Value stored) {
  int64_t whole = bytesOf(stored.getType()), bytes = 0;
  forEachRead(stored, [&](OpOperand &use) {
    Operation *reader = use.getOwner();
    switch (kernelKindOf(reader)) {
    case KernelKind::Library:
      return; // its own cost
    case KernelKind::Broadcast:
    case KernelKind::GatherLike:
      bytes += std::min(whole, bytesOf(reader->getResult(0).getType()));
      return;
    case KernelKind::InPlaceUpdate:
      bytes += use.getOperandNumber() == 0 ? 0 : whole;
      return;
    default:
      bytes += reader->hasTrait<OpTrait::ReturnLike>() ? 0 : whole;
    }
  });
  return std::min(whole, bytes);
}

/// Bytes that they store of a result.
static int64_t bytesWritten(Value result) {
  Operation *maker = viewedBy(result).getDefiningOp();
  if (!maker || kernelKindOf(maker) == KernelKind::Library)
    return 0;
  if (kernelKindOf(maker) == KernelKind::InPlaceUpdate)
    return bytesMoved(maker) / 2;
  return bytesOf(result.getType());
}

KernelWork workOfKernel(func::FuncOp kernel) {
  KernelWork work;
  kernel.walk([&](Operation *op) {
    KernelKind kind = kernelKindOf(op);
    if (valueTiesOf(op).empty() && kind != KernelKind::Library)
      work.additions +=
          static_cast<double>(runsOf(op->getBlock()).value_or(kUnknownTrips)) *
          flopsOf(op).value_or(0);
  });
  for (Value argument : kernel.getArguments())
    work.readBytes += bytesRead(argument);
  for (Value result : kernel.front().getTerminator()->getOperands())
    work.writtenBytes += bytesWritten(result);
  return work;
}

/// Loops without the launch, which kernels that run side by side share; calls of
/// libraries, which have launches of their own, with it.
static double workSeconds(const CostModel &costs, func::FuncOp kernel) {
  if (std::optional<ProductSum> sum = productSumOf(kernel))
    return costs.secondsOfSum(sum->product);
  double seconds = 0;
  bool callsKernels = false;
  kernel.walk([&](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op)) {
      // Kernels that run side by side.
      callsKernels = true;
      auto called = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
          call, call.getCalleeAttr());
      seconds += called && !called.isExternal() ? workSeconds(costs, called)
                                                : costs.computeSeconds(call);
    } else if (kernelKindOf(op) == KernelKind::Library) {
      seconds += costs.computeSeconds(op);
    }
  });
  if (callsKernels || kernel.getNumResults() == 0)
    return seconds;
  KernelWork work = workOfKernel(kernel);
  Value made = kernel.front().getTerminator()->getOperand(0);
  return seconds + costs.kernelSeconds(made, work.additions,
                                       work.readBytes + work.writtenBytes);
}

double CostModel::secondsOfKernel(func::FuncOp kernel) const {
  double work = workSeconds(*this, kernel);
  return work > 0 || kernel.getNumResults() ? launched(work) : 0;
}

} // namespace popt
