//===- WatchdogTest.cpp - Runs that do not go on --------------------------===//
//
// In runs with ranks as threads, as processes, and as processes that others start.
//
//===----------------------------------------------------------------------===//
#include "health/Watchdog.h"
#include "RunFixture.h"
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <sys/wait.h>
#include <unistd.h>

using namespace popt::rt;
using nlohmann::json;

namespace {
/// Rank 2 computes for ever in its third step.
void endless(void *const *o, const int64_t *scalars) {
  updateKernel(o, scalars);
  while (scalars[0] == 2 && *static_cast<int32_t *>(o[4]) == 103)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}
/// Rank 2 is stopped in its third step.
void stops(void *const *o, const int64_t *scalars) {
  updateKernel(o, scalars);
  if (scalars[0] == 2 && *static_cast<int32_t *>(o[4]) == 103)
    raise(SIGSTOP);
}
/// Rank 2 spoils its copy of a value that all have, in its third step.
void spoils(void *const *o, const int64_t *scalars) {
  updateKernel(o, scalars);
  if (scalars[0] == 2 && *static_cast<int32_t *>(o[4]) == 103)
    ++*static_cast<int32_t *>(o[4]);
}
/// Rank 1 takes longer than the others for a step.
void slow(void *const *o, const int64_t *scalars) {
  updateKernel(o, scalars);
  std::this_thread::sleep_for(
      std::chrono::milliseconds(scalars[0] == 1 ? 200 : 5));
}

struct WatchdogTest : RunFixture {
  using Kernel = void (*)(void *const *, const int64_t *);
  /// A run in a process of its own, for the watchdog may end it; with `rank`,
  /// that rank of four.
  pid_t start(Kernel kernel, const std::vector<std::string> &more,
              int rank = -1) {
    std::string said = file("said" + std::to_string(rank));
    pid_t process = fork();
    if (process)
      return process;
    int out = open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, STDERR_FILENO);
    if (rank >= 0) {
      setenv("RANK", std::to_string(rank).c_str(), 1);
      setenv("WORLD_SIZE", "4", 1);
      setenv("MASTER_PORT", std::to_string(getppid()).c_str(), 1);
    }
    std::vector<std::string> flags = {
        "--inputs",          file("in.npz"), "--batches",
        file("batches.npz"), "--repeat",     "--steps",
        "1000000",           "--watchdog",   "0.5"};
    flags.insert(flags.end(), more.begin(), more.end());
    std::vector<const char *> argv = {"/bin/model"};
    for (const std::string &flag : flags)
      argv.push_back(flag.c_str());
    _exit(runMain(static_cast<int>(argv.size()), argv.data(),
                  loaded(table, {{"update", kernel}})));
  }
  static int statusOf(pid_t process) {
    int status = 0;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  Outcome runAlone(Kernel kernel, const std::vector<std::string> &more) {
    Outcome outcome;
    outcome.status = statusOf(start(kernel, more));
    outcome.err = contents(file("said-1"));
    return outcome;
  }
  /// Whether a message names rank 2 and who waits for it.
  static void expectBlame(const std::string &text, const std::string &what) {
    EXPECT_TRUE(std::regex_search(
        text, std::regex("model: error: rank 2 .*" + what +
                         " [0-9.]+ s in step 3, command [0-9]+ "
                         "\\(kernel.* at .*:[0-9]+")))
        << text;
    EXPECT_TRUE(std::regex_search(
        text, std::regex("\\n  rank 0 .*waits for rank [123] after step 3")))
        << text;
  }
};
} // namespace

TEST_F(WatchdogTest, EndlessKernel) {
  for (const char *how : {"--repeat", "--processes"}) {
    Outcome outcome = runAlone(endless, {how, "--dump", file("dump")});
    EXPECT_EQ(outcome.status, 1);
    expectBlame(outcome.err, "has computed for");
    EXPECT_NE(
        outcome.err.find("; if it needs so long, allow more (--watchdog)"),
        std::string::npos);
    json page = json::parse(contents(file("dump/rank-2.json")));
    EXPECT_EQ(page["rank"], 2);
    EXPECT_EQ(page["commands"][0]["step"], 3);
    EXPECT_NE(page["commands"][0]["command"].get<std::string>().find("kernel"),
              std::string::npos);
    page = json::parse(contents(file("dump/rank-0.json")));
    EXPECT_EQ(page["commands"].size(), 3u);
  }
}

TEST_F(WatchdogTest, StoppedProcess) {
  Outcome outcome = runAlone(stops, {"--processes"});
  EXPECT_EQ(outcome.status, 1);
  expectBlame(outcome.err, "has been stopped by a signal for");
}

