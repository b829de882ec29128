//===- Pieces.h - Tensors put together and taken apart ----------*- C++ -*-===//
//
// An unrolled scan puts rows together, and takes single ones of them:
//
//   %all = concatenate %none, %a, %b            [0, 8], [1, 8], [1, 8]
//   %row = slice %all [1:2]                     is %b
//
//===----------------------------------------------------------------------===//
#ifndef POPT_OPMODELS_PIECES_H
#define POPT_OPMODELS_PIECES_H

#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"

#include <optional>

namespace popt {

/// Rows [begin, ..) of the first dimension, all of the others.
struct TakenRows {
  mlir::Value whole;
  int64_t begin = 0;
};
/// The rows that a value is; nothing if it is no such slice.
std::optional<TakenRows> takenRows(mlir::Value value);

/// What a value puts together along a dimension.
struct JoinedPieces {
  mlir::ValueRange pieces;
  int64_t dim = 0;
};
/// Nothing if it puts nothing together.
std::optional<JoinedPieces> joinedPieces(mlir::Value value);

/// A shorter way to what the operation gives, from where its pieces were made: a slice
/// of a concatenation is one of the piece, slices of slices and neighbouring slices
/// are one, concatenations have no empty pieces, a reshape that undoes others is what
/// they began with. Null if there is none; new operations stand before it.
mlir::Value takenFromPieces(mlir::Operation *op);

} // namespace popt
#endif // POPT_OPMODELS_PIECES_H
