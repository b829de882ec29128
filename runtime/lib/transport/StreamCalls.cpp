//===- StreamCalls.cpp - Where a rank's streams are, for others -----------===//
//
// Tests: StreamCallsTest; faults of each call: test/Execute/Gpu/nccl-faults.long.
//
//===----------------------------------------------------------------------===//
#include "StreamCalls.h"
#include "Segment.h"
#include "SharedWords.h"
#include "Transport.h"
#include "Wait.h"
#include <algorithm>
#include <cstring>

using namespace popt::rt;

/// No group has this channel.
static constexpr int32_t kOfMessages = -1;

//===----------------------------------------------------------------------===//
// Calls of libraries
//===----------------------------------------------------------------------===//

void LibraryCall::enter(const char *name) {
  LibraryCallWords words;
  copyName(words.name, name);
  uint64_t parts[3];
  std::memcpy(parts, words.name, sizeof parts);
  for (size_t i = 0; i < text.size(); ++i)
    text[i].store(parts[i], std::memory_order_relaxed);
  since.store(nowNanoseconds(CLOCK_MONOTONIC_COARSE));
  count.store(count.load(std::memory_order_relaxed) + 1);
}

LibraryCallWords LibraryCall::words() const {
  LibraryCallWords words;
  words.number = count.load();
  uint64_t parts[3];
  for (size_t i = 0; i < text.size(); ++i)
    parts[i] = text[i].load(std::memory_order_relaxed);
  std::memcpy(words.name, parts, sizeof parts);
  words.name[sizeof words.name - 1] = 0;
  return words;
}

void LibraryCall::copy(const LibraryCallWords &words) {
  uint64_t parts[3];
  std::memcpy(parts, words.name, sizeof parts);
  for (size_t i = 0; i < text.size(); ++i)
    text[i].store(parts[i], std::memory_order_relaxed);
  if (words.number != count.load())
    since.store(nowNanoseconds(CLOCK_MONOTONIC_COARSE));
  count.store(words.number);
}

bool LibraryCall::isLong() const {
  constexpr int64_t shortCall = tickNanoseconds / 2;
  return count.load() % 2 != 0 &&
         nowNanoseconds(CLOCK_MONOTONIC_COARSE) - since.load() > shortCall;
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

uint64_t popt::rt::nameOfMessages(int32_t source, int32_t target) {
  return groupKey({source, target}, kOfMessages);
}

bool popt::rt::hasSkippedCall(const OpenCall &rank, const OpenCall &other) {
  if (!rank.isSameAs(other) || !rank.place.isKnown() || !other.place.isKnown())
    return false;
  // In a loop each may seem to come after the other.
  return rank.place.step > other.place.step ||
         (other.next == rank.place && !(rank.place == other.place) &&
          !(rank.next == other.place));
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

bool StreamCalls::haveSkippedMessage(const OpenCall &other) const {
  const StreamChannel *end =
      other.place.isKnown() ? nullptr : find(other.channel);
  if (!end || end->first.load() != other.number)
    return false;
  int64_t step = end->step.load();
  // One end may be outside of the loop over microbatches.
  return step > other.place.step ||
         (step == other.place.step && other.place.microbatch >= 0 &&
          end->microbatch.load() > other.place.microbatch);
}

std::vector<ChannelWords> StreamCalls::words() const {
  std::vector<ChannelWords> words;
  for (uint32_t i = 0; i < numChannels.load(); ++i) {
    const StreamChannel &c = channels[i];
    words.push_back({c.name.load(), c.issued.load(), c.begun.load(),
                     c.done.load(), c.first.load(), c.step.load(),
                     c.microbatch.load()});
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
    c.first.store(words[i].first);
    c.step.store(words[i].step);
    c.microbatch.store(words[i].microbatch);
  }
  numChannels.store(count);
}

//===----------------------------------------------------------------------===//
// Which rank keeps which
//===----------------------------------------------------------------------===//

std::vector<Obstacle>
popt::rt::findObstacles(const Segment &segment, uint64_t channel,
                        uint64_t number, const std::vector<int32_t> &peers) {
  std::vector<Obstacle> keep, skipped;
  for (int32_t peer : peers) {
    const RankRecord &record = segment.rankRecord(peer);
    const StreamChannel *end = record.streams.find(channel);
    // Before what its counts would contradict.
    uint64_t done = end ? end->done.load() : 0;
    uint64_t begun = end ? end->begun.load() : 0;
    uint64_t issued = end ? end->issued.load() : 0;
    if (done >= number)
      skipped.push_back({Obstacle::Kind::SkippedCollective, peer});
    else if (issued < number)
      keep.push_back({record.left.load() || record.streams.isLeaving.load()
                          ? Obstacle::Kind::Left
                          : Obstacle::Kind::Absent,
                      peer});
    else if (begun < number)
      keep.push_back({Obstacle::Kind::Earlier, peer});
  }
  return keep.empty() ? skipped : keep;
}
