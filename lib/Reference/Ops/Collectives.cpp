//===- Collectives.cpp - Collectives of StableHLO -------------------------===//
//
// Processes are replicas times partitions (module attributes mhlo.num_replicas
// and mhlo.num_partitions); process = replica * partitions + partition. Which
// of the two numbers replica groups list depends on the channel and on
// use_global_device_ids, as the specification says. A module whose attributes
// do not multiply to the number of devices lists processes. Where the mesh has
// device numbers, these are the process numbers; Numbering.h says whose mesh.
//
// Tested by test/unit/Reference/CollectivesTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "../Groups.h"
#include "popt/Dialect/Dist/Numbering.h"
#include "popt/Dialect/StableHLO/ReplicaGroups.h"

using namespace mlir;
using namespace popt;
using namespace popt::reference;

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

namespace {

/// The meaning of the numbers in replica groups.
enum class IdKind { Replica, Partition, ReplicaOfAnyPartition, Process };

struct Processes {
  dist::Numbering numbering;
  int64_t replicas = 1, partitions = 1;

  int64_t count() const { return numbering.count(); }
};

} // namespace

static int64_t moduleNumber(ModuleOp module, StringRef name) {
  auto attribute = module->getAttrOfType<IntegerAttr>(name);
  return attribute ? attribute.getInt() : 1;
}

static Processes processesOf(const LockstepCall &call, const Mesh &mesh) {
  Processes processes{dist::Numbering(call.op, mesh)};
  const int64_t count = processes.count();
  ModuleOp module = call.evaluator.module();
  processes.replicas = moduleNumber(module, "mhlo.num_replicas");
  processes.partitions = moduleNumber(module, "mhlo.num_partitions");
  if (processes.replicas * processes.partitions != count) {
    processes.replicas = 1;
    processes.partitions = count;
  }
  return processes;
}

/// Lists of ids to lists of processes.
static Groups processGroups(const Processes &p, const Groups &ids,
                            IdKind kind) {
  Groups groups;
  for (const std::vector<int64_t> &list : ids) {
    // `count` groups, of the i-th of which `processOf(id, i)` are the members.
    auto add = [&](int64_t count, auto processOf) {
      for (int64_t i = 0; i < count; ++i) {
        groups.emplace_back();
        for (int64_t id : list)
          groups.back().push_back(processOf(id, i));
      }
    };
    switch (kind) {
    case IdKind::Process:
      groups.push_back(list);
      break;
    case IdKind::Replica:
      add(p.partitions, [&](int64_t replica, int64_t partition) {
        return replica * p.partitions + partition;
      });
      break;
    case IdKind::Partition:
      add(p.replicas, [&](int64_t partition, int64_t replica) {
        return replica * p.partitions + partition;
      });
      break;
    case IdKind::ReplicaOfAnyPartition:
      groups.emplace_back();
      for (int64_t partition = 0; partition < p.partitions; ++partition)
        for (int64_t replica : list)
          groups.back().push_back(replica * p.partitions + partition);
      break;
    }
  }
  return groups;
}

static Groups rowsOf(DenseIntElementsAttr lists) {
  Groups rows;
  auto shape = lists.getType().getShape();
  if (shape.size() != 2)
    return rows;
  auto values = lists.getValues<int64_t>();
  for (int64_t i = 0; i < shape[0]; ++i) {
    rows.emplace_back();
    for (int64_t j = 0; j < shape[1]; ++j)
      if (int64_t id = values[i * shape[1] + j]; id >= 0)
        rows.back().push_back(id);
  }
  return rows;
}

static int64_t channelOf(Operation *op) {
  auto channel =
      op->getAttrOfType<stablehlo::ChannelHandleAttr>("channel_handle");
  return channel ? channel.getHandle() : 0;
}

