//===- StreamCallsTest.cpp - Who keeps a rank's streams -------------------===//
#include "transport/StreamCalls.h"
#include "health/Observation.h"
#include "transport/Segment.h"
#include "transport/Transport.h"
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

using namespace popt::rt;
using namespace std::chrono;
using Kind = Obstacle::Kind;

namespace {
struct StreamCallsTest : testing::Test {
  std::shared_ptr<Segment> segment = Segment::createPrivate(4);
  const uint64_t all = groupKey({0, 1, 2, 3}, 0);

  StreamChannel &end(int32_t rank, uint64_t name) {
    return *segment->rankRecord(rank).streams.add(name);
  }
  void set(int32_t rank, uint64_t issued, uint64_t begun, uint64_t done) {
    end(rank, all).issued.store(issued);
    end(rank, all).begun.store(begun);
    end(rank, all).done.store(done);
  }
  /// "1:Absent 2:Earlier", of what keeps rank 0 in call 5.
  std::string obstacles(const std::vector<int32_t> &peers = {1, 2, 3}) {
    const char *names[] = {"Left", "Absent", "Earlier", "SkippedCollective"};
    std::string text;
    for (auto [kind, rank] : findObstacles(*segment, all, 5, peers))
      text += (text.empty() ? "" : " ") + std::to_string(rank) + ":" +
              names[static_cast<int>(kind)];
    return text;
  }
};
} // namespace

TEST_F(StreamCallsTest, WhoKeepsACall) {
  // Rank 1 has not issued it, the stream of 2 has not come to it, 3 is in it.
  set(1, 4, 4, 4);
  set(2, 9, 4, 3);
  set(3, 5, 5, 4);
  EXPECT_EQ(obstacles(), "1:Absent 2:Earlier");
  // None waits for those that take no part.
  EXPECT_EQ(obstacles({3}), "");
  segment->rankRecord(1).left.store(1);
  EXPECT_EQ(obstacles(), "1:Left 2:Earlier");
}

TEST_F(StreamCallsTest, WhoHasLeftACallOut) {
  // Rank 1 is done with it, as it can't be while rank 0 is in it.
  set(1, 9, 7, 5);
  set(2, 5, 5, 4);
  set(3, 5, 5, 4);
  EXPECT_EQ(obstacles(), "1:SkippedCollective");
  // What is missing explains more.
  set(3, 4, 4, 4);
  EXPECT_EQ(obstacles(), "3:Absent");
  // Of a channel that a rank does not know it has issued nothing.
  EXPECT_EQ(findObstacles(*segment, nameOfMessages(2, 0), 1, {2}).front().kind,
            Kind::Absent);
}

/// The fourth call of a channel, in step 3.
static OpenCall fourth(int64_t op, int64_t next) {
  return {7, 4, op, {op, 3, -1}, {next, 3, -1}};
}

TEST_F(StreamCallsTest, WhoIsInACallTooEarly) {
  OpenCall here = fourth(12, 20), there = fourth(20, 31);
  EXPECT_TRUE(hasSkippedCall(there, here));
  EXPECT_FALSE(hasSkippedCall(here, there));
  EXPECT_FALSE(hasSkippedCall(here, here));
  // In an order that is not the other's there may be anything.
  EXPECT_FALSE(hasSkippedCall(fourth(31, 40), here));
  // Of another call, or another channel, nothing follows.
  there.number = 6;
  EXPECT_FALSE(hasSkippedCall(there, here));
  there = fourth(20, 31);
  there.channel = 8;
  EXPECT_FALSE(hasSkippedCall(there, here));
  // In a loop it may be the same place, or either may come after the other.
  EXPECT_FALSE(hasSkippedCall(fourth(12, 12), fourth(12, 12)));
  EXPECT_FALSE(hasSkippedCall(fourth(20, 12), here));
  // Messages have no places, and what is not known is not equal.
  EXPECT_FALSE(hasSkippedCall(fourth(-1, 31), fourth(12, -1)));
}

TEST_F(StreamCallsTest, WhoIsInACallAStepTooEarly) {
  OpenCall last = fourth(31, -1), first = fourth(12, 20);
  first.place.step = 4;
  EXPECT_TRUE(hasSkippedCall(first, last));
  EXPECT_FALSE(hasSkippedCall(last, first));
}

