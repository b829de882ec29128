//===- DynamicSlices.cpp - Models of dynamic_slice and its update ---------===//
//
// Dims that are taken whole pass. A dim of which a part is taken may be split,
// too. Start indices are clamped globally; then each coordinate
//
//  - of dynamic_slice contributes the rows that it has, zero elsewhere, so that
//    the result is a partial sum:
//
//      %at = clamp(0, %start, size - taken) - %begin
//      %partial = select(0 <= %at + iota < extent, rows of %x at (%at + iota),
//                        0)
//
//  - of dynamic_update_slice writes the rows that fall into its block. That is
//    a scatter, which drops what lies outside: nothing is sent, and the block
//    is updated in place.
//
// Tested by test/unit/OpModels/LocaliseTest.cpp and
// test/OpModels/dynamic-slices.mlir.
//
//===----------------------------------------------------------------------===//
#include "Build.h"

using namespace mlir;

namespace popt {
namespace {

/// Dims of operand 0 that are split although only a part of them, as large as
/// in `part`, is taken.
SmallVector<int64_t> splitParts(const LocaliseContext &context,
                                ArrayRef<int64_t> part) {
  SmallVector<int64_t> dims;
  for (auto [dim, size] :
       llvm::enumerate(context.globalOperandType(0).getShape()))
    if (part[dim] != size &&
        !context.layouts.operands[0].dims[dim].axes.empty())
      dims.push_back(static_cast<int64_t>(dim));
  return dims;
}

//===----------------------------------------------------------------------===//
// dynamic_slice
//===----------------------------------------------------------------------===//

struct DynamicSliceModel
    : public OpModelBase<DynamicSliceModel, stablehlo::DynamicSliceOp> {
  FactorRule getFactorRule(Operation *op) const {
    Monoid monoid =
        elementOf(op->getResult(0)).isInteger(1) ? Monoid::Or : Monoid::Sum;
    return ruleOf(op, FactorKind::Reduction, monoid);
  }
  /// A split of the operand says nothing about the result.
  FactorRule getPropagationRule(Operation *op) const {
    return ruleOf(op, FactorKind::NeedReplication, std::nullopt);
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Window;
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return ifKeepsPartials(op, monoid, {{0}});
  }
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return KernelKind::GatherLike;
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto slice = cast<stablehlo::DynamicSliceOp>(op);
    SmallVector<int64_t> split = splitParts(context, slice.getSliceSizes());
    if (split.empty())
      return context.clone({{slice.getSliceSizesAttrName(),
                             context.builder.getDenseI64ArrayAttr(
                                 context.localResultType(0).getShape())}});
    return SmallVector<Value>{partialOf(slice, context, split)};
  }

private:
  static FactorRule ruleOf(Operation *op, FactorKind kind,
                           std::optional<Monoid> monoid) {
    auto slice = cast<stablehlo::DynamicSliceOp>(op);
    FactorRule rule;
    TensorFactors operand, result;
    for (auto [size, taken] :
         llvm::zip_equal(shapeOf(slice.getOperand()), slice.getSliceSizes())) {
      if (size == taken) {
        operand.push_back({rule.add(size)});
        result.push_back(operand.back());
        continue;
      }
      operand.push_back({rule.add(size, kind, monoid, /*blocked=*/true)});
      result.push_back({rule.add(taken, FactorKind::NeedReplication,
                                 std::nullopt, /*blocked=*/true)});
    }
    rule.operands.assign(op->getNumOperands(), {});
    rule.operands[0] = operand;
    rule.results = {result};
    return rule;
  }

  /// This coordinate's part of the slice, zero elsewhere.
  static Value partialOf(stablehlo::DynamicSliceOp slice,
                         LocaliseContext &context, ArrayRef<int64_t> split) {
    Build build(context);
    RankedTensorType global = context.globalOperandType(0);
    Value partial = context.operands[0];
    ArrayRef<int64_t> local = shapeOf(partial);
    SmallVector<int64_t> sizes(context.localResultType(0).getShape());
    SmallVector<Value> starts(sizes.size(), build.i32Scalar(0));
    SmallVector<Value> begins(sizes.size());
    for (int64_t dim = 0; dim < global.getRank(); ++dim) {
      int64_t taken = slice.getSliceSizes()[dim];
      int64_t limit = global.getDimSize(dim) - taken;
      if (limit == 0)
        continue;
      Value start = build.clampedStart(context.operands[1 + dim], limit);
      if (!llvm::is_contained(split, dim)) {
        starts[dim] = start;
        continue;
      }
      begins[dim] = build.subtract(
          start, context.blockBegin(context.layouts.operands[0].dims[dim],
                                    global.getDimSize(dim)));
      // One row is taken at once; several, which may lie in several blocks, one
      // by one below.
      if (taken == 1)
        starts[dim] = begins[dim];
      else
        sizes[dim] = local[dim];
    }
    if (ArrayRef(sizes) != local)
      partial = stablehlo::DynamicSliceOp::create(
          build.b, build.loc, RankedTensorType::get(sizes, elementOf(partial)),
          partial, starts, sizes);
    SmallVector<Value> rows;
    for (int64_t dim : split) {
      sizes[dim] = slice.getSliceSizes()[dim];
      rows.push_back(build.add(build.iota({sizes[dim]}, 0),
                               build.broadcast(begins[dim], {sizes[dim]})));
      if (sizes[dim] != 1)
        partial = takeRows(build, partial, rows.back(), dim);
    }
    Value isOwn;
    for (auto [dim, numbers] : llvm::zip_equal(split, rows)) {
      Value extent =
          context.isPadded(0, dim)
              ? context.blockExtent(context.layouts.operands[0].dims[dim],
                                    global.getDimSize(dim))
              : build.i32Scalar(local[dim]);
      Value isHere = build.broadcast(
          build.isInside(numbers, build.i32Scalar(0), extent), sizes, {dim});
      isOwn = isOwn ? build.binary<stablehlo::AndOp>(isOwn, isHere) : isHere;
    }
    Value zero =
        build.broadcast(context.scalar(elementOf(partial), Monoid::Sum), sizes);
    return build.select(isOwn, partial, zero);
  }

