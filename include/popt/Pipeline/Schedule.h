//===- Schedule.h - Orders of tasks and microbatches ----------------------===//
//
// A schedule is, per coordinate, a list of steps that run strictly in order:
// tasks, and once `withTransfers` has placed them, sends and receives. GPipe,
// 1F1B, interleaved, looped and zero-bubble pipelines are generators of such
// lists over the same tasks. Per coordinate d of p (sources in
// docs/Rationale/Schedules.md; F, B, I, W: forward, backward, input and weight
// gradient, each of the lowest microbatch not yet emitted):
//
//   gpipe             all F, then all B
//   1f1b              min(p-1-d, m) F; F B while there are F; the rest
//   eager-1f1b        min(2(p-d)-1, m) F; B F while there are F; the rest
//   interleaved-1f1b  1f1b over chunks in groups of p microbatches
//   looped-bfs        gpipe chunk by chunk
//   zb-h1             min(p-d, m) F; I, W once d behind, F; the rest
//   zb-h2             min(2(p-d)-1, m) F; I, W once 2d behind, F; the rest
//   zb-v              two chunks, placed forth and back; eight phases
//   dualpipev         as zb-v, a forward and a backward run as one bundle
//   dualpipe          as dualpipev, over two copies of the network that run in
//                     opposite directions
//   chimera           two copies likewise; list scheduling, B before F
//   hanayo            chunks placed forth and back, w times; the same
//   auto              the best that is found (AutoSchedule.h)
//   custom            read from a file (`readSchedule`)
//
// The rules hold for chains. On any other graph d is the coordinate's distance
// from the end, and where a rule would deadlock, the nearest step that can run
// goes first (Repair.cpp): the result is always executable. Where the placement
// is not the rule's (several chunks for a rule of one, layers placed forth and
// back for interleaved-1f1b, in a loop for zb-v), the tasks are list-scheduled
// under limits on microbatches in flight (ListSchedule.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PIPELINE_SCHEDULE_H
#define POPT_PIPELINE_SCHEDULE_H

#include "popt/Pipeline/TaskGraph.h"

#include <optional>
#include <string_view>

namespace popt::pipeline {

/// One entry of a coordinate's order.
struct Step {
  /// What a step does.
  enum Kind : uint8_t {
    Run,  ///< `index` is a task
    Send, ///< `index` is a transfer; does not wait unless capacity is bounded
    Receive, ///< `index` is a transfer; posts the receive, readers wait for it
  };
  Kind kind = Run;
  /// Runs as one bundle with the next step: it starts when all can, and the
  /// results of each exist when all are done.
  bool joined = false;
  int index = 0;
  int microbatch = 0;

  bool operator==(const Step &o) const {
    return kind == o.kind && joined == o.joined && index == o.index &&
           microbatch == o.microbatch;
  }
};

/// An order of steps for every coordinate.
struct Schedule {
  std::string name;
  std::vector<std::vector<Step>> order; ///< per coordinate

  bool hasTransfers() const;
};

/// Schedules that are known by name.
enum class ScheduleKind : uint8_t {
  GPipe,
  OneFOneB,
  EagerOneFOneB,
  InterleavedOneFOneB,
  LoopedBFS,
  ZBH1,
  ZBH2,
  ZBV,
  DualPipeV,
  DualPipe,
  Chimera,
  Hanayo,
  Auto,
  Custom,
};
/// Those that have a rule; simple ones first.
inline constexpr ScheduleKind namedSchedules[] = {
    ScheduleKind::OneFOneB,      ScheduleKind::GPipe,
    ScheduleKind::EagerOneFOneB, ScheduleKind::InterleavedOneFOneB,
    ScheduleKind::LoopedBFS,     ScheduleKind::ZBH1,
    ScheduleKind::ZBH2,          ScheduleKind::ZBV,
    ScheduleKind::DualPipeV,     ScheduleKind::Hanayo,
    ScheduleKind::Chimera,       ScheduleKind::DualPipe};

const char *name(ScheduleKind kind); ///< "gpipe", "1f1b", ...
/// All names, in the order above; "zb-1p" is another name of "zb-h1".
std::vector<std::string> scheduleNames();
/// Nothing if unknown, with the nearest name in `error`.
std::optional<ScheduleKind> parseScheduleKind(std::string_view name,
                                              std::string &error);

/// True if the order tells input and weight gradients apart: split weight parts
/// off.
bool splitsWeight(ScheduleKind kind);
/// True if other steps can come between the forward and the backward of the
/// last stage (interleaved-1f1b: with as many microbatches as stages): cut its
/// visit in two. An uncut one makes no step longer, but messages to it may wait
/// (`receiveOnArrival` in Simulate.h).
bool cutsLastVisit(ScheduleKind kind);

/// Copies of the network that the kind runs (Problem::directions): the second
/// goes from the last coordinate to the first.
int directionsOf(ScheduleKind kind);

/// The order of this kind for the problem, without transfers. Nothing, and why
/// in `error`, if the kind does not fit: too few microbatches, wrong number of
/// chunks or directions. The answer passes `check` (Check.h) whatever the graph.
std::optional<Schedule> generate(const TaskGraph &graph, ScheduleKind kind,
                                 std::string &error);

/// Runs the steps of bundles one after the other: never later on a machine that
/// overlaps nothing.
void dissolveBundles(Schedule &schedule);

/// All named schedules that take the problem, without bundles.
std::vector<Schedule> generateNamed(const TaskGraph &graph);

/// Adds sends (directly after the task that makes the value) and receives
/// (directly before the first step that needs one, or `ahead` bundles earlier).
/// Along each pair of coordinates receives stand in the order of the sends,
/// earlier than needed where the readers' order differs. `schedule` must run
/// every task of every microbatch once, at its coordinate.
Schedule withTransfers(const TaskGraph &graph, const Schedule &schedule,
                       int ahead = 0);

/// The text form of torch.distributed.pipelining: one row per coordinate, cells
/// `2F3` (stage, letter, microbatch) with letters F, B (whole backward), I
/// (input gradient), W (weight gradient), SEND_F, RECV_F, SEND_B, RECV_B (_F:
/// of a forward task), and `(0F5;3B2)OVERLAP_F_B`. Empty cells are ignored.
/// Nothing, and a message that begins with `file:row:column`, if a cell is
/// malformed, stands in the wrong row, or says what an order cannot say
/// (UNSHARD, RESHARD, REDUCE_GRAD). The answer has still to pass `check`.
std::optional<Schedule> readSchedule(const TaskGraph &graph,
                                     std::string_view text,
                                     const std::string &file,
                                     std::string &error);
/// How many copies of the network an order of `microbatches` is for: two, if
/// stage 0 runs the last microbatch in the row opposite to that of the first.
int directionsOfOrder(std::string_view text, int microbatches);
/// Nothing, and why in `error`, if the form cannot say it: two tasks of one
/// cell that do not stand together, bundles other than B and F with B.
std::optional<std::string> writeSchedule(const TaskGraph &graph,
                                         const Schedule &schedule,
                                         std::string &error);

} // namespace popt::pipeline
#endif // POPT_PIPELINE_SCHEDULE_H
