//===- StopGate.h - A run that ends before its last step --------*- C++ -*-===//
//
// Ctrl-C ends a run after the step: all ranks must end after the same one,
// though some are ahead of others. A rank says which step it begins before it
// asks whether the run is to stop; so the first that sees the wish knows the
// last step that anybody has begun, and that is the last one for all.
//
// The gate lies in memory that processes which this one forks share with it, or
// in that of a file which the ranks' processes share.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_CONTROL_STOPGATE_H
#define POPT_RT_LIB_CONTROL_STOPGATE_H

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace popt::rt {

class StopGate {
public:
  explicit StopGate(int64_t ranks);
  ~StopGate();
  /// The bytes of a gate, all 0 at first.
  static std::size_t bytesFor(int64_t ranks) {
    return (2 + static_cast<std::size_t>(ranks)) * sizeof(int64_t);
  }
  /// From here on, before it is used, the gate lies in a file of so many bytes,
  /// or, if that is negative, in memory of its own. False if it can't.
  [[nodiscard]] bool lieIn(int file);
  StopGate(const StopGate &) = delete;
  StopGate &operator=(const StopGate &) = delete;

  /// Wishes that the run stops. Safe in a signal handler.
  void request() { requested().store(1); }
  /// Asked by every rank before each step, in order; false if the run is over.
  [[nodiscard]] bool mayBegin(int64_t rank, int64_t step);
  /// The steps that were run, if the run was stopped; else -1. After all ranks
  /// have ended.
  int64_t stoppedAfter() const {
    int64_t steps = decided().load();
    return steps ? steps : -1;
  }

private:
  using Word = std::atomic<int64_t>;
  Word &requested() const { return words[0]; } ///< 0: no
  Word &decided() const { return words[1]; }   ///< steps; 0: not decided
  /// The steps that a rank has begun.
  Word &begun(int64_t rank) const { return words[2 + rank]; }

  const int64_t ranks;
  Word *words = nullptr;
};

/// While it lives, the first SIGINT asks the gate to stop and says so, and the
/// second ends the process as if nobody handled it. One of several that are
/// asked at once `speaks`.
class InterruptHandler {
public:
  InterruptHandler(StopGate &gate, bool speaks);
  ~InterruptHandler();
  InterruptHandler(const InterruptHandler &) = delete;
  InterruptHandler &operator=(const InterruptHandler &) = delete;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_CONTROL_STOPGATE_H
