//===- FormStepSlices.h - Rows of stacks are read where they lie ----------===//
#ifndef POPT_LIB_KERNELS_FORMSTEPSLICES_H
#define POPT_LIB_KERNELS_FORMSTEPSLICES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// In loops that count, dynamic slices at the counter that are views become
/// `dist.step_slice`, and updates of rows `dist.step_update`.
void formStepSlices(mlir::func::FuncOp function);

} // namespace popt

#endif // POPT_LIB_KERNELS_FORMSTEPSLICES_H
