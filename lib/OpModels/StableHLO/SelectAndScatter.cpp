//===- SelectAndScatter.cpp - The model of select_and_scatter -------------===//
//
// select_and_scatter computes every window that touches a coordinate's block of
// the operand, so windows across a border are computed on both sides, and each
// side keeps the elements of its block. Padding must never be selected: where a
// coordinate could see any, the selected index is found by a window reduction
// of (value, index) pairs, in which padding has index -1, and the sources are
// scattered to these indices.
//
// Tested by test/unit/OpModels/LocaliseTest.cpp and test/Partition/halo.mlir.
//
//===----------------------------------------------------------------------===//
#include "Build.h"
#include "Windows.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace popt {
namespace {

/// A dim of select_and_scatter, as one coordinate computes it: `count` windows
/// over `extent` elements, of which the block begins at `kept`. Some windows
/// and elements may be none of the tensor's.
struct ScatterDim {
  explicit ScatterDim(const WindowDim &walk) : walk(walk) {}
  WindowDim walk;
  int64_t count = 0, extent = 0;
  std::vector<std::optional<int64_t>> kept;
  /// Elements of the tensor among `extent`, and windows among `count`.
  std::vector<DimBlock> elements, windows;
  std::optional<Transfer> operand, source;
  /// False if padding could be selected, or a window that is none scatter into
  /// the block.
  bool isClean = true;
};

/// Selection is not linear in the operand; the sources are scattered by a body
/// that is linear in them if it adds.
struct SelectAndScatterModel
    : public WindowModel<SelectAndScatterModel, stablehlo::SelectAndScatterOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
    FactorRule rule;
    TensorFactors dims = addWindowFactors(scatter, scatter.getOperand(),
                                          scatter.getSource(), rule);
    rule.operands = {dims, dims, noFactors(scatter.getInitValue())};
    rule.results = {dims};
    return rule;
  }
  FactorRule getPropagationRule(Operation *op) const {
    auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
    FactorRule rule;
    TensorFactors operand = windowLoops(scatter, op->getResult(0), rule);
    TensorFactors source = operand;
    for (auto [dim, size] : llvm::enumerate(shapeOf(scatter.getSource())))
      if (!WindowDim(scatter, dim).isTrivial())
        source[dim] = {rule.add(size, FactorKind::NeedReplication)};
    rule.operands = {operand, source, noFactors(scatter.getInitValue())};
    rule.results = {operand};
    return rule;
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
    if (monoidOfBody(scatter.getScatter()) != monoid)
      return {};
    return ifKeepsPartials(op, monoid, {{1, 2}});
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
    SmallVector<Transfer> operand, source;
    for (ScatterDim &dim : scatterDims(scatter, mesh, layouts))
      if (dim.operand) {
        operand.push_back(std::move(*dim.operand));
        source.push_back(std::move(*dim.source));
      }
    SmallVector<InnerMove> moves;
    auto typeOf = [&](unsigned i) {
      return localType(op->getOperand(i), layouts.operands[i]);
    };
    addMoves(operand, typeOf(0), moves);
    addMoves(source, typeOf(1), moves);
    return moves;
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
    std::vector<ScatterDim> dims =
        scatterDims(scatter, context.mesh, context.layouts);
    if (llvm::none_of(dims, [](const ScatterDim &d) { return d.operand; }))
      return context.clone();
    SmallVector<Value> local(context.operands);
    bool isClean = true;
    for (const ScatterDim &dim : dims)
      if (dim.operand) {
        local[0] = buildTransfer(context, *dim.operand, local[0], {});
        local[1] = buildTransfer(context, *dim.source, local[1], {});
        isClean &= dim.isClean;
      }
    Value wide = isClean ? scatterWithin(scatter, context, dims, local)
                         : scatterByIndex(scatter, context, dims, local);
    for (auto [d, dim] : llvm::enumerate(dims))
      if (dim.operand)
        wide = sliceAt(context, wide, d, dim.operand->axes, dim.kept,
                       context.localResultType(0).getDimSize(d));
    return SmallVector<Value>{wide};
  }
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return KernelKind::OwnLoops;
  }

private:
  static std::vector<ScatterDim> scatterDims(stablehlo::SelectAndScatterOp op,
                                             const Mesh &mesh,
                                             const OpLayouts &layouts);
  static Value scatterWithin(stablehlo::SelectAndScatterOp op,
                             LocaliseContext &context,
                             ArrayRef<ScatterDim> dims, ArrayRef<Value> local);
  static Value scatterByIndex(stablehlo::SelectAndScatterOp op,
                              LocaliseContext &context,
                              ArrayRef<ScatterDim> dims, ArrayRef<Value> local);
  static Value selectedIndex(stablehlo::SelectAndScatterOp op,
                             LocaliseContext &context,
                             ArrayRef<ScatterDim> dims, Value operand);
};

} // namespace

