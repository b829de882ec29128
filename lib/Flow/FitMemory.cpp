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

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

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
    remarkBefore(ladder);
    if (fits)
      return;
    while (!fits && ladder.descend(memoryBudget))
      fits = ladder.fits(memoryBudget);
    if (!fits)
      ladder.takeLeast(memoryBudget);
    remarkAfter(ladder);
  }

  void forEachProgram(llvm::function_ref<void(func::FuncOp)> run) {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        run(function);
  }

  void remarkBefore(const MemoryLadder &ladder) {
    forEachProgram([&](func::FuncOp function) {
      remark::analysis(
          function.getLoc(),
          remark::RemarkOpts::name("fit-memory").category("collectives"))
          << llvm::formatv("a step takes {0} bytes, estimated {1}, of a budget "
                           "of {2}",
                           ladder.firstBytes(function),
                           ladder.firstEstimate(function),
                           memoryBudget.getValue())
                 .str();
    });
  }

  void remarkAfter(const MemoryLadder &ladder) {
    auto name = remark::RemarkOpts::name("fit-memory").category("collectives");
    forEachProgram([&](func::FuncOp function) {
      int64_t before = ladder.firstBytes(function);
      int64_t taken = ladder.bytes(function);
      if (before <= memoryBudget)
        return;
      std::string text =
          llvm::formatv("a step takes {0} bytes instead of {1}, the budget is "
                        "{2}",
                        taken, before, memoryBudget.getValue())
              .str();
      if (taken <= memoryBudget)
        remark::passed(function.getLoc(), name) << text;
      else
        remark::missed(function.getLoc(), name)
            << text +
                   ": what else is held is needed or cannot be rematerialized";
    });
  }
};

} // namespace

} // namespace popt
