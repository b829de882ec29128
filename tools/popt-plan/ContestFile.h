//===- ContestFile.h - Instances of the ASPLOS 2025 contest ---------------===//
#ifndef POPT_TOOLS_POPT_PLAN_CONTESTFILE_H
#define POPT_TOOLS_POPT_PLAN_CONTESTFILE_H

#include "popt/Search/Limited.h"

namespace popt {

/// Reads an instance of the contest on intra-operator parallelism (github.com/google/
/// iopddl), JSON that may be compressed by gzip. Costs of 1e18 and more are not
/// allowed. Returns what is wrong with it, or nothing.
std::string readContestFile(const std::string &path, LimitedProblem &problem);

} // namespace popt
#endif // POPT_TOOLS_POPT_PLAN_CONTESTFILE_H
