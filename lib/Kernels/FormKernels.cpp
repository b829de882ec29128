//===- FormKernels.cpp - Clusters of operations become kernels ------------===//
//
// The pass around the parts: operations are decomposed, transposes folded,
// stacks begun empty, rows of stacks made views, and the clusters
// (KernelClusters.cpp) of every block become functions (OutlineKernels.cpp). The
// rules stand in FormKernels.h.
//
// Covered by test/Kernels/form-kernels.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Kernels/FormKernels.h"

#include "DecomposeOps.h"
#include "EmptyStacks.h"
#include "FoldTransposes.h"
#include "FormStepSlices.h"
#include "OutlineKernels.h"

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Interfaces/ValueTieOp.h"
#include "popt/Kernels/Passes.h"

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

namespace {
/// How often loops run, as far as their conditions say: a kernel does not.
class TripCounts {
public:
  explicit TripCounts(func::FuncOp function) {
    function.walk([&](ValueTieOpInterface loop) {
      if (isLoop(loop))
        if (std::optional<int64_t> count = loop.getTripCount())
          counts.push_back({loop, *count});
    });
  }
  void keep() {
    for (auto [loop, count] : counts)
      if (!loop.getTripCount())
        loop->setAttr(kTripCount,
                      Builder(loop->getContext()).getI64IntegerAttr(count));
  }

private:
  SmallVector<std::pair<ValueTieOpInterface, int64_t>> counts;
};
} // namespace

LogicalResult popt::formKernels(ModuleOp program) {
  Outliner outliner(program);
  for (auto function :
       llvm::make_early_inc_range(program.getOps<func::FuncOp>())) {
    if (function->hasAttr(kKernel) || function.isDeclaration())
      continue;
    decomposeOps(function);
    foldTransposes(function);
    emptyStacks(function);
    formStepSlices(function);
    TripCounts counts(function);
    SmallVector<mlir::Block *> blocks;
    collectBlocks(function.getBody(), blocks);
    for (mlir::Block *block : blocks)
      outliner.outline(*block);
    counts.keep();
  }
  return success();
}

namespace popt {
#define GEN_PASS_DEF_FORMKERNELSPASS
#include "popt/Kernels/Passes.h.inc"
} // namespace popt

namespace {
struct FormKernels : popt::impl::FormKernelsPassBase<FormKernels> {
  void runOnOperation() final {
    if (failed(formKernels(getOperation())))
      signalPassFailure();
  }
};
} // namespace
