//===- StateFacts.h - What the compiler noted about state -----------------===//
//
// A program that is called once needs to know nothing of state; one that runs
// several steps must not guess. Where names and donation did not tell the
// compiler what becomes of an argument, the table's info says so:
//
//   undecided_state   a line per pairing: its arguments' numbers, the pairing
//   not_donated       numbers of the arguments that are state without donation
//   placed_state      the pairings that only places in the call speak for
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_STATEFACTS_H
#define POPT_RT_LIB_SESSION_STATEFACTS_H

#include "popt-rt/step_table.h"

namespace popt::rt {

/// The facts, as far as runs need them.
struct StateFacts {
  /// A pairing of arguments and results that only the user can decide.
  struct Question {
    std::vector<size_t> arguments;
    std::string pairing; ///< "params=result[1]", as --state takes it
  };
  std::vector<Question> questions;
  std::vector<bool> isDonated; ///< by argument: false if state without donation
  std::string placed;          ///< "params=result[0],opt=result[1]"
  bool hasState = false;
};

StateFacts stateFactsOf(const StepTable &table);

/// False and a message for a run of several steps where a question is open:
/// every argument of a pairing that no batch gives counts.
[[nodiscard]] bool acceptSteps(const StateFacts &facts, int64_t steps,
                               const std::vector<bool> &hasBatch,
                               std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_STATEFACTS_H
