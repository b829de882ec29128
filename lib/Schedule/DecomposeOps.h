//===- DecomposeOps.h - What kernels lack, from what they have ------------===//
#ifndef POPT_LIB_SCHEDULE_DECOMPOSEOPS_H
#define POPT_LIB_SCHEDULE_DECOMPOSEOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// Writes operations that kernels have no loops for as operations they have.
void decomposeOps(mlir::func::FuncOp function);
/// Of decomposeOps: one rng_bit_generator, if its state is one of XLA's.
void decomposeRandom(mlir::Operation *op);
/// Of decomposeOps: one fft.
void decomposeFft(mlir::Operation *op);

} // namespace popt

#endif // POPT_LIB_SCHEDULE_DECOMPOSEOPS_H
