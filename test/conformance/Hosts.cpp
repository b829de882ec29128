//===- Hosts.cpp - Threads that pretend to be on several hosts ------------===//

#include "Hosts.h"

#include "../../runtime/lib/transport/Segment.h"
#include "../../runtime/lib/transport/messages/MessageTransport.h"
#include "../../runtime/lib/transport/messages/TcpEngine.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

namespace popt::rt::conformance {

static void copyRecord(RankRecord &to, const RankRecord &from) {
  to.left.store(from.left.load());
  to.calls.store(from.calls.load());
  to.begun.store(from.begun.load());
  to.computes.store(from.computes.load());
  to.waiting.store(from.waiting.load());
  to.assured.store(from.assured.load());
  to.waitsFor.store(from.waitsFor.load());
}

/// What one host knows of its ranks, and that it failed, the others learn.
static void
makeAlike(const std::vector<std::shared_ptr<Segment>> &segmentOfRank) {
  auto size = static_cast<int32_t>(segmentOfRank.size());
  for (int32_t rank = 0; rank < size; ++rank) {
    const Segment &home = *segmentOfRank[rank];
    std::string message;
    popt_rt_status status = home.failure(&message);
    for (const auto &other : segmentOfRank) {
      if (other.get() == &home)
        continue;
      if (status && !other->hasFailed())
        other->failAll(status, message);
      copyRecord(other->rankRecord(rank), home.rankRecord(rank));
    }
  }
}

std::vector<std::unique_ptr<Engine>> makeTcpEngines(int32_t size) {
  std::vector<Socket> listeners(size);
  std::vector<TcpAddress> addresses(size, {"127.0.0.1", 0});
  for (int32_t rank = 0; rank < size; ++rank)
    if (!listenOn(0, listeners[rank], addresses[rank].port))
      ADD_FAILURE() << "cannot listen: " << strerror(errno);
  std::vector<std::unique_ptr<Engine>> engines;
  for (int32_t rank = 0; rank < size; ++rank)
    engines.push_back(
        makeTcpEngine(std::move(listeners[rank]), {4711, {}}, rank, addresses));
  return engines;
}

std::vector<Outcome> runOnHosts(const std::vector<int32_t> &hostOfRank,
                                LocalOptions options, double timeoutSeconds,
                                const Body &body) {
  return runOnHosts(
      hostOfRank,
      makeLocalEngines(static_cast<int32_t>(hostOfRank.size()), options),
      timeoutSeconds, body);
}

std::vector<Outcome> runOnHosts(const std::vector<int32_t> &hostOfRank,
                                std::vector<std::unique_ptr<Engine>> engines,
                                double timeoutSeconds, const Body &body) {
  auto size = static_cast<int32_t>(hostOfRank.size());
  std::vector<std::shared_ptr<Segment>> segments;
  for (int32_t rank = 0; rank < size; ++rank) {
    auto first =
        std::find(hostOfRank.begin(), hostOfRank.end(), hostOfRank[rank]) -
        hostOfRank.begin();
    segments.push_back(first < rank ? segments[first]
                                    : Segment::createPrivate(size));
  }
  std::vector<Outcome> outcomes(size);
  std::vector<std::unique_ptr<popt_rt_transport>> transports;
  for (int32_t rank = 0; rank < size; ++rank)
    transports.push_back(makeMessageTransport(segments[rank], rank, hostOfRank,
                                              std::move(engines[rank]),
                                              timeoutSeconds));
  std::atomic<bool> isOver{false};
  std::thread connection([&] {
    while (!isOver) {
      makeAlike(segments);
      pause(2);
    }
  });
  std::vector<std::thread> threads;
  for (int32_t rank = 0; rank < size; ++rank)
    threads.emplace_back([&, rank] {
      outcomes[rank].error = body(transports[rank].get());
      popt_rt_transport_destroy(transports[rank].release());
    });
  for (std::thread &thread : threads)
    thread.join();
  isOver = true;
  connection.join();
  return outcomes;
}

} // namespace popt::rt::conformance
