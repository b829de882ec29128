//===- SplitByLevel.cpp - All-reduces of two levels -----------------------===//
//
// An all-reduce whose groups cross slow links becomes a reduce-scatter over the
// fast ones, an all-reduce of what is left over the slow ones, and an
// all-gather over the fast ones. Before and after IR: Passes.td. Tested by
// test/Collectives/split-by-level.mlir, and by execution in test/Execute.
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

class LevelSplitter {
public:
  explicit LevelSplitter(const CollectivesInput &input) : input(input) {}

  void run(func::FuncOp function) {
    SmallVector<dist::AllReduceOp> reduces;
    function.walk([&](dist::AllReduceOp reduce) { reduces.push_back(reduce); });
    for (dist::AllReduceOp reduce : reduces)
      while (reduce)
        reduce = split(reduce);
  }

private:
  AxisList partsOf(const AxisList &axes);
  CommCost costOf(Collective kind, const AxisList &axes, int64_t bytes) {
    return input.machine.collective(kind, input.mesh, axes, bytes);
  }
  dist::AllReduceOp split(dist::AllReduceOp reduce);
  dist::AllReduceOp build(dist::AllReduceOp reduce, const AxisList &inner,
                          const AxisList &outer);

  const CollectivesInput &input;
};

/// The axes cut where their major part crosses slower links than the rest.
AxisList LevelSplitter::partsOf(const AxisList &axes) {
  AxisList parts;
  for (AxisRef ref : axes) {
    // From the largest minor part that stays within faster links.
    int64_t minor = ref.size - 1;
    for (; minor > 1; --minor) {
      AxisRef part{ref.axis, ref.pre * (ref.size / minor), minor};
      if (ref.size % minor == 0 && input.machine.level(input.mesh, part) <
                                       input.machine.level(input.mesh, ref))
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

/// Splits at the best level, if that is better; the all-reduce that is left.
dist::AllReduceOp LevelSplitter::split(dist::AllReduceOp reduce) {
  if (!reduce.getAxesAttr() || !isOverDevices(input, reduce) ||
      isRoundedTwice(reduce.getType(), reduce.getMonoid()))
    return {};
  AxisList axes = partsOf(reduce.getAxesAttr().toAxisList(input.mesh));
  auto levelOf = [&](const AxisRef &ref) {
    return input.machine.level(input.mesh, ref);
  };
  int outermost = 0;
  for (const AxisRef &ref : axes)
    outermost = std::max(outermost, levelOf(ref));
  int64_t bytes = bytesOf(reduce.getType());
  CommCost before = costOf(Collective::AllReduce, axes, bytes), best = before;
  AxisList bestInner, bestOuter;
  for (int level = 0; level < outermost; ++level) {
    AxisList inner, outer;
    for (const AxisRef &ref : axes)
      (levelOf(ref) <= level ? inner : outer).push_back(ref);
    int64_t size = product(inner);
    if (inner.empty() || outer.empty() || size == 1)
      continue;
    // Uneven blocks are padded.
    int64_t block = llvm::divideCeil(bytes, size);
    CommCost after = costOf(Collective::ReduceScatter, inner, block * size) +
                     costOf(Collective::AllReduce, outer, block) +
                     costOf(Collective::AllGather, inner, block * size);
    if (after.seconds < best.seconds * (1 - 1e-9)) {
      best = after;
      bestInner = inner;
      bestOuter = outer;
    }
  }
  if (bestInner.empty())
    return {};
  explainGain(reduce.getLoc(), "split-by-level",
              Twine("all_reduce over ") + input.mesh.str(axes) +
                  " as reduce_scatter over " + input.mesh.str(bestInner) +
                  ", all_reduce over " + input.mesh.str(bestOuter) +
                  " and all_gather",
              before, best);
  return build(reduce, bestInner, bestOuter);
}

dist::AllReduceOp LevelSplitter::build(dist::AllReduceOp reduce,
                                       const AxisList &inner,
                                       const AxisList &outer) {
  OpBuilder builder(reduce);
  MLIRContext *context = builder.getContext();
  Location loc = reduce.getLoc();
  auto axesAttr = [&](const AxisList &axes) {
    return dist::AxisListAttr::fromAxisList(context, input.mesh,
                                            mergeParts(input.mesh, axes));
  };
  auto type = cast<RankedTensorType>(reduce.getType());
  int64_t size = product(inner), dim = 0;
  // A dimension that divides, the outermost first; else all elements in a row.
  while (dim < type.getRank() && type.getDimSize(dim) % size != 0)
    ++dim;
  Value value = reduce.getInput();
  RankedTensorType whole = type;
  if (dim == type.getRank()) {
    dim = 0;
    whole =
        RankedTensorType::get({type.getNumElements()}, type.getElementType());
    value = buildReshape(builder, loc, value, whole.getShape());
  }
  // With uneven blocks every step says from which layout to which.
  TypeAttr global;
  Layout terms = Layout::replicate(whole.getRank()), left = terms, blocks, full;
  terms.monoid = left.monoid = reduce.getMonoid();
  terms.partial = inner;
  terms.partial.insert(terms.partial.end(), outer.begin(), outer.end());
  llvm::sort(terms.partial);
  terms.partial = mergeParts(input.mesh, terms.partial);
  left.dims[dim].axes = mergeParts(input.mesh, inner);
  left.partial = mergeParts(input.mesh, outer);
  blocks = left;
  blocks.partial.clear();
  full = Layout::replicate(whole.getRank());
  if (whole.getDimSize(dim) % size != 0)
    global = TypeAttr::get(whole);
  auto layout = [&](const Layout &of) {
    return global ? dist::ShardingAttr::fromLayout(
                        context, reduce.getMeshAttr(), input.mesh, of)
                  : dist::ShardingAttr();
  };
  RankedTensorType blockType = dist::getLocalType(whole, left);
  IntegerAttr dimAttr = builder.getI64IntegerAttr(dim);
  value = dist::ReduceScatterOp::create(
      builder, loc, blockType, value, reduce.getMonoidAttr(), dimAttr,
      axesAttr(inner), nullptr, reduce.getMeshAttr(), global, layout(terms),
      layout(left));
  auto across = dist::AllReduceOp::create(
      builder, loc, blockType, value, reduce.getMonoidAttr(), axesAttr(outer),
      nullptr, reduce.getMeshAttr(), global, layout(left), layout(blocks));
  value = dist::AllGatherOp::create(
      builder, loc, whole, across, dimAttr, axesAttr(inner), nullptr,
      reduce.getMeshAttr(), global, layout(blocks), layout(full));
  value = buildReshape(builder, loc, value, type.getShape());
  reduce.replaceAllUsesWith(value);
  reduce.erase();
  return across;
}

class SplitByLevel : public impl::SplitByLevelPassBase<SplitByLevel> {
  using Base::Base;

  void runOnOperation() override {
    auto run = [&](const CollectivesInput &input, func::FuncOp function) {
      LevelSplitter(input).run(function);
    };
    if (failed(forEachFunction(getOperation(), cluster, run)))
      signalPassFailure();
  }
};

} // namespace
} // namespace popt
