//===- MessageTransport.cpp - Ranks on several hosts ----------------------===//
//
// Tested by test/conformance (the worlds "messages..." and "mpi...").
//
//===----------------------------------------------------------------------===//

#include "MessageGroup.h"

#include "../Copy.h"
#include "popt-rt/transport_threads.h"

#include <algorithm>

using namespace popt::rt;

/// How long a waiting rank yields its core before it sleeps.
static constexpr int64_t yieldNanoseconds = 1'000'000;

MessageTransport::MessageTransport(std::shared_ptr<Segment> segment,
                                   int32_t rank,
                                   std::vector<int32_t> theHostOfRank,
                                   std::unique_ptr<Engine> engine,
                                   int32_t ranksHere, double timeoutSeconds)
    : SharedMemoryTransport(std::move(segment), rank, ranksHere,
                            popt_rt_available_cores(), lastLevelCacheBytes(),
                            timeoutSeconds),
      hostOfRank(std::move(theHostOfRank)),
      endpoint(std::move(engine), rank, size) {}

/// A peer whose message has come needs this rank's engine to go on.
void MessageTransport::computing(int64_t op) {
  SharedMemoryTransport::computing(op);
  if (openTransfers.load(std::memory_order_relaxed) > 0)
    isReady([] { return true; });
}

popt_rt_status
MessageTransport::makeGroup(std::vector<int32_t> ranks, int32_t channel,
                            int32_t member,
                            std::unique_ptr<popt_rt_group> &group) {
  int32_t here = hostOfRank[static_cast<size_t>(rank)];
  if (std::all_of(ranks.begin(), ranks.end(), [&](int32_t peer) {
        return hostOfRank[static_cast<size_t>(peer)] == here;
      }))
    return SharedMemoryTransport::makeGroup(std::move(ranks), channel, member,
                                            group);
  if (segment->hasFailed())
    return failed();
  group =
      std::make_unique<MessageGroup>(*this, std::move(ranks), channel, member);
  return POPT_RT_OK;
}

bool MessageTransport::isReady(const std::function<bool()> &ready) {
  std::lock_guard<std::mutex> lock(endpoint.mutex);
  if (segment->hasFailed())
    return false;
  endpoint.progress();
  bool isReady = ready();
  failIfEngineHas();
  return isReady;
}

void MessageTransport::failIfEngineHas() {
  if (!endpoint.failure().empty())
    segment->failAll(POPT_RT_SYSTEM_ERROR, "rank " + std::to_string(rank) +
                                               ": " + endpoint.engine->name() +
                                               ": " + endpoint.failure());
}

void MessageTransport::refuse(int32_t source, int64_t bytes, int64_t expected) {
  std::lock_guard<std::mutex> lock(endpoint.mutex);
  endpoint.refuse(source, std::to_string(bytes) + " bytes where " +
                              std::to_string(expected) + " are expected");
  failIfEngineHas();
}

bool MessageTransport::waitUntil(const std::function<bool()> &ready,
                                 const std::function<int64_t()> &look) {
  int64_t start = 0, next = 0;
  while (!segment->hasFailed()) {
    if (isReady(ready))
      return !segment->hasFailed();
    int64_t now = nowNanoseconds();
    if (!start) {
      start = now;
      next = now + yieldNanoseconds;
    }
    if (now >= next) {
      int64_t pause = look();
      if (pause < 0)
        return false;
      next = now + pause;
    }
    // A late message is seen with a delay of a sixteenth of the wait.
    if (now - start < yieldNanoseconds)
      sched_yield();
    else
      usleep(static_cast<useconds_t>(
          std::clamp<int64_t>((now - start) / 16'000, 20, 1000)));
  }
  return false;
}

std::unique_ptr<popt_rt_transport>
popt::rt::makeMessageTransport(std::shared_ptr<Segment> segment, int32_t rank,
                               std::vector<int32_t> hostOfRank,
                               std::unique_ptr<Engine> engine,
                               double timeoutSeconds) {
  if (!segment->isPrivate() && !segment->join(rank))
    return nullptr;
  auto ranksHere =
      static_cast<int32_t>(std::count(hostOfRank.begin(), hostOfRank.end(),
                                      hostOfRank[static_cast<size_t>(rank)]));
  return std::make_unique<MessageTransport>(
      std::move(segment), rank, std::move(hostOfRank), std::move(engine),
      ranksHere, timeoutSeconds);
}
