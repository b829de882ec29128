//===- MessageGroup.cpp - A call: announce, compare, wait -----------------===//
//
// What all collectives have in common, see MessageGroup.h. Tested by
// test/conformance (the worlds "messages..." and "mpi...").
//
//===----------------------------------------------------------------------===//

#include "MessageGroup.h"

#include "MessageRequest.h"

#include "../Agreement.h"

#include <algorithm>
#include <cstring>

using namespace popt::rt;

/// Up to this size each member gets all vectors and reduces them itself.
static constexpr int64_t mostDirectBytes = 8 << 10;
/// From this size on it pays that a vector crosses each link once.
static constexpr int64_t leastSharedBytes = 256 << 10;
/// How long a message of a rank that has left may still be in flight.
static constexpr int64_t departureNanoseconds = 1'000'000'000;

MessageGroup::MessageGroup(MessageTransport &transport,
                           std::vector<int32_t> theRanks, int32_t theChannel,
                           int32_t theMember)
    : transport(transport), key(groupKey(theRanks, theChannel)) {
  ranks = std::move(theRanks);
  channel = theChannel;
  member = theMember;
  size_t n = ranks.size();
  for (int32_t rank : ranks) {
    std::lock_guard<std::mutex> lock(transport.endpoint.mutex);
    lanes.push_back(&transport.endpoint.lane(key, rank));
  }
  auto hostOf = [&](int32_t m) {
    return transport.hostOfRank[static_cast<size_t>(ranks[m])];
  };
  std::vector<int32_t> hosts; // in the order of their first members
  for (int32_t m = 0; m < size(); ++m) {
    bool isNew =
        std::find(hosts.begin(), hosts.end(), hostOf(m)) == hosts.end();
    if (isNew)
      hosts.push_back(hostOf(m));
    else if (hostOf(m) != hostOf(m - 1))
      fillsHostsInRuns = false;
  }
  sharesHosts = hosts.size() < n;
  for (int32_t host : hosts)
    for (int32_t m = 0; m < size(); ++m)
      if (hostOf(m) == host) {
        if (m == member)
          ringPlace = static_cast<int32_t>(ring.size());
        ring.push_back(m);
      }
  factsOf.resize(n);
  tagsTo.resize(n);
  tagsFrom.resize(n);
  toMember.resize(n);
  fromMember.resize(n);
  sightings.resize(n);
  leftSince.resize(n);
}

MessageGroup::~MessageGroup() = default;

popt_rt_status MessageGroup::begin(const popt_rt_op &op) {
  if (transport.segment->hasFailed())
    return transport.failed();
  if (op.stream)
    return fail(POPT_RT_INVALID_ARGUMENT,
                describeOp(op.id, op.name) +
                    " is on a stream, but the ranks are on no device");
  return POPT_RT_OK;
}

popt_rt_status MessageGroup::run(const popt_rt_op &op, const Collective &c) {
  if (popt_rt_status status = begin(op))
    return status;
  writeFacts(facts, op, c, size(), transport.record.journal);
  return runAll(op, {c});
}

popt_rt_status MessageGroup::runBucket(const popt_rt_op &op,
                                       const Bucket &collectives) {
  if (popt_rt_status status = begin(op))
    return status;
  Collective whole;
  whole.kind = CollectiveKind::Bucket;
  whole.count = static_cast<int64_t>(collectives.size());
  writeFacts(facts, op, whole, size(), transport.record.journal);
  for (const Collective &c : collectives)
    addFacts(facts, op, c, size());
  return runAll(op, collectives);
}

MessageGroup::Way MessageGroup::chooseWay(const Collective &c) const {
  int64_t bytes = c.count * int64_t(popt_rt_element_size(c.type));
  if (reduces(c.kind)) {
    if (bytes <= mostDirectBytes)
      return Way::Direct;
    bool paysOff = sharesHosts && fillsHostsInRuns && bytes >= leastSharedBytes;
    return paysOff ? Way::Chain : Way::Pieces;
  }
  bool isForAll = c.kind == CollectiveKind::AllGather ||
                  c.kind == CollectiveKind::Broadcast;
  bool paysOff = c.kind == CollectiveKind::Broadcast ? size() > 2 : sharesHosts;
  return isForAll && paysOff && bytes >= leastSharedBytes ? Way::Ring
                                                          : Way::Direct;
}

