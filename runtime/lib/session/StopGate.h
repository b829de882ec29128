//===- StopGate.h - Signals between two steps -------------------*- C++ -*-===//
//
// Ctrl-C ends a run after a step, and all ranks must end after the same one,
// though some are ahead of others. A rank stores which step it begins before it
// loads the request to stop. So the first rank that sees the request knows the last
// step that any rank has begun; that step is the last for all. Ranks agree in the
// same way after which step to save.
//
// Each host has a gate. With several hosts, rank 0's relay (Relay.h) decides: it
// freezes all gates, so that no rank begins another step, collects how many steps
// ranks have begun, and thaws the gates with the decision. Without a request a step
// costs two loads.
//
// The gate lies in memory that is shared with forked processes, or in a file that
// the ranks' processes share.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_STOPGATE_H
#define POPT_RT_LIB_SESSION_STOPGATE_H

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace popt::rt {

class StopGate {
public:
  explicit StopGate(int64_t ranks);
  ~StopGate();
  /// The bytes of a gate, all 0 at first.
  static std::size_t bytesFor(int64_t ranks) {
    return (kBegun + static_cast<std::size_t>(ranks)) * sizeof(int64_t);
  }
  /// Before its first use: puts the gate into a file of bytesFor() bytes, or, if
  /// `file` is negative, into memory of its own. False if that fails.
  [[nodiscard]] bool lieIn(int file);
  StopGate(const StopGate &) = delete;
  StopGate &operator=(const StopGate &) = delete;

  /// Requests that the run stops, for this signal. Safe in a signal handler.
  void request(int signal) { requested().store(signal); }
  /// The signal; 0: none came.
  int signal() const { return static_cast<int>(requested().load()); }
  /// Requests a checkpoint, soon. Safe in a signal handler.
  void requestSave() { savesRequested().fetch_add(1); }
  /// Asked by every rank before each step, in order; false if the run is over.
  /// While the gate is frozen, it asks whether to go on waiting.
  [[nodiscard]] bool mayBegin(
      int64_t rank, int64_t step,
      const std::function<bool()> &isToWait = [] { return true; });
  /// Asked by every rank before a step that it may begin: whether all save now.
  [[nodiscard]] bool isToSave(int64_t step);
  /// The steps that were run, if the run was stopped; else -1. After all ranks
  /// have ended.
  int64_t stoppedAfter() const {
    int64_t steps = decided().load();
    return steps ? steps : -1;
  }

  //===--------------------------------------------------------------------===//
  // For the relays of several hosts
  //===--------------------------------------------------------------------===//

  /// From here on nothing is decided by ranks alone.
  void connect() { isConnected().store(1); }
  /// How often a checkpoint was requested.
  int64_t saveRequests() const { return savesRequested().load(); }
  /// Steps that ranks of this host have begun.
  struct Begun {
    int64_t most = 0, least = INT64_MAX;
  };
  /// No rank begins another step until thaw().
  Begun freeze(const std::vector<int64_t> &ranksHere);
  void thaw() { isFrozen().store(0); }
  /// While frozen: the last step for all, and by which signal.
  void stopAfter(int64_t steps, int signal);
  /// While frozen: after which step all save.
  void saveAfter(int64_t steps) { save().store(steps); }

private:
  using Word = std::atomic<int64_t>;
  Word &requested() const { return words[0]; }      ///< the signal; 0: no
  Word &decided() const { return words[1]; }        ///< steps; 0: not decided
  Word &savesRequested() const { return words[2]; } ///< how often
  /// For how many requests a save is decided, and, in the lower bits, the steps
  /// after which it is.
  Word &save() const { return words[3]; }
  Word &isConnected() const { return words[4]; }
  Word &isFrozen() const { return words[5]; }
  /// The steps that a rank has begun.
  Word &begun(int64_t rank) const { return words[kBegun + rank]; }
  static constexpr std::size_t kBegun = 6;

  const int64_t ranks;
  Word *words = nullptr;
};

/// While it lives, the first SIGINT, SIGTERM or SIGXCPU (ulimit -t) requests a
/// stop and prints a line; the second ends the process as if it had no handler.
/// If several processes get the signal, one `speaks` (prints the line). With
/// `saves`, SIGUSR1 requests a checkpoint.
class InterruptHandler {
public:
  InterruptHandler(StopGate &gate, bool speaks, bool saves);
  ~InterruptHandler();
  InterruptHandler(const InterruptHandler &) = delete;
  InterruptHandler &operator=(const InterruptHandler &) = delete;

private:
  /// What was done before on each signal.
  std::vector<std::pair<int, struct sigaction>> handled;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_STOPGATE_H
