//===- NcclTransfer.cpp - Sends and receives on streams -------------------===//
//
// A started transfer is not yet in a stream: its place there decides what waits
// for what. popt_rt_issue() gives it one, for several as a group whose parts go on
// side by side. A wait for a transfer that is not issued yet issues all that
// have started. All transfers of a rank are in one stream and one communicator.
//
// Tests: test/conformance (TransferTest).
//
//===----------------------------------------------------------------------===//
#include "NcclTransport.h"

#include <algorithm>

using namespace popt::rt;
using namespace popt::rt::cuda;

popt_rt_status NcclTransport::start(const popt_rt_op &op,
                                    const TransferCall &call, int32_t peer,
                                    popt_rt_request *&out_request) {
  host->enter(op);
  if (segment.hasFailed())
    return host->failed();
  auto request = std::make_unique<NcclRequest>(*this);
  request->call.kind =
      call.isSend ? NcclCall::Kind::Send : NcclCall::Kind::Receive;
  request->call.in = request->call.out = call.buffer;
  request->call.count = call.bytes();
  request->call.peer = peer;
  request->stream = op.stream;
  request->place = host->placeIn(op.id);
  request->what = std::string(call.isSend ? "send of " : "receive of ") +
                  describeOp(op.id, op.name) +
                  (call.isSend ? " to rank " : " from rank ") +
                  std::to_string(peer);
  std::lock_guard<std::mutex> lock(startedMutex);
  request->ready = transfers.record(op.stream);
  started.push_back(request.get());
  out_request = request.release();
  return POPT_RT_OK;
}

/// NCCL connects two ranks within the call that launches their first message,
/// in each direction, by a handshake on the host in which both must make the
/// same connections (ncclTransportP2pSetup). So a byte goes each way first.
/// Called with the lock of those that have started.
popt_rt_status NcclTransport::connectWith(const std::vector<int32_t> &peers,
                                          const std::string &what,
                                          const std::function<void()> &issued) {
  std::vector<NcclCall> group;
  void *stream = transfers.transferStream();
  auto *bytes = static_cast<char *>(transfers.staging(stream, 1 + size));
  if (!bytes)
    return popt::rt::fail(POPT_RT_OUT_OF_MEMORY,
                          "no room on the GPU to connect ranks");
  const char none = 0;
  transfers.fill(stream, bytes, &none, 1, 1 + size);
  for (int32_t peer : peers) {
    if (isConnected[peer] || peer == rank)
      continue;
    isConnected[peer] = true;
    group.push_back(
        {NcclCall::Kind::Send, bytes, nullptr, 1, kNcclI8, kNcclSum, peer});
    group.push_back({NcclCall::Kind::Receive, nullptr, bytes + 1 + peer, 1,
                     kNcclI8, kNcclSum, peer});
  }
  return enqueue(*all, group, stream, what, issued);
}

popt_rt_status NcclTransport::connectGroup(const std::vector<int32_t> &ranks,
                                           const std::string &what) {
  std::lock_guard<std::mutex> lock(startedMutex);
  return connectWith(ranks, what, [] {});
}

/// Called with the lock of those that have started.
popt_rt_status
NcclTransport::issueAll(const std::vector<NcclRequest *> &requests) {
  if (requests.empty())
    return POPT_RT_OK;
  void *stream = transfers.transferStream();
  std::vector<NcclCall> group;
  std::vector<NcclChannel *> used;
  std::vector<NcclOpenCall> open;
  std::vector<int32_t> strangers;
  for (NcclRequest *request : requests) {
    transfers.wait(stream, request->ready);
    // What has no bytes is no message, on both sides.
    const NcclCall &call = request->call;
    if (call.count == 0)
      continue;
    group.push_back(call);
    used.push_back(&calls.channelOf(call.kind == NcclCall::Kind::Send
                                        ? nameOfMessages(rank, call.peer)
                                        : nameOfMessages(call.peer, rank)));
    NcclOpenCall made;
    made.peers = {call.peer};
    made.place = request->place;
    made.what = request->what;
    made.isSend = call.kind == NcclCall::Kind::Send;
    open.push_back(std::move(made));
    if (!isConnected[call.peer])
      strangers.push_back(call.peer);
  }
  calls.open(used, std::move(open));
  if (!used.empty())
    calls.noteBegun(used, transfers.record(stream));
  const std::string &what = requests.front()->what;
  // From the handshake with peers on it waits for them.
  auto issued = [&] { NcclCalls::noteIssued(used); };
  popt_rt_status status =
      strangers.empty() ? POPT_RT_OK : connectWith(strangers, what, issued);
  if (status == POPT_RT_OK)
    status = strangers.empty() ? enqueue(*all, group, stream, what, issued)
                               : enqueue(*all, group, stream, what);
  if (status != POPT_RT_OK)
    return status;
  StreamPoint done = transfers.record(stream);
  calls.noteDone(used, done);
  for (NcclRequest *request : requests) {
    request->isIssued = true;
    request->done = done;
    started.erase(std::find(started.begin(), started.end(), request));
  }
  return check(transfers);
}

popt_rt_status NcclTransport::issue(popt_rt_request *const *requests,
                                    int32_t count) {
  std::lock_guard<std::mutex> lock(startedMutex);
  std::vector<NcclRequest *> list;
  for (int32_t i = 0; i < count; ++i)
    if (auto *request = dynamic_cast<NcclRequest *>(requests[i]);
        request && !request->isIssued)
      list.push_back(request);
  return issueAll(list);
}

popt_rt_status NcclTransport::issueStarted() {
  std::lock_guard<std::mutex> lock(startedMutex);
  return issueAll(std::vector<NcclRequest *>(started));
}

void NcclTransport::forget(NcclRequest &request) {
  std::lock_guard<std::mutex> lock(startedMutex);
  started.erase(std::remove(started.begin(), started.end(), &request),
                started.end());
}

popt_rt_status NcclRequest::wait() {
  popt_rt_status status = transport.segment.hasFailed()
                              ? transport.host->failed()
                          : isIssued ? POPT_RT_OK
                                     : transport.issueStarted();
  if (status == POPT_RT_OK) {
    transport.transfers.wait(stream, done);
    status = transport.check(transport.transfers);
  }
  transport.forget(*this);
  delete this;
  return status;
}

/// A wait on a stream does not block.
popt_rt_status NcclRequest::test(bool &done) {
  done = true;
  return transport.segment.hasFailed() ? transport.host->failed()
         : isIssued                    ? POPT_RT_OK
                                       : transport.issueStarted();
}
