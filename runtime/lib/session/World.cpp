//===- World.cpp - Collectives of all ranks, for the run driver -----------===//
//
// Tests: RunTest, on threads and on processes.
//
//===----------------------------------------------------------------------===//
#include "World.h"
#include "popt-rt/transport_limits.h"
#include <algorithm>
#include <numeric>
#include <utility>

using namespace popt::rt;

// Programs have small channels.
static constexpr int32_t kChannel = POPT_RT_HOST_CHANNEL + 1;
/// Bytes of each rank in one call.
static constexpr int64_t kPiece = int64_t(1) << 20;

World::World(popt_rt_transport *transport)
    : transport(transport), everyone(popt_rt_transport_size(transport)) {
  std::iota(everyone.begin(), everyone.end(), 0);
}

std::unique_ptr<World> World::create(popt_rt_transport *transport,
                                     std::string &out_error) {
  std::unique_ptr<World> world(new World(transport));
  if (!world->check(popt_rt_group_create(transport, world->everyone.data(),
                                         world->size(), kChannel,
                                         &world->group),
                    out_error))
    return nullptr;
  return world;
}

bool World::check(popt_rt_status status, std::string &out_error) const {
  if (status == POPT_RT_OK)
    return true;
  out_error = popt_rt_last_error(transport);
  return false;
}

bool World::barrier(const char *what, std::string &out_error, int64_t id) {
  popt_rt_op op{id, what, nullptr};
  return check(popt_rt_barrier(group, &op), out_error);
}

bool World::gather(const char *what, const Bytes &mine,
                   const std::vector<int64_t> &counts, Bytes &out_all,
                   std::string &out_error) {
  popt_rt_op op{0, what, nullptr};
  if (rank() == 0)
    out_all.resize(std::accumulate(counts.begin(), counts.end(), size_t(0)));
  return check(popt_rt_gather(group, &op, mine.data(), out_all.data(),
                              counts.data(), POPT_RT_UI8, 0),
               out_error);
}

/// How many bytes each rank has.
bool World::exchangeSizes(const popt_rt_op &op, const Bytes &mine,
                          std::vector<int64_t> &out_counts,
                          std::string &out_error) {
  auto own = static_cast<int64_t>(mine.size());
  const std::vector<int64_t> ones(size(), 1);
  out_counts.resize(size());
  return check(popt_rt_all_gather(group, &op, &own, out_counts.data(),
                                  ones.data(), POPT_RT_I64),
               out_error);
}

bool World::gather(const char *what, const Bytes &mine,
                   std::vector<Bytes> &out_all, std::string &out_error) {
  std::vector<int64_t> counts;
  Bytes all;
  if (!exchangeSizes({0, what, nullptr}, mine, counts, out_error) ||
      !gather(what, mine, counts, all, out_error))
    return false;
  out_all.clear();
  if (rank() != 0)
    return true;
  const uint8_t *at = all.data();
  for (int64_t count : counts) {
    out_all.emplace_back(at, at + count);
    at += count;
  }
  return true;
}

bool World::exchange(const char *what, int64_t id, const Bytes &mine,
                     std::vector<Bytes> &out_all, std::string &out_error) {
  popt_rt_op op{id, what, nullptr};
  std::vector<int64_t> counts;
  if (!exchangeSizes(op, mine, counts, out_error))
    return false;
  out_all.resize(counts.size());
  for (size_t r = 0; r < counts.size(); ++r)
    out_all[r].resize(static_cast<size_t>(counts[r]));
  // In pieces: the transport keeps room for what it has carried.
  int64_t longest = *std::max_element(counts.begin(), counts.end());
  for (int64_t begin = 0; begin < longest; begin += kPiece) {
    std::vector<int64_t> pieces;
    for (int64_t count : counts)
      pieces.push_back(std::clamp<int64_t>(count - begin, 0, kPiece));
    Bytes all(std::accumulate(pieces.begin(), pieces.end(), size_t(0)));
    if (!check(popt_rt_all_gather(group, &op,
                                  mine.data() + std::min(begin, counts[rank()]),
                                  all.data(), pieces.data(), POPT_RT_UI8),
               out_error))
      return false;
    const uint8_t *at = all.data();
    for (size_t r = 0; r < pieces.size(); at += pieces[r++])
      std::copy_n(at, pieces[r],
                  out_all[r].data() + std::min(begin, counts[r]));
  }
  return true;
}

bool World::combine(const char *what, const std::vector<int32_t> &ranks,
                    const void *mine, void *out_combined, int64_t count,
                    popt_rt_element_type type, popt_rt_monoid monoid,
                    std::string &out_error) {
  popt_rt_op op{0, what, nullptr};
  popt_rt_group *partials = nullptr;
  return check(popt_rt_group_create(transport, ranks.data(),
                                    static_cast<int32_t>(ranks.size()),
                                    kChannel + 1, &partials),
               out_error) &&
         check(popt_rt_all_reduce(partials, &op, mine, out_combined, count,
                                  type, monoid),
               out_error);
}

bool World::combine(const char *what, const std::vector<uint64_t> &mine,
                    popt_rt_monoid monoid, std::vector<uint64_t> &out_combined,
                    std::string &out_error) {
  out_combined.resize(mine.size());
  return combine(what, everyone, mine.data(), out_combined.data(),
                 static_cast<int64_t>(mine.size()), POPT_RT_UI64, monoid,
                 out_error);
}

bool World::addUp(const char *what, uint64_t mine, uint64_t &out_sum,
                  std::string &out_error) {
  return combine(what, everyone, &mine, &out_sum, 1, POPT_RT_UI64, POPT_RT_SUM,
                 out_error);
}

bool World::startSend(const char *what, const Bytes &mine,
                      popt_rt_request *&out_request, std::string &out_error) {
  popt_rt_op op{0, what, nullptr};
  return check(popt_rt_send_start(group, &op, mine.data(),
                                  static_cast<int64_t>(mine.size()),
                                  POPT_RT_UI8, 0, &out_request),
               out_error);
}

bool World::startReceive(const char *what, Bytes &out_message, int32_t from,
                         popt_rt_request *&out_request,
                         std::string &out_error) {
  popt_rt_op op{0, what, nullptr};
  return check(popt_rt_recv_start(group, &op, out_message.data(),
                                  static_cast<int64_t>(out_message.size()),
                                  POPT_RT_UI8, from, &out_request),
               out_error);
}

bool World::hasArrived(popt_rt_request *request, bool &out_arrived,
                       std::string &out_error) {
  int done = 0;
  bool ok = check(popt_rt_test(request, &done), out_error);
  out_arrived = done != 0;
  return ok;
}

bool World::wait(popt_rt_request *&request, std::string &out_error) {
  return check(popt_rt_wait(std::exchange(request, nullptr)), out_error);
}
