//===- Diagnosis.h - Why a run makes no progress ----------------*- C++ -*-===//
//
//   0 ──waits for──> 3 ──waits for──> 1, which is stopped: it is to blame
//
// A waiting rank is not to blame: the chain of waits ends at a rank that does not
// wait, or in a cycle.
//
// Where calls go into streams, a rank's streams can wait while its thread continues,
// or is inside a call of the driver or of NCCL. If peers wait for a call that its
// thread has not issued, and its streams wait for those peers, that is a cycle, too.
// To blame is the rank whose thread does not wait, or the one that skipped the
// collective in which others wait.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_HEALTH_DIAGNOSIS_H
#define POPT_RT_LIB_HEALTH_DIAGNOSIS_H

#include "Observation.h"
#include "popt-rt/step_table.h"
#include <functional>
#include <string>
#include <vector>

namespace popt::rt {

/// A rank, and the nanoseconds since it last made progress.
struct RankState {
  Observation seen;
  int64_t stillFor = 0;
  /// Since its last message, if it is on another host.
  int64_t unheardFor = 0;
  /// Since its library call began, and since that of its watch.
  int64_t inCallFor = 0, inWatchCallFor = 0;
  /// Since all ranks of the call that it waits in have arrived.
  int64_t togetherFor = 0;
};

/// Their states now; the durations are not known.
std::vector<RankState> observeAll(const Segment &segment);

struct Diagnosis {
  enum class Fault {
    None,     ///< all make progress, or none waits for one that does not
    Died,     ///< peers find that out themselves
    Stopped,  ///< by a signal
    Computes, ///< too long
    InCall,   ///< it does not return from a call of a library
    Skipped,  ///< it is past the operation in which others wait for it
    /// Its stream has finished a call in which others wait for it, or is in that call
    /// from a later place of the program.
    SkippedCollective,
    AmbiguousSkip, ///< several ranks are past a call that needs one of them
    Deadlock,      ///< ranks wait for each other
    Unfinished,    ///< all ranks are in the call that it waits in
    Unreachable,   ///< its host is
  };
  Fault fault = Fault::None;
  int32_t rank = -1;            ///< to blame; of a deadlock, one of the cycle
  std::vector<int32_t> waiting; ///< ranks that wait for it, directly or not
};

/// Whether `rank` is past the operation of `other` without having begun it, in the same
/// call from a later place, or at a later message than the one that `other` waits in.
using HasSkipped = std::function<bool(int32_t rank, int32_t other)>;

/// Limits in nanoseconds without progress.
struct StillLimits {
  int64_t any = 0;
  int64_t calls = 0; ///< in a library's call, or waiting in a skipped one
};
/// Ranks that made progress within the limits are not to blame.
Diagnosis diagnose(const std::vector<RankState> &ranks, StillLimits limits,
                   const HasSkipped &hasSkipped);

/// A rank that has been stopped for `limit`, and whose process connects its host to
/// others: that cuts them off, even if no rank waits for it.
Diagnosis findStoppedConnector(const std::vector<RankState> &ranks,
                               int64_t limit);

/// Whether a rank whose last commands are these has gone past the command where
/// `other` is, and not begun it: for ranks of one program.
bool hasSkipped(const Observation &rank,
                const std::vector<BegunCommand> &recent,
                const Observation &other);

/// Whether a rank's streams are in the same call as another one's from a later command,
/// where the commands of the ranks' program run once in a step, in their order.
bool isLaterInLine(const Observation &rank, const Observation &other,
                   const Program &program);

/// "rank 2", with its process and host if it has a process of its own
std::string nameOf(int32_t rank, const Observation &seen);
/// The rank to blame, its place, and a line for each rank that waits for it.
std::string describe(const Diagnosis &found,
                     const std::vector<RankState> &ranks,
                     const StepTable &table);

} // namespace popt::rt
#endif // POPT_RT_LIB_HEALTH_DIAGNOSIS_H
