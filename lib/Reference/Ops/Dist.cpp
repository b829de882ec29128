//===- Dist.cpp - Operations of the dist dialect --------------------------===//
//
// Global operations are annotations: the identity. A local collective without
// an `as` clause works on equal blocks. With one, it is the move that the
// clause states: of the value laid out as `from`, each rank takes the elements
// of its block under `to` from the members of its group, wherever they hold
// them; the rest is padding. So are the results of a collective with a root at
// the other ranks.
//
// Tested by test/unit/Reference/CollectivesTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Dist.h"
#include "../Groups.h"
#include "../Manual.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Reference/Distribute.h"
#include <map>

using namespace mlir;
using namespace popt;
using namespace popt::reference;

//===----------------------------------------------------------------------===//
// Equal blocks
//===----------------------------------------------------------------------===//

static FailureOr<Groups> groupsOf(const LockstepCall &call, const Mesh &mesh) {
  return presentGroups(call,
                       cast<dist::CollectiveOpInterface>(call.op).groups(mesh));
}

static Body bodyOf(Monoid monoid) {
  Body body;
  body.op = operationOf(monoid);
  return body;
}

/// The result of each member of a group, in group order.
static std::optional<SmallVector<Tensor>>
exchangeEqual(Operation *op, ArrayRef<Tensor> held, Padding kind) {
  const int64_t count = held.size();
  SmallVector<Tensor> got;
  const int64_t root =
      cast<dist::CollectiveOpInterface>(op).getRoot().value_or(0);
  auto giveRoot = [&](const Tensor &tensor) {
    got.assign(count, padding(tensor.type(), tensor.shape(), kind));
    got[root] = tensor;
  };
  if (auto reduce = dyn_cast<dist::AllReduceOp>(op)) {
    MaybeTensor sum = combine(held, bodyOf(reduce.getMonoid()));
    if (!sum)
      return std::nullopt;
    got.assign(count, *sum);
  } else if (auto reduce = dyn_cast<dist::ReduceOp>(op)) {
    MaybeTensor sum = combine(held, bodyOf(reduce.getMonoid()));
    if (!sum)
      return std::nullopt;
    giveRoot(*sum);
  } else if (auto gather = dyn_cast<dist::GatherOp>(op)) {
    giveRoot(concatenate(held, gather.getDim()));
  } else if (isa<dist::BroadcastOp>(op)) {
    got.assign(count, held[root]);
  } else if (auto scatter = dyn_cast<dist::ScatterOp>(op)) {
    for (int64_t i = 0; i < count; ++i)
      got.push_back(part(held[root], scatter.getDim(), count, i));
  } else if (auto gather = dyn_cast<dist::AllGatherOp>(op)) {
    got.assign(count, concatenate(held, gather.getDim()));
  } else if (auto scatter = dyn_cast<dist::ReduceScatterOp>(op)) {
    MaybeTensor sum = combine(held, bodyOf(scatter.getMonoid()));
    if (!sum)
      return std::nullopt;
    for (int64_t i = 0; i < count; ++i)
      got.push_back(part(*sum, scatter.getDim(), count, i));
  } else if (auto toAll = dyn_cast<dist::AllToAllOp>(op)) {
    for (int64_t i = 0; i < count; ++i) {
      SmallVector<Tensor> pieces;
      for (const Tensor &tensor : held)
        pieces.push_back(part(tensor, toAll.getSplit(), count, i));
      got.push_back(concatenate(pieces, toAll.getConcat()));
    }
  } else if (auto slice = dyn_cast<dist::AllSliceOp>(op)) {
    for (int64_t i = 0; i < count; ++i)
      got.push_back(part(held[i], slice.getDim(), count, i));
  } else if (auto partial = dyn_cast<dist::ToPartialOp>(op)) {
    MaybeTensor identity = identityElement(partial.getMonoid(), held[0].type());
    if (!identity)
      return std::nullopt;
    got.assign(count, splat(*identity, held[0].shape()));
    for (int64_t keeper : partial.getKeepers())
      got[keeper] = held[keeper];
  } else {
    return std::nullopt;
  }
  return got;
}

//===----------------------------------------------------------------------===//
// Moves between layouts
//===----------------------------------------------------------------------===//

namespace {

/// A box of the global index space.
struct Box {
  Shape begin, extent;

