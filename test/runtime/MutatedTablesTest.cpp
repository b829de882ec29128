//===- MutatedTablesTest.cpp - Tables for GPUs that say something else ----===//
//
// A thousand tables, each with one to three numbers changed where a GPU's order
// and work are written: streams, events, waits, launches, groups, partners. The
// checker refuses a table, or it runs on the fake driver, which follows every
// access, and ends: with the same bits if only streams, events and waits are
// others, for then nothing else may follow from them; with whatever results or
// message otherwise, but within its memory and in order.
//
//===----------------------------------------------------------------------===//
#include "FakeDriver.h"
#include "Tables.h"
#include "popt-rt/check.h"
#include "popt-rt/run.h"
#include "popt-rt/transport_limits.h"

using namespace popt::rt;

namespace {
/// y = 2 x, of 8 floats, in two launches by way of scratch memory. Threads
/// beyond the eighth do nothing.
std::string entry(const std::string &name, bool isFirst) {
  return ".visible .entry " + name + R"((.param .u64 x, .param .u64 y,
                      .param .u64 rank, .param .u64 scratch)
{
  .reg .pred %p<2>;
  .reg .b32 %r<5>;
  .reg .f32 %f<3>;
  .reg .b64 %d<6>;
  ld.param.u64 %d1, [)" +
         (isFirst ? "x" : "scratch") + R"(];
  ld.param.u64 %d2, [)" +
         (isFirst ? "scratch" : "y") + R"(];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mad.lo.u32 %r4, %r2, %r3, %r1;
  setp.ge.u32 %p1, %r4, 8;
  @%p1 ret;
  mul.wide.u32 %d3, %r4, 4;
  add.s64 %d4, %d1, %d3;
  add.s64 %d5, %d2, %d3;
  ld.global.f32 %f1, [%d4];
  )" + (isFirst ? "add.rn.f32 %f2, %f1, %f1;" : "mov.f32 %f2, %f1;") +
         R"(
  st.global.f32 [%d5], %f2;
  ret;
}
)";
}

/// Collectives in a stream of their own beside kernels, a transfer, and a
/// schedule of two microbatches, and a loop along the rows of a stack. Two ranks.
LoadedProgram program() {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  b.table.target = {"sm_80", true};
  auto tensor = [&] { return b.tensor(POPT_RT_F32, {8}); };
  Operand x = b.argument("x", POPT_RT_F32, {8});
  Operand twice = tensor(), sum = tensor(), four = tensor(), eight = tensor();
  Operand received = tensor(), part = b.tensor(POPT_RT_F32, {4});
  Operand all = tensor(), counter = b.tensor(POPT_RT_I32, {});
  Operand slots = b.tensor(POPT_RT_F32, {2, 16}), last = tensor();
  Operand stack = b.tensor(POPT_RT_F32, {3, 8});
  b.result("sum", sum, {8});
  b.result("eight", eight, {8});
  b.result("all", all, {8});
  b.result("last", last, {8});
  Program &p = b.program();
  p.numEvents = 6;
  p.slots = {{0, 1}};
  KernelOp kernel = b.twoLaunches("first", "second");
  CollectiveOp reduce, scatter, gather;
  reduce.group = scatter.group = gather.group = b.table.addGroup({{0, 1, 2}});
  scatter.kind = CollectiveKind::ReduceScatter;
  gather.kind = CollectiveKind::AllGather;
  reduce.channel = scatter.channel = gather.channel = 1;
  SendOp send;
  RecvOp receive;
  send.peer = b.table.addRankTable({1, -1});
  receive.peer = b.table.addRankTable({-1, 0});
  auto add = [&](AnyOp op, std::vector<Operand> operands, int32_t stream,
                 std::vector<int32_t> waits, int32_t event) {
    Command &command = b.add(std::move(op), std::move(operands));
    command.stream = stream;
    command.waits = std::move(waits);
    command.event = event;
  };
  add(FillOp{}, {received}, 0, {}, -1);
  add(kernel, {x, twice}, 0, {}, 0);
  add(reduce, {twice, sum}, 1, {0}, 1);
  add(kernel, {twice, four}, 0, {}, 2); // beside the sum
  add(send, {four}, 0, {}, 3);
  add(receive, {received}, 0, {}, 4);
  add(scatter, {four, part}, 1, {2}, -1);
  add(gather, {part, all}, 1, {}, 5);
  add(WaitOp{}, {}, 0, {1, 3, 4}, -1);
  add(kernel, {four, eight}, 0, {}, -1);
  ScheduleOp schedule;
  schedule.calls = {{1, 0}, {1, 1}, {2, 0}, {2, 1}};
  add(schedule, {counter}, 0, {}, -1);
  add(LoopOp{3, Scalar::constant(3)}, {}, 0, {}, -1);
  add(WaitOp{}, {}, 0, {5}, -1);
  Operand slot = slots;
  slot.shape = {8};
  slot.slotStride = 64;
  slot.slots = 0;
  p.bodies.push_back({static_cast<int32_t>(p.commands.size()), 0, "forward"});
  add(kernel, {eight, slot}, 0, {}, -1);
  p.bodies.push_back({static_cast<int32_t>(p.commands.size()), 0, "backward"});
  add(kernel, {slot, last}, 0, {}, -1);
  Operand row = stack;
  row.shape = {8};
  row.terms = {{3, 32}};
  p.bodies.push_back({static_cast<int32_t>(p.commands.size()), 0, "layer"});
  add(kernel, {eight, row}, 0, {}, -1);
  LoadedProgram program = loaded(b.table);
  program.images.push_back({".version 7.0\n.target sm_80\n.address_size 64\n" +
                                entry("first", true) + entry("second", false),
                            {}});
  return program;
}

