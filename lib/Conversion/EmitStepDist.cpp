//===- EmitStepDist.cpp - Communication and coordinates -------------------===//
//
// Collectives move between a small side (one rank's block) and a large side
// (the blocks of its group). Equal blocks in the group's order need no words;
// else two rank tables say how many elements each rank has and where they are
// in its group's large side. Both follow from the two layouts of the `as`
// clause: the small block's extent, and its begin less the large block's begin.
//
//   dist.all_gather %x dim 0 over {"dp"} : tensor<3xf32> -> tensor<5xf32>
//       as tensor<5xf32> from [{"dp"}] to [{}]
// becomes
//   step.rank_table @table0 = [3, 2]
//   step.rank_table @table1 = [0, 3]
//   step.all_gather dim 0 counts @table0 offsets @table1 over @dp (...)
//
// Covered by test/Conversion/emit-step.mlir and test/unit/Conversion/EmitStepTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "EmitStepEmitter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt;

LogicalResult StepEmitter::emitDist(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<dist::AllSliceOp, dist::ToPartialOp, dist::AxisIndexOp,
            dist::BlockOp, dist::BucketOp, dist::SendOp, dist::SentOp,
            dist::RecvOp, dist::ReduceStagesOp, dist::StepUpdateOp>(
          [&](auto op) {
            emit(op);
            return success();
          })
      .Case([&](dist::TimeLoopOp loop) { return emit(loop); })
      .Case([](dist::EmptyOp) { return success(); })
      .Case<dist::ToHostOp, dist::ToDeviceOp>([&](auto move) {
        copy(move, operandOf(move.getOperand()), operandOf(move.getResult()));
        return success();
      })
      .Case([&](dist::TaskOp task) { return emit(task); })
      .Case([&](dist::PermuteOp permute) {
        emitPermute(permute);
        return success();
      })
      .Case([&](dist::CollectiveOpInterface collective) {
        emitCollective(collective);
        return success();
      })
      .Default([](Operation *op) {
        return op->emitError()
               << op->getName()
               << " is on global shapes: the program is not partitioned";
      });
}

int32_t StepEmitter::rankTable(llvm::function_ref<int64_t(int64_t)> valueOf) {
  std::vector<int64_t> values;
  for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
    values.push_back(valueOf(rank));
  return table.addRankTable(values);
}

static std::string nameOf(const std::vector<std::vector<int32_t>> &lists) {
  std::string text = "[";
  for (const std::vector<int32_t> &list : lists) {
    text += text.size() > 1 ? ", [" : "[";
    for (size_t i = 0; i < list.size(); ++i)
      text += (i ? ", " : "") + std::to_string(list[i]);
    text += "]";
  }
  return text + "]";
}

int32_t StepEmitter::group(dist::CollectiveOpInterface op) {
  std::vector<std::vector<int32_t>> lists;
  for (const std::vector<int64_t> &ranks : op.groups(mesh))
    lists.emplace_back(ranks.begin(), ranks.end());
  dist::AxisListAttr axes = op.getAxesAttr();
  return table.addGroup(axes ? mesh.str(axes.toAxisList(mesh)) : nameOf(lists),
                        lists);
}

rt::Pieces StepEmitter::equalPieces(int64_t dim) const {
  rt::Pieces pieces;
  pieces.dim = dim;
  return pieces;
}

rt::Pieces StepEmitter::pieces(int64_t dim, int64_t extent,
                               const DimLayout &small, const DimLayout &large) {
  rt::Pieces pieces = equalPieces(dim);
  if (isEven(small, extent))
    return pieces;
  auto block = [&](const DimLayout &layout, int64_t rank) {
    return blockAt(mesh, layout, extent, mesh.coordinates(rank));
  };
  pieces.counts =
      rankTable([&](int64_t rank) { return block(small, rank).extent; });
  pieces.offsets = rankTable([&](int64_t rank) {
    DimBlock own = block(small, rank);
    return own.extent ? own.begin - block(large, rank).begin : 0;
  });
  return pieces;
}

