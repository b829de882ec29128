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
  return popt::rt::diagnose(ranks, {50, 5}, hasSkipped);
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

// Calls go into streams: a rank's streams wait while its thread does something else.
TEST(DiagnosisTest, WhoDoesNotComeBack) {
  auto inCall = [](RankState state) {
    state.inCallFor = 10;
    return state;
  };
  auto opensCalls = [](RankState state, bool isAtWork) {
    state.seen.hasOpenCalls = true;
    state.seen.isAtWork = isAtWork;
    return state;
  };
  // 1's thread is in NCCL: others wait less long than for one that computes.
  Diagnosis found = diagnose({waits(1, 20), inCall(computes(20))});
  EXPECT_EQ(found.fault, Fault::InCall);
  EXPECT_EQ(found.rank, 1);
  EXPECT_EQ(found.waiting, (Ranks{0}));
  // None has to wait for it, unless its streams may keep it there.
  EXPECT_EQ(diagnose({computes(), inCall(computes())}).fault, Fault::InCall);
  RankState full = opensCalls(inCall(computes()), true);
  EXPECT_EQ(diagnose({computes(), full}).fault, Fault::None);
  // Its streams wait for 0, which waits for what its thread has not issued.
  RankState waiting = opensCalls(waits(1), false);
  found = diagnose({waiting, opensCalls(inCall(waits(0)), true)});
  EXPECT_EQ(found.fault, Fault::InCall);
  EXPECT_EQ(found.rank, 1);
  found = diagnose({waiting, opensCalls(waits(0), true)});
  EXPECT_EQ(found.fault, Fault::Computes);
  EXPECT_EQ(found.rank, 1);
  // Its watch is in NCCL, or in the driver.
  RankState watch = waits(0);
  watch.inWatchCallFor = 10;
  found = diagnose({waits(1), watch});
  EXPECT_EQ(found.fault, Fault::InCall);
  EXPECT_EQ(found.rank, 1);
}

// 1 is done with the call that 0 is in, and goes on, or waits for 0, too.
TEST(DiagnosisTest, WhoHasLeftACallOut) {
  RankState waiting = waits(1, 20);
  waiting.seen.numSkipped = 1;
  for (const RankState &other : {computes(kShort), waits(0), waits(2)}) {
    Diagnosis found = diagnose({waiting, other, waits(0)});
    EXPECT_EQ(found.fault, Fault::SkippedCollective);
    EXPECT_EQ(found.rank, 1);
    EXPECT_EQ(found.waiting, (Ranks{0, 2}));
  }
  // A call of its own library may hold up its streams, but not one that waits for them.
  RankState inCall = waiting;
  inCall.seen.call = {3, "ncclAllGather"};
  EXPECT_EQ(diagnose({inCall, waits(0)}).fault, Fault::None);
  inCall.inCallFor = 10;
  Diagnosis found = diagnose({inCall, waits(0)});
  EXPECT_EQ(found.fault, Fault::InCall);
  EXPECT_EQ(found.rank, 0);
  inCall.seen.awaitsStreams = inCall.seen.hasOpenCalls = true;
  EXPECT_EQ(diagnose({inCall, waits(0)}).fault, Fault::SkippedCollective);
  waiting.stillFor = kShort;
  EXPECT_EQ(diagnose({waiting, computes(kShort)}).fault, Fault::None);
}

