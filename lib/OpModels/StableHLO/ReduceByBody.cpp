//===- ReduceByBody.cpp - Split reductions whose body is no monoid --------===//
//
// argmax pairs and custom bodies never become partial. Each coordinate reduces
// its block, the results (one element per coordinate and result element) are
// gathered, and the same body combines them in the order of the blocks:
//
//   %0:3 = reduce(%valid, %x, %n) { both valid: body, else the valid one }
//   %1 = dist.all_gather %0#1 dim 0 over {"a"} ...
//   %2:2 = reduce(%1, ...) init: %init { body }
//
// The initial value thus counts once, and neither padding nor an empty block
// takes part. Tested by test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Build.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace popt {
namespace {

/// Axes over which the reduction is split, major to minor in the order of the
/// reduced dims.
AxisList splitAxes(stablehlo::ReduceOp reduce, const OpLayouts &layouts) {
  AxisList axes;
  SmallVector<int64_t> dims(reduce.getDimensions());
  llvm::sort(dims);
  for (int64_t dim : dims)
    llvm::append_range(axes, layouts.operands[0].dims[dim].axes);
  return axes;
}

/// For each member along the axes: whether it has an element to reduce.
SmallVector<bool> nonEmptyMembers(stablehlo::ReduceOp reduce, const Mesh &mesh,
                                  const OpLayouts &layouts,
                                  const AxisList &axes) {
  SmallVector<bool> isNonEmpty;
  for (int64_t rank : mesh.group(axes, 0)) {
    bool hasAll = true;
    for (int64_t dim : reduce.getDimensions())
      hasAll &= blockAt(mesh, layouts.operands[0].dims[dim],
                        shapeOf(reduce.getInputs().front())[dim],
                        mesh.coordinates(rank))
                    .extent > 0;
    isNonEmpty.push_back(hasAll);
  }
  return isNonEmpty;
}

class BodyReduction {
public:
  BodyReduction(stablehlo::ReduceOp reduce, LocaliseContext &context)
      : reduce(reduce), context(context), build(context),
        count(reduce.getInputs().size()) {}

  SmallVector<Value> run() {
    AxisList axes = splitAxes(reduce, context.layouts);
    ValueRange inits = context.operands.drop_front(count);
    SmallVector<Value> inputs{ownElements()}, starts{flags({}, {false})};
    llvm::append_range(inputs, context.operands.take_front(count));
    llvm::append_range(starts, inits);
    SmallVector<int64_t> dims(reduce.getDimensions());
    SmallVector<Value> own = reduceOver(inputs, starts, dims, true);

    SmallVector<Value> all;
    for (Value value : ArrayRef(own).drop_front())
      all.push_back(build.gatherStacked(value, axes));
    SmallVector<bool> isNonEmpty =
        nonEmptyMembers(reduce, context.mesh, context.layouts, axes);
    if (llvm::all_of(isNonEmpty, [](bool is) { return is; }))
      return reduceOver(all, SmallVector<Value>(inits), {0}, false);
    ArrayRef<int64_t> shape = shapeOf(all.front());
    all.insert(all.begin(),
               build.broadcast(flags({shape[0]}, isNonEmpty), shape, {0}));
    starts.front() = flags({}, {true});
    SmallVector<Value> results = reduceOver(all, starts, {0}, true);
    return SmallVector<Value>(ArrayRef(results).drop_front());
  }

private:
  Value flags(ArrayRef<int64_t> shape, ArrayRef<bool> values) {
    auto type = RankedTensorType::get(shape, build.b.getI1Type());
    return stablehlo::ConstantOp::create(build.b, build.loc,
                                         DenseElementsAttr::get(type, values));
  }

  /// True at the elements of this coordinate's block.
  Value ownElements() {
    ArrayRef<int64_t> shape = shapeOf(context.operands[0]);
    Value own = build.broadcast(flags({}, {true}), shape);
    SmallVector<int64_t> dims(reduce.getDimensions());
    return context.maskPadding(0, own, dims, flags({}, {false}));
  }

  /// With flags, operand 0 says which elements take part.
  SmallVector<Value> reduceOver(ArrayRef<Value> inputs, ArrayRef<Value> inits,
                                ArrayRef<int64_t> dims, bool withFlags) {
    SmallVector<int64_t> shape = withoutDims(shapeOf(inputs.front()), dims);
    SmallVector<Type> types;
    for (Value input : inputs)
      types.push_back(RankedTensorType::get(shape, elementOf(input)));
    auto made =
        stablehlo::ReduceOp::create(build.b, build.loc, types, inputs, inits,
                                    build.b.getDenseI64ArrayAttr(dims));
    if (withFlags) {
      addFlaggedBody(build.loc, reduce.getBody().front(), made.getBody());
    } else {
      IRMapping mapping;
      reduce.getBody().cloneInto(&made.getBody(), mapping);
    }
    return SmallVector<Value>(made->getResults());
  }

  stablehlo::ReduceOp reduce;
  LocaliseContext &context;
  Build build;
  unsigned count;
};

} // namespace

bool isSplitByBody(Operation *op, const OpLayouts &layouts) {
  auto reduce = cast<stablehlo::ReduceOp>(op);
  bool isMonoid = reduce.getInputs().size() == 1 &&
                  monoidOfBody(reduce.getBody()).has_value();
  return !isMonoid && !splitAxes(reduce, layouts).empty();
}

SmallVector<Value> reduceByBody(Operation *op, LocaliseContext &context) {
  return BodyReduction(cast<stablehlo::ReduceOp>(op), context).run();
}

SmallVector<InnerMove> reduceByBodyMoves(Operation *op,
                                         const OpLayouts &layouts) {
  AxisList axes = splitAxes(cast<stablehlo::ReduceOp>(op), layouts);
  SmallVector<InnerMove> moves;
  for (auto [result, layout] :
       llvm::zip_equal(op->getResults(), layouts.results))
    moves.push_back({CollectiveKind::AllGather, axes,
                     product(axes) * bytesOf(localType(result, layout))});
  return moves;
}

} // namespace popt
