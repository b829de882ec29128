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
createDealOutEqualWorkPass(std::shared_ptr<ReshardPool> pool);
std::unique_ptr<mlir::Pass>
createMakeReshardsExplicitPass(std::shared_ptr<ReshardPool> pool);
std::unique_ptr<mlir::Pass>
createExpandReshardsPass(std::shared_ptr<ReshardPool> pool);
std::unique_ptr<mlir::Pass>
createPartitionPass(std::shared_ptr<ReshardPool> pool);
} // namespace popt

#endif // POPT_PARTITION_PASSES_H
