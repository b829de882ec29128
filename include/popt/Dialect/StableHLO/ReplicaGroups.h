//===- ReplicaGroups.h - Groups that run along axes of a mesh -------------===//
#ifndef POPT_DIALECT_STABLEHLO_REPLICAGROUPS_H
#define POPT_DIALECT_STABLEHLO_REPLICAGROUPS_H

#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Layout/Mesh.h"

namespace popt::stablehlo {

/// The axes along which the groups of this collective run; an error at it if
/// the mesh does not have them.
mlir::FailureOr<AxisList> axesOf(mlir::Operation *op, const Mesh &mesh,
                                 ReplicaGroupMeshAxesAttr groups);

} // namespace popt::stablehlo

#endif // POPT_DIALECT_STABLEHLO_REPLICAGROUPS_H
