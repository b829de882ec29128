//===- NcclCalls.cpp - What is noted of calls on streams ------------------===//
//
// Tests: test/conformance (the worlds "nccl..."), test/Execute/Gpu/nccl-hangs.
//
//===----------------------------------------------------------------------===//
#include "NcclCalls.h"

using namespace popt::rt;
using namespace popt::rt::cuda;

NcclChannel &NcclCalls::channelOf(uint64_t name) {
  std::lock_guard<std::mutex> lock(mutex);
  for (const std::unique_ptr<NcclChannel> &known : channels)
    if (known->name == name)
      return *known;
  auto made = std::make_unique<NcclChannel>();
  made->name = name;
  made->counts = counts.add(name);
  if (!made->counts)
    made->counts = &made->own;
  channels.push_back(std::move(made));
  return *channels.back();
}

void NcclCalls::close(NcclChannel &channel) {
  std::lock_guard<std::mutex> lock(mutex);
  channel.open.clear();
}

void NcclCalls::open(const std::vector<NcclChannel *> &used,
                     std::vector<NcclOpenCall> made) {
  std::lock_guard<std::mutex> lock(mutex);
  ++numCalls;
  for (size_t i = 0; i < used.size(); ++i) {
    made[i].order = numCalls;
    made[i].channel = used[i];
    made[i].number = ++used[i]->number;
    used[i]->open.push_back(std::move(made[i]));
  }
}

void NcclCalls::noteIssued(const std::vector<NcclChannel *> &used) {
  for (NcclChannel *channel : used)
    channel->counts->issued.fetch_add(1);
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

void NcclCalls::noteBegun(const std::vector<NcclChannel *> &used,
                          const StreamPoint &point) {
  std::lock_guard<std::mutex> lock(mutex);
  notePoint(used, numCalls, &NcclOpenCall::begun, point);
}

void NcclCalls::noteDone(const std::vector<NcclChannel *> &used,
                         const StreamPoint &point) {
  std::lock_guard<std::mutex> lock(mutex);
  notePoint(used, numCalls, &NcclOpenCall::done, point);
}

/// Those that are over are forgotten.
std::vector<const NcclOpenCall *> NcclCalls::oldest() {
  std::vector<const NcclOpenCall *> oldest;
  for (const std::unique_ptr<NcclChannel> &channel : channels) {
    std::deque<NcclOpenCall> &open = channel->open;
    StreamChannel &its = *channel->counts;
    for (; !open.empty() && open.front().begun &&
           transfers.isDone(open.front().begun);
         open.pop_front()) {
      its.begun.store(open.front().number);
      if (!open.front().done || !transfers.isDone(open.front().done))
        break;
      its.done.store(open.front().number);
    }
    if (open.empty())
      continue;
    if (!oldest.empty() && open.front().order < oldest.front()->order)
      oldest.clear();
    for (auto call = open.begin();
         call != open.end() && call->order == open.front().order &&
         (oldest.empty() || call->order == oldest.front()->order);
         ++call)
      oldest.push_back(&*call);
  }
  return oldest;
}