popt_rt_status
MessageGroup::runAll(const popt_rt_op &op,
                     const std::vector<Collective> &collectives) {
  transport.enter(op);
  std::vector<Collective> calls = collectives;
  sends.clear();
  for (int32_t m = 0; m < size(); ++m) {
    toMember[m].clear();
    fromMember[m].clear();
  }
  if (sendCopies.size() < calls.size()) {
    sendCopies.resize(calls.size());
    recvCopies.resize(calls.size());
  }
  bool isDirect = false;
  for (size_t i = 0; i < calls.size(); ++i) {
    Collective &c = calls[i];
    if (c.copySend && c.sendBytes > 0) {
      auto *bytes = static_cast<const char *>(c.send);
      sendCopies[i].assign(bytes, bytes + c.sendBytes);
      c.send = sendCopies[i].data();
    }
    Way way = chooseWay(c);
    if (way == Way::Direct)
      planDirect(c, i);
    else if (way == Way::Pieces)
      planPieces(c, i);
    isDirect |= way == Way::Direct;
  }
  announce(calls);
  if (!meet(calls))
    return transport.failed();
  if (isDirect) {
    // What is in place is written when it has been sent.
    if (!finish(sends))
      return transport.failed();
    sends.clear();
  }
  for (size_t i = 0; i < calls.size(); ++i) {
    const Collective &c = calls[i];
    Way way = chooseWay(c);
    bool isDone =
        way == Way::Direct || (way == Way::Pieces  ? reduceInPieces(c, i)
                               : way == Way::Chain ? reduceAlongChain(c)
                                                   : passAroundRing(c));
    if (!isDone)
      return transport.failed();
    if (way == Way::Direct)
      finishDirect(c, i);
  }
  if (!finish(sends))
    return transport.failed();
  return POPT_RT_OK;
}

//===----------------------------------------------------------------------===//
// Envelopes
//===----------------------------------------------------------------------===//

static int64_t bytesOf(const std::vector<Piece> &pieces) {
  int64_t bytes = 0;
  for (const Piece &piece : pieces)
    bytes += piece.bytes;
  return bytes;
}

static bool isAllToAll(const std::vector<Collective> &calls) {
  return calls[0].kind == CollectiveKind::AllToAll; // which is in no bucket
}

void MessageGroup::announce(const std::vector<Collective> &calls) {
  factsOf[member] = facts;
  size_t n = ranks.size();
  std::vector<Piece> head;
  if (isAllToAll(calls)) {
    counts.resize(2 * n * n);
    int64_t *mine = counts.data() + 2 * n * static_cast<size_t>(member);
    std::copy_n(calls[0].counts, n, mine);
    std::copy_n(calls[0].recvCounts, n, mine + n);
    head.push_back({mine, static_cast<int64_t>(2 * n * sizeof(int64_t))});
  }
  Envelope envelope;
  envelope.group = key;
  envelope.kind = Envelope::Call;
  envelope.call = facts;
  for (int32_t i = 1; i < size(); ++i) {
    int32_t m = (member + i) % size();
    const std::vector<Piece> &pieces = toMember[m];
    bool isInline = bytesOf(pieces) <= mostInlineBytes();
    std::vector<Piece> payload = head;
    if (isInline)
      payload.insert(payload.end(), pieces.begin(), pieces.end());
    {
      std::lock_guard<std::mutex> lock(transport.endpoint.mutex);
      envelope.tag = tagsTo[m] = transport.endpoint.takeTags(ranks[m]);
      transport.endpoint.post(ranks[m], envelope, payload);
    }
    if (isInline)
      continue;
    for (const Piece &piece : pieces)
      for (int64_t done = 0; done < piece.bytes; done += dataBytes)
        sends.push_back(sendTo(m, Forward,
                               static_cast<char *>(piece.buffer) + done,
                               std::min(dataBytes, piece.bytes - done)));
  }
}

