//===- Evaluate.h - What a program would cost if it were compiled ---------===//
//
// Decisions worth money are made by trying: copies of a module with the
// decisions written on them are compiled, in silence, and asked what a step of
// them would take. choose-memory and fit-memory ask; so will the planner.
//
// Of a program at Emit::Collectives the seconds are secondsOfStep
// (LocalCosts.h): operations have costs, kernels have not. The bytes are known
// only where memory is planned.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_FLOW_EVALUATE_H
#define POPT_FLOW_EVALUATE_H

#include "popt/Flow/Flow.h"

#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

namespace popt {

/// A copy of a module after passes, which say nothing of it; null if one fails.
mlir::OwningOpRef<mlir::ModuleOp>
compileCopy(mlir::ModuleOp module,
            llvm::function_ref<void(mlir::OpPassManager &)> build);

/// The arena's bytes by function, one per coordinate of the stage axis, of a
/// module at Emit::Collectives; nothing if memory can't be planned.
std::optional<llvm::StringMap<int64_t>> bytesOfStep(mlir::ModuleOp module,
                                                    const FlowOptions &options);

} // namespace popt
#endif // POPT_FLOW_EVALUATE_H
