//===- Variation.h - Along which axes values differ -----------------------===//
//
// A local program runs on every coordinate, but much of what it computes is the
// same along some axes: arguments that are replicated there, results of
// all-reduces and all-gathers, and values computed only from these. A partial
// sum may be scaled before or after it is reduced if the scale is one number
// for the whole group. This analysis tells a pass over the local program
// whether it is.
//
//   varies(argument)      axes of its sharding
//   varies(all_reduce A)  varies(operand) without A      (all_gather as well)
//   varies(all_slice A)   varies(operand) and A          (reduce_scatter, ...)
//   varies(axis_index A)  A
//   varies(op)            the union over what it reads
//
// Values in loops are the least fixpoint. If the condition of a loop or branch
// varies, its results vary. Padding may differ anywhere.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_COLLECTIVES_VARIATION_H
#define POPT_LIB_COLLECTIVES_VARIATION_H

#include "Common.h"

namespace popt {

/// Along which axes values differ between coordinates.
class Variation {
public:
  Variation(const CostModel &costs, mlir::func::FuncOp function);

  /// True if all members of each group of `op` hold the same value.
  bool isUniform(mlir::Value value, dist::CollectiveOpInterface op) const;

private:
  using Axes = uint64_t; ///< a bit for each axis of the mesh
  Axes axesOf(const AxisList &axes) const;
  /// Axes whose coordinates are all in one group.
  Axes wholeAxesOf(dist::CollectiveOpInterface op) const;
  /// Axes along which groups extend.
  Axes touchedAxesOf(dist::CollectiveOpInterface op) const;
  Axes argumentAxes(mlir::func::FuncOp function, unsigned argument) const;
  bool update(mlir::Operation *op);
  bool add(mlir::Value value, Axes axes);
  Axes of(mlir::Value value) const { return varies.lookup(value); }

  const Mesh &mesh;
  Axes all = 0;
  llvm::DenseMap<mlir::Value, Axes> varies;
};

} // namespace popt

#endif // POPT_LIB_COLLECTIVES_VARIATION_H
