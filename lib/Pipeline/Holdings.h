// What coordinates hold while an order is built, and whether there is room for
// more. There is room for an instance of a task if afterwards the microbatches
// in flight can still be finished one after the other, lowest first, each with
// what the ones before it gave back (the banker's rule). So the lowest
// unfinished microbatch may always go on, and building never gets stuck where
// one microbatch alone fits.
#ifndef POPT_LIB_PIPELINE_HOLDINGS_H
#define POPT_LIB_PIPELINE_HOLDINGS_H

#include "Flow.h"

namespace popt::pipeline {

/// Bytes held at all coordinates.
class Holdings {
public:
  /// `room`: most bytes per coordinate; empty: no limit, and nothing is
  /// counted. `inFlight`: most microbatches begun and not finished, per
  /// coordinate, of which the lowest does not count; empty: no limit.
  Holdings(const Flow &flow, const std::vector<int64_t> &room,
           const std::vector<int> &inFlight = {});

  /// Runs the instance if there is room; false if there is none.
  bool tryRun(int task, int microbatch);
  /// The lowest unfinished microbatch of a coordinate; -1 without limit.
  int lowestUnfinished(int coordinate) const {
    return room.empty() ? -1 : lowest[coordinate];
  }
  /// How much more than now is held at most while the microbatch's other tasks
  /// run in their natural order.
  int64_t mostToFinish(int coordinate, int microbatch);

private:
  /// Calls use(holding, instance) for all that the task touches.
  template <typename Use>
  void forInstances(int task, int microbatch, Use use) const {
    for (const Touch &touch : flow.touches[task]) {
      int i = microbatch - touch.offset;
      if (i >= 0 && i < flow.microbatches)
        use(touch.holding, i);
    }
  }
  int64_t bytesBorn(int task, int microbatch) const;
  void add(int coordinate, int instance, int64_t bytes) {
    held[coordinate] += bytes;
    of[coordinate][instance] += bytes;
  }
  void run(int task, int microbatch);
  void undo(int task, int microbatch);
  bool canFinish(int coordinate) const;

  const Flow &flow;
  const std::vector<int64_t> &room;
  const std::vector<int> &inFlight;
  std::vector<std::vector<int>> left;         // holding, instance: touchers
  std::vector<std::vector<bool>> isHeld;      // holding, instance
  std::vector<bool> isDone;                   // task, microbatch
  std::vector<int64_t> held;                  // per coordinate
  std::vector<std::vector<int64_t>> of;       // coordinate, microbatch
  std::vector<std::vector<int64_t>> toFinish; // coordinate, microbatch
  std::vector<std::vector<int>> tasksLeft;    // coordinate, microbatch
  std::vector<int> lowest, highest;           // per coordinate
  std::vector<int> begun;                     // per coordinate: and unfinished
  std::vector<int> scratch;
};

} // namespace popt::pipeline
#endif // POPT_LIB_PIPELINE_HOLDINGS_H
