//===- MoveOutOfLoops.cpp - Communicate once, not in every round ----------===//
//
// Reduces accumulations after the loop, and runs collectives of loop-invariant
// values before it. Before and after IR: Passes.td. Tested by
// test/Collectives/move-out-of-loops.mlir, and by execution there.
//
// The carried values are those that the loop's model ties
// (ValueTieOpInterface). Inner loops come first, so that what leaves them may
// also leave the outer ones.
//
//===----------------------------------------------------------------------===//
#include "Common.h"

#include "Variation.h"
#include "popt/Collectives/Passes.h"
#include "popt/Support/DeadOps.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_MOVEOUTOFLOOPSPASS
#include "popt/Collectives/Passes.h.inc"

namespace {

/// A value that a loop carries.
struct Carried {
  OpOperand *entry = nullptr; ///< of the loop
  OpOperand *next = nullptr;  ///< what a round yields
  Value result;
  BlockArgument inBody;
  SmallVector<BlockArgument, 2> arguments; ///< in all regions
};

/// The value that every iteration adds to a carried one, without its
/// reductions.
struct Accumulation {
  dist::AllReduceOp like;
  SmallVector<dist::AllReduceOp> reduces;
  SmallVector<OpOperand *> whole;         ///< added as they are
  SmallVector<dist::ToPartialOp> entries; ///< of inner loops
  bool readsCarried = false;
};

class LoopMover {
public:
  LoopMover(const CostModel &costs, func::FuncOp function)
      : costs(costs), function(function) {}

  void run() {
    SmallVector<ValueTieOpInterface> loops;
    function.walk([&](ValueTieOpInterface op) {
      if (op.isLoop())
        loops.push_back(op);
    });
    for (ValueTieOpInterface loop : loops)
      move(loop);
  }

private:
  void move(ValueTieOpInterface loop);

  // Accumulations.
  bool isPartial(Value value, const Carried &carried,
                 Accumulation &accumulation);
  bool isUniform(Value value, dist::CollectiveOpInterface op);
  void reduceAfter(ValueTieOpInterface loop, const Carried &carried);

  // Invariants.
  bool isInvariant(Value value, ValueTieOpInterface loop);
  Value copyOutside(OpBuilder &builder, Value value);
  void runBefore(ValueTieOpInterface loop, dist::CollectiveOpInterface op);

