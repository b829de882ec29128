//===- ExecutorTest.cpp - Hand-written tables on one to four ranks --------===//
#include "UpdateProgram.h"
#include <cmath>
#include <numeric>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Kernels and control
//===----------------------------------------------------------------------===//

static void addOne(void *const *operands, const int64_t *) {
  *static_cast<int32_t *>(operands[0]) += 1;
}
/// o0 += the scalars: the rank, and the command's.
static void record(void *const *operands, const int64_t *scalars) {
  int64_t *log = static_cast<int64_t *>(operands[0]);
  for (int i = 0; i < 3; ++i)
    log[i] += scalars[i];
}
/// o1 = o0 < 5.
static void below5(void *const *operands, const int64_t *) {
  *static_cast<uint8_t *>(operands[1]) =
      *static_cast<int32_t *>(operands[0]) < 5;
}

TEST(Executor, LoopWhileCaseCall) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  Operand n = b.argument("n", POPT_RT_I32, {});
  Operand i = b.argument("i", POPT_RT_I32, {});
  Operand pred = b.argument("pred", POPT_RT_I1, {});
  Operand which = b.argument("which", POPT_RT_I32, {});
  Operand m = b.argument("m", POPT_RT_I32, {});
  KernelOp inc, test;
  inc.symbol = b.kernel("inc");
  test.symbol = b.kernel("test");
  LoopOp loop; // n = 3 after
  loop.body = 1;
  loop.count = Scalar::constant(3);
  b.add(loop, {i});
  WhileOp loop2; // n = 5 after
  loop2.condition = 2;
  loop2.body = 1;
  b.add(loop2, {pred});
  CaseOp branch; // m = 1 where which = 1 or out of range
  branch.branches = {-1, 3};
  b.add(branch, {which});
  CaseOp onBool; // pred is false: nothing
  onBool.branches = {-1, 3};
  b.add(onBool, {pred});
  auto body = [&](const char *name) {
    int32_t begin = static_cast<int32_t>(b.program().commands.size());
    b.program().bodies.push_back({begin, begin, name});
  };
  body("increment");
  b.add(inc, {n});
  body("test");
  b.add(test, {n, pred});
  body("other");
  b.add(inc, {m});
  for (int choice : {-1, 0, 1, 7})
    onEveryRank(loaded(b.table, {{"inc", addOne}, {"test", below5}}),
                [&](int32_t, Executor &executor) {
                  auto at = [&](int k) {
                    return static_cast<int32_t *>(executor.argument(k));
                  };
                  *at(0) = *at(4) = 0;
                  *at(3) = choice;
                  std::string error;
                  ASSERT_TRUE(executor.step(error)) << error;
                  EXPECT_EQ(*at(0), 5);
                  EXPECT_EQ(*at(1), 2);
                  EXPECT_EQ(*at(4), choice == 0 ? 0 : 1);
                });
}

TEST(Executor, ScalarsAndSlots) {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  Operand log = b.argument("log", POPT_RT_I64, {2, 3});
  Operand index = b.argument("index", POPT_RT_I32, {});
  Scalar rank = Scalar::rankTable(b.table.addAxisIndexTable({0, 1, 2}));
  KernelOp kernel;
  kernel.symbol = b.kernel("record");
  kernel.scalars = {Scalar::constant(-7), {Scalar::Kind::Microbatch}};
  b.program().slots = {{0, 0, 1}}; // of microbatch 5: the last
  Operand slot = log;
  slot.shape = {3};
  slot.slotStride = 24;
  slot.slots = 0;
  Operand counter = b.argument("counter", POPT_RT_I32, {});
  b.add(ScheduleOp{{{1, 5}}}, {counter});
  b.add(SetOp{rank}, {index});
  int32_t begin = static_cast<int32_t>(b.program().commands.size());
  b.program().bodies.push_back({begin, begin, "body"});
  b.add(kernel, {slot});
  onEveryRank(loaded(b.table, {{"record", record}}),
              [&](int32_t rank, Executor &executor) {
                int64_t *l = static_cast<int64_t *>(executor.argument(0));
                int32_t *i = static_cast<int32_t *>(executor.argument(1));
                std::memset(l, 0, 48);
                *i = 40;
                std::string error;
                ASSERT_TRUE(executor.step(error)) << error;
                EXPECT_EQ(l[0], 0); // slot 0 is untouched
                std::vector<int64_t> got(l + 3, l + 6);
                EXPECT_EQ(got, (std::vector<int64_t>{rank, -7, 5}));
                EXPECT_EQ(*i, rank);
                EXPECT_EQ(*static_cast<int32_t *>(executor.argument(2)), 5);
              });
}

