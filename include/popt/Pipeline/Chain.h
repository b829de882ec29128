//===- Chain.h - Pipelining problems of uniform stages --------------------===//
//
// The problems that papers and planners speak of: a network cut into stages of
// given cost, laid out over coordinates in one of the usual ways.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PIPELINE_CHAIN_H
#define POPT_PIPELINE_CHAIN_H

#include "popt/Pipeline/Problem.h"

namespace popt::pipeline {

/// On which coordinates the stages of a chain run.
enum class Placement : uint8_t {
  Loop, ///< stage s on coordinate s mod p
  V,    ///< stages 0..p-1 on coordinates 0..p-1, then back: p-1..0, ...
};

/// The costs of one stage of a chain.
struct StageCost {
  double forward = 1, input = 1, weight = 1; ///< seconds
};

/// A network whose stages follow each other, as in papers.
struct ChainSpec {
  int coordinates = 1;
  int chunks = 1; ///< stages per coordinate
  Placement placement = Placement::Loop;
  int microbatches = 1;
  /// 2: a second copy of all stages on the coordinates in reverse, for the
  /// second half of the microbatches.
  int directions = 1;
  /// One for all stages, or one per stage.
  std::vector<StageCost> stages = {StageCost{}};
  /// Weight parts are tasks of their own; else a backward task costs input +
  /// weight.
  bool splitWeight = false;
  /// Forward and backward of the last stage are one task.
  bool fuseLast = false;
  Link link;
  int64_t activationBytes = 0; ///< kept from forward to backward (or weight)
  int64_t messageBytes = 0;    ///< sent between stages, either direction
};

/// Values: `act s` from the forward of stage s to its backward and weight
/// parts, `h s` to the forward of stage s + 1, `grad s` from the backward of
/// stage s to that of stage s - 1, `dw s` (no bytes) from the backward to the
/// weight part. Those of the second direction follow the first's.
Problem makeChain(const ChainSpec &spec);

} // namespace popt::pipeline
#endif // POPT_PIPELINE_CHAIN_H
