//===- MessageGroup.h - Collectives over messages ---------------*- C++ -*-===//
//
// One member of a group whose ranks are on several hosts. A collective begins
// with an envelope from each member to each other: it says what call this is,
// and carries what is small, so that a small collective is one round of
// messages. When all envelopes are there, and agree, large data goes where it
// is expected. A bucket is one round of envelopes for all of its calls.
//
// Sums are made here, in member order, with the kernels of the threads
// transport; the way that a collective goes follows from the call and from
// where the members are, so all members choose the same:
//
//   Direct  each member sends what others need straight to them
//
//   Pieces  a large reduction: member m owns the m-th slice and gets all members'
//           part of it, combines them, and sends the result to all. Each link
//           carries the bytes of a ring. Large vectors go in parts, of which
//           some are under way while others are combined.
//
//   Chain   a large reduction of members that fill hosts in runs: the partial
//           result goes from member to member, x0, x0 + x1, (x0 + x1) + x2, and
//           the result goes back, part by part. Between two hosts the vector
//           travels once in each direction, however many members each has:
//
//             host 0            host 1
//             0 ─────> 1 ═════> 2 ─────> 3      partial results
//             0 <───── 1 <═════ 2 <───── 3      results
//
//           Partial results of narrow types travel in f32, which is what the
//           kernels combine them in; they are rounded once, at the end.
//
//   Ring    a large all_gather or broadcast: slices pass around a ring that is
//           sorted by host.
//
// A wait never ends inside the engine: it polls, and looks for failures, for
// peers that have left, and for the time limit (Patience.h).
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_MESSAGES_MESSAGEGROUP_H
#define POPT_RT_LIB_TRANSPORT_MESSAGES_MESSAGEGROUP_H

#include "Endpoint.h"
#include "MessageTransport.h"

#include "../Patience.h"
#include "../SharedMemoryTransport.h"

#include <functional>

namespace popt::rt {

/// A rank that has peers on other hosts.
class MessageTransport : public SharedMemoryTransport {
public:
  MessageTransport(std::shared_ptr<Segment> segment, int32_t rank,
                   std::vector<int32_t> hostOfRank,
                   std::unique_ptr<Engine> engine, int32_t ranksHere,
                   double timeoutSeconds);
  /// After a failure none waits for peers any more, not even the engine.
  ~MessageTransport() override {
    endpoint.engine->close(/*isHealthy=*/!segment->hasFailed());
  }

  const char *name() const override { return endpoint.engine->name(); }
  void computing(int64_t op) override;
  popt_rt_status makeGroup(std::vector<int32_t> ranks, int32_t channel,
                           int32_t member,
                           std::unique_ptr<popt_rt_group> &group) override;

  /// Waits until ready(), which is called with the endpoint locked. After a
  /// while `look` is called now and then; it says how many nanoseconds may pass
  /// until the next time. False if the transport has ended.
  bool waitUntil(const std::function<bool()> &ready,
                 const std::function<int64_t()> &look);
  /// Receives what has come, and asks whether that is enough. False if the
  /// transport has ended: then nothing is touched any more.
  bool isReady(const std::function<bool()> &ready);
  /// Ends the transport: a peer's letter is of another size than its call.
  void refuse(int32_t source, int64_t bytes, int64_t expected);

  const std::vector<int32_t> hostOfRank;
  Endpoint endpoint;
  /// Transfers that peers may be waiting for while this rank computes.
  std::atomic<int32_t> openTransfers{0};

private:
  void failIfEngineHas();
};

class MessageRequest;

class MessageGroup : public popt_rt_group {
public:
  MessageGroup(MessageTransport &transport, std::vector<int32_t> ranks,
               int32_t channel, int32_t member);
  ~MessageGroup() override;

  popt_rt_status run(const popt_rt_op &op, const Collective &c) override;
  popt_rt_status runBucket(const popt_rt_op &op, const Bucket &bucket) override;
  popt_rt_status start(const popt_rt_op &op, const TransferCall &call,
                       popt_rt_request *&request) override;

private:
  friend class MessageRequest;

  /// Data that travels in its envelope.
  int64_t mostInlineBytes() const {
    return transport.endpoint.engine->mostInlineBytes();
  }
  /// One message of data: each that comes is a sign of life.
  static constexpr int64_t dataBytes = 4 << 20;

