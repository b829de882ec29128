//===- RunFixture.h - Runs of a program, with files -----------------------===//
//
// The program is UpdateProgram.h's.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_TEST_RUNFIXTURE_H
#define POPT_RT_TEST_RUNFIXTURE_H

#include "UpdateProgram.h"
#include "popt-rt/run.h"
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <thread>

namespace popt::rt {

/// The kernel of the program; rank 2 dies in its third step.
inline void killed(void *const *o, const int64_t *scalars) {
  updateKernel(o, scalars);
  if (scalars[0] == 2 && *static_cast<int32_t *>(o[4]) == 103)
    raise(SIGKILL);
}

/// ThreadSanitizer keeps a signal back that comes while a process waits for
/// another, until that has ended.
#ifdef __SANITIZE_THREAD__
constexpr bool kKeepsSignalsBack = true;
#else
constexpr bool kKeepsSignalsBack = false;
#endif

/// What became of a run.
struct Outcome {
  int status = 0;
  std::string err, out;
};

/// A folder with inputs and batches for the program, and runs of it.
struct RunFixture : testing::Test {
  TemporaryFolder folder;
  StepTable table;
  TensorMap inputs, batches;

  RunFixture() {
    table = updateProgram();
    std::vector<float> values(35), steps(70);
    for (int i = 0; i < 35; ++i)
      values[i] = float(i);
    for (int i = 0; i < 70; ++i)
      steps[i] = float(i % 5);
    inputs["arg0"] = tensorOf(POPT_RT_F32, {7, 5}, values);
    inputs["x"] = tensorOf(POPT_RT_F32, {7, 5}, values);
    inputs["b"] = tensorOf(POPT_RT_F32, {}, std::vector<float>{2});
    inputs["arg3"] = tensorOf(POPT_RT_I32, {}, std::vector<int32_t>{100});
    batches["arg1"] = tensorOf(POPT_RT_F32, {2, 7, 5}, steps);
    write("in.npz", inputs);
    write("batches.npz", batches);
  }

  std::string file(const std::string &name) { return folder.file(name); }
  void write(const std::string &name, const TensorMap &tensors) {
    std::string error;
    ASSERT_TRUE(writeTensors(file(name), tensors, error)) << error;
  }

  Outcome run(std::vector<std::string> flags,
              void (*kernel)(void *const *, const int64_t *) = updateKernel) {
    std::vector<const char *> argv = {"/bin/model"};
    for (const std::string &flag : flags)
      argv.push_back(flag.c_str());
    testing::internal::CaptureStderr();
    testing::internal::CaptureStdout();
    Outcome outcome;
    outcome.status = runMain(static_cast<int>(argv.size()), argv.data(),
                             loaded(table, {{"update", kernel}}), 1.5);
    outcome.err = testing::internal::GetCapturedStderr();
    outcome.out = testing::internal::GetCapturedStdout();
    return outcome;
  }
  /// A run of very many steps, and a signal after the first.
  Outcome interrupted(std::vector<std::string> flags, int signal = SIGINT) {
    // The user sees the first step in the log, so the run is under way.
    std::remove(file("log.jsonl").c_str());
    std::atomic<bool> isOver{false};
    std::thread user([&] {
      while (!isOver && std::ifstream(file("log.jsonl")).peek() == EOF)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (!isOver)
        kill(getpid(), signal);
    });
    flags.insert(flags.end(),
                 {"--inputs", file("in.npz"), "--batches", file("batches.npz"),
                  "--steps", "100000000", "--repeat", "--log",
                  file("log.jsonl"), "--outputs", file("out.npz")});
    Outcome outcome = run(flags);
    isOver = true;
    user.join();
    return outcome;
  }
  static void expectSays(const Outcome &outcome, const std::string &text) {
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.err;
  }
  void expectError(const std::vector<std::string> &flags, int status,
                   const std::string &message) {
    Outcome outcome = run(flags);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_EQ(outcome.err, "model: error: " + message + "\n");
  }
};

} // namespace popt::rt
#endif // POPT_RT_TEST_RUNFIXTURE_H
