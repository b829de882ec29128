//===- DiagnosisTest.cpp - Why nothing goes on ----------------------------===//
//
// From made-up states.
//
//===----------------------------------------------------------------------===//
#include "RunFixture.h"
#include "health/Watchdog.h"

using namespace popt::rt;
using Fault = Diagnosis::Fault;

namespace {
constexpr int64_t kLong = 100, kShort = 1;

RankState waits(int32_t rank, int64_t stillFor = kLong) {
  RankState state;
  state.seen.isWaiting = state.seen.computes = true;
  state.seen.waitsFor = rank;
  state.seen.op = 7;
  state.seen.step = 3;
  state.stillFor = stillFor;
  return state;
}
RankState computes(int64_t stillFor = kLong) {
  RankState state = waits(-1, stillFor);
  state.seen.isWaiting = false;
  return state;
}
RankState stopped(RankState state) {
  state.seen.isStopped = true;
  return state;
}
Diagnosis diagnose(
    const std::vector<RankState> &ranks,
    const HasSkipped &hasSkipped = [](int32_t, int32_t) { return false; }) {
  return popt::rt::diagnose(ranks, 50, hasSkipped);
}
using Ranks = std::vector<int32_t>;
} // namespace

TEST(DiagnosisTest, WhoIsToBlame) {
  // 0 waits for 1, which waits for 2.
  Diagnosis found = diagnose({waits(1), waits(2), computes()});
  EXPECT_EQ(found.fault, Fault::Computes);
  EXPECT_EQ(found.rank, 2);
  EXPECT_EQ(found.waiting, (Ranks{0, 1}));
  found = diagnose({waits(1), stopped(waits(2)), computes(kShort)});
  EXPECT_EQ(found.fault, Fault::Stopped);
  EXPECT_EQ(found.rank, 1);
  EXPECT_EQ(found.waiting, (Ranks{0}));
  found = diagnose({waits(1), waits(2), waits(1)});
  EXPECT_EQ(found.fault, Fault::Deadlock);
  EXPECT_EQ(found.rank, 2);
  EXPECT_EQ(found.waiting, (Ranks{0, 1}));
  // That 0 is a step ahead is no reason: it is not in the circle.
  RankState ahead = waits(1);
  ahead.seen.step = 4;
  EXPECT_EQ(diagnose({ahead, waits(2), waits(1)}).rank, 2);
}

TEST(DiagnosisTest, NobodyIsToBlame) {
  EXPECT_EQ(diagnose({waits(1), computes(kShort)}).fault, Fault::None);
  EXPECT_EQ(diagnose({waits(1, kShort), computes()}).fault, Fault::None);
  // None waits for it.
  EXPECT_EQ(diagnose({computes(), computes(kShort)}).fault, Fault::None);
  EXPECT_EQ(diagnose({stopped(computes()), computes()}).fault, Fault::None);
  // One of the chain goes on.
  EXPECT_EQ(diagnose({waits(1), waits(2, kShort), computes()}).fault,
            Fault::None);
  // It writes results, or reads its inputs.
  RankState between = computes();
  between.seen.op = -1;
  EXPECT_EQ(diagnose({waits(1), between}).fault, Fault::None);
  // Others report who has left.
  RankState gone = computes();
  gone.seen.isGone = true;
  EXPECT_EQ(diagnose({waits(1), gone}).fault, Fault::None);
}

