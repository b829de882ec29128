//===- SplitByLevel.cpp - Collectives of two levels -----------------------===//
//
// An all-reduce whose groups cross slow links becomes a reduce-scatter over the
// fast ones, an all-reduce of the remaining block over the slow ones, and an
// all-gather over the fast ones; or, if there is too little for blocks, an
// all-reduce over the fast ones and one over the slow ones. An all-gather sends
// single blocks over the slow links, then gathers over the fast ones; a
// reduce-scatter goes the other way. Where the slow axes are the major ones the
// pieces have to be put in order, a local copy. Before and after IR: Passes.td.
// Tested by test/Collectives/split-by-level.mlir, and by execution in
// test/Execute/Collectives/levels.test.
//
//===----------------------------------------------------------------------===//
#include "Common.h"

#include "popt/Collectives/Passes.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_SPLITBYLEVELPASS
#include "popt/Collectives/Passes.h.inc"

namespace {

/// Axes of one level and faster, and the others, each in the given order.
struct Levels {
  AxisList inner, outer;
};

class LevelSplitter {
public:
  LevelSplitter(const CostModel &costs, func::FuncOp function)
      : costs(costs), function(function) {}

  void run() {
    SmallVector<dist::AllReduceOp> reduces;
    function.walk([&](dist::AllReduceOp reduce) { reduces.push_back(reduce); });
    // What a split leaves comes last.
    for (size_t i = 0; i < reduces.size(); ++i)
      split(reduces[i], reduces);
    SmallVector<Operation *> others;
    function.walk([&](Operation *op) {
      if (isa<dist::AllGatherOp, dist::ReduceScatterOp>(op))
        others.push_back(op);
    });
    for (Operation *op : others)
      while (op)
        op = splitInOrder(op);
  }

private:
  AxisList partsOf(const AxisList &axes);
  CommCost costOf(CollectiveKind kind, const AxisList &axes, int64_t bytes) {
    return costs.collective(kind, axes, bytes);
  }
  CommCost costInBlocks(RankedTensorType type, const Levels &levels);
  void split(dist::AllReduceOp reduce,
             SmallVectorImpl<dist::AllReduceOp> &left);
  int levelOf(const AxisRef &ref) const { return costs.levelOf(ref); }
  int outermostLevel(const AxisList &axes) const {
    int level = 0;
    for (const AxisRef &ref : axes)
      level = std::max(level, levelOf(ref));
    return level;
  }
  Levels cutAt(int level, const AxisList &axes) const;
  Operation *splitInOrder(Operation *op);
  Operation *buildInOrder(Operation *op, const AxisList &axes,
                          const AxisList &inner, const AxisList &outer);
  dist::AllReduceOp buildInBlocks(dist::AllReduceOp reduce,
                                  const Levels &levels);
  SmallVector<dist::AllReduceOp> buildInTurn(dist::AllReduceOp reduce,
                                             const Levels &levels);

