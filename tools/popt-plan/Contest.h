//===- Contest.h - popt-plan --iopddl -------------------------------------===//
#ifndef POPT_TOOLS_POPT_PLAN_CONTEST_H
#define POPT_TOOLS_POPT_PLAN_CONTEST_H

namespace popt::tools {

/// True if the flags ask to solve an instance of the contest.
bool asksForContest(int argc, const char *const *argv);

/// `popt-plan --iopddl F.json[.gz] [--seconds S]`: prints `objective N`, `bound N`,
/// and last the labels as a list, which is empty if none was found that keeps the
/// limit; then only the bound is printed. The exit status: 2 for wrong usage.
int solveContest(int argc, const char *const *argv);

} // namespace popt::tools
#endif // POPT_TOOLS_POPT_PLAN_CONTEST_H
