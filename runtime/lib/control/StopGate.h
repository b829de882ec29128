//===- StopGate.h - A run that ends before its last step --------*- C++ -*-===//
//
// Ctrl-C ends a run after the step: all ranks must end after the same one,
// though some are ahead of others. A rank says which step it begins before it
// asks whether the run is to stop; so the first that sees the wish knows the
// last step that anybody has begun, and that is the last one for all.
//
// The gate lies in memory that processes which this one forks share with it.
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
  StopGate(const StopGate &) = delete;
  StopGate &operator=(const StopGate &) = delete;

  /// Wishes that the run stops. Safe in a signal handler.
  void request() { state->isRequested.store(true); }
  /// Asked by every rank before each step, in order; false if the run is over.
  [[nodiscard]] bool mayBegin(int64_t rank, int64_t step);
  /// The steps that were run, if the run was stopped; else -1. After all ranks
  /// have ended.
  int64_t stoppedAfter() const {
    int64_t last = state->last.load();
    return last < 0 ? -1 : last + 1;
  }

private:
  struct State {
    std::atomic<bool> isRequested{false};
    std::atomic<int64_t> last{-1}; ///< the last step; -1: not decided
    std::atomic<int64_t> *begun() {
      return reinterpret_cast<std::atomic<int64_t> *>(this + 1);
    }
  };
  std::size_t bytes() const {
    return sizeof(State) + static_cast<std::size_t>(ranks) * sizeof(int64_t);
  }
  const int64_t ranks;
  State *state; ///< and after it the step that each rank has begun; -1: none
};

/// While it lives, the first SIGINT asks the gate to stop and says so, and the
/// second ends the process as if nobody handled it.
class InterruptHandler {
public:
  explicit InterruptHandler(StopGate &gate);
  ~InterruptHandler();
  InterruptHandler(const InterruptHandler &) = delete;
  InterruptHandler &operator=(const InterruptHandler &) = delete;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_CONTROL_STOPGATE_H