/// All windows that touch the block of a coordinate, and the elements that they
/// read.
static ScatterDim splitScatterDim(const WindowDim &walk, int64_t d,
                                  const Mesh &mesh, const DimLayout &operand,
                                  int64_t elements, const DimLayout &source,
                                  int64_t windows) {
  ScatterDim dim(walk);
  std::vector<DimBlock> blocks = blocksOf(mesh, operand, elements);
  int64_t local = localExtent(operand, elements);
  std::vector<DimBlock> touching;
  for (const DimBlock &block : blocks) {
    int64_t first = llvm::divideCeilSigned(
        block.begin + walk.low - walk.taps + 1, walk.stride);
    int64_t last =
        llvm::divideFloorSigned(block.end() - 1 + walk.low, walk.stride);
    first = std::clamp<int64_t>(first, 0, windows);
    last = std::clamp<int64_t>(last, first - 1, windows - 1);
    // The block may begin with elements that no window reads.
    if (block.extent)
      first = std::min(
          first, llvm::divideFloorSigned(block.begin + walk.low, walk.stride));
    touching.push_back({first, block.extent ? last + 1 - first : 0});
    dim.count = std::max(dim.count, touching.back().extent);
    dim.kept.push_back(block.extent ? std::optional(block.begin + walk.low -
                                                    first * walk.stride)
                                    : std::nullopt);
  }
  // As many windows as it takes to cover the block.
  int64_t reach = 1;
  for (std::optional<int64_t> kept : dim.kept)
    reach = std::max(reach, kept.value_or(0) + local);
  dim.count = std::max(
      dim.count, 1 + llvm::divideCeilSigned(
                         std::max<int64_t>(0, reach - walk.taps), walk.stride));
  dim.extent = (dim.count - 1) * walk.stride + walk.taps;

  std::vector<std::vector<Window>> reads, sources;
  for (auto [c, block] : llvm::enumerate(blocks)) {
    const DimBlock &touched = touching[c];
    int64_t base = touched.begin * walk.stride - walk.low;
    int64_t end = touched.extent
                      ? base + (touched.extent - 1) * walk.stride + walk.taps
                      : base;
    reads.push_back({{base, base, end}});
    sources.push_back({{touched.begin, touched.begin, touched.end()}});
    int64_t low = std::max<int64_t>(0, base), high = std::min(elements, end);
    dim.elements.push_back({low - base, std::max<int64_t>(0, high - low)});
    int64_t none = std::max<int64_t>(0, -touched.begin);
    dim.windows.push_back({none, std::max<int64_t>(0, touched.extent - none)});
    if (!block.extent)
      continue;
    // Invalid windows must begin after the block.
    dim.isClean &= none == 0;
    dim.isClean &= !touched.extent || (base >= 0 && end <= elements);
    if (touched.extent < dim.count)
      dim.isClean &=
          touched.extent * walk.stride >= *dim.kept[c] + block.extent;
  }
  dim.operand.emplace(d, operand.axes, dim.extent);
  dim.operand->add(blocks, local, reads);
  dim.operand->schedule();
  dim.source.emplace(d, source.axes, dim.count);
  dim.source->add(blocksOf(mesh, source, windows), localExtent(source, windows),
                  sources);
  dim.source->schedule();
  return dim;
}

std::vector<ScatterDim>
SelectAndScatterModel::scatterDims(stablehlo::SelectAndScatterOp op,
                                   const Mesh &mesh, const OpLayouts &layouts) {
  std::vector<ScatterDim> dims;
  for (auto [d, split] : llvm::enumerate(layouts.operands[0].dims)) {
    WindowDim walk(op, d);
    const DimLayout &source = layouts.operands[1].dims[d];
    int64_t elements = shapeOf(op.getOperand())[d];
    int64_t windows = shapeOf(op.getSource())[d];
    if (split.axes.empty() || walk.isTrivial()) {
      ScatterDim whole(walk);
      whole.count = localExtent(source, windows);
      whole.extent = localExtent(split, elements);
      dims.push_back(std::move(whole));
      continue;
    }
    dims.push_back(
        splitScatterDim(walk, d, mesh, split, elements, source, windows));
  }
  return dims;
}

/// The operation itself, on the windows; split dims have no padding.
Value SelectAndScatterModel::scatterWithin(stablehlo::SelectAndScatterOp op,
                                           LocaliseContext &context,
                                           ArrayRef<ScatterDim> dims,
                                           ArrayRef<Value> local) {
  OpBuilder &builder = context.builder;
  SmallVector<int64_t> padding, windows, strides;
  for (const ScatterDim &dim : dims) {
    padding.append(
        {dim.operand ? 0 : dim.walk.low, dim.operand ? 0 : dim.walk.high});
    windows.push_back(dim.walk.taps);
    strides.push_back(dim.walk.stride);
  }
  SmallVector<Value> operands(local);
  auto made = stablehlo::SelectAndScatterOp::create(
      builder, context.loc(), operands[0].getType(), operands[0], operands[1],
      operands[2], builder.getDenseI64ArrayAttr(windows),
      builder.getDenseI64ArrayAttr(strides), pairsAttr(builder, padding));
  IRMapping mapping;
  op.getSelect().cloneInto(&made.getSelect(), mapping);
  op.getScatter().cloneInto(&made.getScatter(), mapping);
  return made.getResult();
}

