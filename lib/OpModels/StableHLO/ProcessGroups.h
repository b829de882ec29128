//===- ProcessGroups.h - Replica groups as ranks or axes ------------------===//
//
// Collectives of StableHLO number processes: replicas times partitions, process
// = replica * partitions + partition. Which of these numbers their groups list
// follows from the channel and from use_global_device_ids. Here they become
// ranks of the mesh, and axes where the groups are those of axes:
// [[0, 1], [2, 3]] on <"a"=2, "b"=2> is {"b"}.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_PROCESSGROUPS_H
#define POPT_LIB_OPMODELS_STABLEHLO_PROCESSGROUPS_H

#include "popt/Dialect/Dist/Numbering.h"
#include "popt/Layout/Mesh.h"

namespace popt {

/// How the module numbers processes.
struct Processes {
  dist::Numbering numbering;
  int64_t replicas = 1, partitions = 1;

  Processes(mlir::Operation *op, const Mesh &mesh);
  int64_t count() const { return numbering.count(); }
};

using RankLists = std::vector<std::vector<int64_t>>;

/// The groups of a collective, or the pairs of a permute, as ranks. Emits an
/// error if they name what does not exist or reach along an axis that is not
/// manual at `op`.
mlir::FailureOr<RankLists> rankLists(mlir::Operation *op, const Mesh &mesh);

/// The axes of which these are the groups, or nothing.
std::optional<AxisList> axesOfGroups(const Mesh &mesh, const RankLists &groups);

/// The axes that are manual at an operation.
AxisList manualAxesAt(mlir::Operation *op, const Mesh &mesh);

} // namespace popt
#endif // POPT_LIB_OPMODELS_STABLEHLO_PROCESSGROUPS_H
