//===- MeasuredLoops.h - A kernel of which the price is known ---*- C++ -*-===//
#ifndef POPT_TOOLS_POPTRUN_MEASUREDLOOPS_H
#define POPT_TOOLS_POPTRUN_MEASUREDLOOPS_H

#include "popt-rt/exec.h"

#include <optional>
#include <string>

namespace popt::tools {

/// The softmax of some rows that the nearest cache holds, compiled for this processor.
struct MeasuredLoops {
  rt::LoadedProgram program; ///< keeps the code
  void (*kernel)(void *const *addresses, const int64_t *scalars) = nullptr;
  size_t bytes = 0; ///< of what it reads, addresses[0], and of what it writes
  double secondsOnBuiltin = 0; ///< predicted
};

/// Nothing, and `error`, if it does not compile.
std::optional<MeasuredLoops> compileMeasuredLoops(std::string &error);

} // namespace popt::tools
#endif // POPT_TOOLS_POPTRUN_MEASUREDLOOPS_H
