//===- NumberCheck.h - Who made the NaN in a step's results -----*- C++ -*-===//
#ifndef POPT_RT_LIB_SESSION_NUMBERCHECK_H
#define POPT_RT_LIB_SESSION_NUMBERCHECK_H

#include "World.h"
#include "popt-rt/exec.h"

namespace popt::rt {

/// What is looked for.
enum class BadNumbers { None, Nan, NanAndInfinite };

/// False and a message if the program's numbers can't be looked at.
[[nodiscard]] bool canCheckNumbers(const StepTable &table,
                                   std::string &out_error);

/// After a step, called by every rank, whose executors watch: what bad numbers results
/// have, and which command of which rank made the first in this step, as all ranks say
/// it; empty if there are none. `step` is its name in the text. False and a message if
/// ranks can't exchange that.
[[nodiscard]] bool checkNumbers(World &world, Executor &executor,
                                const StepTable &table, BadNumbers what,
                                const std::string &step,
                                std::string &out_finding,
                                std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_NUMBERCHECK_H
