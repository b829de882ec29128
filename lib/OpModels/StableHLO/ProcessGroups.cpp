//===- ProcessGroups.cpp - Replica groups as ranks or axes ----------------===//
//
// See ProcessGroups.h. Tests: test/Partition/manual-collectives.mlir,
// manual-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "ProcessGroups.h"

#include "popt/Dialect/StableHLO/ReplicaGroups.h"

using namespace mlir;
using namespace popt;

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

static int64_t getNumber(Operation *op, StringRef name) {
  auto module = op->getParentOfType<ModuleOp>();
  auto attr = module ? module->getAttrOfType<IntegerAttr>(name) : IntegerAttr();
  return attr ? attr.getValue().getSExtValue() : 1;
}

/// A module whose numbers do not fit the mesh numbers the ranks themselves.
Processes::Processes(Operation *op, const Mesh &mesh) : numbering(op, mesh) {
  int64_t ranks = count();
  replicas = getNumber(op, "mhlo.num_replicas");
  partitions = getNumber(op, "mhlo.num_partitions");
  if (replicas < 1 || ranks % replicas != 0 || partitions != ranks / replicas) {
    replicas = 1;
    partitions = ranks;
  }
}

namespace {
/// The meaning of the numbers of a group.
enum class Ids { Replicas, Partitions, ReplicasOfAllPartitions, Processes };
} // namespace

static Ids getIds(Operation *op, const Processes &processes,
                  const RankLists &lists) {
  auto channel =
      op->getAttrOfType<stablehlo::ChannelHandleAttr>("channel_handle");
  bool hasChannel = channel && channel.getHandle() > 0;
  if (op->hasAttr("use_global_device_ids"))
    return Ids::Processes;
  bool byPartition =
      isa<stablehlo::AllToAllOp, stablehlo::CollectiveBroadcastOp,
          stablehlo::CollectivePermuteOp>(op);
  if (hasChannel && byPartition)
    return Ids::Partitions;
  // With one replica, all processes are partitions.
  if (processes.replicas == 1 && lists.empty())
    return Ids::Processes;
  if (processes.replicas == 1)
    for (const std::vector<int64_t> &list : lists)
      for (int64_t id : list)
        if (id > 0)
          return Ids::Processes;
  return hasChannel ? Ids::ReplicasOfAllPartitions : Ids::Replicas;
}

static RankLists rowsOf(DenseIntElementsAttr dense) {
  RankLists rows(dense.getType().getDimSize(0));
  int64_t width = dense.getType().getDimSize(1);
  for (auto [i, id] : llvm::enumerate(dense.getValues<int64_t>()))
    if (id >= 0)
      rows[i / width].push_back(id);
  return rows;
}