  static Box of(const std::vector<DimBlock> &blocks) {
    Box box;
    for (const DimBlock &block : blocks) {
      box.begin.push_back(block.begin);
      box.extent.push_back(block.extent);
    }
    return box;
  }
  Box intersect(const Box &o) const {
    Box box;
    for (size_t i = 0; i < begin.size(); ++i) {
      int64_t from = std::max(begin[i], o.begin[i]);
      int64_t to = std::min(begin[i] + extent[i], o.begin[i] + o.extent[i]);
      box.begin.push_back(from);
      box.extent.push_back(std::max<int64_t>(0, to - from));
    }
    return box;
  }
  /// Begin of this box in a tensor that holds `block`.
  Shape within(const Box &block) const {
    Shape local;
    for (size_t i = 0; i < begin.size(); ++i)
      local.push_back(begin[i] - block.begin[i]);
    return local;
  }
  bool empty() const { return numElements(extent) == 0; }
  std::vector<int64_t> key() const {
    std::vector<int64_t> all(begin.begin(), begin.end());
    all.insert(all.end(), extent.begin(), extent.end());
    return all;
  }
};

/// The `as` clause of a collective.
struct Move {
  const Mesh &mesh;
  std::vector<int64_t> shape;
  Layout from, to;
  std::optional<Binary> op; ///< how terms combine; nothing: copies
  Padding padding;

  Box fromBox(int64_t rank) const {
    return Box::of(blocksAt(mesh, from, shape, mesh.coordinates(rank)));
  }
  Box toBox(int64_t rank) const {
    return Box::of(blocksAt(mesh, to, shape, mesh.coordinates(rank)));
  }
};

} // namespace

/// The block of `rank` under `to`, from the blocks of `sources`.
static MaybeTensor assemble(const Move &move, int64_t rank,
                            ArrayRef<int64_t> sources, ArrayRef<Tensor> held) {
  const Box target = move.toBox(rank);
  const ElementType type = held[0].type();
  const bool widen = move.op && isNarrow(type) && sources.size() > 1;
  const ElementType sumType = widen ? wideType(type) : type;
  Tensor result = convert(
      padding(type, localShape(move.to, move.shape), move.padding), sumType);
  std::map<std::vector<int64_t>, bool> started;
  for (auto [source, tensor] : llvm::zip(sources, held)) {
    const Box have = move.fromBox(source);
    const Box common = have.intersect(target);
    if (common.empty())
      continue;
    Tensor partial = convert(
        extractBox(tensor, common.within(have), common.extent), sumType);
    const Shape at = common.within(target);
    if (bool &has = started[common.key()]; !has) {
      has = true;
    } else if (!move.op) {
      continue; // a copy of what is there
    } else {
      MaybeTensor sum =
          binary(*move.op, extractBox(result, at, common.extent), partial);
      if (!sum)
        return std::nullopt;
      partial = *sum;
    }
    result = insertBox(std::move(result), partial, at);
  }
  return convert(result, type);
}

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

static Padding paddingOf(const LockstepCall &call) {
  return call.evaluator.options().poisonPadding ? Padding::Poison
                                                : Padding::Zero;
}

static std::optional<Move> moveOf(const LockstepCall &call, const Mesh &mesh) {
  auto op = cast<dist::CollectiveOpInterface>(call.op);
  if (!op.getFromAttr() || !op.getToAttr() || !op.getGlobalTypeAttr())
    return std::nullopt;
  auto type = cast<RankedTensorType>(op.getGlobalTypeAttr().getValue());
  Move move{
      mesh,
      std::vector<int64_t>(type.getShape().begin(), type.getShape().end()),
      op.getFromAttr().toLayout(mesh),
      op.getToAttr().toLayout(mesh),
      std::nullopt,
      paddingOf(call)};
  if (isa<dist::AllReduceOp, dist::ReduceScatterOp, dist::ReduceOp>(call.op))
    if (std::optional<Monoid> monoid = op.getMonoid())
      move.op = operationOf(*monoid);
  return move;
}

static LogicalResult undefined(const LockstepCall &call) {
  return call.op->emitOpError()
         << "is not defined for " << call.op->getOperand(0).getType();
}

/// The result of each member of a group with a root.
static FailureOr<SmallVector<Tensor>>
exchangeRooted(Operation *op, const Move &move, int64_t root,
               ArrayRef<int64_t> group, ArrayRef<Tensor> held) {
  const bool isFromRoot = isa<dist::BroadcastOp, dist::ScatterOp>(op);
  SmallVector<Tensor> got;
  for (auto [i, rank] : llvm::enumerate(group)) {
    if (!isFromRoot && static_cast<int64_t>(i) != root) {
      got.push_back(padding(held[0].type(), localShape(move.to, move.shape),
                            move.padding));
      continue;
    }
    MaybeTensor block = isFromRoot
                            ? assemble(move, rank, {group[root]}, {held[root]})
                            : assemble(move, rank, group, held);
    if (!block)
      return failure();
    got.push_back(*block);
  }
  return got;
}

