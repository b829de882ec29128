//===- MakeReshardsExplicit.cpp - dist.reshard where layouts differ -------===//
//
// The layouts in which a value is read form a tree whose root is the layout in
// which it is computed and whose edges are reshards. The cheapest such tree is
// chosen, so that readers share moves. Before and after IR: Passes.td. Tested
// by test/Partition/make-reshards-explicit.mlir.
//
//===----------------------------------------------------------------------===//
#include "Common.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Partition/Passes.h"
#include "popt/Support/Remarks.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_MAKERESHARDSEXPLICITPASS
#include "popt/Partition/Passes.h.inc"

namespace {

/// A layout of a value: the one in which it is made, or one that some
/// operations read.
struct Version {
  explicit Version(Layout layout, Value value = {})
      : layout(std::move(layout)), value(value) {}
  void add(OpOperand *use) {
    Operation *place = readerOf(*use).place;
    readers.push_back(use);
    if (!firstUse || place->isBeforeInBlock(firstUse))
      firstUse = place;
  }

  Layout layout;
  SmallVector<OpOperand *> readers;
  Value value;                   ///< set once it exists
  Operation *firstUse = nullptr; ///< earliest reader, also of what follows
  bool isBehind = false; ///< readers wait for a version that is whole in time
};

using Plans = std::vector<std::vector<std::optional<ReshardPlan>>>;
/// Edges (from, to) of a tree, parents before children.
using Tree = std::vector<std::pair<size_t, size_t>>;

double secondsOf(const Plans &plans, size_t from, size_t to) {
  return plans[from][to] ? plans[from][to]->seconds
                         : std::numeric_limits<double>::infinity();
}

/// Grows the tree by the node that is cheapest to reach from it.
Tree greedyTree(const Plans &plans) {
  Tree tree;
  std::vector<size_t> reached{0}, open;
  for (size_t i = 1; i < plans.size(); ++i)
    open.push_back(i);
  while (!open.empty()) {
    std::pair<size_t, size_t> best{reached[0], open[0]};
    for (size_t from : reached)
      for (size_t to : open)
        if (secondsOf(plans, from, to) <
            secondsOf(plans, best.first, best.second))
          best = {from, to};
    llvm::erase(open, best.second);
    reached.push_back(best.second);
    tree.push_back(best);
  }
  return tree;
}

/// The tree given by a parent per node (of node 0: none), or nothing if it is
/// none.
std::optional<Tree> treeOf(const std::vector<size_t> &parents) {
  Tree tree;
  std::vector<bool> isReached(parents.size(), false);
  isReached[0] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t node = 1; node < parents.size(); ++node)
      if (!isReached[node] && isReached[parents[node]]) {
        isReached[node] = changed = true;
        tree.emplace_back(parents[node], node);
      }
  }
  if (tree.size() + 1 != parents.size())
    return std::nullopt;
  return tree;
}

/// The cheapest tree from node 0 to all others: tries every parent of every
/// node. Values are read in few layouts; beyond six the tree is grown greedily.
Tree cheapestTree(const Plans &plans) {
  Tree best = greedyTree(plans);
  if (plans.size() <= 2 || plans.size() > 6)
    return best;
  auto costOf = [&](const Tree &tree) {
    double cost = 0;
    for (auto [from, to] : tree)
      cost += secondsOf(plans, from, to);
    return cost;
  };
  // Sums in another order differ in their last bits.
  double least = costOf(best) * (1 - 1e-9);
  std::vector<size_t> parents(plans.size(), 0);
  while (true) {
    if (std::optional<Tree> tree = treeOf(parents))
      if (double cost = costOf(*tree); cost < least) {
        least = cost * (1 - 1e-9);
        best = std::move(*tree);
      }
    size_t node = 1;
    while (node < parents.size() && ++parents[node] == plans.size())
      parents[node++] = 0;
    if (node == parents.size())
      return best;
  }
}

/// The coordinates of the stage axis where a value is computed; empty if open.
SmallVector<int64_t> placeOf(Value value) {
  if (Operation *op = value.getDefiningOp())
    return dist::getPlace(op);
  auto argument = cast<BlockArgument>(value);
  if (auto func = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()))
    return dist::getArgumentPlace(func, argument.getArgNumber());
  return {};
}

/// What is moved out of a scope that is to be computed again belongs to it, but
/// nothing is sent twice by a word on computation.
void holdAsUserSays(Operation *move, Operation *producer) {
  auto word =
      producer ? producer->getAttrOfType<dist::RecomputeAttr>(dist::kRecompute)
               : dist::RecomputeAttr();
  if (word)
    move->setAttr(dist::kRecompute,
                  dist::RecomputeAttr::get(move->getContext(), word.getScope(),
                                           /*held=*/true, word.getOffloaded()));
}

