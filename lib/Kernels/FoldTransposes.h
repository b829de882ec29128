//===- FoldTransposes.h - Transposed products swap their operands ---------===//
#ifndef POPT_LIB_KERNELS_FOLDTRANSPOSES_H
#define POPT_LIB_KERNELS_FOLDTRANSPOSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// Where all readers of a contraction's result transpose it so that the free
/// dimensions of rhs come first, the operands are swapped instead.
void foldTransposes(mlir::func::FuncOp function);

} // namespace popt

#endif // POPT_LIB_KERNELS_FOLDTRANSPOSES_H
