//===- WriteRows.cpp - Rows that are added once to zeros are written ------===//
//
// The gradient of `weights[i]` adds to row i. Where each row is added to once, the
// sum begins with zeros for nothing:
//
//   %sum = while(%i = 0, %s = %zeros) {
//     %now = dynamic_slice %s, %i
//     return %i + 1, dynamic_update_slice %s, (add %now, %row), %i
//   }
// becomes
//     return %i + 1, dynamic_update_slice %s, %row, %i
//
// as a scan leaves the gradient of weights that it walks along.
//
// Tests: test/Stages/write-rows.mlir, and by execution
// test/Execute/Stages/forms.test.
//
//===----------------------------------------------------------------------===//
#include "PlainScans.h"

#include "popt/Analysis/Zeros.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/OpModels/FilledStacks.h"
#include "popt/Stages/Passes.h"
#include "popt/Support/DeadOps.h"
#include "popt/Support/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {
#define GEN_PASS_DEF_WRITEROWSPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

/// True if iterations access parts of the tensor that have nothing in common.
static bool arePartsApart(const CountedLoop &loop, const SliceAccess &access) {
  ArrayRef<int64_t> shape = shapeOf(access.whole);
  for (auto [dim, size] : llvm::enumerate(access.sizes)) {
    if (size == shape[dim])
      continue;
    auto begins = loop.valuesOf(access.indices[dim]);
    if (!begins)
      continue;
    llvm::sort(*begins);
    bool areApart = begins->front() >= 0 && begins->back() <= shape[dim] - size;
    for (size_t i = 1; i < begins->size(); ++i)
      areApart &= (*begins)[i] - (*begins)[i - 1] >= size;
    if (areApart)
      return true;
  }
  return false;
}

static void writeRows(const CountedLoop &loop) {
  for (unsigned index = 0; index < loop.operation()->getNumOperands();
       ++index) {
    if (!isZero(loop.operation()->getOperand(index)) ||
        !addsToRows(loop.operation(), index))
      continue;
    Operation *update = loop.nextOf(index).getDefiningOp();
    SliceAccess access = *sliceAccessOf(update);
    Operation *add = access.update.getDefiningOp();
    if (!arePartsApart(loop, access) || dist::getSharding(access.update))
      continue;
    auto isOld = [&](Value value) {
      Operation *slice = value.getDefiningOp();
      return slice && slice->getNumOperands() > 0 &&
             slice->getOperand(0) == access.whole;
    };
    Value row = add->getOperand(isOld(add->getOperand(0)) ? 1 : 0);
    update->replaceUsesOfWith(access.update, row);
    llvm::SetVector<Operation *> dead;
    dead.insert(add);
    eraseDead(std::move(dead));
  }
}

namespace {
struct WriteRowsPass : public popt::impl::WriteRowsPassBase<WriteRowsPass> {
  void runOnOperation() override {
    if (!hasStages(getOperation()))
      return;
    getOperation().walk([](Operation *op) {
      if (std::optional<CountedLoop> loop = CountedLoop::find(op))
        writeRows(*loop);
    });
  }
};
} // namespace