/// The groups of ranks of a collective.
static FailureOr<Groups> groupsOf(const LockstepCall &call) {
  const Mesh *mesh = requireMesh(call);
  if (!mesh)
    return failure();
  Attribute attribute = call.op->getAttr("replica_groups");
  if (auto along =
          dyn_cast_or_null<stablehlo::ReplicaGroupMeshAxesAttr>(attribute)) {
    FailureOr<AxisList> axes = stablehlo::axesOf(call.op, *mesh, along);
    if (failed(axes))
      return failure();
    return presentGroups(call, mesh->groups(*axes));
  }
  auto lists = cast<DenseIntElementsAttr>(attribute);
  const Processes processes = processesOf(call, *mesh);
  const bool global = call.op->hasAttr("use_global_device_ids");
  const bool byPartition =
      isa<stablehlo::AllToAllOp, stablehlo::CollectiveBroadcastOp>(call.op);
  Groups ids = rowsOf(lists);
  // With one replica, all processes are partitions.
  const bool namesPartitions =
      ids.empty() || llvm::any_of(ids, [](const std::vector<int64_t> &list) {
        return llvm::any_of(list, [](int64_t id) { return id > 0; });
      });
  IdKind kind = IdKind::Replica;
  if (global || (processes.replicas == 1 && namesPartitions))
    kind = IdKind::Process;
  else if (channelOf(call.op) > 0)
    kind = byPartition ? IdKind::Partition : IdKind::ReplicaOfAnyPartition;
  if (ids.empty()) {
    // No groups: all in one.
    const int64_t count = kind == IdKind::Process     ? processes.count()
                          : kind == IdKind::Partition ? processes.partitions
                                                      : processes.replicas;
    ids.emplace_back();
    for (int64_t id = 0; id < count; ++id)
      ids.back().push_back(id);
  }
  Groups groups = processGroups(processes, ids, kind);
  for (const std::vector<int64_t> &group : groups)
    for (int64_t process : group)
      if (process >= processes.count())
        return call.op->emitOpError()
               << "names process " << process << ", but processes are 0 to "
               << processes.count() - 1;
  if (std::string problem = processes.numbering.toRanks(groups);
      !problem.empty())
    return call.op->emitOpError(problem);
  return presentGroups(call, groups);
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// Zeros for ranks that take part in no group.
static RankTensors zeros(const LockstepCall &call, unsigned result) {
  auto type = cast<RankedTensorType>(call.op->getResult(result).getType());
  Tensor zero(*elementTypeFromMLIR(type.getElementType()), type.getShape());
  return RankTensors(call.numRanks(), zero);
}

/// `perMember(tensors, i, rank, k)` gives what member i of a group, of this
/// rank, gets as result k.
template <typename F>
static LockstepResults exchange(LockstepCall &call, F perMember) {
  FailureOr<Groups> groups = groupsOf(call);
  if (failed(groups))
    return failure();
  SmallVector<RankTensors> results;
  for (unsigned k = 0; k < call.op->getNumResults(); ++k) {
    RankTensors &result = results.emplace_back(zeros(call, k));
    for (const std::vector<int64_t> &group : *groups) {
      const SmallVector<Tensor> held = heldBy(call, group, k);
      for (auto [i, rank] : llvm::enumerate(group)) {
        MaybeTensor value = perMember(held, int64_t(i), rank, k);
        if (!value)
          return failure();
        result[call.frame.positionOf(rank)] = std::move(*value);
      }
    }
  }
  return results;
}

/// Combines once per group; members share the result.
template <typename F>
static LockstepResults reduceAmong(LockstepCall &call, F finish) {
  Tensor sum;
  return exchange(call,
                  [&](ArrayRef<Tensor> held, int64_t i, int64_t rank,
                      unsigned k) -> MaybeTensor {
                    if (i == 0) {
                      MaybeTensor combined = combine(
                          held, call.evaluator.makeBody(call.op->getRegion(0),
                                                        call.frame, rank));
                      if (!combined)
                        return std::nullopt;
                      sum = *combined;
                    }
                    return finish(sum, held.size(), i, rank, k);
                  });
}

static LockstepResults runAllReduce(stablehlo::AllReduceOp,
                                    LockstepCall &call) {
  return reduceAmong(call, [](const Tensor &sum, auto...) { return sum; });
}

static LockstepResults runReduceScatter(stablehlo::ReduceScatterOp op,
                                        LockstepCall &call) {
  const int64_t dim = op.getScatterDimension();
  return reduceAmong(call, [&](const Tensor &sum, int64_t count, int64_t i,
                               auto...) { return part(sum, dim, count, i); });
}

static LockstepResults runAllGather(stablehlo::AllGatherOp op,
                                    LockstepCall &call) {
  const int64_t dim = op.getAllGatherDim();
  Tensor gathered;
  return exchange(
      call, [&](ArrayRef<Tensor> held, int64_t i, auto...) -> MaybeTensor {
        if (i == 0)
          gathered = concatenate(held, dim);
        return gathered;
      });
}

static LockstepResults runAllToAll(stablehlo::AllToAllOp op,
                                   LockstepCall &call) {
  return exchange(
      call, [&](ArrayRef<Tensor> held, int64_t i, auto...) -> MaybeTensor {
        SmallVector<Tensor> pieces;
        for (const Tensor &tensor : held)
          pieces.push_back(
              part(tensor, op.getSplitDimension(), op.getSplitCount(), i));
        return concatenate(pieces, op.getConcatDimension());
      });
}

/// The place in its group that a rank takes for the root of operand k.
static int64_t rootOf(const LockstepCall &call, int64_t rank, unsigned k) {
  if (!call.op->hasAttr("has_dynamic_root"))
    return 0;
  return call.operands.back()[call.frame.positionOf(rank)].integerAt(k);
}

/// The nearest member where no place is that of the root.
static LockstepResults runCollectiveBroadcast(stablehlo::CollectiveBroadcastOp,
                                              LockstepCall &call) {
  return exchange(
      call,
      [&](ArrayRef<Tensor> held, int64_t, int64_t rank,
          unsigned k) -> MaybeTensor {
        const int64_t last = static_cast<int64_t>(held.size()) - 1;
        return held[std::clamp<int64_t>(rootOf(call, rank, k), 0, last)];
      });
}

static LockstepResults runCollectiveReduce(stablehlo::CollectiveReduceOp,
                                           LockstepCall &call) {
  return reduceAmong(call, [&](const Tensor &sum, int64_t, int64_t i,
                               int64_t rank, unsigned k) {
    return i == rootOf(call, rank, k) ? sum : Tensor(sum.type(), sum.shape());
  });
}

static LockstepResults runCollectivePermute(stablehlo::CollectivePermuteOp op,
                                            LockstepCall &call) {
  const Mesh *mesh = requireMesh(call);
  if (!mesh)
    return failure();
  const Processes processes = processesOf(call, *mesh);
  const IdKind kind = processes.replicas == 1  ? IdKind::Process
                      : channelOf(call.op) > 0 ? IdKind::Partition
                                               : IdKind::Replica;
  Groups pairs;
  for (const std::vector<int64_t> &pair :
       processGroups(processes, rowsOf(op.getSourceTargetPairs()), kind)) {
    if (pair.size() != 2 || pair[0] >= processes.count() ||
        pair[1] >= processes.count())
      return op.emitOpError() << "names a process that does not exist; there "
                                 "are "
                              << processes.count();
    pairs.push_back(pair);
  }
  if (std::string problem = processes.numbering.toRanks(pairs);
      !problem.empty())
    return op.emitOpError(problem);
  FailureOr<Groups> present = presentGroups(call, pairs);
  if (failed(present))
    return failure();
  RankTensors result = zeros(call, 0);
  for (const std::vector<int64_t> &pair : *present)
    result[call.frame.positionOf(pair[1])] =
        call.operands[0][call.frame.positionOf(pair[0])];
  return SmallVector<RankTensors>{result};
}

/// partition_id and replica_id.
static LockstepResults runId(LockstepCall &call) {
  const bool isPartition = isa<stablehlo::PartitionIdOp>(call.op);
  RankTensors result;
  for (int64_t rank : call.frame.ranks) {
    int64_t id = 0;
    if (const Mesh *mesh = call.evaluator.mesh()) {
      const Processes processes = processesOf(call, *mesh);
      const int64_t process = processes.numbering.deviceOf(rank);
      id = isPartition ? process % processes.partitions
                       : process / processes.partitions;
    }
    result.push_back(Tensor::scalar<uint32_t>(id));
  }
  return SmallVector<RankTensors>{result};
}

void popt::reference::registerCollectiveOps(OpTable &table) {
  table.add(runAllGather, runAllReduce, runAllToAll, runCollectiveBroadcast,
            runCollectivePermute, runCollectiveReduce, runReduceScatter);
  table.addLockstep(
      {{"stablehlo.partition_id", runId}, {"stablehlo.replica_id", runId}});
}
