//===- AutoSchedule.h - The best order that can be found ------------------===//
//
// Looks for an order of a problem's own tasks, at their own costs, under a
// limit on memory. All schedules known by name are tried, and many runs of list
// scheduling, the best of which are improved from both ends in turn. The answer
// is the best of all that fit, of equally fast ones the one that keeps least: a
// named schedule where nothing else is faster, and never slower than one. It
// comes with a lower bound on the best time. Equal problems have equal answers.
//
// docs/Rationale/Schedules.md tells how ("Orders found automatically").
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PIPELINE_AUTOSCHEDULE_H
#define POPT_PIPELINE_AUTOSCHEDULE_H

#include "popt/Pipeline/Schedule.h"

namespace popt::pipeline {

/// What is to be short.
enum class Objective : uint8_t {
  Makespan,    ///< from the first start to the last end
  LongestSpan, ///< of the coordinate that takes longest, as papers count where
               ///< the next step begins at each coordinate on its own
};

struct AutoOptions {
  Objective objective = Objective::Makespan;
  /// Per coordinate: most bytes, fixedBytes included; empty: no limit.
  std::vector<int64_t> maxBytes;
  /// Without `maxBytes`: no coordinate keeps more than the fastest named
  /// schedule does on its hungriest one.
  bool asMuchAsNamed = false;
  /// Sends read their slots (Slots.h): messages under way count as held.
  bool sendsFromSlots = false;
};

/// A schedule that was considered.
struct AutoCandidate {
  std::string name;      ///< of a schedule, or "list" if it was searched
  double seconds = 0;    ///< of the objective
  int64_t peakBytes = 0; ///< of the coordinate that holds most
};

struct AutoSchedule {
  Schedule schedule; ///< without transfers and bundles
  AutoCandidate chosen;
  /// The best of another name that fits; no name if there is none.
  AutoCandidate runnerUp;
  /// No order takes less; 0..seconds.
  double lowerBound = 0;
  int runs = 0; ///< of list scheduling

  /// How much more than the lower bound the answer takes, of the bound.
  double gap() const;
};

/// Nothing if no order that fits was found; `error` then says what the least
/// hungry one needs. Bundles are run as single steps, so `Problem::overlap` has
/// no effect. A problem of several directions gets the best named schedule that
/// fits, and 0 as its lower bound. The answer passes `check` under the same
/// limit.
std::optional<AutoSchedule> autoSchedule(const TaskGraph &graph,
                                         const AutoOptions &options,
                                         std::string &error);

} // namespace popt::pipeline
#endif // POPT_PIPELINE_AUTOSCHEDULE_H
