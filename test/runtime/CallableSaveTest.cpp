//===- CallableSaveTest.cpp - Checkpoints of programs that are called -----===//
//
// Between programs and runs; python/tests/test_checkpoints.py has the same in several
// processes.
//
//===----------------------------------------------------------------------===//
#include "RunFixture.h"
#include "checkpoint/FolderLock.h"
#include "popt-rt/checkpoint.h"
#include "popt-rt/run.h"

using namespace popt::rt;

namespace {

struct CallableSaveTest : RunFixture {
  popt_rt_program *program = nullptr;
  popt_rt_checkpoint *checkpoint = nullptr;
  std::vector<float> w = std::vector<float>(35), x = std::vector<float>(35, 1);
  float b = 2, total = 0;
  int32_t n = 0;
  std::string ck = file("ck");

  ~CallableSaveTest() override {
    popt_rt_program_destroy(program);
    popt_rt_checkpoint_destroy(checkpoint);
  }
  void start(StepTable table = updateProgram()) {
    popt_rt_program_destroy(std::exchange(program, nullptr));
    ASSERT_EQ(startProgram(loaded(std::move(table), {{"update", updateKernel}}),
                           nullptr, &program),
              POPT_RT_OK)
        << popt_rt_program_last_error();
  }
  popt_rt_status call(const std::vector<popt_rt_value> &arguments) {
    popt_rt_value result = {1, &total};
    return popt_rt_program_call(program, arguments.data(),
                                int32_t(arguments.size()), &result, 1, nullptr,
                                nullptr);
  }
  void callOnce() {
    ASSERT_EQ(call({{0, w.data()}, {1, x.data()}, {2, &b}, {3, &n}}),
              POPT_RT_OK)
        << popt_rt_program_last_error();
  }
  popt_rt_status save(int64_t step, const char *loaders = nullptr) {
    popt_rt_save wanted = {ck.c_str(), step, step, 0, loaders};
    return popt_rt_program_save(program, &wanted, nullptr, nullptr);
  }
  popt_rt_status finish() {
    return popt_rt_program_finish_saves(program, nullptr, nullptr);
  }
  void open() {
    popt_rt_checkpoint_destroy(std::exchange(checkpoint, nullptr));
    ASSERT_EQ(popt_rt_checkpoint_open(ck.c_str(), &checkpoint), POPT_RT_OK)
        << popt_rt_program_last_error();
  }
  popt_rt_status restore() {
    return popt_rt_program_restore(program, checkpoint, nullptr, nullptr,
                                   nullptr);
  }
  std::vector<float> readW() {
    std::vector<float> read(35);
    popt_rt_value result = {0, read.data()};
    EXPECT_EQ(popt_rt_program_read(program, &result, 1), POPT_RT_OK)
        << popt_rt_program_last_error();
    return read;
  }
  /// The next value of its state lies beside it.
  static StepTable moved() {
    TableBuilder builder({{"a", 2, AxisKind::Device}});
    Operand v = builder.argument("v", POPT_RT_F32, {4}, {{0}});
    Operand next = builder.tensor(POPT_RT_F32, {2});
    builder.result("v", next, {4}, {{0}});
    builder.state(0, 0);
    builder.add(CopyOp(), {v, next});
    return builder.table;
  }
  /// Its state stays as it is, beside a copy of x.
  static StepTable kept() {
    TableBuilder builder({{"a", 2, AxisKind::Device}});
    Operand v = builder.argument("v", POPT_RT_F32, {4}, {{0}});
    Operand x = builder.argument("x", POPT_RT_F32, {4}, {{0}});
    Operand copy = builder.tensor(POPT_RT_F32, {2});
    builder.result("v", v, {4}, {{0}});
    builder.result("copy", copy, {4}, {{0}});
    builder.state(0, 0);
    builder.add(CopyOp(), {x, copy});
    return builder.table;
  }
  static std::string said() { return popt_rt_program_last_error(); }
};

// Calls go on while a save is written; another program goes on from it.
TEST_F(CallableSaveTest, GoesOn) {
  start();
  EXPECT_EQ(save(0), POPT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(said(), "the program has no state to save before its first call");
  EXPECT_EQ(finish(), POPT_RT_OK);
  callOnce();
  ASSERT_EQ(save(1, "{\"place\": 7}"), POPT_RT_OK) << said();
  ASSERT_EQ(call({}), POPT_RT_OK);
  ASSERT_EQ(save(2), POPT_RT_OK) << said();
  ASSERT_EQ(call({}), POPT_RT_OK);
  ASSERT_EQ(finish(), POPT_RT_OK) << said();
  int64_t step = 0;
  const char *failure = nullptr;
  popt_rt_program_last_save(program, &step, &failure);
  EXPECT_EQ(step, 2);
  EXPECT_STREQ(failure, "");

  open();
  EXPECT_EQ(popt_rt_checkpoint_step(checkpoint), 2);
  EXPECT_EQ(popt_rt_checkpoint_folder(checkpoint), ck + "/step-00000002");
  EXPECT_STREQ(popt_rt_checkpoint_skipped(checkpoint), "");
  const char *loaders = nullptr;
  ASSERT_EQ(popt_rt_checkpoint_loaders(checkpoint, &loaders), POPT_RT_OK);
  EXPECT_STREQ(loaders, "");
  ASSERT_EQ(popt_rt_checkpoint_num_tensors(checkpoint), 2);
  popt_rt_tensor tensor;
  ASSERT_EQ(popt_rt_checkpoint_tensor(checkpoint, 0, &tensor), POPT_RT_OK);
  EXPECT_STREQ(tensor.name, "params['w']");
  EXPECT_EQ(tensor.bytes, 140);
  std::vector<float> read(35);
  ASSERT_EQ(popt_rt_checkpoint_read(checkpoint, 0, read.data()), POPT_RT_OK);
  EXPECT_EQ(read, std::vector<float>(35, 4));
  EXPECT_EQ(popt_rt_checkpoint_read(checkpoint, 2, read.data()),
            POPT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(said(), "there is no tensor 2 of 2");

  start();
  ASSERT_EQ(restore(), POPT_RT_OK) << said();
  EXPECT_EQ(readW(), std::vector<float>(35, 4));
  // Results that are no state are of no step.
  popt_rt_value result = {1, &total};
  EXPECT_EQ(popt_rt_program_read(program, &result, 1),
            POPT_RT_INVALID_ARGUMENT);
  // It can be saved as it is.
  ASSERT_EQ(save(5), POPT_RT_OK) << said();
  ASSERT_EQ(finish(), POPT_RT_OK) << said();
  EXPECT_EQ(call({{1, x.data()}}), POPT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(said(), "argument 2 (\"b\") has no value yet");
  ASSERT_EQ(call({{1, x.data()}, {2, &b}}), POPT_RT_OK) << said();
  EXPECT_EQ(total, 35 * 6);
  open();
  EXPECT_EQ(popt_rt_checkpoint_step(checkpoint), 5);
  // The one that a folder is.
  ck += "/step-00000001";
  open();
  ASSERT_EQ(popt_rt_checkpoint_loaders(checkpoint, &loaders), POPT_RT_OK);
  EXPECT_STREQ(loaders, "{\"place\": 7}");
}

// The argument and its next value both have what was loaded.
TEST_F(CallableSaveTest, StateThatIsMoved) {
  start(moved());
  std::vector<float> values = {1, 2, 3, 4}, read(4);
  popt_rt_value argument = {0, values.data()}, result = {0, read.data()};
  ASSERT_EQ(
      popt_rt_program_call(program, &argument, 1, nullptr, 0, nullptr, nullptr),
      POPT_RT_OK)
      << said();
  ASSERT_EQ(save(1), POPT_RT_OK) << said();
  ASSERT_EQ(finish(), POPT_RT_OK) << said();
  start(moved());
  open();
  ASSERT_EQ(restore(), POPT_RT_OK) << said();
  ASSERT_EQ(popt_rt_program_read(program, &result, 1), POPT_RT_OK) << said();
  EXPECT_EQ(read, values);
}

// A run goes on from a program's checkpoint, and a program from a run's.
TEST_F(CallableSaveTest, RunsGoOn) {
  start();
  w.assign(35, 3);
  callOnce();
  ASSERT_EQ(save(1, "[1]"), POPT_RT_OK) << said();
  ASSERT_EQ(finish(), POPT_RT_OK) << said();
  Outcome outcome =
      run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
           "--steps", "3", "--repeat", "--save", ck, "--resume"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  open();
  EXPECT_EQ(popt_rt_checkpoint_step(checkpoint), 3);
  start();
  ASSERT_EQ(restore(), POPT_RT_OK) << said();
  popt_rt_value result = {2, &n};
  ASSERT_EQ(popt_rt_program_read(program, &result, 1), POPT_RT_OK);
  EXPECT_EQ(n, 3);
}

// What is wrong with files ends no program.
TEST_F(CallableSaveTest, WrongFiles) {
  start();
  callOnce();
  open();
  EXPECT_EQ(checkpoint, nullptr);
  EXPECT_EQ(restore(), POPT_RT_OK);
  {
    FolderLock lock;
    std::string warning, error;
    ASSERT_TRUE(lock.take(ck, "another", warning, error)) << error;
    EXPECT_EQ(save(1), POPT_RT_INVALID_ARGUMENT);
    EXPECT_NE(said().find("another run saves into " + ck), said().npos);
  }
  ASSERT_EQ(save(1), POPT_RT_OK) << said();
  ASSERT_EQ(finish(), POPT_RT_OK) << said();

  // A program without state.
  open();
  start(doubling());
  for (popt_rt_status status : {restore(), save(1)}) {
    EXPECT_EQ(status, POPT_RT_INVALID_ARGUMENT);
    EXPECT_EQ(said(), "no argument of the program is state, so there is "
                      "nothing to save or to restore");
  }
  // Another program's.
  start(moved());
  EXPECT_EQ(restore(), POPT_RT_INVALID_ARGUMENT);
  EXPECT_NE(said().find("step-00000001 is of another program: it has no \"v\""),
            said().npos)
      << said();

  // A flipped bit: nothing of it counts.
  start();
  callOnce();
  std::string path = ck + "/step-00000001/rank-0.safetensors";
  std::string bytes = contents(path);
  bytes.back() ^= 1;
  std::ofstream(path, std::ios::binary) << bytes;
  EXPECT_EQ(restore(), POPT_RT_SYSTEM_ERROR);
  EXPECT_NE(said().find("rank-0.safetensors is damaged"), said().npos)
      << said();
  EXPECT_EQ(call({}), POPT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(said(), "argument 0 (\"params['w']\") has no value yet");
  std::vector<float> read(35);
  EXPECT_EQ(popt_rt_checkpoint_read(checkpoint, 0, read.data()),
            POPT_RT_INVALID_ARGUMENT);
  callOnce();
  // No folder.
  ck = "/dev/null/ck";
  EXPECT_EQ(save(2), POPT_RT_INVALID_ARGUMENT);
  EXPECT_NE(said().find("no checkpoint can be saved: cannot make"),
            said().npos);
  EXPECT_EQ(call({}), POPT_RT_OK);
}

// A save goes on in the steps of any program that has the state; what one can't load, all
// have lost.
TEST_F(CallableSaveTest, ProgramsOfOneState) {
  start(kept());
  popt_rt_program_options options = {};
  options.beside = &program;
  options.num_beside = 1;
  popt_rt_program *other = nullptr;
  ASSERT_EQ(startProgram(loaded(kept(), {}), &options, &other), POPT_RT_OK)
      << said();
  ASSERT_EQ(popt_rt_program_shares_with(other), 0);
  std::vector<float> values = {1, 2, 3, 4}, read(4);
  popt_rt_value given[] = {{0, values.data()}, {1, values.data()}};
  for (popt_rt_program *one : {program, other})
    ASSERT_EQ(popt_rt_program_call(one, given, 2, nullptr, 0, nullptr, nullptr),
              POPT_RT_OK)
        << said();
  ASSERT_EQ(save(1), POPT_RT_OK) << said();
  int64_t saved = -1;
  const char *failure = nullptr;
  for (int i = 0; i < 20'000 && saved < 1; ++i) {
    ASSERT_EQ(
        popt_rt_program_call(other, nullptr, 0, nullptr, 0, nullptr, nullptr),
        POPT_RT_OK)
        << said();
    usleep(1000);
    popt_rt_program_last_save(program, &saved, &failure);
  }
  EXPECT_EQ(saved, 1);
  open();
  ASSERT_EQ(finish(), POPT_RT_OK) << said();

  std::string path = ck + "/step-00000001/rank-0.safetensors";
  std::string bytes = contents(path);
  bytes.back() ^= 1;
  std::ofstream(path, std::ios::binary) << bytes;
  EXPECT_EQ(popt_rt_program_has_state(program), 1);
  EXPECT_EQ(
      popt_rt_program_restore(other, checkpoint, nullptr, nullptr, nullptr),
      POPT_RT_SYSTEM_ERROR);
  EXPECT_EQ(popt_rt_program_has_state(program), 0);
  popt_rt_value result = {0, read.data()};
  EXPECT_EQ(popt_rt_program_read(program, &result, 1),
            POPT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(said(), "the state was lost where a checkpoint could not be "
                    "loaded: give it again");
  // What is no state stays.
  result = {1, read.data()};
  EXPECT_EQ(popt_rt_program_read(program, &result, 1), POPT_RT_OK) << said();
  EXPECT_EQ(read, values);
  popt_rt_program_destroy(other);
}

// A program that ends, also in a save, leaves a whole checkpoint.
TEST_F(CallableSaveTest, EndsInASave) {
  for (int64_t step = 1; step <= 10; ++step) {
    start();
    callOnce();
    ASSERT_EQ(save(step), POPT_RT_OK) << said();
    popt_rt_program_destroy(std::exchange(program, nullptr));
    open();
    EXPECT_EQ(popt_rt_checkpoint_step(checkpoint), step);
  }
}

} // namespace
