//===- SharedState.h - State that programs have in common -------*- C++ -*-===//
//
// Programs of one function for several shapes of its batch have the same state. The
// compiler places arguments first in the arena, state before others, so it lies at
// the same offsets in all of them:
//
//   first program    | state | batch | temporaries ...... |
//   second program   | state | batch   | temporaries .. |
//                      ^ one memory for both; the rest is each program's own
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_EXEC_SHAREDSTATE_H
#define POPT_RT_LIB_EXEC_SHAREDSTATE_H

#include "popt-rt/exec.h"
#include <optional>

namespace popt::rt {

/// The bytes with which an arena begins that are state, or what the program reads of
/// another one's arguments, and nothing else.
struct StateBlock {
  int32_t region = -1; ///< -1: the rank has no state
  int64_t bytes = 0;
};
/// Nothing if a rank's state lies elsewhere, or among other arguments.
std::optional<StateBlock> stateBlockOf(const StepTable &table, int32_t rank);
/// The same of arguments that are another program's.
std::optional<StateBlock> viewBlockOf(const StepTable &table, int32_t rank,
                                      const Views &views);

} // namespace popt::rt
#endif // POPT_RT_LIB_EXEC_SHAREDSTATE_H
