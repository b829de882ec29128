//===- Scan.cpp - Cumulative windows along a split dimension --------------===//
//
// A split cumulative reduce_window reduces each block to its total, gathers the
// totals, combines those of the earlier blocks (masked by the initial value),
// and runs the same window over the block with that prefix before it:
//
//   %total = reduce(%masked)
//   %all = dist.all_gather %total dim 0 over {"a"} ...
//   %prefix = reduce(select(iota < axis_index, %all, init))
//   %scan = reduce_window(concatenate(%prefix, %masked))
//   %result = slice(%scan) [1:]
//
// Reverse scans put the combination of the later blocks after it. On one
// coordinate a long scan is written as scans of blocks of 16 in the same way,
// since window by window it would take n^2. Tested by
// test/unit/OpModels/LocaliseTest.cpp and test/OpModels/scan.mlir.
//
//===----------------------------------------------------------------------===//
#include "Scan.h"
#include "Build.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace popt {
namespace {

int64_t attributeAt(std::optional<ArrayRef<int64_t>> values, int64_t dim) {
  return values && !values->empty() ? (*values)[dim] : 1;
}

bool isIdentity(Attribute value, Monoid monoid) {
  bool wantsOne = monoid == Monoid::Prod;
  if (auto parts = dyn_cast<ArrayAttr>(value)) // complex
    return isIdentity(parts[0], monoid) && isIdentity(parts[1], Monoid::Sum);
  if (auto number = dyn_cast<FloatAttr>(value)) {
    APFloat x = number.getValue();
    if (monoid == Monoid::Max || monoid == Monoid::Min)
      return x.isInfinity() && x.isNegative() == (monoid == Monoid::Max);
    return wantsOne ? x.isExactlyValue(1.0) : x.isZero();
  }
  APInt x = cast<IntegerAttr>(value).getValue();
  bool isUnsigned = cast<IntegerAttr>(value).getType().isUnsignedInteger() ||
                    x.getBitWidth() == 1;
  switch (monoid) {
  case Monoid::Max:
    return isUnsigned ? x.isZero() : x.isMinSignedValue();
  case Monoid::Min:
    return isUnsigned ? x.isAllOnes() : x.isMaxSignedValue();
  case Monoid::And:
    return x.isAllOnes();
  default:
    return wantsOne ? x.isOne() : x.isZero();
  }
}

/// False if the initial value is known, and known not to be the identity.
bool canBeIdentity(stablehlo::ReduceWindowOp op) {
  if (op.getInputs().size() != 1)
    return true;
  std::optional<Monoid> monoid = monoidOfBody(op.getBody());
  if (!monoid)
    return true;
  // JAX prints initial values as broadcasts of scalars to scalars.
  Value value = op.getInitValues().front();
  while (Operation *made = value.getDefiningOp()) {
    if (!isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp>(made))
      break;
    value = made->getOperand(0);
  }
  DenseElementsAttr init;
  if (!matchPattern(value, m_Constant(&init)) || !init.isSplat())
    return false;
  return isIdentity(init.getSplatValue<Attribute>(), *monoid);
}

/// `values` reduced over a dim by the op's own body and initial values.
SmallVector<Value> reduceDim(Build &build, stablehlo::ReduceWindowOp op,
                             ArrayRef<Value> values, ValueRange inits,
                             int64_t dim) {
  SmallVector<Type> types;
  for (Value value : values) {
    SmallVector<int64_t> shape(shapeOf(value));
    shape.erase(shape.begin() + dim);
    types.push_back(RankedTensorType::get(shape, elementOf(value)));
  }
  auto reduce =
      stablehlo::ReduceOp::create(build.b, build.loc, types, values, inits,
                                  build.b.getDenseI64ArrayAttr({dim}));
  IRMapping mapping;
  op.getBody().cloneInto(&reduce.getBody(), mapping);
  return SmallVector<Value>(reduce->getResults());
}

} // namespace

std::optional<CumulativeDim> cumulativeDim(stablehlo::ReduceWindowOp op) {
  std::optional<CumulativeDim> found;
  auto paddingOf = [&](int64_t dim, int64_t end) -> int64_t {
    if (!op.getPadding())
      return 0;
    return op.getPadding()->getValues<int64_t>()[{static_cast<uint64_t>(dim),
                                                  static_cast<uint64_t>(end)}];
  };
  for (auto [d, size] : llvm::enumerate(shapeOf(op.getInputs().front()))) {
    int64_t dim = static_cast<int64_t>(d);
    int64_t window = op.getWindowDimensions()[d];
    int64_t low = paddingOf(dim, 0), high = paddingOf(dim, 1);
    if (attributeAt(op.getWindowStrides(), dim) != 1 ||
        attributeAt(op.getBaseDilations(), dim) != 1)
      return std::nullopt;
    if (window == 1 && low == 0 && high == 0)
      continue;
    if (found || window < size ||
        attributeAt(op.getWindowDilations(), dim) != 1)
      return std::nullopt;
    if (low == window - 1 && high == 0)
      found = {dim, false};
    else if (low == 0 && high == window - 1)
      found = {dim, true};
    else
      return std::nullopt;
  }
  if (!found || !isSelfContained(op.getBody()) || !canBeIdentity(op))
    return std::nullopt;
  return found;
}

