//===- Faults.h - Failures that a user asks for -----------------*- C++ -*-===//
//
// POPT_FAULT says which call, or which command of the program, is to go wrong on
// which rank, so that a job's failures can be rehearsed, and tested without any
// timing. docs/Debugging.md has the words. A rule is
//
//   where    rank=2, call=write or at=step 3 command 12, file=safetensors
//   when     after=17, times=1
//   what     do=fail:ENOSPC, short, flip, stall:5s, slow:3x, skip, swap, stop,
//            kill
//
// Each process counts the calls that match a rule; a fault is reported on
// stderr. Without the variable a call costs one branch more.
//
// Tests: FaultsTest, FaultRunsTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_SYSTEM_FAULTS_H
#define POPT_RT_LIB_SYSTEM_FAULTS_H

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace popt::rt::sys {

/// What System.h can be told to do wrong, by the names of kCallNames.
enum class Call {
  Any, // of those below
  Open,
  Read,
  Write,
  Close,
  Fsync,
  Rename,
  Link,
  Unlink,
  Mkdir,
  Rmdir,
  Opendir,
  Stat,
  Access,
  Ftruncate,
  Fcntl,
  MemfdCreate,
  Mmap,
  Fork,
  PthreadCreate,
  Dlopen,
  Socket,
  Bind,
  Listen,
  Accept,
  Connect,
  Poll,
  Send,
  Recv,
  MpiSend,
  MpiReceive,
  MpiTest,
};

/// A file by its name, or by its number; or none.
struct FileOf {
  const char *path = nullptr;
  int file = -1;
};

/// How a call goes wrong, if it does. Kills, stops and stalls are over.
struct CallFault {
  int error = 0;
  bool isShort = false, flips = false;
};

/// What becomes of a command. Kills, stops and stalls are over.
struct CommandFault {
  bool skips = false;
  bool swaps = false; ///< with the next one
  double factor = 1;  ///< how much longer it takes
  void add(const CommandFault &other) {
    skips |= other.skips;
    swaps |= other.swaps;
    factor = std::max(factor, other.factor);
  }
};

/// One rule of POPT_FAULT.
struct FaultRule {
  enum class Do { Fail, Short, Flip, Stall, Slow, Skip, Swap, Stop, Kill };
  static constexpr int64_t kAnybody = -2, kNoRank = -1, kAny = -1;

  Do what = Do::Fail;
  bool isOfCommands = false;
  Call call = Call::Any;
  int64_t rank = kAnybody, step = kAny, command = kAny;
  int64_t after = 0, times = 1;
  std::string file; ///< a part of its name; empty: any
  int error = 0;
  double amount = 0; ///< seconds of a stall, 0: for ever; factor of a slow rank
  std::string text;  ///< as the user wrote it
};

/// The rules of a text, which semicolons separate. False and what is wrong with
/// it, and right.
bool parseFaults(const std::string &text, std::vector<FaultRule> &out_rules,
                 std::string &out_error);

/// Reads POPT_FAULT, which is otherwise read before the first call. False and
/// what is wrong with it.
[[nodiscard]] bool readFaults(std::string &out_error);

enum class FaultState : int { Unread, None, Some };
extern std::atomic<FaultState> theFaultState;
inline bool mayFail() {
  return theFaultState.load(std::memory_order_relaxed) != FaultState::None;
}
/// Whether a rule is for commands of the program.
bool hasCommandFaults();

/// As which rank this thread, and those of this process that do not say, make
/// their calls; -1: as none.
void actAs(int64_t rank);
void processActsAs(int64_t rank);
int64_t actingRank();

/// What rules call an open file that has no name of its own; empty: none.
void nameFile(int file, const std::string &name);

/// Asked before a call, and before a command of step `step` (from 1), if
/// mayFail().
CallFault faultOf(Call call, FileOf file = {});
/// `begins` is called before the rank stalls, stops or dies in the command.
CommandFault faultOfCommand(int64_t step, int64_t command,
                            const std::function<void()> &begins);

} // namespace popt::rt::sys
#endif // POPT_RT_LIB_SYSTEM_FAULTS_H
