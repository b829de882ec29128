//===- Reassociate.cpp - Reduce a sum once, not its operands --------------===//
//
// Moves all-reduces after linear operations where that sends fewer bytes, and
// joins consecutive all-reduces. Before and after IR: Passes.td. Tested by
// test/Collectives/reassociate.mlir, and by execution there.
//
// A value is *deferrable* if it is the result of an all-reduce, or of an
// operation that is linear in operands that are deferrable; its other operands
// must be the same for the whole group. Deferrable values with one reader form
// trees, and each tree is cut where the fewest bytes are sent: a cut above an
// operation costs what its operands cost, a cut below it one all-reduce of its
// result.
//
//===----------------------------------------------------------------------===//
#include "Variation.h"

#include "popt/Collectives/Passes.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_REASSOCIATEPASS
#include "popt/Collectives/Passes.h.inc"

namespace {

/// A value that may stay unreduced until its one reader.
struct Deferrable {
  dist::AllReduceOp like; ///< one of the all-reduces that it comes from
  LinearGroup deferred;   ///< operands that come unreduced; leaves have none
  LinearGroup whole;      ///< operands that are added to them as they are
  CommCost cost;          ///< of having it reduced
  CommCost written;       ///< of the all-reduces as they stand
  bool isCut = false;     ///< reduced right here
};

bool areAlike(dist::AllReduceOp a, dist::AllReduceOp b) {
  return a.getMonoid() == b.getMonoid() && a.getAxesAttr() == b.getAxesAttr() &&
         a.getReplicaGroupsAttr() == b.getReplicaGroupsAttr();
}

class Reassociator : public Sinker<Deferrable> {
public:
  Reassociator(const CostModel &costs, func::FuncOp function)
      : Sinker(costs, function), variation(costs, function) {}

  void run() {
    function.walk([&](dist::AllReduceOp reduce) { join(reduce); });
    function.walk([&](mlir::Block *block) { sink(*block); });
  }

private:
  void join(dist::AllReduceOp outer);
  std::optional<Deferrable> examine(Operation *op) override;
  bool takes(const Deferrable &entry, OpOperand &operand) const override {
    return llvm::is_contained(entry.deferred, operand.getOperandNumber());
  }
  std::optional<Deferrable> examine(ShardingOpInterface op,
                                    dist::AllReduceOp like,
                                    const LinearGroup &group);
  CommCost reducing(dist::AllReduceOp like, Type type) const {
    return costs.costLike(like, CollectiveKind::AllReduce, bytesOf(type));
  }
  void rewrite(Value value) override;
  void strip(Value value);

  Variation variation;
};

/// A sum over `a` of sums over `b` is one sum over both, if that is cheaper.
void Reassociator::join(dist::AllReduceOp outer) {
  auto inner = outer.getInput().getDefiningOp<dist::AllReduceOp>();
  if (!inner || !inner->hasOneUse() || !inner.getAxesAttr() ||
      !outer.getAxesAttr() || inner.getMonoid() != outer.getMonoid() ||
      inner->getBlock() != outer->getBlock())
    return;
  AxisList axes = inner.getAxesAttr().toAxisList(costs.mesh);
  AxisList more = outer.getAxesAttr().toAxisList(costs.mesh);
  if (overlaps(axes, more))
    return;
  axes.insert(axes.end(), more.begin(), more.end());
  llvm::sort(axes);
  axes = mergeParts(costs.mesh, axes);
  CommCost before = costs.costOf(inner) + costs.costOf(outer);
  CommCost after = costs.collective(CollectiveKind::AllReduce, axes,
                                    bytesOf(outer.getType()));
  // Fewer bytes in longer time happens where latencies or levels differ.
  if (after.wireBytes > before.wireBytes || after.seconds > before.seconds)
    return;
  explainGain(outer.getLoc(), "join-reductions",
              "all_reduce of an all_reduce is one over " + costs.mesh.str(axes),
              before, after);
  outer.getInputMutable().assign(inner.getInput());
  outer.setAxesAttr(
      dist::AxisListAttr::fromAxisList(outer.getContext(), costs.mesh, axes));
  outer.removeGlobalTypeAttr();
  outer.removeFromAttr();
  outer.removeToAttr();
  inner.erase();
}

std::optional<Deferrable> Reassociator::examine(ShardingOpInterface op,
                                                dist::AllReduceOp like,
                                                const LinearGroup &group) {
  Deferrable result;
  result.like = like;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isLinear = llvm::is_contained(group, operand.getOperandNumber());
    auto it = entries.find(operand.get());
    if (isLinear && it != entries.end() && areAlike(it->second.like, like) &&
        operand.get().hasOneUse() &&
        operand.get().getParentBlock() == op->getBlock()) {
      result.deferred.push_back(operand.getOperandNumber());
      result.cost = result.cost + it->second.cost;
      result.written = result.written + it->second.written;
      continue;
    }
    if (!variation.isUniform(operand.get(), like))
      return std::nullopt;
    if (isLinear)
      result.whole.push_back(operand.getOperandNumber());
  }
  if (result.deferred.empty())
    return std::nullopt;
  CommCost here = reducing(like, op->getResult(0).getType());
  if (isBetter(here, result.cost)) {
    result.cost = here;
    result.isCut = true;
  }
  return result;
}

