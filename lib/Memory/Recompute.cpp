//===- Recompute.cpp - What a backward part computes again ----------------===//
//
// Method: popt/Analysis/Recompute.h; before and after IR: Passes.td. Tested by
// test/Memory/recompute.mlir, and by execution in test/Execute/recompute.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Recompute.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Memory/Passes.h"
#include "popt/Support/DeadOps.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_RECOMPUTEPASS
#include "popt/Memory/Passes.h.inc"

namespace {

struct RecomputePass : public impl::RecomputePassBase<RecomputePass> {
  using RecomputePassBase::RecomputePassBase;

  void runOnOperation() override {
    auto inEach = [&](const Mesh &mesh, func::FuncOp function,
                      RecomputePolicy known) { runOn(mesh, function, known); };
    if (failed(recomputeInFunctions(getOperation(), policy, inEach)))
      signalPassFailure();
  }

private:
  void runOn(const Mesh &mesh, func::FuncOp function, RecomputePolicy known) {
    SmallVector<std::pair<Location, mlir::Block *>> blocks;
    bool isPipeline = false;
    function.walk([&](dist::TimeLoopOp loop) {
      // Between forming and scheduling tasks recompute-in-tasks was here.
      if (dist::getOrder(loop))
        isPipeline = true;
      else
        blocks.emplace_back(loop.getLoc(), &loop.getBody().front());
    });
    blocks.emplace_back(function.getLoc(), &function.getBody().front());
    std::string word =
        known == RecomputePolicy::None ? "by the plan" : nameOf(known).str();
    bool isDone = isPipeline;
    for (auto [loc, block] : blocks) {
      std::optional<Recomputed> done =
          recompute({mesh, function, *block, known});
      if (!done)
        continue;
      isDone = true;
      eraseDead(*block);
      remark::passed(loc,
                     remark::RemarkOpts::name("recompute").category("memory"))
          << llvm::formatv("{0}: {1} values of {2} bytes are computed again, "
                           "from {3} checkpoints of {4} bytes; about {5} bytes "
                           "are alive at once instead of {6}",
                           word, done->values, done->freed, done->checkpoints,
                           done->kept, done->after, done->before)
                 .str();
    }
    if (!isDone)
      remark::missed(function.getLoc(),
                     remark::RemarkOpts::name("recompute").category("memory"))
          << word + ": no less would be alive at once";
  }
};

} // namespace

} // namespace popt
