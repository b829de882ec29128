//===- Slots.h - Where instances of values live across tasks --------------===//
//
// A value that outlives its task has one instance per microbatch in flight, and
// an instance lives in a *slot*. Lifetimes are intervals of positions in the
// coordinate's order, not of time: from the step that writes the instance (its
// task, or its receive) to the last step that reads it (a task, or its send).
// So the answer holds however long tasks and messages take. Intervals are
// coloured from the left, which takes as few slots as instances are alive at
// once.
//
// A send that does not copy still reads its slot after that. Where many
// messages are sent before the first is taken (looped-bfs), the fewest slots
// can then deadlock. With a simulation, a sent instance keeps its slot until
// its message is taken at the predicted times: the predicted execution never
// waits for a slot, so no execution deadlocks, and none is slower where the
// prediction holds.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PIPELINE_SLOTS_H
#define POPT_PIPELINE_SLOTS_H

#include "popt/Pipeline/Simulate.h"

namespace popt::pipeline {

/// The slots of one value at one coordinate.
struct SlotAssignment {
  int value = 0;
  int coordinate = 0;
  int transfer = -1;     ///< how it came to the coordinate; -1: made there
  int count = 0;         ///< slots, the fewest there can be
  std::vector<int> slot; ///< per microbatch; -1: no instance
  /// The fewest slots with slot = microbatch mod slots; count at least.
  int cyclicCount = 0;
};

/// Where every instance of every value is kept.
struct Slots {
  std::vector<SlotAssignment> values; ///< by value, then coordinate
  /// Per coordinate: most bytes alive at once, fixedBytes included.
  std::vector<int64_t> peakBytes;
  /// Per coordinate: the first step (of the order with transfers) at the peak.
  std::vector<int> peakStep;
  /// Per coordinate: fixedBytes and all slots.
  std::vector<int64_t> slotBytes;

  const SlotAssignment *find(int value, int coordinate) const;
};

/// `schedule` must pass `check`; transfers are added if it has none.
/// `sendsFromSlots`: a simulation of this schedule, if sends do not copy.
Slots assignSlots(const TaskGraph &graph, const Schedule &schedule,
                  const Simulation *sendsFromSlots = nullptr);

} // namespace popt::pipeline
#endif // POPT_PIPELINE_SLOTS_H