void StepEmitter::emitCollective(dist::CollectiveOpInterface op) {
  // The layouts of dimension `dim` before and after, where stated.
  Layout from, to;
  ArrayRef<int64_t> shape;
  bool isStated = bool(op.getGlobalTypeAttr());
  if (isStated) {
    from = op.getFromAttr().toLayout(mesh);
    to = op.getToAttr().toLayout(mesh);
    shape =
        cast<RankedTensorType>(op.getGlobalTypeAttr().getValue()).getShape();
  }
  // Pieces whose small side is before (gathered) or after (scattered).
  auto gathered = [&](int64_t dim) {
    return isStated ? pieces(dim, shape[dim], from.dims[dim], to.dims[dim])
                    : equalPieces(dim);
  };
  auto scattered = [&](int64_t dim) {
    return isStated ? pieces(dim, shape[dim], to.dims[dim], from.dims[dim])
                    : equalPieces(dim);
  };

  rt::CollectiveOp collective;
  collective.kind = *collectiveOf(op.getKind());
  collective.group = group(op);
  if (std::optional<Monoid> monoid = op.getMonoid())
    collective.monoid = *monoid;
  collective.root = static_cast<int32_t>(op.getRoot().value_or(0));
  llvm::TypeSwitch<Operation *>(op)
      .Case<dist::AllGatherOp, dist::GatherOp>(
          [&](auto gather) { collective.pieces = gathered(gather.getDim()); })
      .Case<dist::ReduceScatterOp, dist::ScatterOp>([&](auto scatter) {
        collective.pieces = scattered(scatter.getDim());
      })
      .Case([&](dist::AllToAllOp exchange) {
        bool inPlace = exchange.getConcat() == exchange.getSplit();
        collective.pieces = inPlace ? equalPieces(exchange.getConcat())
                                    : gathered(exchange.getConcat());
        collective.split = inPlace ? equalPieces(exchange.getSplit())
                                   : scattered(exchange.getSplit());
      });
  command(op, collective,
          {operandOf(op->getOperand(0)), operandOf(op->getResult(0))});
}

/// One command for each member; the first says how many run as one.
void StepEmitter::emit(dist::BucketOp bucket) {
  size_t first = bodies[current].size();
  SmallVector<dist::CollectiveOpInterface> members = bucket.getMembers();
  for (auto [i, member] : llvm::enumerate(members)) {
    // Copies, because the map may move its values.
    rt::Operand from = operandOf(bucket.getInputs()[i]);
    rt::Operand to = operandOf(bucket->getResult(i));
    operands[bucket.getBody().getArgument(i)] = std::move(from);
    operands[member->getResult(0)] = std::move(to);
    emitCollective(member);
  }
  std::get<rt::CollectiveOp>(bodies[current][first].op).bucket =
      static_cast<int32_t>(members.size());
}

void StepEmitter::emitPermute(dist::PermuteOp op) {
  rt::CollectiveOp collective;
  collective.kind = CollectiveKind::Permute;
  for (auto pair : op.getPairs().getAsRange<DenseI64ArrayAttr>())
    collective.pairs.push_back(
        {static_cast<int32_t>(pair[0]), static_cast<int32_t>(pair[1])});
  // A rank in no pair is a group of its own: it gets zeros.
  std::vector<std::vector<int32_t>> lists;
  llvm::DenseSet<int32_t> used;
  auto interface = cast<dist::CollectiveOpInterface>(op.getOperation());
  for (const std::vector<int64_t> &ranks : interface.groups(mesh)) {
    lists.emplace_back(ranks.begin(), ranks.end());
    used.insert(lists.back().begin(), lists.back().end());
  }
  for (int32_t rank = 0; rank < mesh.numRanks(); ++rank)
    if (used.insert(rank).second)
      lists.push_back({rank});
  collective.group = table.addGroup(nameOf(lists), lists);

  // Local extents may differ before and after; the blocks that are sent fit
  // both.
  rt::Operand from = operandOf(op.getInput()), to = operandOf(op.getResult());
  if (from.shape != to.shape) {
    from.strides = from.resolvedStrides();
    to.strides = to.resolvedStrides();
    for (size_t i = 0; i < from.shape.size(); ++i)
      from.shape[i] = to.shape[i] = std::min(from.shape[i], to.shape[i]);
  }
  command(op, collective, {from, to});
}

void StepEmitter::emit(dist::AllSliceOp op) {
  int64_t dim = op.getDim();
  rt::Operand from = operandOf(op.getInput()), to = operandOf(op.getResult());
  std::vector<int64_t> strides = from.resolvedStrides();
  int64_t bytes =
      strides[dim] * static_cast<int64_t>(popt_rt_element_size(from.type));
  int64_t small = to.shape[dim];
  auto interface = cast<dist::CollectiveOpInterface>(op.getOperation());
  from.strides = strides;
  from.shape[dim] = small;
  std::optional<RankedTensorType> global;
  if (op.getGlobalTypeAttr())
    global = cast<RankedTensorType>(op.getGlobalTypeAttr().getValue());
  if (!global) {
    std::vector<int64_t> begin(mesh.numRanks(), 0);
    for (const std::vector<int64_t> &ranks : interface.groups(mesh))
      for (auto [i, rank] : llvm::enumerate(ranks))
        begin[rank] = i * small * bytes;
    from.rankOffset = table.addRankTable(begin);
    return copy(op, from, to);
  }
  int64_t extent = global->getDimSize(dim);
  Layout before = op.getFromAttr().toLayout(mesh);
  Layout after = op.getToAttr().toLayout(mesh);
  auto block = [&](const Layout &layout, int64_t rank) {
    return blockAt(mesh, layout.dims[dim], extent, mesh.coordinates(rank));
  };
  from.rankOffset = rankTable([&](int64_t rank) {
    DimBlock own = block(after, rank);
    return own.extent ? (own.begin - block(before, rank).begin) * bytes : 0;
  });
  if (!isEven(after.dims[dim], extent)) {
    int32_t extents =
        rankTable([&](int64_t rank) { return block(after, rank).extent; });
    from.rankExtents.push_back({static_cast<int32_t>(dim), extents});
    to.rankExtents.push_back({static_cast<int32_t>(dim), extents});
  }
  copy(op, from, to);
}

