//===- SharedMemoryTransfer.cpp - Matched sends and receives --------------===//
//
// For each ordered pair of members there is a ring of transfers. The k-th send
// and the k-th receive share its entry k; the second to post copies, at once,
// from buffer to buffer. So nothing waits for a progress thread, and a
// wait only waits for the peer's start. An entry is free again when the copy is
// made, whether or not a rank has waited. Tested by test/conformance
// (TransferTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "Patience.h"
#include "SharedMemoryRequest.h"

#include <cstring>
#include <unistd.h>

using namespace popt::rt;

popt_rt_status SharedMemoryGroup::start(const popt_rt_op &op,
                                        const TransferCall &call,
                                        popt_rt_request *&request) {
  const auto &[isSend, buffer, count, type, peer] = call;
  if (popt_rt_status status = begin(op))
    return status;
  transport.enter(op);
  int32_t source = isSend ? member : peer, target = isSend ? peer : member;
  TransferRing *transfers = segment().findRing(block, source, target);
  if (!transfers)
    return fail(POPT_RT_OUT_OF_MEMORY,
                describeOp(op.id, op.name) +
                    ": the segment has no room for another pair of ranks");
  if (freeRequests.empty()) {
    requests.push_back(std::make_unique<SharedMemoryRequest>(*this));
    freeRequests.reserve(requests.size());
    freeRequests.push_back(requests.back().get());
  }
  SharedMemoryRequest &mine = *freeRequests.back();
  mine.isSend = isSend;
  mine.peer = peer;
  mine.op = op;
  copyName(mine.opName, op.name);
  mine.buffer = buffer;
  mine.bytes = call.bytes();
  mine.copy = nullptr;
  mine.ready = stream ? recordReady() : nullptr;
  mine.done.reset();

  uint32_t &sequence = isSend ? transfers->sent : transfers->received;
  Transfer &transfer = transfers->transfers[sequence % TransferRing::length];
  mine.transfer = &transfer;
  mine.round = sequence / TransferRing::length;
  if (!waitForBell(mine, [&] { return transfer.round.load() == mine.round; }))
    return transport.failed();

  if (mine.bytes > 0 && !reaches(buffer)) {
    mine.copy = transport.stagingHeap().allocate(mine.bytes);
    if (!mine.copy)
      return fail(POPT_RT_OUT_OF_MEMORY,
                  describeOp(op.id, op.name) + ": no room to copy " +
                      std::to_string(mine.bytes) + " bytes");
    if (isSend)
      memcpy(mine.copy, buffer, mine.bytes);
  }
  Transfer::Side &side = isSend ? transfer.send : transfer.recv;
  side.address = segment().publish(mine.copy ? mine.copy : buffer);
  side.count = count;
  side.type = type;
  side.opId = op.id;
  side.isOnStream = stream != nullptr;
  side.request = reinterpret_cast<uint64_t>(&mine);
  copyName(side.opName, op.name);
  ++sequence;
  freeRequests.pop_back();
  request = &mine;
  uint32_t other = isSend ? Transfer::RecvPosted : Transfer::SendPosted;
  uint32_t posted = transfer.state.fetch_or(isSend ? Transfer::SendPosted
                                                   : Transfer::RecvPosted);
  if (posted & other)
    return runTransfer(transfer, source, target);
  return POPT_RT_OK;
}

