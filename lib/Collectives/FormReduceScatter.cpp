//===- FormReduceScatter.cpp - Reduce only what is kept -------------------===//
//
// Turns all-reduces whose results are only sliced into reduce-scatters, or into
// smaller all-reduces. Before and after IR: Passes.td. Tested by
// test/Collectives/form-reduce-scatter.mlir, and by execution there.
//
//===----------------------------------------------------------------------===//
#include "Common.h"

#include "popt/Collectives/Passes.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_FORMREDUCESCATTERPASS
#include "popt/Collectives/Passes.h.inc"

namespace {

/// One step of the sequence that replaces an all-reduce and a slice.
struct Step {
  ReshardKind kind;
  AxisList axes;
};

/// The sequence that replaces an all-reduce and one of its slices.
struct Sequence {
  SmallVector<Step, 4> steps;
  int64_t wireBytes = 0;
};

RankedTensorType withElement(RankedTensorType type, Type element) {
  return RankedTensorType::get(type.getShape(), element);
}

/// A sum that is converted and then only sliced (partial values of narrow
/// floats are f32) is sliced first and then converted; so for every operation
/// on single elements.
void sliceFirst(dist::AllReduceOp reduce) {
  if (!reduce->hasOneUse())
    return;
  Operation *convert = *reduce->user_begin();
  if (!isPointwise(convert) || convert->getNumOperands() != 1 ||
      convert->use_empty() ||
      !llvm::all_of(convert->getUsers(), llvm::IsaPred<dist::AllSliceOp>))
    return;
  Type element = cast<RankedTensorType>(reduce.getType()).getElementType();
  for (Operation *user : llvm::make_early_inc_range(convert->getUsers())) {
    auto slice = cast<dist::AllSliceOp>(user);
    OpBuilder builder(slice);
    auto type = cast<RankedTensorType>(slice.getType());
    auto wide = cast<dist::AllSliceOp>(builder.clone(*slice));
    wide.getInputMutable().assign(reduce.getResult());
    wide.getResult().setType(withElement(type, element));
    if (TypeAttr global = slice.getGlobalTypeAttr())
      wide.setGlobalTypeAttr(TypeAttr::get(
          withElement(cast<RankedTensorType>(global.getValue()), element)));
    Operation *narrow = builder.clone(*convert);
    narrow->setOperand(0, wide.getResult());
    narrow->getResult(0).setType(type);
    slice.replaceAllUsesWith(narrow);
    slice.erase();
  }
  convert->erase();
}

/// The type after a slice or a reduce-scatter of `dim` over `axes`, all blocks
/// equal.
RankedTensorType sliced(RankedTensorType type, int64_t dim,
                        const AxisList &axes) {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] /= product(axes);
  return RankedTensorType::get(shape, type.getElementType());
}

class Rewriter {
public:
  explicit Rewriter(dist::MeshOp meshOp)
      : meshName(meshOp.getRef()), mesh(meshOp.toMesh()) {}

  /// Rewrites an all-reduce and its slices if that saves bytes.
  bool rewrite(dist::AllReduceOp reduce) {
    if (!reduce.getAxesAttr() || reduce->use_empty())
      return false;
    sliceFirst(reduce);
    AxisList reduced = reduce.getAxesAttr().toAxisList(mesh);
    SmallVector<dist::AllSliceOp> slices;
    for (Operation *user : reduce->getUsers()) {
      auto slice = dyn_cast<dist::AllSliceOp>(user);
      if (!slice || !slice.getAxesAttr())
        return false;
      slices.push_back(slice);
    }
    // Uses are listed backwards.
    llvm::sort(slices, [](dist::AllSliceOp a, dist::AllSliceOp b) {
      return a->isBeforeInBlock(b);
    });
    auto type = cast<RankedTensorType>(reduce.getType());
    int64_t before =
        wireBytes(CollectiveKind::AllReduce, product(reduced), bytesOf(type));
    int64_t after = 0;
    llvm::MapVector<std::pair<int64_t, Attribute>, Sequence> sequences;
    for (dist::AllSliceOp slice : slices) {
      auto [it, isNew] = sequences.insert({keyOf(slice), Sequence()});
      if (!isNew)
        continue;
      std::optional<Sequence> sequence = sequenceFor(reduce, slice);
      if (!sequence)
        return false;
      after += sequence->wireBytes;
      it->second = std::move(*sequence);
    }
    if (after >= before)
      return false;
    explain(reduce, before, after);
    llvm::MapVector<std::pair<int64_t, Attribute>, Value> built;
    for (dist::AllSliceOp slice : slices) {
      Value &value = built[keyOf(slice)];
      if (!value)
        value = build(reduce, slice, sequences[keyOf(slice)]);
      slice.getResult().replaceAllUsesWith(value);
      slice.erase();
    }
    reduce.erase();
    return true;
  }

private:
  static std::pair<int64_t, Attribute> keyOf(dist::AllSliceOp slice) {
    return {static_cast<int64_t>(slice.getDim()), slice.getAxesAttr()};
  }