// Copies of uneven blocks: rank extents cut what lies outside.
TEST(Executor, RankExtents) {
  TableBuilder b({{"a", 4, AxisKind::Device}});
  Operand whole = b.argument("whole", POPT_RT_I32, {5});
  Operand block = b.argument("block", POPT_RT_I32, {5}, {{0}});
  Operand from = whole;
  from.shape = {2};
  from.rankOffset = b.table.addRankTable({0, 8, 16, 20});
  from.rankExtents.push_back({0, b.table.addRankTable({2, 2, 1, 0})});
  b.add(CopyOp{}, {from, block});
  onEveryRank(loaded(b.table), [&](int32_t rank, Executor &executor) {
    int32_t *w = static_cast<int32_t *>(executor.argument(0));
    int32_t *l = static_cast<int32_t *>(executor.argument(1));
    std::iota(w, w + 5, 10);
    l[0] = l[1] = -1;
    std::string error;
    ASSERT_TRUE(executor.step(error)) << error;
    EXPECT_EQ(l[0], rank < 3 ? 10 + 2 * rank : -1);
    EXPECT_EQ(l[1], rank < 2 ? 11 + 2 * rank : -1);
  });
}

// A ring of sends and receives that are in flight together; each event is used
// once per iteration of a loop.
TEST(Executor, Transfers) {
  TableBuilder b({{"a", 3, AxisKind::Stage}});
  Operand out = b.argument("out", POPT_RT_I32, {4});
  Operand in = b.argument("in", POPT_RT_I32, {4});
  b.program().numEvents = 2;
  LoopOp loop;
  loop.body = 1;
  loop.count = Scalar::constant(6);
  b.add(loop, {});
  int32_t begin = static_cast<int32_t>(b.program().commands.size());
  b.program().bodies.push_back({begin, begin, "turn"});
  RecvOp recv;
  recv.peer = b.table.addRankTable({2, 0, 1});
  b.add(recv, {in}).event = 0;
  SendOp send;
  send.peer = b.table.addRankTable({1, 2, 0});
  b.add(send, {out}).event = 1;
  b.add(WaitOp{}, {}).waits = {0, 1};
  b.add(CopyOp{}, {in, out});
  onEveryRank(loaded(b.table), [&](int32_t rank, Executor &executor) {
    int32_t *o = static_cast<int32_t *>(executor.argument(0));
    for (int i = 0; i < 4; ++i)
      o[i] = 10 * rank + i;
    std::string error;
    executor.startTrace(8);
    ASSERT_TRUE(executor.step(error)) << error;
    EXPECT_EQ(o[3], 10 * rank + 3); // six turns of three
    EXPECT_EQ(executor.communication().at("send").count, 6);
    std::vector<TraceEvent> trace = executor.trace();
    EXPECT_EQ(trace.size(), 8u);
    for (size_t i = 0; i < trace.size(); ++i)
      EXPECT_LE(trace[i].begin, trace[i].end);
  });
}

namespace {
/// A table of a number that is state: it is read at `s`, and its next value
/// written at `r`.
struct StateTable : TableBuilder {
  explicit StateTable(int64_t ranks)
      : TableBuilder({{"a", ranks, AxisKind::Device}}) {
    result("s", r, {});
    state(0, 0);
  }
  Operand s = argument("s", POPT_RT_I32, {});
  Operand r = tensor(POPT_RT_I32, {});
};
} // namespace

