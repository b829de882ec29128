//===- Check.h - Checks that a schedule is valid --------------------------===//
//
// The rules, in the order in which they are checked; one checker for generated,
// hand-written and imported orders:
//
//   1. steps      every step names a task or transfer and a microbatch of the
//                 problem, at the coordinate of that task, source or
//                 destination; only tasks are joined, and not the last step
//   2. once       every task runs once for every microbatch
//   3. order      a task runs after what it reads from its own coordinate
//   4. transfers  every message is sent once, after the task that makes it, and
//                 received once, before the first task that reads it
//   5. matching   along every pair of coordinates receives stand in the order
//                 of the sends
//   6. deadlock   execution reaches the end, whatever sends wait for
//                 (SendModel)
//   7. memory     no coordinate keeps more instances or bytes than it may
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PIPELINE_CHECK_H
#define POPT_PIPELINE_CHECK_H

#include "popt/Pipeline/Simulate.h"

namespace popt::pipeline {

/// Limits for a schedule.
struct CheckOptions {
  SendModel sends;
  /// Per coordinate, fixedBytes included; empty: no limit.
  std::vector<int64_t> maxBytes;
  /// Per value: most instances at its producer's coordinate, negative: no
  /// limit; empty: no limits.
  std::vector<int> maxSlots;
};

/// Empty if the schedule keeps all rules, else the first one broken, with task,
/// microbatch and stage. A schedule without transfers is checked as
/// `withTransfers` completes it.
std::string check(const TaskGraph &graph, const Schedule &schedule,
                  const CheckOptions &options = {});

} // namespace popt::pipeline
#endif // POPT_PIPELINE_CHECK_H