std::optional<Deferrable> Reassociator::examine(Operation *op) {
  if (auto reduce = dyn_cast<dist::AllReduceOp>(op)) {
    if (isRoundedTwice(reduce.getType(), reduce.getMonoid()))
      return std::nullopt;
    CommCost cost = costs.costOf(reduce);
    return Deferrable{reduce, {}, {}, cost, cost, false};
  }
  auto model = dyn_cast<ShardingOpInterface>(op);
  if (!model || op->getNumResults() != 1 || !isMemoryEffectFree(op) ||
      !isa<RankedTensorType>(op->getResult(0).getType()) ||
      !valueTiesOf(op).empty())
    return std::nullopt;
  std::optional<Deferrable> best;
  SmallVector<dist::AllReduceOp> tried;
  for (Value operand : op->getOperands()) {
    auto it = entries.find(operand);
    if (it == entries.end())
      continue;
    dist::AllReduceOp like = it->second.like;
    if (llvm::any_of(tried, [&](auto other) { return areAlike(other, like); }))
      continue;
    tried.push_back(like);
    if (isRoundedTwice(op->getResult(0).getType(), like.getMonoid()))
      continue;
    for (const LinearGroup &group : model.getLinearGroups(like.getMonoid()))
      if (std::optional<Deferrable> found = examine(model, like, group))
        if (!best ||
            isBetter(found->cost + best->written, best->cost + found->written))
          best = found;
  }
  return best;
}

/// Leaves `value` without its reductions: partial values of the former value.
void Reassociator::strip(Value value) {
  const Deferrable entry = entries.lookup(value);
  if (entry.deferred.empty()) {
    auto reduce = value.getDefiningOp<dist::AllReduceOp>();
    value.replaceAllUsesWith(reduce.getInput());
    reduce.erase();
    return;
  }
  Operation *op = value.getDefiningOp();
  OpBuilder builder(op);
  for (unsigned operand : entry.whole)
    op->setOperand(operand,
                   toPartials(builder, entry.like, op->getOperand(operand)));
  for (unsigned operand : entry.deferred)
    strip(op->getOperand(operand));
}

/// Places the all-reduces of a tree where it is cut.
void Reassociator::rewrite(Value value) {
  const Deferrable entry = entries.lookup(value);
  if (entry.deferred.empty())
    return;
  Operation *op = value.getDefiningOp();
  if (!entry.isCut) {
    for (unsigned operand : entry.deferred)
      rewrite(op->getOperand(operand));
    return;
  }
  // `strip` erases the operation that says how to reduce.
  dist::AllReduceOp like = entry.like;
  Location loc = like.getLoc();
  dist::MonoidAttr monoid = like.getMonoidAttr();
  dist::AxisListAttr axes = like.getAxesAttr();
  ArrayAttr groups = like.getReplicaGroupsAttr();
  FlatSymbolRefAttr mesh = like.getMeshAttr();
  explainGain(loc, "reassociate",
              Twine("all_reduce over ") + groupsOf(costs.mesh, like) +
                  " after " + op->getName().getStringRef() +
                  " instead of before",
              entry.written, entry.cost);
  strip(value);
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  auto reduce = dist::AllReduceOp::create(
      builder, loc, value.getType(), value, monoid, axes, groups, mesh,
      /*global_type=*/nullptr, /*from=*/nullptr, /*to=*/nullptr);
  value.replaceAllUsesExcept(reduce.getResult(), reduce);
}

class Reassociate : public PassByWorker<impl::ReassociatePassBase<Reassociate>,
                                        Reassociator> {
  using PassByWorker::PassByWorker;
};

} // namespace
} // namespace popt