// State results that lie elsewhere are moved to their arguments.
TEST(Executor, StateAndMemory) {
  StateTable b(1);
  Operand s = b.s, r = b.r;
  b.add(CopyOp{}, {s, r});
  KernelOp inc;
  inc.symbol = b.kernel("inc");
  b.add(inc, {r});
  onEveryRank(loaded(b.table, {{"inc", addOne}}),
              [&](int32_t, Executor &executor) {
                *static_cast<int32_t *>(executor.argument(0)) = 10;
                std::string error;
                for (int i = 0; i < 3; ++i)
                  ASSERT_TRUE(executor.step(error)) << error;
                EXPECT_EQ(*static_cast<int32_t *>(executor.argument(0)), 13);
                EXPECT_EQ(executor.arenaBytes(), 4096);
                EXPECT_EQ(executor.workspaceBytes(), 0);
              });
}

// Without a step state is what the host wrote, also where its next value will lie in
// memory that is not its own.
TEST(Executor, StateThatSharesMemory) {
  for (bool hasKernel : {false, true}) {
    StepTable table = sharingProgram();
    if (!hasKernel) { // `params` stays as it is, and `previous` becomes that
      table.programs[0].commands.clear();
      table.programs[0].bodies[0].end = 0;
    }
    onEveryRank(loaded(table, {{"update", growKernel}}),
                [&](int32_t, Executor &e) {
                  std::string error;
                  auto result = [&](size_t i) -> int32_t {
                    const void *at = e.result(i, error);
                    return i == 0 ? *static_cast<const uint8_t *>(at)
                                  : *static_cast<const int32_t *>(at);
                  };
                  *static_cast<uint8_t *>(e.argument(0)) = 1;
                  *static_cast<int32_t *>(e.argument(1)) = 100;
                  *static_cast<int32_t *>(e.argument(2)) = 7;
                  EXPECT_EQ(result(0), 1);
                  EXPECT_EQ(result(1), 100);
                  EXPECT_EQ(result(2), 7);
                  ASSERT_TRUE(e.step(error)) << error;
                  EXPECT_EQ(result(0), 0);
                  EXPECT_EQ(result(1), hasKernel ? 110 : 100);
                  EXPECT_EQ(result(2), hasKernel ? 110 : 100);
                  ASSERT_TRUE(e.step(error)) << error;
                  EXPECT_EQ(result(1), hasKernel ? 111 : 100);
                });
  }
}

// Of an argument with NaN only what a rank holds counts, not what lies behind its block
// or where it holds none.
TEST(Executor, GivenNumbers) {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  b.argument("x", POPT_RT_F32, {3}, {{0}});
  b.argument("pinned", POPT_RT_F32, {});
  b.table.arguments[1].layout.pins = {{0, {0}}};
  const float nan = std::nanf("");
  onEveryRank(loaded(b.table), [&](int32_t rank, Executor &executor) {
    auto *x = static_cast<float *>(executor.argument(0));
    auto *pinned = static_cast<float *>(executor.argument(1));
    x[0] = x[1] = *pinned = 1;
    if (rank == 1)
      x[1] = *pinned = nan;
    executor.watchNumbers(/*infinities=*/false);
    std::string error;
    ASSERT_TRUE(executor.step(error)) << error;
    EXPECT_EQ(executor.firstMade().text, "");
    x[0] = nan;
    ASSERT_TRUE(executor.step(error)) << error;
    EXPECT_EQ(executor.firstMade().text, rank == 0
                                             ? "\"x\" is given so: all 1, 1 NaN"
                                             : "\"x\" is given so: 1 NaN");
  });
}

