//===- CallableTest.cpp - Programs that are called ------------------------===//
#include "UpdateProgram.h"
#include "popt-rt/package.h"
#include "popt-rt/run.h"
#include <chrono>
#include <sys/wait.h>
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

int stopAtOnce(void *count) {
  ++*static_cast<int *>(count);
  return 0;
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
