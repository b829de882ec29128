//===- OverlapCopies.h - Copies over the host's link, beside kernels ------===//
#ifndef POPT_LIB_MEMORY_OVERLAPCOPIES_H
#define POPT_LIB_MEMORY_OVERLAPCOPIES_H

#include "PlanMemoryStorages.h"

namespace popt {

/// What putCopiesBeside asks of operations.
struct CopyTimes {
  /// Seconds for which the operation keeps the next one of its stream waiting.
  llvm::function_ref<double(mlir::Operation *)> ofOp;
  /// Of a copy on the link.
  llvm::function_ref<double(mlir::Operation *)> ofCopy;
  /// How many operations after it may run beside it.
  llvm::function_ref<int64_t(mlir::Operation *)> mostBeside;
};

/// True for a copy between the memories.
bool isMemoryMove(mlir::Operation *op);

/// Moves copies to the device before kernels that they run beside, and marks them
/// and those to the host (`step.beside`), where no more than `mostBytes` of the
/// device are alive then. Returns how many are marked.
int64_t putCopiesBeside(mlir::func::FuncOp function,
                        const mlir::SymbolTable &symbols,
                        const CopyTimes &times, int64_t mostBytes);

} // namespace popt

#endif // POPT_LIB_MEMORY_OVERLAPCOPIES_H
