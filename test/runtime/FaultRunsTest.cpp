//===- FaultRunsTest.cpp - Runs in which something goes wrong -------------===//
//
// Whichever call of the system fails, on whichever rank, with ranks as threads,
// as processes, and as processes that others start: the run succeeds with the
// right results, or ends with one message; and nothing is left behind. With
// POPT_LONG each call fails once, otherwise a sample.
//
//===----------------------------------------------------------------------===//
#include "Fault.h"
#include "RunFixture.h"
#include "checkpoint/Load.h"
#include <fcntl.h>
#include <random>
#include <regex>
#include <sys/wait.h>

using namespace popt::rt;

namespace {
enum class How { Threads, Processes, Joined };

struct FaultRunsTest : RunFixture {
  std::mt19937 dice{7};
  int any(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(dice);
  }
  static bool isLong() { return std::getenv("POPT_LONG") != nullptr; }

  std::vector<std::string> flags(const std::string &name, How how) {
    std::vector<std::string> all = {"--inputs",     file("in.npz"),
                                    "--batches",    file("batches.npz"),
                                    "--repeat",     "--steps=4",
                                    "--outputs",    file(name + ".npz"),
                                    "--metrics",    file(name + ".json"),
                                    "--log",        file(name + ".jsonl"),
                                    "--trace",      file(name + ".trace"),
                                    "--save",       file(name),
                                    "--save-every", "2",
                                    "--resume",     "--dump",
                                    file("dump")};
    if (how == How::Processes)
      all.push_back("--processes");
    if (how == How::Joined) // so long they wait for one that has left before
      all.push_back("--timeout=3");
    return all;
  }
  /// Rank `rank` of four that a launcher starts, or with -1 all of them; it
  /// says things to a file.
  pid_t start(int rank, const std::vector<std::string> &words) {
    pid_t process = fork();
    if (process)
      return process;
    int out = open(said(rank).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, STDERR_FILENO);
    close(out);
    if (rank >= 0) {
      setenv("RANK", std::to_string(rank).c_str(), 1);
      setenv("WORLD_SIZE", "4", 1);
      setenv("MASTER_PORT", std::to_string(getppid()).c_str(), 1);
    }
    std::vector<const char *> argv = {"/bin/model"};
    for (const std::string &word : words)
      argv.push_back(word.c_str());
    _exit(runMain(static_cast<int>(argv.size()), argv.data(),
                  loaded(table, {{"update", updateKernel}})));
  }
  std::string said(int rank) { return file("said" + std::to_string(rank)); }
  /// In processes of their own. The status is the largest; 0: all are done.
  Outcome runIn(const std::vector<int> &ranks,
                const std::vector<std::string> &words) {
    std::vector<pid_t> processes;
    for (int rank : ranks)
      processes.push_back(start(rank, words));
    Outcome outcome;
    for (size_t i = 0; i < ranks.size(); ++i) {
      int status = 0;
      waitpid(processes[i], &status, 0);
      outcome.status =
          std::max(outcome.status, WIFEXITED(status) ? WEXITSTATUS(status) : 0);
      outcome.err += contents(said(ranks[i]));
    }
    return outcome;
  }
  Outcome runWith(const std::string &fault, const std::string &name, How how,
                  std::vector<std::string> more = {}) {
    Fault set(fault);
    std::vector<std::string> words = flags(name, how);
    words.insert(words.end(), more.begin(), more.end());
    return how == How::Joined ? runIn({0, 1, 2, 3}, words) : run(words);
  }
  static std::string logOf(const std::string &path) {
    return std::regex_replace(
        contents(path), std::regex("\"(seconds|communicated)\": [^,]*, "), "");
  }
  static std::vector<std::string> openFiles() {
    std::vector<std::string> names;
    EXPECT_EQ(machineFiles().list("/proc/self/fd", names), 0);
    return names;
  }
  /// The messages of an error; notes, warnings and faults do not count.
  static std::vector<std::string> errorsIn(const std::string &text) {
    std::vector<std::string> errors;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      if (line.find("POPT_FAULT: ") == 0 ||
          line.find("model: warning: ") == 0 || line.find("model: note: ") == 0)
        continue;
      else if (line.find("  ") == 0 && !errors.empty())
        errors.back() += "\n" + line;
      else
        errors.push_back(line);
    return errors;
  }
  /// Nothing is left of a run but what it was to write.
  void expectNothingLeft(const std::string &context) {
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << context;
    std::vector<std::string> names;
    EXPECT_EQ(machineFiles().list(folder.path, names), 0);
    for (const std::string &name : names)
      EXPECT_EQ(name.find("-draft-"), std::string::npos) << context << name;
  }
  void expectRight(const std::string &name, const std::string &context) {
    for (const char *end : {".npz", ".json"})
      EXPECT_EQ(contents(file(name + end)),
                contents(file(std::string("right") + end)))
          << context;
    EXPECT_EQ(logOf(file(name + ".jsonl")), logOf(file("right.jsonl")))
        << context;
  }
  /// A run with a fault; false if it has not come to that.
  bool survives(const std::string &fault, How how) {
    removeAll(machineFiles(), file("run/step-00000002"));
    removeAll(machineFiles(), file("run/step-00000004"));
    std::vector<std::string> before = openFiles();
    Outcome outcome = runWith(fault, "run", how);
    std::string context = fault + ": " + outcome.err;
    EXPECT_EQ(openFiles().size(), before.size()) << context;
    expectNothingLeft(context);
    std::vector<std::string> errors = errorsIn(outcome.err);
    if (outcome.status == 0) {
      EXPECT_TRUE(errors.empty()) << context;
      expectRight("run", context);
    } else {
      EXPECT_EQ(outcome.status, 1) << context;
      // Ranks that others start say each what they know.
      EXPECT_GE(errors.size(), 1u) << context;
      EXPECT_LE(errors.size(), how == How::Joined ? 4u : 1u) << context;
      for (const std::string &error : errors)
        EXPECT_TRUE(error.find("model: error: ") == 0 && error.size() > 25)
            << context;
    }
    return outcome.err.find("POPT_FAULT: ") != std::string::npos;
  }
  /// Call after call, until a run comes to no more of them.
  void failEachCall(How how, const std::vector<std::string> &ranks) {
    ASSERT_EQ(runWith("", "right", How::Threads).status, 0);
    int64_t met = 0;
    for (const std::string &rank : ranks)
      for (const char *what : {"call=any,do=fail:EIO", "call=any,do=short",
                               "call=write,times=all,do=fail:ENOSPC"}) {
        int64_t step = isLong() ? 1 : how == How::Joined ? 31 : 7;
        for (int64_t calls = isLong() ? 0 : any(0, 2);; calls += step) {
          bool isMet = survives(
              "rank=" + rank + ",after=" + std::to_string(calls) + "," + what,
              how);
          met += isMet;
          if (!isMet || HasFailure())
            break;
        }
        if (HasFailure())
          return;
      }
    EXPECT_GT(met, 8);
  }
};
} // namespace

