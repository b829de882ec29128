//===- HoldLess.h - Ways to hold less at one position ---------------------===//
//
// What is alive at a position of a local program but not read there need not be
// held:
//
//   again     it is gathered or computed again for the readers behind the
//             position, from what is alive there anyway:
//
//     %w = all_gather %block             %w = all_gather %block
//     read %w                            read %w
//     ... <- here               ->       ...
//     read %w                            %v = all_gather %block
//                                        read %v
//
//             What is read in a loop around the position but made outside of it
//             is made in the loop, once per step or once per group of readers,
//             as the position lies between them. What nothing reads before the
//             position moves behind it.
//
//   scatter   an accumulator that is reduce-scattered after its loop, or after
//             the tasks that carry it, becomes one of blocks, and every round
//             scatters what it adds.
//
// Each way has a price: the seconds that it adds, over the bytes that it frees.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_MEMORY_HOLDLESS_H
#define POPT_MEMORY_HOLDLESS_H

#include "popt/Analysis/Liveness.h"

namespace popt {

struct HoldLess {
  /// A copy of what makes the value, and who reads it.
  struct Copy {
    mlir::Operation *before = nullptr;
    llvm::SmallVector<mlir::OpOperand *> reads;
    llvm::SmallVector<mlir::Operation *> ops; ///< to clone, operands first
    llvm::SmallVector<mlir::Value> sources;   ///< what they read
  };
  mlir::Value value;
  llvm::SmallVector<Copy> copies;   ///< again
  dist::ReduceScatterOp scatter;    ///< scatter
  int64_t runsBefore = 0, runs = 0; ///< of what makes or scatters the value
  size_t moved = 0, readers = 0;    ///< readers of copies, and all
  CommCost extra;                   ///< what it adds to a step
  int64_t freed = 0;                ///< bytes at the position

  double price() const { return extra.seconds / static_cast<double>(freed); }
  /// `all_gather over {"dp"} ...`.
  std::string str(const CollectivesInput &input) const;
};

/// All ways to hold less at the position, the cheapest first.
std::vector<HoldLess> waysToHoldLess(const CollectivesInput &input,
                                     const Liveness &liveness,
                                     int64_t position);

/// Rewrites the program. What is no longer read stays behind, so that other
/// ways of the same list may follow.
void holdLess(const HoldLess &way);

} // namespace popt

#endif // POPT_MEMORY_HOLDLESS_H
