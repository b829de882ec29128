//===- Recompute.h - Values that a backward part computes again -----------===//
//
// A training step holds what its forward part makes and its backward part
// reads. Recomputation holds a few of these values, the checkpoints, and
// computes the others again from them when the backward part comes to them
// (Chen et al., "Training Deep Nets with Sublinear Memory Cost", 2016).
//
// Parts are found, not named. The forward part ends where the most bytes that
// have been read are read again later: gradients, which are kept for the
// update, have not been read there. It is cut where few bytes cross; what
// crosses a cut is a checkpoint. Many numbers of cuts are tried, and the
// one kept for which the estimate of what is alive at once is least.
//
// Which operations may run again is the rule of Rematerialize.h, and the
// policy's.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_MEMORY_RECOMPUTE_H
#define POPT_MEMORY_RECOMPUTE_H

#include "popt/Analysis/LocalCosts.h"

#include <string>
#include <vector>

namespace popt {

enum class RecomputePolicy {
  None,      ///< what the backward part reads is held
  Selective, ///< results of libraries' kernels and of collectives are held
  Full,      ///< only checkpoints are held
};

/// The names of the policies, in their order.
const std::vector<std::string> &recomputePolicies();

/// Nothing if the name is unknown; then `error` lists the known ones.
std::optional<RecomputePolicy> parseRecomputePolicy(llvm::StringRef name,
                                                    std::string &error);

/// What recomputation did to a function or to a loop's body.
struct Recomputed {
  int64_t values = 0;      ///< that the backward part no longer takes over
  int64_t freed = 0;       ///< their bytes
  int64_t checkpoints = 0; ///< that are held instead
  int64_t kept = 0;        ///< their bytes
  int64_t before = 0, after = 0; ///< the most bytes alive, estimated
};

/// Computes values of the block again where its backward part reads them.
/// Nothing happens, and nothing is returned, if the estimate of the most bytes
/// alive in the function would not fall.
std::optional<Recomputed> recompute(const CollectivesInput &input,
                                    mlir::func::FuncOp function,
                                    mlir::Block &block, RecomputePolicy policy);

} // namespace popt

#endif // POPT_MEMORY_RECOMPUTE_H