/// The first of each group, or those that `keep` lists, copy, the others fill:
/// extents per rank are those of the tensor, or 0.
void StepEmitter::emit(dist::ToPartialOp op) {
  rt::Operand from = operandOf(op.getInput()), to = operandOf(op.getResult());
  if (to.shape.empty()) {
    from.shape = to.shape = {1};
    from.strides = to.strides = {};
  }
  llvm::DenseSet<int64_t> keepers;
  auto interface = cast<dist::CollectiveOpInterface>(op.getOperation());
  for (const std::vector<int64_t> &ranks : interface.groups(mesh))
    for (int64_t member : op.getKeepers())
      keepers.insert(ranks[member]);
  int64_t extent = to.shape[0];
  int32_t keeps = rankTable(
      [&](int64_t rank) { return keepers.contains(rank) ? extent : 0; });
  int32_t fills = rankTable(
      [&](int64_t rank) { return keepers.contains(rank) ? 0 : extent; });
  rt::Operand filled = to;
  from.rankExtents.push_back({0, keeps});
  to.rankExtents.push_back({0, keeps});
  filled.rankExtents.push_back({0, fills});
  copy(op, from, to);
  Type element = op.getResult().getType().getElementType();
  fill(op, filled, identityBytes(op.getMonoid(), element));
}

void StepEmitter::emit(dist::AxisIndexOp op) {
  AxisList axes = op.getAxes().toAxisList(mesh);
  int32_t index = rankTable([&](int64_t rank) {
    int64_t number = 0;
    for (const AxisRef &axis : axes)
      number =
          number * axis.size + mesh.coordinate(axis, mesh.coordinates(rank));
    return number;
  });
  command(op, rt::SetOp{rt::Scalar::rankTable(index)},
          {operandOf(op.getResult())});
}

void StepEmitter::emit(dist::BlockOp op) {
  DimLayout layout;
  layout.axes = op.getAxes().toAxisList(mesh);
  layout.granule = op.getBy();
  auto block = [&](int64_t rank) {
    return blockAt(mesh, layout, op.getOf(), mesh.coordinates(rank));
  };
  int32_t begin = rankTable([&](int64_t rank) { return block(rank).begin; });
  int32_t extent = rankTable([&](int64_t rank) { return block(rank).extent; });
  command(op, rt::SetOp{rt::Scalar::rankTable(begin)},
          {operandOf(op.getBegin())});
  command(op, rt::SetOp{rt::Scalar::rankTable(extent)},
          {operandOf(op.getExtent())});
}

//===----------------------------------------------------------------------===//
// Communication and copies beside other operations
//===----------------------------------------------------------------------===//

/// Communication, or a copy over the host's link, in a stream of its own:
///
///   step.wait () event 0                what is before it is done
///   step.all_reduce (..) stream 1 waits [0] event 1
///   ...                                 what runs beside it
///   step.wait () waits [1]
LogicalResult StepEmitter::emitBeside(Operation *op, int64_t count,
                                      std::vector<InFlight> &inFlight) {
  std::vector<rt::Command> &commands = bodies[current];
  size_t before = commands.size();
  command(op, rt::WaitOp{}, {});
  size_t first = commands.size();
  if (failed(emitOp(op)))
    return failure();
  if (commands.size() == first) { // it has no elements
    commands.resize(before);
    return success();
  }
  commands[before].event = numEvents++;
  for (rt::Command &own : llvm::drop_begin(commands, first))
    own.stream = getStream(op);
  commands[first].waits = {commands[before].event};
  commands.back().event = numEvents++;
  inFlight.push_back({count, commands.back().event, op});
  return success();
}

/// Counts the next operation as one that runs beside those in flight, or waits
/// for them before it.
void StepEmitter::waitForStreams(std::vector<InFlight> &inFlight) {
  std::vector<int32_t> waits;
  Operation *last = nullptr;
  llvm::erase_if(inFlight, [&](InFlight &flight) {
    if (flight.beside-- > 0)
      return false;
    waits.push_back(flight.event);
    last = flight.op;
    return true;
  });
  if (!waits.empty())
    command(last, rt::WaitOp{}, {}).waits = std::move(waits);
}
