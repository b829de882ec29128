//===- Communication.h - What the cost model asks of a collective ---------===//
#ifndef POPT_ANALYSIS_COMMUNICATION_H
#define POPT_ANALYSIS_COMMUNICATION_H

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Layout/CollectiveKind.h"

namespace popt {

/// The kind in the cost model, or nothing for operations that send nothing.
std::optional<CollectiveKind> costKind(dist::CollectiveOpInterface op);
/// The buffer by which the cost model counts this operation.
int64_t bufferBytes(dist::CollectiveOpInterface op);
/// Members of the largest of its groups; of a permute, which sends one message to
/// each, two if there is any.
int64_t largestGroup(const Mesh &mesh, dist::CollectiveOpInterface op);
/// Whether its groups are of devices alone.
bool isOverDevices(const Mesh &mesh, dist::CollectiveOpInterface op);
/// `{"dp"}`, or `2 groups of ranks`.
std::string groupsOf(const Mesh &mesh, dist::CollectiveOpInterface op);

/// True if combining these elements in two steps would round them twice.
bool isRoundedTwice(mlir::Type type, Monoid monoid);

} // namespace popt
#endif // POPT_ANALYSIS_COMMUNICATION_H
