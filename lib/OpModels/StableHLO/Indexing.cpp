//===- Indexing.cpp - Models of gather, scatter and dynamic slices --------===//
//
// gather: batch dims of the indices and whole slices of the operand pass. An
// operand dim from which single elements are taken by index may be split:
// every coordinate looks up what it has, masks the rest, and the results are
// terms of a sum:
//
//   %clamped = clamp(0, %indices, size - 1)       global semantics
//   %local = %clamped - %begin
//   %r = select(begin <= %clamped < begin + extent, gather(%x, %local), 0)
//
// scatter: an operand dim addressed by index may be split, too; updates that
// fall outside the block are dropped by scatter itself. Split updates are a
// reduction by the body's monoid; the operand holds terms over their axes.
// dynamic_slice, dynamic_update_slice: dims taken whole pass. Tested by
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Models.h"

using namespace mlir;

namespace popt {
namespace {

/// How many components an index has, and along which dim they lie.
struct IndexVector {
  Value indices;
  int64_t dim; ///< rank of the indices if an index is one scalar

  bool isImplicit() const { return dim == rankOf(indices); }
};

/// A tensor of the indices' shape whose component k is values[k] (scalars).
Value perComponent(OpBuilder &builder, Location loc, IndexVector vector,
                   ArrayRef<Value> values) {
  auto type = cast<RankedTensorType>(vector.indices.getType());
  auto scalarType = RankedTensorType::get({}, type.getElementType());
  SmallVector<Value> parts;
  SmallVector<int64_t> shape(type.getShape());
  if (!vector.isImplicit())
    shape[vector.dim] = 1;
  auto partType = RankedTensorType::get(shape, type.getElementType());
  for (Value value : values) {
    if (value.getType() != scalarType)
      value = stablehlo::ConvertOp::create(builder, loc, scalarType, value);
    parts.push_back(stablehlo::BroadcastInDimOp::create(
        builder, loc, partType, value, builder.getDenseI64ArrayAttr({})));
  }
  if (parts.size() == 1)
    return parts.front();
  return stablehlo::ConcatenateOp::create(builder, loc, type, parts,
                                          vector.dim);
}

Value intScalar(OpBuilder &builder, Location loc, Type elementType,
                int64_t value) {
  auto type = RankedTensorType::get({}, elementType);
  return stablehlo::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          type, ArrayRef<Attribute>(builder.getIntegerAttr(
                    elementType,
                    APInt(elementType.getIntOrFloatBitWidth(), value,
                          /*isSigned=*/false, /*implicitTrunc=*/true)))));
}

/// Begin of this coordinate's block for each operand dim in `map`, or 0.
SmallVector<Value> blockBegins(LocaliseContext &context, unsigned operand,
                               ArrayRef<int64_t> map, Type elementType) {
  SmallVector<Value> begins;
  for (int64_t dim : map) {
    const DimLayout &split = context.layouts.operands[operand].dims[dim];
    begins.push_back(
        split.axes.empty()
            ? intScalar(context.builder, context.loc(), elementType, 0)
            : context.blockBegin(
                  split, context.globalOperandType(operand).getDimSize(dim)));
  }
  return begins;
}

/// The indices in a type that can count every operand dim: narrow ones are
/// widened before block begins are taken from them.
Value wideIndices(OpBuilder &builder, Location loc, Value indices) {
  auto type = cast<RankedTensorType>(indices.getType());
  if (type.getElementTypeBitWidth() >= 32)
    return indices;
  return stablehlo::ConvertOp::create(
      builder, loc,
      RankedTensorType::get(type.getShape(), builder.getI32Type()), indices);
}

