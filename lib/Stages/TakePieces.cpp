//===- TakePieces.cpp - What is put together and taken apart stays apart --===//
//
// A scan that is unrolled whole, `unroll=12` over 12 layers, puts rows together with
// empty ones, and takes single rows of them:
//
//   %all = concatenate %none, %a, %b            [0, 8], [1, 8], [1, 8]
//   %row = slice %all [1:2]
// becomes
//   %row = %b
//
// Where layers are at several coordinates, one of them would put all together. A scan
// of 3 that is unrolled by 2 is a loop of one iteration, which has two parts, and a
// third part beside it: a loop of one iteration is its body, so that parts stand side
// by side.
//
// Tests: test/Stages/take-pieces.mlir, and by execution
// test/Execute/Stages/forms.test.
//
//===----------------------------------------------------------------------===//
#include "PlainScans.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/ValueTieOp.h"
#include "popt/Stages/Passes.h"
#include "popt/Support/DeadOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {
#define GEN_PASS_DEF_TAKEPIECESPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

/// Puts the body of a loop of one iteration in its place.
static void inlineOnce(Operation *op) {
  std::optional<CountedLoop> loop = CountedLoop::find(op);
  if (!loop || loop->trips() != 1 || llvm::any_of(op->getResults(), hasWords))
    return;
  Block &body = loop->body();
  for (auto [argument, init] :
       llvm::zip_equal(body.getArguments(), op->getOperands()))
    argument.replaceAllUsesWith(init);
  Operation *end = body.getTerminator();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations(), body.begin(),
                                         end->getIterator());
  op->replaceAllUsesWith(end->getOperands());
  op->erase();
}

static void takePiece(Operation *op) {
  Value value = takenFromPieces(op);
  if (!value || hasWords(op->getResult(0)))
    return;
  op->getResult(0).replaceAllUsesWith(value);
  llvm::SetVector<Operation *> dead;
  dead.insert(op);
  eraseDead(std::move(dead));
  if (Operation *made = value.getDefiningOp())
    takePiece(made); // of a piece, now
}

bool popt::hasStages(ModuleOp module) {
  dist::MeshOp mesh = dist::getMesh(module);
  return mesh && dist::findStageAxis(mesh.toMesh());
}

SmallVector<Operation *> popt::loopsOf(ModuleOp module) {
  SmallVector<Operation *> loops;
  module.walk([&](Operation *op) {
    if (isLoop(op))
      loops.push_back(op);
  });
  return loops;
}

void popt::takePieces(ModuleOp module) {
  module.walk(inlineOnce);
  module.walk(takePiece);
}

namespace {
struct TakePiecesPass : public popt::impl::TakePiecesPassBase<TakePiecesPass> {
  void runOnOperation() override {
    if (hasStages(getOperation()))
      takePieces(getOperation());
  }
};
} // namespace
