//===- Diagnosis.h - Why nothing goes on ------------------------*- C++ -*-===//
//
//   0 ──waits for──> 3 ──waits for──> 1, which is stopped: it is to blame
//
// A rank that waits is not to blame, whatever waits for it: the chain of those
// who wait ends at one that does not, or in a circle.
//
// Where calls go into streams, a rank's streams wait while its thread goes on, or
// sits in a call of the driver or of NCCL. If peers wait for what its thread has not
// issued, and its streams wait for them, that is a circle, too; to blame is the one
// whose thread waits for none, or that has left out what it is waited for in.
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

/// A rank, and for how many nanoseconds it has not gone on.
struct RankState {
  Observation seen;
  int64_t stillFor = 0;
  /// For how long nothing has been heard of it, if it is on another host.
  int64_t unheardFor = 0;
  /// For how long it has been in its library call, and its watch in its own.
  int64_t inCallFor = 0, inWatchCallFor = 0;
  /// For how long all ranks of the call that it waits in have been there.
  int64_t togetherFor = 0;
};

/// As they are now; for how long is not known.
std::vector<RankState> observeAll(const Segment &segment);

struct Diagnosis {
  enum class Fault {
    None,     ///< all goes on, or none waits for one that does not
    Died,     ///< which peers find out themselves
    Stopped,  ///< by a signal
    Computes, ///< for too long
    InCall,   ///< it does not come back from a call of a library
    Skipped,  ///< it is past the operation in which others wait for it
    /// Its stream is done with a call in which others wait for it, or it is in that
    /// from a later place of the program.
    SkippedCollective,
    AmbiguousSkip, ///< so are several, of which it needs one
    Deadlock,      ///< ranks wait for each other
    Unfinished,    ///< all are in the call that it waits in
    Unreachable,   ///< its host is
  };
  Fault fault = Fault::None;
  int32_t rank = -1;            ///< to blame; of a deadlock, one of the circle
  std::vector<int32_t> waiting; ///< who waits for it, directly or not
};

/// Whether `rank` is past the operation of `other` without having begun it, in the same
/// call from a later place, or at a later message than the one that `other` waits in.
using HasSkipped = std::function<bool(int32_t rank, int32_t other)>;

/// For how many nanoseconds a rank may stand still.
struct StillLimits {
  int64_t any = 0;
  int64_t calls =
      0; ///< in a library's call, or waiting for one that is left out
};
/// Ranks that have gone on within the limits are beyond suspicion.
Diagnosis diagnose(const std::vector<RankState> &ranks, StillLimits limits,
                   const HasSkipped &hasSkipped);

/// A rank that has been stopped for so long, and whose process connects its host
/// to others: they are cut off, whatever waits for it.
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
/// Who is to blame, where, and a line for each that waits for it.
std::string describe(const Diagnosis &found,
                     const std::vector<RankState> &ranks,
                     const StepTable &table);

} // namespace popt::rt
#endif // POPT_RT_LIB_HEALTH_DIAGNOSIS_H
