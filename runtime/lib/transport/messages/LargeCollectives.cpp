//===- LargeCollectives.cpp - Vectors in parts, many under way ------------===//
//
// The ways of MessageGroup.h for large vectors. Every member posts the messages
// of a pair in the same order, so two tags do for a whole call. Tested by
// test/conformance (CollectivesTest.cpp, MessagesTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "MessageGroup.h"

#include "../Reduce.h"

#include <algorithm>
#include <cstring>

using namespace popt::rt;

/// The whole vector, in order. Where the collective gives no rank a slice, the
/// members' slices are equal as far as possible.
std::vector<MessageGroup::Range>
MessageGroup::cutAtOwners(const Collective &c) const {
  int64_t part = partBytes / int64_t(popt_rt_element_size(c.type));
  std::vector<Range> ranges;
  int64_t begin = 0;
  for (int32_t m = 0; m < size(); ++m) {
    int64_t end = c.counts ? begin + c.counts[m] : c.count * (m + 1) / size();
    for (; begin < end; begin = ranges.back().begin + ranges.back().length)
      ranges.push_back({begin, std::min(part, end - begin), m});
  }
  return ranges;
}

//===----------------------------------------------------------------------===//
// Pieces to their owners, combined, and back
//===----------------------------------------------------------------------===//

std::vector<std::vector<MessageGroup::Range>>
MessageGroup::rangesOfOwners(const Collective &c) const {
  std::vector<std::vector<Range>> rangesOf(ranks.size());
  for (const Range &range : cutAtOwners(c))
    rangesOf[range.owner].push_back(range);
  return rangesOf;
}

/// The first part of each slice goes to its owner with the envelopes.
void MessageGroup::planPieces(const Collective &c, size_t index) {
  int64_t element = popt_rt_element_size(c.type);
  std::vector<std::vector<Range>> rangesOf = rangesOfOwners(c);
  for (int32_t m = 0; m < size(); ++m)
    if (m != member && !rangesOf[m].empty())
      toMember[m].push_back({at(c.send, rangesOf[m][0].begin * element),
                             rangesOf[m][0].length * element});
  if (rangesOf[member].empty())
    return;
  int64_t bytes = rangesOf[member][0].length * element;
  char *copies =
      grown(recvCopies[index], ranks.size() * static_cast<size_t>(bytes));
  for (int32_t m = 0; m < size(); ++m)
    if (m != member)
      fromMember[m].push_back({copies + m * bytes, bytes});
}

