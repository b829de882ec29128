//===- Collectives.cpp - Models of collectives inside manual regions ------===//
//
//   %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0,
//            replica_groups = dense<[[0, 1], [2, 3]]>, ...}>
// becomes
//   %0 = dist.all_gather %x dim 0 over {"b"} on @mesh
//
// Their groups lie along manual axes, so along the others they are elementwise
// in all dims that they leave in place. Groups that are not those of axes stay
// lists of ranks. What dist lacks is built: a combination that is no monoid
// (gathered, then combined one after the other), the numbers of processes, and
// of permutes along binomial trees what has a root or groups of several sizes.
//
// Tests: test/Partition/manual-collectives.mlir, manual-invalid.mlir, and by
// execution test/Execute/Manual.
//
//===----------------------------------------------------------------------===//
#include "Models.h"
#include "ProcessGroups.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace popt {
namespace {

/// Loops over all dims that stay in place; the dims in `moved` have to be
/// whole, and so have roots, the operand that no result corresponds to.
FactorRule collectiveRule(Operation *op, ArrayRef<int64_t> moved) {
  FactorRule rule;
  for (auto [result, operand] :
       llvm::zip_first(op->getResults(), op->getOperands())) {
    TensorFactors from, to;
    for (int64_t dim = 0; dim < rankOf(operand); ++dim) {
      if (llvm::is_contained(moved, dim)) {
        from.push_back(
            {rule.add(shapeOf(operand)[dim], FactorKind::NeedReplication)});
        to.push_back(
            {rule.add(shapeOf(result)[dim], FactorKind::NeedReplication)});
        continue;
      }
      int factor = rule.add(shapeOf(operand)[dim]);
      from.push_back({factor});
      to.push_back({factor});
    }
    rule.operands.push_back(std::move(from));
    rule.results.push_back(std::move(to));
  }
  for (Value roots : op->getOperands().drop_front(op->getNumResults()))
    rule.operands.push_back(
        {{rule.add(shapeOf(roots)[0], FactorKind::NeedReplication)}});
  return rule;
}

/// All operands but roots at once, if their element types keep terms.
LinearGroups allOperands(Operation *op, Monoid monoid) {
  LinearGroup group;
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    if (!keepsTerms(elementOf(result), monoid))
      return {};
    group.push_back(static_cast<unsigned>(i));
  }
  return {group};
}

