//===- Indexing.cpp - Models of gather and scatter ------------------------===//
//
// gather: batch dims of the indices and whole slices of the operand pass. An
// operand dim from which single elements are taken by index may be split: every
// coordinate looks up what it has and masks the rest, and the result is a
// partial sum:
//
//   %clamped = clamp(0, %indices, size - 1)       global semantics
//   %local = %clamped - %begin
//   %r = select(begin <= %clamped < begin + extent, gather(%x, %local), 0)
//
// Windows shorter than a split dim are looked up element by element. scatter:
// an operand dim addressed by index may be split, too; updates that fall
// outside the block are dropped by scatter itself. Split updates are a
// reduction by the body's monoid; the operand is partial over their axes.
// Tested by test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Build.h"
#include "RowNumbers.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace popt {
namespace {

/// How many components an index has, and along which dim they lie.
struct IndexVector {
  Value indices;
  int64_t dim; ///< rank of the indices if an index is one scalar

  bool isImplicit() const { return dim == rankOf(indices); }
};

/// How many dims before `dim` are in neither list.
int64_t numBefore(int64_t dim, ArrayRef<int64_t> first,
                  ArrayRef<int64_t> second) {
  return llvm::count_if(llvm::seq(dim), [&](int64_t d) {
    return !llvm::is_contained(first, d) && !llvm::is_contained(second, d);
  });
}

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

/// The indices with a new dim of `size` before dim `at`, along which the
/// component counts up: a window as single elements.
IndexVector insertWindow(Build &build, IndexVector vector, int64_t at,
                         int64_t component, int64_t size) {
  SmallVector<int64_t> shape(shapeOf(vector.indices)), dims;
  for (int64_t dim = 0; dim < rankOf(vector.indices); ++dim)
    dims.push_back(dim < at ? dim : dim + 1);
  shape.insert(shape.begin() + at, size);
  IndexVector wide{build.broadcast(vector.indices, shape, dims),
                   at <= vector.dim ? vector.dim + 1 : vector.dim};
  Value count = build.iota(shape, at);
  if (!wide.isImplicit()) {
    Value isComponent =
        build.compare(build.iota(shape, wide.dim),
                      build.splat(build.b.getI32Type(), shape, component),
                      stablehlo::ComparisonDirection::EQ);
    count = build.select(isComponent, count,
                         build.splat(build.b.getI32Type(), shape, 0));
  }
  wide.indices =
      build.add(wide.indices, build.convert(count, elementOf(wide.indices)));
  return wide;
}

/// Where a dim of the indices must stand to be the r-th that is no vector.
int64_t placeOf(IndexVector vector, int64_t r) {
  return r <= vector.dim ? r : r + 1;
}

/// Dims of one list that follow a dim inserted at `at` move up.
void moveUp(SmallVectorImpl<int64_t> &dims, int64_t at) {
  for (int64_t &dim : dims)
    dim += dim >= at;
}

bool isSplit(const LocaliseContext &context, unsigned operand,
             ArrayRef<int64_t> dims) {
  return llvm::any_of(dims, [&](int64_t d) {
    return !context.layouts.operands[operand].dims[d].axes.empty();
  });
}

/// What the indices of a gather or a scatter say by position.
struct IndexDims {
  ArrayRef<int64_t> shape; ///< of the indices
  int64_t vectorDim;
  ArrayRef<int64_t> batching, operandBatching; ///< in pairs
  ArrayRef<int64_t> windowDims; ///< dims of a window in what is read or written
};

/// The factors of the indices, which `add(size, isBatching)` makes. What is read
/// or written has them in the dims that are not a window's; the operand has
/// those that both are batched by.
static TensorFactors addIndices(FactorRule &rule, const IndexDims &dims,
                                TensorFactors &operand, TensorFactors &windows,
                                llvm::function_ref<int(int64_t, bool)> add) {
  TensorFactors indices;
  int64_t next = 0;
  for (auto [dim, size] : llvm::enumerate(dims.shape)) {
    if (static_cast<int64_t>(dim) == dims.vectorDim) {
      indices.push_back({rule.add(size, FactorKind::NeedReplication)});
      continue;
    }
    const auto *batching = llvm::find(dims.batching, static_cast<int64_t>(dim));
    bool isBatching = batching != dims.batching.end();
    int factor = add(size, isBatching);
    indices.push_back({factor});
    while (llvm::is_contained(dims.windowDims, next))
      ++next;
    windows[next++] = {factor};
    if (isBatching)
      operand[dims.operandBatching[batching - dims.batching.begin()]] = {
          factor};
  }
  return indices;
}

/// Shared by gather and scatter. Windows may be split, but propagation, which
/// knows no costs, leaves them whole.
template <typename Concrete, typename Op>
struct IndexedModel : public OpModelBase<Concrete, Op> {
  FactorRule getFactorRule(Operation *op) const {
    return Concrete::ruleOf(op, /*splitsWindows=*/true);
  }
  FactorRule getPropagationRule(Operation *op) const {
    return Concrete::ruleOf(op, /*splitsWindows=*/false);
  }
  /// `x[arange(n), i]` is written without its row numbers.
  bool isShorthand(Operation *op) const { return isByRow(cast<Op>(op)); }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &b) const {
    return batchByRow(cast<Op>(op), b);
  }
};

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

