//===- RowOwners.h - The owner of a stack's row -----------------*- C++ -*-===//
//
// Where whole layers lie on ranks, each iteration of a scan reads a row that one
// rank has; the others add zeros. What it writes, one rank keeps:
//
//   %at = %i - %begin                        %begin of this rank's block
//   %own = select(0 <= %at < %extent, row %at of %block, 0)
//   %row = dist.all_reduce %own sum          one member gives it
//   ...
//   %all = dist.all_reduce %partial sum      one member takes it
//   scatter %block, %at, %all                dropped where %at is outside
//
// Which member that is, iteration by iteration, is computed before the program
// runs.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_OPMODELS_ROWOWNERS_H
#define POPT_OPMODELS_ROWOWNERS_H

#include "popt/Layout/Layout.h"
#include "popt/OpModels/CountedLoop.h"

namespace popt {

/// Members of the groups along some axes, in a local program.
class RowOwners {
public:
  /// One for each iteration of the loop.
  using Members = llvm::SmallVector<int64_t>;

  /// `loop`, whose body has the values that are asked for; null if they are in
  /// none, and run once. It must outlive the object.
  RowOwners(const Mesh &mesh, const AxisList &axes, const CountedLoop *loop);

  /// The only members whose part of a partial sum is not zero; nothing if there
  /// may be several, or if it is not known.
  std::optional<Members> giversOf(mlir::Value partial) const;
  /// The only members where it matters what the value is: what is made of it is
  /// written there, and dropped elsewhere.
  std::optional<Members> takersOf(mlir::Value value) const;

private:
  /// By iteration and member.
  using Table = llvm::SmallVector<llvm::SmallVector<int64_t>>;
  /// Answers, so that what several read is looked at once.
  using Seen = llvm::DenseMap<mlir::Value, std::optional<Members>>;

  std::optional<Table> numbersOf(mlir::Value scalar,
                                 mlir::Operation **block = nullptr) const;
  std::optional<int64_t> numberAt(mlir::OpResult coordinate,
                                  const std::vector<int64_t> &member) const;
  void dropOutside(Table &isInside, const Table &numbers, int64_t size,
                   mlir::Operation *block) const;
  std::optional<Members> writersOf(mlir::Operation *op) const;
  std::optional<Members> takersOf(mlir::Value value, Seen &seen) const;

  const Mesh &mesh;
  AxisList axes;
  const CountedLoop *loop;
  /// The coordinates of each member; 0 along other axes.
  llvm::SmallVector<std::vector<int64_t>> members;
};

} // namespace popt
#endif // POPT_OPMODELS_ROWOWNERS_H