static LockstepResults runCollective(LockstepCall &call) {
  const Mesh *mesh = requireMesh(call);
  if (!mesh)
    return failure();
  FailureOr<Groups> groups = groupsOf(call, *mesh);
  if (failed(groups))
    return failure();
  std::optional<Move> move = moveOf(call, *mesh);
  if (isa<dist::ToPartialOp>(call.op))
    move.reset(); // the blocks stay where they are
  const std::optional<int64_t> root =
      cast<dist::CollectiveOpInterface>(call.op).getRoot();
  RankTensors result(call.numRanks());
  for (const std::vector<int64_t> &group : *groups) {
    const SmallVector<Tensor> held = heldBy(call, group);
    if (!move) {
      auto got = exchangeEqual(call.op, held, paddingOf(call));
      if (!got)
        return undefined(call);
      for (auto [rank, tensor] : llvm::zip(group, *got))
        result[call.frame.positionOf(rank)] = std::move(tensor);
      continue;
    }
    if (root) {
      FailureOr<SmallVector<Tensor>> got =
          exchangeRooted(call.op, *move, *root, group, held);
      if (failed(got))
        return undefined(call);
      for (auto [rank, tensor] : llvm::zip(group, *got))
        result[call.frame.positionOf(rank)] = std::move(tensor);
      continue;
    }
    // Members that take the same block share it.
    std::map<std::vector<int64_t>, Tensor> known;
    for (auto [i, rank] : llvm::enumerate(group)) {
      const bool alone = isa<dist::AllSliceOp>(call.op);
      auto [it, isNew] = known.try_emplace(move->toBox(rank).key());
      if (isNew || alone) {
        MaybeTensor block = alone ? assemble(*move, rank, {rank}, {held[i]})
                                  : assemble(*move, rank, group, held);
        if (!block)
          return undefined(call);
        it->second = *block;
      }
      result[call.frame.positionOf(rank)] = it->second;
    }
  }
  return SmallVector<RankTensors>{result};
}

/// The pairs of a permute are ranks of its mesh. Where every time step runs at
/// once, as if it had ranks of its own, each pair stands for one per time step.
static Groups pairsOf(dist::PermuteOp op, const Mesh &lockstep) {
  const Mesh mesh = dist::getMesh(op).toMesh();
  std::map<int64_t, SmallVector<int64_t>> ranksOf; // by time step
  for (int64_t rank = 0; rank < lockstep.numRanks(); ++rank)
    ranksOf[mesh.rank(lockstep.coordinates(rank))].push_back(rank);
  Groups pairs;
  for (Attribute attribute : op.getPairs()) {
    ArrayRef<int64_t> pair = cast<DenseI64ArrayAttr>(attribute).asArrayRef();
    for (auto [source, target] :
         llvm::zip_equal(ranksOf[pair[0]], ranksOf[pair[1]]))
      pairs.push_back({source, target});
  }
  return pairs;
}

static LockstepResults runPermute(dist::PermuteOp op, LockstepCall &call) {
  const Mesh *mesh = requireMesh(call);
  if (!mesh)
    return failure();
  FailureOr<Groups> present = presentGroups(call, pairsOf(op, *mesh));
  if (failed(present))
    return failure();
  std::optional<Move> move = moveOf(call, *mesh);
  auto type = cast<RankedTensorType>(op.getResult().getType());
  RankTensors result(
      call.numRanks(),
      Tensor(*elementTypeFromMLIR(type.getElementType()), type.getShape()));
  for (const std::vector<int64_t> &pair : *present) {
    Tensor sent = call.operands[0][call.frame.positionOf(pair[0])];
    if (move)
      sent = *assemble(*move, pair[1], {pair[0]}, {sent});
    result[call.frame.positionOf(pair[1])] = sent;
  }
  return SmallVector<RankTensors>{result};
}

static LockstepResults runAxisIndex(dist::AxisIndexOp op, LockstepCall &call) {
  const Mesh *mesh = requireMesh(call);
  if (!mesh)
    return failure();
  const AxisList axes = op.getAxes().toAxisList(*mesh);
  RankTensors result;
  for (int64_t rank : call.frame.ranks) {
    int64_t index = 0;
    for (const AxisRef &ref : axes)
      index = index * ref.size + mesh->coordinate(ref, mesh->coordinates(rank));
    result.push_back(Tensor::scalar<int32_t>(index));
  }
  return SmallVector<RankTensors>{result};
}

static LockstepResults runBlock(dist::BlockOp op, LockstepCall &call) {
  const Mesh *mesh = requireMesh(call);
  if (!mesh)
    return failure();
  DimLayout dim;
  dim.axes = op.getAxes().toAxisList(*mesh);
  dim.granule = op.getBy();
  RankTensors begin, extent;
  for (int64_t rank : call.frame.ranks) {
    DimBlock block = blockAt(*mesh, dim, op.getOf(), mesh->coordinates(rank));
    begin.push_back(Tensor::scalar<int32_t>(block.begin));
    extent.push_back(Tensor::scalar<int32_t>(block.extent));
  }
  return SmallVector<RankTensors>{begin, extent};
}

