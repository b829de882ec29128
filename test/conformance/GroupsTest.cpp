//===- GroupsTest.cpp - Groups, channels and memory -----------------------===//

#include "Harness.h"

#include <thread>

using namespace popt::rt::conformance;

namespace {
class GroupsTest : public WorldTest {};
} // namespace

TEST_P(GroupsTest, SameListAndChannelIsTheSameGroup) {
  expectAll(GetParam(), 3, [](popt_rt_transport *transport) -> std::string {
    std::string error;
    popt_rt_group *all = groupOfAll(transport);
    popt_rt_group *again = groupOfAll(transport);
    popt_rt_group *other = makeGroup(transport, {0, 1, 2}, error, 1);
    popt_rt_group *reversed = makeGroup(transport, {2, 1, 0}, error);
    if (!error.empty())
      return error;
    if (all != again || all == other || all == reversed)
      return "wrong identity of groups";
    if (popt_rt_group_size(reversed) != 3 ||
        popt_rt_group_member(reversed) != 2 - popt_rt_transport_rank(transport))
      return "wrong member index";
    return "";
  });
}

// Members meet whatever the order in which they make their groups.
TEST_P(GroupsTest, AreMadeInAnyOrder) {
  if (GetParam().streamsMeet)
    GTEST_SKIP() << "members wait for each other";
  expectAll(GetParam(), 4, [](popt_rt_transport *transport) -> std::string {
    int32_t rank = popt_rt_transport_rank(transport);
    std::string error;
    for (int32_t round = 0; round < 20; ++round) {
      popt_rt_group *groups[3];
      for (int32_t i = 0; i < 3; ++i) {
        int32_t which = (i + rank + round) % 3;
        // Groups of two ranks that differ in one bit or in two.
        int32_t peer = rank ^ (which + 1);
        std::vector<int32_t> pair = {std::min(rank, peer),
                                     std::max(rank, peer)};
        groups[which] = makeGroup(transport, pair, error, round);
        if (!groups[which])
          return error;
      }
      for (int32_t which = 0; which < 3; ++which) {
        int64_t mine = rank + 1, sum = 0;
        popt_rt_op op = {round, "pairs", nullptr};
        POPT_RT_TRY(transport,
                    popt_rt_all_reduce(groups[which], &op, &mine, &sum, 1,
                                       POPT_RT_I64, POPT_RT_SUM));
        if (sum != rank + 1 + (rank ^ (which + 1)) + 1)
          return "wrong sum";
      }
    }
    return "";
  });
}

// Two threads of each rank communicate at once, each on its own channel.
TEST_P(GroupsTest, ChannelsRunConcurrently) {
  if (GetParam().streamsMeet)
    GTEST_SKIP() << "both threads of a rank have one stream";
  expectAll(GetParam(), 3, [](popt_rt_transport *transport) -> std::string {
    auto stream = [&](int32_t channel, std::string &error) -> void {
      popt_rt_group *group = makeGroup(transport, {0, 1, 2}, error, channel);
      for (int64_t i = 0; group && i < 300 && error.empty(); ++i) {
        popt_rt_op op = {i, "stream", nullptr};
        std::vector<int32_t> send(500 * (channel + 1), int32_t(i + channel));
        std::vector<int32_t> recv(send.size());
        if (popt_rt_all_reduce(group, &op, send.data(), recv.data(),
                               int64_t(send.size()), POPT_RT_I32, POPT_RT_SUM))
          error = popt_rt_last_error(transport);
        else if (recv.back() != 3 * (i + channel))
          error = "wrong sum";
      }
    };
    std::string first, second;
    std::thread other([&] { stream(1, second); });
    stream(0, first);
    other.join();
    return first + second;
  });
}

TEST_P(GroupsTest, MemoryIsSharedZeroedAndReused) {
  expectAll(GetParam(), 3, [](popt_rt_transport *transport) -> std::string {
    popt_rt_group *group = groupOfAll(transport);
    void *blocks[3];
    const int64_t count = 10000;
    for (int round = 0; round < 3; ++round) {
      for (void *&block : blocks) {
        POPT_RT_TRY(transport, popt_rt_transport_allocate(
                                   transport, count * sizeof(float), &block));
        if (reinterpret_cast<uintptr_t>(block) % 4096)
          return "not aligned";
        for (int64_t i = 0; i < count; ++i)
          if (static_cast<float *>(block)[i] != 0)
            return "not zeroed";
        for (int64_t i = 0; i < count; ++i)
          static_cast<float *>(block)[i] = 1;
      }
      popt_rt_op op = {round, "memory", nullptr};
      POPT_RT_TRY(transport,
                  popt_rt_all_reduce(group, &op, blocks[0], blocks[2], count,
                                     POPT_RT_F32, POPT_RT_SUM));
      if (static_cast<float *>(blocks[2])[count - 1] != 3)
        return "wrong sum";
      popt_rt_transport_free(transport, blocks[1]);
      popt_rt_transport_free(transport, blocks[0]);
      popt_rt_transport_free(transport, blocks[2]);
    }
    if (popt_rt_transport_allocate(transport, SIZE_MAX, blocks) !=
        POPT_RT_OUT_OF_MEMORY)
      return "allocated everything";
    return "";
  });
}

POPT_RT_FOR_ALL_WORLDS(GroupsTest);
