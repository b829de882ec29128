//===- check.h - Proves a step table sound before it runs -----------------===//
//
// A table that passes can't make the executor read or write outside its
// memory, index a list out of range, recurse without end, or start a
// collective on which the members disagree. What it can't decide: predicates
// (while, case) that differ between ranks; the transport finds these.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_CHECK_H
#define POPT_RT_CHECK_H

#include "popt-rt/step_table.h"

namespace popt::rt {

/// Empty if the table is sound, else the first thing that is not: "command 12
/// (all_gather at "model.py:3"): operand 1 ends at byte 4160 of region "arena",
/// which has 4096".
std::string check(const StepTable &table);

} // namespace popt::rt
#endif // POPT_RT_CHECK_H