  std::optional<Sequence> sequenceFor(dist::AllReduceOp reduce,
                                      dist::AllSliceOp slice) {
    AxisList rest = reduce.getAxesAttr().toAxisList(mesh);
    AxisList prefix, common, suffix;
    for (const AxisRef &axis : slice.getAxesAttr().toAxisList(mesh)) {
      auto it = llvm::find(rest, axis);
      if (it != rest.end()) {
        if (!suffix.empty())
          return std::nullopt; // they do not stand together
        common.push_back(axis);
        rest.erase(it);
        continue;
      }
      if (overlaps({axis}, rest))
        return std::nullopt; // a part of a reduced axis
      (common.empty() ? prefix : suffix).push_back(axis);
    }
    if (!common.empty() && !rest.empty() &&
        isRoundedTwice(reduce.getType(), reduce.getMonoid()))
      return std::nullopt;

    Sequence sequence;
    auto type = cast<RankedTensorType>(reduce.getType());
    int64_t bytes = bytesOf(type);
    auto add = [&](ReshardKind kind, const AxisList &axes) {
      if (!axes.empty())
        sequence.steps.push_back({kind, axes});
    };
    add(ReshardKind::Slice, prefix);
    bytes = llvm::divideCeil(bytes, product(prefix));
    add(ReshardKind::ReduceScatter, common);
    if (!common.empty())
      sequence.wireBytes +=
          wireBytes(CollectiveKind::ReduceScatter, product(common), bytes);
    add(ReshardKind::Slice, suffix);
    add(ReshardKind::AllReduce, rest);
    if (!rest.empty())
      sequence.wireBytes +=
          wireBytes(CollectiveKind::AllReduce, product(rest),
                    bytesOf(cast<RankedTensorType>(slice.getType())));
    return sequence;
  }

  /// Builds the sequence before the all-reduce.
  Value build(dist::AllReduceOp reduce, dist::AllSliceOp slice,
              const Sequence &sequence) {
    OpBuilder builder(reduce);
    MLIRContext *context = builder.getContext();
    Location loc = reduce.getLoc();
    int64_t dim = slice.getDim();
    auto monoid = reduce.getMonoidAttr();
    // With uneven blocks every step says from which layout to which.
    TypeAttr global = slice.getGlobalTypeAttr();
    Layout layout;
    if (global) {
      layout = slice.getFromAttr().toLayout(mesh).closed();
      layout.monoid = monoid.getValue();
      llvm::append_range(layout.partial, reduce.getAxesAttr().toAxisList(mesh));
      layout.partial = inMeshOrder(layout.partial);
    }
    Value value = reduce.getInput();
    for (const Step &step : sequence.steps) {
      Layout before = layout;
      auto type = cast<RankedTensorType>(value.getType());
      bool splits = step.kind != ReshardKind::AllReduce;
      bool reduces = step.kind != ReshardKind::Slice;
      if (global) {
        if (splits)
          llvm::append_range(layout.dims[dim].axes, step.axes);
        if (splits)
          layout.dims[dim].axes = mergeParts(mesh, layout.dims[dim].axes);
        if (reduces)
          llvm::erase_if(layout.partial, [&](const AxisRef &axis) {
            return llvm::is_contained(step.axes, axis);
          });
        type = dist::getLocalType(cast<RankedTensorType>(global.getValue()),
                                  layout);
      } else if (splits) {
        type = sliced(type, dim, step.axes);
      }
      auto axes = dist::AxisListAttr::fromAxisList(context, mesh, step.axes);
      dist::ShardingAttr from, to;
      if (global) {
        from = dist::ShardingAttr::fromLayout(context, meshName, mesh, before);
        to = dist::ShardingAttr::fromLayout(context, meshName, mesh, layout);
      }
      IntegerAttr dimAttr = builder.getI64IntegerAttr(dim);
      if (!splits)
        value =
            dist::AllReduceOp::create(builder, loc, type, value, monoid, axes,
                                      nullptr, meshName, global, from, to);
      else if (reduces)
        value = dist::ReduceScatterOp::create(builder, loc, type, value, monoid,
                                              dimAttr, axes, nullptr, meshName,
                                              global, from, to);
      else
        value = dist::AllSliceOp::create(builder, slice.getLoc(), type, value,
                                         dimAttr, axes, nullptr, meshName,
                                         global, from, to);
    }
    return value;
  }

  static AxisList inMeshOrder(AxisList axes) {
    llvm::sort(axes);
    return axes;
  }

  void explain(dist::AllReduceOp reduce, int64_t before, int64_t after) {
    std::string axes = mesh.str(reduce.getAxesAttr().toAxisList(mesh));
    remark::passed(
        reduce.getLoc(),
        remark::RemarkOpts::name("reduce-scatter").category("collectives"))
        << llvm::formatv("all_reduce over {0} is only sliced: reducing what is "
                         "kept sends {1} bytes instead of {2}, {3} fewer",
                         axes, after, before, before - after)
               .str();
  }

  FlatSymbolRefAttr meshName;
  Mesh mesh;
};

class FormReduceScatter
    : public impl::FormReduceScatterPassBase<FormReduceScatter> {
  using Base::Base;

  void runOnOperation() override {
    dist::MeshOp meshOp = dist::getMesh(getOperation());
    if (!meshOp)
      return;
    Rewriter rewriter(meshOp);
    // A rewrite may leave an all-reduce before the next slice.
    bool changed = true;
    while (changed) {
      changed = false;
      SmallVector<dist::AllReduceOp> reduces;
      getOperation().walk(
          [&](dist::AllReduceOp reduce) { reduces.push_back(reduce); });
      for (dist::AllReduceOp reduce : reduces)
        changed |= rewriter.rewrite(reduce);
    }
  }
};

} // namespace
} // namespace popt
