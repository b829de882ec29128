//===- Stages.h - Interpreting the functions of a stage axis --------------===//
#ifndef POPT_LIB_REFERENCE_STAGES_H
#define POPT_LIB_REFERENCE_STAGES_H

#include "Evaluator.h"

#include "popt/Dialect/Dist/Stages.h"

namespace popt::reference {

/// A function, the coordinate of the stage axis that runs it, and its arguments
/// on all ranks of the mesh (those of other coordinates are not looked at).
struct StageProgram {
  mlir::func::FuncOp function;
  int64_t stage = 0;
  llvm::SmallVector<RankTensors> arguments;
};

/// Runs all functions; returns their results on the ranks of each one's
/// coordinate, ascending.
mlir::FailureOr<std::vector<llvm::SmallVector<RankTensors>>>
interpretStages(mlir::ModuleOp module, const Mesh &mesh, int axis,
                llvm::ArrayRef<StageProgram> programs,
                const InterpreterOptions &options);

} // namespace popt::reference

#endif // POPT_LIB_REFERENCE_STAGES_H
