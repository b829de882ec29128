//===- Processes.cpp - A process for each rank ----------------------------===//
//
//   launcher    fork, fork, ...                 wait            exit status
//   rank 0            attach, session ...... report   finish
//   rank 1            attach, session ...... report
//                     \___ segment: transport, arenas, buffers ___/
//
// Ranks share the transport's segment, where their arenas lie, too, so that
// peers read them in place. A rank writes its outcome into memory that it
// shares with the launcher; if one died, the launcher tells the others. No rank
// outlives the launcher.
//
// Tests: ProcessesTest.
//
//===----------------------------------------------------------------------===//
#include "Processes.h"
#include "../data/Files.h"
#include "../exec/Prepared.h"
#include "../health/Watchdog.h"
#include "../system/Faults.h"
#include "../system/System.h"
#include "../transport/Segment.h"
#include "LocalRanks.h"
#include "popt-rt/transport_threads.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace popt::rt;

/// Ranks that a failure leaves behind are ended after this long.
static constexpr int kGraceMilliseconds = 5000;

namespace {
/// What a rank's process tells the launcher.
struct Told {
  bool isCause = false;
  char error[16384] = "";  ///< empty if all went well
  bool isUnlogged = false; ///< lines of its log could not be written
};

/// The launcher's word to rank 0, whether the others are done.
enum Others : int { kRunning, kDone, kFailed };

/// Memory of launcher and ranks: the word, and what each rank tells.
class Board {
public:
  explicit Board(size_t ranks) : size(sizeof(Head) + ranks * sizeof(Told)) {
    void *memory = sys::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      throw std::bad_alloc();
    head = new (memory) Head();
    for (size_t rank = 0; rank < ranks; ++rank)
      new (&told(rank)) Told();
  }
  ~Board() { munmap(head, size); }
  Board(const Board &) = delete;
  Board &operator=(const Board &) = delete;

  std::atomic<int> &others() { return head->others; }
  Told &told(size_t rank) { return reinterpret_cast<Told *>(head + 1)[rank]; }

private:
  struct Head {
    std::atomic<int> others{kRunning};
  };
  const size_t size;
  Head *head = nullptr;
};

/// The processes of a run, as the launcher sees them.
class Launcher {
public:
  Launcher(const Job &job, Collector &collector, StopGate &gate,
           const std::function<bool(std::string &)> &finish)
      : job(job), collector(collector), gate(gate), finish(finish),
        board(static_cast<size_t>(job.table().numRanks())),
        processes(static_cast<size_t>(job.table().numRanks()), 0),
        outcomes(processes.size()) {}
  ~Launcher();
  bool run(std::string &out_error);

private:
  bool makeSegment(std::string &error);
  bool start(size_t rank);
  std::string logOf(size_t rank) const {
    return job.options.rankLogs + "/rank-" + std::to_string(rank) + ".log";
  }
  int openLog(size_t rank, std::string &out_error) const;
  [[noreturn]] void runRank(size_t rank, pid_t launcher);
  void wait();
  void note(size_t rank, int status);
  void noteDeath(size_t rank, int signal);
  std::string whereabouts(size_t rank) const;

  const Job &job;
  Collector &collector;
  StopGate &gate;
  const std::function<bool(std::string &)> &finish;
  Board board;
  std::vector<pid_t> processes; ///< by rank; 0: not there
  std::vector<RankOutcome> outcomes;
  std::shared_ptr<Segment> segment;
  int file = -1;
};
} // namespace

Launcher::~Launcher() {
  if (file >= 0)
    close(file);
}

/// Its arenas and workspace, and as much for what is staged. What is not used
/// takes no memory.
int64_t popt::rt::segmentRoom(const Job &job) {
  auto largest = [](const StepTable &table) {
    int64_t arena = 0;
    for (const Program &program : table.programs) {
      int64_t bytes = 0;
      for (const Region &region : program.regions)
        bytes += region.kind == RegionKind::Constants ? 0 : region.bytes;
      arena = std::max(arena, bytes);
    }
    return arena;
  };
  int64_t arena = largest(job.table()) +
                  (job.evaluation ? largest(job.evaluation->table()) : 0);
  return std::max(2 * arena, int64_t(16) << 30);
}

