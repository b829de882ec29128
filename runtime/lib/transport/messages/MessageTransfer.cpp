//===- MessageTransfer.cpp - Matched sends and receives by messages -------===//
//
// Tested by test/conformance (TransferTest.cpp, FailureTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "MessageRequest.h"

#include "popt-rt/transport_limits.h"

#include <algorithm>
#include <cstring>

using namespace popt::rt;

popt_rt_status MessageGroup::start(const popt_rt_op &op,
                                   const TransferCall &call,
                                   popt_rt_request *&request) {
  if (popt_rt_status status = begin(op))
    return status;
  MessageRequest &mine = takeRequest(op, call);
  popt_rt_status status = call.isSend ? startSend(mine) : startReceive(mine);
  if (status == POPT_RT_OK)
    request = &mine;
  return status;
}

popt_rt_status MessageGroup::startSend(MessageRequest &mine) {
  Lane &lane = *lanes[mine.peer];
  if (!mine.waitFor(
          [&] { return lane.sent - lane.started < POPT_RT_OPEN_TRANSFERS; })) {
    giveBack(mine);
    return transport.failed();
  }
  Envelope envelope;
  envelope.group = key;
  envelope.kind = Envelope::Transfer;
  envelope.call = mine.facts;
  std::lock_guard<std::mutex> lock(transport.endpoint.mutex);
  mine.number = ++lane.sent;
  // To oneself all data is in the envelope: no network can be slower than that.
  bool isInline = mine.bytes <= mostInlineBytes() || mine.peer == member;
  envelope.tag = transport.endpoint.takeTags(ranks[mine.peer]);
  transport.endpoint.post(ranks[mine.peer], envelope,
                          isInline
                              ? std::vector<Piece>{{mine.buffer, mine.bytes}}
                              : std::vector<Piece>{});
  if (!isInline)
    mine.sendData(envelope.tag);
  transport.openTransfers.fetch_add(1, std::memory_order_relaxed);
  return POPT_RT_OK;
}

popt_rt_status MessageGroup::startReceive(MessageRequest &mine) {
  transport.isReady([&] {
    transport.endpoint.post(mine, *lanes[mine.peer]);
    return true;
  });
  transport.openTransfers.fetch_add(1, std::memory_order_relaxed);
  // What did not match is known at once if the send was there.
  return transport.segment->hasFailed() ? transport.failed() : POPT_RT_OK;
}

MessageRequest &MessageGroup::takeRequest(const popt_rt_op &op,
                                          const TransferCall &call) {
  transport.enter(op);
  if (freeRequests.empty()) {
    requests.push_back(std::make_unique<MessageRequest>(*this));
    freeRequests.reserve(requests.size());
    freeRequests.push_back(requests.back().get());
  }
  MessageRequest &mine = *freeRequests.back();
  freeRequests.pop_back();
  mine.isMatched = false;
  mine.isSend = call.isSend;
  mine.peer = call.peer;
  mine.facts.count = call.count;
  mine.facts.opId = op.id;
  mine.facts.type = static_cast<int32_t>(call.type);
  copyName(mine.facts.opName, op.name);
  mine.buffer = static_cast<char *>(call.buffer);
  mine.bytes = call.bytes();
  mine.data.clear();
  mine.numDone = 0;
  return mine;
}

void MessageGroup::giveBack(MessageRequest &request) {
  freeRequests.push_back(&request);
}

void MessageRequest::sendData(int32_t tag) {
  Engine &engine = *group.transport.endpoint.engine;
  for (int64_t done = 0; done < bytes; done += group.dataBytes)
    data.push_back(engine.sendStart(lane().rank, tag, buffer + done,
                                    std::min(group.dataBytes, bytes - done)));
}

std::string MessageRequest::mismatch(const CallFacts &send) const {
  auto describe = [](const CallFacts &side) {
    return std::to_string(side.count) + " " +
           popt_rt_element_type_name(
               static_cast<popt_rt_element_type>(side.type)) +
           " in " + describeOp(side.opId, side.opName);
  };
  return "rank " + std::to_string(lane().rank) + " sends " + describe(send) +
         ", but rank " + std::to_string(group.transport.rank) + " receives " +
         describe(facts);
}

/// Of a receive: its send has come.
bool MessageRequest::match(const Letter &letter) {
  const CallFacts &send = letter.envelope.call;
  if (send.count != facts.count || send.type != facts.type) {
    group.transport.segment->failAll(POPT_RT_MISMATCH, mismatch(send));
    return false;
  }
  isMatched = true;
  if (static_cast<int64_t>(letter.payload.size()) == bytes) {
    if (bytes > 0)
      memcpy(buffer, letter.payload.data(), letter.payload.size());
    return true;
  }
  if (!letter.payload.empty()) {
    group.transport.endpoint.refuse(
        lane().rank, std::to_string(letter.payload.size()) + " bytes where " +
                         std::to_string(bytes) + " are expected");
    return false;
  }
  Engine &engine = *group.transport.endpoint.engine;
  for (int64_t done = 0; done < bytes; done += group.dataBytes)
    data.push_back(engine.recvStart(lane().rank, letter.envelope.tag,
                                    buffer + done,
                                    std::min(group.dataBytes, bytes - done)));
  return true;
}

bool MessageRequest::isDone() {
  if (isSend)
    isMatched = lane().started >= number;
  Engine &engine = *group.transport.endpoint.engine;
  while (numDone < data.size() && engine.test(data[numDone]))
    ++numDone;
  return isMatched && numDone == data.size();
}

bool MessageRequest::waitFor(const std::function<bool()> &ready) {
  Patience patience(group.transport, group.sightings);
  return group.transport.waitUntil(ready,
                                   [&] { return look(patience, ready); });
}

int64_t MessageRequest::look(Patience &patience,
                             const std::function<bool()> &ready) {
  if (patience.look()) {
    Segment &segment = *group.transport.segment;
    int32_t rank = lane().rank;
    bool isGone = group.isGone(peer);
    std::string here = std::string(isSend ? "send of " : "receive of ") +
                       describeOp(facts.opId, facts.opName) +
                       (isSend ? " to rank " : " from rank ") +
                       std::to_string(rank);
    const char *match = isSend ? "receive" : "send";
    bool isLate = patience.isLate(peer, rank, /*isWorking=*/false);
    if (group.transport.isReady(ready))
      return 0;
    if (isGone)
      segment.failAll(POPT_RT_ABORTED, here + ": rank " + std::to_string(rank) +
                                           " left without the matching " +
                                           match);
    if (isLate)
      segment.failAll(POPT_RT_TIMEOUT,
                      here + " timed out after " + patience.describeLimit() +
                          ": rank " + describeRank(segment, rank) +
                          " has not started the matching " + match);
    group.transport.checkProcesses();
    if (segment.hasFailed())
      return -1;
  }
  return patience.sleep();
}

popt_rt_status MessageRequest::wait() {
  bool done = waitFor([&] { return isDone(); });
  group.transport.openTransfers.fetch_sub(1, std::memory_order_relaxed);
  group.giveBack(*this);
  return done ? POPT_RT_OK : group.transport.failed();
}

popt_rt_status MessageRequest::test(bool &done) {
  if (group.transport.segment->hasFailed()) {
    done = true; // wait() returns the failure at once
    return group.transport.failed();
  }
  done = group.transport.isReady([&] { return isDone(); });
  return POPT_RT_OK;
}