/// Waits for the envelopes of all, and, if they agree, for what is direct.
bool MessageGroup::meet(const std::vector<Collective> &calls) {
  auto isHere = [&](int32_t m) {
    return m == member || !lanes[m]->calls.empty();
  };
  auto areAllHere = [&] {
    for (int32_t m = 0; m < size(); ++m)
      if (!isHere(m))
        return false;
    return true;
  };
  auto isAwaited = [&](int32_t m) {
    std::lock_guard<std::mutex> lock(transport.endpoint.mutex);
    return !isHere(m);
  };
  if (!waitFor(areAllHere, isAwaited, "did not arrive"))
    return false;
  std::vector<Letter> letters(ranks.size());
  {
    std::lock_guard<std::mutex> lock(transport.endpoint.mutex);
    for (int32_t m = 0; m < size(); ++m)
      if (m != member) {
        letters[m] = std::move(lanes[m]->calls.front());
        lanes[m]->calls.pop_front();
      }
  }
  for (int32_t m = 0; m < size(); ++m)
    if (m != member) {
      factsOf[m] = letters[m].envelope.call;
      tagsFrom[m] = letters[m].envelope.tag;
    }
  std::string difference = findDisagreement(
      ranks, [&](int32_t m) -> const CallFacts & { return factsOf[m]; });
  int64_t head = isAllToAll(calls)
                     ? static_cast<int64_t>(2 * ranks.size() * sizeof(int64_t))
                     : 0;
  // Of an all_to_all whose counts differ, the payloads do, too.
  bool fits = true;
  auto check = [&](bool isExact) {
    for (int32_t m = 0; m < size() && fits && difference.empty(); ++m) {
      int64_t data = bytesOf(fromMember[m]);
      int64_t most = head + (data <= mostInlineBytes() ? data : 0);
      auto bytes = static_cast<int64_t>(letters[m].payload.size());
      fits = m == member || (isExact ? bytes == most : bytes >= head);
      if (!fits)
        transport.refuse(ranks[m], bytes, isExact ? most : head);
    }
    return fits;
  };
  if (!check(/*isExact=*/false))
    return false;
  if (difference.empty() && isAllToAll(calls)) {
    for (int32_t m = 0; m < size(); ++m)
      if (m != member)
        memcpy(counts.data() + 2 * ranks.size() * static_cast<size_t>(m),
               letters[m].payload.data(), static_cast<size_t>(head));
    difference = findUnequalCounts(ranks, factsOf[0], counts.data());
  }
  if (!difference.empty()) {
    transport.segment->failAll(POPT_RT_MISMATCH, difference);
    return false;
  }
  if (!check(/*isExact=*/true))
    return false;
  std::vector<Flow> flows;
  for (int32_t i = 1; i < size(); ++i) {
    int32_t m = (member + size() - i) % size();
    const char *payload = letters[m].payload.data() + head;
    bool isInline = bytesOf(fromMember[m]) <= mostInlineBytes();
    for (const Piece &piece : fromMember[m]) {
      auto *buffer = static_cast<char *>(piece.buffer);
      if (isInline) {
        memcpy(buffer, payload, static_cast<size_t>(piece.bytes));
        payload += piece.bytes;
        continue;
      }
      for (int64_t done = 0; done < piece.bytes; done += dataBytes)
        flows.push_back(recvFrom(m, Forward, buffer + done,
                                 std::min(dataBytes, piece.bytes - done)));
    }
  }
  return finish(flows);
}

MessageGroup::Flow MessageGroup::sendTo(int32_t m, Stream stream,
                                        const void *buffer, int64_t bytes) {
  std::lock_guard<std::mutex> lock(transport.endpoint.mutex);
  return {m, transport.endpoint.engine->sendStart(ranks[m], tagsTo[m] + stream,
                                                  buffer, bytes)};
}

MessageGroup::Flow MessageGroup::recvFrom(int32_t m, Stream stream,
                                          void *buffer, int64_t bytes) {
  std::lock_guard<std::mutex> lock(transport.endpoint.mutex);
  return {m, transport.endpoint.engine->recvStart(
                 ranks[m], tagsFrom[m] + stream, buffer, bytes)};
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

bool MessageGroup::finish(const std::vector<Flow> &flows) {
  for (const Flow &flow : flows) {
    auto isDone = [&] { return transport.endpoint.engine->test(flow.request); };
    auto isAwaited = [&](int32_t m) { return m == flow.member; };
    if (flow.request && !waitFor(isDone, isAwaited, "did not finish"))
      return false;
  }
  return true;
}

bool MessageGroup::waitFor(const std::function<bool()> &ready,
                           const std::function<bool(int32_t)> &dependsOn,
                           const char *missing) {
  Patience patience(transport, sightings);
  return transport.waitUntil(
      ready, [&] { return look(patience, dependsOn, missing); });
}

bool MessageGroup::isGone(int32_t m) {
  int64_t now = nowNanoseconds();
  if (!transport.segment->rankRecord(ranks[m]).left.load())
    leftSince[m] = 0;
  else if (!leftSince[m])
    leftSince[m] = now;
  return leftSince[m] && now - leftSince[m] >= departureNanoseconds;
}

int64_t MessageGroup::look(Patience &patience,
                           const std::function<bool(int32_t)> &dependsOn,
                           const char *missing) {
  if (patience.look()) {
    const Segment &segment = *transport.segment;
    std::vector<int32_t> gone, late;
    for (int32_t m = 0; m < size(); ++m) {
      if (m == member || !dependsOn(m)) {
        leftSince[m] = 0;
        continue;
      }
      if (isGone(m))
        gone.push_back(m);
      if (patience.isLate(m, ranks[m], /*isWorking=*/false))
        late.push_back(m);
    }
    std::string here =
        std::string(name(static_cast<CollectiveKind>(facts.kind))) + " of " +
        describeOp(facts.opId, facts.opName);
    if (!gone.empty())
      transport.segment->failAll(
          POPT_RT_ABORTED, here + ": " + describeMembers(segment, ranks, gone) +
                               " left without taking part");
    if (patience.isOver() && !late.empty())
      transport.segment->failAll(
          POPT_RT_TIMEOUT,
          here + " timed out after " + patience.describeLimit() + ": " +
              describeMembers(segment, ranks, late) + " " + missing);
    transport.checkProcesses();
    if (segment.hasFailed())
      return -1;
  }
  return patience.sleep();
}