TEST(DiagnosisTest, WhoHasSkipped) {
  Observation ahead, behind;
  ahead.step = behind.step = 3;
  ahead.op = 9;
  behind.op = 7;
  ahead.numBegun = 1000;
  behind.numBegun = 1000;
  auto begun = [](int64_t step, int64_t op) {
    return BegunCommand{0, op, step, -1};
  };
  EXPECT_TRUE(hasSkipped(ahead, {begun(3, 6), begun(3, 8)}, behind));
  EXPECT_FALSE(hasSkipped(ahead, {begun(3, 6), begun(3, 7)}, behind));
  // What it did when it may have come there is forgotten, unless that is in the step
  // before.
  behind.numBegun = 990;
  EXPECT_FALSE(hasSkipped(ahead, {begun(3, 6), begun(3, 8)}, behind));
  EXPECT_TRUE(hasSkipped(ahead, {begun(2, 6), begun(3, 8)}, behind));
  ahead.numBegun = 2;
  EXPECT_TRUE(hasSkipped(ahead, {begun(3, 6), begun(3, 8)}, behind));
  ahead.numBegun = behind.numBegun = 1000;
  EXPECT_FALSE(hasSkipped(behind, {begun(3, 6), begun(3, 7)}, ahead));
  // Who is after the step is past its commands, not before them.
  Observation after = behind;
  after.op = -1;
  EXPECT_TRUE(hasSkipped(after, {begun(3, 6)}, behind));
  EXPECT_FALSE(hasSkipped(after, {begun(3, 6), begun(3, 7)}, behind));
  EXPECT_FALSE(hasSkipped(behind, {begun(3, 6), begun(3, 7)}, after));
  // Of two microbatches the later one may come first: f0 f1 b0 f2 b1.
  ahead.microbatch = 0;
  behind.microbatch = 1;
  std::vector<BegunCommand> recent = {begun(3, 2), begun(3, 4), begun(3, 6),
                                      begun(3, 8)};
  EXPECT_FALSE(hasSkipped(ahead, recent, behind));
  ahead.numBegun = 1001;
  EXPECT_TRUE(hasSkipped(ahead, recent, behind));
  auto skipped = [](int32_t rank, int32_t) { return rank == 1; };
  Diagnosis found = diagnose({waits(1), waits(0)}, skipped);
  EXPECT_EQ(found.fault, Fault::Skipped);
  EXPECT_EQ(found.rank, 1);
  EXPECT_EQ(found.waiting, (Ranks{0}));
}

// Where calls go into streams threads run ahead, and nothing follows from their places.
TEST(DiagnosisTest, NothingIsInferredFromStreams) {
  auto skipped = [](int32_t rank, int32_t) { return rank == 1; };
  RankState waiting = waits(1);
  waiting.seen.hasOpenCalls = true;
  Diagnosis found = diagnose({waiting, waits(0)}, skipped);
  EXPECT_EQ(found.fault, Fault::Deadlock);
  EXPECT_EQ(found.waiting.size(), 1u);
}

// Before the first step a device may not answer; later work takes as long as it takes.
TEST(DiagnosisTest, ADeviceThatDoesNotAnswer) {
  RankState waiting = computes();
  waiting.onDeviceFor = kLong;
  EXPECT_EQ(diagnose({computes(), waiting}).fault, Fault::None);
  waiting.seen.step = 0;
  waiting.seen.op = -1;
  Diagnosis found = diagnose({computes(), waiting});
  EXPECT_EQ(found.fault, Fault::OnDevice);
  EXPECT_EQ(found.rank, 1);
  waiting.onDeviceFor = kShort;
  EXPECT_EQ(diagnose({computes(), waiting}).fault, Fault::None);
}

// All have come to a call that does not finish.
TEST(DiagnosisTest, WhatDoesNotFinish) {
  RankState waiting = waits(-1);
  EXPECT_EQ(diagnose({computes(), waiting, waiting}).fault, Fault::None);
  waiting.togetherFor = kLong;
  Diagnosis found = diagnose({waits(1), waiting, waiting});
  EXPECT_EQ(found.fault, Fault::Unfinished);
  EXPECT_EQ(found.rank, 1);
  EXPECT_EQ(found.waiting, (Ranks{0}));
  // One that is stopped in it is to blame, once it has been for so long.
  found = diagnose({waits(1), waiting, stopped(waiting)});
  EXPECT_EQ(found.fault, Fault::Stopped);
  EXPECT_EQ(found.rank, 2);
  EXPECT_EQ(found.waiting, (Ranks{}));
  RankState briefly = stopped(waiting);
  briefly.stillFor = 0;
  EXPECT_EQ(diagnose({waits(1), waiting, briefly}).fault, Fault::None);
  // And one of which nothing has been heard may be.
  RankState silent = waiting;
  silent.unheardFor = 2'000'000'000;
  EXPECT_EQ(diagnose({waits(1), waiting, silent}).fault, Fault::None);
}

