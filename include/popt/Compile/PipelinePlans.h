//===- PipelinePlans.h - Plans with microbatches and stages ---------------===//
//
// The words for them, put on a plan that has a mesh of devices and layouts for one
// stage:
//
//   {"mesh": {"device": [["x", 2]]},           {"mesh": {"stage": [["pp", 2]],
//    "shardings": [                             "device": [["x", 2]], "time": [["mb", 4]]},
//     {"match": "batch", "dims": [["x"]]},      "shardings": [
//     ...]}                                      {"match": "batch", "dims": [["x", "mb"]]},
//                                                {"match": "params['embedding']", "at": {"pp": [0]}},
//                                                ...], "schedule": {"kind": "1f1b"}}
//
// Weights are pinned; place-stages has everything else follow them, the optimizer's
// state, too.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COMPILE_PIPELINEPLANS_H
#define POPT_COMPILE_PIPELINEPLANS_H

#include "popt/Annotate/Plan.h"
#include "popt/Compile/Chain.h"

namespace popt {

/// How a step is cut.
struct PipelineShape {
  std::string stageAxis = "pp", timeAxis = "mb";
  int64_t stages = 1;
  int64_t chunks = 1; ///< runs of layers at each coordinate
  /// Chunks go forth and back over the coordinates (0 1 1 0), not round robin (0 1 0 1).
  bool isFolded = false;
  int64_t microbatches = 1;
  std::string schedule = "1f1b";
  /// A weight that several stages read is held by all of them, and its gradient summed;
  /// else by the first, where then all that reads it runs.
  bool tiesWeights = true;
};

/// What the plan says of an argument's dimensions; null if nothing.
const std::vector<PlanDim> *dimsOf(const Plan &plan, const std::string &name);

/// Rows of the batch that a coordinate of the device axes has: numbers of microbatches
/// divide it. 1 if the plan's layouts leave the inputs different numbers.
int64_t localBatch(const Plan &plan, mlir::func::FuncOp main,
                   const Batch &batch);

/// The plan with the shape's microbatches.
Plan withMicrobatches(Plan plan, mlir::func::FuncOp main, const Batch &batch,
                      const PipelineShape &shape);

/// The plan with the chain cut before these pieces: `stages * chunks` runs.
Plan withStages(Plan plan, mlir::func::FuncOp main, const LayerChain &chain,
                llvm::ArrayRef<size_t> cuts, const PipelineShape &shape);

} // namespace popt
#endif // POPT_COMPILE_PIPELINEPLANS_H
