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

/// Seconds of a step by the prices of choose-strategies.
struct StrategyPrices {
  double chosen = 0, propagated = 0;
  /// Of the propagated ones without latencies, which few messages may share.
  double propagatedBesideLatencies = 0;
};

// The same passes, with costs of reshards that outlive them.
/// `prices`: if given, where those of what is chosen are put.
std::unique_ptr<mlir::Pass>
createChooseStrategiesPass(ChooseStrategiesPassOptions options,
                           std::shared_ptr<ReshardPool> pool,
                           std::shared_ptr<StrategyPrices> prices = nullptr);
std::unique_ptr<mlir::Pass>
createDealOutEqualWorkPass(std::shared_ptr<ReshardPool> pool);
std::unique_ptr<mlir::Pass>
createMakeReshardsExplicitPass(std::shared_ptr<ReshardPool> pool);
std::unique_ptr<mlir::Pass>
createExpandReshardsPass(std::shared_ptr<ReshardPool> pool);
std::unique_ptr<mlir::Pass>
createPartitionPass(std::shared_ptr<ReshardPool> pool);
} // namespace popt

#endif // POPT_PARTITION_PASSES_H
