//===- PeersTest.cpp - Processes that call programs together --------------===//
//
// Launchers are played by forks with their variables. Python's side, and real
// launchers: python/tests/test_processes.py.
//
//===----------------------------------------------------------------------===//
#include "RunFixture.h"
#include "UpdateProgram.h"
#include "popt-rt/package.h"
#include "popt-rt/processes.h"
#include "popt-rt/program.h"
#include "popt-rt/run.h"
#include <csignal>
#include <fcntl.h>
#include <regex>
#include <sys/wait.h>
#include <unistd.h>

using namespace popt::rt;

namespace {

/// What a process says, which is compared.
using Said = std::string;

struct PeersTest : testing::Test {
  TemporaryFolder folder;

  /// Runs `script` in `world` processes and gives what each said; a signal that
  /// ended one is said, too.
  template <typename Script>
  std::vector<Said> run(int world, Script script, int comes = -1) {
    std::vector<pid_t> processes;
    int port = getpid() * 8 + runs++ % 8;
    for (int rank = 0; rank < (comes < 0 ? world : comes); ++rank)
      if (pid_t process = fork(); process == 0) {
        alarm(60);
        setenv("RANK", std::to_string(rank).c_str(), 1);
        setenv("WORLD_SIZE", std::to_string(world).c_str(), 1);
        setenv("LOCAL_WORLD_SIZE", std::to_string(world).c_str(), 1);
        setenv("MASTER_PORT", std::to_string(port).c_str(), 1);
        Said said = script(rank);
        int file = open(path(rank).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        (void)!write(file, said.data(), said.size());
        _exit(0);
      } else {
        processes.push_back(process);
      }
    std::vector<Said> all;
    for (size_t rank = 0; rank < processes.size(); ++rank) {
      int status = 0;
      waitpid(processes[rank], &status, 0);
      all.push_back(WIFSIGNALED(status)
                        ? "signal " + std::to_string(WTERMSIG(status))
                        : contents(path(static_cast<int>(rank))));
      std::remove(path(static_cast<int>(rank)).c_str());
    }
    return all;
  }
  std::string path(int rank) {
    return folder.file("said" + std::to_string(rank));
  }
  static std::string contents(const std::string &path) {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  int runs = 0;
};

/// One of the processes, in its own.
struct Process {
  popt_rt_processes *processes = nullptr;
  popt_rt_program *program = nullptr;
  std::vector<float> w = std::vector<float>(35), x = std::vector<float>(35, 1);
  float b = 2, total = 0;
  int32_t n = 100;

  Said join(double timeout = 10) {
    return popt_rt_processes_join(timeout, nullptr, nullptr, &processes)
               ? popt_rt_program_last_error()
               : "";
  }
  Said start(StepTable table = updateProgram(), const char *name = "train",
             popt_rt_program **out = nullptr) {
    popt_rt_program_options options = {};
    options.timeout_seconds = 5;
    options.name = name;
    options.processes = processes;
    return startProgram(loaded(std::move(table), {{"update", updateKernel}}),
                        &options, out ? out : &program)
               ? popt_rt_program_last_error()
               : "";
  }
  /// All arguments in, the total out.
  Said call(popt_rt_keep_going keepGoing = nullptr, void *context = nullptr) {
    popt_rt_value in[] = {
        {0, w.data(), 0}, {1, x.data(), 0}, {2, &b, 0}, {3, &n, 0}};
    popt_rt_value out = {1, &total, 0};
    return popt_rt_program_call(program, in, 4, &out, 1, keepGoing, context)
               ? popt_rt_program_last_error()
               : "total " + std::to_string(int(total));
  }
};

TEST_F(PeersTest, ResultsAreThoseOfThreads) {
  std::vector<Said> said = run(4, [](int rank) {
    Process p;
    for (size_t i = 0; i < p.x.size(); ++i)
      p.x[i] = float(i);
    Said text = p.join() + p.start() + p.call();
    EXPECT_EQ(popt_rt_processes_rank(p.processes), rank);
    EXPECT_EQ(popt_rt_processes_size(p.processes), 4);
    EXPECT_GT(popt_rt_program_memory(p.program, (rank + 1) % 4), 0);
    // w is nowhere whole, n everywhere.
    EXPECT_EQ(popt_rt_program_has_whole(p.program, 0), 0);
    EXPECT_EQ(popt_rt_program_has_whole(p.program, 2), 1);
    int32_t holds = 0;
    int64_t begin[2], extent[2], bytes = 0;
    EXPECT_EQ(popt_rt_program_result_block(p.program, 0, rank, &holds, begin,
                                           extent, &bytes),
              POPT_RT_OK);
    EXPECT_EQ(bytes, extent[0] * extent[1] * 4);
    std::vector<float> block(size_t(extent[0] * extent[1])), whole(35);
    popt_rt_value values[] = {{0, block.data(), 1}, {2, &p.n, 0}};
    EXPECT_EQ(popt_rt_program_read(p.program, values, 2), POPT_RT_OK);
    popt_rt_value wanted = {0, whole.data(), 0};
    EXPECT_EQ(popt_rt_program_read(p.program, &wanted, 1),
              POPT_RT_INVALID_ARGUMENT);
    EXPECT_STREQ(popt_rt_program_last_error(),
                 "result 0 is on several processes, which gather it");
    EXPECT_EQ(p.n, 101);
    EXPECT_EQ(block[0], 2 * p.x[size_t(5 * begin[0] + begin[1])]);
    EXPECT_EQ(popt_rt_program_gather(p.program, 0, 1, block.data(),
                                     whole.data(), nullptr, nullptr),
              POPT_RT_OK);
    for (size_t i = 0; i < whole.size(); ++i)
      EXPECT_EQ(whole[i], 2 * p.x[i]);
    // Its block of x alone, and results whole: of blocks, in the call.
    std::vector<float> ones(block.size(), 1);
    popt_rt_value in = {1, ones.data(), 1}, out = {0, whole.data(), 0};
    EXPECT_EQ(
        popt_rt_program_call(p.program, &in, 1, &out, 1, nullptr, nullptr),
        POPT_RT_OK);
    for (size_t i = 0; i < whole.size(); ++i)
      EXPECT_EQ(whole[i], 2 * p.x[i] + 2);
    popt_rt_processes_leave(p.processes, nullptr);
    if (testing::Test::HasFailure())
      text += ", failed";
    return text;
  });
  EXPECT_EQ(said, std::vector<Said>(4, "total 1190"));
}

TEST_F(PeersTest, SeveralProgramsAndBytes) {
  std::vector<Said> said = run(4, [](int rank) {
    Process p;
    Said text = p.join() + p.start();
    popt_rt_program *train = p.program;
    text += p.start(updateProgram(), "evaluate") + p.call();
    std::swap(train, p.program);
    text += ", " + p.call();
    popt_rt_program_destroy(train);
    std::string mine(size_t(rank) << 20, char('a' + rank));
    EXPECT_EQ(popt_rt_processes_exchange(p.processes, "letters", mine.data(),
                                         int64_t(mine.size()), nullptr,
                                         nullptr),
              POPT_RT_OK);
    for (int32_t other = 0; other < 4; ++other) {
      const void *data = nullptr;
      int64_t bytes = 0;
      popt_rt_processes_received(p.processes, other, &data, &bytes);
      std::string its(static_cast<const char *>(data), size_t(bytes));
      text += its == std::string(size_t(other) << 20, char('a' + other)) ? "."
                                                                         : "!";
    }
    popt_rt_program_destroy(p.program);
    popt_rt_processes_destroy(p.processes);
    return text;
  });
  EXPECT_EQ(said, std::vector<Said>(4, "total 70, total 70...."));
}

TEST_F(PeersTest, WrongCalls) {
  std::vector<Said> said = run(2, [](int) {
    Process p;
    Said text = p.join() + p.start();
    StepTable gpu = doubling();
    gpu.target = {"sm_90", true};
    text += "; " + p.start(gpu);
    p.start(doubling(), "doubles");
    float block[2] = {};
    EXPECT_EQ(
        popt_rt_program_gather(p.program, 7, 1, block, block, nullptr, nullptr),
        POPT_RT_INVALID_ARGUMENT);
    text += std::string("; ") + popt_rt_program_last_error();
    float x[] = {1, 2, 3, 4};
    popt_rt_value in = {0, x, 0};
    EXPECT_EQ(
        popt_rt_program_call(p.program, &in, 1, nullptr, 0, nullptr, nullptr),
        POPT_RT_OK)
        << popt_rt_program_last_error();
    popt_rt_processes_leave(p.processes, nullptr);
    EXPECT_EQ(
        popt_rt_program_call(p.program, &in, 1, nullptr, 0, nullptr, nullptr),
        POPT_RT_INVALID_ARGUMENT);
    text += std::string("; ") + popt_rt_program_last_error();
    EXPECT_EQ(popt_rt_processes_exchange(p.processes, "a", nullptr, 0, nullptr,
                                         nullptr),
              POPT_RT_INVALID_ARGUMENT);
    text += std::string("; ") + popt_rt_program_last_error();
    return text + (testing::Test::HasFailure() ? ", failed" : "");
  });
  EXPECT_EQ(
      said[0],
      "the program has 4 ranks, and 2 processes were started together: each "
      "has one rank; start as many, or compile for a mesh of 2; a program for "
      "GPUs is called in one process: there are 2; there is no "
      "result 7 of 1; this process has left the others; this process has "
      "left the others");
  EXPECT_EQ(said[1], said[0]);
}

/// Without what differs from run to run.
Said withoutProcess(const Said &text) {
  return std::regex_replace(text, std::regex("process \\d+ on [^)]*"),
                            "process P on H");
}

TEST_F(PeersTest, OneIsMissing) {
  std::vector<Said> said =
      run(2, [](int) { return Process().join(0.3); }, /*comes=*/1);
  EXPECT_EQ(said[0].substr(0, 45),
            "rank 1 did not come within 0.3 s of rank 0");
  // Alone there is nothing to join.
  unsetenv("RANK");
  popt_rt_processes *none = nullptr;
  EXPECT_EQ(popt_rt_processes_join(1, nullptr, nullptr, &none), POPT_RT_OK);
  EXPECT_EQ(none, nullptr);
}

TEST_F(PeersTest, Interrupted) {
  std::vector<Said> said = run(
      2,
      [](int) {
        Process p;
        popt_rt_processes_join(
            10, [](void *) { return 0; }, nullptr, &p.processes);
        return Said(popt_rt_program_last_error());
      },
      /*comes=*/1);
  EXPECT_EQ(said[0], "interrupted");
}

TEST_F(PeersTest, DifferentPrograms) {
  std::vector<Said> said = run(4, [](int rank) {
    Process p;
    StepTable table = updateProgram();
    if (rank == 2)
      table.locations[0].line = 13;
    Said text = p.join() + p.start(table);
    // The others go on.
    return text + "; " + p.start() + p.call();
  });
  EXPECT_EQ(said[0],
            "rank 2 has another program than rank 0 for train; total 70");
  EXPECT_EQ(said[2],
            "rank 0 has another program than rank 2 for train; total 70");
}

// What one can't even prepare.
TEST_F(PeersTest, OneCannotStart) {
  std::vector<Said> said = run(4, [](int rank) {
    Process p;
    StepTable table = updateProgram();
    if (rank == 2)
      table.arguments[0].part = {1, 0, 4, 7};
    Said text = p.join() + p.start(table);
    popt_rt_program_options options = {};
    options.name = "train";
    options.processes = p.processes;
    if (rank != 1)
      text += "; " + p.start();
    else if (popt_rt_program_load_package("x", 1, &options, &p.program))
      text += std::string("; ") + popt_rt_program_last_error();
    return text + "; " + p.start() + p.call();
  });
  EXPECT_EQ(said[0].substr(0, 26), "rank 2: the step table is ");
  EXPECT_NE(said[0].find("; rank 1: the package: "), Said::npos) << said[0];
  EXPECT_EQ(said[2].substr(0, 18), "the step table is ");
  for (const Said &text : said)
    EXPECT_EQ(text.substr(text.size() - 10), "; total 70") << text;
}

TEST_F(PeersTest, InterruptedStart) {
  std::vector<Said> said = run(4, [](int rank) {
    Process p;
    Said text = p.join();
    popt_rt_program_options options = {};
    options.timeout_seconds = 5;
    options.name = "train";
    options.processes = p.processes;
    options.keep_going = [](void *) { return 0; };
    if (rank != 3)
      text += startProgram(loaded(updateProgram(), {{"update", updateKernel}}),
                           &options, &p.program) == POPT_RT_SYSTEM_ERROR
                  ? "no failure of a rank: "
                  : "";
    else
      sleep(1);
    return text + popt_rt_program_last_error();
  });
  for (int rank : {0, 1, 2})
    EXPECT_NE(said[rank].find("interrupted"), Said::npos) << said[rank];
}

/// What the kernel of a process does: rank 3 dies, rank 0 computes until it is let go.
int kernelOf = 0;
std::atomic<bool> isLetGo{false}, hasEnded{false};
void stuckKernel(void *const *o, const int64_t *scalars) {
  if (kernelOf == 3) {
    usleep(200'000);
    raise(SIGKILL);
  }
  while (kernelOf == 0 && !isLetGo)
    usleep(1000);
  updateKernel(o, scalars);
  hasEnded = true;
}

// The caller goes on two seconds later, and then its memory is its own.
TEST_F(PeersTest, OneComputesOn) {
  std::vector<Said> said = run(4, [](int rank) {
    kernelOf = rank;
    Process p;
    Said text = p.join();
    popt_rt_program_options options = {};
    options.processes = p.processes;
    startProgram(loaded(updateProgram(), {{"update", stuckKernel}}), &options,
                 &p.program);
    popt_rt_value in[] = {
        {0, p.w.data(), 0}, {1, p.x.data(), 0}, {2, &p.b, 0}, {3, &p.n, 0}};
    std::vector<float> block(35, 7);
    popt_rt_value out[] = {{0, block.data(), 1}, {1, &p.total, 0}};
    if (popt_rt_program_call(p.program, in, 4, out, 2, nullptr, nullptr))
      text += withoutProcess(popt_rt_program_last_error());
    isLetGo = true;
    while (!hasEnded)
      usleep(1000);
    usleep(50'000);
    popt_rt_program_destroy(p.program);
    return text + "; " + std::to_string(int(block[0]));
  });
  EXPECT_NE(said[0].find(" of rank 3 "), Said::npos) << said[0];
  EXPECT_EQ(said[0].substr(said[0].size() - 3), "; 7") << said[0];
  EXPECT_EQ(said[3], "signal 9");
}

TEST_F(PeersTest, DifferentCalls) {
  std::vector<Said> said = run(4, [](int rank) {
    Process p;
    popt_rt_program *other = nullptr;
    Said text = p.join() + p.start() +
                p.start(updateProgram(), "evaluate", &other) + p.call();
    if (rank == 3)
      std::swap(p.program, other);
    return text + "; " + p.call();
  });
  for (const Said &text : said)
    EXPECT_EQ(text,
              "total 70; rank 0 is in call 2 of train, rank 3 is in call 1 of "
              "evaluate: all processes make the same calls in the same "
              "order");
  said = run(4, [](int rank) {
    Process p;
    Said text = p.join() + p.start();
    return text + (rank < 3 ? p.call() : p.start(updateProgram(), "evaluate"));
  });
  EXPECT_EQ(said[0],
            "rank 0 is in call 1 of train, rank 3 is in the start of evaluate: "
            "all processes make the same calls in the same order");
}

TEST_F(PeersTest, OneGathers) {
  std::vector<Said> said = run(4, [](int rank) {
    Process p;
    Said text = p.join() + p.start() + p.call();
    float block[35], whole[35];
    if (rank > 0)
      return text + "; " + p.call();
    popt_rt_program_gather(p.program, 0, 1, block, whole, nullptr, nullptr);
    return text + "; " + popt_rt_program_last_error();
  });
  for (const Said &text : said)
    EXPECT_EQ(text,
              "total 70; rank 0 is in the gathering of params['w'] of call 1 "
              "of train, rank 1 is in call 2 of train: all processes make the "
              "same calls in the same order");
  // Of one name, but not the same.
  said = run(4, [](int rank) {
    Process p;
    Said text = p.join() + p.start() + p.call() + p.call();
    float block[35], whole[35];
    popt_rt_program_gather(p.program, 0, rank < 3 ? 2 : 1, block, whole,
                           nullptr, nullptr);
    return Said(popt_rt_program_last_error());
  });
  EXPECT_EQ(said[0],
            "rank 0 is in the gathering of params['w'] of call 2 of train, "
            "rank 3 is in the gathering of params['w'] of call 1 of train: all "
            "processes make the same calls in the same order");
}

TEST_F(PeersTest, ProgramsOfOneName) {
  std::vector<Said> said = run(4, [](int rank) {
    Process p;
    popt_rt_program *other = nullptr;
    Said text =
        p.join() + p.start() + p.start(updateProgram(), "train", &other);
    if (rank == 3)
      std::swap(p.program, other);
    return text + p.call();
  });
  EXPECT_EQ(said[0],
            "rank 0 is in call 1 of train, rank 3 is in call 1 of train for "
            "another program: all processes make the same calls in the same "
            "order");
}

// A list of owners may give a rank several blocks, which are no part of a whole.
TEST_F(PeersTest, SeveralBlocks) {
  std::vector<Said> said = run(4, [](int) {
    Process p;
    StepTable table = updateProgram();
    table.arguments[1].part = {1, 0, 0, 7};
    table.arguments.push_back(table.arguments[1]);
    for (auto &program : table.programs)
      program.argumentAddresses.push_back(program.argumentAddresses[1]);
    Said text = p.join() + p.start(table);
    if (!p.program)
      return text;
    int32_t count = 0;
    int64_t begin[2], extent[2], bytes = 0;
    popt_rt_program_block(p.program, 1, 3, &count, begin, extent, &bytes);
    popt_rt_value in[] = {
        {0, p.w.data(), 0}, {1, p.x.data(), 1}, {2, &p.b, 0}, {3, &p.n, 0}};
    popt_rt_program_call(p.program, in, 4, nullptr, 0, nullptr, nullptr);
    text += std::to_string(count) + " of " + std::to_string(bytes) + ": ";
    text += popt_rt_program_last_error();
    return text + "; " + p.call();
  });
  EXPECT_EQ(said, std::vector<Said>(
                      4, "2 of 48: argument 1 is a block, but rank 0 has 2 of "
                         "them: give the whole; total 70"));
}

TEST_F(PeersTest, OneLeaves) {
  auto script = [](const char *why) {
    return [why](int rank) {
      Process p;
      Said text = p.join() + p.start() + p.call();
      if (rank == 1) {
        popt_rt_processes_leave(p.processes, why);
        usleep(500'000);
        return text;
      }
      return text + "; " + withoutProcess(p.call());
    };
  };
  std::vector<Said> said = run(4, script(nullptr));
  EXPECT_EQ(said[0],
            "total 70; rank 1 (process P on H) has ended its script, and "
            "takes no part in this call");
  EXPECT_EQ(said[1], "total 70");
  said = run(4, script("ValueError: too large (train.py, line 7)"));
  for (int rank : {0, 2, 3})
    EXPECT_EQ(said[rank], "total 70; rank 1 (process P on H): ValueError: too "
                          "large (train.py, line 7)");
}

TEST_F(PeersTest, OneDies) {
  std::vector<Said> said = run(4, [](int rank) {
    Process p;
    Said text = p.join() + p.start() + p.call();
    if (rank == 2)
      raise(SIGKILL);
    return text + "; " + withoutProcess(p.call()) + "; " +
           withoutProcess(p.call());
  });
  EXPECT_EQ(said[2], "signal 9");
  Said why = "rank 2 (process P on H) has died after step 1";
  EXPECT_EQ(said[0], "total 70; " + why + "; an earlier call failed: " + why);
  EXPECT_EQ(said[3], said[0]);
}

TEST_F(PeersTest, NewsBetweenCalls) {
  std::vector<Said> said = run(4, [](int rank) {
    Process p;
    Said text = p.join() + p.start() + p.call();
    if (rank == 2)
      raise(SIGKILL);
    const char *news = nullptr;
    for (int i = 0; i < 1000 && !news; ++i, usleep(10'000))
      news = popt_rt_processes_news(p.processes);
    text += "; " + withoutProcess(news ? news : "none");
    // Once, here or by a call.
    news = popt_rt_processes_news(p.processes);
    text += news ? "; again" : "; ";
    return text + withoutProcess(p.call());
  });
  Said why = "rank 2 (process P on H) has died after step 1";
  for (int rank : {0, 1, 3})
    EXPECT_EQ(said[rank], "total 70; " + why + "; " + why);
  said = run(4, [](int rank) {
    Process p;
    Said text = p.join() + p.start() + p.call();
    if (rank == 2)
      raise(SIGKILL);
    text += "; " + withoutProcess(p.call());
    return text + (popt_rt_processes_news(p.processes) ? "; again" : "");
  });
  EXPECT_EQ(said[0], "total 70; " + why);
}

TEST_F(PeersTest, ForksTakeNoPart) {
  std::vector<Said> said = run(4, [](int) {
    Process p;
    Said text = p.join() + p.start() + p.call();
    if (pid_t child = fork(); child == 0) {
      Said its = p.call();
      popt_rt_processes_exchange(p.processes, "a", nullptr, 0, nullptr,
                                 nullptr);
      its += popt_rt_program_last_error();
      popt_rt_processes_leave(p.processes, "of no concern");
      popt_rt_program_destroy(p.program);
      popt_rt_processes_destroy(p.processes);
      _exit(its.find("a fork of it lacks") == Said::npos ||
            its.find("a fork of a process takes no part") == Said::npos);
    } else {
      int status = 0;
      waitpid(child, &status, 0);
      return text + (status ? "; told wrongly; " : "; ") + p.call();
    }
  });
  EXPECT_EQ(said, std::vector<Said>(4, "total 70; total 70"));
}

} // namespace
