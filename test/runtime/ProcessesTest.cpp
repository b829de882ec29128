//===- ProcessesTest.cpp - Ranks as processes -----------------------------===//
//
// The same runs as with threads, and what is said of ranks that die.
//
//===----------------------------------------------------------------------===//
#include "RunFixture.h"
#include <chrono>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace popt::rt;
using nlohmann::json;

namespace {
struct ProcessesTest : RunFixture {
  /// A run that fails, in less than `seconds`, and leaves no process.
  std::string failure(void (*kernel)(void *const *, const int64_t *),
                      double seconds = 2) {
    auto begin = std::chrono::steady_clock::now();
    Outcome outcome = run({"--inputs", file("in.npz"), "--batches",
                           file("batches.npz"), "--steps=1000000", "--repeat",
                           "--outputs", file("never.npz"), "--processes"},
                          kernel);
    std::chrono::duration<double> took =
        std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(outcome.status, 1);
    EXPECT_LT(took.count(), seconds);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
    EXPECT_FALSE(std::ifstream(file("never.npz")).good());
    return outcome.err;
  }
};

void leaves(void *const *, const int64_t *scalars) {
  if (scalars[0] == 3)
    _exit(7);
}
/// Each rank says who it is.
void speaks(void *const *operands, const int64_t *scalars) {
  updateKernel(operands, scalars);
  std::fprintf(stderr, "this is rank %d\n", static_cast<int>(scalars[0]));
  std::fflush(stderr);
}
/// The same; rank 3 leaves.
void speaksAndLeaves(void *const *operands, const int64_t *scalars) {
  speaks(operands, scalars);
  leaves(operands, scalars);
}
/// Rank 1 dies while rank 0 computes for ever.
void endless(void *const *, const int64_t *scalars) {
  while (scalars[0] == 0)
    std::this_thread::sleep_for(std::chrono::seconds(1));
  if (scalars[0] == 1)
    raise(SIGABRT);
}
} // namespace

TEST_F(ProcessesTest, SameFilesAsThreads) {
  auto flags = [&](const std::string &name) {
    return std::vector<std::string>{"--inputs",
                                    file("in.npz"),
                                    "--batches",
                                    file("batches.npz"),
                                    "--steps",
                                    "4",
                                    "--repeat",
                                    "--outputs",
                                    file(name + ".npz"),
                                    "--metrics",
                                    file(name + ".json"),
                                    "--trace",
                                    file(name + ".trace.json")};
  };
  ASSERT_EQ(run(flags("threads")).status, 0);
  std::vector<std::string> words = flags("processes");
  words.push_back("--processes");
  Outcome outcome = run(words);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(contents(file("processes.npz")), contents(file("threads.npz")));
  EXPECT_EQ(contents(file("processes.json")), contents(file("threads.json")));
  json trace = json::parse(contents(file("processes.trace.json")));
  EXPECT_FALSE(trace.empty());
}