// A device that records nothing runs every step, whatever a step begins with.
TEST(Executor, StepsThatBeginWithTheHost) {
  StateTable b(2);
  Operand s = b.s, r = b.r;
  CollectiveOp sum;
  sum.kind = CollectiveKind::AllReduce;
  sum.group = b.table.addGroup("a", {{0, 1}});
  b.add(sum, {s, r});
  onEveryRank(loaded(b.table), [&](int32_t rank, Executor &executor) {
    *static_cast<int32_t *>(executor.argument(0)) = rank + 1;
    std::string error;
    for (int i = 0; i < 4; ++i)
      ASSERT_TRUE(executor.step(error)) << error;
    EXPECT_EQ(*static_cast<int32_t *>(executor.argument(0)), 3 * 8);
  });
  KernelOp inc;
  inc.symbol = b.kernel("inc");
  b.add(inc, {r});
  onEveryRank(loaded(b.table, {{"inc", addOne}}),
              [&](int32_t rank, Executor &executor) {
                *static_cast<int32_t *>(executor.argument(0)) = rank + 1;
                std::string error;
                for (int i = 0; i < 4; ++i)
                  ASSERT_TRUE(executor.step(error)) << error;
                EXPECT_EQ(*static_cast<int32_t *>(executor.argument(0)),
                          ((4 * 2 + 1) * 2 + 1) * 2 + 1);
              });
}

// What a rank cannot have is refused before the first step.
TEST(Executor, OutOfMemory) {
  auto refusal = [](const TableBuilder &b) {
    std::string error;
    auto prepared = prepare(loaded(b.table), error);
    EXPECT_TRUE(prepared) << error;
    popt_rt_transport *transport = nullptr;
    EXPECT_EQ(popt_rt_threads_create(1, nullptr, &transport), POPT_RT_OK);
    popt_rt_device *device = nullptr;
    EXPECT_EQ(popt_rt_cpu_create(1, &transport, &device), POPT_RT_OK);
    EXPECT_FALSE(prepared &&
                 Executor::create(prepared, 0, device, transport, error));
    popt_rt_device_destroy(device);
    popt_rt_transport_destroy(transport);
    return error;
  };
  TableBuilder arena({{"a", 1, AxisKind::Device}});
  arena.program().regions[0].bytes = int64_t(1) << 49;
  EXPECT_EQ(refusal(arena),
            "the arena of 562949953421312 bytes: out of memory: "
            "562949953421312 bytes; compile with --memory-budget, more "
            "microbatches or more shards");
  // What takes most of it.
  arena.argument("x", POPT_RT_F32, {2, 3});
  Operand larger = arena.tensor(POPT_RT_F64, {2, 2});
  arena.program().regions[0].bytes = int64_t(1) << 49;
  arena.add(FillOp{}, {larger});
  EXPECT_EQ(refusal(arena),
            "the arena of 562949953421312 bytes: out of memory: "
            "562949953421312 bytes; the largest tensors are an operand of "
            "command 0 (fill) (32 bytes), x (24 bytes); compile with "
            "--memory-budget, more microbatches or more shards");

  // One element, read as if it were 2^46: made dense for the library.
  TableBuilder workspace({{"a", 1, AxisKind::Device}});
  Operand x = workspace.tensor(POPT_RT_F32, {1, 1});
  Operand y = workspace.tensor(POPT_RT_F32, {1, 1});
  x.shape = y.shape = {int64_t(1) << 46, 1};
  x.strides = y.strides = {0, 1};
  CollectiveOp reduce;
  reduce.group = workspace.table.addGroup({{0, 1, 1}});
  workspace.add(reduce, {x, y});
  EXPECT_EQ(refusal(workspace).substr(0, 16), "the workspace of");

  std::string error;
  auto prepared = prepare(loaded(workspace.table), error);
  popt_rt_device *device = nullptr;
  ASSERT_EQ(popt_rt_cpu_create(1, nullptr, &device), POPT_RT_OK);
  EXPECT_FALSE(prepared &&
               Executor::create(prepared, 0, device, nullptr, error));
  popt_rt_device_destroy(device);
  EXPECT_EQ(error, "command 0 (all_reduce): the program communicates, but "
                   "there is no transport");
}

TEST(Executor, PrepareErrors) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  Operand s = b.argument("s", POPT_RT_I32, {});
  KernelOp inc;
  inc.symbol = b.kernel("inc");
  b.add(inc, {s});
  std::string error;
  EXPECT_FALSE(prepare(loaded(b.table), error));
  EXPECT_EQ(error, "kernel \"inc\" is not in the program");
  b.table.programOfRank.clear();
  EXPECT_FALSE(prepare(loaded(b.table), error));
  EXPECT_EQ(error, "the step table is not sound: 0 ranks have a program, of 1");
}