  const CostModel &costs;
  func::FuncOp function;
};

/// The axes cut where their major part crosses slower links than the rest.
AxisList LevelSplitter::partsOf(const AxisList &axes) {
  AxisList parts;
  for (AxisRef ref : axes) {
    // From the largest minor part that stays within faster links.
    int64_t minor = ref.size - 1;
    for (; minor > 1; --minor) {
      AxisRef part{ref.axis, ref.pre * (ref.size / minor), minor};
      if (ref.size % minor == 0 && costs.levelOf(part) < costs.levelOf(ref))
        break;
    }
    if (minor > 1) {
      parts.push_back({ref.axis, ref.pre, ref.size / minor});
      AxisList rest =
          partsOf({{ref.axis, ref.pre * (ref.size / minor), minor}});
      parts.insert(parts.end(), rest.begin(), rest.end());
    } else {
      parts.push_back(ref);
    }
  }
  return parts;
}

Levels LevelSplitter::cutAt(int level, const AxisList &axes) const {
  Levels levels;
  for (const AxisRef &ref : axes)
    (levelOf(ref) <= level ? levels.inner : levels.outer).push_back(ref);
  return levels;
}

/// Whether blocks over these axes must be even: those of whole axes may be
/// short, since every step says from which layout to which.
static bool needsEvenBlocks(const Mesh &mesh, const AxisList &axes) {
  return !llvm::all_of(axes,
                       [&](const AxisRef &ref) { return mesh.isWhole(ref); });
}

/// A reduce-scatter, an all-reduce of blocks, an all-gather.
CommCost LevelSplitter::costInBlocks(RankedTensorType type,
                                     const Levels &levels) {
  int64_t size = product(levels.inner), elements = type.getNumElements();
  int64_t block = bytesOf(RankedTensorType::get(
      {llvm::divideCeilSigned(elements, size)}, type.getElementType()));
  CommCost cost =
      costOf(CollectiveKind::ReduceScatter, levels.inner, block * size) +
      costOf(CollectiveKind::AllReduce, levels.outer, block) +
      costOf(CollectiveKind::AllGather, levels.inner, block * size);
  // Padded before, cut off afterwards.
  if (elements % size != 0 && needsEvenBlocks(costs.mesh, levels.inner))
    cost.seconds += 2 * costs.copySeconds(block * size);
  return cost;
}

/// Splits at the best level, if that is better, and adds the all-reduces that
/// are left.
void LevelSplitter::split(dist::AllReduceOp reduce,
                          SmallVectorImpl<dist::AllReduceOp> &left) {
  if (!reduce.getAxesAttr() || !isOverDevices(costs.mesh, reduce) ||
      isRoundedTwice(reduce.getType(), reduce.getMonoid()))
    return;
  AxisList axes = partsOf(reduce.getAxesAttr().toAxisList(costs.mesh));
  const int outermost = outermostLevel(axes);
  auto type = cast<RankedTensorType>(reduce.getType());
  int64_t bytes = bytesOf(type);
  CommCost before = costOf(CollectiveKind::AllReduce, axes, bytes),
           best = before;
  Levels chosen;
  bool isInTurn = false;
  for (int level = 0; level < outermost; ++level) {
    Levels levels = cutAt(level, axes);
    if (product(levels.inner) == 1 || levels.outer.empty())
      continue;
    auto consider = [&](const CommCost &cost, bool inTurn) {
      if (cost.seconds >= best.seconds * (1 - 1e-9))
        return;
      best = cost;
      chosen = levels;
      isInTurn = inTurn;
    };
    consider(costInBlocks(type, levels), /*inTurn=*/false);
    consider(costOf(CollectiveKind::AllReduce, levels.inner, bytes) +
                 costOf(CollectiveKind::AllReduce, levels.outer, bytes),
             /*inTurn=*/true);
  }
  if (chosen.inner.empty())
    return;
  std::string inner = costs.mesh.str(chosen.inner),
              outer = costs.mesh.str(chosen.outer);
  explainGain(reduce.getLoc(), "split-by-level",
              "all_reduce over " + costs.mesh.str(axes) +
                  (isInTurn
                       ? " over " + inner + ", then over " + outer
                       : " as reduce_scatter over " + inner +
                             ", all_reduce over " + outer + " and all_gather"),
              before, best);
  if (isInTurn)
    llvm::append_range(left, buildInTurn(reduce, chosen));
  else
    left.push_back(buildInBlocks(reduce, chosen));
}

SmallVector<dist::AllReduceOp>
LevelSplitter::buildInTurn(dist::AllReduceOp reduce, const Levels &levels) {
  OpBuilder builder(reduce);
  SmallVector<dist::AllReduceOp> steps;
  Value value = reduce.getInput();
  for (const AxisList &axes : {levels.inner, levels.outer}) {
    steps.push_back(dist::AllReduceOp::create(
        builder, reduce.getLoc(), reduce.getType(), value,
        reduce.getMonoidAttr(),
        dist::AxisListAttr::fromAxisList(builder.getContext(), costs.mesh,
                                         mergeParts(costs.mesh, axes)),
        nullptr, reduce.getMeshAttr(), nullptr, nullptr, nullptr));
    value = steps.back();
  }
  reduce.replaceAllUsesWith(value);
  reduce.erase();
  return steps;
}

dist::AllReduceOp LevelSplitter::buildInBlocks(dist::AllReduceOp reduce,
                                               const Levels &levels) {
  const auto &[inner, outer] = levels;
  OpBuilder builder(reduce);
  MLIRContext *context = builder.getContext();
  Location loc = reduce.getLoc();
  auto axesAttr = [&](const AxisList &axes) {
    return dist::AxisListAttr::fromAxisList(context, costs.mesh,
                                            mergeParts(costs.mesh, axes));
  };
  auto type = cast<RankedTensorType>(reduce.getType());
  int64_t size = product(inner), dim = 0;
  // A dimension that divides, the outermost first; else all elements in a row.
  while (dim < type.getRank() && type.getDimSize(dim) % size != 0)
    ++dim;
  Value value = reduce.getInput();
  RankedTensorType whole = type;
  int64_t padding = 0;
  if (dim == type.getRank()) {
    dim = 0;
    int64_t elements = type.getNumElements();
    value = buildReshape(builder, loc, value, {elements});
    if (needsEvenBlocks(costs.mesh, inner))
      padding = llvm::alignTo(elements, size) - elements;
    if (padding > 0)
      value = buildExtended(builder, loc, value, dim, padding);
    whole = cast<RankedTensorType>(value.getType());
  }
  // With uneven blocks every step says from which layout to which.
  TypeAttr global;
  Layout partialLayout = Layout::replicate(whole.getRank()),
         left = partialLayout, blocks, full;
  partialLayout.monoid = left.monoid = reduce.getMonoid();
  partialLayout.partial = inner;
  partialLayout.partial.insert(partialLayout.partial.end(), outer.begin(),
                               outer.end());
  llvm::sort(partialLayout.partial);
  partialLayout.partial = mergeParts(costs.mesh, partialLayout.partial);
  left.dims[dim].axes = mergeParts(costs.mesh, inner);
  left.partial = mergeParts(costs.mesh, outer);
  blocks = left;
  blocks.partial.clear();
  full = Layout::replicate(whole.getRank());
  if (whole.getDimSize(dim) % size != 0)
    global = TypeAttr::get(whole);
  auto layout = [&](const Layout &of) {
    return global ? dist::ShardingAttr::fromLayout(
                        context, reduce.getMeshAttr(), costs.mesh, of)
                  : dist::ShardingAttr();
  };
  RankedTensorType blockType = dist::getLocalType(whole, left);
  IntegerAttr dimAttr = builder.getI64IntegerAttr(dim);
  value = dist::ReduceScatterOp::create(
      builder, loc, blockType, value, reduce.getMonoidAttr(), dimAttr,
      axesAttr(inner), nullptr, reduce.getMeshAttr(), global,
      layout(partialLayout), layout(left));
  auto across = dist::AllReduceOp::create(
      builder, loc, blockType, value, reduce.getMonoidAttr(), axesAttr(outer),
      nullptr, reduce.getMeshAttr(), global, layout(left), layout(blocks));
  value = dist::AllGatherOp::create(
      builder, loc, whole, across, dimAttr, axesAttr(inner), nullptr,
      reduce.getMeshAttr(), global, layout(blocks), layout(full));
  if (padding > 0)
    value = buildSlice(builder, loc, value, dim, 0, type.getNumElements());
  value = buildReshape(builder, loc, value, type.getShape());
  reduce.replaceAllUsesWith(value);
  reduce.erase();
  return across;
}

/// Splits an all-gather or reduce-scatter of even blocks at the best level, if
/// that is better; what is left over the slow links.
Operation *LevelSplitter::splitInOrder(Operation *op) {
  auto collective = cast<dist::CollectiveOpInterface>(op);
  auto scatter = dyn_cast<dist::ReduceScatterOp>(op);
  if (!collective.getAxesAttr() || op->hasAttr("global_type") ||
      !isOverDevices(costs.mesh, collective) ||
      (scatter &&
       isRoundedTwice(op->getResult(0).getType(), scatter.getMonoid())))
    return nullptr;
  AxisList axes = partsOf(collective.getAxesAttr().toAxisList(costs.mesh));
  const int outermost = outermostLevel(axes);
  CollectiveKind kind =
      scatter ? CollectiveKind::ReduceScatter : CollectiveKind::AllGather;
  // Of the side on which there is all of it.
  int64_t bytes = bytesOf(scatter ? op->getOperand(0).getType()
                                  : op->getResult(0).getType());
  CommCost before = costOf(kind, axes, bytes), best = before;
  Levels chosen;
  for (int level = 0; level < outermost; ++level) {
    Levels levels = cutAt(level, axes);
    if (product(levels.inner) == 1 || levels.outer.empty())
      continue;
    AxisList inOrder = levels.inner;
    inOrder.insert(inOrder.end(), levels.outer.begin(), levels.outer.end());
    CommCost after = costOf(kind, levels.inner, bytes) +
                     costOf(kind, levels.outer, bytes / product(levels.inner));
    if (inOrder != axes)
      after.seconds += costs.copySeconds(bytes);
    if (after.seconds < best.seconds * (1 - 1e-9)) {
      best = after;
      chosen = levels;
    }
  }
  if (chosen.inner.empty())
    return nullptr;
  StringRef name = scatter ? "reduce_scatter" : "all_gather";
  const AxisList &first = scatter ? chosen.inner : chosen.outer;
  const AxisList &then = scatter ? chosen.outer : chosen.inner;
  explainGain(op->getLoc(), "split-by-level",
              name + " over " + costs.mesh.str(axes) + " over " +
                  costs.mesh.str(first) + ", then over " + costs.mesh.str(then),
              before, best);
  return buildInOrder(op, axes, chosen.inner, chosen.outer);
}

/// The pieces of a dim, one factor per axis and the rest, brought from the
/// order of `from` into that of `to`.
static Value reorderPieces(OpBuilder &builder, Location loc, Value value,
                           int64_t dim, const AxisList &from,
                           const AxisList &to) {
  if (from == to)
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> pieces, order;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    int64_t begin = static_cast<int64_t>(pieces.size());
    if (d != dim) {
      pieces.push_back(type.getDimSize(d));
      order.push_back(begin);
      continue;
    }
    for (const AxisRef &axis : to)
      order.push_back(begin + (llvm::find(from, axis) - from.begin()));
    for (const AxisRef &axis : from)
      pieces.push_back(axis.size);
    order.push_back(static_cast<int64_t>(pieces.size()));
    pieces.push_back(type.getDimSize(dim) / product(from));
  }
  value = buildReshape(builder, loc, value, pieces);
  value = buildTransposed(builder, loc, value, order);
  return buildReshape(builder, loc, value, type.getShape());
}

