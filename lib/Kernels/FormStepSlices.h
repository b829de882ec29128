//===- FormStepSlices.h - A microbatch is a part of the batch -------------===//
#ifndef POPT_LIB_KERNELS_FORMSTEPSLICES_H
#define POPT_LIB_KERNELS_FORMSTEPSLICES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// In pipelined loops, dynamic slices that are views become
/// `dist.step_slice`.
void formStepSlices(mlir::func::FuncOp function);

} // namespace popt

#endif // POPT_LIB_KERNELS_FORMSTEPSLICES_H
