// Work in several streams: what waits for what, and what slows what down.

#include "popt/Machine/Streams.h"

#include <gtest/gtest.h>

using namespace popt;

/// Kernels 1.25 times as slow beside collectives, these 1.5 times beside kernels
/// on the near links.
static Machine twoLevels() {
  Machine m = Machine::builtin();
  m.devices[0].slowdownBesideLinks = 1.25;
  m.links = {{"near", 2, 0, 1e11, {}, 1.5}, {"far", 0, 0, 1e10, {}}};
  return m;
}

TEST(StreamsTest, NothingTakesNoTime) {
  EXPECT_EQ(secondsInStreams(Machine::builtin(), {}), 0);
  EXPECT_EQ(secondsInStreams(Machine::builtin(), {{0, 0}, {1, 0, 0, {0}}}), 0);
}

TEST(StreamsTest, OneStreamIsASum) {
  EXPECT_DOUBLE_EQ(secondsInStreams(twoLevels(), {{0, 1}, {0, 2, 0}, {0, 4}}),
                   7);
}

// The collective begins after the first kernel and ends with the second, which
// runs beside it; the third waits for it.
TEST(StreamsTest, WaitsAreKept) {
  Machine m = Machine::builtin();
  EXPECT_DOUBLE_EQ(
      secondsInStreams(m, {{0, 1}, {1, 3, 0, {0}}, {0, 2}, {0, 1, -1, {1}}}),
      5);
}

// 4 s of kernels beside 2 s of a collective: it takes 3 s, in which 2.4 s of
// kernels are done.
TEST(StreamsTest, KernelsAndCollectivesSlowEachOther) {
  EXPECT_DOUBLE_EQ(secondsInStreams(twoLevels(), {{0, 4}, {1, 2, 0}}), 4.6);
}

// A copy over the host's link disturbs no other.
TEST(StreamsTest, CopiesDisturbNobody) {
  EXPECT_DOUBLE_EQ(
      secondsInStreams(twoLevels(), {{0, 4}, {1, 3, StreamWork::kHostLink}}),
      4);
}

// Two collectives share the links of one level, and not those of two.
TEST(StreamsTest, CollectivesShareALevel) {
  EXPECT_DOUBLE_EQ(secondsInStreams(twoLevels(), {{1, 2, 0}, {2, 3, 0}}), 5);
  EXPECT_DOUBLE_EQ(secondsInStreams(twoLevels(), {{1, 2, 0}, {2, 3, 1}}), 3);
}

// A collective of another stream begins after the one before it has begun.
TEST(StreamsTest, CollectivesBeginInOrder) {
  Machine m = Machine::builtin();
  std::vector<StreamWork> works = {{0, 4}, {1, 2, 0, {0}}, {2, 1, 0}};
  EXPECT_DOUBLE_EQ(secondsInStreams(m, works), 7);
  std::swap(works[1], works[2]);
  EXPECT_DOUBLE_EQ(secondsInStreams(m, works), 6);
}

// A short collective of another stream need not wait for a long one before it.
TEST(StreamsTest, ShortOnesPassLongOnes) {
  std::vector<StreamWork> works = {{1, 10, 1}, {1, 1, 0}, {0, 9, -1, {1}}};
  Machine m = twoLevels();
  m.devices[0].slowdownBesideLinks = 1;
  EXPECT_DOUBLE_EQ(secondsInStreams(m, works), 20);
  works[1].stream = 2;
  EXPECT_DOUBLE_EQ(secondsInStreams(m, works), 10);
}
