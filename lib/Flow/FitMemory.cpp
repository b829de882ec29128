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

  void runOnOperation() override {
    if (memoryBudget <= 0)
      return;
    FailureOr<std::optional<CollectivesInput>> input =
        readCollectivesInput(getOperation());
    if (failed(input))
      return signalPassFailure();
    if (*input)
      fit(std::move(**input));
  }

private:
  void fit(CollectivesInput input) {
    MemoryLadder ladder(getOperation(), std::move(input), FlowOptions());
    bool fits = ladder.fits(memoryBudget);
    while (!fits && ladder.descend(memoryBudget))
      fits = ladder.fits(memoryBudget);
    if (!fits)
      ladder.takeLeast(memoryBudget);
    ladder.explain(memoryBudget);
  }
};

} // namespace

} // namespace popt
