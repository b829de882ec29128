//===- RowNumbers.h - Indices that count rows -------------------*- C++ -*-===//
//
//   x[jnp.arange(n), i]          x.at[jnp.arange(n), i].set(v)
//
// The first number of each index is its own place among the indices. JAX writes
// it as an iota, perhaps plus the size of the dimension where it is negative,
// repeated, converted, and put together with the other numbers. Private to the
// op models.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_ROWNUMBERS_H
#define POPT_LIB_OPMODELS_STABLEHLO_ROWNUMBERS_H

#include "Models.h"

namespace popt {

/// Whole numbers that are the same everywhere in a tensor, or count up along one
/// of its dims.
struct Count {
  int64_t first;
  std::optional<int64_t> dim;
  int64_t extent = 1; ///< of the dim

  int64_t last() const { return first + extent - 1; }
};

/// The elements of `indices` at `component` of their dim `vectorDim` (or of all
/// indices, if that is their rank); nothing if they do not follow from iotas and
/// constants.
std::optional<Count> countOf(mlir::Value indices, int64_t vectorDim,
                             int64_t component);

/// True if an index of this gather or scatter has a number that counts all rows
/// of the operand along a dim of the indices.
bool isByRow(stablehlo::GatherOp gather);
bool isByRow(stablehlo::ScatterOp scatter);
/// The same with such numbers as batching dims; nothing if there are none.
std::optional<llvm::SmallVector<mlir::Value>>
batchByRow(stablehlo::GatherOp gather, mlir::OpBuilder &b);
std::optional<llvm::SmallVector<mlir::Value>>
batchByRow(stablehlo::ScatterOp scatter, mlir::OpBuilder &b);

} // namespace popt
#endif // POPT_LIB_OPMODELS_STABLEHLO_ROWNUMBERS_H