/// Ids to processes.
static RankLists toProcesses(const RankLists &lists, Ids ids,
                             const Processes &processes) {
  int64_t partitions = processes.partitions;
  RankLists groups;
  for (const std::vector<int64_t> &list : lists)
    switch (ids) {
    case Ids::Processes:
      groups.push_back(list);
      break;
    case Ids::Replicas:
      for (int64_t partition = 0; partition < partitions; ++partition) {
        groups.emplace_back();
        for (int64_t replica : list)
          groups.back().push_back(replica * partitions + partition);
      }
      break;
    case Ids::Partitions:
      for (int64_t replica = 0; replica < processes.replicas; ++replica) {
        groups.emplace_back();
        for (int64_t partition : list)
          groups.back().push_back(replica * partitions + partition);
      }
      break;
    case Ids::ReplicasOfAllPartitions:
      groups.emplace_back();
      for (int64_t partition = 0; partition < partitions; ++partition)
        for (int64_t replica : list)
          groups.back().push_back(replica * partitions + partition);
      break;
    }
  return groups;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

AxisList popt::manualAxesAt(Operation *op, const Mesh &mesh) {
  AxisList axes;
  for (auto outer = op->getParentOfType<dist::ManualOp>(); outer;
       outer = outer->getParentOfType<dist::ManualOp>())
    llvm::append_range(axes, outer.getManualAxes().toAxisList(mesh));
  return axes;
}

/// Members of a group differ along manual axes only.
static LogicalResult checkReach(Operation *op, const Mesh &mesh,
                                const RankLists &groups) {
  AxisList manual = manualAxesAt(op, mesh);
  for (const std::vector<int64_t> &group : groups) {
    if (group.empty())
      continue;
    std::vector<int64_t> first = mesh.coordinates(group.front());
    for (int64_t rank : group) {
      std::vector<int64_t> other = mesh.coordinates(rank);
      for (auto [axis, entry] : llvm::enumerate(mesh.axes))
        if (first[axis] != other[axis] &&
            !overlaps(manual, {mesh.ref(static_cast<int>(axis))}))
          return op->emitOpError()
                 << "joins ranks " << group.front() << " and " << rank
                 << ", which differ along axis \"" << entry.name
                 << "\", but that axis is not manual here";
    }
  }
  return success();
}

FailureOr<RankLists> popt::rankLists(Operation *op, const Mesh &mesh) {
  bool isPermute = isa<stablehlo::CollectivePermuteOp>(op);
  Attribute attr =
      op->getAttr(isPermute ? "source_target_pairs" : "replica_groups");
  RankLists groups;
  if (auto along = dyn_cast<stablehlo::ReplicaGroupMeshAxesAttr>(attr)) {
    FailureOr<AxisList> axes = stablehlo::axesOf(op, mesh, along);
    if (failed(axes))
      return failure();
    groups = mesh.groups(*axes);
  } else {
    Processes processes(op, mesh);
    RankLists lists = rowsOf(cast<DenseIntElementsAttr>(attr));
    Ids ids = getIds(op, processes, lists);
    if (lists.empty() && !isPermute) { // All in one group.
      int64_t count = ids == Ids::Processes    ? processes.count()
                      : ids == Ids::Partitions ? processes.partitions
                                               : processes.replicas;
      lists.emplace_back();
      for (int64_t id = 0; id < count; ++id)
        lists.back().push_back(id);
    }
    groups = toProcesses(lists, ids, processes);
    for (const std::vector<int64_t> &group : groups)
      for (int64_t process : group)
        if (process >= processes.count())
          return op->emitOpError()
                 << "names process " << process << ", but those of mesh "
                 << processes.numbering.getMesh().str() << " are 0 to "
                 << processes.count() - 1;
    std::string problem = processes.numbering.toRanks(groups);
    if (!problem.empty())
      return op->emitOpError(problem);
  }
  if (failed(checkReach(op, mesh, groups)))
    return failure();
  return groups;
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

/// The axes of the digits of the rank from `low` to `high`, counted by the
/// product of what is more minor.
static std::optional<AxisList> axesOfDigits(const Mesh &mesh, int64_t low,
                                            int64_t high) {
  AxisList axes;
  int64_t end = mesh.numRanks();
  for (auto [i, axis] : llvm::enumerate(mesh.axes)) {
    if (axis.kind == AxisKind::Time)
      continue;
    int64_t begin = end / axis.size;
    int64_t from = std::max(low, begin), to = std::min(high, end);
    if (from < to) {
      if (from % begin != 0 || to % from != 0 || end % to != 0)
        return std::nullopt;
      axes.push_back({static_cast<int>(i), end / to, to / from});
    }
    end = begin;
  }
  return product(axes) == high / low ? std::optional(axes) : std::nullopt;
}

std::optional<AxisList> popt::axesOfGroups(const Mesh &mesh,
                                           const RankLists &groups) {
  const std::vector<int64_t> *first = nullptr;
  for (const std::vector<int64_t> &group : groups)
    if (!group.empty() && group.front() == 0)
      first = &group;
  if (!first)
    return std::nullopt;
  AxisList axes;
  int64_t size = static_cast<int64_t>(first->size());
  for (int64_t done = 1; done < size;) {
    int64_t stride = (*first)[done], run = 2;
    while (run * done < size && (*first)[run * done] == run * stride)
      ++run;
    std::optional<AxisList> digits =
        stride > 0 ? axesOfDigits(mesh, stride, stride * run) : std::nullopt;
    if (!digits)
      return std::nullopt;
    axes.insert(axes.begin(), digits->begin(), digits->end());
    done *= run;
  }
  axes = mergeParts(mesh, axes);
  for (size_t i = 0; i < axes.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (axes[i].overlaps(axes[j]))
        return std::nullopt;
  RankLists sorted = groups, wanted = mesh.groups(axes);
  llvm::sort(sorted);
  llvm::sort(wanted);
  return sorted == wanted ? std::optional(axes) : std::nullopt;
}