class Resharder {
public:
  explicit Resharder(PartitionInput &input) : input(input) {}

  LogicalResult run() {
    SmallVector<Value> values(input.main.getArguments());
    walkProgram(input.main, [&](Operation *op) {
      llvm::append_range(values, op->getResults());
      if (isEntered(op))
        for (Region &region : op->getRegions())
          llvm::append_range(values, region.getArguments());
    });
    for (Value value : values)
      if (failed(reshard(value)))
        return failure();
    return success();
  }

private:
  /// The versions of a value, that in which it is made first.
  FailureOr<SmallVector<Version>> versionsOf(Value value) {
    SmallVector<Version> versions;
    std::optional<Layout> made = layoutOf(value, input.mesh);
    SmallVector<OpOperand *> uses = usesInOrder(value);
    if (uses.empty())
      return versions;
    if (!made)
      return emitError(value.getLoc(),
                       "value has no sharding: its strategy is not chosen");
    versions.emplace_back(made->closed(), value);
    for (OpOperand *use : uses) {
      Reader reader = readerOf(*use);
      std::optional<Layout> read = dist::getOperandLayout(*use, input.mesh);
      if (reader.isCapture)
        read = Layout::replicate(made->dims.size());
      if (!read)
        return use->getOwner()->emitOpError()
               << "has no sharding for operand " << use->getOperandNumber()
               << ": its strategy is not chosen";
      Layout wanted = read->closed();
      auto *it = llvm::find_if(
          versions, [&](const Version &v) { return v.layout == wanted; });
      if (it == versions.end()) {
        versions.emplace_back(wanted);
        it = &versions.back();
      }
      it->add(use);
    }
    splitAtBarriers(versions);
    return versions;
  }

  /// True if a value varies over time: its time steps hold different blocks or
  /// partial values.
  bool differs(const Layout &layout) {
    return hasTime(layout.partial) ||
           llvm::any_of(layout.dims, [&](const DimLayout &dim) {
             return hasTime(dim.axes);
           });
  }
  bool hasTime(const AxisList &axes) {
    return llvm::any_of(axes, [&](const AxisRef &axis) {
      return input.mesh.axes[axis.axis].kind == AxisKind::Time;
    });
  }

  /// The operations, and those up to `last` that wait for one of them.
  static llvm::SetVector<Operation *>
  withWaiting(llvm::SetVector<Operation *> ops, Operation *last) {
    for (size_t i = 0; i < ops.size(); ++i)
      for (OpOperand &use : ops[i]->getUses()) {
        Operation *user =
            last->getBlock()->findAncestorOpInBlock(*use.getOwner());
        if (user && !last->isBeforeInBlock(user))
          ops.insert(user);
      }
    return ops;
  }

  /// The readers of a sum over time that wait for all time steps are in a later
  /// loop, where its terms would have to be kept or made again. They get versions
  /// of their own, which are made of the sum.
  void splitAtBarriers(SmallVectorImpl<Version> &versions) {
    if (versions.empty() || !hasTime(versions[0].layout.partial))
      return;
    llvm::SetVector<Operation *> waiting;
    Operation *last = nullptr;
    for (const Version &version : versions)
      for (OpOperand *use : version.readers) {
        Operation *reader = readerOf(*use).place;
        if (!differs(version.layout))
          waiting.insert(reader);
        else if (!last || last->isBeforeInBlock(reader))
          last = reader;
      }
    if (waiting.empty() || !last)
      return;
    waiting = withWaiting(std::move(waiting), last);
    for (size_t i = 0, count = versions.size(); i < count; ++i) {
      if (!differs(versions[i].layout))
        continue;
      Version now(versions[i].layout, versions[i].value),
          later(versions[i].layout);
      later.isBehind = true;
      for (OpOperand *use : versions[i].readers)
        (waiting.contains(readerOf(*use).place) ? later : now).add(use);
      versions[i] = std::move(now);
      if (!later.readers.empty())
        versions.push_back(std::move(later));
    }
    versions.erase(std::remove_if(versions.begin() + 1, versions.end(),
                                  [](const Version &version) {
                                    return version.readers.empty();
                                  }),
                   versions.end());
  }

