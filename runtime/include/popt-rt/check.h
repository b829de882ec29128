//===- check.h - Proves a step table sound before it runs -----------------===//
//
// A table that passes can't make the executor read or write outside its
// memory, index a list out of range, recurse without end, use memory that
// another stream or a transfer in flight uses, or start a collective on which
// the members disagree. What it can't decide: predicates
// (while, case) that differ between ranks; the transport finds these.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_CHECK_H
#define POPT_RT_CHECK_H

#include "popt-rt/step_table.h"

namespace popt::rt {

/// The first problem, and where: indices into the table, -1 for those that do
/// not apply.
struct Problem {
  std::string text; ///< empty if the table is sound
  int32_t program = -1;
  int32_t command = -1; ///< of the program
  int32_t argument = -1, result = -1;
};
Problem findProblem(const StepTable &table);

/// Empty if the table is sound, else the problem with its place: "command 12
/// (all_gather at "model.py:3"): operand 1 ends at byte 4160 of region "arena",
/// which has 4096".
std::string check(const StepTable &table);

} // namespace popt::rt
#endif // POPT_RT_CHECK_H
