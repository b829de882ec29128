//===- RowMoves.h - Operations that take rows as they are -------*- C++ -*-===//
//
// Some operations only say which rows of a dimension stand where: `w[2]`, two
// stacks one after another, a gradient of one layer among zeros.
//
//   %a = slice %w [1:3, 0:8]               rows 1 to 2 of %w
//   %b = pad %r, %zero, low = [1, 0]       a row of zeros, then those of %r
//   %c = dynamic_update_slice %w, %r, 2    rows 0 to 1 of %w, those of %r, the rest
//
// So the owners of the operands' rows determine those of the result's rows.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_OPMODELS_ROWMOVES_H
#define POPT_OPMODELS_ROWMOVES_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace popt {

/// Rows of a result that follow one another: row `begin + i * step` of an operand
/// for each i below `count`, or copies of a scalar.
struct RowRun {
  mlir::Value from; ///< null: the scalar
  int64_t begin = 0, step = 1, count = 0;
};

/// All rows of a result along a dimension, which all operands have, too.
struct RowMoves {
  llvm::SmallVector<RowRun> runs; ///< in order
  mlir::Value fill;               ///< the scalar of runs from nowhere
};

/// Nothing for operations that do more along `dim`, or anything along others, and
/// where data says which rows are meant.
std::optional<RowMoves> rowMovesOf(mlir::Operation *op, int64_t dim);

/// Splits an operation that takes or replaces parts of known rows, or pads rows in
/// themselves, too: one part of it moves whole rows. What addresses known rows by
/// arrays of numbers is written as slices, and is left without uses. False for
/// other operations.
bool takeRowsFirst(mlir::Operation *op, int64_t dim);

/// True if the program itself says that all elements are 0.
bool isAllZeros(mlir::Value value);

} // namespace popt
#endif // POPT_OPMODELS_ROWMOVES_H