TEST(DiagnosisTest, WhatIsSaid) {
  StepTable table = updateProgram();
  std::vector<RankState> ranks = {waits(1), waits(0), waits(0), computes()};
  ranks[0].stillFor = 2'500'000'000;
  for (RankState &rank : ranks)
    rank.seen.op = 0;
  ranks[1].seen.microbatch = 5;
  const std::string place = ", command 0 (kernel \"update\" at model.py:12:3)";
  EXPECT_EQ(describe({Fault::Deadlock, 0, {1}}, ranks, table),
            "rank 0 and others have waited for each other for 2.5 s; it waits "
            "in step 3" +
                place + "\n  rank 1 waits for rank 0 in step 3, microbatch 5" +
                place);
  EXPECT_EQ(describe({Fault::Skipped, 0, {1}}, ranks, table),
            "rank 0 is in step 3" + place +
                ", and left out what rank 1 waits for in step 3, microbatch 5" +
                place + "\n  rank 1 waits for rank 0 in step 3, microbatch 5" +
                place);
  EXPECT_EQ(describe({Fault::Unfinished, 0, {}}, ranks, table),
            "rank 0 and all others that take part have waited for 2.5 s in "
            "step 3" +
                place +
                ": the network or a GPU may be stuck; --dump writes what each "
                "rank has issued and done");
  // Its streams are where they are; its thread has gone on.
  ranks[1].seen.hasOpenCalls = true;
  ranks[1].seen.openCall = {0, 2, -1};
  EXPECT_EQ(describe({Fault::Deadlock, 1, {}}, ranks, table),
            "rank 1 and others have waited for each other for 0.0 s; it waits "
            "in step 2" +
                place + "; --dump writes what each rank has issued and done");
  ranks[0].seen.op = -1;
  ranks[0].seen.step = 0;
  EXPECT_EQ(describe({Fault::OnDevice, 0, {}}, ranks, table),
            "rank 0 has waited for its device for 2.5 s before the first step; "
            "if it needs so long, allow more (--watchdog)");
  EXPECT_EQ(describe({Fault::Stopped, 0, {}}, ranks, table),
            "rank 0 has been stopped by a signal for 2.5 s before the first "
            "step");
}

/// After three windows that are alike.
static SlowRank slowRank(const std::vector<double> &seconds,
                         const std::vector<int32_t> &programs, double whole) {
  SlowRanks ranks;
  ranks.next(seconds, programs, whole);
  ranks.next(seconds, programs, whole);
  return ranks.next(seconds, programs, whole);
}

TEST(DiagnosisTest, WhoIsSlow) {
  SlowRank slow = slowRank({1, 1.2, 3, 1}, {0, 0, 0, 0}, 4);
  EXPECT_EQ(slow.rank, 2);
  EXPECT_EQ(slow.factor, 3);
  EXPECT_EQ(slow.usual, 1);
  EXPECT_EQ(slowRank({1, 1.2, 1.9, 1}, {0, 0, 0, 0}, 4).rank, -1);
  // It makes no difference to the step.
  EXPECT_EQ(slowRank({1, 1, 3, 1}, {0, 0, 0, 0}, 100).rank, -1);
  // Stages differ in what they have to do.
  EXPECT_EQ(slowRank({1, 1, 3, 3}, {0, 0, 1, 1}, 4).rank, -1);
  EXPECT_EQ(slowRank({1, 3}, {0, 1}, 4).rank, -1);
}

// On a busy machine another rank waits for a processor in each window.
TEST(DiagnosisTest, WhoIsSlowForOnce) {
  const std::vector<int32_t> programs(3);
  SlowRanks ranks;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(ranks.next({400, 1, 1}, programs, 401).rank, -1);
    EXPECT_EQ(ranks.next({400, 1, 1}, programs, 401).rank, -1);
    EXPECT_EQ(ranks.next({1, 400, 1}, programs, 401).rank, -1);
  }
}

TEST(DiagnosisTest, WhoIsOftenStopped) {
  EXPECT_EQ(findOftenStopped({0, 1, 13, 0}, 20), 2);
  EXPECT_EQ(findOftenStopped({0, 1, 7, 0}, 20), -1);
  // Something slows all of them.
  EXPECT_EQ(findOftenStopped({12, 13, 14, 12}, 20), -1);
  EXPECT_EQ(findOftenStopped({0}, 20), -1);
}