  /// The rows, by number along one dim; numbers outside are clamped.
  static Value takeRows(Build &build, Value x, Value rows, int64_t dim) {
    SmallVector<int64_t> sizes(shapeOf(x)), result(sizes), offsets;
    result[dim] = shapeOf(rows)[0];
    sizes[dim] = 1;
    for (int64_t d = 0; d < rankOf(x); ++d)
      if (d != dim)
        offsets.push_back(d);
    auto numbers = stablehlo::GatherDimensionNumbersAttr::get(
        build.b.getContext(), offsets, {dim}, {}, {}, {dim},
        /*indexVectorDim=*/1);
    return stablehlo::GatherOp::create(
        build.b, build.loc, RankedTensorType::get(result, elementOf(x)), x,
        rows, numbers, sizes, /*indices_are_sorted=*/true);
  }
};

//===----------------------------------------------------------------------===//
// dynamic_update_slice
//===----------------------------------------------------------------------===//

struct DynamicUpdateSliceModel
    : public OpModelBase<DynamicUpdateSliceModel,
                         stablehlo::DynamicUpdateSliceOp> {
  /// All dims of the operand pass; the update is read whole where it is
  /// smaller.
  FactorRule getFactorRule(Operation *op) const {
    auto slice = cast<stablehlo::DynamicUpdateSliceOp>(op);
    FactorRule rule;
    TensorFactors operand, update;
    for (auto [size, written] : llvm::zip_equal(shapeOf(slice.getOperand()),
                                                shapeOf(slice.getUpdate()))) {
      operand.push_back({rule.add(size)});
      update.push_back(
          size == written
              ? operand.back()
              : DimFactors{rule.add(written, FactorKind::NeedReplication)});
    }
    rule.operands.assign(op->getNumOperands(), {});
    rule.operands[0] = operand;
    rule.operands[1] = update;
    rule.results = {operand};
    return rule;
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Window;
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return ifKeepsPartials(op, monoid, {{0, 1}});
  }
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return KernelKind::InPlaceUpdate;
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    SmallVector<int64_t> split =
        splitParts(context, context.globalOperandType(1).getShape());
    if (split.empty())
      return context.clone();
    return SmallVector<Value>{writeOwn(context, split)};
  }

private:
  /// A scatter whose scatter dims are the split ones: rows that are not of this
  /// block are dropped.
  static Value writeOwn(LocaliseContext &context, ArrayRef<int64_t> split) {
    Build build(context);
    RankedTensorType global = context.globalOperandType(0);
    ArrayRef<int64_t> written = context.globalOperandType(1).getShape();
    Value block = context.operands[0], update = context.operands[1];
    SmallVector<int64_t> grid, window, addressed;
    for (int64_t dim : split)
      grid.push_back(written[dim]);
    grid.push_back(1);
    SmallVector<Value> components;
    for (int64_t dim = 0; dim < global.getRank(); ++dim) {
      bool isSplit = llvm::is_contained(split, dim);
      if (!isSplit)
        window.push_back(dim);
      int64_t size = global.getDimSize(dim);
      if (written[dim] == size)
        continue;
      Value start =
          build.clampedStart(context.operands[2 + dim], size - written[dim]);
      if (isSplit)
        start = build.subtract(
            start,
            context.blockBegin(context.layouts.operands[0].dims[dim], size));
      Value component = build.broadcast(start, grid);
      if (isSplit && written[dim] > 1)
        component =
            build.add(component,
                      build.iota(grid, llvm::find(split, dim) - split.begin()));
      addressed.push_back(dim);
      components.push_back(component);
    }
    int64_t last = static_cast<int64_t>(grid.size()) - 1;
    Value indices = build.concatenate(components, last);
    auto numbers = stablehlo::ScatterDimensionNumbersAttr::get(
        build.b.getContext(), window, split, {}, {}, addressed, last);
    auto scatter = stablehlo::ScatterOp::create(
        build.b, build.loc, TypeRange(block.getType()), ValueRange(block),
        indices, ValueRange(update), numbers, /*indices_are_sorted=*/true,
        /*unique_indices=*/true);
    Region &body = scatter->getRegion(0);
    OpBuilder inner(build.b.getContext());
    auto scalar = RankedTensorType::get({}, elementOf(block));
    mlir::Block *entry =
        inner.createBlock(&body, {}, {scalar, scalar}, {build.loc, build.loc});
    stablehlo::ReturnOp::create(inner, build.loc, entry->getArgument(1));
    return scatter->getResult(0);
  }
};

} // namespace

void attachDynamicSliceModels(MLIRContext *context) {
  attachModels<DynamicSliceModel, DynamicUpdateSliceModel>(context);
}

} // namespace popt
