//===- Problem.h - Tasks, values and links of one pipelined step ----------===//
//
// The time loop of a step on a stage axis, reduced to the facts on which an
// order of execution can depend. Coordinates of the stage axis run *tasks*,
// once per microbatch; tasks exchange *values*, one instance per microbatch; a
// value whose reader sits on another coordinate travels over a *link*. What the
// tasks compute does not matter here; in particular, nothing here knows about
// differentiation.
//
// A coordinate is entered several times per microbatch; each entry is a
// *visit*, numbered in the order in which they happen. A chain of stages visits
// a coordinate twice, forward and backward, and its last coordinate once
// (forward and backward in one task) or twice if that task was cut. The part of
// a visit that reaches no other coordinate within the loop is its weight part.
// If it is split off it is a task of its own, which may run at any later time.
// So a task is (coordinate, visit, part), and a schedule (Schedule.h) is, per
// coordinate, an order of (task, microbatch).
//
// A bidirectional pipeline holds the network twice, once in each *direction*:
// the first half of the microbatches takes one copy, the second half the other.
// The copies share the coordinates and nothing else, so a task belongs to one
// direction, runs for its microbatches only, and exchanges values with tasks of
// the same direction.
//
//   coordinate 0      coordinate 1       coordinate 2
//   visit 0 ------->  visit 0 ------->   visit 0   forward, then backward of
//   visit 1 <-------  visit 1 <-------             the same microbatch
//   visit 1 weight    visit 1 weight     visit 0 weight
//
// Memory follows from values: an instance occupies its producer's coordinate
// from the start of its producer to the end of its last reader there, and the
// coordinate of a reader from the time its receive is posted.
//
// Files: Problem.h (given), TaskGraph.h (what follows from it), Schedule.h
// (orders, generators, text form), Check.h (is an order right), Simulate.h (how
// long it takes), Slots.h (what it keeps), Timeline.h (a picture), Chain.h
// (problems of uniform stages). docs/Rationale/Schedules.md has the reasons.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PIPELINE_PROBLEM_H
#define POPT_PIPELINE_PROBLEM_H

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace popt::pipeline {

/// The parts of a visit.
enum class Part : uint8_t {
  Main,   ///< what other coordinates wait for
  Weight, ///< what reaches no other coordinate within the loop
};

/// What a coordinate runs without interruption.
struct Task {
  int coordinate = 0;
  int visit = 0; ///< 0, 1, ... per coordinate and direction
  Part part = Part::Main;
  double seconds = 0;
  int direction = 0; ///< runs for the microbatches of this direction
};

/// A value that a task computes for other tasks, one instance per microbatch. A
/// value of no bytes is a dependency only.
struct Value {
  int producer = 0;
  std::vector<int> readers; ///< tasks, in any order; none: never kept
  int64_t bytes = 0;
  /// A reader of microbatch j reads the instance of microbatch j - distance,
  /// and nothing where its direction has none: these are the values that
  /// microbatches hand to later ones.
  int distance = 0;
  std::string name; ///< for messages; may be empty
  /// For which a message of it occupies its link, where that is no constant rate;
  /// negative: as the link says.
  double sendSeconds = -1;
};

/// The way from one coordinate to another. A message of n bytes occupies it for
/// n / bytesPerSecond and arrives a latency later.
struct Link {
  double latencySeconds = 0;
  double bytesPerSecond = std::numeric_limits<double>::infinity();
};

/// Tasks, the values between them, and the costs of both.
struct Problem {
  int coordinates = 1;
  int microbatches = 1;
  /// Copies of the network; each takes an equal run of microbatches, in turn.
  int directions = 1;
  std::vector<Task> tasks;
  std::vector<Value> values;
  Link link;               ///< between any two coordinates, unless `links`
  std::vector<Link> links; ///< source * coordinates + destination; or empty
  /// Share of the shorter one that a forward and a backward task hide when they
  /// run as one bundle (0: none, 1: all of it).
  double overlap = 0;
  /// Bytes each coordinate holds all the time (weights, state); or empty.
  std::vector<int64_t> fixedBytes;

  /// Empty if well formed, else the error: indices out of range, the same task
  /// or reader twice, costs that are no numbers, microbatches that do not
  /// divide by the directions, values between directions, tasks that wait for
  /// each other in a circle (the placement is cyclic).
  std::string check() const;

  int directionOf(int microbatch) const {
    return int(int64_t(microbatch) * directions / microbatches);
  }
  /// The microbatches of a direction begin here, and end where the next one's
  /// begin.
  int firstMicrobatch(int direction) const {
    return int(int64_t(direction) * microbatches / directions);
  }
  bool runsFor(int task, int microbatch) const {
    return tasks[task].direction == directionOf(microbatch);
  }

  const Link &linkBetween(int source, int destination) const {
    return links.empty() ? link
                         : links[size_t(source) * coordinates + destination];
  }
  /// Seconds for which a message of this value occupies this link.
  static double sendSeconds(const Value &value, const Link &link) {
    return value.sendSeconds < 0
               ? static_cast<double>(value.bytes) / link.bytesPerSecond
               : value.sendSeconds;
  }
};

} // namespace popt::pipeline
#endif // POPT_PIPELINE_PROBLEM_H
