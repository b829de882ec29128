//===- StackRows.h - Rows of stacks that need not be copied -----*- C++ -*-===//
//
// A loop reads the next row of a stack in each iteration, or leaves one: the layer
// of a scan, the microbatch of a time loop. If the row is one piece of memory that
// moves evenly, its readers access it in place, and its producer writes it in
// place.
//
//   while(%i = 0, %w = %weights, %y = %empty) ..
//     %row = dynamic_slice %w, %i, 0              readBy: 0 + 16 in each iteration
//     ...
//     %next = dynamic_update_slice %y, %result, %i, 0    writtenBy: likewise
//
//===----------------------------------------------------------------------===//
#ifndef POPT_OPMODELS_STACKROWS_H
#define POPT_OPMODELS_STACKROWS_H

#include "popt/OpModels/CountedLoop.h"

#include <map>

namespace popt {

/// Elements [begin, begin + count) of a stack in the first iteration of a loop; in
/// each further one `each` more.
struct StackRow {
  mlir::Operation *loop = nullptr;
  int64_t begin = 0, each = 0, count = 0;
};

/// A number that grows by the same amount from iteration to iteration of a loop,
/// or one that no loop changes.
struct StepNumber {
  int64_t first = 0, last = 0; ///< in the first and the last iteration
  mlir::Operation *loop = nullptr;
};

/// Finds rows in a program that does not change meanwhile, except that slices and
/// updates for which this was asked are replaced.
class StackRows {
public:
  /// The row that a slice reads, if it can be read where it lies whenever its
  /// readers run; nothing for other operations, and for rows that do not begin
  /// where values of the arena may (kArenaAlignment).
  std::optional<StackRow> readBy(mlir::Operation *op);
  /// The row that an update of what its loop carries replaces, and that each
  /// iteration makes, so that it can make it there; or that the iteration began
  /// with, if one of its kernels can store it there (`storedBy`).
  std::optional<StackRow> writtenBy(mlir::Operation *op);

  /// Of an update with a value that the loop carries, the last operation of the
  /// body that reads that value element by element: its kernel can store it. Null
  /// for other updates.
  static mlir::Operation *storedBy(mlir::Operation *update);

  /// The loop, if it counts; else null.
  const CountedLoop *findLoop(mlir::Operation *op);

private:
  std::optional<StepNumber> beginOf(const SliceAccess &access);
  std::optional<StackRow> find(mlir::Operation *op, const SliceAccess &access);
  bool isReadInTime(mlir::Operation *slice, const StackRow &row);

  std::map<mlir::Operation *, std::optional<CountedLoop>> loops;
};

} // namespace popt
#endif // POPT_OPMODELS_STACKROWS_H