/// The index, in the order of all elements of `operand`, of the element that
/// each window selects; -1 if it has no element. A body that compares values
/// compares pairs of values and indices after this:
///   b if index(a) < 0, a if index(b) < 0, else select(a, b) ? a : b
Value SelectAndScatterModel::selectedIndex(stablehlo::SelectAndScatterOp op,
                                           LocaliseContext &context,
                                           ArrayRef<ScatterDim> dims,
                                           Value operand) {
  OpBuilder &builder = context.builder;
  Location loc = context.loc();
  Build build(context);
  auto operandType = cast<RankedTensorType>(operand.getType());
  Value none = build.i32Scalar(-1);
  Value index = build.reshape(build.iota(operandType.getNumElements(), 0),
                              operandType.getShape());
  SmallVector<int64_t> padding, windows, strides, counts;
  for (auto [d, dim] : llvm::enumerate(dims)) {
    padding.append(
        {dim.operand ? 0 : dim.walk.low, dim.operand ? 0 : dim.walk.high});
    windows.push_back(dim.walk.taps);
    strides.push_back(dim.walk.stride);
    counts.push_back(dim.count);
    if (dim.operand)
      index = selectInside(context, index, d, dim.operand->axes, dim.elements,
                           none);
  }
  Type element = elementOf(operand);
  Value zero = context.zero(element);
  auto reduce = stablehlo::ReduceWindowOp::create(
      builder, loc,
      TypeRange{RankedTensorType::get(counts, element), build.i32(counts)},
      ValueRange{operand, index}, ValueRange{zero, none},
      builder.getDenseI64ArrayAttr(windows),
      builder.getDenseI64ArrayAttr(strides), nullptr, nullptr,
      pairsAttr(builder, padding));

  OpBuilder::InsertionGuard guard(builder);
  auto value = RankedTensorType::get({}, element);
  mlir::Block *body = builder.createBlock(
      &reduce.getBody(), {}, {value, build.i32({}), value, build.i32({})},
      {loc, loc, loc, loc});
  Value a = body->getArgument(0), i = body->getArgument(1);
  Value b = body->getArgument(2), j = body->getArgument(3);
  IRMapping mapping;
  mlir::Block &select = op.getSelect().front();
  mapping.map(select.getArguments(), ValueRange{a, b});
  for (Operation &inner : select.without_terminator())
    builder.clone(inner, mapping);
  Value keeps = mapping.lookupOrDefault(select.getTerminator()->getOperand(0));
  Value zeroIndex = build.i32Scalar(0);
  keeps = build.binary<stablehlo::OrOp>(keeps, build.isBelow(j, zeroIndex));
  keeps = build.binary<stablehlo::AndOp>(
      keeps, build.compare(i, zeroIndex, stablehlo::ComparisonDirection::GE));
  Value picked = build.select(keeps, a, b);
  Value pickedIndex = build.select(keeps, i, j);
  stablehlo::ReturnOp::create(builder, loc, ValueRange{picked, pickedIndex});
  return reduce->getResult(1);
}

Value SelectAndScatterModel::scatterByIndex(stablehlo::SelectAndScatterOp op,
                                            LocaliseContext &context,
                                            ArrayRef<ScatterDim> dims,
                                            ArrayRef<Value> local) {
  OpBuilder &builder = context.builder;
  Location loc = context.loc();
  Value index = selectedIndex(op, context, dims, local[0]);
  // Windows that are none scatter nowhere.
  Build build(context);
  Value none = build.i32Scalar(-1);
  for (auto [d, dim] : llvm::enumerate(dims))
    if (dim.operand &&
        llvm::any_of(dim.windows, [&, count = dim.count](const auto &w) {
          return w.extent < count;
        }))
      index =
          selectInside(context, index, d, dim.operand->axes, dim.windows, none);
  auto type = cast<RankedTensorType>(local[0].getType());
  int64_t count = cast<RankedTensorType>(index.getType()).getNumElements();
  Value room = build.broadcast(local[2], type.getNumElements());
  auto numbers = stablehlo::ScatterDimensionNumbersAttr::get(
      builder.getContext(), /*updateWindowDims=*/{}, /*insertedWindowDims=*/{0},
      /*inputBatchingDims=*/{}, /*scatterIndicesBatchingDims=*/{},
      /*scatterDimsToOperandDims=*/{0}, /*indexVectorDim=*/1);
  auto made = stablehlo::ScatterOp::create(
      builder, loc, TypeRange{room.getType()}, ValueRange{room},
      build.reshape(index, {count, 1}),
      ValueRange{build.reshape(local[1], {count})}, numbers,
      /*indices_are_sorted=*/false, /*unique_indices=*/false);
  IRMapping mapping;
  op.getScatter().cloneInto(&made.getUpdateComputation(), mapping);
  return build.reshape(made->getResult(0), type.getShape());
}

void attachSelectAndScatterModel(MLIRContext *context) {
  attachModels<SelectAndScatterModel>(context);
}

} // namespace popt
