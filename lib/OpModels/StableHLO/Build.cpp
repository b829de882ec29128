//===- Build.cpp - Short names for building local programs ----------------===//
//
// See Build.h. Tested through the models that use it.
//
//===----------------------------------------------------------------------===//
#include "Build.h"

#include "popt/Interfaces/Build.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace popt {

Value Build::splat(Type element, ArrayRef<int64_t> shape, int64_t value) {
  auto type = RankedTensorType::get(shape, element);
  APInt bits(element.getIntOrFloatBitWidth(), value, /*isSigned=*/false,
             /*implicitTrunc=*/true);
  return stablehlo::ConstantOp::create(
      b, loc,
      DenseElementsAttr::get(
          type, ArrayRef<Attribute>(b.getIntegerAttr(element, bits))));
}

Value Build::broadcast(Value value, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> dims) {
  auto type = RankedTensorType::get(shape, elementOf(value));
  if (value.getType() == type)
    return value;
  return stablehlo::BroadcastInDimOp::create(b, loc, type, value,
                                             b.getDenseI64ArrayAttr(dims));
}

Value Build::isInside(Value x, Value low, Value high) {
  ArrayRef<int64_t> shape = shapeOf(x);
  return binary<stablehlo::AndOp>(
      compare(x, broadcast(low, shape), stablehlo::ComparisonDirection::GE),
      isBelow(x, broadcast(high, shape)));
}

Value Build::convert(Value x, Type element) {
  return buildConvert(b, loc, x, element);
}

Value Build::reshape(Value x, ArrayRef<int64_t> shape) {
  return buildReshape(b, loc, x, shape);
}

Value Build::concatenate(ArrayRef<Value> parts, int64_t dim) {
  return buildConcatenated(b, loc, parts, dim);
}

Value Build::slice(Value x, int64_t dim, int64_t begin, int64_t extent) {
  SmallVector<int64_t> starts(rankOf(x), 0), strides(rankOf(x), 1);
  SmallVector<int64_t> limits(shapeOf(x)), shape(shapeOf(x));
  if (begin == 0 && extent == shape[dim])
    return x;
  starts[dim] = begin;
  limits[dim] = begin + extent;
  shape[dim] = extent;
  return stablehlo::SliceOp::create(
      b, loc, RankedTensorType::get(shape, elementOf(x)), x,
      b.getDenseI64ArrayAttr(starts), b.getDenseI64ArrayAttr(limits),
      b.getDenseI64ArrayAttr(strides));
}

Value Build::extend(Value x, int64_t dim, int64_t count, Value fill,
                    bool isFront) {
  if (count == 0)
    return x;
  SmallVector<int64_t> shape(shapeOf(x)), low(rankOf(x), 0), high(low),
      interior(low);
  shape[dim] += count;
  (isFront ? low : high)[dim] = count;
  return stablehlo::PadOp::create(
      b, loc, RankedTensorType::get(shape, elementOf(x)), x, fill,
      b.getDenseI64ArrayAttr(low), b.getDenseI64ArrayAttr(high),
      b.getDenseI64ArrayAttr(interior));
}

Value Build::clampedStart(Value start, int64_t limit) {
  if (elementOf(start).getIntOrFloatBitWidth() < 32)
    start = convert(start, b.getI32Type());
  Type element = elementOf(start);
  Value inside = clamp(splat(element, {}, 0), start, splat(element, {}, limit));
  return convert(inside, b.getI32Type());
}

Value Build::axisIndex(const AxisList &axes) {
  return dist::AxisIndexOp::create(b, loc, i32({}), attr(axes),
                                   context.meshName);
}

Value Build::gatherStacked(Value x, const AxisList &axes) {
  SmallVector<int64_t> shape(shapeOf(x));
  shape.insert(shape.begin(), 1);
  return allGather(reshape(x, shape), 0, axes);
}

Value Build::allGather(Value x, int64_t dim, const AxisList &axes) {
  SmallVector<int64_t> shape(shapeOf(x));
  shape[dim] *= product(axes);
  return dist::AllGatherOp::create(
      b, loc, RankedTensorType::get(shape, elementOf(x)), x,
      b.getI64IntegerAttr(dim), attr(axes), /*replica_groups=*/nullptr,
      context.meshName, nullptr, nullptr, nullptr);
}

Value Build::allToAll(Value x, int64_t split, int64_t concat,
                      const AxisList &axes) {
  SmallVector<int64_t> shape(shapeOf(x));
  shape[split] /= product(axes);
  shape[concat] *= product(axes);
  return dist::AllToAllOp::create(
      b, loc, RankedTensorType::get(shape, elementOf(x)), x,
      b.getI64IntegerAttr(split), b.getI64IntegerAttr(concat), attr(axes),
      /*replica_groups=*/nullptr, context.meshName, nullptr, nullptr, nullptr);
}

