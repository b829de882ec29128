//===- OverlapInLoops.h - Communication beside kernels of a round ---------===//
#ifndef POPT_LIB_MEMORY_OVERLAPINLOOPS_H
#define POPT_LIB_MEMORY_OVERLAPINLOOPS_H

#include "PlanMemoryStorages.h"

namespace popt {

/// An order of a loop's body in which communication begins as soon as it can, and
/// what reads it waits until it is done if anything else can run.
std::vector<mlir::Operation *>
orderRoundForTime(mlir::Block &body, const mlir::SymbolTable &symbols,
                  llvm::function_ref<OpTime(mlir::Operation *)> timeOf);

} // namespace popt

#endif // POPT_LIB_MEMORY_OVERLAPINLOOPS_H
