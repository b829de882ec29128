//===- Patience.cpp - How long a rank waits for its peers -----------------===//
//
// Tested by test/conformance (PatienceTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "Patience.h"

#include "Liveness.h"
#include "SharedMemoryTransport.h"

#include <algorithm>

using namespace popt::rt;

/// How much longer than the limit a rank waits whose peer waits too.
static constexpr int64_t graceNanoseconds = 2 * tickNanoseconds;

bool popt::rt::isWaiting(const Segment &segment, int32_t rank) {
  const RankRecord &record = segment.rankRecord(rank);
  return record.waiting.load() && (segment.isPrivate() || !isStopped(record));
}

std::string popt::rt::describeRank(const Segment &segment, int32_t rank) {
  const RankRecord &record = segment.rankRecord(rank);
  int64_t begun = record.begun.load(std::memory_order_relaxed);
  if (begun == 0)
    return std::to_string(rank) + " (not seen yet)";
  return std::to_string(rank) +
         (isWaiting(segment, rank) ? " (waits in op " : " (last seen in op ") +
         std::to_string(begun - 1) + ")";
}

Patience::~Patience() {
  if (!start)
    return;
  transport.record.waitsFor.store(0);
  transport.record.waiting.fetch_sub(1);
}

bool Patience::look() {
  now = nowNanoseconds();
  limit = transport.timeoutNanoseconds();
  seen = INT64_MAX;
  someoneIsLate = false;
  if (start)
    return true;
  start = assured = now;
  transport.record.waiting.fetch_add(1);
  return false;
}

bool Patience::isLate(int32_t m, int32_t rank, bool isWorking) {
  const RankRecord &record = transport.segment->rankRecord(rank);
  Sighting &peer = sightings[m];
  if (seen == INT64_MAX) // of several, the first
    transport.record.waitsFor.store(rank + 1);
  uint64_t calls = record.calls.load(std::memory_order_relaxed);
  bool isWaiting = record.waiting.load() != 0;
  bool isBusy = !isWaiting && (isWorking || record.computes.load());
  // Threads of one process stop together.
  if (isBusy && !transport.segment->isPrivate())
    isBusy = !isStopped(record);
  if (isBusy || calls != peer.calls)
    peer.alive = now;
  else
    peer.alive =
        std::max({peer.alive, start, isWaiting ? record.assured.load() : 0});
  peer.calls = calls;
  seen = std::min(seen, peer.alive);
  bool isLate = limit != 0 &&
                now - peer.alive >= limit + (isWaiting ? graceNanoseconds : 0);
  someoneIsLate |= isLate;
  return isLate;
}

bool Patience::isOver() const {
  return someoneIsLate ||
         (seen == INT64_MAX && limit != 0 && now - assured >= limit);
}

int64_t Patience::sleep() {
  if (seen != INT64_MAX)
    assured = seen;
  std::atomic<int64_t> &published = transport.record.assured;
  if (published.load() < assured)
    published.store(assured);
  int64_t left = limit ? assured + limit - now : tickNanoseconds;
  // Past the limit a peer that waits too has a moment left.
  return left > 0 ? std::clamp<int64_t>(left, 1000, tickNanoseconds)
                  : tickNanoseconds / 10;
}