bool isSplit(const LocaliseContext &context, unsigned operand,
             ArrayRef<int64_t> dims) {
  return llvm::any_of(dims, [&](int64_t d) {
    return !context.layouts.operands[operand].dims[d].axes.empty();
  });
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

struct GatherModel : public OpModelBase<GatherModel, stablehlo::GatherOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto gather = cast<stablehlo::GatherOp>(op);
    auto numbers = gather.getDimensionNumbers();
    ArrayRef<int64_t> shape = shapeOf(gather.getOperand());
    FactorRule rule;
    TensorFactors operand(shape.size()), indices, result;
    result.resize(rankOf(gather.getResult()));

    SmallVector<int64_t> batchDims;
    for (int64_t d = 0; d < rankOf(gather.getResult()); ++d)
      if (!llvm::is_contained(numbers.getOffsetDims(), d))
        batchDims.push_back(d);
    size_t nextBatch = 0;
    for (auto [dim, size] :
         llvm::enumerate(shapeOf(gather.getStartIndices()))) {
      if (static_cast<int64_t>(dim) == numbers.getIndexVectorDim()) {
        indices.push_back({rule.add(size, FactorKind::NeedReplication)});
        continue;
      }
      int factor = rule.add(size);
      indices.push_back({factor});
      result[batchDims[nextBatch++]] = {factor};
      auto batching = numbers.getStartIndicesBatchingDims();
      if (auto it = llvm::find(batching, static_cast<int64_t>(dim));
          it != batching.end())
        operand[numbers.getOperandBatchingDims()[it - batching.begin()]] = {
            factor};
    }

    Monoid monoid =
        elementOf(op->getResult(0)).isInteger(1) ? Monoid::Or : Monoid::Sum;
    size_t nextOffset = 0;
    for (auto [dim, size] : llvm::enumerate(shape)) {
      int64_t d = static_cast<int64_t>(dim);
      if (llvm::is_contained(numbers.getOperandBatchingDims(), d))
        continue;
      bool isCollapsed = llvm::is_contained(numbers.getCollapsedSliceDims(), d);
      bool isIndexed = llvm::is_contained(numbers.getStartIndexMap(), d);
      int64_t taken = gather.getSliceSizes()[dim];
      std::optional<int64_t> target;
      if (!isCollapsed)
        target = numbers.getOffsetDims()[nextOffset++];
      if (taken == size && target) {
        operand[dim] = result[*target] = {rule.add(size)};
        continue;
      }
      if (isIndexed && taken == 1) {
        operand[dim] = {rule.add(size, FactorKind::Reduction, monoid)};
        continue;
      }
      operand[dim] = {rule.add(size, FactorKind::NeedReplication)};
      if (target)
        result[*target] = {rule.add(taken, FactorKind::NeedReplication)};
    }
    rule.operands = {operand, indices};
    rule.results = {result};
    return rule;
  }

  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    if (!keepsTerms(elementOf(op->getResult(0)), monoid))
      return {};
    return {{0}};
  }

  KernelKind getKernelKind(Operation *op) const {
    return KernelKind::GatherLike;
  }

  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto gather = cast<stablehlo::GatherOp>(op);
    auto numbers = gather.getDimensionNumbers();
    SmallVector<int64_t> sizes(gather.getSliceSizes());
    auto localOperand = cast<RankedTensorType>(context.operands[0].getType());
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (size == context.globalOperandType(0).getDimSize(dim))
        size = localOperand.getDimSize(dim);
    NamedAttribute sizesAttr(gather.getSliceSizesAttrName(),
                             context.builder.getDenseI64ArrayAttr(sizes));
    SmallVector<int64_t> lookedUp;
    for (int64_t dim : numbers.getStartIndexMap())
      if (gather.getSliceSizes()[dim] == 1 &&
          context.globalOperandType(0).getDimSize(dim) != 1)
        lookedUp.push_back(dim);
    if (!isSplit(context, 0, lookedUp))
      return context.clone({sizesAttr});
    return lookUpOwn(gather, context, sizesAttr);
  }

