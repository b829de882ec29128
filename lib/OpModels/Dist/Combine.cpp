//===- Combine.cpp - Models of dist.combine and dist.task -----------------===//
//
// Loops: one per dimension, the same in all operands and the result. Partial
// values of the operation's own monoid pass through all operands at once (L2).
// Tested by test/Stages/place-stages.mlir and by execution in
// test/Execute/Stages.
//
//===----------------------------------------------------------------------===//
#include "../StableHLO/Models.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"

using namespace mlir;

namespace popt {
namespace {

struct CombineModel : public OpModelBase<CombineModel, dist::CombineOp> {
  FactorRule getFactorRule(Operation *op) const { return mapRule(op); }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    // Partial values over time are reduced before values of several places are
    // combined: once, not in every time step.
    dist::MeshOp mesh = dist::getMesh(op);
    if (mesh && llvm::any_of(mesh.toMesh().axes, [](const MeshAxis &axis) {
          return axis.kind == AxisKind::Time && axis.size > 1;
        }))
      return {};
    if (cast<dist::CombineOp>(op).getMonoid() != monoid ||
        !keepsPartials(elementOf(op->getResult(0)), monoid))
      return {};
    LinearGroup all;
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      all.push_back(i);
    return {all};
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Elementwise;
  }
};

/// A loop of one iteration: carried and yielded values are tied.
struct TaskModel : public RegionModelBase<TaskModel, dist::TaskOp> {
  SmallVector<ValueTie> getValueTies(Operation *op) const {
    auto task = cast<dist::TaskOp>(op);
    Operation *yield = task.getBody().front().getTerminator();
    SmallVector<ValueTie> ties;
    for (unsigned i = 0; i < op->getNumResults(); ++i) {
      ValueTie tie{{&yield->getOpOperand(i)}, {op->getResult(i)}};
      if (i < op->getNumOperands()) {
        tie.sources.insert(tie.sources.begin(), &op->getOpOperand(i));
        tie.targets.push_back(task.getBody().getArgument(i));
      }
      ties.push_back(std::move(tie));
    }
    return ties;
  }
  bool isLoop(Operation *op) const { return true; }
  std::optional<int64_t> getTripCount(Operation *op) const { return 1; }
};

} // namespace

void attachCombineModel(MLIRContext *context) {
  attachModels<CombineModel>(context);
  attachTiedModels<TaskModel>(context);
}

} // namespace popt