  /// Of a vector that is worked on in parts: so large that a message costs
  /// little, so small that it stays in the caches from its arrival to its use.
  static constexpr int64_t partBytes = 512 << 10;
  /// Parts that may be on their way to a member that is about to combine them.
  static constexpr size_t window = 4;

  enum class Way { Direct, Pieces, Chain, Ring };
  /// Data to or from a member, under way.
  struct Flow {
    int32_t member = 0;
    Engine::Request request = 0;
  };
  enum Stream : int32_t { Forward, Back }; ///< the two tags of a call
  /// A range of a vector's elements, and the member whose slice it is in.
  struct Range {
    int64_t begin = 0, length = 0;
    int32_t owner = 0;
  };

  // A call (MessageGroup.cpp).
  popt_rt_status begin(const popt_rt_op &op);
  popt_rt_status runAll(const popt_rt_op &op,
                        const std::vector<Collective> &collectives);
  Way chooseWay(const Collective &c) const;
  void announce(const std::vector<Collective> &collectives);
  bool meet(const std::vector<Collective> &collectives);
  bool finish(const std::vector<Flow> &flows);
  bool finish(const Flow &flow) { return finish(std::vector<Flow>{flow}); }
  bool waitFor(const std::function<bool()> &ready,
               const std::function<bool(int32_t)> &dependsOn,
               const char *missing);
  int64_t look(Patience &patience,
               const std::function<bool(int32_t)> &dependsOn,
               const char *missing);
  Flow sendTo(int32_t m, Stream stream, const void *buffer, int64_t bytes);
  Flow recvFrom(int32_t m, Stream stream, void *buffer, int64_t bytes);

  /// Has left, and nothing of it can be on its way any more.
  bool isGone(int32_t m);

  // Transfers (MessageTransfer.cpp).
  popt_rt_status startSend(MessageRequest &mine);
  popt_rt_status startReceive(MessageRequest &mine);
  MessageRequest &takeRequest(const popt_rt_op &op, const TransferCall &call);
  void giveBack(MessageRequest &request);

  // What is small, or needs no arithmetic (DirectCollectives.cpp).
  void planDirect(const Collective &c, size_t index);
  void finishDirect(const Collective &c, size_t index);

  // What is large (LargeCollectives.cpp, ChainReduction.cpp).
  class Chain;
  void planPieces(const Collective &c, size_t index);
  bool reduceInPieces(const Collective &c, size_t index);
  bool reduceAlongChain(const Collective &c);
  bool passAroundRing(const Collective &c);
  std::vector<Range> cutAtOwners(const Collective &c) const;
  std::vector<std::vector<Range>> rangesOfOwners(const Collective &c) const;

  static char *at(const void *buffer, int64_t bytes) {
    return static_cast<char *>(const_cast<void *>(buffer)) + bytes;
  }
  static char *grown(std::vector<char> &buffer, size_t bytes) {
    if (buffer.size() < bytes)
      buffer.resize(bytes);
    return buffer.data();
  }

  MessageTransport &transport;
  const uint64_t key;
  std::vector<Lane *> lanes; ///< by member
  std::vector<int32_t> ring; ///< members by host, and my place among them
  int32_t ringPlace = 0;
  bool fillsHostsInRuns = true;
  bool sharesHosts = false; ///< some host has several members

  // Of the call at hand.
  CallFacts facts{};
  std::vector<CallFacts> factsOf;
  std::vector<int64_t> counts; ///< of an all_to_all, as findUnequalCounts()
  std::vector<int32_t> tagsTo, tagsFrom;
  std::vector<std::vector<Piece>> toMember, fromMember;
  std::vector<Flow> sends;
  std::vector<std::vector<char>> sendCopies, recvCopies; ///< by collective
  std::vector<char> stageIn, stageOut, stageWide;        ///< these only grow

  std::vector<Sighting> sightings;
  std::vector<int64_t> leftSince; ///< 0: as far as is known, it has not
  std::vector<std::unique_ptr<MessageRequest>> requests;
  std::vector<MessageRequest *> freeRequests;
};

} // namespace popt::rt

#endif
