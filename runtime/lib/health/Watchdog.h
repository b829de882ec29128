//===- Watchdog.h - Ends a run that makes no progress -----------*- C++ -*-===//
//
// A thread that reads the ranks' journals four times a second. If ranks wait for one
// that is stopped, computes for ever, or waits for them, it ends the run and reports
// which rank is to blame, at which command, and which ranks wait. It warns of a rank
// that is slower than the others.
//
// With several hosts only rank 0's host knows what all ranks do, so its processes
// look for the rank to blame. The other hosts look whether they are cut off.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_HEALTH_WATCHDOG_H
#define POPT_RT_LIB_HEALTH_WATCHDOG_H

#include "Diagnosis.h"
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace popt::rt {

/// The ranks of a step, of which one computes longer than the others.
struct SlowRank {
  int32_t rank = -1;                         ///< -1: none
  double factor = 0, seconds = 0, usual = 0; ///< of a step, in it and in others
};

/// Which rank is slow: not once, as one is that others keep from a processor, but in
/// several windows in a row.
class SlowRanks {
public:
  /// The slowest one after the next window. `seconds` that each rank has computed a
  /// step there, on average, of `whole` seconds that a step took; `programs` says
  /// whose work can be compared.
  SlowRank next(const std::vector<double> &seconds,
                const std::vector<int32_t> &programs, double whole);

private:
  std::vector<int32_t> windows; ///< by rank: of the last ones, in how many
};

/// The rank that was stopped by a signal in many of the `looks`, and in many more
/// than others; `stopped` says in how many each was. -1: none.
int32_t findOftenStopped(const std::vector<int32_t> &stopped, int32_t looks);

/// 0, 1, ... of the table.
std::vector<int32_t> allRanks(const StepTable &table);

/// The flags of the watchdog.
struct WatchOptions {
  std::string program; ///< name in messages
  double seconds = 0;  ///< limit without progress; 0: none
  std::string dump; ///< folder for the journals of a run that failed, or none
};

class Watchdog {
public:
  /// Watches until finish(). If the run is not over a second after the watchdog
  /// ended it, the watchdog calls `end` with the rank to blame, from its own
  /// thread; with -1 two seconds after something else ended the run. One
  /// process of the run, rank 0's, `speaks`: it prints warnings of slow ranks.
  Watchdog(const StepTable &table, WatchOptions options,
           std::shared_ptr<Segment> segment, bool speaks,
           std::function<void(int32_t rank, const std::string &text)> end);
  ~Watchdog();
  Watchdog(const Watchdog &) = delete;
  Watchdog &operator=(const Watchdog &) = delete;

  /// The run is over, with a message if it failed. If the watchdog has ended
  /// it, what it found takes the message's place. Writes the journals of
  /// `ranks` to the folder of --dump if the run failed.
  void finish(std::string &error, const std::vector<int32_t> &ranks);

private:
  void run();
  void look(int64_t now);
  Diagnosis findBlame() const;
  void lookForSlowRanks(int64_t now);
  void lookForStoppedRanks();
  void warn(int32_t rank, const std::string &what);
  int64_t untilLook();
  int64_t limit() const;
  void lookAtCalls(int32_t rank, const Observation &before, int64_t now,
                   int64_t known);
  void writeJournals(const std::vector<int32_t> &ranks) const;
  bool writeJournal(int32_t rank, std::string &out_error) const;

  const StepTable &table;
  const WatchOptions options;
  const std::shared_ptr<Segment> segment;
  const bool speaks;
  const std::function<void(int32_t, const std::string &)> end;

  std::vector<RankState> states; ///< by rank
  std::vector<int64_t> changed;  ///< by rank: when its progress did
  std::vector<int64_t> onDevice; ///< likewise, its wait for its device
  std::vector<int64_t> apart; ///< by rank: when it was not together with others
  std::vector<int64_t> stepsThen, computedThen;
  SlowRanks slowRanks;
  std::vector<int32_t> stoppedLooks;
  int32_t looks = 0, looksAround = 0;
  std::vector<bool> isNamed; ///< as slow
  int64_t measuredSince = 0;
  std::string verdict; ///< why it has ended the run
  int32_t blamed = -1;

  std::mutex mutex;
  std::condition_variable wake;
  bool isOver = false;
  std::thread thread;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_HEALTH_WATCHDOG_H
