//===- GroupBuilder.cpp - dist collectives over replica groups ------------===//
//
// See GroupBuilder.h. Tests: test/Partition/manual-collectives.mlir,
// manual-invalid.mlir, and by execution test/Execute/Manual.
//
//===----------------------------------------------------------------------===//
#include "GroupBuilder.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace popt {

Value lookUpByRank(LocaliseContext &context, DenseElementsAttr table) {
  OpBuilder &b = context.builder;
  Location loc = context.loc();
  const Mesh &mesh = context.mesh;
  AxisList all;
  for (auto [i, axis] : llvm::enumerate(mesh.axes))
    if (axis.kind != AxisKind::Time && axis.size > 1)
      all.push_back(mesh.ref(static_cast<int>(i)));
  Type element = table.getElementType();
  Value values = stablehlo::ConstantOp::create(b, loc, table);
  auto one = RankedTensorType::get({1}, element);
  Value entry = values;
  if (!all.empty()) {
    Value rank = dist::AxisIndexOp::create(
        b, loc, RankedTensorType::get({}, b.getI32Type()),
        dist::AxisListAttr::fromAxisList(b.getContext(), mesh, all),
        context.meshName);
    entry = stablehlo::DynamicSliceOp::create(
        b, loc, one, values, ValueRange{rank}, b.getDenseI64ArrayAttr({1}));
  }
  return stablehlo::ReshapeOp::create(
      b, loc, RankedTensorType::get({}, element), entry);
}

LogicalResult GroupBuilder::checkBodies(Operation *op) {
  for (Region &body : op->getRegions()) {
    if (monoidOfBody(body))
      continue;
    for (Operation &inner : body.front()) {
      auto isOutside = [&](Value operand) {
        return !body.isAncestor(operand.getParentRegion());
      };
      if (llvm::any_of(inner.getOperands(), isOutside))
        return inner.emitError()
               << "combines with a value from outside the body of "
               << op->getName()
               << "; gather the partial values by all_gather and combine them "
                  "there";
      if (inner.getNumRegions())
        return inner.emitError()
               << "has regions and combines in the body of " << op->getName()
               << "; gather the partial values by all_gather and combine them "
                  "there";
    }
  }
  return success();
}

LogicalResult GroupBuilder::checkGroups() {
  std::vector<bool> seen(context.mesh.numRanks(), false);
  for (const std::vector<int64_t> &group : lists) {
    for (int64_t rank : group)
      seen[rank] = true;
  }
  auto missing = llvm::find(seen, false);
  if (missing != seen.end())
    return context.op->emitOpError()
           << "has no group with rank " << missing - seen.begin()
           << "; every rank needs one";
  if (std::optional<AxisList> found = axesOfGroups(context.mesh, lists))
    axes =
        dist::AxisListAttr::fromAxisList(b.getContext(), context.mesh, *found);
  else
    groups = attr(lists);
  return success();
}

LogicalResult GroupBuilder::checkSizes(int64_t dim, Value small, Value large) {
  const int64_t from = shapeOf(small)[dim], to = shapeOf(large)[dim];
  if (from * size() == to)
    return success();
  return context.op->emitOpError()
         << "has groups of " << size() << " members, but sizes " << from
         << " and " << to << " of dimension " << dim;
}

Value GroupBuilder::allReduce(Value x, Monoid monoid) {
  return dist::AllReduceOp::create(b, loc, x.getType(), x, attr(monoid), axes,
                                   groups, context.meshName, nullptr, nullptr,
                                   nullptr);
}

Value GroupBuilder::allGather(Value x, int64_t dim) {
  return dist::AllGatherOp::create(b, loc, scaled(x, dim, size(), 1), x,
                                   b.getI64IntegerAttr(dim), axes, groups,
                                   context.meshName, nullptr, nullptr, nullptr);
}

Value GroupBuilder::reduceScatter(Value x, Monoid monoid, int64_t dim) {
  return dist::ReduceScatterOp::create(b, loc, scaled(x, dim, 1, size()), x,
                                       attr(monoid), b.getI64IntegerAttr(dim),
                                       axes, groups, context.meshName, nullptr,
                                       nullptr, nullptr);
}

