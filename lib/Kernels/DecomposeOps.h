//===- DecomposeOps.h - Decomposes operations that kernels lack -----------===//
#ifndef POPT_LIB_KERNELS_DECOMPOSEOPS_H
#define POPT_LIB_KERNELS_DECOMPOSEOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// Replaces operations that are carried out as others by these.
void decomposeOps(mlir::func::FuncOp function);

} // namespace popt

#endif // POPT_LIB_KERNELS_DECOMPOSEOPS_H
