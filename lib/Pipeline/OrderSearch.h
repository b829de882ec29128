// A search for orders by many runs of list scheduling. Two ways, one after the
// other:
//
// Rhythms. In a steady pipeline every task runs once a period T, so microbatch
// j of a task should run near
//
//   target = j T + stretch * head(task) (+ lag(coordinate) T: weight parts)
//
// where head is the longest path before the task. Targets are priorities. The
// stretch decides how many microbatches are in flight (0: finish the oldest
// first, as in 1f1b; large: all forwards first, as in gpipe), the lag how far
// weight parts stay behind, the patience of a coordinate how long it waits for
// what is more urgent, and the flight how many microbatches may be begun (where
// a coordinate has several chunks, the first ones would take all the room). A
// coarse grid, then steps from the best of it, at random (from a fixed seed)
// and ever smaller. These are the building blocks of Qi et al., "Pipeline
// parallelism with controllable memory" (NeurIPS 2024), as priorities instead
// of patterns: uneven costs and other graphs than chains are no special case.
//
// Both ends. The best orders are built again from the end, a run backwards in
// time that goes by their ends, and from there forwards again (justification,
// Valls, Ballestin and Quintanilla 2005); where that gains nothing, with
// priorities shaken.
#ifndef POPT_LIB_PIPELINE_ORDERSEARCH_H
#define POPT_LIB_PIPELINE_ORDERSEARCH_H

#include "ListRun.h"
#include "popt/Pipeline/AutoSchedule.h"

namespace popt::pipeline {

/// An order and its times, as list scheduling sees them.
struct FoundOrder {
  /// The objective, then the other measure.
  std::pair<double, double> score;
  Schedule schedule;          ///< without transfers
  std::vector<double> starts; ///< per task and microbatch
  /// The rules that it was found with.
  std::vector<double> patience;
  std::vector<int> inFlight;
};

/// The measure of an objective first.
inline std::pair<double, double> scoreOf(Objective objective, double makespan,
                                         double span) {
  return objective == Objective::Makespan ? std::make_pair(makespan, span)
                                          : std::make_pair(span, makespan);
}

/// The best different orders found, best first; none if a microbatch alone has
/// no room. `room`: bytes per coordinate without fixed ones, or empty. Ends
/// early where an order is as good as `bound`. `runs` counts up.
std::vector<FoundOrder> searchOrders(const TaskGraph &graph,
                                     Objective objective,
                                     const std::vector<int64_t> &room,
                                     double bound, int &runs);

} // namespace popt::pipeline
#endif // POPT_LIB_PIPELINE_ORDERSEARCH_H
