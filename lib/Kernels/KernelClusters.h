//===- KernelClusters.h - Which operations make one kernel ----------------===//
//
// The rules stand in popt/Kernels/FormKernels.h.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_KERNELS_KERNELCLUSTERS_H
#define POPT_LIB_KERNELS_KERNELCLUSTERS_H

#include "KernelFacts.h"

#include "llvm/ADT/DenseSet.h"

namespace popt {

/// Operations that become one kernel.
struct Cluster {
  llvm::SmallVector<mlir::Operation *> ops; ///< users first
  llvm::SmallVector<unsigned> exporters;    ///< positions of what leaves it
  unsigned last = 0;                        ///< position of the last operation
  mlir::Value leader;                       ///< whose elements the loops number
  mlir::Operation *root = nullptr;
  /// A library's call, which takes nothing but operands in another order.
  bool isCall = false;
  /// Work per element that is done at a second index and further ones.
  int64_t repeated = 0;
};

/// The clusters of one block.
class BlockClusters {
public:
  explicit BlockClusters(mlir::Block &block);

  KernelFactsCache facts;
  std::vector<Cluster> clusters; ///< users first
  /// Of operations of the block.
  llvm::DenseMap<mlir::Operation *, unsigned> positions;

  /// True if results of an operation of the cluster are results of the cluster.
  bool leaves(mlir::Operation *op, unsigned cluster) const {
    return exported.contains(op) &&
           (!copied.contains(op) || clusters[cluster].root == op);
  }

  /// True if calls of clusters stand in the operation's place.
  bool isOutlined(mlir::Operation *op) {
    return facts(op).isClusterable || sumOf.contains(op);
  }

private:
  /// An operation in a cluster.
  using Member = std::pair<mlir::Operation *, unsigned>;

  void findSums();
  void place(mlir::Operation *op);
  void join(mlir::Operation *op, unsigned cluster);
  void found(mlir::Operation *op);
  /// The uses of the operation to place that are in a cluster.
  llvm::ArrayRef<mlir::OpOperand *> usesIn(unsigned cluster) const {
    auto it = usesOf.find(cluster);
    return it == usesOf.end() ? llvm::ArrayRef<mlir::OpOperand *>()
                              : llvm::ArrayRef<mlir::OpOperand *>(it->second);
  }
  int64_t timesIn(unsigned cluster);
  /// Where one element of the cluster asks for elements of an operation: a
  /// number per index, equal for equal indices. An operation that moves
  /// elements (slice, pad, concatenate, gather) asks for another index of its
  /// operand than the one at which it is asked, so a value that is read at two
  /// offsets is evaluated twice, and so are its operands.
  using Indices = llvm::SmallVector<uint64_t, 2>;
  Indices indicesIn(mlir::Operation *op, unsigned cluster);
  bool mayJoin(mlir::Operation *op, unsigned cluster);
  bool isCheaperRepeated(mlir::Operation *op, llvm::ArrayRef<unsigned> readers);
  bool fitsLoops(mlir::Operation *op, unsigned cluster);
  unsigned furthestBefore(unsigned position) const;
  bool closesCycle(mlir::Operation *op, unsigned cluster);
  /// The operation of the block that uses a value, directly or in a region.
  mlir::Operation *userInBlock(mlir::Operation *user) {
    return user->getBlock() == &block ? user
                                      : block.findAncestorOpInBlock(*user);
  }
  llvm::ArrayRef<unsigned> clustersOf(mlir::Operation *op) const {
    auto it = positions.find(op);
    return it == positions.end() ? llvm::ArrayRef<unsigned>()
                                 : clustersAt[it->second];
  }

  mlir::Block &block;
  /// Positions of the operations that read each one's results.
  std::vector<llvm::SmallVector<unsigned, 2>> readersOf;
  /// By position: clusters joined, what stays in the block, and the last search
  /// that came by.
  std::vector<llvm::SmallVector<unsigned, 2>> clustersAt;
  std::vector<bool> inMain;
  std::vector<unsigned> opSeenBy, clusterSeenBy;
  unsigned numSearches = 0;
  /// From a result of a cluster to its last operation.
  struct Span {
    unsigned first, last;
  };
  /// Of clusters with several results, the later ones first; without those
  /// that another contains.
  std::vector<Span> spans;
  /// Of the operation to place, by cluster.
  llvm::DenseMap<unsigned, llvm::SmallVector<mlir::OpOperand *, 2>> usesOf;
  /// Evaluations of each element.
  llvm::DenseMap<Member, int64_t> times;
  llvm::DenseMap<Member, Indices> indices;
  /// The elements that a column reduction evaluates.
  llvm::DenseSet<Member> inColumns;
  /// Products that a library adds to a value in memory, with changes of shape on
  /// the way, and the additions, which found the clusters.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> sumOf;
  llvm::DenseSet<mlir::Operation *> copied;
  /// Operations whose results leave their (first) cluster.
  llvm::DenseSet<mlir::Operation *> exported;
};

} // namespace popt

#endif // POPT_LIB_KERNELS_KERNELCLUSTERS_H
