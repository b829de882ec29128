//===- StressTest.cpp - Many collectives of mixed kinds and groups --------===//
//
// Ranks run ahead of and behind each other at random; every value is checked.
// Then the same reductions twice: equal bits on every rank and in every run.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Oracle.h"

#include <unistd.h>

using namespace popt::rt::conformance;

namespace {
class StressTest : public WorldTest {};

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int64_t rounds = 300;
#else
constexpr int64_t rounds = 3000;
#endif
} // namespace

static uint64_t nextRandom(uint64_t &state) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return state >> 33;
}

/// One random operation on integers, whose result is known in closed form.
static std::string randomOp(popt_rt_transport *transport, popt_rt_group *group,
                            int64_t round, uint64_t &shared, int32_t firstRank,
                            int32_t step) {
  int32_t n = popt_rt_group_size(group), me = popt_rt_group_member(group);
  int64_t rank = popt_rt_transport_rank(transport);
  static const int64_t sizes[] = {1, 3, 64, 1000, 5000, 20000};
  int64_t count = sizes[nextRandom(shared) % 6];
  popt_rt_op op = {round, "stress", nullptr};
  std::vector<int64_t> send(count), recv(count, -1);
  for (int64_t i = 0; i < count; ++i)
    send[i] = rank * 7 + i + round;
  int64_t sumOfRanks = int64_t(n) * firstRank + int64_t(step) * n * (n - 1) / 2;
  switch (nextRandom(shared) % 4) {
  case 0:
    POPT_RT_TRY(transport,
                popt_rt_all_reduce(group, &op, send.data(), recv.data(), count,
                                   POPT_RT_I64, POPT_RT_SUM));
    for (int64_t i = 0; i < count; ++i)
      if (recv[i] != sumOfRanks * 7 + n * (i + round))
        return "wrong sum in round " + std::to_string(round);
    return "";
  case 1: {
    std::vector<int64_t> counts(n, count), all(count * n);
    POPT_RT_TRY(transport,
                popt_rt_all_gather(group, &op, send.data(), all.data(),
                                   counts.data(), POPT_RT_I64));
    for (int64_t i = 0; i < count * n; ++i)
      if (all[i] != (firstRank + step * (i / count)) * 7 + i % count + round)
        return "wrong gather in round " + std::to_string(round);
    return "";
  }
  case 2: {
    std::vector<popt_rt_pair> ring;
    for (int32_t m = 0; m < n; ++m)
      ring.push_back({m, (m + 1) % n});
    POPT_RT_TRY(transport,
                popt_rt_permute(group, &op, send.data(), recv.data(), count,
                                POPT_RT_I64, ring.data(), n, nullptr));
    int64_t source = firstRank + step * ((me + n - 1) % n);
    for (int64_t i = 0; i < count; ++i)
      if (recv[i] != source * 7 + i + round)
        return "wrong permute in round " + std::to_string(round);
    return "";
  }
  default:
    POPT_RT_TRY(transport, popt_rt_barrier(group, &op));
    return "";
  }
}

TEST_P(StressTest, MixedOperationsAndGroups) {
  for (int32_t size : {2, 4, 8})
    expectAll(
        GetParam(), size, [&](popt_rt_transport *transport) -> std::string {
          std::string error;
          int32_t rank = popt_rt_transport_rank(transport);
          popt_rt_group *all = groupOfAll(transport);
          std::vector<int32_t> evenOrOdd, neighbours = {rank & ~1, rank | 1};
          for (int32_t r = rank % 2; r < size; r += 2)
            evenOrOdd.push_back(r);
          popt_rt_group *half = makeGroup(transport, evenOrOdd, error);
          popt_rt_group *pair = makeGroup(transport, neighbours, error);
          // What all ranks draw together, what a group draws, what one draws.
          uint64_t shared = 99, mine = rank;
          uint64_t perHalf = rank % 2, perPair = rank / 2;
          for (int64_t round = 0; round < rounds && error.empty(); ++round) {
            uint64_t group = nextRandom(shared) % 3;
            if (group == 0)
              error = randomOp(transport, all, round, shared, 0, 1);
            else if (group == 1)
              error = randomOp(transport, half, round, perHalf, rank % 2, 2);
            else
              error = randomOp(transport, pair, round, perPair, rank & ~1, 1);
            if (nextRandom(mine) % 200 == 0)
              usleep(static_cast<useconds_t>(nextRandom(mine) % 300));
          }
          return error;
        });
}

// One checksum per run, computed from the bits of every rank.
TEST_P(StressTest, ReductionsAreDeterministic) {
  for (popt_rt_element_type type : {POPT_RT_F32, POPT_RT_BF16})
    for (int32_t size : {3, 8})
      expectAll(
          GetParam(), size, [&](popt_rt_transport *transport) -> std::string {
            popt_rt_group *group = groupOfAll(transport);
            int32_t rank = popt_rt_transport_rank(transport);
            const int64_t count = 40000;
            Bytes send = makeInput(type, rank, count), first;
            for (int run = 0; run < 20; ++run) {
              Bytes recv(send.size()), root(send.size());
              popt_rt_op op = {run, "twice", nullptr};
              POPT_RT_TRY(transport, popt_rt_all_reduce(group, &op, send.data(),
                                                        recv.data(), count,
                                                        type, POPT_RT_SUM));
              POPT_RT_TRY(transport,
                          popt_rt_broadcast(group, &op, recv.data(),
                                            root.data(), count, type, 0));
              if (root != recv)
                return "bits differ from member 0's";
              if (run && recv != first)
                return "bits differ from the first run's";
              first = recv;
            }
            return "";
          });
}

POPT_RT_FOR_QUICK_WORLDS(StressTest);
