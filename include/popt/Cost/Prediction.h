//===- Prediction.h - What a step of a plan takes, holds and sends --------===//
//
// Plain figures: what the cost model and the memory plan say of a compiled module
// (lib/Report reads them off it), what popt-plan --predict prints, and what a plan
// carries as `predicted`.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COST_PREDICTION_H
#define POPT_COST_PREDICTION_H

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace popt {

/// The ranks of a coordinate of the stage axis. Bytes are of one rank. What is held
/// for what is said of the moment at which most is held; the arena is as large as
/// that, or larger where blocks do not fit together without gaps.
struct CoordinatePrediction {
  double endSeconds = 0;  ///< from the begin of the step to its last operation
  int64_t arenaBytes = 0; ///< of device memory
  int64_t hostBytes = 0;  ///< of host memory
  int64_t stateBytes = 0; ///< parameters, moments, what else steps update
  int64_t inputBytes = 0; ///< other arguments
  int64_t keptBytes = 0;  ///< between tasks of a pipeline, all in flight
  int64_t activationBytes = 0; ///< made forward, read backward
  int64_t temporaryBytes = 0;  ///< other values
};

struct Prediction {
  std::string machine;     ///< its name
  int64_t deviceBytes = 0; ///< of memory that its devices have; 0: unknown
  double stepSeconds = 0;
  /// Part of all coordinates' time in which they wait for others.
  double bubble = 0;
  /// What the planner's model says of the step; 0: it was not asked.
  double modelSeconds = 0;
  /// No plan is faster by the model; 0: unknown.
  double lowerBoundSeconds = 0;
  /// Which plans were not compiled without a proof that they are slower, in words.
  std::vector<std::string> notCompiled;
  /// By how much a step would be shorter if nothing that is sent took any time.
  double exposedSeconds = 0;
  /// By coordinate of the stage axis; without such an axis 0.
  std::map<int64_t, CoordinatePrediction> coordinates;
  /// By kind ("all_reduce", "send") and level of links, of the rank that sends most
  /// of that kind in a step. Level "": of all.
  std::map<std::string, std::map<std::string, int64_t>> sentBytes;

  /// Of the coordinate that holds most.
  int64_t peakBytes() const {
    int64_t most = 0;
    for (const auto &[stage, coordinate] : coordinates)
      most = std::max(most, coordinate.arenaBytes);
    return most;
  }
};

} // namespace popt
#endif // POPT_COST_PREDICTION_H