  const CostModel &costs;
  func::FuncOp function;
  std::optional<Variation> variation; ///< of the function as it is now
  std::optional<int64_t> rounds;      ///< of the loop at hand
  /// The values, outside, of its invariant arguments and of values computed
  /// from them.
  llvm::DenseMap<Value, Value> outside;
  llvm::SetVector<Operation *> moved; ///< out of it
};

SmallVector<Carried> carriedBy(ValueTieOpInterface loop) {
  SmallVector<Carried> result;
  for (ValueTie &tie : loop.getValueTies()) {
    Carried carried;
    for (OpOperand *source : tie.sources)
      (source->getOwner() == loop ? carried.entry : carried.next) = source;
    if (!carried.entry || !carried.next)
      continue;
    for (Value target : tie.targets)
      if (auto argument = dyn_cast<BlockArgument>(target)) {
        carried.arguments.push_back(argument);
        if (argument.getOwner() == carried.next->getOwner()->getBlock())
          carried.inBody = argument;
      } else {
        carried.result = target;
      }
    if (carried.inBody && carried.result)
      result.push_back(std::move(carried));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Accumulations
//===----------------------------------------------------------------------===//

/// The first all-reduce in the single-use backward slice of `value`, if any.
dist::AllReduceOp findReduction(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !value.hasOneUse())
    return {};
  if (auto reduce = dyn_cast<dist::AllReduceOp>(op))
    return reduce;
  for (Value operand : op->getOperands())
    if (operand.getParentBlock() == op->getBlock())
      if (dist::AllReduceOp reduce = findReduction(operand))
        return reduce;
  return {};
}

/// The operation that makes the carried value partial for the same groups at
/// the entry of the loop, if there is one.
dist::ToPartialOp innerEntry(dist::AllReduceOp reduce) {
  auto loop = reduce.getInput().getDefiningOp<ValueTieOpInterface>();
  if (!loop || !loop.isLoop())
    return {};
  for (const Carried &carried : carriedBy(loop))
    if (carried.result == reduce.getInput()) {
      auto entry = carried.entry->get().getDefiningOp<dist::ToPartialOp>();
      if (entry && entry->hasOneUse() &&
          entry.getMonoid() == reduce.getMonoid() &&
          entry.getAxesAttr() == reduce.getAxesAttr() &&
          entry.getReplicaGroupsAttr() == reduce.getReplicaGroupsAttr())
        return entry;
    }
  return {};
}

bool LoopMover::isUniform(Value value, dist::CollectiveOpInterface op) {
  if (!variation)
    variation.emplace(costs, function);
  return variation->isUniform(value, op);
}

/// True if `value` is the carried value, an all-reduced one, or linear in such;
/// other operands are the same for the whole group.
bool LoopMover::isPartial(Value value, const Carried &carried,
                          Accumulation &accumulation) {
  dist::AllReduceOp like = accumulation.like;
  if (value == carried.inBody) {
    accumulation.readsCarried = true;
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != carried.inBody.getOwner() || !value.hasOneUse())
    return false;
  if (auto reduce = dyn_cast<dist::AllReduceOp>(op)) {
    if (like.getMonoid() != reduce.getMonoid() ||
        like.getAxesAttr() != reduce.getAxesAttr() ||
        like.getReplicaGroupsAttr() != reduce.getReplicaGroupsAttr())
      return false;
    accumulation.reduces.push_back(reduce);
    // An inner loop that carries partial values may begin with the carried
    // ones.
    if (dist::ToPartialOp entry = innerEntry(reduce);
        entry && entry.getInput() == carried.inBody) {
      accumulation.readsCarried = true;
      accumulation.entries.push_back(entry);
    }
    return true;
  }
  auto model = dyn_cast<ShardingOpInterface>(op);
  if (!model || op->getNumResults() != 1 || !isMemoryEffectFree(op) ||
      !valueTiesOf(op).empty() ||
      isRoundedTwice(value.getType(), like.getMonoid()))
    return false;
  for (const LinearGroup &group : model.getLinearGroups(like.getMonoid())) {
    Accumulation tried = accumulation;
    bool hasPartial = false, fits = true;
    for (OpOperand &operand : op->getOpOperands()) {
      bool isLinear = llvm::is_contained(group, operand.getOperandNumber());
      Accumulation before = tried;
      if (isLinear && isPartial(operand.get(), carried, tried)) {
        hasPartial = true;
        continue;
      }
      tried = std::move(before);
      fits &= isUniform(operand.get(), like);
      if (isLinear)
        tried.whole.push_back(&operand);
    }
    if (!fits || !hasPartial)
      continue;
    accumulation = std::move(tried);
    return true;
  }
  return false;
}

void LoopMover::reduceAfter(ValueTieOpInterface loop, const Carried &carried) {
  Value yielded = carried.next->get();
  dist::AllReduceOp like = findReduction(yielded);
  bool isReadOnce = llvm::all_of(carried.arguments, [&](BlockArgument each) {
    return each == carried.inBody ? each.hasOneUse() : each.use_empty();
  });
  if (!like || !isReadOnce || isRoundedTwice(like.getType(), like.getMonoid()))
    return;
  Accumulation accumulation;
  accumulation.like = like;
  if (!isUniform(carried.inBody, like) ||
      !isPartial(yielded, carried, accumulation) ||
      !accumulation.readsCarried || accumulation.reduces.empty())
    return;
  CommCost perRound;
  for (dist::AllReduceOp reduce : accumulation.reduces)
    perRound = perRound + costs.costOf(reduce);
  if (!rounds) {
    explainMissed(like.getLoc(), "move-out-of-loops",
                  Twine("all_reduce over ") + groupsOf(costs.mesh, like) +
                      " stays in the loop: how often it runs is not known");
    return;
  }
  CommCost before = *rounds * perRound;
  CommCost after = costs.costLike(like, CollectiveKind::AllReduce,
                                  bytesOf(carried.result.getType()));
  if (!isBetter(after, before))
    return;
  explainGain(like.getLoc(), "move-out-of-loops",
              Twine("all_reduce over ") + groupsOf(costs.mesh, like) +
                  " once after the loop instead of in each of " +
                  Twine(*rounds) + " rounds",
              before, after);
  variation.reset();
  accumulation.whole.push_back(carried.entry);
  for (OpOperand *operand : accumulation.whole) {
    OpBuilder builder(operand->getOwner());
    operand->set(toPartials(builder, like, operand->get()));
  }
  OpBuilder builder(loop->getContext());
  builder.setInsertionPointAfter(loop);
  auto reduced = dist::AllReduceOp::create(
      builder, like.getLoc(), carried.result.getType(), carried.result,
      like.getMonoidAttr(), like.getAxesAttr(), like.getReplicaGroupsAttr(),
      like.getMeshAttr(), nullptr, nullptr, nullptr);
  Value result = carried.result;
  result.replaceAllUsesExcept(reduced.getResult(), reduced);
  for (dist::AllReduceOp reduce : accumulation.reduces) {
    reduce.replaceAllUsesWith(reduce.getInput());
    reduce.erase();
  }
  for (dist::ToPartialOp entry : accumulation.entries) {
    entry.replaceAllUsesWith(entry.getInput());
    entry.erase();
  }
}

//===----------------------------------------------------------------------===//
// Invariants
//===----------------------------------------------------------------------===//

bool LoopMover::isInvariant(Value value, ValueTieOpInterface loop) {
  if (outside.contains(value) ||
      !loop->isAncestor(value.getParentRegion()->getParentOp()))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getParentOp() == loop && op->getNumRegions() == 0 &&
         isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isInvariant(operand, loop);
         });
}

