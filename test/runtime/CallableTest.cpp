//===- CallableTest.cpp - Programs that are called ------------------------===//
#include "UpdateProgram.h"
#include "popt-rt/package.h"
#include "popt-rt/run.h"
#include <atomic>
#include <chrono>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace popt::rt;

namespace {

/// o0: an i32. Takes so many milliseconds.
void sleepKernel(void *const *o, const int64_t *) {
  usleep(1000u * unsigned(*static_cast<int32_t *>(o[0])));
}

struct CallableTest : testing::Test {
  popt_rt_program *program = nullptr;
  std::vector<float> w = std::vector<float>(35), x = std::vector<float>(35, 1);
  float b = 2, total = 0;
  int32_t n = 100;

  ~CallableTest() override { popt_rt_program_destroy(program); }

  void start(StepTable table) {
    ASSERT_EQ(startProgram(loaded(std::move(table), {{"update", updateKernel},
                                                     {"sleep", sleepKernel}}),
                           nullptr, &program),
              POPT_RT_OK)
        << popt_rt_program_last_error();
  }
  popt_rt_status call(const std::vector<popt_rt_value> &arguments,
                      const std::vector<popt_rt_value> &results,
                      popt_rt_keep_going keepGoing = nullptr,
                      void *context = nullptr) {
    return popt_rt_program_call(program, arguments.data(),
                                int32_t(arguments.size()), results.data(),
                                int32_t(results.size()), keepGoing, context);
  }
  void expectError(popt_rt_status status, popt_rt_status expected,
                   const std::string &message) {
    EXPECT_EQ(status, expected);
    EXPECT_EQ(popt_rt_program_last_error(), message);
  }
};

TEST_F(CallableTest, KeepsStateBetweenCalls) {
  start(updateProgram());
  // The sum of all w after a step is 35 * 2 a step.
  ASSERT_EQ(
      call({{0, w.data()}, {1, x.data()}, {2, &b}, {3, &n}}, {{1, &total}}),
      POPT_RT_OK)
      << popt_rt_program_last_error();
  EXPECT_EQ(total, 70);
  // Only the batch is new.
  x.assign(35, 2);
  ASSERT_EQ(call({{1, x.data()}}, {{1, &total}}), POPT_RT_OK);
  EXPECT_EQ(total, 210);

  // Whole results out of uneven blocks, as often as one likes.
  std::vector<float> read(35);
  popt_rt_value results[] = {{0, read.data()}, {2, &n}};
  for (int i = 0; i < 2; ++i) {
    read.assign(35, 0);
    ASSERT_EQ(popt_rt_program_read(program, results, 2), POPT_RT_OK);
    EXPECT_EQ(read, std::vector<float>(35, 6));
    EXPECT_EQ(n, 102);
  }
  // State can be given again.
  ASSERT_EQ(call({{0, w.data()}}, {{0, read.data()}}), POPT_RT_OK);
  EXPECT_EQ(read, std::vector<float>(35, 4));
}

TEST_F(CallableTest, SaysWhatItTakes) {
  start(updateProgram());
  EXPECT_EQ(popt_rt_program_num_ranks(program), 4);
  EXPECT_EQ(popt_rt_program_num_arguments(program), 4);
  EXPECT_EQ(popt_rt_program_num_results(program), 3);
  popt_rt_tensor tensor;
  ASSERT_EQ(popt_rt_program_argument(program, 0, &tensor), POPT_RT_OK);
  EXPECT_STREQ(tensor.name, "params['w']");
  EXPECT_EQ(tensor.type, POPT_RT_F32);
  EXPECT_EQ(std::vector<int64_t>(tensor.shape, tensor.shape + tensor.rank),
            (std::vector<int64_t>{7, 5}));
  EXPECT_EQ(tensor.bytes, 140);
  EXPECT_EQ(tensor.state, 0);
  EXPECT_STREQ(tensor.layout, "[{\"a\"}, {\"b\"}]");
  ASSERT_EQ(popt_rt_program_result(program, 1, &tensor), POPT_RT_OK);
  EXPECT_EQ(tensor.state, -1);
  EXPECT_GT(popt_rt_program_memory(program, 3), 0);
  int32_t holds = 0;
  int64_t begin[2], extent[2], bytes = 0;
  ASSERT_EQ(popt_rt_program_block(program, 0, 3, &holds, begin, extent, &bytes),
            POPT_RT_OK);
  EXPECT_EQ(holds, 1);
  EXPECT_EQ(begin[0], 4);
  EXPECT_EQ(extent[0], 3);
  EXPECT_EQ(begin[1], 3);
  EXPECT_EQ(extent[1], 2);
  EXPECT_EQ(bytes, 24);
  expectError(
      popt_rt_program_block(program, 0, 4, &holds, begin, extent, &bytes),
      POPT_RT_INVALID_ARGUMENT, "there is no argument 0 on a rank 4");
  expectError(popt_rt_program_result(program, 3, &tensor),
              POPT_RT_INVALID_ARGUMENT, "there is no number 3 of 3");
}

// A wrong call runs nothing, and the next one is none the worse for it.
TEST_F(CallableTest, WrongCalls) {
  start(updateProgram());
  popt_rt_value result = {1, &total};
  expectError(popt_rt_program_read(program, &result, 1),
              POPT_RT_INVALID_ARGUMENT,
              "there are no results before the first call");
  expectError(call({{0, w.data()}, {1, x.data()}, {3, &n}}, {}),
              POPT_RT_INVALID_ARGUMENT, "argument 2 (\"b\") has no value yet");
  expectError(call({{4, w.data()}}, {}), POPT_RT_INVALID_ARGUMENT,
              "there is no argument 4 of 4");
  expectError(call({}, {{-1, &total}}), POPT_RT_INVALID_ARGUMENT,
              "there is no result -1 of 3");
  // Of one process.
  expectError(call({{0, w.data(), 1}}, {}), POPT_RT_INVALID_ARGUMENT,
              "argument 0 is a block, but all ranks are in this process");
  expectError(popt_rt_program_gather(program, 0, 1, w.data(), w.data(), nullptr,
                                     nullptr),
              POPT_RT_INVALID_ARGUMENT,
              "all ranks are in this process, which has all results whole");
  EXPECT_EQ(call({{0, w.data()}, {1, x.data()}, {2, &b}, {3, &n}}, {}),
            POPT_RT_OK);
}

TEST_F(CallableTest, NoThreads) {
  auto startAlone = [&] {
    allowNoThreads();
    popt_rt_status status = startProgram(
        loaded(updateProgram(), {{"update", updateKernel}}), nullptr, &program);
    std::fputs(popt_rt_program_last_error(), stderr);
    return int(status);
  };
  EXPECT_EXIT(_exit(startAlone()),
              testing::ExitedWithCode(POPT_RT_SYSTEM_ERROR),
              "cannot start a thread for rank 0: ");
}

/// Two ranks; rank 1 sleeps as many milliseconds as its argument says, then
/// both add x over the axis.
StepTable sleepingProgram() {
  TableBuilder builder({{"a", 2, AxisKind::Device}});
  Operand ms = builder.argument("ms", POPT_RT_I32, {2}, {{0}});
  Operand sum = builder.tensor(POPT_RT_I32, {1});
  builder.result("sum", sum, {1});
  KernelOp kernel;
  kernel.symbol = builder.kernel("sleep");
  builder.add(kernel, {ms});
  CollectiveOp op;
  op.group = builder.table.addGroup({{0, 1, 2}});
  builder.add(op, {ms, sum});
  return builder.table;
}

/// Bytes of a rank's block of the state below: some pages, and a part of one.
constexpr int64_t kStateRows = 4100;

/// The caller of a large sum was asked whether to go on.
std::atomic<bool> wasAsked{false};

/// o0 w: adds the sum of o2; o1 n: counts; scalars: elements of o2. A large sum ends
/// some time after its caller was asked.
void sumKernel(void *const *o, const int64_t *scalars) {
  float sum = 0;
  for (int64_t i = 0; i < scalars[1]; ++i)
    sum += static_cast<const float *>(o[2])[i];
  if (sum > 1000) {
    for (int ms = 0; ms < 10'000 && !wasAsked; ++ms)
      usleep(1'000);
    usleep(100'000);
  }
  for (int64_t i = 0; i < kStateRows; ++i)
    static_cast<float *>(o[0])[i] += sum;
  *static_cast<int32_t *>(o[1]) += 1;
}

/// Two ranks; w and n are state, x has a size of its own in each program.
StepTable summingProgram(int64_t size, ElementType countType = POPT_RT_I32,
                         bool isStateFirst = true) {
  TableBuilder builder({{"a", 2, AxisKind::Device}});
  Operand x;
  if (!isStateFirst)
    x = builder.argument("x", POPT_RT_F32, {size});
  Operand w = builder.argument("w", POPT_RT_F32, {2 * kStateRows}, {{0}});
  Operand n = builder.argument("n", countType, {});
  if (isStateFirst)
    x = builder.argument("x", POPT_RT_F32, {size});
  builder.result("w", w, {2 * kStateRows}, {{0}});
  builder.result("n", n, {});
  builder.state(isStateFirst ? 0 : 1, 0);
  builder.state(isStateFirst ? 1 : 2, 1);
  KernelOp kernel;
  kernel.symbol = builder.kernel("sum");
  kernel.scalars = {Scalar::constant(size)};
  builder.add(kernel, {w, n, x});
  CollectiveOp meeting;
  meeting.group = builder.table.addGroup({{0, 1, 2}});
  builder.add(meeting, {n, builder.tensor(countType, {})});
  return builder.table;
}

/// Programs beside each other.
struct BesideTest : testing::Test {
  std::vector<popt_rt_program *> programs;
  std::vector<float> w = std::vector<float>(2 * kStateRows, 0),
                     x = std::vector<float>(100, 1);
  int32_t n = 0;

  ~BesideTest() override {
    for (popt_rt_program *program : programs)
      popt_rt_program_destroy(program);
  }
  popt_rt_program *start(StepTable table,
                         const std::vector<popt_rt_program *> &beside = {}) {
    popt_rt_program_options options = {};
    options.beside = beside.data();
    options.num_beside = static_cast<int32_t>(beside.size());
    popt_rt_program *program = nullptr;
    EXPECT_EQ(startProgram(loaded(std::move(table), {{"sum", sumKernel}}),
                           &options, &program),
              POPT_RT_OK)
        << popt_rt_program_last_error();
    programs.push_back(program);
    return program;
  }
  /// A step with what is given, and what w and n are then.
  void step(popt_rt_program *program, const std::vector<popt_rt_value> &given,
            float expected, int32_t count) {
    std::vector<float> now(w.size());
    popt_rt_value results[] = {{0, now.data()}, {1, &n}};
    ASSERT_EQ(popt_rt_program_call(program, given.data(), int32_t(given.size()),
                                   results, 2, nullptr, nullptr),
              POPT_RT_OK)
        << popt_rt_program_last_error();
    EXPECT_EQ(now, std::vector<float>(w.size(), expected));
    EXPECT_EQ(n, count);
  }
};

TEST_F(BesideTest, GoOnFromEachOthersState) {
  popt_rt_program *large = start(summingProgram(100));
  popt_rt_program *small = start(summingProgram(3), {large});
  EXPECT_EQ(popt_rt_program_shares_with(large), -1);
  EXPECT_EQ(popt_rt_program_shares_with(small), 0);
  // The state is taken once.
  EXPECT_GE(popt_rt_program_memory(large, 0), 4 * kStateRows);
  EXPECT_LT(popt_rt_program_memory(small, 0), 4 * kStateRows);
  step(large, {{0, w.data()}, {1, &n}, {2, x.data()}}, 100, 1);
  step(small, {{2, x.data()}}, 103, 2);
  // x of each is its own.
  step(large, {}, 203, 3);
  step(small, {}, 206, 4);
  // A third one, beside the second; state that is given is all's.
  popt_rt_program *larger = start(summingProgram(10), {small});
  EXPECT_EQ(popt_rt_program_shares_with(larger), 0);
  step(larger, {{0, w.data()}, {2, x.data()}}, 10, 5);
  step(small, {}, 13, 6);
  // The memory lives as long as any of them.
  popt_rt_program_destroy(large);
  popt_rt_program_destroy(larger);
  programs = {small};
  step(small, {}, 16, 7);
}

TEST_F(BesideTest, OtherStateIsItsOwn) {
  popt_rt_program *first = start(summingProgram(3));
  step(first, {{0, w.data()}, {1, &n}, {2, x.data()}}, 3, 1);
  for (StepTable table :
       {summingProgram(3, POPT_RT_UI32),
        summingProgram(3, POPT_RT_I32, /*isStateFirst=*/false)}) {
    popt_rt_program *other = start(table, {first});
    EXPECT_EQ(popt_rt_program_shares_with(other), -1);
    // Of several the first that has the same, at the beginning of its memory.
    EXPECT_EQ(popt_rt_program_shares_with(start(table, {first, other})),
              table.arguments[0].name == "x" ? -1 : 1);
    popt_rt_value xs = {table.arguments[0].name == "x" ? 0 : 2, x.data()};
    EXPECT_EQ(popt_rt_program_call(other, &xs, 1, nullptr, 0, nullptr, nullptr),
              POPT_RT_INVALID_ARGUMENT);
  }
  step(first, {}, 6, 2);
}

// Calls of both take turns, as they work on one state.
TEST_F(BesideTest, ThreadsTakeTurns) {
  popt_rt_program *one = start(summingProgram(1));
  popt_rt_program *other = start(summingProgram(2), {one});
  step(one, {{0, w.data()}, {1, &n}, {2, x.data()}}, 1, 1);
  step(other, {{2, x.data()}}, 3, 2);
  auto call = [](popt_rt_program *program) {
    for (int i = 0; i < 100; ++i)
      EXPECT_EQ(popt_rt_program_call(program, nullptr, 0, nullptr, 0, nullptr,
                                     nullptr),
                POPT_RT_OK);
  };
  std::thread thread(call, one);
  call(other);
  thread.join();
  step(one, {}, 304, 203);
}

// In a call, as a signal's handler would.
TEST_F(BesideTest, NoneStartsInACall) {
  popt_rt_program *one = start(summingProgram(1));
  std::string said;
  std::pair<popt_rt_program *, std::string *> context = {one, &said};
  auto startAnother = [](void *given) {
    auto [one, said] = *static_cast<decltype(context) *>(given);
    popt_rt_program_options options = {};
    options.beside = &one;
    options.num_beside = 1;
    popt_rt_program *none = nullptr;
    EXPECT_NE(startProgram(loaded(summingProgram(2), {{"sum", sumKernel}}),
                           &options, &none),
              POPT_RT_OK);
    *said = popt_rt_program_last_error();
    wasAsked = true;
    return 1;
  };
  wasAsked = false;
  x[0] = 2000;
  popt_rt_value given[] = {{0, w.data()}, {1, &n}, {2, x.data()}};
  EXPECT_EQ(
      popt_rt_program_call(one, given, 3, nullptr, 0, startAnother, &context),
      POPT_RT_OK);
  EXPECT_EQ(said, "this thread is in a call already: a signal's handler may "
                  "note the signal, and not call");
}

int stopAtOnce(void *count) {
  ++*static_cast<int *>(count);
  wasAsked = true;
  return 0;
}

// The others go on.
TEST_F(BesideTest, NoThreads) {
  auto startAnother = [&] {
    popt_rt_program *one = start(summingProgram(1));
    step(one, {{0, w.data()}, {1, &n}, {2, x.data()}}, 1, 1);
    allowNoThreads();
    popt_rt_program_options options = {};
    options.beside = &one;
    options.num_beside = 1;
    popt_rt_program *none = nullptr;
    if (startProgram(loaded(summingProgram(2), {{"sum", sumKernel}}), &options,
                     &none) != POPT_RT_SYSTEM_ERROR)
      return 1;
    std::fputs(popt_rt_program_last_error(), stderr);
    step(one, {}, 2, 2);
    return HasFailure() ? 2 : 0;
  };
  EXPECT_EXIT(_exit(startAnother()), testing::ExitedWithCode(0),
              "cannot start a thread for rank 0: ");
}

// They have one transport.
TEST_F(BesideTest, FailTogether) {
  popt_rt_program *one = start(summingProgram(1));
  popt_rt_program *other = start(summingProgram(2), {one});
  int asked = 0;
  wasAsked = false;
  x[0] = 2000;
  popt_rt_value given[] = {{0, w.data()}, {1, &n}, {2, x.data()}};
  EXPECT_EQ(popt_rt_program_call(one, given, 3, nullptr, 0, stopAtOnce, &asked),
            POPT_RT_ABORTED);
  std::string why = popt_rt_program_last_error();
  for (popt_rt_program *program : programs) {
    EXPECT_EQ(
        popt_rt_program_call(program, nullptr, 0, nullptr, 0, nullptr, nullptr),
        POPT_RT_ABORTED);
    EXPECT_EQ(popt_rt_program_last_error(), "an earlier call failed: " + why);
  }
  // Another one begins anew.
  popt_rt_program *alone = start(summingProgram(3), {one, other});
  EXPECT_EQ(popt_rt_program_shares_with(alone), -1);
  x[0] = 1;
  step(alone, {{0, w.data()}, {1, &n}, {2, x.data()}}, 3, 1);
}

TEST_F(CallableTest, CanBeInterrupted) {
  start(sleepingProgram());
  int32_t ms[] = {0, 10}, sum = 0;
  int asked = 0;
  // Short calls do not ask, however often the caller wakes.
  auto count = [](void *asked) { return ++*static_cast<int *>(asked); };
  auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(call({{0, ms}}, {{0, &sum}}, count, &asked), POPT_RT_OK);
  EXPECT_EQ(sum, 10);
  EXPECT_LE(asked, (std::chrono::steady_clock::now() - begin) /
                       std::chrono::milliseconds(50));
  asked = 0;
  ms[1] = 150;
  expectError(call({{0, ms}}, {{0, &sum}}, stopAtOnce, &asked), POPT_RT_ABORTED,
              "rank 0: command 1 (all_reduce): rank 0: interrupted");
  EXPECT_EQ(asked, 1);
  expectError(call({}, {}), POPT_RT_ABORTED,
              "an earlier call failed: rank 0: command 1 (all_reduce): rank 0: "
              "interrupted");
}

// As a signal's handler would: from a call, on its thread.
TEST_F(CallableTest, CallsInACall) {
  start(sleepingProgram());
  int32_t ms[] = {0, 150}, sum = 0;
  std::string said;
  std::pair<CallableTest *, std::string *> context = {this, &said};
  auto again = [](void *given) {
    auto [test, said] = *static_cast<decltype(context) *>(given);
    EXPECT_EQ(test->call({}, {}), POPT_RT_INVALID_ARGUMENT);
    *said = popt_rt_program_last_error();
    popt_rt_value result = {0, &test->n};
    EXPECT_EQ(popt_rt_program_read(test->program, &result, 1),
              POPT_RT_INVALID_ARGUMENT);
    return 1;
  };
  ASSERT_EQ(call({{0, ms}}, {{0, &sum}}, again, &context), POPT_RT_OK);
  EXPECT_EQ(sum, 150);
  EXPECT_EQ(said, "this thread is in a call already: a signal's handler may "
                  "note the signal, and not call");
  EXPECT_EQ(call({}, {{0, &sum}}), POPT_RT_OK);
}

// A fork has the program, but none of its threads; also while they work.
TEST_F(CallableTest, ForksHaveNoRanks) {
  start(sleepingProgram());
  int32_t ms[] = {0, 300}, sum = 0;
  ASSERT_EQ(call({{0, ms}}, {{0, &sum}}), POPT_RT_OK);
  std::thread other([&] { EXPECT_EQ(call({}, {}), POPT_RT_OK); });
  usleep(50'000);
  pid_t child = fork();
  if (child == 0) {
    alarm(10);
    bool isTold = call({}, {}) == POPT_RT_INVALID_ARGUMENT &&
                  std::string(popt_rt_program_last_error()) ==
                      "the ranks are threads of the process that started them, "
                      "which a fork of it lacks: start the program again here";
    popt_rt_program_destroy(program);
    _exit(isTold ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  other.join();
  EXPECT_EQ(call({}, {{0, &sum}}), POPT_RT_OK);
}

TEST_F(CallableTest, ThreadsTakeTurns) {
  start(updateProgram());
  ASSERT_EQ(call({{0, w.data()}, {1, x.data()}, {2, &b}, {3, &n}}, {}),
            POPT_RT_OK);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i)
        ASSERT_EQ(call({}, {}), POPT_RT_OK);
    });
  for (std::thread &thread : threads)
    thread.join();
  popt_rt_value result = {2, &n};
  ASSERT_EQ(popt_rt_program_read(program, &result, 1), POPT_RT_OK);
  EXPECT_EQ(n, 301);
}

// Several programs in one process, one of them from a file.
TEST_F(CallableTest, SeveralPrograms) {
  TemporaryFolder folder;
  std::string error;
  ASSERT_TRUE(writePackage(POPT_LAUNCHER, {serialize(doubling()), {}},
                           folder.file("doubles"), error))
      << error;
  ASSERT_EQ(
      popt_rt_program_load(folder.file("doubles").c_str(), nullptr, &program),
      POPT_RT_OK)
      << popt_rt_program_last_error();
  popt_rt_program *first = program;
  start(updateProgram());
  float values[] = {1, 2, 3, 4}, doubled[4];
  popt_rt_value argument = {0, values}, result = {0, doubled};
  EXPECT_EQ(
      popt_rt_program_call(first, &argument, 1, &result, 1, nullptr, nullptr),
      POPT_RT_OK);
  EXPECT_EQ(doubled[3], 8);
  EXPECT_EQ(call({{0, w.data()}, {1, x.data()}, {2, &b}, {3, &n}}, {}),
            POPT_RT_OK);
  popt_rt_program_destroy(first);

  popt_rt_program *none = nullptr;
  EXPECT_EQ(popt_rt_program_load("/dev/null", nullptr, &none),
            POPT_RT_INVALID_ARGUMENT);
  EXPECT_STREQ(popt_rt_program_last_error(),
               "cannot open /dev/null: it is a pipe or a device, and no "
               "regular file");
  EXPECT_EQ(popt_rt_program_load("/proc/self/exe", nullptr, &none),
            POPT_RT_INVALID_ARGUMENT);
  EXPECT_STREQ(popt_rt_program_last_error(),
               "/proc/self/exe: it carries no program, or is cut short; poptc "
               "makes executables");
}

} // namespace
