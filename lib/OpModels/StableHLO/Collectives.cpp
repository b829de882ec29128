//===- Collectives.cpp - Models of collectives inside manual regions ------===//
//
//   %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0,
//            replica_groups = dense<[[0, 1], [2, 3]]>, ...}>
// becomes
//   %0 = dist.all_gather %x dim 0 over {"b"} on @mesh
//
// Their groups lie along manual axes, so along the others they are elementwise
// in all dims that they leave in place. Groups that are not those of axes stay
// lists of ranks. GroupBuilder builds the collectives, and those that dist
// lacks.
//
// Tests: test/Partition/manual-collectives.mlir, manual-invalid.mlir, and by
// execution test/Execute/Manual.
//
//===----------------------------------------------------------------------===//
#include "GroupBuilder.h"

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

/// All operands except roots together, if partial values of their element types
/// stay exact.
LinearGroups allOperands(Operation *op, Monoid monoid) {
  LinearGroup group;
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    if (!keepsPartials(elementOf(result), monoid))
      return {};
    group.push_back(static_cast<unsigned>(i));
  }
  return {group};
}

/// The blocks that the collective sends: of operands or results, the larger.
SmallVector<InnerMove> movesOf(Operation *op, CollectiveKind kind,
                               const Mesh &mesh, const OpLayouts &layouts) {
  SmallVector<InnerMove> moves;
  AxisList axes = manualAxesAt(op, mesh);
  if (axes.empty())
    return moves;
  for (unsigned i = 0; i < op->getNumResults(); ++i) {
    auto count = [](Value value, const Layout &layout) {
      return localType(value, layout).getNumElements();
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
// Groups
//===----------------------------------------------------------------------===//

/// Localises each operand by `one`, which may fail with null; a rank without a
/// partner keeps its block.
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

/// True if the operation maps partial values of the monoid to partial values.
bool passesPartials(Operation *op, CollectiveKind kind, Monoid monoid) {
  // Members that get nothing have zeros: partial values of sums, not of
  // products.
  const bool leavesZeros = kind == CollectiveKind::Permute ||
                           kind == CollectiveKind::Broadcast ||
                           kind == CollectiveKind::Reduce;
  if (leavesZeros && monoid != Monoid::Sum && monoid != Monoid::Or &&
      monoid != Monoid::Xor)
    return false;
  return op->getNumRegions() == 0 || monoidOfBody(op->getRegion(0)) == monoid;
}

/// A collective of this kind; `movedDims` are those that do not stay in place.
template <typename Concrete, typename Op, CollectiveKind kind>
struct CollectiveModel : public OpModelBase<Concrete, Op> {
  static SmallVector<int64_t> movedDims(Op op) { return {}; }

  FactorRule getFactorRule(Operation *op) const {
    return collectiveRule(op, Concrete::movedDims(cast<Op>(op)));
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return passesPartials(op, kind, monoid) ? allOperands(op, monoid)
                                            : LinearGroups();
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    return movesOf(op, kind, mesh, layouts);
  }
};

struct AllReduceModel
    : public CollectiveModel<AllReduceModel, stablehlo::AllReduceOp,
                             CollectiveKind::AllReduce> {
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
    : public CollectiveModel<ReduceScatterModel, stablehlo::ReduceScatterOp,
                             CollectiveKind::ReduceScatter> {
  static SmallVector<int64_t> movedDims(stablehlo::ReduceScatterOp op) {
    return {static_cast<int64_t>(op.getScatterDimension())};
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    int64_t dim = cast<stablehlo::ReduceScatterOp>(op).getScatterDimension();
    Region &body = op->getRegion(0);
    std::optional<Monoid> monoid = monoidOfBody(body);
    return localiseEach(context, [&](GroupBuilder &builder, Value x) -> Value {
      if (failed(builder.checkSizes(dim, op->getResult(0), x)))
        return {};
      return monoid ? builder.reduceScatter(x, *monoid, dim)
                    : builder.allSlice(builder.combine(x, body), dim);
    });
  }
};

struct AllGatherModel
    : public CollectiveModel<AllGatherModel, stablehlo::AllGatherOp,
                             CollectiveKind::AllGather> {
  static SmallVector<int64_t> movedDims(stablehlo::AllGatherOp op) {
    return {static_cast<int64_t>(op.getAllGatherDim())};
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    int64_t dim = cast<stablehlo::AllGatherOp>(op).getAllGatherDim();
    return localiseEach(context, [&](GroupBuilder &builder, Value x) -> Value {
      if (failed(builder.checkSizes(dim, x, op->getResult(0))))
        return {};
      return builder.allGather(x, dim);
    });
  }
};

struct AllToAllModel
    : public CollectiveModel<AllToAllModel, stablehlo::AllToAllOp,
                             CollectiveKind::AllToAll> {
  static SmallVector<int64_t> movedDims(stablehlo::AllToAllOp op) {
    return {static_cast<int64_t>(op.getSplitDimension()),
            static_cast<int64_t>(op.getConcatDimension())};
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

struct CollectivePermuteModel
    : public CollectiveModel<CollectivePermuteModel,
                             stablehlo::CollectivePermuteOp,
                             CollectiveKind::Permute> {
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    FailureOr<GroupBuilder> builder = GroupBuilder::get(context);
    if (failed(builder))
      return failure();
    return SmallVector<Value>{builder->permute(context.operands[0])};
  }
};

struct CollectiveBroadcastModel
    : public CollectiveModel<CollectiveBroadcastModel,
                             stablehlo::CollectiveBroadcastOp,
                             CollectiveKind::Broadcast> {
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    return localiseRooted(
        context, [](GroupBuilder &builder, Value x, Value root) {
          return builder.broadcast(root ? builder.moveToFirst(x, root) : x);
        });
  }
};

struct CollectiveReduceModel
    : public CollectiveModel<CollectiveReduceModel,
                             stablehlo::CollectiveReduceOp,
                             CollectiveKind::Reduce> {
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
    const int64_t ranks = context.mesh.numRanks();
    if (!op->getParentOfType<dist::ManualOp>() && ranks > 1)
      return op->emitOpError(
          "differs from device to device, but stands in no manual region");
    Processes processes(op, context.mesh);
    std::vector<APInt> ids;
    for (int64_t rank = 0; rank < ranks; ++rank) {
      const int64_t process = processes.numbering.deviceOf(rank);
      ids.emplace_back(32, std::is_same_v<Op, stablehlo::PartitionIdOp>
                               ? process % processes.partitions
                               : process / processes.partitions);
    }
    auto type = RankedTensorType::get({ranks}, elementOf(op->getResult(0)));
    return SmallVector<Value>{
        lookUpByRank(context, DenseElementsAttr::get(type, ids))};
  }
};

} // namespace

void attachCollectiveModels(MLIRContext *context) {
  using namespace stablehlo;
  attachModels<AllReduceModel, ReduceScatterModel, AllGatherModel,
               AllToAllModel, CollectivePermuteModel, CollectiveBroadcastModel,
               CollectiveReduceModel, IdModel<PartitionIdOp>,
               IdModel<ReplicaIdOp>>(context);
}

} // namespace popt