/// The invariant value, computed where `builder` stands.
Value LoopMover::copyOutside(OpBuilder &builder, Value value) {
  if (auto it = outside.find(value); it != outside.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() == builder.getInsertionBlock() ||
      !builder.getInsertionPoint()->isAncestor(op))
    return value;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(copyOutside(builder, operand));
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults()))
    outside[from] = to;
  return outside[value];
}

void LoopMover::runBefore(ValueTieOpInterface loop,
                          dist::CollectiveOpInterface op) {
  if (!costKind(op) || !isInvariant(op->getResult(0), loop))
    return;
  CommCost once = costs.costOf(op);
  std::string what =
      (op->getName().stripDialect() + " over " + groupsOf(costs.mesh, op))
          .str();
  if (!rounds) {
    explainMissed(op.getLoc(), "move-out-of-loops",
                  what + " stays in the loop: how often it runs is not known");
    return;
  }
  if (*rounds < 2 || once.wireBytes == 0)
    return;
  int64_t held = bytesOf(op->getResult(0).getType());
  explainGain(op.getLoc(), "move-out-of-loops",
              what + " once before the loop instead of in each of " +
                  Twine(*rounds) + " rounds, " + Twine(held) +
                  " bytes held during it",
              *rounds * once, once);
  variation.reset();
  OpBuilder builder(loop);
  Value result = op->getResult(0);
  result.replaceAllUsesWith(copyOutside(builder, result));
  moved.insert(op);
}

void LoopMover::move(ValueTieOpInterface loop) {
  rounds = loop.getTripCount();
  outside.clear();
  mlir::Block *body = nullptr;
  for (const Carried &carried : carriedBy(loop)) {
    body = carried.inBody.getOwner();
    if (carried.next->get() == carried.inBody)
      outside[carried.inBody] = carried.entry->get();
    else
      reduceAfter(loop, carried);
  }
  if (!body)
    return;
  SmallVector<dist::CollectiveOpInterface> collectives(
      body->getOps<dist::CollectiveOpInterface>());
  for (dist::CollectiveOpInterface op : collectives)
    runBefore(loop, op);
  // Not before: `outside` knows values by their addresses.
  if (!moved.empty())
    variation.reset();
  eraseDead(std::exchange(moved, {}));
}

class MoveOutOfLoops
    : public PassOnFunctions<impl::MoveOutOfLoopsPassBase<MoveOutOfLoops>> {
  using PassOnFunctions::PassOnFunctions;

  void runOn(const CostModel &costs, func::FuncOp function) override {
    LoopMover(costs, function).run();
  }
};

} // namespace
} // namespace popt
