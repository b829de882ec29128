//===- FitMemory.cpp - Hold less where the budget is exceeded -------------===//
//
// Rematerializes, once or in every time step, values for which the memory
// budget has no room. Before and after IR: Passes.td. MemoryLadder.h has the
// order in which it is tried. Tested by test/Flow/fit-memory.mlir, and by
// execution in test/Execute/Collectives/budget.test.
//
//===----------------------------------------------------------------------===//
#include "MemoryLadder.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Flow/Passes.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_FITMEMORYPASS
#include "popt/Flow/Passes.h.inc"

namespace {

class FitMemory : public impl::FitMemoryPassBase<FitMemory> {
public:
  using Base::Base;
  FitMemory(FitMemoryPassOptions text, const FlowOptions &flow)
      : Base(std::move(text)), flow(flow) {}

  void runOnOperation() override {
    if (memoryBudget <= 0)
      return;
    FailureOr<std::optional<CostModel>> costs = CostModel::of(getOperation());
    if (failed(costs))
      return signalPassFailure();
    if (*costs)
      fit(std::move(**costs));
  }

private:
  void fit(CostModel costs) {
    MemoryLadder ladder(getOperation(), std::move(costs), flow);
    bool fits = ladder.fits(memoryBudget);
    while (!fits && ladder.descend(memoryBudget))
      fits = ladder.fits(memoryBudget);
    if (!fits)
      ladder.takeLeast(memoryBudget);
    ladder.explain(memoryBudget);
  }

  FlowOptions flow;
};

} // namespace

std::unique_ptr<Pass> createFitMemoryPass(const FlowOptions &flow) {
  FitMemoryPassOptions text;
  text.memoryBudget = flow.memoryBudget;
  return std::make_unique<FitMemory>(text, flow);
}

} // namespace popt
