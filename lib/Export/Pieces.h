//===- Pieces.h - Uneven blocks by pieces of one size ---------------------===//
//
// StableHLO's collectives cut and join dimensions in equal parts. The members
// of a group of popt hold pieces of one dimension that may be short, and a
// local tensor has room for the largest. So the room of k members, one after
// the other, is what a collective sees ("spread": k times the room of a piece),
// and the dimension of the larger side is what the program sees ("joined").
//
//   dimension 5 on {a=2, b=2} is 2,1 | 1,1; over b, joined and spread:
//       a=0:  x0 x1 x2        x0 x1 | x2 ..
//       a=1:  x3 x4 ..        x3 .. | x4 ..
//
// Where every piece but the last ones is full, joined is the begin of spread;
// else positions are computed from the coordinate and taken by a gather.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_EXPORT_PIECES_H
#define POPT_LIB_EXPORT_PIECES_H

#include "Numbers.h"

namespace popt {

/// The piece of each member of a group that splits a dimension.
class Pieces {
public:
  /// Of a dimension of this extent; `large` is `small` without the axes over
  /// which the group communicates, the most minor ones.
  Pieces(const Mesh &mesh, int64_t extent, const DimLayout &small,
         const DimLayout &large);
  /// `count` equal pieces of `room` elements.
  Pieces(int64_t count, int64_t room);

  /// The pieces in order, each with room for the largest, from `joined`.
  mlir::Value spread(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value joined, int64_t dim, Number rank) const;
  /// The opposite.
  mlir::Value join(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value spread, int64_t dim, Number rank) const;
  /// Piece `member` of `joined`.
  mlir::Value take(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value joined, int64_t dim, Number member,
                   Number rank) const;

private:
  bool isContiguous() const;
  /// The extent of the block around, at this rank.
  Number extentAround(NumberBuilder &numbers, Number rank) const;
  /// Where piece `member` begins in `joined`.
  Number beginOf(NumberBuilder &numbers, Number member, Number rank) const;

  const Mesh *mesh = nullptr;
  int64_t extent = 0;
  DimLayout around; ///< the axes of the block that is cut
  AxisList axes;    ///< those that cut it
  int64_t granule = 1;
  int64_t count = 1;   ///< of pieces
  int64_t room = 0;    ///< of the largest piece
  int64_t joined = 0;  ///< room of the block around
  bool isDense = true; ///< `joined` is the begin of the pieces spread out
};

} // namespace popt
#endif // POPT_LIB_EXPORT_PIECES_H
