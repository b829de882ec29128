//===- FormKernels.cpp - Clusters of operations become kernels ------------===//
//
// The pass around the parts: operations are decomposed, transposes folded, and
// the clusters (KernelClusters.cpp) of every block become functions
// (OutlineKernels.cpp). The rules stand in FormKernels.h.
//
// Covered by test/Schedule/form-kernels.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Schedule/FormKernels.h"

#include "DecomposeOps.h"
#include "FoldTransposes.h"
#include "OutlineKernels.h"

#include "popt/Conversion/LowerKernels.h"

using namespace mlir;
using namespace popt;

/// Innermost first: bodies of loops and branches before what is around them.
/// Regions of clusterable operations are part of the operation.
static void collectBlocks(Region &region, SmallVectorImpl<mlir::Block *> &out) {
  for (mlir::Block &block : region) {
    for (Operation &op : block)
      if (op.getNumRegions() && !factsOf(&op).isClusterable)
        for (Region &inner : op.getRegions())
          collectBlocks(inner, out);
    out.push_back(&block);
  }
}

LogicalResult popt::formKernels(ModuleOp program) {
  Outliner outliner(program);
  for (auto function :
       llvm::make_early_inc_range(program.getOps<func::FuncOp>())) {
    if (function->hasAttr(kKernel) || function.isDeclaration())
      continue;
    decomposeOps(function);
    foldTransposes(function);
    SmallVector<mlir::Block *> blocks;
    collectBlocks(function.getBody(), blocks);
    for (mlir::Block *block : blocks)
      outliner.outline(*block);
  }
  return success();
}

namespace {
struct FormKernelsPass : PassWrapper<FormKernelsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FormKernelsPass)

  StringRef getArgument() const final { return "form-kernels"; }
  StringRef getDescription() const final {
    return "Outline clusters of operations as kernels";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<func::FuncDialect>();
  }
  void runOnOperation() final {
    if (failed(formKernels(getOperation())))
      signalPassFailure();
  }
};
} // namespace

std::unique_ptr<Pass> popt::createFormKernelsPass() {
  return std::make_unique<FormKernelsPass>();
}

void popt::registerFormKernelsPass() {
  registerPass([] { return std::make_unique<FormKernelsPass>(); });
}
