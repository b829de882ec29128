//===- PriceMemory.cpp - What a byte of memory is worth -------------------===//
//
// Tries prices of memory and keeps the one that leads to the fastest step
// within the budget. Method and before/after IR: Passes.td. Tested by
// test/Partition/price-memory.mlir, by test/Flow/memory-budget.test, and by
// execution in test/Execute/Collectives/budget.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Machine/Machine.h"
#include "popt/Partition/Passes.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_PRICEMEMORYPASS
#include "popt/Partition/Passes.h.inc"

namespace {

/// Prices to try, as parts of what sending a byte costs.
constexpr double kParts[] = {0, 1, 8, 64};

class PriceMemory : public impl::PriceMemoryPassBase<PriceMemory> {
public:
  using Base::Base;
  PriceMemory(PriceMemoryPassOptions options, TryPrice tryPrice)
      : Base(std::move(options)), tryPrice(std::move(tryPrice)) {}

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (memoryBudget <= 0 || !tryPrice || module->hasAttr(dist::kMemoryPrice))
      return;
    std::string error;
    std::optional<Machine> machine = Machine::load(cluster, error);
    if (!machine) {
      module.emitError(error);
      return signalPassFailure();
    }
    // What cannot be compiled is reported where it fails.
    std::optional<StepCost> free = tryPrice(module, 0, /*isBounded=*/false);
    if (!free || free->bytes <= memoryBudget)
      return;
    double perByte = 1 / machine->links.front().bytesPerSecond;
    std::string tried = llvm::formatv("{0} bytes in {1:e2} s without a budget",
                                      free->bytes, free->seconds);
    std::optional<StepCost> best;
    double price = 0;
    for (double part : kParts) {
      std::optional<StepCost> step =
          tryPrice(module, part * perByte, /*isBounded=*/true);
      if (!step)
        continue;
      tried += llvm::formatv("; {0} in {1:e2} s at {2:e2} s per byte",
                             step->bytes, step->seconds, part * perByte);
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
    if (price > 0)
      module->setAttr(dist::kMemoryPrice,
                      Builder(&getContext()).getF64FloatAttr(price));
  }

private:
  bool isBetter(const StepCost &a, const StepCost &b) {
    bool aFits = a.bytes <= memoryBudget, bFits = b.bytes <= memoryBudget;
    if (aFits != bFits)
      return aFits;
    if (!aFits)
      return a.bytes < b.bytes;
    return a.seconds < b.seconds * (1 - 1e-9);
  }

  TryPrice tryPrice;
};

} // namespace

std::unique_ptr<Pass> createPriceMemoryPass(PriceMemoryPassOptions options,
                                            TryPrice tryPrice) {
  return std::make_unique<PriceMemory>(std::move(options), std::move(tryPrice));
}

} // namespace popt
