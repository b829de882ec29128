//===- RowTerms.h - Addresses of rows of stacks, by iteration ---*- C++ -*-===//
#ifndef POPT_ANALYSIS_ROWTERMS_H
#define POPT_ANALYSIS_ROWTERMS_H

#include "mlir/IR/Operation.h"

namespace popt {

/// The loops around an operation, from the innermost on.
llvm::SmallVector<mlir::Operation *> loopsAround(mlir::Operation *op);

/// A loop around an operation, and the bytes that each of its iterations adds to
/// where a result lies.
using RowTerm = std::pair<mlir::Operation *, int64_t>;

/// Those of a result, as plan-memory wrote them down (kStepTerms); none if it is
/// not made in a stack. An error if they say nothing.
mlir::FailureOr<llvm::SmallVector<RowTerm, 2>>
getRowTerms(mlir::OpResult value);

} // namespace popt
#endif // POPT_ANALYSIS_ROWTERMS_H
