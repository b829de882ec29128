//===- Numbers.h - Integer arithmetic, folded where it can be -------------===//
//
// A local program finds its coordinates and the places of its blocks by
// arithmetic on the number of its partition. A Number is a constant that is
// known now, or a tensor of i32 that the program computes: one number, or one
// for each position of a dimension.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_EXPORT_NUMBERS_H
#define POPT_LIB_EXPORT_NUMBERS_H

#include "popt/Layout/Layout.h"

#include "mlir/IR/Builders.h"

namespace popt {

/// An integer that is known now, or computed in the program.
struct Number {
  Number(int64_t constant) : constant(constant) {}
  Number(mlir::Value value) : value(value) {}
  bool is(int64_t other) const { return !value && constant == other; }

  mlir::Value value; ///< tensor<i32> or tensor<nxi32>; null: the constant
  int64_t constant = 0;
};

/// DimBlock in Numbers.
struct NumberBlock {
  Number begin, extent;
};

/// Builds at one place of a program.
class NumberBuilder {
public:
  NumberBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  Number add(Number x, Number y);
  Number subtract(Number x, Number y);
  Number multiply(Number x, int64_t y);
  /// Rounds down; both are at least 0.
  Number divide(Number x, Number y);
  Number remainder(Number x, int64_t y);
  Number minimum(Number x, Number y);
  Number maximum(Number x, Number y);
  /// 0, 1, ... one for each of `count` positions.
  Number positions(int64_t count);
  /// One number as tensor<i32>.
  mlir::Value scalar(Number x);
  /// One number for each of `count` positions.
  mlir::Value vector(Number x, int64_t count);
  /// x = y, as tensor<i1>.
  mlir::Value equal(Number x, int64_t y);

  /// Coordinate of the (sub-)axis of the rank.
  Number coordinate(const Mesh &mesh, Number rank, const AxisRef &axis);
  /// The extent of every block but the last ones.
  Number pieceOf(Number extent, int64_t parts, int64_t granule);
  /// splitBlock, for Numbers.
  NumberBlock split(NumberBlock of, int64_t parts, Number index,
                    int64_t granule);

private:
  /// x itself if y is `neutral`.
  template <typename Op, typename Fold>
  Number binary(Number x, Number y, Fold fold,
                std::optional<int64_t> neutral = std::nullopt);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace popt
#endif // POPT_LIB_EXPORT_NUMBERS_H
