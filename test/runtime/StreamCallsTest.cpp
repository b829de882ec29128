//===- StreamCallsTest.cpp - Who keeps a rank's streams -------------------===//
#include "transport/StreamCalls.h"
#include "transport/Segment.h"
#include "transport/Transport.h"
#include <gtest/gtest.h>

using namespace popt::rt;

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
    const char *names[] = {"Left", "Absent", "Earlier"};
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

// Who is past a call keeps none in it, and of a channel that a rank does not know it has
// issued nothing.
TEST_F(StreamCallsTest, WhoKeepsNoCall) {
  set(1, 9, 7, 5);
  set(2, 5, 5, 4);
  set(3, 5, 5, 4);
  EXPECT_EQ(obstacles(), "");
  EXPECT_EQ(findObstacles(*segment, nameOfMessages(2, 0), 1, {2}).front().kind,
            Obstacle::Kind::Absent);
}

// Who reads a call while it is written sees none.
TEST_F(StreamCallsTest, TheOldestCall) {
  StreamCalls &calls = segment->rankRecord(0).streams;
  calls.setOldest({12, 3, -1});
  EXPECT_EQ(calls.oldestCall().command, 12);
  EXPECT_EQ(calls.oldestCall().step, 3);
  calls.numOldest.fetch_add(1);
  EXPECT_EQ(calls.oldestCall().command, -1);
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
