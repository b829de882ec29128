//===- OutlineKernels.h - Clusters become functions -----------------------===//
#ifndef POPT_LIB_KERNELS_OUTLINEKERNELS_H
#define POPT_LIB_KERNELS_OUTLINEKERNELS_H

#include "KernelClusters.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace popt {

/// Makes kernel functions, equal ones once.
class Outliner {
public:
  explicit Outliner(mlir::ModuleOp program)
      : program(program), symbols(program) {}

  /// Replaces the clusters of a block by calls.
  void outline(mlir::Block &block);

private:
  /// A value of the block and the call's result that replaces it.
  using Replacements = std::vector<std::pair<mlir::Value, mlir::Value>>;

  void makeCall(BlockClusters &former, unsigned number, Replacements &results);
  mlir::func::FuncOp intern(mlir::func::FuncOp kernel, mlir::Operation *root);

  mlir::ModuleOp program;
  mlir::SymbolTable symbols;
  llvm::DenseMap<uint64_t, llvm::SmallVector<mlir::func::FuncOp, 1>> kernels;
  unsigned numKernels = 0;
};

/// Sets `popt.may_share` on a kernel.
void markSharing(mlir::func::FuncOp kernel);

} // namespace popt

#endif // POPT_LIB_KERNELS_OUTLINEKERNELS_H