SmallVector<InnerMove> cumulativeMoves(stablehlo::ReduceWindowOp op,
                                       const OpLayouts &layouts) {
  std::optional<CumulativeDim> along = cumulativeDim(op);
  SmallVector<InnerMove> moves;
  if (!along)
    return moves;
  const AxisList &axes = layouts.operands[0].dims[along->dim].axes;
  if (axes.empty())
    return moves;
  for (auto [result, layout] :
       llvm::zip_equal(op->getResults(), layouts.results)) {
    RankedTensorType local = localType(result, layout);
    int64_t extent = std::max<int64_t>(1, local.getDimSize(along->dim));
    moves.push_back({CollectiveKind::AllGather, axes,
                     product(axes) * (bytesOf(local) / extent)});
  }
  return moves;
}

SmallVector<Value> localiseCumulative(stablehlo::ReduceWindowOp op,
                                      LocaliseContext &context) {
  Build build(context);
  CumulativeDim along = *cumulativeDim(op);
  int64_t dim = along.dim;
  const AxisList &axes = context.layouts.operands[0].dims[dim].axes;
  size_t count = op.getInputs().size();
  ValueRange inits = context.operands.drop_front(count);

  SmallVector<Value> blocks, others;
  for (unsigned i = 0; i < count; ++i)
    blocks.push_back(
        context.maskPadding(i, context.operands[i], {dim}, inits[i]));
  SmallVector<Value> totals = reduceDim(build, op, blocks, inits, dim);
  for (auto [total, init] : llvm::zip_equal(totals, inits)) {
    Value all = build.gatherStacked(total, axes);
    ArrayRef<int64_t> shape = shapeOf(all);
    Value member = build.iota(shape, 0);
    Value own = build.broadcast(build.axisIndex(axes), shape);
    Value takesPart = along.isReverse ? build.isBelow(own, member)
                                      : build.isBelow(member, own);
    others.push_back(
        build.select(takesPart, all, build.broadcast(init, shape)));
  }
  SmallVector<Value> prefixes = reduceDim(build, op, others, inits, 0);

  SmallVector<Value> inputs;
  SmallVector<Type> types;
  for (auto [block, prefix] : llvm::zip_equal(blocks, prefixes)) {
    SmallVector<int64_t> shape(shapeOf(block));
    shape[dim] = 1;
    prefix = build.reshape(prefix, shape);
    inputs.push_back(along.isReverse ? build.concatenate({block, prefix}, dim)
                                     : build.concatenate({prefix, block}, dim));
    types.push_back(inputs.back().getType());
  }
  int64_t extent = shapeOf(inputs.front())[dim];
  int64_t rank = rankOf(inputs.front());
  SmallVector<int64_t> windows(rank, 1), padding(2 * rank, 0);
  windows[dim] = extent;
  padding[2 * dim + (along.isReverse ? 1 : 0)] = extent - 1;
  auto ends = DenseIntElementsAttr::get(
      RankedTensorType::get({rank, 2}, build.b.getI64Type()), padding);
  auto scan = stablehlo::ReduceWindowOp::create(
      build.b, build.loc, types, inputs, inits,
      build.b.getDenseI64ArrayAttr(windows), nullptr, nullptr, nullptr, ends);
  IRMapping mapping;
  op.getBody().cloneInto(&scan.getBody(), mapping);
  SmallVector<Value> results;
  for (Value value : scan->getResults())
    results.push_back(
        build.slice(value, dim, along.isReverse ? 0 : 1, extent - 1));
  return results;
}

namespace {

/// Writes a long scan as scans of short blocks.
class BlockedScan {
public:
  BlockedScan(stablehlo::ReduceWindowOp op, CumulativeDim along, OpBuilder &b)
      : op(op), along(along), b(b), loc(op.getLoc()) {}

