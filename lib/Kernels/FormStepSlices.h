//===- FormStepSlices.h - A microbatch is a part of the batch -------------===//
#ifndef POPT_LIB_KERNELS_FORMSTEPSLICES_H
#define POPT_LIB_KERNELS_FORMSTEPSLICES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// In time loops, dynamic slices at the step's number that are views become
/// `dist.step_slice`.
void formStepSlices(mlir::func::FuncOp function);

} // namespace popt

#endif // POPT_LIB_KERNELS_FORMSTEPSLICES_H