bool MessageGroup::reduceInPieces(const Collective &c, size_t index) {
  int64_t element = popt_rt_element_size(c.type);
  ReduceKernel kernel = findReduceKernel(c.monoid, c.type);
  std::vector<std::vector<Range>> rangesOf = rangesOfOwners(c);
  size_t most = 0;
  for (const std::vector<Range> &ranges : rangesOf)
    most = std::max(most, ranges.size());
  // Each owner first gets the next part of every member.
  for (size_t k = 1; k < most; ++k)
    for (int32_t i = 1; i < size(); ++i) {
      int32_t owner = (member + i) % size();
      if (k >= rangesOf[owner].size())
        continue;
      const Range &range = rangesOf[owner][k];
      sends.push_back(sendTo(owner, Forward, at(c.send, range.begin * element),
                             range.length * element));
    }
  bool isForAll = c.kind == CollectiveKind::AllReduce;
  bool isRooted = c.kind == CollectiveKind::Reduce;
  std::vector<Flow> results;
  for (int32_t m = 0; m < size(); ++m)
    if (m != member && (isForAll || (isRooted && member == c.root)))
      for (const Range &range : rangesOf[m])
        results.push_back(recvFrom(m, Back, at(c.recv, range.begin * element),
                                   range.length * element));

  const std::vector<Range> &mine = rangesOf[member];
  char *copies = mine.size() > 1
                     ? grown(stageIn, window * ranks.size() * partBytes)
                     : nullptr;
  auto copyOf = [&](size_t k, int32_t m) {
    if (k == 0)
      return recvCopies[index].data() + m * mine[0].length * element;
    return copies + (k % window * ranks.size() + static_cast<size_t>(m)) *
                        static_cast<size_t>(partBytes);
  };
  std::vector<Flow> arriving[window];
  auto start = [&](size_t k) {
    arriving[k % window].clear();
    for (int32_t m = 0; m < size() && k < mine.size(); ++m)
      if (m != member)
        arriving[k % window].push_back(
            recvFrom(m, Forward, copyOf(k, m), mine[k].length * element));
  };
  for (size_t k = 1; k < window; ++k)
    start(k);
  // A result that is for the root alone waits here until it has been sent.
  bool isElsewhere = isRooted && member != c.root;
  char *kept = isElsewhere && !mine.empty()
                   ? grown(stageOut, mine.size() * partBytes)
                   : nullptr;
  std::vector<const void *> sources(ranks.size());
  for (size_t k = 0; k < mine.size(); ++k) {
    const Range &range = mine[k];
    if (!finish(arriving[k % window]))
      return false;
    for (int32_t m = 0; m < size(); ++m)
      sources[m] =
          m == member ? at(c.send, range.begin * element) : copyOf(k, m);
    int64_t within = range.begin - mine[0].begin;
    void *output = isElsewhere            ? kept + k * partBytes
                   : isForAll || isRooted ? at(c.recv, range.begin * element)
                                          : at(c.recv, within * element);
    kernel(sources.data(), size(), {&output, 1, /*stream=*/false},
           range.length);
    for (int32_t i = 1; i < size(); ++i) {
      int32_t m = (member + i) % size();
      if (isForAll || (isElsewhere && m == c.root))
        sends.push_back(sendTo(m, Back, output, range.length * element));
    }
    start(k + window);
  }
  bool isDone = finish(results) && finish(sends);
  sends.clear();
  return isDone;
}

//===----------------------------------------------------------------------===//
// Slices around the ring
//===----------------------------------------------------------------------===//

bool MessageGroup::passAroundRing(const Collective &c) {
  int64_t element = popt_rt_element_size(c.type);
  int32_t n = size();
  auto inRing = [&](int32_t place) { return ring[((place % n) + n) % n]; };
  int32_t next = inRing(ringPlace + 1), previous = inRing(ringPlace - 1);
  std::vector<std::vector<Range>> rangesOf(ranks.size());
  if (c.kind == CollectiveKind::AllGather)
    for (const Range &range : cutAtOwners(c))
      rangesOf[range.owner].push_back(range);
  else
    for (const Range &range : cutAtOwners(c)) // the root's, all of it
      rangesOf[c.root].push_back(range);

  struct Incoming {
    Flow flow;
    const Range *range;
    bool goesOn;
  };
  std::vector<Incoming> incoming;
  for (int32_t i = 1; i < n; ++i) {
    int32_t owner = inRing(ringPlace - i);
    for (const Range &range : rangesOf[owner])
      incoming.push_back(
          {recvFrom(previous, Forward, at(c.recv, range.begin * element),
                    range.length * element),
           &range, owner != next});
  }
  if (const std::vector<Range> &mine = rangesOf[member]; !mine.empty()) {
    int64_t begin = mine[0].begin;
    for (const Range &range : mine)
      sends.push_back(sendTo(next, Forward,
                             at(c.send, (range.begin - begin) * element),
                             range.length * element));
    void *slice = at(c.recv, begin * element);
    if (slice != c.send)
      memmove(slice, c.send, static_cast<size_t>(c.sendBytes));
  }
  for (const Incoming &each : incoming) {
    if (!finish(each.flow))
      return false;
    if (each.goesOn)
      sends.push_back(sendTo(next, Forward,
                             at(c.recv, each.range->begin * element),
                             each.range->length * element));
  }
  bool isDone = finish(sends);
  sends.clear();
  return isDone;
}