private:
  /// The lookup of what this coordinate has, zero elsewhere.
  static SmallVector<Value> lookUpOwn(stablehlo::GatherOp gather,
                                      LocaliseContext &context,
                                      NamedAttribute sizesAttr) {
    OpBuilder &builder = context.builder;
    Location loc = context.loc();
    auto numbers = gather.getDimensionNumbers();
    IndexVector vector{wideIndices(builder, loc, context.operands[1]),
                       numbers.getIndexVectorDim()};
    auto indexType = cast<RankedTensorType>(vector.indices.getType());
    Type element = indexType.getElementType();
    auto map = numbers.getStartIndexMap();

    SmallVector<Value> zeros, limits, begins, extents;
    for (int64_t dim : map) {
      int64_t size = context.globalOperandType(0).getDimSize(dim);
      const DimLayout &split = context.layouts.operands[0].dims[dim];
      int64_t limit = size - gather.getSliceSizes()[dim];
      // A dim that is taken whole begins at 0 on every coordinate.
      bool isLookedUp = !split.axes.empty() && limit > 0;
      Value zero = intScalar(builder, loc, element, 0);
      zeros.push_back(zero);
      limits.push_back(intScalar(builder, loc, element, limit));
      extents.push_back(isLookedUp
                            ? context.blockExtent(split, size)
                            : intScalar(builder, loc, element, limit + 1));
      begins.push_back(isLookedUp ? context.blockBegin(split, size) : zero);
    }
    Value clamped = stablehlo::ClampOp::create(
        builder, loc, indexType, perComponent(builder, loc, vector, zeros),
        vector.indices, perComponent(builder, loc, vector, limits));
    Value begin = perComponent(builder, loc, vector, begins);
    Value local =
        stablehlo::SubtractOp::create(builder, loc, indexType, clamped, begin);
    Value end =
        stablehlo::AddOp::create(builder, loc, indexType, begin,
                                 perComponent(builder, loc, vector, extents));
    auto compare = [&](Value a, Value b, stablehlo::ComparisonDirection how) {
      return stablehlo::CompareOp::create(builder, loc, a, b, how).getResult();
    };
    Value notBefore =
        compare(clamped, begin, stablehlo::ComparisonDirection::GE);
    Value notAfter = compare(clamped, end, stablehlo::ComparisonDirection::LT);
    Value inside = stablehlo::AndOp::create(builder, loc, notBefore.getType(),
                                            notBefore, notAfter);
    if (!vector.isImplicit())
      inside = allComponents(builder, loc, inside, vector.dim);

    SmallVector<Value> operands{context.operands[0], local};
    LocaliseContext inner(builder, gather, context.mesh, context.meshName,
                          context.rule, context.layouts, operands);
    Value found = inner.clone({sizesAttr}).front();
    auto resultType = cast<RankedTensorType>(found.getType());
    SmallVector<int64_t> batchDims;
    for (int64_t d = 0; d < resultType.getRank(); ++d)
      if (!llvm::is_contained(numbers.getOffsetDims(), d))
        batchDims.push_back(d);
    Value mask = stablehlo::BroadcastInDimOp::create(
        builder, loc,
        RankedTensorType::get(resultType.getShape(), builder.getI1Type()),
        inside, builder.getDenseI64ArrayAttr(batchDims));
    Value zero = stablehlo::BroadcastInDimOp::create(
        builder, loc, resultType,
        context.scalar(resultType.getElementType(), Monoid::Sum),
        builder.getDenseI64ArrayAttr({}));
    return {stablehlo::SelectOp::create(builder, loc, resultType, mask, found,
                                        zero)};
  }

  static Value allComponents(OpBuilder &builder, Location loc, Value mask,
                             int64_t dim) {
    auto type = cast<RankedTensorType>(mask.getType());
    SmallVector<int64_t> shape(type.getShape());
    SmallVector<int64_t> starts(shape.size(), 0), strides(shape.size(), 1);
    SmallVector<int64_t> limits(shape), partShape(shape), reduced(shape);
    partShape[dim] = 1;
    reduced.erase(reduced.begin() + dim);
    auto partType = RankedTensorType::get(partShape, type.getElementType());
    auto reducedType = RankedTensorType::get(reduced, type.getElementType());
    Value all;
    for (int64_t k = 0; k < shape[dim]; ++k) {
      starts[dim] = k;
      limits[dim] = k + 1;
      Value part = stablehlo::SliceOp::create(
          builder, loc, partType, mask, builder.getDenseI64ArrayAttr(starts),
          builder.getDenseI64ArrayAttr(limits),
          builder.getDenseI64ArrayAttr(strides));
      part = stablehlo::ReshapeOp::create(builder, loc, reducedType, part);
      all = all ? stablehlo::AndOp::create(builder, loc, reducedType, all, part)
                      .getResult()
                : part;
    }
    return all;
  }
};

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

struct ScatterModel : public OpModelBase<ScatterModel, stablehlo::ScatterOp> {
  static std::optional<Monoid> monoidOf(stablehlo::ScatterOp scatter) {
    if (scatter.getInputs().size() != 1)
      return std::nullopt;
    return monoidOfBody(scatter.getUpdateComputation());
  }