Operation *LevelSplitter::buildInOrder(Operation *op, const AxisList &axes,
                                       const AxisList &inner,
                                       const AxisList &outer) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto axesAttr = [&](const AxisList &axes) {
    return dist::AxisListAttr::fromAxisList(builder.getContext(), costs.mesh,
                                            mergeParts(costs.mesh, axes));
  };
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto withExtent = [&](int64_t dim, int64_t extent) {
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] = extent;
    return RankedTensorType::get(shape, type.getElementType());
  };
  AxisList inOrder = inner;
  inOrder.insert(inOrder.end(), outer.begin(), outer.end());
  Operation *across = nullptr;
  Value value = op->getOperand(0);
  if (auto gather = dyn_cast<dist::AllGatherOp>(op)) {
    int64_t dim = gather.getDim();
    auto step = [&](const AxisList &over, int64_t extent) {
      return dist::AllGatherOp::create(
          builder, loc, withExtent(dim, extent), value, gather.getDimAttr(),
          axesAttr(over), nullptr, gather.getMeshAttr(), nullptr, nullptr,
          nullptr);
    };
    auto first = step(outer, type.getDimSize(dim) / product(inner));
    across = first;
    value = first;
    value = step(inner, type.getDimSize(dim));
    value = reorderPieces(builder, loc, value, dim, inOrder, axes);
  } else {
    auto scatter = cast<dist::ReduceScatterOp>(op);
    int64_t dim = scatter.getDim();
    value = reorderPieces(builder, loc, value, dim, axes, inOrder);
    auto step = [&](const AxisList &over, int64_t extent) {
      return dist::ReduceScatterOp::create(
          builder, loc, withExtent(dim, extent), value, scatter.getMonoidAttr(),
          scatter.getDimAttr(), axesAttr(over), nullptr, scatter.getMeshAttr(),
          nullptr, nullptr, nullptr);
    };
    value = step(inner, type.getDimSize(dim) * product(outer));
    auto last = step(outer, type.getDimSize(dim));
    across = last;
    value = last;
  }
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
  return across;
}

class SplitByLevel
    : public PassByWorker<impl::SplitByLevelPassBase<SplitByLevel>,
                          LevelSplitter> {
  using PassByWorker::PassByWorker;
};

} // namespace
} // namespace popt
