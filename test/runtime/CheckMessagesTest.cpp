//===- CheckMessagesTest.cpp - Messages that never meet -------------------===//
#include "CheckFixture.h"
#include "popt-rt/transport_limits.h"

using namespace popt::rt;

namespace {
/// Two programs: rank 0 sends x to rank 1 and waits, then both add up y.
struct CheckMessagesTest : TableTest {
  CollectiveOp reduce;

  CheckMessagesTest() : TableTest({{"pp", 2, AxisKind::Stage}}) {
    Operand x = b.tensor(POPT_RT_F32, {4}), y = b.tensor(POPT_RT_F32, {4});
    b.program().numEvents = 1;
    reduce.group = b.table.addGroup({{0, 1, 2}});
    reduce.id = 5;
    SendOp send;
    send.peer = b.table.addRankTable({1, -1});
    RecvOp recv;
    recv.peer = b.table.addRankTable({-1, 0});
    b.table.programs.push_back(b.program());
    b.add(send, {x}).event = 0;
    b.add(WaitOp{}, {}).waits = {0};
    b.add(reduce, {x, y});
    std::swap(b.table.programs[0], b.table.programs[1]);
    b.add(recv, {x});
    b.add(reduce, {x, y});
    std::swap(b.table.programs[0], b.table.programs[1]);
    b.table.programOfRank = {0, 1};
  }
  Command &command(size_t program, size_t i) {
    return b.table.programs[program].commands[i];
  }
};
} // namespace

TEST_F(CheckMessagesTest, Sound) { EXPECT_EQ(check(b.table), ""); }

TEST_F(CheckMessagesTest, WaitsForEver) {
  std::swap(command(1, 0), command(1, 1));
  says("it waits forever: no rank can go on");
}

/// Many messages before the peer takes the first: as many as transports hold,
/// but no more.
TEST_F(CheckMessagesTest, HeldByTransports) {
  auto table = [&](int count, bool takesFirst) {
    StepTable made = b.table;
    Program &from = made.programs[0], &to = made.programs[1];
    Command send = from.commands[0], sum = from.commands[2];
    Command recv = to.commands[0], last = to.commands[1];
    from.commands.clear();
    to.commands.clear();
    from.numEvents = count;
    for (int i = 0; i < count; ++i) {
      send.event = i;
      from.commands.push_back(send);
      to.commands.push_back(recv);
    }
    from.commands.push_back(sum);
    to.commands.insert(takesFirst ? to.commands.end() : to.commands.begin(),
                       last);
    from.bodies[0].end = to.bodies[0].end = count + 1;
    return made;
  };
  EXPECT_EQ(check(table(POPT_RT_OPEN_TRANSFERS, false)), "");
  EXPECT_EQ(check(table(5 * POPT_RT_OPEN_TRANSFERS, true)), "");
  std::string problem = check(table(POPT_RT_OPEN_TRANSFERS + 1, false));
  EXPECT_NE(problem.find("rank 0, command 128 (send_start): it waits forever: "
                         "128 messages to rank 1 are under way, more have no "
                         "place"),
            std::string::npos)
      << problem;
}

TEST_F(CheckMessagesTest, Counts) {
  command(1, 0).operands[0].shape = {3};
  says("it meets command 0 of rank 0, which has 4 f32, not 3 f32");
}

TEST_F(CheckMessagesTest, NobodyReceives) {
  command(0, 1).waits.clear();
  command(1, 0).op = WaitOp{};
  command(1, 0).operands.clear();
  says("nothing receives it");
}

TEST_F(CheckMessagesTest, NothingIsSent) {
  command(0, 0).op = WaitOp{};
  command(0, 0).operands.clear();
  command(0, 0).event = -1;
  b.table.programs[1].numEvents = 1;
  command(1, 0).event = 0;
  b.table.programs[1].regions[0].bytes += 64;
  for (Operand &operand : command(1, 1).operands)
    operand.offset = b.table.programs[1].regions[0].bytes - 64;
  says("nothing is sent to it");
}

TEST_F(CheckMessagesTest, DataDecides) {
  Program &p = b.table.programs[1];
  Operand predicate = p.commands[0].operands[0];
  predicate.type = POPT_RT_I1;
  predicate.shape = {};
  Command choice;
  CaseOp branches;
  branches.branches = {-1, 1};
  choice.op = branches;
  choice.operands = {predicate};
  p.commands.push_back(p.commands[0]);
  p.commands[0] = choice;
  p.bodies.push_back({2, 3, "branch"});
  says("it is between programs, and data decides whether it runs");
}

TEST_F(CheckMessagesTest, TooOften) {
  Program &p = b.table.programs[1];
  Command repeat;
  LoopOp loop;
  loop.body = 1;
  loop.count = Scalar::constant(int64_t(1) << 40);
  repeat.op = loop;
  p.commands.push_back(p.commands[0]);
  p.commands[0] = repeat;
  p.bodies.push_back({2, 3, "often"});
  says("its program talks more often than can be checked");
}