  FactorRule getFactorRule(Operation *op) const {
    auto scatter = cast<stablehlo::ScatterOp>(op);
    auto numbers = scatter.getScatterDimensionNumbers();
    std::optional<Monoid> monoid = monoidOf(scatter);
    Value firstUpdate = scatter.getUpdates().front();
    ArrayRef<int64_t> shape = shapeOf(scatter.getInputs().front());
    FactorRule rule;
    TensorFactors operand(shape.size()), indices, updates(rankOf(firstUpdate));

    SmallVector<int64_t> scatterDims;
    for (int64_t d = 0; d < rankOf(firstUpdate); ++d)
      if (!llvm::is_contained(numbers.getUpdateWindowDims(), d))
        scatterDims.push_back(d);
    size_t next = 0;
    for (auto [dim, size] :
         llvm::enumerate(shapeOf(scatter.getScatterIndices()))) {
      if (static_cast<int64_t>(dim) == numbers.getIndexVectorDim()) {
        indices.push_back({rule.add(size, FactorKind::NeedReplication)});
        continue;
      }
      auto batching = numbers.getScatterIndicesBatchingDims();
      auto it = llvm::find(batching, static_cast<int64_t>(dim));
      bool isBatching = it != batching.end();
      int factor = isBatching ? rule.add(size)
                   : monoid   ? rule.add(size, FactorKind::Reduction, monoid)
                              : rule.add(size, FactorKind::NeedReplication);
      indices.push_back({factor});
      updates[scatterDims[next++]] = {factor};
      if (isBatching)
        operand[numbers.getInputBatchingDims()[it - batching.begin()]] = {
            factor};
    }

    size_t nextWindow = 0;
    for (auto [dim, size] : llvm::enumerate(shape)) {
      int64_t d = static_cast<int64_t>(dim);
      if (llvm::is_contained(numbers.getInputBatchingDims(), d))
        continue;
      bool isInserted = llvm::is_contained(numbers.getInsertedWindowDims(), d);
      bool isIndexed =
          llvm::is_contained(numbers.getScatterDimsToOperandDims(), d);
      std::optional<int64_t> window;
      if (!isInserted)
        window = numbers.getUpdateWindowDims()[nextWindow++];
      int64_t written = window ? shapeOf(firstUpdate)[*window] : 1;
      if (window && written == size) {
        operand[dim] = updates[*window] = {rule.add(size)};
        continue;
      }
      if (isIndexed && written == 1) {
        operand[dim] = {rule.add(size)};
        continue;
      }
      operand[dim] = {rule.add(size, FactorKind::NeedReplication)};
      if (window)
        updates[*window] = {rule.add(written, FactorKind::NeedReplication)};
    }
    size_t count = scatter.getInputs().size();
    for (size_t i = 0; i < count; ++i) {
      rule.inits.push_back(static_cast<int>(i));
      rule.operands.push_back(operand);
    }
    rule.operands.push_back(indices);
    rule.operands.insert(rule.operands.end(), count, updates);
    rule.results.assign(count, operand);
    return rule;
  }

  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    auto scatter = cast<stablehlo::ScatterOp>(op);
    if (monoidOf(scatter) != monoid ||
        !keepsTerms(elementOf(op->getResult(0)), monoid))
      return {};
    return {{0, 2}};
  }

  KernelKind getKernelKind(Operation *op) const {
    return KernelKind::InPlaceUpdate;
  }

  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto scatter = cast<stablehlo::ScatterOp>(op);
    auto numbers = scatter.getScatterDimensionNumbers();
    OpBuilder &builder = context.builder;
    unsigned count = scatter.getInputs().size();
    SmallVector<Value> operands(context.operands);

    // Updates in the padding must change nothing.
    if (std::optional<Monoid> monoid = monoidOf(scatter)) {
      SmallVector<int64_t> dims;
      for (int64_t d = 0; d < rankOf(scatter.getUpdates().front()); ++d)
        if (!llvm::is_contained(numbers.getUpdateWindowDims(), d) &&
            context.isPadded(count + 1, d))
          dims.push_back(d);
      if (!dims.empty())
        operands[count + 1] = context.maskPadding(
            count + 1, operands[count + 1], dims,
            context.scalar(elementOf(operands[count + 1]), *monoid));
    }

    auto map = numbers.getScatterDimsToOperandDims();
    SmallVector<int64_t> addressed;
    for (auto [position, dim] : llvm::enumerate(map))
      if (isAddressedByElement(scatter, dim))
        addressed.push_back(dim);
    if (isSplit(context, 0, addressed)) {
      IndexVector vector{wideIndices(builder, context.loc(), operands[count]),
                         numbers.getIndexVectorDim()};
      auto type = cast<RankedTensorType>(vector.indices.getType());
      SmallVector<Value> begins;
      for (auto [begin, dim] : llvm::zip_equal(
               blockBegins(context, 0, map, type.getElementType()), map))
        begins.push_back(
            llvm::is_contained(addressed, dim)
                ? begin
                : intScalar(builder, context.loc(), type.getElementType(), 0));
      operands[count] = stablehlo::SubtractOp::create(
          builder, context.loc(), type, vector.indices,
          perComponent(builder, context.loc(), vector, begins));
    }
    LocaliseContext inner(builder, op, context.mesh, context.meshName,
                          context.rule, context.layouts, operands);
    return inner.clone();
  }

