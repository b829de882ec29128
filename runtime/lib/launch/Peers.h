//===- Peers.h - Processes that call programs together ----------*- C++ -*-===//
//
// One transport for all that the processes of a job do together, for as long as
// this one lives: each program has its groups on it, so a failure ends all of them,
// and no further rendezvous is needed.
//
//   rank 0   join | exchange "compile" | call 1 of train | ... | leave
//   rank 1   join | exchange "compile" | call 1 of train | ... | leave
//                  \__ each begins with a collective that has its name: where
//                      names differ, all get both
//
// Between calls a rank counts as one that computes: Python may take any time.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_PEERS_H
#define POPT_RT_LIB_LAUNCH_PEERS_H

#include "../health/Watchdog.h"
#include "../session/RankOutcome.h"
#include "../session/World.h"
#include "JoinedRank.h"
#include "popt-rt/processes.h"
#include <mutex>
#include <optional>

namespace popt::rt {

class Callable;

/// Keeps the status and the text of a call that failed, for
/// popt_rt_program_last_error().
popt_rt_status failCall(popt_rt_status status, std::string message);

/// The limit that a C caller gives (0: a minute; INFINITY: none), as transports have
/// it (0: none).
double timeoutOf(double seconds);

/// A C caller's answer; null if it gives none.
std::function<bool()> toFunction(popt_rt_keep_going keepGoing, void *context);

/// Calls of several threads take turns. A call within a call, as a signal's handler
/// makes it, is not one that could wait.
class CallTurns {
public:
  class Turn {
  public:
    /// Waits for it.
    explicit Turn(CallTurns &turns) : turns(turns), lock(turns.mutex) {
      turns.caller = std::this_thread::get_id();
    }
    ~Turn() { turns.caller = std::thread::id(); }

  private:
    CallTurns &turns;
    std::lock_guard<std::mutex> lock;
  };
  /// False and a message if this thread is in a call.
  bool mayCall(std::string &out_error) const;

private:
  std::mutex mutex;
  std::atomic<std::thread::id> caller{}; ///< the thread whose turn it is
};

class Peers {
public:
  using KeepGoing = std::function<bool()>;

  /// Null and a message if this process can't find the others; null without one if
  /// there are none.
  static std::shared_ptr<Peers> join(double timeoutSeconds,
                                     const KeepGoing &keepGoing,
                                     std::string &out_error);
  ~Peers();

  int32_t rank() const { return self->rank; }
  int32_t size() const { return static_cast<int32_t>(placement.size); }
  /// The ranks of this one's host, in order.
  std::vector<int32_t> ranksHere() const;
  popt_rt_transport *transport() const { return ownTransport; }
  std::shared_ptr<World> world() const { return ownWorld; }
  bool isForked() const { return getpid() != process; }

  /// POPT_RT_OK, or what failed and a message.
  popt_rt_status exchange(const std::string &what, const Bytes &mine,
                          const KeepGoing &keepGoing, std::string &out_error);
  std::vector<Bytes> received; ///< by rank
  void leave(const std::string &why);
  bool hasLeft() const { return left; }
  /// Why no more calls can be made, if this process has not been told; else empty. Not
  /// while a call lasts.
  std::string news();

  CallTurns turns;
  std::atomic<int64_t> numPrograms{0};     ///< that began among them
  std::atomic<Callable *> saving{nullptr}; ///< the program that may save still
  /// One went in the middle of a save: what it sends or waits for would meet the
  /// messages of another's.
  std::atomic<bool> isSaveLeft{false};

  /// From now on a watchdog reads the ranks' journals, until forget(): a call of
  /// the program of `table` lasts long. `giveUp`: the run has failed, and this
  /// process's rank computes on.
  void watch(const StepTable &table,
             std::function<void(const std::string &why)> giveUp);
  /// Another program's call begins, or `table` goes.
  void forget(const StepTable &table);
  void watchOnly(const StepTable &table);
  /// Why a call of the program of `table` failed.
  std::string causeOf(const RankOutcome &outcome, const StepTable &table);

private:
  Peers() = default;
  bool find(std::string &error);
  void stopWatching(); ///< with the lock

  Options options;
  Placement placement;
  Secret secret;
  StepTable noProgram; ///< of as many ranks
  std::optional<StopGate> gate;
  std::unique_ptr<JoinedRank> self;
  popt_rt_transport *ownTransport = nullptr;
  std::shared_ptr<World> ownWorld;
  std::mutex watching; ///< programs end in any thread
  std::unique_ptr<Watchdog> watchdog;
  const StepTable *watched = nullptr;
  std::atomic<bool> left{false};
  std::atomic<bool> isTold{false}; ///< why no more calls can be made
  const pid_t process = getpid();
};

/// Of a collective call.
int64_t numberOf(const std::string &what);

} // namespace popt::rt

struct popt_rt_processes {
  std::shared_ptr<popt::rt::Peers> peers;
  std::string news{};
};

#endif // POPT_RT_LIB_LAUNCH_PEERS_H
