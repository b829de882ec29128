//===- StreamCalls.cpp - What a rank has put into its streams -------------===//
//
// Tests: StreamCallsTest, test/conformance (the worlds "nccl...").
//
//===----------------------------------------------------------------------===//
#include "StreamCalls.h"
#include "Segment.h"
#include "SharedWords.h"
#include "Transport.h"
#include <algorithm>

using namespace popt::rt;

/// No group has this channel.
static constexpr int32_t kOfMessages = -1;

uint64_t popt::rt::nameOfMessages(int32_t source, int32_t target) {
  return groupKey({source, target}, kOfMessages);
}

void StreamCalls::setOldest(const OpenCall &call) {
  numOldest.fetch_add(1);
  storeWords(&oldest, &call, 1);
  numOldest.fetch_add(1);
}

OpenCall StreamCalls::oldestCall() const {
  uint64_t before = numOldest.load();
  OpenCall call;
  loadWords(&call, &oldest, 1);
  return before % 2 == 0 && numOldest.load() == before ? call : OpenCall();
}

StreamChannel *StreamCalls::add(uint64_t name) {
  uint32_t count = numChannels.load();
  for (uint32_t i = 0; i < count; ++i)
    if (channels[i].name.load() == name)
      return &channels[i];
  if (count == kMostChannels)
    return nullptr;
  channels[count].name.store(name);
  numChannels.store(count + 1);
  return &channels[count];
}

const StreamChannel *StreamCalls::find(uint64_t name) const {
  for (uint32_t i = 0; i < numChannels.load(); ++i)
    if (channels[i].name.load() == name)
      return &channels[i];
  return nullptr;
}

std::vector<ChannelWords> StreamCalls::words() const {
  std::vector<ChannelWords> words;
  for (uint32_t i = 0; i < numChannels.load(); ++i) {
    const StreamChannel &c = channels[i];
    words.push_back(
        {c.name.load(), c.issued.load(), c.begun.load(), c.done.load()});
  }
  return words;
}

void StreamCalls::copy(const std::vector<ChannelWords> &words) {
  uint32_t count =
      static_cast<uint32_t>(std::min<size_t>(words.size(), kMostChannels));
  for (uint32_t i = 0; i < count; ++i) {
    StreamChannel &c = channels[i];
    c.name.store(words[i].name);
    c.issued.store(words[i].issued);
    c.begun.store(words[i].begun);
    c.done.store(words[i].done);
  }
  numChannels.store(count);
}

std::vector<Obstacle>
popt::rt::findObstacles(const Segment &segment, uint64_t channel,
                        uint64_t number, const std::vector<int32_t> &peers) {
  std::vector<Obstacle> found;
  for (int32_t peer : peers) {
    const RankRecord &record = segment.rankRecord(peer);
    const StreamChannel *end = record.streams.find(channel);
    // Before what its counts would contradict.
    uint64_t begun = end ? end->begun.load() : 0;
    uint64_t issued = end ? end->issued.load() : 0;
    if (issued < number)
      found.push_back({record.left.load() || record.streams.isLeaving.load()
                           ? Obstacle::Kind::Left
                           : Obstacle::Kind::Absent,
                       peer});
    else if (begun < number)
      found.push_back({Obstacle::Kind::Earlier, peer});
  }
  return found;
}