private:
  /// True if single elements along this operand dim are addressed by index.
  static bool isAddressedByElement(stablehlo::ScatterOp scatter, int64_t dim) {
    auto numbers = scatter.getScatterDimensionNumbers();
    if (llvm::is_contained(numbers.getInsertedWindowDims(), dim))
      return true;
    size_t window = 0;
    for (int64_t d = 0; d < dim; ++d)
      if (!llvm::is_contained(numbers.getInsertedWindowDims(), d) &&
          !llvm::is_contained(numbers.getInputBatchingDims(), d))
        ++window;
    int64_t written = shapeOf(
        scatter.getUpdates().front())[numbers.getUpdateWindowDims()[window]];
    return written == 1 && shapeOf(scatter.getInputs().front())[dim] != 1;
  }
};

//===----------------------------------------------------------------------===//
// Dynamic slices
//===----------------------------------------------------------------------===//

struct DynamicSliceModel
    : public OpModelBase<DynamicSliceModel, stablehlo::DynamicSliceOp> {
  FactorRule getFactorRule(Operation *op) const {
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
      operand.push_back({rule.add(size, FactorKind::NeedReplication,
                                  std::nullopt, /*blocked=*/true)});
      result.push_back({rule.add(taken, FactorKind::NeedReplication,
                                 std::nullopt, /*blocked=*/true)});
    }
    rule.operands.assign(op->getNumOperands(), {});
    rule.operands[0] = operand;
    rule.results = {result};
    return rule;
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Window;
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    if (!keepsTerms(elementOf(op->getResult(0)), monoid))
      return {};
    return {{0}};
  }
  KernelKind getKernelKind(Operation *op) const {
    return KernelKind::GatherLike;
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto slice = cast<stablehlo::DynamicSliceOp>(op);
    return context.clone({{slice.getSliceSizesAttrName(),
                           context.builder.getDenseI64ArrayAttr(
                               context.localResultType(0).getShape())}});
  }
};

struct DynamicUpdateSliceModel
    : public OpModelBase<DynamicUpdateSliceModel,
                         stablehlo::DynamicUpdateSliceOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto slice = cast<stablehlo::DynamicUpdateSliceOp>(op);
    FactorRule rule;
    TensorFactors operand, update;
    for (auto [size, written] : llvm::zip_equal(shapeOf(slice.getOperand()),
                                                shapeOf(slice.getUpdate()))) {
      bool isWhole = size == written;
      operand.push_back(
          {rule.add(size, isWhole ? FactorKind::PassThrough
                                  : FactorKind::NeedReplication)});
      update.push_back(
          isWhole ? operand.back()
                  : DimFactors{rule.add(written, FactorKind::NeedReplication)});
    }
    rule.operands.assign(op->getNumOperands(), {});
    rule.operands[0] = operand;
    rule.operands[1] = update;
    rule.results = {operand};
    return rule;
  }
  /// Every coordinate can write its own block of the operand: all of its dims
  /// pass. The update is read whole where it is smaller.
  FactorRule getPropagationRule(Operation *op) const {
    FactorRule rule = getFactorRule(op);
    for (const DimFactors &dim : rule.results[0])
      rule.factors[dim.front()].kind = FactorKind::PassThrough;
    return rule;
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Window;
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    if (!keepsTerms(elementOf(op->getResult(0)), monoid))
      return {};
    return {{0, 1}};
  }
  KernelKind getKernelKind(Operation *op) const {
    return KernelKind::InPlaceUpdate;
  }
};

} // namespace

void attachIndexingModels(MLIRContext *context) {
  using namespace stablehlo;
  GatherOp::attachInterface<GatherModel>(*context);
  ScatterOp::attachInterface<ScatterModel>(*context);
  DynamicSliceOp::attachInterface<DynamicSliceModel>(*context);
  DynamicUpdateSliceOp::attachInterface<DynamicUpdateSliceModel>(*context);
}

} // namespace popt