/// Called by the member that posted second.
popt_rt_status SharedMemoryGroup::runTransfer(Transfer &transfer,
                                              int32_t source, int32_t target) {
  const Transfer::Side &send = transfer.send, &recv = transfer.recv;
  if (send.count != recv.count || send.type != recv.type ||
      send.isOnStream != recv.isOnStream) {
    auto describe = [&](const Transfer::Side &side) {
      return std::to_string(side.count) + " " +
             popt_rt_element_type_name(
                 static_cast<popt_rt_element_type>(side.type)) +
             (send.isOnStream == recv.isOnStream ? " in "
              : side.isOnStream                  ? " of device memory in "
                                                 : " of host memory in ") +
             describeOp(side.opId, side.opName);
    };
    segment().failAll(POPT_RT_MISMATCH,
                      "rank " + std::to_string(ranks[source]) + " sends " +
                          describe(send) + ", but rank " +
                          std::to_string(ranks[target]) + " receives " +
                          describe(recv));
    return transport.failed();
  }
  MemberRecord &me = members[member];
  me.working.store(1);
  bool failed = segment().hasFailed();
  if (!failed && stream) {
    copyOnStream(
        *reinterpret_cast<SharedMemoryRequest *>(send.request),
        *reinterpret_cast<SharedMemoryRequest *>(recv.request),
        send.count *
            popt_rt_element_size(static_cast<popt_rt_element_type>(send.type)));
    failed = !keepStreamError();
  } else if (!failed && send.count > 0)
    memmove(segment().resolve(recv.address), segment().resolve(send.address),
            send.count * popt_rt_element_size(
                             static_cast<popt_rt_element_type>(send.type)));
  me.working.store(0);
  if (failed)
    return transport.failed();
  // From here on the entry belongs to the ranks that post next.
  transfer.state.store(0);
  transfer.round.fetch_add(1);
  ring(member == source ? target : source);
  return POPT_RT_OK;
}

void SharedMemoryGroup::ring(int32_t m) {
  members[m].bell.fetch_add(1);
  if (members[m].bellSleepers.load())
    wakeAll(members[m].bell, transport.policy);
}

/// Waits until `ready`, looking again whenever this member's bell rings.
template <typename Ready>
bool SharedMemoryGroup::waitForBell(const SharedMemoryRequest &request,
                                    Ready ready) {
  Patience patience(transport, sightings);
  auto tick = [&]() -> int64_t {
    if (segment().hasFailed())
      return -1;
    bool first = !patience.look();
    int32_t peer = ranks[request.peer];
    // In this order: the peer may do its part and then leave.
    bool left = segment().rankRecord(peer).left.load();
    if (ready())
      return 0;
    std::string here =
        std::string(request.isSend ? "send of " : "receive of ") +
        describeOp(request.op.id, request.opName) +
        (request.isSend ? " to rank " : " from rank ") + std::to_string(peer);
    const char *match = request.isSend ? "receive" : "send";
    if (left)
      segment().failAll(POPT_RT_ABORTED,
                        here + ": rank " + std::to_string(peer) +
                            " left without the matching " + match);
    if (!first && patience.isLate(request.peer, peer,
                                  members[request.peer].working.load()))
      segment().failAll(POPT_RT_TIMEOUT,
                        here + " timed out after " + patience.describeLimit() +
                            ": rank " + describeRank(segment(), peer) +
                            " has not started the matching " + match);
    if (!first)
      transport.checkProcesses();
    return segment().hasFailed() ? -1 : patience.sleep();
  };
  MemberRecord &me = members[member];
  return waitUntil(
      me.bell, me.bellSleepers, transport.policy,
      [&](uint32_t) { return ready(); }, tick);
}

static bool isDone(const SharedMemoryRequest &request) {
  return request.transfer->round.load(std::memory_order_acquire) !=
         request.round;
}

popt_rt_status SharedMemoryRequest::wait() {
  bool done = group.waitForBell(*this, [&] { return isDone(*this); });
  popt_rt_status status = POPT_RT_OK;
  if (done && op.stream) {
    group.transport.streams->wait(op.stream, this->done);
    if (!group.keepStreamError())
      status = group.transport.failed();
  } else if (done) {
    if (!isSend && copy)
      memcpy(buffer, copy, bytes);
  } else {
    // The peer may be in the middle of the copy.
    status = group.leaveFailed();
  }
  if (copy)
    group.transport.stagingHeap().free(copy);
  copy = nullptr;
  group.freeRequests.push_back(this);
  return status;
}

popt_rt_status SharedMemoryRequest::test(bool &done) {
  done = isDone(*this);
  if (!done && group.segment().hasFailed()) {
    done = true; // wait() returns the failure at once
    return group.transport.failed();
  }
  return POPT_RT_OK;
}