TEST_F(ProcessesTest, Measurement) {
  Outcome outcome =
      run({"--inputs", file("in.npz"), "--processes", "--bench=5"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  json bench = json::parse(outcome.out);
  EXPECT_EQ(bench["peak_bytes"].size(), 4u);
}

// What is wrong with results is said as with threads.
TEST_F(ProcessesTest, Expectation) {
  Outcome threads =
      run({"--inputs", file("in.npz"), "--expect", file("in.npz")});
  Outcome processes = run(
      {"--inputs", file("in.npz"), "--expect", file("in.npz"), "--processes"});
  EXPECT_EQ(threads.status, 1);
  EXPECT_EQ(processes.status, 1);
  EXPECT_EQ(processes.err, threads.err);
}

TEST_F(ProcessesTest, OneIsKilled) {
  std::string said = failure(killed);
  EXPECT_TRUE(std::regex_search(
      said, std::regex("^model: error: rank 2: process [0-9]+ was ended by "
                       "signal 9 \\(SIGKILL\\) in command 0 \\(.*update.* "
                       "model.py:12:3\\)\n$")))
      << said;
}

TEST_F(ProcessesTest, OneLeaves) {
  std::string said = failure(leaves);
  EXPECT_TRUE(std::regex_search(
      said, std::regex("rank 3: its process ended with status 7 in command 0")))
      << said;
}

// Who does not leave by itself is ended.
TEST_F(ProcessesTest, OneIsStuck) {
  std::string said = failure(endless, 60);
  EXPECT_TRUE(std::regex_search(
      said, std::regex("rank 1: process [0-9]+ was ended by signal 6 "
                       "\\(SIGABRT\\) in command 0")))
      << said;
}

TEST_F(ProcessesTest, Interrupted) {
  if (kKeepsSignalsBack)
    GTEST_SKIP() << "the sanitizer keeps signals back";
  Outcome outcome = interrupted({"--processes"}, SIGTERM);
  EXPECT_EQ(outcome.status, 143);
  std::smatch stopped;
  ASSERT_TRUE(std::regex_search(
      outcome.err, stopped,
      std::regex("model: note: stopped after step ([0-9]+) of 100000000")))
      << outcome.err;
  TensorMap out;
  std::string error;
  ASSERT_TRUE(readTensors(file("out.npz"), out, error)) << error;
  EXPECT_EQ(elementAsDouble(POPT_RT_I32, out["arg3"].data.data(), 0),
            100 + std::stoll(stopped[1]));
}

// Rank 0 speaks to the terminal, the others to their files.
TEST_F(ProcessesTest, LogsOfRanks) {
  std::vector<std::string> flags = {"--inputs", file("in.npz"), "--processes",
                                    "--rank-logs", file("logs")};
  auto log = [&](int rank) {
    return contents(file("logs/rank-" + std::to_string(rank) + ".log"));
  };
  Outcome outcome = run(flags, speaks);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "this is rank 0\n");
  EXPECT_EQ(log(0), "");
  EXPECT_EQ(log(1), "this is rank 1\n");
  EXPECT_EQ(log(3), "this is rank 3\n");

  // Once more into the same files; who fails says why, who left cannot.
  outcome = run(flags, speaksAndLeaves);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("rank 3: its process ended with status 7"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(log(3), "this is rank 3\n");
  EXPECT_EQ(log(1).find("this is rank 1\nerror: rank 1: "), 0u) << log(1);
  EXPECT_EQ(log(0).find("error: rank 0: "), 0u) << log(0);
}

// A rank's output that can't be written costs the run its status, and nothing else.
TEST_F(ProcessesTest, LogsOnAFullDisk) {
  ASSERT_EQ(mkdir(file("logs").c_str(), 0777), 0);
  ASSERT_EQ(symlink("/dev/full", file("logs/rank-2.log").c_str()), 0);
  Outcome outcome =
      run({"--inputs", file("in.npz"), "--processes", "--rank-logs",
           file("logs"), "--outputs", file("out.npz")},
          speaks);
  EXPECT_EQ(outcome.status, 1);
  expectSays(outcome, "model: error: --rank-logs: not all that rank 2 said "
                      "could be written to " +
                          file("logs/rank-2.log") +
                          ": is the disk full, or a limit of files (ulimit -f) "
                          "low?");
  EXPECT_EQ(contents(file("logs/rank-1.log")), "this is rank 1\n");
  EXPECT_EQ(access(file("out.npz").c_str(), F_OK), 0);
}

TEST_F(ProcessesTest, LogsThatCannotBe) {
  expectError(
      {"--inputs", file("in.npz"), "--processes", "--rank-logs",
       file("in.npz")},
      1, "--rank-logs: " + file("in.npz/rank-0.log") + ": Not a directory");
  expectError(
      {"--inputs", file("in.npz"), "--processes", "--rank-logs",
       file("no/logs")},
      1, "--rank-logs: " + file("no/logs") + ": No such file or directory");
  expectError({"--inputs", file("in.npz"), "--rank-logs", file("logs")}, 2,
              "--rank-logs is for processes that --processes starts; torchrun, "
              "mpirun and srun have flags of their own (docs/Processes.md)");
}

// What a process may not have.
TEST_F(ProcessesTest, Refusals) {
  auto runIn = [&](void (*limit)()) {
    limit();
    const char *argv[] = {"/bin/model", "--init", "random", "--processes"};
    return runMain(4, argv, loaded(table, {{"update", updateKernel}}));
  };
  EXPECT_EXIT(_exit(runIn(allowNoThreads)), testing::ExitedWithCode(1),
              "model: error: cannot start a process for rank 0: Resource "
              "temporarily unavailable");
  EXPECT_EXIT(_exit(runIn([] { allowFilesOf(4096); })),
              testing::ExitedWithCode(1),
              "model: error: cannot share memory with 4 processes: File too "
              "large");
}