TEST_F(FaultRunsTest, EachCallOfThreads) {
  failEachCall(How::Threads, {"none", "0", "1"});
}

TEST_F(FaultRunsTest, EachCallOfProcesses) {
  failEachCall(How::Processes, {"none", "0", "1"});
}

TEST_F(FaultRunsTest, EachCallOfJoinedRanks) {
  failEachCall(How::Joined, {"0", "1"});
}

// Who has no socket says so, and is missed.
TEST_F(FaultRunsTest, NoSocket) {
  Outcome outcome = runWith("rank=1,call=socket,do=fail:EMFILE", "a",
                            How::Joined, {"--timeout=1"});
  EXPECT_EQ(outcome.status, 1);
  for (const char *text : {"model: error: cannot look for rank 0: Too many "
                           "open files\n",
                           "model: error: rank 1 did not come within 1 s of "})
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.err;
}

// A file that can't be written costs the run nothing but its status: the others
// are written, and all that could not be are named.
TEST_F(FaultRunsTest, FilesThatCannotBeWritten) {
  ASSERT_EQ(runWith("", "right", How::Threads).status, 0);
  for (How how : {How::Threads, How::Processes}) {
    Outcome outcome =
        runWith("call=write,file=run.jsonl,after=1,times=all,do=fail:ENOSPC; "
                "call=write,file=run.npz,do=fail:EDQUOT",
                "run", how);
    EXPECT_EQ(outcome.status, 1);
    const std::string log =
        "cannot write " + file("run.jsonl") + ": No space left on device";
    EXPECT_EQ(errorsIn(outcome.err),
              std::vector<std::string>{"model: error: " + log +
                                       "; cannot write " + file("run.npz") +
                                       ": Disk quota exceeded"});
    size_t warning = outcome.err.find(
        "model: warning: " + log +
        "; the run goes on, and tries again after each step\n");
    EXPECT_NE(warning, std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("warning: ", warning + 9), std::string::npos);
    EXPECT_EQ(contents(file("run.json")), contents(file("right.json")));
    std::string right = logOf(file("right.jsonl"));
    EXPECT_EQ(logOf(file("run.jsonl")), right.substr(0, right.find('\n') + 1));
    EXPECT_EQ(access(file("run.npz").c_str(), F_OK), -1);
    EXPECT_EQ(access(file("run/step-00000004").c_str(), F_OK), 0);
    removeAll(machineFiles(), file("run/step-00000002"));
    removeAll(machineFiles(), file("run/step-00000004"));
  }
}

