//===- PriceMemory.cpp - What a byte of memory is worth -------------------===//
//
// Tries prices of memory and keeps the one that leads to the fastest step
// within the budget. Method and before/after IR: Passes.td. Tested by
// test/Flow/price-memory.mlir, by test/Flow/memory-budget.test, and by
// execution in test/Execute/Collectives/budget.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Flow/Evaluate.h"
#include "popt/Flow/Passes.h"
#include "popt/Interfaces/ModuleMachine.h"
#include "popt/Reshard/LayoutSpace.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_PRICEMEMORYPASS
#include "popt/Flow/Passes.h.inc"

namespace {

/// Prices to try, as parts of what sending a byte costs.
constexpr double kParts[] = {0, 1, 8, 64};

class PriceMemory : public impl::PriceMemoryPassBase<PriceMemory> {
public:
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (memoryBudget <= 0 || module->hasAttr(dist::kMemoryPrice))
      return;
    FailureOr<Machine> machine = machineOf(module);
    if (failed(machine))
      return signalPassFailure();
    FlowOptions options;
    options.schedule = schedule;
    options.recompute = recompute;
    options.reshards = std::make_shared<ReshardPool>();
    // What cannot be compiled is reported where it fails.
    std::optional<Evaluation> free =
        evaluate(module, Progress::Propagated, options);
    if (!free || free->peakBytes() <= memoryBudget)
      return;
    double perByte = 1 / machine->links.front().bytesPerSecond;
    std::string tried = llvm::formatv("{0} bytes in {1:e2} s without a budget",
                                      free->peakBytes(), free->seconds);
    options.memoryBudget = memoryBudget;
    std::optional<Evaluation> best;
    double price = 0;
    for (double part : kParts) {
      setPrice(part * perByte);
      std::optional<Evaluation> step =
          evaluate(module, Progress::Propagated, options);
      if (!step)
        continue;
      tried += llvm::formatv("; {0} in {1:e2} s at {2:e2} s per byte",
                             step->peakBytes(), step->seconds, part * perByte);
      if (best && !isBetter(*step, *best))
        continue;
      best = step;
      price = part * perByte;
    }
    remark::analysis(
        module.getLoc(),
        remark::RemarkOpts::name("price-memory").category("partition"))
        << llvm::formatv("a byte held is worth {0:e2} s under the budget of "
                         "{1}: a step takes {2}",
                         price, memoryBudget.getValue(), tried)
               .str();
    setPrice(price);
  }

private:
  void setPrice(double price) {
    if (price > 0)
      getOperation()->setAttr(dist::kMemoryPrice,
                              Builder(&getContext()).getF64FloatAttr(price));
    else
      getOperation()->removeAttr(dist::kMemoryPrice);
  }

  bool isBetter(const Evaluation &a, const Evaluation &b) {
    bool aFits = a.peakBytes() <= memoryBudget;
    bool bFits = b.peakBytes() <= memoryBudget;
    if (aFits != bFits)
      return aFits;
    if (!aFits)
      return a.peakBytes() < b.peakBytes();
    return a.seconds < b.seconds * (1 - 1e-9);
  }
};

} // namespace

} // namespace popt
