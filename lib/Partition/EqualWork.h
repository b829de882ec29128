//===- EqualWork.h - Operations that do the same for several members ------===//
//
// An optimizer that orthogonalizes, inverts or decomposes matrices does the same to
// each weight of one shape:
//
//   %a1 = dot(%g1, %g1)   %b1 = tanh(%a1)   %c1 = dot(%b1, %g1)     member 1
//   %a2 = dot(%g2, %g2)   %b2 = tanh(%a2)   %c2 = dot(%b2, %g2)     member 2
//
// Operations of one column are alike: they differ in what they read only. A column
// is a *step*, a row a *member*. Members are found from one operation: another one
// that is alike and independent of it may belong to another member, and then so do
// the operations that feed both at the same operands, and those that read both.
//
// Nothing is known of operations here but what MLIR knows of all. Private to
// lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_EQUALWORK_H
#define POPT_LIB_PARTITION_EQUALWORK_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace popt {

/// One operation of each member, independent of each other.
struct EqualStep {
  llvm::SmallVector<mlir::Operation *> ops;
  /// What they read, also in their regions: one value of each member. Equal
  /// places of the list are equal places in the operations.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> inputs;

  mlir::Operation *lead() const { return ops.front(); }
};

/// The steps, in the order of the first member's operations.
struct EqualWork {
  llvm::SmallVector<EqualStep> steps;
  /// The step and the member that an operation is.
  llvm::DenseMap<mlir::Operation *, std::pair<unsigned, unsigned>> places;

  size_t numMembers() const { return steps.front().ops.size(); }
  /// The step that makes these values, one in each member, or -1.
  int stepOf(llvm::ArrayRef<mlir::Value> values) const;
};

/// Finds equal work among the operations of a block, which does not change
/// meanwhile.
class EqualWorkSearch {
public:
  /// `mayBelong`: whether an operation can belong to a member.
  EqualWorkSearch(mlir::Block &block,
                  llvm::function_ref<bool(mlir::Operation *)> mayBelong);

  /// The work of several members that `anchor` is a step of, or no steps. Of all
  /// choices of members the one whose steps weigh most together.
  EqualWork around(mlir::Operation *anchor,
                   llvm::function_ref<double(mlir::Operation *)> weightOf);

  /// Whether one operation must run before another.
  bool isBefore(mlir::Operation *first, mlir::Operation *second) const {
    return ancestors[numbers.lookup(second)].test(numbers.lookup(first));
  }

private:
  struct Growth;

  bool isIndependent(mlir::Operation *a, mlir::Operation *b) const {
    return a != b && !isBefore(a, b) && !isBefore(b, a);
  }
  EqualWork grow(llvm::ArrayRef<mlir::Operation *> anchors, bool alsoUsers);

  mlir::Block &block;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  std::vector<llvm::BitVector> ancestors; ///< of each operation, by number
  llvm::BitVector isCandidate;
};

} // namespace popt
#endif // POPT_LIB_PARTITION_EQUALWORK_H