// 1 and 2 are done with the call that 0 is in: one of them has left something out.
TEST(DiagnosisTest, OneOfSeveralHasLeftACallOut) {
  RankState waiting = waits(1, 20);
  waiting.seen.numSkipped = 2;
  Diagnosis found = diagnose({waits(1), waiting, waits(1), waits(1)});
  EXPECT_EQ(found.fault, Fault::AmbiguousSkip);
  EXPECT_EQ(found.rank, 1);
  EXPECT_EQ(found.waiting, (Ranks{0, 2, 3}));
  // Who is to blame for certain comes first, and what is known at all before what
  // only does not finish.
  found = diagnose({waits(1), waiting, waits(1), waits(4), computes()});
  EXPECT_EQ(found.fault, Fault::Computes);
  EXPECT_EQ(found.rank, 4);
  RankState together = waits(-1);
  together.togetherFor = kLong;
  EXPECT_EQ(diagnose({together, waiting}).fault, Fault::AmbiguousSkip);
  EXPECT_EQ(diagnose({together, waits(2), computes()}).fault, Fault::Computes);
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

// Ranks 1 to 3 are in one call, 2 from a later place of the program.
TEST(DiagnosisTest, WhoIsInACallTooEarly) {
  RankState early = waits(-1), late = waits(-1);
  early.togetherFor = late.togetherFor = kLong;
  early.seen.hasOpenCalls = late.seen.hasOpenCalls = true;
  early.seen.openCall = {7, 4, 12, {12, 3, -1}, {20, 3, -1}};
  late.seen.openCall = {7, 4, 20, {20, 3, -1}, {}};
  Diagnosis found = diagnose({waits(1), early, late, early});
  EXPECT_EQ(found.fault, Fault::SkippedCollective);
  EXPECT_EQ(found.rank, 2);
  EXPECT_EQ(found.waiting, (Ranks{0, 1, 3}));
  // Either may have stopped first; it is not looked for while both go on.
  early.stillFor = kShort;
  EXPECT_EQ(diagnose({waits(1), early, late, early}).rank, 2);
  late.stillFor = kShort;
  EXPECT_EQ(diagnose({waits(1), early, late, early}).fault, Fault::None);
  early.stillFor = late.stillFor = kLong;
  // Also where it is only known that one has left something out.
  early.togetherFor = 0;
  early.seen.waitsFor = 3;
  early.seen.numSkipped = 2;
  EXPECT_EQ(diagnose({waits(1), early, late, early}).rank, 2);
}

TEST(DiagnosisTest, WhoIsLaterInLine) {
  Program program;
  program.bodies = {{0, 2, ""}, {2, 4, ""}};
  auto inCall = [](int64_t command) {
    Observation seen;
    seen.hasOpenCalls = true;
    seen.openCall = {7, 4, command, {command, 3, -1}, {}};
    return seen;
  };
  EXPECT_TRUE(isLaterInLine(inCall(1), inCall(0), program));
  EXPECT_FALSE(isLaterInLine(inCall(0), inCall(1), program));
  // What is in other bodies may run more than once.
  EXPECT_FALSE(isLaterInLine(inCall(2), inCall(0), program));
  Observation other = inCall(0);
  other.openCall.number = 6;
  EXPECT_FALSE(isLaterInLine(inCall(1), other, program));
  // So one is known that is early though what comes next is not.
  RankState here = waits(-1), early = waits(-1);
  here.seen = inCall(0);
  here.seen.isWaiting = true;
  early.seen = inCall(1);
  auto later = [&](int32_t rank, int32_t of) { return rank == 1 && of == 0; };
  Diagnosis found = diagnose({here, early}, later);
  EXPECT_EQ(found.fault, Fault::SkippedCollective);
  EXPECT_EQ(found.rank, 1);
}

// Rank 1's thread waits for its streams, and has not issued what rank 0 waits for.
TEST(DiagnosisTest, WhoHasNotIssuedACall) {
  RankState waiting = waits(1), other = waits(0);
  waiting.seen.isNotIssued = true;
  EXPECT_EQ(diagnose({waiting, other}).fault, Fault::Deadlock);
  other.seen.awaitsStreams = true;
  Diagnosis found = diagnose({waiting, other});
  EXPECT_EQ(found.fault, Fault::Skipped);
  EXPECT_EQ(found.rank, 1);
  // Either may have caused it.
  waiting.seen.awaitsStreams = other.seen.isNotIssued = true;
  EXPECT_EQ(diagnose({waiting, other}).fault, Fault::Deadlock);
}

// Rank 0's streams wait for rank 1, which is done with that step.
TEST(DiagnosisTest, WhoIsPastTheStepOfACall) {
  RankState inStep = waits(1), after = waits(0);
  inStep.seen.hasOpenCalls = true;
  inStep.seen.openCall = {7, 4, 12, {12, 3, -1}, {}};
  after.seen.hasOpenCalls = true;
  after.seen.openCall = {8, 2, 7, {7, 3, -1}, {}};
  EXPECT_EQ(diagnose({inStep, after}).fault, Fault::Deadlock);
  after.seen.hasOpenCalls = false;
  after.seen.op = -1;
  Diagnosis found = diagnose({inStep, after});
  EXPECT_EQ(found.fault, Fault::Skipped);
  EXPECT_EQ(found.rank, 1);
  EXPECT_EQ(found.waiting, (Ranks{0}));
  after.seen.step = 2;
  EXPECT_EQ(diagnose({inStep, after}).fault, Fault::Deadlock);
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
                ": the network or a GPU may be stuck, or one of them has left "
                "out one of several calls that NCCL was given together");
  ranks[0].seen.numSkipped = 3;
  EXPECT_EQ(describe({Fault::AmbiguousSkip, 0, {}}, ranks, table),
            "rank 0 has waited for 2.5 s in step 3" + place +
                ", with which 3 ranks are done that it needs: one of those has "
                "left out a call of NCCL");
  ranks[0].seen.call = {3, "ncclSend"};
  ranks[0].inCallFor = 10;
  EXPECT_EQ(describe({Fault::InCall, 0, {}}, ranks, table),
            "rank 0 does not come back from ncclSend in step 3" + place);
  // Its streams are where they are; its thread has gone on.
  ranks[1].seen.numSkipped = 1;
  ranks[1].seen.hasOpenCalls = true;
  ranks[1].seen.openCall.command = 0;
  ranks[1].seen.openCall.place.step = 2;
  EXPECT_EQ(describe({Fault::SkippedCollective, 0, {1}}, ranks, table),
            "rank 0 has left out a collective, the one of rank 1 in step 2" +
                place +
                " or one before it: it is done with that\n  rank 1 waits for "
                "rank 0 in step 2" +
                place);
  // It is in the same call, at a later place.
  ranks[0].seen.hasOpenCalls = true;
  ranks[0].seen.openCall = {7, 4, 0, {20, 3, -1}, {}};
  ranks[1].seen.openCall = {7, 4, 0, {12, 2, -1}, {}};
  ranks[1].seen.numSkipped = 0;
  ranks[1].seen.waitsFor = -1;
  EXPECT_EQ(describe({Fault::SkippedCollective, 0, {1}}, ranks, table),
            "rank 0 has left out a collective, the one of rank 1 in step 2" +
                place + " or one before it: it is in step 3" + place +
                "\n  rank 1 waits for rank 0 in step 2" + place);
  ranks[0].seen.hasOpenCalls = false;
  ranks[0].seen.op = -1;
  ranks[0].seen.step = 0;
  EXPECT_EQ(describe({Fault::InCall, 0, {}}, ranks, table),
            "rank 0 does not come back from ncclSend before the first step; if "
            "it needs so long, allow more (--watchdog)");
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
