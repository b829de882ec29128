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

struct FlowOptions;

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Flow/Passes.h.inc"

// These try the flow, with all its options; `emit` is the pass's option. Pictures
// of schedules are drawn for what is chosen alone.
std::unique_ptr<mlir::Pass> createChooseMemoryPass(const FlowOptions &flow,
                                                   llvm::StringRef emit);
std::unique_ptr<mlir::Pass> createCompareStrategiesPass(const FlowOptions &flow,
                                                        llvm::StringRef emit);
std::unique_ptr<mlir::Pass> createFitMemoryPass(const FlowOptions &flow);

} // namespace popt

#endif // POPT_FLOW_PASSES_H