Value Build::shift(Value x, int64_t by, const AxisList &axes) {
  SmallVector<Attribute> pairs;
  for (const std::vector<int64_t> &group : context.mesh.groups(axes)) {
    int64_t size = static_cast<int64_t>(group.size());
    for (int64_t member = 0; member < size; ++member)
      if (member + by >= 0 && member + by < size)
        pairs.push_back(
            b.getDenseI64ArrayAttr({group[member], group[member + by]}));
  }
  return dist::PermuteOp::create(b, loc, x.getType(), x, b.getArrayAttr(pairs),
                                 context.meshName, nullptr, nullptr, nullptr);
}

std::optional<SmallVector<Value>> applyPointwise(OpBuilder &b, Location loc,
                                                 mlir::Block &body,
                                                 ValueRange arguments,
                                                 ArrayRef<int64_t> shape) {
  for (Operation &inner : body.without_terminator()) {
    if ((!isa<stablehlo::ConstantOp>(inner) && !isPointwise(&inner)) ||
        inner.getNumResults() != 1 || inner.getNumRegions())
      return std::nullopt;
  }
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  auto spread = [&](Value value) -> Value {
    if (Value mapped = mapping.lookupOrNull(value))
      return mapped;
    // A scalar from outside.
    auto type = RankedTensorType::get(shape, elementOf(value));
    return stablehlo::BroadcastInDimOp::create(b, loc, type, value,
                                               b.getDenseI64ArrayAttr({}));
  };
  for (Operation &inner : body.without_terminator()) {
    if (isa<stablehlo::ConstantOp>(inner)) {
      mapping.map(inner.getResult(0), spread(b.clone(inner)->getResult(0)));
      continue;
    }
    OperationState state(inner.getLoc(), inner.getName());
    for (Value operand : inner.getOperands())
      state.operands.push_back(spread(operand));
    state.addAttributes(inner.getAttrs());
    state.addTypes(RankedTensorType::get(shape, elementOf(inner.getResult(0))));
    mapping.map(inner.getResult(0), b.create(state)->getResult(0));
  }
  SmallVector<Value> results;
  for (Value value : body.getTerminator()->getOperands())
    results.push_back(spread(value));
  return results;
}

SmallVector<int64_t> withoutDims(ArrayRef<int64_t> shape,
                                 ArrayRef<int64_t> dims) {
  SmallVector<int64_t> kept;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim)))
      kept.push_back(size);
  return kept;
}

Value buildSum(OpBuilder &b, Location loc, Value x, ArrayRef<int64_t> dims) {
  auto scalar = RankedTensorType::get({}, elementOf(x));
  Value zero = buildZeros(b, loc, scalar);
  auto type =
      RankedTensorType::get(withoutDims(shapeOf(x), dims), elementOf(x));
  auto reduce = stablehlo::ReduceOp::create(b, loc, TypeRange(type),
                                            ValueRange(x), ValueRange(zero),
                                            b.getDenseI64ArrayAttr(dims));
  OpBuilder inner(b.getContext());
  mlir::Block *body =
      inner.createBlock(&reduce.getBody(), {}, {scalar, scalar}, {loc, loc});
  Value both = stablehlo::AddOp::create(
      inner, loc, scalar, body->getArgument(0), body->getArgument(1));
  stablehlo::ReturnOp::create(inner, loc, both);
  return reduce->getResult(0);
}

bool isSelfContained(Region &region) {
  bool isClosed = true;
  region.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      isClosed &= region.isAncestor(operand.getParentRegion());
  });
  return isClosed;
}

void addFlaggedBody(Location loc, mlir::Block &body, Region &region) {
  OpBuilder b(region.getContext());
  const unsigned count = body.getNumArguments() / 2;
  auto flag = RankedTensorType::get({}, b.getI1Type());
  SmallVector<Type> types;
  for (unsigned side = 0; side < 2; ++side) {
    types.push_back(flag);
    for (unsigned i = 0; i < count; ++i)
      types.push_back(body.getArgument(side * count + i).getType());
  }
  mlir::Block *block = b.createBlock(&region, {}, types,
                                     SmallVector<Location>(types.size(), loc));
  IRMapping mapping;
  auto left = block->getArguments().slice(1, count);
  auto right = block->getArguments().slice(count + 2, count);
  for (unsigned i = 0; i < count; ++i) {
    mapping.map(body.getArgument(i), left[i]);
    mapping.map(body.getArgument(count + i), right[i]);
  }
  for (Operation &op : body.without_terminator())
    b.clone(op, mapping);
  Value hasLeft = block->getArgument(0);
  Value hasRight = block->getArgument(count + 1);
  Value hasBoth = stablehlo::AndOp::create(b, loc, flag, hasLeft, hasRight);
  SmallVector<Value> results{
      stablehlo::OrOp::create(b, loc, flag, hasLeft, hasRight)};
  for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands())) {
    Value either = stablehlo::SelectOp::create(b, loc, left[i].getType(),
                                               hasLeft, left[i], right[i]);
    results.push_back(
        stablehlo::SelectOp::create(b, loc, left[i].getType(), hasBoth,
                                    mapping.lookupOrDefault(value), either));
  }
  stablehlo::ReturnOp::create(b, loc, results);
}

} // namespace popt