bool Launcher::makeSegment(std::string &error) {
  if (popt_rt_threads_create_segment(static_cast<int32_t>(processes.size()),
                                     segmentRoom(job), &file) == POPT_RT_OK)
    segment = Segment::attach(file);
  if (segment)
    return true;
  error = "cannot share memory with " + std::to_string(processes.size()) +
          " processes: " + std::strerror(errno);
  return false;
}

//===----------------------------------------------------------------------===//
// In a rank's process
//===----------------------------------------------------------------------===//

RankOutcome popt::rt::runOnTransport(const Job &job,
                                     popt_rt_transport *transport, int32_t gpu,
                                     StopGate &gate, Collector *collector) {
  RankOutcome outcome = {"", /*isCause=*/true};
  {
    LocalRanks self;
    if (self.openAlone(job.table(), job.options, transport, gpu, outcome.error))
      outcome = Session(job, self.device(0), self.transport(0), gate, collector)
                    .run();
  }
  if (collector)
    collector->endProgress();
  return outcome;
}

/// Opens the file of a rank under --rank-logs; -1 without. What the process
/// writes goes there from now on, but for rank 0, which reports for all.
int Launcher::openLog(size_t rank, std::string &out_error) const {
  const std::string &folder = job.options.rankLogs;
  if (folder.empty())
    return -1;
  std::string path = logOf(rank);
  int log = sys::openToWrite(
      path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  if (log < 0)
    out_error = "--rank-logs: " + path + ": " + whyNotWritten(errno);
  else if (rank != 0)
    for (int output : {STDOUT_FILENO, STDERR_FILENO})
      dup2(log, output);
  return log;
}

void Launcher::runRank(size_t rank, pid_t launcher) {
  sys::processActsAs(static_cast<int64_t>(rank));
  // The launcher handles signals, and ends its ranks by ending.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launcher)
    _exit(1);
  for (int signal : {SIGINT, SIGTERM, SIGUSR1})
    std::signal(signal, SIG_IGN);
  popt_rt_threads_options options = {};
  options.timeout_seconds = job.options.timeout;
  popt_rt_transport *transport = nullptr;
  RankOutcome outcome = {"", /*isCause=*/true};
  const int log = openLog(rank, outcome.error);
  if (outcome.error.empty() &&
      popt_rt_threads_attach(file, static_cast<int32_t>(rank), &options,
                             &transport) != POPT_RT_OK)
    outcome.error = "rank " + std::to_string(rank) +
                    ": cannot reach the memory of the other ranks";
  if (outcome.error.empty())
    outcome = runOnTransport(job, transport, static_cast<int32_t>(rank), gate,
                             rank == 0 ? &collector : nullptr);
  if (rank == 0 && outcome.error.empty()) {
    int others;
    while ((others = board.others().load()) == kRunning)
      usleep(100);
    if (others == kDone)
      outcome.isCause = !finish(outcome.error);
  }
  Told &told = board.told(rank);
  told.isCause = outcome.isCause;
  std::snprintf(told.error, sizeof(told.error), "%s", outcome.error.c_str());
  std::fflush(nullptr);
  if (log >= 0 && rank != 0)
    told.isUnlogged = std::ferror(stdout) || std::ferror(stderr);
  if (log >= 0 && !outcome.error.empty()) {
    const std::string line = "error: " + outcome.error + "\n";
    (void)sys::writeAll(log, line.data(), line.size()); // it is told, too
  }
  _exit(outcome.error.empty() ? 0 : 1);
}

//===----------------------------------------------------------------------===//
// In the launcher
//===----------------------------------------------------------------------===//

bool Launcher::start(size_t rank) {
  std::fflush(nullptr); // or each process would write what is buffered
  pid_t launcher = getpid(), process = sys::fork();
  if (process == 0)
    runRank(rank, launcher);
  if (process < 0) {
    outcomes[rank] = {"cannot start a process for rank " +
                          std::to_string(rank) + ": " + std::strerror(errno),
                      /*isCause=*/true};
    return false;
  }
  processes[rank] = process;
  return true;
}

/// The operation that the rank began last, with its place in the user's program.
std::string Launcher::whereabouts(size_t rank) const {
  int64_t last =
      segment->rankRecord(static_cast<int32_t>(rank)).begun.load() - 1;
  auto placeIn = [&](const StepTable &table, int64_t first) -> std::string {
    const Program &program = table.programs[table.programOfRank[rank]];
    int64_t command = last - first;
    if (command < 0 || command >= static_cast<int64_t>(program.commands.size()))
      return "";
    return describeCommand(table, program, static_cast<int32_t>(command));
  };
  if (std::string place = placeIn(job.table(), 0); !place.empty())
    return "in " + place;
  std::string place =
      job.evaluation ? placeIn(job.evaluation->table(), kFirstOfReader) : "";
  return place.empty() ? "before its first step"
                       : "in --evaluate's program, " + place;
}

/// The others learn from the segment why they wait in vain.
void Launcher::noteDeath(size_t rank, int signal) {
  const char *name = sigabbrev_np(signal);
  outcomes[rank] = {"rank " + std::to_string(rank) + ": process " +
                        std::to_string(processes[rank]) +
                        " was ended by signal " + std::to_string(signal) +
                        (name ? std::string(" (SIG") + name + ")" : "") + " " +
                        whereabouts(rank),
                    /*isCause=*/true};
  segment->rankRecord(static_cast<int32_t>(rank)).left.store(1);
}

void Launcher::note(size_t rank, int status) {
  const Told &told = board.told(rank);
  if (WIFSIGNALED(status))
    noteDeath(rank, WTERMSIG(status));
  else if (told.error[0])
    outcomes[rank] = {told.error, told.isCause};
  else if (WEXITSTATUS(status))
    outcomes[rank] = {
        "rank " + std::to_string(rank) + ": its process ended with status " +
            std::to_string(WEXITSTATUS(status)) + " " + whereabouts(rank),
        /*isCause=*/true};
  if (!outcomes[rank].error.empty())
    segment->failAll(POPT_RT_ABORTED, outcomes[rank].error);
}

void Launcher::wait() {
  auto running = [&](size_t first) {
    return std::any_of(processes.begin() + static_cast<int64_t>(first),
                       processes.end(), [](pid_t process) { return process; });
  };
  bool failed = !firstFailure(outcomes).empty();
  for (int waited = 0; running(0);) {
    if (failed)
      board.others().store(kFailed);
    else if (!running(1))
      board.others().store(kDone);
    int status = 0;
    pid_t ended = waitpid(-1, &status, failed ? WNOHANG : 0);
    auto rank = std::find(processes.begin(), processes.end(), ended);
    if (ended > 0 && rank != processes.end()) {
      size_t which = static_cast<size_t>(rank - processes.begin());
      // Those that are ended here have nothing to say.
      if (waited <= kGraceMilliseconds)
        note(which, status);
      *rank = 0;
      failed |= !outcomes[which].error.empty();
    } else if (failed) {
      usleep(1000);
      if (++waited > kGraceMilliseconds)
        for (pid_t process : processes)
          if (process)
            kill(process, SIGKILL);
    } else if (ended < 0 && errno != EINTR) {
      return; // other code has waited for them
    }
  }
}

bool Launcher::run(std::string &out_error) {
  const std::string &logs = job.options.rankLogs;
  if (!logs.empty() && sys::mkdir(logs.c_str(), 0777) != 0 && errno != EEXIST) {
    out_error = "--rank-logs: " + logs + ": " + std::strerror(errno);
    return false;
  }
  if (!makeSegment(out_error))
    return false;
  for (size_t rank = 0; rank < processes.size(); ++rank)
    if (!start(rank)) {
      segment->failAll(POPT_RT_ABORTED, outcomes[rank].error);
      break;
    }
  Watchdog watchdog(
      job.table(),
      {job.options.program, job.options.watchdog, job.options.dump}, segment,
      /*speaks=*/true, [&](int32_t rank, const std::string &) {
        if (rank >= 0) // others get a little longer, in wait()
          endProcess(*segment, rank);
      });
  wait();
  out_error = firstFailure(outcomes);
  watchdog.finish(out_error, allRanks(job.table()));
  for (size_t rank = 0; rank < processes.size() && out_error.empty(); ++rank)
    if (board.told(rank).isUnlogged)
      out_error = "--rank-logs: not all that rank " + std::to_string(rank) +
                  " said could be written to " + logOf(rank) +
                  ": is the disk full, or a limit of files (ulimit -f) low?";
  return out_error.empty();
}

bool popt::rt::runProcesses(const Job &job, Collector &collector,
                            StopGate &gate,
                            const std::function<bool(std::string &)> &finish,
                            std::string &out_error) {
  return Launcher(job, collector, gate, finish).run(out_error);
}