struct Outcome {
  int status = 0;
  std::string said, results;
};

class MutatedTables : public FakeDriver {
protected:
  /// Runs it as a compiled binary does, in two steps.
  Outcome run(LoadedProgram program, const std::string &seed,
              const char *timeout) {
    reset(("seed=" + seed).c_str());
    std::string in = folder.file("in.npz"), out = folder.file("out.npz"), error;
    TensorMap inputs;
    inputs["x"] =
        tensorOf(POPT_RT_F32, {8}, std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
    EXPECT_TRUE(writeNpz(in, inputs, error)) << error;
    std::remove(out.c_str());
    const char *flags[] = {"step",      "--inputs",  in.c_str(),
                           "--outputs", out.c_str(), "--steps",
                           "2",         "--timeout", timeout};
    testing::internal::CaptureStderr();
    Outcome outcome;
    outcome.status =
        runMain(sizeof(flags) / sizeof(flags[0]), flags, std::move(program));
    outcome.said = testing::internal::GetCapturedStderr();
    outcome.results = contents(out);
    return outcome;
  }
  TemporaryFolder folder;
};

/// Changes one number; says which. `out_isOrder`: of streams, events or waits.
class Mutator {
public:
  explicit Mutator(unsigned seed) : random(seed) {}
  std::string mutate(StepTable &table, bool &out_isOrder) {
    Program &program = table.programs[0];
    Command &command = oneOf(program.commands);
    out_isOrder = true;
    switch (below(12)) {
    case 0:
    case 1:
      command.stream = pick({0, 1, 2, 3, 1000, -1});
      return "stream";
    case 2:
    case 3:
      command.event = int32_t(below(8)) - 1;
      return "event";
    case 4:
      command.waits.clear();
      return "no waits";
    case 5:
      if (!command.waits.empty()) {
        oneOf(command.waits) = int32_t(below(8)) - 1;
        return "another wait";
      }
      [[fallthrough]];
    case 6:
      command.waits.push_back(int32_t(below(8)) - 1);
      return "one more wait";
    case 7:
      program.numEvents = int32_t(below(10)) - 1;
      return "number of events";
    }
    out_isOrder = false;
    switch (below(5)) {
    case 4:
      return mutateLoop(command);
    case 0:
      return mutateLaunch(table.kernels[0].launches);
    case 1:
      return mutateGroup(table.groups[0].lists);
    case 2:
      return mutateCollective(command);
    default:
      oneOf(oneOf(table.rankTables)) = pick({-1, 0, 1, 2, -7});
      return "partner";
    }
  }