  /// Nothing if the body is not pointwise.
  std::optional<SmallVector<Value>> scan(SmallVector<Value> x) {
    int64_t dim = along.dim, size = shapeOf(x.front())[dim];
    if (size <= 2 * kBlock)
      return window(x, dim);
    int64_t blocks = (size + kBlock - 1) / kBlock;
    SmallVector<int64_t> shape(shapeOf(x.front()));
    shape[dim] = blocks;
    SmallVector<int64_t> totalShape(shape), apart(shape), joined(shape);
    apart.insert(apart.begin() + dim + 1, kBlock);
    joined[dim] = blocks * kBlock;
    for (auto [value, init] : llvm::zip_equal(x, op.getInitValues()))
      value = reshape(pad(value, init, 0, blocks * kBlock - size), apart);
    x = window(x, dim + 1);
    SmallVector<Value> totals;
    int64_t last = along.isReverse ? 0 : kBlock - 1;
    for (Value value : x)
      totals.push_back(reshape(cut(value, dim + 1, last, 1), totalShape));
    std::optional<SmallVector<Value>> scanned = scan(totals);
    if (!scanned)
      return std::nullopt;
    // The total before each block, or after it.
    SmallVector<Value> others;
    SmallVector<int64_t> dims;
    for (int64_t d = 0; d < static_cast<int64_t>(apart.size()); ++d)
      if (d != dim + 1)
        dims.push_back(d);
    for (auto [value, init] : llvm::zip_equal(*scanned, op.getInitValues())) {
      Value moved =
          along.isReverse ? pad(value, init, -1, 1) : pad(value, init, 1, -1);
      others.push_back(stablehlo::BroadcastInDimOp::create(
          b, loc, RankedTensorType::get(apart, elementOf(moved)), moved,
          b.getDenseI64ArrayAttr(dims)));
    }
    SmallVector<Value> arguments(along.isReverse ? x : others);
    llvm::append_range(arguments, along.isReverse ? others : x);
    std::optional<SmallVector<Value>> both =
        applyPointwise(b, loc, op.getBody().front(), arguments, apart);
    if (!both)
      return std::nullopt;
    for (Value &value : *both)
      value = cut(reshape(value, joined), dim, 0, size);
    return both;
  }

private:
  static constexpr int64_t kBlock = 16;

  Value reshape(Value x, ArrayRef<int64_t> shape) {
    return stablehlo::ReshapeOp::create(
        b, loc, RankedTensorType::get(shape, elementOf(x)), x);
  }
  Value pad(Value x, Value init, int64_t low, int64_t high) {
    SmallVector<int64_t> shape(shapeOf(x)), before(shape.size(), 0),
        after(before), none(before);
    before[along.dim] = low;
    after[along.dim] = high;
    shape[along.dim] += low + high;
    return stablehlo::PadOp::create(
        b, loc, RankedTensorType::get(shape, elementOf(x)), x, init,
        b.getDenseI64ArrayAttr(before), b.getDenseI64ArrayAttr(after),
        b.getDenseI64ArrayAttr(none));
  }
  Value cut(Value x, int64_t dim, int64_t begin, int64_t extent) {
    SmallVector<int64_t> starts(rankOf(x), 0), limits(shapeOf(x)),
        ones(rankOf(x), 1);
    starts[dim] = begin;
    limits[dim] = begin + extent;
    SmallVector<int64_t> shape(limits);
    shape[dim] = extent;
    return stablehlo::SliceOp::create(
        b, loc, RankedTensorType::get(shape, elementOf(x)), x,
        b.getDenseI64ArrayAttr(starts), b.getDenseI64ArrayAttr(limits),
        b.getDenseI64ArrayAttr(ones));
  }
  SmallVector<Value> window(ArrayRef<Value> x, int64_t dim) {
    int64_t rank = rankOf(x.front()), extent = shapeOf(x.front())[dim];
    SmallVector<int64_t> windows(rank, 1), padding(2 * rank, 0);
    windows[dim] = extent;
    padding[2 * dim + (along.isReverse ? 1 : 0)] = extent - 1;
    auto made = stablehlo::ReduceWindowOp::create(
        b, loc, ValueRange(x).getTypes(), x, op.getInitValues(),
        b.getDenseI64ArrayAttr(windows), nullptr, nullptr, nullptr,
        DenseIntElementsAttr::get(
            RankedTensorType::get({rank, 2}, b.getI64Type()), padding));
    IRMapping mapping;
    op.getBody().cloneInto(&made.getBody(), mapping);
    return SmallVector<Value>(made->getResults());
  }

  stablehlo::ReduceWindowOp op;
  CumulativeDim along;
  OpBuilder &b;
  Location loc;
};

} // namespace

std::optional<SmallVector<Value>>
decomposeCumulative(stablehlo::ReduceWindowOp op, OpBuilder &b) {
  constexpr int64_t kShort = 64;
  std::optional<CumulativeDim> along = cumulativeDim(op);
  ArrayRef<int64_t> shape = shapeOf(op.getInputs().front());
  if (!along || shape[along->dim] <= kShort || llvm::is_contained(shape, 0))
    return std::nullopt;
  return BlockedScan(op, *along, b).scan(SmallVector<Value>(op.getInputs()));
}

} // namespace popt
