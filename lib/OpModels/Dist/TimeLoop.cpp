//===- TimeLoop.cpp - The model of dist.time_loop -------------------------===//
//
// After fold-time a loop like any other: carried values are tied, and it runs
// once per time step. Tested by test/Time/time-loop.mlir and by execution in
// test/Execute/Time.
//
//===----------------------------------------------------------------------===//
#include "../StableHLO/Models.h"

using namespace mlir;

namespace popt {
namespace {

/// Carried values: operands, block arguments and results.
struct TimeLoopModel : public RegionModelBase<TimeLoopModel, dist::TimeLoopOp> {
  SmallVector<ValueTie> getValueTies(Operation *op) const {
    return tiesOfLoop(op, {cast<dist::TimeLoopOp>(op).getCarried()});
  }
  bool isLoop(Operation *op) const { return true; }
  std::optional<int64_t> getTripCount(Operation *op) const {
    return cast<dist::TimeLoopOp>(op).getNumSteps();
  }
};

} // namespace

void attachTimeLoopModel(MLIRContext *context) {
  attachTiedModels<TimeLoopModel>(context);
}

} // namespace popt