  uint32_t below(uint32_t count) { return uint32_t(random() % count); }

private:
  template <typename T> T &oneOf(std::vector<T> &list) {
    return list[below(uint32_t(list.size()))];
  }
  int32_t pick(const std::vector<int32_t> &values) {
    return values[below(uint32_t(values.size()))];
  }
  std::string mutateLaunch(std::vector<Launch> &launches) {
    if (launches.empty())
      return "launches are gone";
    Launch &launch = oneOf(launches);
    switch (below(6)) {
    case 0:
      launch.grid = pick({-1, 0, 2, 100});
      return "grid";
    case 1:
      launch.block = pick({-1, 0, 1, 4, 256, 1024, 2048});
      return "block";
    case 2:
      launch.sharedBytes = pick({-1, 16, 48 << 10, 200 << 10, INT32_MAX});
      return "shared bytes";
    case 3:
      launch.image = pick({-1, 1, INT32_MAX});
      return "image";
    case 4:
      launch.entry = below(2) ? "second" : "third";
      return "entry";
    default:
      launches.pop_back();
      return "a launch less";
    }
  }
  std::string mutateGroup(std::vector<std::vector<int32_t>> &lists) {
    if (lists.empty() || lists[0].empty()) {
      lists.push_back({0});
      return "one more group";
    }
    switch (below(4)) {
    case 0:
      std::swap(lists[0].front(), lists[0].back());
      return "order of members";
    case 1:
      lists[0].pop_back();
      return "a member less";
    case 2:
      lists.push_back({int32_t(below(3))});
      return "one more group";
    default:
      oneOf(lists[0]) = pick({-1, 0, 1, 2, INT32_MAX});
      return "member";
    }
  }
  std::string mutateLoop(Command &command) {
    if (auto *loop = std::get_if<LoopOp>(&command.op)) {
      loop->count.value = pick({-1, 0, 1, 4, INT32_MAX});
      return "iterations";
    }
    if (command.operands.empty()) {
      command.op = LoopOp{pick({-1, 1, 2, 3, 4}), Scalar::constant(2)};
      return "one more loop";
    }
    Operand &operand = oneOf(command.operands);
    if (operand.terms.empty() || below(3) == 0)
      operand.terms.emplace_back();
    Term &term = oneOf(operand.terms);
    term.loop = pick({-2, -1, 0, 1, 2, 3, 4, INT32_MAX});
    term.bytes = pick({-32, 0, 32, 64, INT32_MIN, INT32_MAX});
    return "term";
  }
  std::string mutateCollective(Command &command) {
    if (auto *send = std::get_if<SendOp>(&command.op)) {
      send->channel = pick({-1, 1, 7});
      return "channel of a send";
    }
    auto *collective = std::get_if<CollectiveOp>(&command.op);
    if (!collective) {
      command.waits.assign(3, 1);
      return "waits";
    }
    switch (below(4)) {
    case 0:
      collective->group = pick({-1, 1, 7});
      return "group";
    case 1:
      collective->channel = pick({-1, 0, 2, 1 << 30});
      return "channel";
    case 2:
      collective->bucket = pick({-1, 1, 2, 3, 100});
      return "bucket";
    default:
      collective->id = pick({-2, 0, 3, 7});
      return "id";
    }
  }
  std::mt19937 random;
};
} // namespace

TEST_F(MutatedTables, RefusedOrHarmless) {
  Outcome whole = run(program(), "1", "60");
  ASSERT_EQ(whole.status, 0) << whole.said;
  ASSERT_FALSE(whole.results.empty());
  int refused = 0, same = 0, ended = 0;
  for (int seed = 1; seed <= 1000; ++seed) {
    Mutator mutator(seed);
    LoadedProgram mutated = program();
    bool isOrder = true, isOfOrder = false;
    std::string what = "seed " + std::to_string(seed);
    for (uint32_t n = 1 + mutator.below(3); n; --n) {
      what += ", " + mutator.mutate(mutated.table, isOfOrder);
      isOrder &= isOfOrder;
    }
    if (!check(mutated.table).empty()) {
      ++refused;
      continue;
    }
    // Who waits for a partner that is none waits until the end.
    Outcome outcome =
        run(std::move(mutated), std::to_string(seed), isOrder ? "60" : "0.1");
    // Memory that a launch does not write is no fault of the table's.
    bool isOrdered =
        counters().reports == 0 ||
        outcome.said.find("which was never written") != std::string::npos;
    EXPECT_TRUE(isOrdered) << what << ": " << outcome.said;
    EXPECT_EQ(counters().bytes_allocated, 0u) << what;
    EXPECT_EQ(counters().live_objects, 0u) << what;
    if (outcome.status == 0) {
      ++same;
      EXPECT_TRUE(!isOrder || outcome.results == whole.results) << what;
    } else {
      ++ended;
      EXPECT_EQ(outcome.status, 1) << what;
      EXPECT_NE(outcome.said.find("error: "), std::string::npos) << what;
      EXPECT_FALSE(isOrder) << what << ": " << outcome.said;
    }
  }
  // Some of each, or nothing is tried.
  EXPECT_GT(refused, 300);
  EXPECT_GT(same, 100);
  EXPECT_GT(ended, 10);
  RecordProperty("refused", refused);
  RecordProperty("same", same);
  RecordProperty("ended", ended);
}