/// What the collective sends: blocks of operands or results, the larger.
SmallVector<InnerMove> movesOf(Operation *op, Collective kind, const Mesh &mesh,
                               const OpLayouts &layouts) {
  SmallVector<InnerMove> moves;
  AxisList axes = manualAxesAt(op, mesh);
  if (axes.empty())
    return moves;
  for (unsigned i = 0; i < op->getNumResults(); ++i) {
    auto count = [](Value value, const Layout &layout) {
      return localType(cast<RankedTensorType>(value.getType()), layout)
          .getNumElements();
    };
    int64_t bytes = bytesPerElement(elementOf(op->getOperand(i)));
    moves.push_back(
        {kind, axes,
         bytes * std::max(count(op->getOperand(i), layouts.operands[i]),
                          count(op->getResult(i), layouts.results[i]))});
  }
  return moves;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Builds dist collectives over one operation's groups.
class GroupBuilder {
public:
  static FailureOr<GroupBuilder> get(LocaliseContext &context) {
    FailureOr<RankLists> lists = rankLists(context.op, context.mesh);
    if (failed(lists) || failed(checkBodies(context.op)))
      return failure();
    GroupBuilder builder(context);
    builder.lists = std::move(*lists);
    return builder;
  }

  /// Bodies that are no monoid are written out on whole tensors: they stand on
  /// their own and hold no regions.
  static LogicalResult checkBodies(Operation *op);
  /// Every rank is in a group.
  LogicalResult checkGroups();
  /// A dim becomes as many times as large as groups have members.
  LogicalResult checkSizes(int64_t dim, Value small, Value large);
  bool hasOneSize() const {
    return llvm::all_of(lists, [&](auto &group) {
      return group.size() == lists.front().size();
    });
  }
  /// Nobody has a partner.
  bool isAlone() const {
    return llvm::all_of(lists, [](auto &group) { return group.size() <= 1; });
  }
  int64_t size() const { return static_cast<int64_t>(lists.front().size()); }

  Value allReduce(Value x, Monoid monoid);
  Value allGather(Value x, int64_t dim);
  Value reduceScatter(Value x, Monoid monoid, int64_t dim);
  Value allSlice(Value x, int64_t dim);
  Value allToAll(Value x, int64_t split, int64_t concat);
  /// From and to the ranks of pairs; of the operation's if none are given.
  Value permute(Value x) { return permute(x, lists); }
  Value permute(Value x, const RankLists &pairs);
  /// Combines what a group holds by a body that is no monoid, in order.
  Value combine(Value x, Region &body);
  /// Combines what a group holds at its first member, in order.
  Value reduceToFirst(Value x, Region &body);
  /// Brings the value of the member at place `root` to the first member; the
  /// nearest if there is no such place.
  Value moveToFirst(Value x, Value root);
  /// Gives all members what the first has, and zeros to ranks in no group.
  Value broadcast(Value x);
  /// Zeros but at the first members, or at those whose place is `root`.
  Value keepAtFirst(Value x);
  Value keepAt(Value x, Value root);

private:
  explicit GroupBuilder(LocaliseContext &context)
      : b(context.builder), loc(context.loc()), context(context) {}

  RankedTensorType scaled(Value x, int64_t dim, int64_t times, int64_t parts) {
    SmallVector<int64_t> shape(shapeOf(x));
    shape[dim] = shape[dim] * times / parts;
    return RankedTensorType::get(shape, elementOf(x));
  }
  dist::MonoidAttr attr(Monoid monoid) {
    return dist::MonoidAttr::get(b.getContext(), monoid);
  }
  ArrayAttr attr(const RankLists &ranks) {
    SmallVector<Attribute> attrs;
    for (const std::vector<int64_t> &list : ranks)
      attrs.push_back(b.getDenseI64ArrayAttr(list));
    return b.getArrayAttr(attrs);
  }
  Value mapBody(Region &body, Value x, Value y);
  /// A round of a tree: whom members at a place reach, and who is reached.
  struct Round {
    RankLists pairs;
    std::vector<bool> isTarget;
  };
  /// In groups of all sizes the member `distance` after each `stride`-th sends
  /// to it; with a stride of 0, to the first alone.
  Round towardsFirst(size_t distance, size_t stride) const;
  size_t longest() const;
  Value inShape(Value scalar, ArrayRef<int64_t> shape);
  Value zerosUnless(Value here, Value x);
  Value isAmong(const std::vector<bool> &ranks, ArrayRef<int64_t> shape);

  OpBuilder &b;
  Location loc;
  LocaliseContext &context;
  RankLists lists;
  dist::AxisListAttr axes; ///< null if the groups are those of no axes
  ArrayAttr groups;        ///< null if there are axes
};

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
               << "; gather the terms by all_gather and combine them there";
      if (inner.getNumRegions())
        return inner.emitError()
               << "has regions and combines in the body of " << op->getName()
               << "; gather the terms by all_gather and combine them there";
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

/// This rank's entry of a table.
static Value lookUp(LocaliseContext &context, DenseElementsAttr table) {
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
  return inShape(lookUp(context, DenseElementsAttr::get(type, values)), shape);
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

/// What is associative goes along a tree, in which neighbours are combined;
/// else the first member takes one after the other.
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
        lookUp(context, DenseElementsAttr::get(type, ArrayRef(firstLater))),
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
      lookUp(context, DenseElementsAttr::get(type, ArrayRef(places))),
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

/// Localises each operand by `one`, which may fail with null; what has no
/// partner stays.
FailureOr<SmallVector<Value>>
localiseEach(LocaliseContext &context,
             function_ref<Value(GroupBuilder &, Value)> one) {
  FailureOr<GroupBuilder> builder = GroupBuilder::get(context);
  if (failed(builder) || failed(builder->checkGroups()))
    return failure();
  SmallVector<Value> results;
  for (Value operand : context.operands) {
    results.push_back(builder->isAlone() ? operand : one(*builder, operand));
    if (!results.back())
      return failure();
  }
  return results;
}

/// Localises each operand of a collective with roots by `one`, which gets the
/// root as data, or null where it is the first member.
FailureOr<SmallVector<Value>>
localiseRooted(LocaliseContext &context,
               function_ref<Value(GroupBuilder &, Value, Value root)> one) {
  FailureOr<GroupBuilder> builder = GroupBuilder::get(context);
  if (failed(builder))
    return failure();
  OpBuilder &b = context.builder;
  const unsigned count = context.op->getNumResults();
  const bool isData = context.operands.size() > count;
  SmallVector<Value> results;
  for (unsigned i = 0; i < count; ++i) {
    Value root;
    if (isData) {
      Value entry = stablehlo::SliceOp::create(
          b, context.loc(), RankedTensorType::get({1}, b.getI32Type()),
          context.operands.back(), ArrayRef<int64_t>{i},
          ArrayRef<int64_t>{i + 1}, ArrayRef<int64_t>{1});
      root = stablehlo::ReshapeOp::create(
          b, context.loc(), RankedTensorType::get({}, b.getI32Type()), entry);
    }
    results.push_back(one(*builder, context.operands[i], root));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

struct AllReduceModel
    : public OpModelBase<AllReduceModel, stablehlo::AllReduceOp> {
  FactorRule getFactorRule(Operation *op) const {
    return collectiveRule(op, {});
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return monoidOfBody(op->getRegion(0)) == monoid ? allOperands(op, monoid)
                                                    : LinearGroups();
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    return movesOf(op, Collective::AllReduce, mesh, layouts);
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    Region &body = op->getRegion(0);
    std::optional<Monoid> monoid = monoidOfBody(body);
    return localiseEach(context, [&](GroupBuilder &builder, Value x) {
      if (!builder.hasOneSize())
        return builder.broadcast(builder.reduceToFirst(x, body));
      return monoid ? builder.allReduce(x, *monoid) : builder.combine(x, body);
    });
  }
};

struct ReduceScatterModel
    : public OpModelBase<ReduceScatterModel, stablehlo::ReduceScatterOp> {
  static int64_t dimOf(Operation *op) {
    return cast<stablehlo::ReduceScatterOp>(op).getScatterDimension();
  }
  FactorRule getFactorRule(Operation *op) const {
    return collectiveRule(op, {dimOf(op)});
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return monoidOfBody(op->getRegion(0)) == monoid ? allOperands(op, monoid)
                                                    : LinearGroups();
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    return movesOf(op, Collective::ReduceScatter, mesh, layouts);
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    Region &body = op->getRegion(0);
    std::optional<Monoid> monoid = monoidOfBody(body);
    return localiseEach(context, [&](GroupBuilder &builder, Value x) -> Value {
      if (failed(builder.checkSizes(dimOf(op), op->getResult(0), x)))
        return {};
      return monoid ? builder.reduceScatter(x, *monoid, dimOf(op))
                    : builder.allSlice(builder.combine(x, body), dimOf(op));
    });
  }
};

struct AllGatherModel
    : public OpModelBase<AllGatherModel, stablehlo::AllGatherOp> {
  static int64_t dimOf(Operation *op) {
    return cast<stablehlo::AllGatherOp>(op).getAllGatherDim();
  }
  FactorRule getFactorRule(Operation *op) const {
    return collectiveRule(op, {dimOf(op)});
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return allOperands(op, monoid);
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    return movesOf(op, Collective::AllGather, mesh, layouts);
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    return localiseEach(context, [&](GroupBuilder &builder, Value x) -> Value {
      if (failed(builder.checkSizes(dimOf(op), x, op->getResult(0))))
        return {};
      return builder.allGather(x, dimOf(op));
    });
  }
};

struct AllToAllModel
    : public OpModelBase<AllToAllModel, stablehlo::AllToAllOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto exchange = cast<stablehlo::AllToAllOp>(op);
    return collectiveRule(
        op, {static_cast<int64_t>(exchange.getSplitDimension()),
             static_cast<int64_t>(exchange.getConcatDimension())});
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return allOperands(op, monoid);
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    return movesOf(op, Collective::AllToAll, mesh, layouts);
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto exchange = cast<stablehlo::AllToAllOp>(op);
    return localiseEach(context, [&](GroupBuilder &builder, Value x) {
      return builder.allToAll(x, exchange.getSplitDimension(),
                              exchange.getConcatDimension());
    });
  }
};

/// A rank that is no target gets zeros: terms of sums, not of products.
bool zeroIsIdentity(Monoid monoid) {
  return monoid == Monoid::Sum || monoid == Monoid::Or || monoid == Monoid::Xor;
}

struct CollectivePermuteModel
    : public OpModelBase<CollectivePermuteModel,
                         stablehlo::CollectivePermuteOp> {
  FactorRule getFactorRule(Operation *op) const {
    return collectiveRule(op, {});
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return zeroIsIdentity(monoid) ? allOperands(op, monoid) : LinearGroups();
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    return movesOf(op, Collective::Permute, mesh, layouts);
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    FailureOr<GroupBuilder> builder = GroupBuilder::get(context);
    if (failed(builder))
      return failure();
    return SmallVector<Value>{builder->permute(context.operands[0])};
  }
};

struct CollectiveBroadcastModel
    : public OpModelBase<CollectiveBroadcastModel,
                         stablehlo::CollectiveBroadcastOp> {
  FactorRule getFactorRule(Operation *op) const {
    return collectiveRule(op, {});
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return zeroIsIdentity(monoid) ? allOperands(op, monoid) : LinearGroups();
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    return movesOf(op, Collective::Broadcast, mesh, layouts);
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    return localiseRooted(
        context, [](GroupBuilder &builder, Value x, Value root) {
          return builder.broadcast(root ? builder.moveToFirst(x, root) : x);
        });
  }
};

struct CollectiveReduceModel
    : public OpModelBase<CollectiveReduceModel, stablehlo::CollectiveReduceOp> {
  FactorRule getFactorRule(Operation *op) const {
    return collectiveRule(op, {});
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return zeroIsIdentity(monoid) && monoidOfBody(op->getRegion(0)) == monoid
               ? allOperands(op, monoid)
               : LinearGroups();
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    return movesOf(op, Collective::Reduce, mesh, layouts);
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    Region &body = op->getRegion(0);
    return localiseRooted(
        context, [&](GroupBuilder &builder, Value x, Value root) {
          Value sum = builder.reduceToFirst(x, body);
          return root ? builder.keepAt(builder.broadcast(sum), root)
                      : builder.keepAtFirst(sum);
        });
  }
};

/// partition_id and replica_id: a scalar that differs from device to device.
template <typename Op> struct IdModel : public OpModelBase<IdModel<Op>, Op> {
  FactorRule getFactorRule(Operation *op) const {
    FactorRule rule;
    rule.results = {{}};
    return rule;
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    if (manualAxesAt(op, context.mesh).empty() && context.mesh.numRanks() > 1)
      return op->emitOpError(
          "differs from device to device, but stands in no manual region");
    Processes processes(op, context.mesh);
    std::vector<APInt> ids(processes.count(), APInt(32, 0));
    for (int64_t process = 0; process < processes.count(); ++process)
      ids[processes.rankOf[process]] =
          APInt(32, std::is_same_v<Op, stablehlo::PartitionIdOp>
                        ? process % processes.partitions
                        : process / processes.partitions);
    auto type =
        RankedTensorType::get({processes.count()}, elementOf(op->getResult(0)));
    return SmallVector<Value>{
        lookUp(context, DenseElementsAttr::get(type, ids))};
  }
};

} // namespace

void attachCollectiveModels(MLIRContext *context) {
  using namespace stablehlo;
  attachModel<AllReduceOp, AllReduceModel>(context);
  attachModel<ReduceScatterOp, ReduceScatterModel>(context);
  attachModel<AllGatherOp, AllGatherModel>(context);
  attachModel<AllToAllOp, AllToAllModel>(context);
  attachModel<CollectivePermuteOp, CollectivePermuteModel>(context);
  attachModel<CollectiveBroadcastOp, CollectiveBroadcastModel>(context);
  attachModel<CollectiveReduceOp, CollectiveReduceModel>(context);
  attachModel<PartitionIdOp, IdModel<PartitionIdOp>>(context);
  attachModel<ReplicaIdOp, IdModel<ReplicaIdOp>>(context);
}

} // namespace popt
