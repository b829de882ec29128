//===- SharedMessages.h - Which reshards will be one message --------------===//
//
// Collectives over the same group that do not depend on each other end in one
// bucket (combine-collectives), and a bucket pays its latencies once. In a step
// these are three crowds:
//
//   Read      arguments, which exist from the beginning: weights that are gathered
//   Made      gradients: nothing but operations on elements and reductions stand
//             between them and the results, and nothing of the kind made them
//   Updated   what follows from them: new weights that are gathered
//
//   23 gradients, each priced alone:    23 x 12 us + bytes
//   in one bucket:                           12 us + bytes
//
// How many of a crowd move is decided by the strategies, so their price is no sum
// over edges. StrategyProblem solves with the part of the latencies that each would
// pay if as many moved as in an answer before, and compares answers by what they
// pay themselves.
//
// Private to lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_SHAREDMESSAGES_H
#define POPT_LIB_PARTITION_SHAREDMESSAGES_H

#include "Common.h"

#include "llvm/ADT/DenseMap.h"

namespace popt {

/// Of values whose reshards share messages.
enum class Crowd { None, Read, Made, Updated };
inline constexpr int kCrowds = 4;

class SharedMessages {
public:
  explicit SharedMessages(mlir::func::FuncOp main);

  Crowd crowdOf(mlir::Value value) const;

private:
  llvm::DenseMap<mlir::Value, Crowd> crowds;
};

} // namespace popt
#endif // POPT_LIB_PARTITION_SHAREDMESSAGES_H
