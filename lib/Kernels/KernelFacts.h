//===- KernelFacts.h - What form-kernels knows of an operation ------------===//
//
// Everything here is asked of the operation's model
// (popt/Interfaces/OpModel.h), once per operation. The loops of a kernel follow
// from the factors: a dim of the result that is no dim of the operand is
// repeated, a dim of the operand that is no dim of the result is reduced.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_KERNELS_KERNELFACTS_H
#define POPT_LIB_KERNELS_KERNELFACTS_H

#include "popt/Interfaces/OpModel.h"

#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace popt {

/// The facts that decide where in a kernel an operation may be.
struct KernelFacts {
  KernelKind kind = KernelKind::Opaque;
  /// Loops can be written for it as part of a cluster.
  bool isClusterable = false;
  /// Copied into each cluster that reads it.
  bool isCopied = false;
  /// Writes its result in loops of its own: can only be the root of a cluster.
  bool isRootOnly = false;
  /// A library of a GPU carries it out, in the place of the kernel. Nothing but
  /// changes of shape and order is part of it.
  bool isLibraryCall = false;
  /// Leaves a value that lies among the constants or nowhere.
  bool isConstant = false;
  /// Only puts dims into another order.
  bool isPermutation = false;
  /// A reduction whose loops run outside those of kept dims (a column sum):
  /// vectors lie across columns.
  bool isColumnReduction = false;
  /// Repeats elements: its operand is smaller.
  bool isPureBroadcast = false;
  /// Work per element, in additions.
  unsigned cost = 0;
  /// Elements of the first result.
  int64_t count = 0;
  std::optional<llvm::SmallVector<int64_t>> resultDims; ///< resultDimsOf
};

/// Elements of a tensor, 0 for other values.
int64_t countOf(mlir::Value value);
KernelFacts factsOf(mlir::Operation *op);

/// Facts of the operations of one block, which live as long as this.
class KernelFactsCache {
public:
  const KernelFacts &operator()(mlir::Operation *op) {
    auto [known, isNew] = numbers.try_emplace(op, facts.size());
    if (isNew)
      facts.push_back(factsOf(op));
    return facts[known->second];
  }

private:
  llvm::DenseMap<mlir::Operation *, size_t> numbers;
  std::deque<KernelFacts> facts;
};

} // namespace popt

#endif // POPT_LIB_KERNELS_KERNELFACTS_H