struct GatherModel : public IndexedModel<GatherModel, stablehlo::GatherOp> {
  static FactorRule ruleOf(Operation *op, bool splitsWindows) {
    auto gather = cast<stablehlo::GatherOp>(op);
    auto numbers = gather.getDimensionNumbers();
    ArrayRef<int64_t> shape = shapeOf(gather.getOperand());
    FactorRule rule;
    TensorFactors operand(shape.size()), result(rankOf(gather.getResult()));
    TensorFactors indices = addIndices(
        rule,
        {shapeOf(gather.getStartIndices()), numbers.getIndexVectorDim(),
         numbers.getStartIndicesBatchingDims(),
         numbers.getOperandBatchingDims(), numbers.getOffsetDims()},
        operand, result, [&](int64_t size, bool) { return rule.add(size); });

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
      bool isLookedUp =
          isIndexed && (taken == 1 || (splitsWindows && taken > 1));
      operand[dim] = {isLookedUp ? rule.add(size, FactorKind::Reduction, monoid)
                                 : rule.add(size, FactorKind::NeedReplication)};
      if (target && taken != 1)
        result[*target] = {rule.add(taken, FactorKind::NeedReplication)};
    }
    rule.operands = {operand, indices};
    rule.results = {result};
    return rule;
  }

  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return ifKeepsPartials(op, monoid, {{0}});
  }

  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return KernelKind::GatherLike;
  }
  int64_t getReadsPerElement(Operation *op, unsigned operand) const {
    auto count = [](Value value) {
      return cast<RankedTensorType>(value.getType()).getNumElements();
    };
    if (operand != 0)
      return 1;
    return std::max<int64_t>(
        1, count(op->getResult(0)) /
               std::max<int64_t>(1, count(op->getOperand(0))));
  }

  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto gather = cast<stablehlo::GatherOp>(op);
    ArrayRef<int64_t> taken = gather.getSliceSizes();
    SmallVector<int64_t> sizes(taken), lookedUp;
    ArrayRef<int64_t> global = context.globalOperandType(0).getShape();
    for (int64_t dim = 0; dim < static_cast<int64_t>(global.size()); ++dim) {
      if (taken[dim] == global[dim])
        sizes[dim] = shapeOf(context.operands[0])[dim];
      else if (isSplit(context, 0, {dim}))
        lookedUp.push_back(dim);
    }
    if (lookedUp.empty())
      return context.clone({{gather.getSliceSizesAttrName(),
                             context.builder.getDenseI64ArrayAttr(sizes)}});
    return SmallVector<Value>{lookUpOwn(gather, context, lookedUp, sizes)};
  }

