// List scheduling with lookahead under a memory limit: one run of it. Every
// instance of a task has a priority. A coordinate that is free starts, of the
// instances that are ready and for which there is room, the one of highest
// priority (lowest number), unless one of higher priority is known to come
// soon; then it runs something short that ends before, or waits.
// What there is room for: Holdings.h.
#ifndef POPT_LIB_PIPELINE_LISTRUN_H
#define POPT_LIB_PIPELINE_LISTRUN_H

#include "Flow.h"

#include <limits>

namespace popt::pipeline {

/// What a run goes by.
struct ListRules {
  std::vector<double> priority; ///< per task and microbatch: lower goes first
  /// Per coordinate: how long to wait for one of higher priority, in durations
  /// of what could start now; 0: never.
  std::vector<double> patience;
  /// Per coordinate: most bytes held, without fixed ones; empty: no limit.
  std::vector<int64_t> room;
  /// Per coordinate: most microbatches in flight, if there is a limit to bytes;
  /// empty: as many as there is room for.
  std::vector<int> inFlight;
};

/// What came of a run.
struct ListResult {
  bool isComplete = false;    ///< else there was no room
  std::vector<double> starts; ///< per task and microbatch
  double makespan = 0;
  double longestSpan = 0;
  std::vector<std::vector<std::pair<int, int>>> orders; ///< task, microbatch
};

ListResult runList(const Flow &flow, const ListRules &rules);

} // namespace popt::pipeline
#endif // POPT_LIB_PIPELINE_LISTRUN_H
