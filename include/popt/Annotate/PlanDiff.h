//===- PlanDiff.h - What differs between two plans ------------------------===//
#ifndef POPT_ANNOTATE_PLANDIFF_H
#define POPT_ANNOTATE_PLANDIFF_H

#include "popt/Annotate/Plan.h"

namespace popt {

/// What differs, by key and entry, a line each, the figures last:
///
///   mesh.device: [["dp",4]] -> [["dp",2],["tp",2]]
///   shardings: - {"match":"*['up']","dims":[["dp"]]}
///   shardings: + {"match":"*['up']","dims":[[],["tp"]]}
///   predicted.step_seconds: 0.004 -> 0.003 (-25.0%)
///
/// Entries of a list are matched by what they are, not by where they stand; that
/// equal entries have another order is said. Nothing, and `error`, if one can't be
/// written.
std::optional<std::vector<std::string>>
differencesOf(const Plan &a, const Plan &b, std::string &error);

} // namespace popt
#endif // POPT_ANNOTATE_PLANDIFF_H
