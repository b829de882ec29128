//===- Combination.h - Operations that combine by a monoid ----------------===//
#ifndef POPT_OPMODELS_COMBINATION_H
#define POPT_OPMODELS_COMBINATION_H

#include "popt/Layout/Layout.h"

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

namespace popt {

/// The monoid, if the operation's result is the combination of its two operands
/// by it, element by element.
std::optional<Monoid> combinationOf(mlir::Operation *op);

/// The monoid that a reducer body computes, or nothing for a custom body: one
/// operation on the two block arguments, returned.
std::optional<Monoid> monoidOfBody(mlir::Region &body);

/// Values of one element each, and the monoid by which they are combined.
struct ReducedScalars {
  Monoid monoid;
  llvm::SmallVector<mlir::Value> values;
};
/// Those of which the operation's result, a scalar, is made: it reduces a vector
/// of them. Nothing for other operations.
std::optional<ReducedScalars> reducedScalarsOf(mlir::Operation *op);

} // namespace popt
#endif // POPT_OPMODELS_COMBINATION_H