// The third message of a channel is one of microbatch 1 at one end, of 2 at the other.
TEST_F(StreamCallsTest, WhoHasLeftAMessageOut) {
  StreamCalls &calls = segment->rankRecord(1).streams;
  StreamChannel &channel = end(1, nameOfMessages(0, 1));
  channel.first.store(3);
  channel.step.store(5);
  channel.microbatch.store(2);
  OpenCall waiting = {nameOfMessages(0, 1), 3, 7, {-1, 5, 1}, {}};
  EXPECT_TRUE(calls.haveSkippedMessage(waiting));
  waiting.place.microbatch = 2;
  EXPECT_FALSE(calls.haveSkippedMessage(waiting));
  waiting.place.microbatch = -1;
  EXPECT_FALSE(calls.haveSkippedMessage(waiting));
  waiting.place.step = 4;
  EXPECT_TRUE(calls.haveSkippedMessage(waiting));
  // Of another message, or a group's call, nothing follows.
  waiting.number = 2;
  EXPECT_FALSE(calls.haveSkippedMessage(waiting));
  waiting.number = 3;
  waiting.channel = nameOfMessages(2, 1);
  EXPECT_FALSE(calls.haveSkippedMessage(waiting));
  waiting = fourth(12, 20);
  waiting.channel = nameOfMessages(0, 1);
  waiting.number = 3;
  EXPECT_FALSE(calls.haveSkippedMessage(waiting));
}

// What is known of a call says nothing once none is open.
TEST_F(StreamCallsTest, NothingIsSkippedWhereNothingIsOpen) {
  RankRecord &record = segment->rankRecord(0);
  record.waiting.store(1);
  record.waitsFor.store(1 + 1);
  record.streams.numSkipped.store(1);
  record.streams.isNotIssued.store(1);
  EXPECT_EQ(observe(*segment, 0).numSkipped, 0u);
  EXPECT_FALSE(observe(*segment, 0).isNotIssued);
  record.streams.areOpen.store(1);
  EXPECT_EQ(observe(*segment, 0).numSkipped, 1u);
  EXPECT_TRUE(observe(*segment, 0).isNotIssued);
}

// Who reads a call while it is written sees none.
TEST_F(StreamCallsTest, TheOldestCall) {
  StreamCalls &calls = segment->rankRecord(0).streams;
  calls.setOldest(fourth(12, 20));
  EXPECT_EQ(calls.oldestCall().number, 4u);
  EXPECT_EQ(calls.oldestCall().next, fourth(12, 20).next);
  calls.numOldest.fetch_add(1);
  EXPECT_FALSE(calls.oldestCall().place.isKnown());
}

TEST_F(StreamCallsTest, Names) {
  EXPECT_NE(groupKey({0, 1}, 0), groupKey({0, 1}, 1));
  EXPECT_NE(groupKey({0, 1}, 0), groupKey({1, 0}, 0));
  EXPECT_NE(nameOfMessages(0, 1), nameOfMessages(1, 0));
}

TEST_F(StreamCallsTest, ManyChannels) {
  StreamCalls &calls = segment->rankRecord(0).streams;
  for (uint64_t name = 1; name <= StreamCalls::kMostChannels; ++name)
    ASSERT_TRUE(calls.add(name));
  EXPECT_EQ(calls.add(7), &calls.channels[6]);
  EXPECT_EQ(calls.add(1000), nullptr);
  EXPECT_EQ(calls.find(1000), nullptr);
}

TEST_F(StreamCallsTest, LibraryCalls) {
  LibraryCall call = {}, copy = {};
  EXPECT_FALSE(call.words().isOpen());
  uint64_t first;
  {
    LibraryCall::Scope scope(&call, "ncclCommInitRankConfig");
    first = call.words().number;
    EXPECT_TRUE(call.words().isOpen());
    EXPECT_STREQ(call.words().name, "ncclCommInitRankConfig");
    copy.copy(call.words());
  }
  EXPECT_FALSE(call.words().isOpen());
  EXPECT_TRUE(copy.words().isOpen());
  EXPECT_STREQ(copy.words().name, "ncclCommInitRankConfig");
  LibraryCall::Scope scope(&call, "aNameThatIsLongerThanAllOfNccls");
  EXPECT_NE(call.words().number, first);
  EXPECT_STREQ(call.words().name, "aNameThatIsLongerThanAl");
  LibraryCall::Scope unseen(nullptr, "ncclSend");
}

// A rank that asks again and again whether something is done is in the call often, but
// not for long.
TEST_F(StreamCallsTest, LongCalls) {
  LibraryCall call = {}, copy = {};
  EXPECT_FALSE(call.isLong());
  for (int i = 0; i < 2; ++i) {
    auto begin = steady_clock::now();
    LibraryCall::Scope scope(&call, "ncclCommGetAsyncError");
    copy.copy(call.words());
    bool isLong = call.isLong() || copy.isLong();
    if (steady_clock::now() - begin <
        milliseconds(40)) // else the test was paused
      EXPECT_FALSE(isLong);
    std::this_thread::sleep_for(milliseconds(80));
    copy.copy(call.words()); // as the relay does again and again
    EXPECT_TRUE(call.isLong());
    EXPECT_TRUE(copy.isLong());
  }
  EXPECT_FALSE(call.isLong());
}