static LocalResults runRoll(dist::RollOp op, LocalCall &call) {
  const Tensor &x = call.operands[0];
  const int64_t dim = op.getDim(), by = op.getBy();
  Tensor rolled = x;
  const Shape shape(x.shape().begin(), x.shape().end());
  Shape begin(shape.size(), 0), sizes = shape;
  sizes[dim] = by;
  begin[dim] = shape[dim] - by;
  rolled =
      insertBox(rolled, extractBox(x, begin, sizes), Shape(shape.size(), 0));
  sizes[dim] = shape[dim] - by;
  Shape target(shape.size(), 0);
  target[dim] = by;
  return call.result(
      insertBox(rolled, extractBox(x, Shape(shape.size(), 0), sizes), target));
}

static LockstepResults runDistManual(dist::ManualOp op, LockstepCall &call) {
  ManualRegion manual;
  // Ranks of a region by hand are devices; time steps alone have none.
  manual.mesh = call.evaluator.mesh() ? *call.evaluator.mesh()
                                      : lockstepMesh(dist::getMesh(op).toMesh(),
                                                     /*eachTimeStep=*/false);
  for (const AxisRef &ref : op.getManualAxes().toAxisList(manual.mesh))
    manual.manualAxes.push_back(ref.axis);
  for (unsigned i = 0; i < op.getInputs().size(); ++i)
    manual.in.push_back(op.getInSharding(i).toLayout(manual.mesh));
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    manual.out.push_back(op.getOutSharding(i).toLayout(manual.mesh));
  return runManual(call, manual);
}

/// One after another: members do not depend on each other.
static LockstepResults runBucket(dist::BucketOp, LockstepCall &call) {
  return call.evaluator.runRegion(call.op->getRegion(0),
                                  std::move(call.operands), call.frame,
                                  call.frame.ranks);
}

/// One step after the other, all ranks together.
static LockstepResults runTimeLoop(dist::TimeLoopOp loop, LockstepCall &call) {
  SmallVector<RankTensors> carried = std::move(call.operands);
  for (int64_t step = 0, count = loop.getNumSteps(); step < count; ++step) {
    SmallVector<RankTensors> arguments{
        RankTensors(call.numRanks(), Tensor::scalar<int32_t>(step))};
    for (RankTensors &value : carried)
      arguments.push_back(std::move(value));
    LockstepResults next = call.evaluator.runRegion(
        loop.getBody(), std::move(arguments), call.frame, call.frame.ranks);
    if (failed(next))
      return failure();
    carried = std::move(*next);
  }
  return carried;
}

/// A region that runs once.
static LockstepResults runTask(dist::TaskOp op, LockstepCall &call) {
  return call.evaluator.runRegion(op.getBody(), std::move(call.operands),
                                  call.frame, call.frame.ranks);
}

/// Elements one after another, from where the step's begin.
static LocalResults runStepSlice(dist::StepSliceOp op, LocalCall &call) {
  const auto begin = static_cast<int64_t>(op.getBegin()),
             stride = static_cast<int64_t>(op.getStride());
  const int64_t count = op.getType().getNumElements();
  const int64_t from = begin + stride * call.operands[1].integerAt(0);
  Tensor flat = call.operands[0].reshaped({call.operands[0].size()});
  return call.result(
      slice(flat, {from}, {from + count}, {1}).reshaped(call.resultShape()));
}

/// Poison makes reads of it visible.
static LocalResults runEmpty(dist::EmptyOp op, LocalCall &call) {
  return call.result(
      padding(call.resultElement(), call.resultShape(), Padding::Poison));
}

/// Before stages are split every rank has all operands.
static LocalResults runCombine(dist::CombineOp op, LocalCall &call) {
  Body body = bodyOf(op.getMonoid());
  return call.result(combine(call.operands, body));
}

void popt::reference::registerDistOps(OpTable &table) {
  table.addIdentity({"dist.constraint", "dist.propagation_barrier",
                     "dist.reshard", "dist.sharding_group", "dist.to_device",
                     "dist.to_host"});
  table.addLockstep({{"dist.all_gather", runCollective},
                     {"dist.all_reduce", runCollective},
                     {"dist.all_slice", runCollective},
                     {"dist.all_to_all", runCollective},
                     {"dist.broadcast", runCollective},
                     {"dist.gather", runCollective},
                     {"dist.reduce", runCollective},
                     {"dist.reduce_scatter", runCollective},
                     {"dist.scatter", runCollective},
                     {"dist.to_partial", runCollective}});
  table.add(runAxisIndex, runBlock, runBucket, runDistManual, runPermute,
            runTask, runTimeLoop);
  table.add(runCombine, runEmpty, runRoll, runStepSlice);
}
