//===- GlobalBoundary.h - A local program that takes whole tensors --------===//
#ifndef POPT_LIB_EXPORT_GLOBALBOUNDARY_H
#define POPT_LIB_EXPORT_GLOBALBOUNDARY_H

#include "popt/Dialect/Dist/Dist.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// Arguments and results of a partitioned function in layouts that a manual
/// computation can have: even, and everywhere. The function cuts its blocks
/// from them, and puts its results together.
void makeBoundaryEven(mlir::func::FuncOp function, dist::MeshOp mesh);

/// Makes the body the one manual computation of a function of global tensors.
/// The boundary must be even.
void wrapInManual(mlir::func::FuncOp function, dist::MeshOp mesh);

} // namespace popt
#endif // POPT_LIB_EXPORT_GLOBALBOUNDARY_H