  LogicalResult reshard(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return success();
    FailureOr<SmallVector<Version>> versions = versionsOf(value);
    if (failed(versions))
      return failure();
    // The plans between versions, and the tree.
    size_t count = versions->size();
    std::vector<std::vector<std::optional<ReshardPlan>>> plans(count);
    for (size_t from = 0; from < count; ++from)
      for (size_t to = 0; to < count; ++to)
        plans[from].push_back(from == to || to == 0
                                  ? std::nullopt
                                  : planOf(input, value,
                                           (*versions)[from].layout,
                                           (*versions)[to].layout));
    // A layout that varies over time is not made from one that waits for all
    // time steps: its reader in the time loop would need a second loop. One whose
    // readers are in a second loop anyway is made of nothing else.
    for (size_t to = 1; to < count && differs((*versions)[0].layout); ++to) {
      const Version &goal = (*versions)[to];
      if (!plans[0][to] || !differs(goal.layout))
        continue;
      for (size_t from = 0; from < count; ++from) {
        const Version &source = (*versions)[from];
        if ((differs(source.layout) && !source.isBehind) == goal.isBehind)
          plans[from][to].reset();
      }
    }
    struct Move {
      size_t from, to;
      ReshardPlan plan;
    };
    SmallVector<Move> moves;
    for (auto [from, to] : cheapestTree(plans)) {
      if (!plans[from][to])
        return emitError(value.getLoc())
               << "no sequence of collectives leads from "
               << (*versions)[0].layout.str(input.mesh) << " to "
               << (*versions)[to].layout.str(input.mesh);
      moves.push_back({from, to, std::move(*plans[from][to])});
    }
    // The source of a version must exist before the version's own readers.
    for (Move &move : llvm::reverse(moves)) {
      Version &from = (*versions)[move.from];
      Operation *use = (*versions)[move.to].firstUse;
      if (!from.firstUse || use->isBeforeInBlock(from.firstUse))
        from.firstUse = use;
    }
    for (Move &move : moves) {
      Version &from = (*versions)[move.from], &to = (*versions)[move.to];
      OpBuilder builder(to.firstUse);
      auto op = dist::ReshardOp::create(
          builder, value.getLoc(), type, from.value, input.attr(from.layout),
          input.attr(to.layout), movesAttr(input, move.plan.steps));
      dist::setSharding(op.getResult(), input.attr(to.layout));
      dist::setOperandShardings(op, {input.attr(from.layout)});
      dist::setPlace(op, placeOfMove(type, from, to));
      holdAsUserSays(op, from.value.getDefiningOp());
      to.value = op.getResult();
      for (OpOperand *reader : to.readers)
        reader->set(to.value);
      explain(value, from.layout, to, move.plan);
    }
    return success();
  }

  /// A message to another coordinate of the stage axis carries the smaller of
  /// the two: a move that makes more of a value runs where it is read, any
  /// other where it is made.
  SmallVector<int64_t> placeOfMove(RankedTensorType type, const Version &from,
                                   const Version &to) {
    SmallVector<int64_t> made = placeOf(from.value);
    if (made.empty() || localType(type, to.layout).getNumElements() <=
                            localType(type, from.layout).getNumElements())
      return made;
    SmallVector<int64_t> read;
    for (OpOperand *reader : to.readers) {
      SmallVector<int64_t> place = dist::getPlace(readerOf(*reader).place);
      if (place.empty())
        return made;
      llvm::append_range(read, place);
    }
    llvm::sort(read);
    read.erase(std::unique(read.begin(), read.end()), read.end());
    return read.empty() ? made : read;
  }

  /// A remark for every reshard: layouts, reader, moves and cost.
  void explain(Value value, const Layout &from, const Version &to,
               const ReshardPlan &plan) {
    Operation *reader =
        to.readers.empty() ? to.firstUse : to.readers.front()->getOwner();
    std::string how;
    for (const ReshardStep &step : plan.steps)
      how += (how.empty() ? "" : ", ") + step.str(input.mesh);
    std::string text =
        llvm::formatv("reshard from {0} to {1} for {2}: {3}; {4} bytes sent, "
                      "{5:e3} s",
                      from.str(input.mesh), to.layout.str(input.mesh),
                      reader->getName().getStringRef(),
                      how.empty() ? "nothing to do" : how, plan.wireBytes,
                      plan.seconds)
            .str();
    if (plan.fullGather)
      text += llvm::formatv(
                  "; the whole value is gathered, since {0} reads it as {1} "
                  "while it is made as {2}: give both the same sharding to "
                  "save this",
                  reader->getName().getStringRef(), to.layout.str(input.mesh),
                  from.str(input.mesh))
                  .str();
    remark::passed(
        value.getLoc(),
        remark::RemarkOpts::name(plan.fullGather ? "full-gather" : "reshard")
            .category("partition"))
        << text << remarkSeconds(plan.seconds);
  }

  PartitionInput &input;
};

class MakeReshardsExplicit
    : public PassOnInput<
          impl::MakeReshardsExplicitPassBase<MakeReshardsExplicit>> {
public:
  using PassOnInput::PassOnInput;

  LogicalResult runOn(PartitionInput &input) override {
    return Resharder(input).run();
  }
};

} // namespace

std::unique_ptr<Pass>
createMakeReshardsExplicitPass(std::shared_ptr<ReshardPool> pool) {
  return std::make_unique<MakeReshardsExplicit>(std::move(pool));
}

} // namespace popt