// A value that says nothing is a wrong flag.
TEST_F(FaultRunsTest, Malformed) {
  setenv("POPT_FAULT", "call=write", 1);
  Outcome outcome = run({"--inputs", file("in.npz")});
  unsetenv("POPT_FAULT");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(
      outcome.err.find("model: error: POPT_FAULT: \"call=write\": it does "
                       "not say what to do, as in do=fail:EIO"),
      0u)
      << outcome.err;
}

// A bit of a file that changes on its way is noticed, on the next start at the
// latest.
TEST_F(FaultRunsTest, FlippedBits) {
  ASSERT_EQ(runWith("", "right", How::Threads).status, 0);
  for (const char *name : {"in.npz", "batches.npz"}) {
    // One read alone may flip what another one reads again.
    Outcome outcome =
        runWith(std::string("call=read,do=flip,times=all,file=") + name, "a",
                How::Threads);
    ASSERT_EQ(outcome.status, 1) << name;
    EXPECT_EQ(errorsIn(outcome.err)[0].find("model: error: " + file(name)), 0u)
        << outcome.err;
  }
  struct Case {
    const char *call, *name, *wrong;
  };
  const Case cases[] = {
      {"write", "rank-1.safetensors,after=1", "rank-1.safetensors is damaged"},
      {"write", "index.json", "index.json is damaged"},
      {"read", "rank-1.safetensors", "rank-1.safetensors is damaged"},
      {"read", "index.json", "index.json is damaged"}};
  for (auto [call, name, wrong] : cases) {
    std::string fault = std::string("do=flip,call=") + call + ",file=" + name;
    bool isWrite = std::string(call) == "write";
    std::string ck = std::string("ck-") + call + wrong[0];
    Outcome saved =
        runWith(isWrite ? fault : "", ck, How::Threads, {"--steps=2"});
    EXPECT_EQ(saved.status, 0) << saved.err;
    Outcome outcome = runWith(isWrite ? "" : fault, ck, How::Threads);
    EXPECT_EQ(outcome.status, 1) << fault << saved.err << outcome.err;
    EXPECT_NE(outcome.err.find(wrong), std::string::npos) << outcome.err;
  }
}

//===----------------------------------------------------------------------===//
// Who is to blame
//===----------------------------------------------------------------------===//

namespace {
/// The program with two collectives after its kernel.
StepTable programWithCollectives() {
  StepTable table = updateProgram();
  Program &program = table.programs[0];
  CollectiveOp sum;
  sum.group = table.addGroup({{0, 1, 2}, {1, 1, 2}});
  Command command;
  command.op = sum;
  command.operands.assign(2, program.commands[0].operands[3]);
  program.commands.push_back(command);
  sum.monoid = Monoid::Max;
  command.op = sum;
  program.commands.push_back(command);
  program.bodies[0].end = 3;
  return table;
}

struct CulpritTest : FaultRunsTest {
  CulpritTest() { table = programWithCollectives(); }
  /// What is said of rank `rank` if it does `what` at a command of a step.
  static std::string blame(const std::string &what, How how,
                           const std::string &rank, int step, int command) {
    std::string at = "in step " + std::to_string(step) + ", command " +
                     std::to_string(command) + " \\(";
    if (what == "kill")
      return how == How::Joined
                 ? "rank " + rank + " \\(process .*\\) has died " + at
                 : "rank " + rank +
                       ": process [0-9]+ was ended by signal 9 "
                       "\\(SIGKILL\\) in command " +
                       std::to_string(command) + " \\(";
    if (what == "stop")
      return "rank " + rank + " .*has been stopped by a signal for [0-9.]+ s " +
             at;
    if (what == "stall")
      return "rank " + rank + " .*has computed for [0-9.]+ s " + at;
    return "ranks disagree: .*rank " + rank + " is in |rank " + rank +
           " .*is .*, and left out what rank [0-9]+ waits for";
  }
  /// A rank does something at a random place; the right one is named.
  void expectBlame(const std::string &what, How how) {
    std::string rank = std::to_string(any(0, 3));
    bool isCollective = what == "skip" || what == "swap";
    int step = any(2, 9),
        command = what == "swap" ? 1 : any(isCollective ? 1 : 0, 2);
    std::string fault = "rank=" + rank + ",at=step " + std::to_string(step) +
                        " command " + std::to_string(command) + ",do=" + what;
    Fault set(fault);
    std::vector<std::string> words = {
        "--inputs", file("in.npz"),    "--batches",     file("batches.npz"),
        "--repeat", "--steps=1000000", "--watchdog=0.5"};
    if (how == How::Processes)
      words.push_back("--processes");
    auto begin = std::chrono::steady_clock::now();
    Outcome outcome = runIn(how == How::Joined ? std::vector<int>{0, 1, 2, 3}
                                               : std::vector<int>{-1},
                            words);
    std::chrono::duration<double> took =
        std::chrono::steady_clock::now() - begin;
    slowest = std::max(slowest, took.count());
    EXPECT_EQ(outcome.status, 1) << fault << "\n" << outcome.err;
    EXPECT_TRUE(std::regex_search(
        outcome.err, std::regex(blame(what, how, rank, step, command))))
        << fault << "\n"
        << outcome.err;
    expectNothingLeft(fault);
  }
  void expectBlames(const std::string &what, std::initializer_list<How> hows) {
    for (How how : hows)
      for (int i = 0, runs = isLong()         ? 100
                             : what == "kill" ? 10
                                              : 1;
           i < runs; ++i)
        expectBlame(what, how);
    RecordProperty("slowest", std::to_string(slowest));
    std::printf("slowest: %.2f s\n", slowest);
  }
  double slowest = 0;
};
} // namespace

