//===- ChainReduction.cpp - Partial results from member to member ---------===//
//
// Part k of the vector goes up the chain while part k - 1 is combined further
// up and results of earlier parts come down. What members wait for:
//
//   first    sends its parts
//   others   wait for a partial result, combine it with their own part, send it
//   last     has the result of the part: it goes back down the chain, or
//            straight to the one member that gets it
//
// Tested by test/conformance (MessagesTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "MessageGroup.h"

#include "../Reduce.h"
#include "../Widen.h"

#include <cstring>

using namespace popt::rt;

class MessageGroup::Chain {
public:
  Chain(MessageGroup &group, const Collective &c);
  bool run();

private:
  bool isFirst() const { return group.member == 0; }
  bool isLast() const { return group.member == last; }
  /// The one member that gets the result of a range.
  int32_t targetOf(const Range &range) const {
    return c.counts ? range.owner : c.root;
  }
  bool isForMe(const Range &range) const {
    return isForAll || targetOf(range) == group.member;
  }
  char *resultOf(const Range &range) const {
    return at(c.recv, (range.begin - offset) * element);
  }
  void expectPartial(size_t k);
  void expectResults();
  const void *combine(size_t k);
  Flow sendOn(const Range &range, const void *partial);
  void returnResult();
  void returnWhatIsHere();

  MessageGroup &group;
  const Collective &c;
  const int32_t last;
  const bool isForAll, isNarrow;
  const int64_t element, width; ///< bytes of a result's and a partial's element
  const std::vector<Range> ranges;
  const ReduceKernel kernel;
  int64_t offset = 0; ///< of my slice, where results are slices
  const size_t room;  ///< for one part
  char *in, *out;     ///< for as many as may be under way
  float *widened;     ///< for one
  Flow arriving[window], leaving[window];

  std::vector<Flow> results;
  std::vector<const Range *> rangesOfResults;
  size_t numReturned = 0;
};

MessageGroup::Chain::Chain(MessageGroup &group, const Collective &c)
    : group(group), c(c), last(group.size() - 1),
      isForAll(c.kind == CollectiveKind::AllReduce),
      isNarrow(popt::rt::isNarrow(c.type)),
      element(static_cast<int64_t>(popt_rt_element_size(c.type))),
      width(isNarrow ? static_cast<int64_t>(sizeof(float)) : element),
      ranges(group.cutAtOwners(c)),
      kernel(findReduceKernel(c.monoid, isNarrow ? POPT_RT_F32 : c.type)),
      room(static_cast<size_t>(partBytes / element * width)),
      in(grown(group.stageIn, window * room)),
      out(grown(group.stageOut, window * room)),
      widened(reinterpret_cast<float *>(
          grown(group.stageWide, isNarrow ? room : 0))) {
  for (int32_t m = 0; m < group.member && c.counts; ++m)
    offset += c.counts[m];
}

void MessageGroup::Chain::expectPartial(size_t k) {
  if (!isFirst() && k < ranges.size())
    arriving[k % window] =
        group.recvFrom(group.member - 1, Forward, in + k % window * room,
                       ranges[k].length * width);
}

void MessageGroup::Chain::expectResults() {
  for (const Range &range : ranges) {
    if (isLast() || !isForMe(range))
      continue;
    results.push_back(group.recvFrom(isForAll ? group.member + 1 : last, Back,
                                     resultOf(range), range.length * element));
    rangesOfResults.push_back(&range);
  }
}

/// A result has come: on down the chain.
void MessageGroup::Chain::returnResult() {
  const Range &range = *rangesOfResults[numReturned++];
  if (isForAll && !isFirst())
    group.sends.push_back(group.sendTo(group.member - 1, Back, resultOf(range),
                                       range.length * element));
}

void MessageGroup::Chain::returnWhatIsHere() {
  auto isHere = [&] {
    return group.transport.endpoint.engine->test(results[numReturned].request);
  };
  while (numReturned < results.size() && group.transport.isReady(isHere))
    returnResult();
}

/// Part k up to this member: where it lies. The last rounds it.
const void *MessageGroup::Chain::combine(size_t k) {
  const Range &range = ranges[k];
  const void *mine = at(c.send, range.begin * element);
  char *partial = out + k % window * room;
  if (isNarrow) {
    widen(c.type, mine, widened, range.length);
    mine = widened;
  }
  if (isFirst()) {
    if (isNarrow)
      memcpy(partial, widened, static_cast<size_t>(range.length * width));
    return isNarrow ? partial : mine;
  }
  char *result = isLast() && isForMe(range) ? resultOf(range) : partial;
  const void *sources[2] = {in + k % window * room, mine};
  void *output = isNarrow && isLast() ? static_cast<void *>(widened) : result;
  kernel(sources, 2, {&output, 1, /*stream=*/false}, range.length);
  if (isNarrow && isLast())
    narrow(c.type, widened, result, range.length);
  return result;
}

MessageGroup::Flow MessageGroup::Chain::sendOn(const Range &range,
                                               const void *partial) {
  if (!isLast())
    return group.sendTo(group.member + 1, Forward, partial,
                        range.length * width);
  if (isForAll)
    return group.sendTo(last - 1, Back, partial, range.length * element);
  if (isForMe(range))
    return {};
  return group.sendTo(targetOf(range), Back, partial, range.length * element);
}

bool MessageGroup::Chain::run() {
  expectResults();
  for (size_t k = 0; k < window; ++k)
    expectPartial(k);
  for (size_t k = 0; k < ranges.size(); ++k) {
    // What left `window` parts ago was in the place that this one gets.
    if (!group.finish(arriving[k % window]) ||
        !group.finish(leaving[k % window]))
      return false;
    leaving[k % window] = sendOn(ranges[k], combine(k));
    expectPartial(k + window);
    returnWhatIsHere();
  }
  while (numReturned < results.size()) {
    if (!group.finish(results[numReturned]))
      return false;
    returnResult();
  }
  for (const Flow &flow : leaving)
    if (!group.finish(flow))
      return false;
  bool isDone = group.finish(group.sends);
  group.sends.clear();
  return isDone;
}

bool MessageGroup::reduceAlongChain(const Collective &c) {
  return Chain(*this, c).run();
}
