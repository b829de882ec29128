//===- Simulate.h - When every task and transfer of a schedule happens ----===//
//
// Each coordinate runs its steps strictly in order. A task starts when its
// coordinate is free and its inputs are there. A message enters its link when
// its send is reached and the link is free, occupies it for bytes / bandwidth,
// and arrives a latency later. Links are one per ordered pair of coordinates
// and keep their order, so every time is a maximum of sums of earlier ones: the
// result does not depend on the order in which coordinates are looked at.
//
// What a send waits for is a `SendModel`. By default nothing, as the published
// figures have it.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PIPELINE_SIMULATE_H
#define POPT_PIPELINE_SIMULATE_H

#include "popt/Pipeline/Schedule.h"

namespace popt::pipeline {

struct Slots;
constexpr int unbounded = -1;

/// When a send waits.
struct SendModel {
  /// Most messages under way from one coordinate to another. A send waits until
  /// all but capacity - 1 earlier ones have been taken (arrived, and their
  /// receive posted). 0: it waits for its own receive, and its coordinate is
  /// busy until the message has arrived.
  int capacity = unbounded;
  /// If given, sends read their slots (Slots.h) instead of copying: the task
  /// that writes the next instance there waits until the message is taken. Must
  /// be of the same schedule.
  const Slots *slots = nullptr;
};

/// When a task ran.
struct TaskRun {
  int task = 0;
  int microbatch = 0;
  double start = 0, end = 0;
  int bundle = 0; ///< equal for steps that run as one bundle; -1: alone
};

/// When a message was on its way.
struct TransferRun {
  int transfer = 0;
  int microbatch = 0;
  double start = 0; ///< enters the link
  double end = 0;   ///< arrives
  double taken = 0; ///< arrived, and its receive posted
};

/// The events at one coordinate.
struct CoordinateRun {
  std::vector<TaskRun> tasks; ///< in order
  double busySeconds = 0;
  double firstStart = 0, lastEnd = 0; ///< both 0 if it has no task
  /// Bytes held from each point in time on, times ascending; begins with
  /// fixedBytes.
  std::vector<std::pair<double, int64_t>> memory;
  int64_t peakBytes = 0;

  double span() const { return lastEnd - firstStart; }
};

/// A schedule as it would run.
struct Simulation {
  std::vector<CoordinateRun> coordinates;
  std::vector<TransferRun> transfers; ///< by time of entry
  double makespan = 0;

  /// The longest span of a coordinate: the cost of a step where the next one
  /// may begin at each coordinate on its own.
  double longestSpan() const;
  /// makespan - busy of the least busy coordinate that has tasks.
  double worstIdle() const;
  /// Share of the coordinates' time (those that have tasks) spent idle, 0..1.
  double bubble() const;
};

/// `schedule` must pass `check` up to its deadlock rule; transfers are added if
/// it has none. Nothing if it deadlocks; `error` then says which coordinate
/// waits for what.
std::optional<Simulation> simulate(const TaskGraph &graph,
                                   const Schedule &schedule, std::string &error,
                                   const SendModel &sends = {});

/// Receives what uncut visits read when it arrives in `run`, which is of the
/// same schedule, not when it is read. Such a visit takes longer than those
/// before it, and between microbatches keeps less than any other coordinate:
/// messages wait with it instead of with their sender. Changes no task's time.
Schedule receiveOnArrival(const TaskGraph &graph, const Schedule &schedule,
                          const Simulation &run);

/// Receives each message no later than when `room` more have been sent from its
/// coordinate to the other one in `run`, which is of the same schedule: no more
/// wait with their sender. Changes no task's time.
Schedule receiveInTime(const TaskGraph &graph, const Schedule &schedule,
                       const Simulation &run, size_t room);

/// The most messages that a step sends from one coordinate to another.
int64_t mostMessagesOfPair(const TaskGraph &graph);

} // namespace popt::pipeline
#endif // POPT_PIPELINE_SIMULATE_H