TEST_F(WatchdogTest, StoppedProcessOfALauncher) {
  std::vector<pid_t> processes;
  for (int rank = 0; rank < 4; ++rank)
    processes.push_back(start(stops, {}, rank));
  std::vector<int> statuses;
  for (pid_t process : processes)
    statuses.push_back(statusOf(process));
  EXPECT_EQ(statuses, (std::vector<int>{1, 1, -SIGKILL, 1}));
  // One ends the run, the others hear of it.
  std::string all;
  for (int rank : {0, 1, 3})
    all += contents(file("said" + std::to_string(rank)));
  expectBlame(all, "has been stopped by a signal for");
}

// The others wait for it in a collective, which is no computing.
TEST_F(WatchdogTest, SlowRank) {
  CollectiveOp sum;
  sum.group = table.addGroup({{0, 1, 2}, {1, 1, 2}});
  Program &program = table.programs[0];
  Command command;
  command.op = sum;
  command.operands.assign(2, program.commands[0].operands[3]);
  program.commands.push_back(command);
  ++program.bodies[0].end;
  Outcome outcome = runAlone(slow, {"--steps", "30"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(std::regex_search(
      outcome.err, std::regex("model: warning: rank 1 computes [0-9.]+ times "
                              "as long as the others: [0-9.]+ ms a step, they "
                              "[0-9.]+ ms\n")))
      << outcome.err;
}

// Wherever it is stopped: the others wait, and it has not computed for long.
TEST_F(WatchdogTest, OftenStopped) {
  if (kKeepsSignalsBack)
    GTEST_SKIP() << "the sanitizer keeps signals back";
  std::vector<pid_t> processes;
  for (int rank = 0; rank < 4; ++rank)
    processes.push_back(start(updateKernel, {"--watchdog", "60"}, rank));
  std::string expected = "model: warning: rank 2 (process " +
                         std::to_string(processes[2]) + " on ";
  auto isNamed = [&] {
    std::string said = contents(file("said0"));
    return said.find(expected) != std::string::npos &&
           said.find(" was stopped by signals ") != std::string::npos &&
           said.find("% of the time lately") != std::string::npos;
  };
  for (int i = 0; i < 600 && !isNamed(); ++i) {
    kill(processes[2], SIGSTOP);
    std::this_thread::sleep_for(std::chrono::milliseconds(130));
    kill(processes[2], SIGCONT);
    std::this_thread::sleep_for(std::chrono::milliseconds(70));
  }
  EXPECT_TRUE(isNamed()) << contents(file("said0"));
  kill(processes[0], SIGTERM);
  for (pid_t process : processes)
    EXPECT_EQ(statusOf(process), 128 + SIGTERM);
}

// Whose host says nothing may have its device's answer long since.
TEST_F(WatchdogTest, WaitsOnOtherHostsAreAsOldAsTheNews) {
  std::string error;
  std::shared_ptr<Segment> segment = Segment::createPrivate(4);
  RankRecord &there = segment->rankRecord(1);
  there.deviceWaits.store(1);
  copyName(there.elsewhere.host, "b");
  there.elsewhere.heard.store(nowNanoseconds());
  Watchdog watchdog(table, {"model", /*seconds=*/0.1, /*dump=*/""}, segment,
                    /*speaks=*/false, [](int32_t, const auto &) {});
  for (int i = 0; i < 15; ++i, usleep(100'000))
    EXPECT_FALSE(segment->hasFailed());
  for (int i = 0; i < 100 && !segment->hasFailed(); ++i, usleep(100'000))
    there.elsewhere.heard.store(nowNanoseconds());
  watchdog.finish(error, {});
  EXPECT_EQ(error.find("rank 1 has waited for its device for "), 0u) << error;
}

TEST_F(WatchdogTest, VerifiesState) {
  std::vector<std::string> flags = {
      "--inputs", file("in.npz"), "--batches", file("batches.npz"), "--steps",
      "6",        "--repeat"};
  for (const char *word : {"--verify-every", "2"})
    flags.push_back(word);
  EXPECT_EQ(run(flags).status, 0);
  for (const char *how : {"--repeat", "--processes"}) {
    flags.push_back(how);
    Outcome outcome = run(flags, spoils);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(std::regex_search(
        outcome.err,
        std::regex("model: error: rank 0: --verify-every: after step 4 result "
                   "[0-9]+ \\(\".*\"\\) differs on rank 2 from rank 0, which "
                   "holds the same block\n")))
        << outcome.err;
  }
}

TEST_F(WatchdogTest, FoldersThatCannotBeWritten) {
  write("taken", inputs);
  Outcome outcome =
      runAlone(endless, {"--processes", "--dump", file("taken/dump")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("model: warning: --dump: " + file("taken/dump") +
                             ": Not a directory"),
            std::string::npos)
      << outcome.err;
}