TEST_F(CulpritTest, Killed) {
  expectBlames("kill", {How::Processes, How::Joined});
}
TEST_F(CulpritTest, Stopped) {
  expectBlames("stop", {How::Processes, How::Joined});
}
TEST_F(CulpritTest, EndlessCommand) {
  expectBlames("stall", {How::Threads, How::Processes, How::Joined});
}
TEST_F(CulpritTest, SkippedCollective) {
  expectBlames("skip", {How::Threads, How::Processes, How::Joined});
}
TEST_F(CulpritTest, SwappedCollectives) {
  expectBlames("swap", {How::Threads, How::Processes, How::Joined});
}

// A bucket runs as one: what is asked of its second command happens to both.
TEST_F(CulpritTest, SkippedBucket) {
  std::vector<Command> &commands = table.programs[0].commands;
  std::get<CollectiveOp>(commands[1].op).bucket = 2;
  commands[2].operands.assign(2, commands[0].operands[2]);
  Fault set("at=step 3 command 2,do=skip,rank=1");
  Outcome outcome =
      run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
           "--repeat", "--steps=1000", "--watchdog=0.5"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(std::regex_search(
      outcome.err, std::regex("ranks disagree: .*rank 1 is in |rank 1 is .*, "
                              "and left out what rank [0-9]+ waits for")))
      << outcome.err;
}

// Nothing but the collective holds the ranks together: the rank that has left it
// out meets the others a step later.
TEST_F(CulpritTest, SkippedWithoutMetrics) {
  table.results.erase(table.results.begin() + 1);
  table.programs[0].resultAddresses.erase(
      table.programs[0].resultAddresses.begin() + 1);
  table.arguments[3].stateResult = 1;
  table.programs[0].bodies[0].end = 2; // one collective
  for (int rank : {0, 2}) {
    Fault set("at=step 3 command 1,do=skip,rank=" + std::to_string(rank));
    Outcome outcome = run({"--inputs", file("in.npz"), "--batches",
                           file("batches.npz"), "--repeat", "--steps=1000"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(std::regex_search(
        outcome.err, std::regex("ranks disagree: rank [0-3] is in step 3, .*; "
                                "rank " +
                                std::to_string(rank) + " is in step 4, ")))
        << outcome.err;
  }
}

// A rank that computes for ever does not keep a run that has failed.
TEST_F(CulpritTest, FailureBesideAnEndlessCommand) {
  Fault set("rank=2,at=step 3 command 0,do=stall; "
            "rank=0,call=read,file=batches.npz,after=5,do=fail:EIO");
  for (const char *how : {"--repeat", "--processes"}) {
    Outcome outcome = runIn({-1}, {"--inputs", file("in.npz"), "--batches",
                                   file("batches.npz"), "--repeat",
                                   "--steps=1000", "--log", file("log"), how});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(errorsIn(outcome.err),
              std::vector<std::string>{"model: error: rank 0: cannot read " +
                                       file("batches.npz") +
                                       ": Input/output error, in \"x\""});
    expectNothingLeft(how);
  }
}

// A rank that is three times as slow is named, and nothing stops.
TEST_F(CulpritTest, Slow) {
  auto kernel = [](void *const *o, const int64_t *scalars) {
    updateKernel(o, scalars);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  };
  Fault fault("rank=2,do=slow:3x");
  Outcome outcome =
      run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
           "--repeat", "--steps=60", "--processes"},
          kernel);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(std::regex_search(
      outcome.err,
      std::regex("model: warning: rank 2 .*computes [0-9.]+ times as long as "
                 "the others")))
      << outcome.err;
}
