//===- Branch.h - Operations that run one of their regions -----*- C++ -*-===//
#ifndef POPT_OPMODELS_BRANCH_H
#define POPT_OPMODELS_BRANCH_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

namespace popt {

/// True if the operation runs one of its regions, once, and its results are what
/// that returns: its operand chooses.
bool isBranch(mlir::Operation *op);

/// A tensor<i1>: whether the branch runs this one of its regions, which is not the
/// last: that runs if no other does.
mlir::Value buildRuns(mlir::OpBuilder &builder, mlir::Operation *branch,
                      unsigned region);

/// `x` if the tensor<i1> `chooses`, else `y`.
mlir::Value buildChoice(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value chooses, mlir::Value x, mlir::Value y);

} // namespace popt
#endif // POPT_OPMODELS_BRANCH_H