private:
  /// The lookup in this coordinate's block, zero elsewhere. Windows along split
  /// dims are looked up element by element.
  static Value lookUpOwn(stablehlo::GatherOp gather, LocaliseContext &context,
                         ArrayRef<int64_t> lookedUp,
                         SmallVector<int64_t> sizes) {
    Build build(context);
    OpBuilder &builder = context.builder;
    Location loc = context.loc();
    auto numbers = gather.getDimensionNumbers();
    IndexVector vector{wideIndices(builder, loc, context.operands[1]),
                       numbers.getIndexVectorDim()};
    Type element = elementOf(vector.indices);
    SmallVector<int64_t> map(numbers.getStartIndexMap());

    SmallVector<Value> zeros, limits, begins, extents;
    for (int64_t dim : map) {
      int64_t size = context.globalOperandType(0).getDimSize(dim);
      const DimLayout &split = context.layouts.operands[0].dims[dim];
      int64_t limit = size - gather.getSliceSizes()[dim];
      bool isLookedUp = llvm::is_contained(lookedUp, dim);
      Value zero = build.splat(element, {}, 0);
      zeros.push_back(zero);
      limits.push_back(build.splat(element, {}, limit));
      extents.push_back(isLookedUp ? context.blockExtent(split, size)
                                   : build.splat(element, {}, limit + 1));
      begins.push_back(isLookedUp ? context.blockBegin(split, size) : zero);
    }
    vector.indices =
        build.clamp(perComponent(builder, loc, vector, zeros), vector.indices,
                    perComponent(builder, loc, vector, limits));

    SmallVector<int64_t> offsets(numbers.getOffsetDims());
    SmallVector<int64_t> collapsed(numbers.getCollapsedSliceDims());
    SmallVector<int64_t> batching(numbers.getStartIndicesBatchingDims());
    for (int64_t dim : lookedUp) {
      if (sizes[dim] == 1)
        continue;
      // The window's dim of the result becomes one of the indices.
      int64_t target = offsetOf(numbers, dim), before = 0;
      for (int64_t d = 0; d < target; ++d)
        before += !llvm::is_contained(offsets, d);
      int64_t at = placeOf(vector, before);
      vector = insertWindow(build, vector, at,
                            llvm::find(map, dim) - map.begin(), sizes[dim]);
      moveUp(batching, at);
      offsets.erase(llvm::find(offsets, target));
      collapsed.insert(llvm::upper_bound(collapsed, dim), dim);
      sizes[dim] = 1;
    }

    Value begin = perComponent(builder, loc, vector, begins);
    Value end = build.add(begin, perComponent(builder, loc, vector, extents));
    Value inside = build.binary<stablehlo::AndOp>(
        build.compare(vector.indices, begin,
                      stablehlo::ComparisonDirection::GE),
        build.isBelow(vector.indices, end));
    if (!vector.isImplicit())
      inside = allComponents(builder, loc, inside, vector.dim);
    Value found = stablehlo::GatherOp::create(
        builder, loc, context.localResultType(0), context.operands[0],
        build.subtract(vector.indices, begin),
        stablehlo::GatherDimensionNumbersAttr::get(
            builder.getContext(), offsets, collapsed,
            numbers.getOperandBatchingDims(), batching, map, vector.dim),
        sizes, /*indices_are_sorted=*/false);
    ArrayRef<int64_t> shape = shapeOf(found);
    SmallVector<int64_t> batchDims;
    for (int64_t d = 0; d < rankOf(found); ++d)
      if (!llvm::is_contained(offsets, d))
        batchDims.push_back(d);
    return build.select(
        build.broadcast(inside, shape, batchDims), found,
        build.broadcast(context.scalar(elementOf(found), Monoid::Sum), shape));
  }

  /// The result dim along which the slices' elements of an operand dim lie.
  static int64_t offsetOf(stablehlo::GatherDimensionNumbersAttr numbers,
                          int64_t dim) {
    return numbers
        .getOffsetDims()[numBefore(dim, numbers.getCollapsedSliceDims(),
                                   numbers.getOperandBatchingDims())];
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

struct ScatterModel : public IndexedModel<ScatterModel, stablehlo::ScatterOp> {
  static std::optional<Monoid> monoidOf(stablehlo::ScatterOp scatter) {
    if (scatter.getInputs().size() != 1)
      return std::nullopt;
    return monoidOfBody(scatter.getUpdateComputation());
  }

  static FactorRule ruleOf(Operation *op, bool splitsWindows) {
    auto scatter = cast<stablehlo::ScatterOp>(op);
    auto numbers = scatter.getScatterDimensionNumbers();
    std::optional<Monoid> monoid = monoidOf(scatter);
    Value firstUpdate = scatter.getUpdates().front();
    ArrayRef<int64_t> shape = shapeOf(scatter.getInputs().front());
    FactorRule rule;
    TensorFactors operand(shape.size()), updates(rankOf(firstUpdate));
    TensorFactors indices = addIndices(
        rule,
        {shapeOf(scatter.getScatterIndices()), numbers.getIndexVectorDim(),
         numbers.getScatterIndicesBatchingDims(),
         numbers.getInputBatchingDims(), numbers.getUpdateWindowDims()},
        operand, updates, [&](int64_t size, bool isBatching) {
          return isBatching ? rule.add(size)
                 : monoid   ? rule.add(size, FactorKind::Reduction, monoid)
                            : rule.add(size, FactorKind::NeedReplication);
        });

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
      bool isAddressed =
          isIndexed && (written == 1 || (splitsWindows && written > 1));
      operand[dim] = {rule.add(size, isAddressed
                                         ? FactorKind::PassThrough
                                         : FactorKind::NeedReplication)};
      if (window && written != 1)
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
    if (monoidOf(scatter) != monoid)
      return {};
    return ifKeepsPartials(op, monoid, {{0, 2}});
  }

  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return KernelKind::InPlaceUpdate;
  }

  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto scatter = cast<stablehlo::ScatterOp>(op);
    auto numbers = scatter.getScatterDimensionNumbers();
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

    SmallVector<int64_t> addressed;
    for (int64_t dim : numbers.getScatterDimsToOperandDims())
      if (isSplit(context, 0, {dim}) &&
          writtenAlong(scatter, dim) !=
              context.globalOperandType(0).getDimSize(dim))
        addressed.push_back(dim);
    if (addressed.empty())
      return context.cloneOn(operands);
    return writeOwn(scatter, context, operands, addressed);
  }

