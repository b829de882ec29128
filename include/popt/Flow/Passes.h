//===- Passes.h - Passes of the flow itself -------------------------------===//
//
// Passes that belong to no phase, and decisions that are made by trying the
// flow.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_FLOW_PASSES_H
#define POPT_FLOW_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace popt {

class ReshardPool;

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Flow/Passes.h.inc"

/// choose-memory with costs of reshards that outlive it, that puts the picture
/// of a timeline for a page into `picture` as well, unless that is null.
std::unique_ptr<mlir::Pass>
createChooseMemoryPass(ChooseMemoryPassOptions options,
                       std::shared_ptr<ReshardPool> pool,
                       std::shared_ptr<std::string> picture);
/// The same of compare-strategies.
std::unique_ptr<mlir::Pass>
createCompareStrategiesPass(CompareStrategiesPassOptions options,
                            std::shared_ptr<ReshardPool> pool,
                            std::shared_ptr<std::string> picture);
} // namespace popt

#endif // POPT_FLOW_PASSES_H
