//===- Diagnosis.h - Why a run makes no progress ----------------*- C++ -*-===//
//
//   0 ──waits for──> 3 ──waits for──> 1, which is stopped: it is to blame
//
// A waiting rank is not to blame: the chain of waits ends at a rank that does not
// wait, or in a cycle.
//
// On CPUs a rank of a cycle that is past a command of the others, and has not begun
// it, is to blame. Where calls go into streams nothing is inferred from their counts:
// --dump writes them (StreamCalls.h).
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
  /// Since it began to wait for its device.
  int64_t onDeviceFor = 0;
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
    OnDevice, ///< it has waited for its device for too long, before the first step
    Skipped,     ///< it is past the operation in which others wait for it
    Deadlock,    ///< ranks wait for each other
    Unfinished,  ///< all ranks are in the call that it waits in
    Unreachable, ///< its host is
  };
  Fault fault = Fault::None;
  int32_t rank = -1;            ///< to blame; of a deadlock, one of the cycle
  std::vector<int32_t> waiting; ///< ranks that wait for it, directly or not
};

/// Whether `rank` is past the operation of `other` without having begun it.
using HasSkipped = std::function<bool(int32_t rank, int32_t other)>;

/// Ranks that made progress within the limit, in nanoseconds, are not to blame.
Diagnosis diagnose(const std::vector<RankState> &ranks, int64_t limit,
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

/// "rank 2", with its process and host if it has a process of its own
std::string nameOf(int32_t rank, const Observation &seen);
/// The rank to blame, its place, and a line for each rank that waits for it.
std::string describe(const Diagnosis &found,
                     const std::vector<RankState> &ranks,
                     const StepTable &table);

} // namespace popt::rt
#endif // POPT_RT_LIB_HEALTH_DIAGNOSIS_H