private:
  /// The scatter with indices relative to the block; updates outside are
  /// dropped. Windows along split dims are written element by element, but
  /// whole windows outside the operand stay dropped.
  static SmallVector<Value> writeOwn(stablehlo::ScatterOp scatter,
                                     LocaliseContext &context,
                                     ArrayRef<Value> operands,
                                     ArrayRef<int64_t> addressed) {
    Build build(context);
    OpBuilder &builder = context.builder;
    Location loc = context.loc();
    auto numbers = scatter.getScatterDimensionNumbers();
    unsigned count = scatter.getInputs().size();
    IndexVector vector{wideIndices(builder, loc, operands[count]),
                       numbers.getIndexVectorDim()};
    Type element = elementOf(vector.indices);
    SmallVector<int64_t> map(numbers.getScatterDimsToOperandDims());
    SmallVector<int64_t> windows(numbers.getUpdateWindowDims());
    SmallVector<int64_t> inserted(numbers.getInsertedWindowDims());
    SmallVector<int64_t> batching(numbers.getScatterIndicesBatchingDims());

    IndexVector start = vector;
    SmallVector<Value> begins, lows, highs;
    bool hasWindows = false;
    APInt most =
        element.isUnsignedInteger()
            ? APInt::getMaxValue(element.getIntOrFloatBitWidth())
            : APInt::getSignedMaxValue(element.getIntOrFloatBitWidth());
    for (auto [component, dim] : llvm::enumerate(map)) {
      int64_t size = context.globalOperandType(0).getDimSize(dim);
      int64_t written = writtenAlong(scatter, dim);
      bool isAddressed = llvm::is_contained(addressed, dim);
      bool isWindow = isAddressed && written > 1;
      begins.push_back(
          isAddressed
              ? context.blockBegin(context.layouts.operands[0].dims[dim], size)
              : build.splat(element, {}, 0));
      lows.push_back(
          build.splat(element, {}, isWindow ? 0 : (~most).getSExtValue()));
      highs.push_back(
          build.splat(element, {},
                      isWindow ? size - written
                               : static_cast<int64_t>(most.getRawData()[0])));
      if (!isWindow)
        continue;
      hasWindows = true;
      int64_t target = windowOf(numbers, dim), before = 0;
      for (int64_t d = 0; d < target; ++d)
        before += !llvm::is_contained(windows, d);
      int64_t at = placeOf(vector, before);
      vector = insertWindow(build, vector, at, component, written);
      start.indices = build.broadcast(start.indices, shapeOf(vector.indices),
                                      dimsWithout(vector.indices, at));
      start.dim = vector.dim;
      moveUp(batching, at);
      windows.erase(llvm::find(windows, target));
      inserted.insert(llvm::upper_bound(inserted, dim), dim);
    }
    Value indices = build.subtract(vector.indices,
                                   perComponent(builder, loc, vector, begins));
    if (hasWindows) {
      using Direction = stablehlo::ComparisonDirection;
      Value isInside = build.binary<stablehlo::AndOp>(
          build.compare(start.indices, perComponent(builder, loc, start, lows),
                        Direction::GE),
          build.compare(start.indices, perComponent(builder, loc, start, highs),
                        Direction::LE));
      indices = build.select(isInside, indices,
                             build.splat(element, shapeOf(indices), -1));
    }
    auto local = stablehlo::ScatterOp::create(
        builder, loc, TypeRange(context.localResultTypes()),
        ValueRange(operands.take_front(count)), indices,
        ValueRange(operands.drop_front(count + 1)),
        stablehlo::ScatterDimensionNumbersAttr::get(
            builder.getContext(), windows, inserted,
            numbers.getInputBatchingDims(), batching, map, vector.dim),
        /*indices_are_sorted=*/false,
        /*unique_indices=*/scatter.getUniqueIndices() && !hasWindows);
    IRMapping mapping;
    scatter.getUpdateComputation().cloneInto(&local.getUpdateComputation(),
                                             mapping);
    return SmallVector<Value>(local->getResults());
  }

  static SmallVector<int64_t> dimsWithout(Value value, int64_t without) {
    SmallVector<int64_t> dims;
    for (int64_t dim = 0; dim < rankOf(value); ++dim)
      if (dim != without)
        dims.push_back(dim);
    return dims;
  }

  /// The dim of the updates along which windows extend in an operand dim that
  /// is neither inserted nor a batching dim.
  static int64_t windowOf(stablehlo::ScatterDimensionNumbersAttr numbers,
                          int64_t dim) {
    return numbers.getUpdateWindowDims()[numBefore(
        dim, numbers.getInsertedWindowDims(), numbers.getInputBatchingDims())];
  }

  /// Elements that one update writes along this operand dim.
  static int64_t writtenAlong(stablehlo::ScatterOp scatter, int64_t dim) {
    auto numbers = scatter.getScatterDimensionNumbers();
    if (llvm::is_contained(numbers.getInsertedWindowDims(), dim))
      return 1;
    return shapeOf(scatter.getUpdates().front())[windowOf(numbers, dim)];
  }
};

} // namespace

void attachIndexingModels(MLIRContext *context) {
  using namespace stablehlo;
  attachModels<GatherModel, ScatterModel>(context);
}

} // namespace popt