Value GroupBuilder::allSlice(Value x, int64_t dim) {
  return dist::AllSliceOp::create(b, loc, scaled(x, dim, 1, size()), x,
                                  b.getI64IntegerAttr(dim), axes, groups,
                                  context.meshName, nullptr, nullptr, nullptr);
}

Value GroupBuilder::allToAll(Value x, int64_t split, int64_t concat) {
  SmallVector<int64_t> shape(shapeOf(x));
  shape[split] /= size();
  shape[concat] *= size();
  return dist::AllToAllOp::create(
      b, loc, RankedTensorType::get(shape, elementOf(x)), x,
      b.getI64IntegerAttr(split), b.getI64IntegerAttr(concat), axes, groups,
      context.meshName, nullptr, nullptr, nullptr);
}

Value GroupBuilder::permute(Value x, const RankLists &pairs) {
  return dist::PermuteOp::create(b, loc, x.getType(), x, attr(pairs),
                                 context.meshName, nullptr, nullptr, nullptr);
}

/// The scalar operations of a body on whole tensors.
Value GroupBuilder::mapBody(Region &body, Value x, Value y) {
  IRMapping mapping;
  mapping.map(body.getArgument(0), x);
  mapping.map(body.getArgument(1), y);
  ArrayRef<int64_t> shape = shapeOf(x);
  for (Operation &op : body.front().without_terminator()) {
    if (op.getNumOperands() == 0) {
      Operation *made = b.clone(op);
      for (auto [from, to] :
           llvm::zip_equal(op.getResults(), made->getResults()))
        mapping.map(from,
                    stablehlo::BroadcastInDimOp::create(
                        b, loc, RankedTensorType::get(shape, elementOf(from)),
                        to, b.getDenseI64ArrayAttr({})));
      continue;
    }
    OperationState state(loc, op.getName());
    for (Value operand : op.getOperands())
      state.operands.push_back(mapping.lookup(operand));
    for (Value result : op.getResults())
      state.types.push_back(RankedTensorType::get(shape, elementOf(result)));
    for (NamedAttribute attr : op.getAttrs())
      if (!attr.getName().strref().starts_with("dist."))
        state.attributes.push_back(attr);
    Operation *made = b.create(state);
    mapping.map(op.getResults(), made->getResults());
  }
  return mapping.lookup(body.front().getTerminator()->getOperand(0));
}

Value GroupBuilder::combine(Value x, Region &body) {
  SmallVector<int64_t> shape(shapeOf(x));
  shape.insert(shape.begin(), 1);
  auto rowType = RankedTensorType::get(shape, elementOf(x));
  Value all = allGather(stablehlo::ReshapeOp::create(b, loc, rowType, x), 0);
  SmallVector<int64_t> begin(shape.size(), 0), end = shape,
                                               ones(shape.size(), 1);
  Value sum;
  for (int64_t i = 0; i < size(); ++i) {
    begin[0] = i;
    end[0] = i + 1;
    Value row =
        stablehlo::SliceOp::create(b, loc, rowType, all, begin, end, ones);
    row = stablehlo::ReshapeOp::create(b, loc, x.getType(), row);
    sum = sum ? mapBody(body, sum, row) : row;
  }
  return sum;
}

Value GroupBuilder::inShape(Value scalar, ArrayRef<int64_t> shape) {
  return stablehlo::BroadcastInDimOp::create(
      b, loc, RankedTensorType::get(shape, elementOf(scalar)), scalar,
      b.getDenseI64ArrayAttr({}));
}

Value GroupBuilder::zerosUnless(Value here, Value x) {
  Value zero = inShape(context.scalar(elementOf(x), Monoid::Or), shapeOf(x));
  return stablehlo::SelectOp::create(b, loc, x.getType(), here, x, zero);
}

/// True, in this shape, at the ranks.
Value GroupBuilder::isAmong(const std::vector<bool> &ranks,
                            ArrayRef<int64_t> shape) {
  SmallVector<bool> values(ranks.begin(), ranks.end());
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())},
                                    b.getI1Type());
  return inShape(lookUpByRank(context, DenseElementsAttr::get(type, values)),
                 shape);
}

size_t GroupBuilder::longest() const {
  size_t longest = 0;
  for (const std::vector<int64_t> &group : lists)
    longest = std::max(longest, group.size());
  return longest;
}

