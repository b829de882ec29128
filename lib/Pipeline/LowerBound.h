// No order is faster than this. Microbatches are alike, so instances of a task
// are counted, not named: its k-th start (0 is the first) needs k + 1 starts of
// whatever it reads, and, where a coordinate has room for K microbatches
// between two of its tasks, the (k - K)-th end of the later one:
//
//   F_0 -> F_1 -> F_2 -> F_3 ...       room for two microbatches from F to B:
//   |      |      |                    F_2 waits for B_0, F_3 for B_1
//   B_0 -> B_1 -> B_2 ...
//
// Longest paths in this graph, and the work that must be done on the same
// coordinate before, say how early a start can be (its head), and read
// backwards how much comes after it (its tail). Each coordinate alone, with
// heads and tails, and tasks that may be interrupted, is then solved exactly
// (Jackson's rule with preemption, as Carlier used it in 1982): warm-up, work
// and cool-down of that coordinate.
#ifndef POPT_LIB_PIPELINE_LOWERBOUND_H
#define POPT_LIB_PIPELINE_LOWERBOUND_H

#include "popt/Pipeline/TaskGraph.h"

namespace popt::pipeline {

/// Seconds that every order of the problem takes at least. `room`: bytes per
/// coordinate without the fixed ones, or empty. Infinite if a microbatch alone
/// has no room.
double lowestMakespan(const TaskGraph &graph, const std::vector<int64_t> &room);
/// Seconds between the first start and the last end of a coordinate that every
/// order takes at least at some coordinate: its work.
double lowestSpan(const TaskGraph &graph);

} // namespace popt::pipeline
#endif // POPT_LIB_PIPELINE_LOWERBOUND_H
