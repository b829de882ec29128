//===- SharedMemoryStreams.cpp - Calls whose data is in device memory -----===//
//
// What blocks and transfers do is done here, at once on the host, or in the
// stream of the call (PeerStreams.h). Tested by test/conformance (the world
// "cuda").
//
//===----------------------------------------------------------------------===//

#include "Copy.h"
#include "SharedMemoryRequest.h"

using namespace popt::rt;

popt_rt_status SharedMemoryGroup::begin(const popt_rt_op &op) {
  if (segment().hasFailed())
    return transport.failed();
  stream = op.stream;
  if (!stream)
    return POPT_RT_OK;
  if (!transport.streams)
    return fail(POPT_RT_INVALID_ARGUMENT,
                describeOp(op.id, op.name) +
                    " is on a stream, but the ranks are on no device");
  if (!points)
    points = segment().points(block);
  return POPT_RT_OK;
}

/// From here on peers may touch this member's buffers.
StreamPoint SharedMemoryGroup::recordReady() {
  StreamPoint &ready = points[member].ready;
  ready = transport.streams->record(stream);
  return ready;
}

/// All members have set the point.
void SharedMemoryGroup::waitForMembers(StreamPoint MemberPoints::*point) {
  for (int32_t m = 0; m < size(); ++m)
    if (m != member)
      transport.streams->wait(stream, points[m].*point);
}

/// A device's error ends the transport; false if there is one.
bool SharedMemoryGroup::keepStreamError() {
  const std::string &error = transport.streams->error();
  if (error.empty())
    return true;
  segment().failAll(POPT_RT_SYSTEM_ERROR,
                    "rank " + std::to_string(transport.rank) + ": " + error);
  return false;
}

void SharedMemoryGroup::copy(void *to, const void *from, int64_t bytes,
                             bool bypass) {
  if (!stream)
    copyBytes(to, from, bytes, bypass);
  else if (to != from && bytes > 0)
    transport.streams->copy(stream, to, from, bytes);
}

void SharedMemoryGroup::copyToAll(int32_t numTargets, int64_t offset,
                                  const void *from, int64_t bytes,
                                  bool bypass) {
  if (!stream)
    return storeToAll(outputs.data(), numTargets, offset, from, bytes, bypass);
  for (int32_t t = 0; t < numTargets; ++t)
    copy(static_cast<char *>(outputs[t]) + offset, from, bytes, bypass);
}

void SharedMemoryGroup::fill(void *to, const void *element, int64_t size,
                             int64_t count) {
  if (!stream)
    fillElements(to, element, size, count);
  else if (count > 0)
    transport.streams->fill(stream, to, element, size, count);
}

/// `sources` into the first `numTargets` of `outputs`.
void SharedMemoryGroup::reduce(const Collective &c, int32_t numTargets,
                               int64_t count, bool bypass) {
  if (stream)
    transport.streams->reduce(stream, c.monoid, c.type, sources.data(), size(),
                              outputs.data(), numTargets, count);
  else
    findReduceKernel(c.monoid, c.type)(
        sources.data(), size(), {outputs.data(), numTargets, bypass}, count);
}

/// The copy of a transfer, once both sides are posted. It has a stream to
/// itself, so that it holds up none; copies of one rank run in the order of
/// posts, which is an order in which they can be done.
void SharedMemoryGroup::copyOnStream(SharedMemoryRequest &send,
                                     SharedMemoryRequest &recv, int64_t bytes) {
  PeerStreams &streams = *transport.streams;
  void *transfers = streams.transferStream();
  streams.wait(transfers, send.ready);
  streams.wait(transfers, recv.ready);
  if (bytes > 0)
    streams.copy(transfers, recv.buffer, send.buffer, bytes);
  send.done = recv.done = streams.record(transfers);
}
