//===- Barriers.h - Barriers whose values have places apart -----*- C++ -*-===//
#ifndef POPT_LIB_STAGES_BARRIERS_H
#define POPT_LIB_STAGES_BARRIERS_H

#include "popt/Interfaces/ValueTieOp.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// An operation without regions that ties each result to an operand.
inline bool isBarrier(mlir::Operation *op) {
  return op->getNumRegions() == 0 && !valueTiesOf(op).empty();
}

/// A barrier of its own for each value, so that each gets a place of its own:
/// weights where they are, the cotangent where the last layer is.
void takeBarriersApart(mlir::func::FuncOp main);
/// The parts of each barrier of the function's block, which forget of which they are.
std::vector<llvm::SmallVector<mlir::Operation *>>
takeBarriers(mlir::func::FuncOp main);

} // namespace popt

#endif // POPT_LIB_STAGES_BARRIERS_H
