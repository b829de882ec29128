//===- Barriers.h - Barriers whose values have places apart -----*- C++ -*-===//
#ifndef POPT_LIB_STAGES_BARRIERS_H
#define POPT_LIB_STAGES_BARRIERS_H

#include "popt/Dialect/Dist/AttrNames.h"
#include "popt/Interfaces/ValueTieOp.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <vector>

namespace popt {

/// An operation without regions that ties each result to an operand.
inline bool isBarrier(mlir::Operation *op) {
  return op->getNumRegions() == 0 && !valueTiesOf(op).empty();
}

/// A barrier of its own for each value, so that each gets a place of its own:
/// weights where they are, the cotangent where the last layer is.
void takeBarriersApart(mlir::func::FuncOp main);

/// The groups of barriers in their order, and which of them lie within which.
class BarrierGroups {
public:
  /// Numbers them anew; each barrier without a number is a group.
  explicit BarrierGroups(mlir::Block &block);
  int64_t count() const { return static_cast<int64_t>(within.size()); }
  /// In order. They are listed once, until some are erased.
  llvm::ArrayRef<mlir::Operation *> barriersOf(int64_t group);
  void forgetBarriers() { barriers.clear(); }
  bool isWithin(mlir::Operation *barrier, int64_t group) const {
    return within[group].contains(numberOf(barrier));
  }
  static int64_t numberOf(mlir::Operation *barrier) {
    return barrier->getAttrOfType<mlir::IntegerAttr>(dist::kBarrier).getInt();
  }

private:
  mlir::Block &block;
  std::vector<llvm::DenseSet<int64_t>> within;
  llvm::DenseMap<int64_t, llvm::SmallVector<mlir::Operation *>> barriers;
};

} // namespace popt

#endif // POPT_LIB_STAGES_BARRIERS_H
