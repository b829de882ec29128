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
// (gathered, then combined one after the other), a broadcast (permutes along a
// binomial tree), the numbers of processes.
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
/// whole.
FactorRule collectiveRule(Operation *op, ArrayRef<int64_t> moved) {
  FactorRule rule;
  for (auto [operand, result] :
       llvm::zip_equal(op->getOperands(), op->getResults())) {
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
  return rule;
}

/// All operands at once, if their element types keep terms.
LinearGroups allOperands(Operation *op, Monoid monoid) {
  LinearGroup group;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    if (!keepsTerms(elementOf(operand), monoid))
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
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    auto count = [](Value value, const Layout &layout) {
      return localType(cast<RankedTensorType>(value.getType()), layout)
          .getNumElements();
    };
    Type element = elementOf(op->getOperand(i));
    int64_t bytes =
        element.isIntOrFloat() ? (element.getIntOrFloatBitWidth() + 7) / 8 : 8;
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
    if (failed(lists))
      return failure();
    GroupBuilder builder(context);
    builder.lists = std::move(*lists);
    return builder;
  }

  /// Every rank is in one group, all of one size.
  LogicalResult checkGroups();
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
  Value broadcast(Value x);

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
  Value isAmong(const std::vector<bool> &ranks, ArrayRef<int64_t> shape);

  OpBuilder &b;
  Location loc;
  LocaliseContext &context;
  RankLists lists;
  dist::AxisListAttr axes; ///< null if the groups are those of no axes
  ArrayAttr groups;        ///< null if there are axes
};

LogicalResult GroupBuilder::checkGroups() {
  std::vector<bool> seen(context.mesh.numRanks(), false);
  for (const std::vector<int64_t> &group : lists) {
    if (group.size() != lists.front().size())
      return context.op->emitOpError()
             << "has groups of " << lists.front().size() << " and of "
             << group.size()
             << " members; give all groups one size: one operation for each "
                "size, in which other ranks form groups of their own, and a "
                "select by axis index";
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

/// True, in this shape, at the ranks.
Value GroupBuilder::isAmong(const std::vector<bool> &ranks,
                            ArrayRef<int64_t> shape) {
  SmallVector<bool> values(ranks.begin(), ranks.end());
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())},
                                    b.getI1Type());
  Value here = lookUp(context, DenseElementsAttr::get(type, values));
  return stablehlo::BroadcastInDimOp::create(
      b, loc, RankedTensorType::get(shape, b.getI1Type()), here,
      b.getDenseI64ArrayAttr({}));
}

/// In each round, those that have the value send it to as many others.
Value GroupBuilder::broadcast(Value x) {
  size_t longest = 0;
  std::vector<bool> inGroup(context.mesh.numRanks(), false);
  for (const std::vector<int64_t> &group : lists) {
    longest = std::max(longest, group.size());
    for (int64_t rank : group)
      inGroup[rank] = true;
  }
  for (size_t done = 1; done < longest; done *= 2) {
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
  if (llvm::is_contained(inGroup, false)) {
    Value zero = stablehlo::BroadcastInDimOp::create(
        b, loc, cast<RankedTensorType>(x.getType()),
        context.scalar(elementOf(x), Monoid::Or), b.getDenseI64ArrayAttr({}));
    x = stablehlo::SelectOp::create(b, loc, x.getType(),
                                    isAmong(inGroup, shapeOf(x)), x, zero);
  }
  return x;
}

/// Localises each operand by `one`; what has no partner stays.
FailureOr<SmallVector<Value>>
localiseEach(LocaliseContext &context,
             function_ref<Value(GroupBuilder &, Value)> one) {
  FailureOr<GroupBuilder> builder = GroupBuilder::get(context);
  if (failed(builder) || failed(builder->checkGroups()))
    return failure();
  SmallVector<Value> results;
  for (Value operand : context.operands)
    results.push_back(builder->isAlone() ? operand : one(*builder, operand));
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
    return localiseEach(context, [&](GroupBuilder &builder, Value x) {
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
    return localiseEach(context, [&](GroupBuilder &builder, Value x) {
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
    FailureOr<GroupBuilder> builder = GroupBuilder::get(context);
    if (failed(builder))
      return failure();
    return SmallVector<Value>{builder->broadcast(context.operands[0])};
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
  AllReduceOp::attachInterface<AllReduceModel>(*context);
  ReduceScatterOp::attachInterface<ReduceScatterModel>(*context);
  AllGatherOp::attachInterface<AllGatherModel>(*context);
  AllToAllOp::attachInterface<AllToAllModel>(*context);
  CollectivePermuteOp::attachInterface<CollectivePermuteModel>(*context);
  CollectiveBroadcastOp::attachInterface<CollectiveBroadcastModel>(*context);
  PartitionIdOp::attachInterface<IdModel<PartitionIdOp>>(*context);
  ReplicaIdOp::attachInterface<IdModel<ReplicaIdOp>>(*context);
}

} // namespace popt
