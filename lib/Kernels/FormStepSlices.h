//===- FormStepSlices.h - Rows of stacks are read where they lie ----------===//
#ifndef POPT_LIB_KERNELS_FORMSTEPSLICES_H
#define POPT_LIB_KERNELS_FORMSTEPSLICES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

namespace popt {

/// In loops that count, dynamic slices at the counter that are views become
/// `dist.step_slice`, and updates of rows `dist.step_update`.
void formStepSlices(mlir::func::FuncOp function);

/// Erases those of the operations that nobody needs, and what computes their
/// operands alone.
void eraseUnused(llvm::SetVector<mlir::Operation *> unused);

} // namespace popt

#endif // POPT_LIB_KERNELS_FORMSTEPSLICES_H
