//===- OverlapInLoops.h - Communication beside kernels of a round ---------===//
#ifndef POPT_LIB_MEMORY_OVERLAPINLOOPS_H
#define POPT_LIB_MEMORY_OVERLAPINLOOPS_H

#include "PlanMemoryStorages.h"

namespace popt {

/// An order of a loop's body in which communication begins as soon as it can, and
/// what reads it waits until it is done if anything else can run. A message waits for one
/// after which more follows. Urgent: kernels from which most follows are before others,
/// else they are as they were where several can run.
std::vector<mlir::Operation *>
orderRoundForTime(mlir::Block &body, const mlir::SymbolTable &symbols,
                  llvm::function_ref<OpTime(mlir::Operation *)> timeOf,
                  bool isUrgent);

} // namespace popt

#endif // POPT_LIB_MEMORY_OVERLAPINLOOPS_H
