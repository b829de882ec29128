//===- OverlapCopies.h - Copies over the host's link, beside kernels ------===//
#ifndef POPT_LIB_MEMORY_OVERLAPCOPIES_H
#define POPT_LIB_MEMORY_OVERLAPCOPIES_H

#include "PlanMemoryStorages.h"

namespace popt {

/// What is asked of operations.
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

/// Moves copies to the device, which stand before their first readers, before
/// kernels that they may run beside, as far as no more than `mostBytes` of the
/// device are alive then.
void prefetchCopies(mlir::func::FuncOp function,
                    const mlir::SymbolTable &symbols, const CopyTimes &times,
                    int64_t mostBytes);

/// Marks copies that run beside kernels (`step.beside`), those to the host within
/// so many bytes; returns how many.
int64_t markCopies(mlir::func::FuncOp function,
                   const mlir::SymbolTable &symbols, const CopyTimes &times,
                   int64_t mostBytes);

} // namespace popt

#endif // POPT_LIB_MEMORY_OVERLAPCOPIES_H