GroupBuilder::Round GroupBuilder::towardsFirst(size_t distance,
                                               size_t stride) const {
  Round round{{}, std::vector<bool>(context.mesh.numRanks(), false)};
  for (const std::vector<int64_t> &group : lists)
    for (size_t i = 0; i + distance < group.size();
         i += stride ? stride : group.size()) {
      round.pairs.push_back({group[i + distance], group[i]});
      round.isTarget[group[i]] = true;
    }
  return round;
}

/// Associative combinations use a tree, in which neighbours are combined; else
/// the first member takes one after the other.
Value GroupBuilder::reduceToFirst(Value x, Region &body) {
  const bool isTree = monoidOfBody(body).has_value();
  Value sum = x;
  for (size_t done = 1; done < longest(); done += isTree ? done : 1) {
    const Round round = towardsFirst(done, isTree ? 2 * done : 0);
    Value more = mapBody(body, sum, permute(isTree ? sum : x, round.pairs));
    sum = stablehlo::SelectOp::create(
        b, loc, x.getType(), isAmong(round.isTarget, shapeOf(x)), more, sum);
  }
  return sum;
}

/// In each round a member holds the value of one of `done` places from its own
/// on, and takes that of a later place if the root is there.
Value GroupBuilder::moveToFirst(Value x, Value root) {
  for (size_t done = 1; done < longest(); done *= 2) {
    const Round round = towardsFirst(done, 2 * done);
    SmallVector<int32_t> firstLater(context.mesh.numRanks(),
                                    std::numeric_limits<int32_t>::max());
    for (const std::vector<int64_t> &group : lists)
      for (auto [place, rank] : llvm::enumerate(group))
        if (round.isTarget[rank])
          firstLater[rank] = static_cast<int32_t>(place + done);
    auto type = RankedTensorType::get({static_cast<int64_t>(firstLater.size())},
                                      b.getI32Type());
    Value isLater = stablehlo::CompareOp::create(
        b, loc, root,
        lookUpByRank(context,
                     DenseElementsAttr::get(type, ArrayRef(firstLater))),
        stablehlo::ComparisonDirection::GE);
    x = stablehlo::SelectOp::create(b, loc, x.getType(),
                                    inShape(isLater, shapeOf(x)),
                                    permute(x, round.pairs), x);
  }
  return x;
}

Value GroupBuilder::keepAtFirst(Value x) {
  std::vector<bool> isFirst(context.mesh.numRanks(), false);
  for (const std::vector<int64_t> &group : lists)
    if (!group.empty())
      isFirst[group.front()] = true;
  return zerosUnless(isAmong(isFirst, shapeOf(x)), x);
}

Value GroupBuilder::keepAt(Value x, Value root) {
  SmallVector<int32_t> places(context.mesh.numRanks(), -1);
  for (const std::vector<int64_t> &group : lists)
    for (auto [place, rank] : llvm::enumerate(group))
      places[rank] = static_cast<int32_t>(place);
  auto type = RankedTensorType::get({static_cast<int64_t>(places.size())},
                                    b.getI32Type());
  Value isRoot = stablehlo::CompareOp::create(
      b, loc, root,
      lookUpByRank(context, DenseElementsAttr::get(type, ArrayRef(places))),
      stablehlo::ComparisonDirection::EQ);
  return zerosUnless(inShape(isRoot, shapeOf(x)), x);
}

/// In each round, those that have the value send it to as many others.
Value GroupBuilder::broadcast(Value x) {
  std::vector<bool> inGroup(context.mesh.numRanks(), false);
  for (const std::vector<int64_t> &group : lists)
    for (int64_t rank : group)
      inGroup[rank] = true;
  for (size_t done = 1; done < longest(); done *= 2) {
    RankLists pairs;
    std::vector<bool> isTarget(context.mesh.numRanks(), false);
    for (const std::vector<int64_t> &group : lists)
      for (size_t i = 0; i < done && i + done < group.size(); ++i) {
        pairs.push_back({group[i], group[i + done]});
        isTarget[group[i + done]] = true;
      }
    x = stablehlo::SelectOp::create(b, loc, x.getType(),
                                    isAmong(isTarget, shapeOf(x)),
                                    permute(x, pairs), x);
  }
  return llvm::is_contained(inGroup, false)
             ? zerosUnless(isAmong(inGroup, shapeOf(x)), x)
             : x;
}

} // namespace popt
