//===- Passes.h - Passes of the phase Partition ---------------------------===//
//
// From shardings to a local program with collectives. The passes run in the
// order in which they are declared in Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PARTITION_PASSES_H
#define POPT_PARTITION_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace popt {

class ReshardPool;

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Partition/Passes.h.inc"

// The same passes, with costs of reshards that outlive them.
std::unique_ptr<mlir::Pass>
createChooseStrategiesPass(ChooseStrategiesPassOptions options,
                           std::shared_ptr<ReshardPool> pool);
std::unique_ptr<mlir::Pass>
createMakeReshardsExplicitPass(MakeReshardsExplicitPassOptions options,
                               std::shared_ptr<ReshardPool> pool);
std::unique_ptr<mlir::Pass>
createExpandReshardsPass(ExpandReshardsPassOptions options,
                         std::shared_ptr<ReshardPool> pool);
std::unique_ptr<mlir::Pass>
createPartitionPass(PartitionPassOptions options,
                    std::shared_ptr<ReshardPool> pool);

/// What a step would take if the module were compiled with this price of memory
/// (`dist.memory_price`): bytes of the largest arena, and the estimated time.
struct StepCost {
  int64_t bytes = 0;
  double seconds = 0;
};
/// Nothing if the module cannot be compiled. `isBounded`: with the budget, else
/// as if there were none. The module stays as it is.
using TryPrice = std::function<std::optional<StepCost>(
    mlir::ModuleOp module, double price, bool isBounded)>;
std::unique_ptr<mlir::Pass>
createPriceMemoryPass(PriceMemoryPassOptions options, TryPrice tryPrice);
} // namespace popt

#endif // POPT_PARTITION_PASSES_H
