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
#ifndef POPT_RT_LIB_CONTROL_STATEFACTS_H
#define POPT_RT_LIB_CONTROL_STATEFACTS_H

#include "popt-rt/step_table.h"

namespace popt::rt {

struct StateFacts {
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

/// The refusal of a run of several steps, if a question is open: every argument
/// of a pairing that no batch gives counts. Empty if the run may start.
std::string refuseSteps(const StateFacts &facts, int64_t steps,
                        const std::vector<bool> &hasBatch);

} // namespace popt::rt
#endif // POPT_RT_LIB_CONTROL_STATEFACTS_H
