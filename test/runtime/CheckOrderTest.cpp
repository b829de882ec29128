//===- CheckOrderTest.cpp - Commands that run at the same time ------------===//
//
// Sound tables, and each with one wait taken away.
//
//===----------------------------------------------------------------------===//
#include "Tables.h"
#include "popt-rt/check.h"

using namespace popt::rt;

namespace {
/// x is read and y written in stream 0, z = all_reduce(y) in stream 1, and
/// x = z in stream 0: events order the three.
class StreamsTest : public testing::Test {
protected:
  TableBuilder b{{{"a", 2, AxisKind::Device}}};
  StreamsTest() {
    Operand x = b.argument("x", POPT_RT_F32, {4});
    Operand y = b.tensor(POPT_RT_F32, {4}), z = b.tensor(POPT_RT_F32, {4});
    b.program().numEvents = 2;
    b.add(CopyOp{}, {x, y}).event = 0;
    CollectiveOp reduce;
    reduce.group = b.table.addGroup({{0, 1, 2}});
    Command &collective = b.add(reduce, {y, z});
    collective.stream = 1;
    collective.waits = {0};
    collective.event = 1;
    b.add(CopyOp{}, {z, x}).waits = {1};
  }
  Command &command(size_t index) { return b.program().commands[index]; }
  void says(const std::string &what) { EXPECT_EQ(check(b.table), what); }
};

TEST_F(StreamsTest, Sound) { says(""); }

TEST_F(StreamsTest, WriteBeforeRead) {
  command(1).waits.clear();
  says("program 0: command 1 (all_reduce): it reads arena[64] : f32[4], which "
       "command 0 (copy) uses in stream 0; nothing orders the two");
}

TEST_F(StreamsTest, ReadBeforeWrite) {
  command(2).waits.clear();
  says("program 0: command 2 (copy): it reads arena[128] : f32[4], which "
       "command 1 (all_reduce) uses in stream 1; nothing orders the two");
}

// Reading twice is no conflict; writing what another stream still reads is.
TEST_F(StreamsTest, Reads) {
  Operand y = command(0).operands[1];
  command(2).operands = {y, b.tensor(POPT_RT_F32, {4})};
  command(2).waits.clear();
  says("");
  command(2).operands = {command(0).operands[0], y};
  says("program 0: command 2 (copy): it writes arena[64] : f32[4], which "
       "command 1 (all_reduce) uses in stream 1; nothing orders the two");
}

// What a rank has less than its block's shape it does not touch: y ends where z
// begins.
TEST_F(StreamsTest, RanksWithLess) {
  Operand from = command(0).operands[1], to = b.tensor(POPT_RT_F32, {20});
  from.shape = {20};
  from.rankExtents = to.rankExtents = {{0, b.table.addRankTable({16, 0})}};
  command(2).operands = {from, to};
  command(2).waits.clear();
  says("");
  from.rankExtents = to.rankExtents = {{0, b.table.addRankTable({16, 17})}};
  command(2).operands = {from, to};
  says("program 0: command 2 (copy): it reads arena[64] : "
       "f32[20] dim0<table1[rank], which command 1 (all_reduce) uses in stream "
       "1; nothing orders the two");
}

// Copies over the host's link in streams of their own, of a value that waits on the
// host: each wait is needed.
TEST(HostLinkTest, EachWait) {
  TableBuilder b{{{"a", 2, AxisKind::Device}}};
  Operand x = b.tensor(POPT_RT_F32, {4}), y = b.tensor(POPT_RT_F32, {4});
  Operand there = x;
  Program &p = b.program();
  there.region = static_cast<int32_t>(p.regions.size());
  there.offset = 0;
  p.regions.push_back({RegionKind::HostArena, 64, "host"});
  p.numEvents = 4;
  b.add(FillOp{}, {x}).event = 0;
  auto copy = [&](const Operand &from, const Operand &to, int32_t stream,
                  int32_t event) {
    Command &added = b.add(CopyOp{}, {from, to});
    added.stream = stream;
    added.waits = {event};
    added.event = event + 1;
  };
  copy(x, there, 2, 0);
  Command &reuse = b.add(FillOp{}, {x});
  reuse.waits = {1};
  reuse.event = 2;
  copy(there, y, 3, 2);
  b.add(CopyOp{}, {y, x}).waits = {3};
  EXPECT_EQ(check(b.table), "");
  const char *wrong[] = {
      "1 (copy): it reads arena[0] : f32[4], which command 0 (fill) uses in "
      "stream 0",
      "2 (fill): it writes arena[0] : f32[4], which command 1 (copy) uses in "
      "stream 2",
      "3 (copy): it reads host[0] : f32[4], which command 1 (copy) uses in "
      "stream 2",
      "4 (copy): it reads arena[64] : f32[4], which command 3 (copy) uses in "
      "stream 3"};
  for (size_t i = 0; i < std::size(wrong); ++i) {
    std::vector<int32_t> waits;
    std::swap(waits, p.commands[i + 1].waits);
    EXPECT_EQ(check(b.table), "program 0: command " + std::string(wrong[i]) +
                                  "; nothing orders the two");
    std::swap(waits, p.commands[i + 1].waits);
  }
}

// An operand that moves with a loop is all rows that it comes to: from x to z, which
// stream 1 writes meanwhile.
TEST_F(StreamsTest, RowsOfLoops) {
  Operand row = command(0).operands[0];
  b.add(CopyOp{}, {row, b.tensor(POPT_RT_F32, {4})});
  std::vector<Command> body = b.program().commands;
  std::swap(body[2], body[3]);
  b.program().commands.clear();
  b.add(LoopOp{1, Scalar::constant(2)}, {});
  b.program().bodies.push_back({1, 5, "body"});
  b.program().commands.insert(b.program().commands.end(), body.begin(),
                              body.end());
  b.program().bodies[0] = {0, 1, "step"};
  says("");
  command(3).operands[0].terms = {{1, 128}};
  EXPECT_NE(check(b.table).find("command 3 (copy): it reads arena[0 + "),
            std::string::npos)
      << check(b.table);
}

// The end of a loop meets its beginning: y is written again while stream 1
// still reads it.
TEST_F(StreamsTest, Loops) {
  std::vector<Command> body = b.program().commands;
  b.program().commands.clear();
  LoopOp loop;
  loop.body = 1;
  loop.count = Scalar::constant(2);
  b.add(loop, {});
  b.program().bodies.push_back({1, 4, "body"});
  b.program().commands.insert(b.program().commands.end(), body.begin(),
                              body.end());
  b.program().bodies[0] = {0, 1, "step"};
  says("");
  command(3).waits.clear();
  command(3).operands[0] = b.tensor(POPT_RT_F32, {4});
  says("program 0: command 1 (copy): it writes arena[64] : f32[4], which "
       "command 2 (all_reduce) uses in stream 1; nothing orders the two");
}

// Kernels write their last operands only, where they say how many.
TEST_F(StreamsTest, Kernels) {
  Operand y = command(0).operands[1];
  KernelOp kernel;
  kernel.symbol = b.kernel("k");
  command(2).op = kernel;
  command(2).operands = {y, b.tensor(POPT_RT_F32, {4})};
  command(2).waits.clear();
  says("program 0: command 2 (kernel): it writes arena[64] : f32[4], which "
       "command 1 (all_reduce) uses in stream 1; nothing orders the two");
  b.table.kernels.back().numResults = 1;
  says("");
  b.table.kernels.back().numResults = 3;
  says("program 0: command 2 (kernel): it has 2 operands, of which it writes "
       "3");
}

/// Rank 0 sends x to rank 1, which receives it; both wait before they touch the
/// memory.
class TransfersTest : public testing::Test {
protected:
  TableBuilder b{{{"pp", 2, AxisKind::Stage}}};
  TransfersTest() {
    Operand x = b.argument("x", POPT_RT_F32, {4});
    b.table.programs.push_back(b.table.programs[0]);
    b.table.programOfRank = {0, 1};
    int32_t peer = b.table.addRankTable({1, 0});
    for (Program &program : b.table.programs) {
      program.numEvents = 1;
      Command transfer, wait, copy;
      if (&program == &b.table.programs[0])
        transfer.op = SendOp{peer, 0};
      else
        transfer.op = RecvOp{peer, 0};
      transfer.operands = {x};
      transfer.event = 0;
      wait.op = WaitOp{};
      wait.waits = {0};
      copy.op = FillOp{};
      copy.operands = {x};
      program.commands = {transfer, wait, copy};
      program.bodies = {{0, 3, "step"}};
    }
  }
  void says(const std::string &what) { EXPECT_EQ(check(b.table), what); }
};

TEST_F(TransfersTest, Sound) { says(""); }

TEST_F(TransfersTest, SendInFlight) {
  b.table.programs[0].commands[1].waits.clear();
  says("program 0: command 2 (fill): it writes arena[0] : f32[4] while command "
       "0 (send_start) is in flight, whose event no command has waited for");
}

// In a stream of its own it begins after what the other one did before.
TEST_F(TransfersTest, Streams) {
  for (Program &program : b.table.programs) {
    Command fill = program.commands[2];
    program.commands[0].stream = program.commands[1].stream = 1;
    program.commands[1].event = 2;
    program.commands[2].waits = {2};
    program.commands.insert(program.commands.begin(), fill);
    program.bodies[0].end = 4;
    program.numEvents = 3;
    program.commands[0].event = 1;
    program.commands[1].waits = {1};
  }
  says("");
  b.table.programs[1].commands[1].waits.clear();
  says("program 1: command 1 (recv_start): it writes arena[0] : f32[4], which "
       "command 0 (fill) uses in stream 0; nothing orders the two");
  b.table.programs[0].commands[1].waits.clear();
  says("program 0: command 1 (send_start): it reads arena[0] : f32[4], which "
       "command 0 (fill) uses in stream 0; nothing orders the two");
}

TEST_F(TransfersTest, RecvInFlight) {
  b.table.programs[1].commands[1].waits.clear();
  says("program 1: command 2 (fill): it writes arena[0] : f32[4] while command "
       "0 (recv_start) is in flight, whose event no command has waited for");
}
} // namespace
