//===- NcclCalls.cpp - What is noted of calls on streams ------------------===//
//
// By the rank's thread; the watch reads it.
//
// Tests: test/conformance (the worlds "nccl..."), test/Execute/Gpu/nccl-faults.
//
//===----------------------------------------------------------------------===//
#include "NcclTransport.h"

#include <algorithm>

using namespace popt::rt;
using namespace popt::rt::cuda;

uint64_t NcclOpenCall::numIssued() const {
  uint64_t issued = channel->counts->issued.load(), before = number - kParts;
  return std::clamp(issued, before, number) - before;
}

uint64_t NcclOpenCall::partNumber() const {
  uint64_t parts =
      firstDone && !isPastFirst ? 1 : std::max<uint64_t>(numIssued(), 1);
  return number - kParts + parts;
}

NcclChannel &NcclTransport::channelOf(uint64_t name) {
  std::lock_guard<std::mutex> lock(callsMutex);
  for (const std::unique_ptr<NcclChannel> &known : channels)
    if (known->name == name)
      return *known;
  auto made = std::make_unique<NcclChannel>();
  made->name = name;
  made->counts = calls.add(name);
  if (!made->counts)
    made->counts = &made->own;
  channels.push_back(std::move(made));
  return *channels.back();
}

void NcclTransport::closeChannel(NcclChannel &channel) {
  std::lock_guard<std::mutex> lock(callsMutex);
  channel.open.clear();
}

void NcclTransport::openCalls(const std::vector<NcclChannel *> &used,
                              std::vector<NcclOpenCall> made) {
  std::lock_guard<std::mutex> lock(callsMutex);
  ++numCalls;
  for (size_t i = 0; i < used.size(); ++i) {
    made[i].order = numCalls;
    made[i].channel = used[i];
    made[i].number = used[i]->number += kParts;
    used[i]->open.push_back(std::move(made[i]));
  }
}

void NcclTransport::noteIssued(const std::vector<NcclChannel *> &used,
                               uint64_t parts) {
  for (NcclChannel *channel : used)
    channel->counts->issued.fetch_add(parts);
}

/// A group of transfers may have several in one channel.
static void notePoint(const std::vector<NcclChannel *> &used, uint64_t order,
                      StreamPoint NcclOpenCall::*which,
                      const StreamPoint &point) {
  for (NcclChannel *channel : used)
    for (auto call = channel->open.rbegin();
         call != channel->open.rend() && call->order == order; ++call)
      (*call).*which = point;
}

void NcclTransport::noteBegun(const std::vector<NcclChannel *> &used,
                              const StreamPoint &point) {
  std::lock_guard<std::mutex> lock(callsMutex);
  notePoint(used, numCalls, &NcclOpenCall::begun, point);
}

void NcclTransport::noteFirstDone(const std::vector<NcclChannel *> &used,
                                  const StreamPoint &point) {
  std::lock_guard<std::mutex> lock(callsMutex);
  notePoint(used, numCalls, &NcclOpenCall::firstDone, point);
}

void NcclTransport::noteDone(const std::vector<NcclChannel *> &used,
                             const StreamPoint &point) {
  std::lock_guard<std::mutex> lock(callsMutex);
  notePoint(used, numCalls, &NcclOpenCall::done, point);
}
