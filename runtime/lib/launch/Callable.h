//===- Callable.h - A program whose ranks wait for calls --------*- C++ -*-===//
//
// The other way to run a program besides the run driver: no files, no flags,
// and no collector. A thread for each rank sleeps between calls. A call puts a
// request in the middle and wakes all; each rank splits the caller's tensors
// itself, runs a step, and writes its own blocks of the results into the
// caller's memory, so that nothing is sent or copied twice.
//
//   caller   request ──▶ wake ........................ all done ──▶ return
//   rank 0               split, step, write blocks ───▶
//   rank 1               split, step, write blocks ─────▶
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_CALLABLE_H
#define POPT_RT_LIB_LAUNCH_CALLABLE_H

#include "../session/World.h"
#include "../transport/Wait.h"
#include "LocalRanks.h"
#include "popt-rt/exec.h"
#include "popt-rt/program.h"
#include <functional>
#include <mutex>
#include <unistd.h>

namespace popt::rt {

class Callable {
public:
  /// Starts the ranks. Null and a message if memory or a thread is missing.
  static std::unique_ptr<Callable>
  create(std::shared_ptr<const Prepared> prepared, double timeoutSeconds,
         std::string &out_error);
  ~Callable();

  /// What ranks are to do: first take arguments, then step, then give results.
  struct Request {
    std::vector<popt_rt_value> arguments, results;
    bool steps = true;
  };
  /// Runs a request that is in order. `keepGoing` is asked while it lasts.
  popt_rt_status call(const Request &request,
                      const std::function<bool()> &keepGoing,
                      std::string &out_error);

  /// Whether this process is a fork of the one that has the ranks' threads.
  bool isForked() const { return getpid() != process; }
  const StepTable &table() const { return tableOf(*prepared); }
  int64_t memoryBytes(int32_t rank) const;

private:
  struct Rank {
    std::unique_ptr<World> world;
    std::unique_ptr<Executor> executor;
  };

  Callable(std::shared_ptr<const Prepared> prepared)
      : prepared(std::move(prepared)) {}
  bool start(double timeoutSeconds, std::string &error);
  popt_rt_status callAlone(const Request &request,
                           const std::function<bool()> &keepGoing,
                           std::string &out_error);
  void runRank(size_t rank);
  bool open(size_t rank, std::string &error);
  bool serve(Rank &rank, std::string &error);
  bool give(Rank &rank, size_t index, void *whole, std::string &error);
  bool accept(const Request &wanted, std::string &error) const;
  void wakeRanks();
  void waitForRanks(const std::function<bool()> &keepGoing);

  const std::shared_ptr<const Prepared> prepared;
  LocalRanks machines;
  std::vector<Rank> ranks;
  std::vector<std::thread> threads;
  std::vector<RankOutcome> outcomes; ///< of the last request, by rank
  std::mutex callers;
  std::atomic<std::thread::id> caller{}; ///< the thread that holds it
  const pid_t process = getpid();
  WaitPolicy policy;

  /// Changed by the caller while no rank works, read by ranks while they do.
  const Request *request = nullptr;
  bool ends = false;
  std::string failure;        ///< why it can't be called any more
  std::vector<bool> hasValue; ///< by argument
  bool hasStepped = false;
  /// How many requests there have been; how many ranks are busy with the last.
  std::atomic<uint32_t> requests{0}, busy{0};
  std::atomic<uint32_t> sleepingRanks{0}, sleepingCallers{0};
};

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_CALLABLE_H
