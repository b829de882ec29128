//===- SharedMemoryBlocks.cpp - What one block of a collective does -------===//
//
// Blocks cut the "whole vector" of the operation (all_gather: the gathered
// one; permute and all_to_all: each member's result) into equal ranges; the
// block of a range reads it from the send buffers and writes it to the recv
// buffers of all that want it. Tested by test/conformance
// (CollectivesTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "SharedMemoryTransport.h"

#include "Copy.h"
#include "SharedMemoryRequest.h"

#include <algorithm>

using namespace popt::rt;

void SharedMemoryGroup::runBlock(const Work &work, int64_t index) {
  const Collective &c = work.c;
  if (c.kind == CollectiveKind::Permute)
    permuteBlock(work, index);
  else if (c.kind == CollectiveKind::AllToAll)
    allToAllBlock(work, index);
  else {
    int64_t begin = index * work.blockElements;
    int64_t length = std::min(work.blockElements, c.count - begin);
    if (c.kind == CollectiveKind::ReduceScatter)
      reduceScatterBlock(work, begin, length);
    else if (reduces(c.kind))
      reduceBlock(work, begin, length);
    else
      sliceBlock(work, begin, length);
  }
  if (!stream)
    finishStores(work.stream);
}

static char *elementAt(void *buffer, int64_t index, int64_t bytes) {
  return static_cast<char *>(buffer) + index * bytes;
}

/// all_reduce and reduce.
void SharedMemoryGroup::reduceBlock(const Work &work, int64_t begin,
                                    int64_t length) {
  const Collective &c = work.c;
  int64_t bytes = popt_rt_element_size(c.type);
  for (int32_t m = 0; m < size(); ++m)
    sources[m] = elementAt(sendOf(m, work), begin, bytes);
  int32_t numOutputs = 0;
  if (c.kind == CollectiveKind::AllReduce)
    for (; numOutputs < size(); ++numOutputs)
      outputs[numOutputs] = elementAt(recvOf(numOutputs, work), begin, bytes);
  else
    outputs[numOutputs++] = elementAt(recvOf(c.root, work), begin, bytes);
  reduce(c, numOutputs, length, work.stream);
}

/// Calls `visit(owner, begin within the owner's slice, begin, length)` for each
/// slice that the range touches.
template <typename Visit>
static void forEachSlice(const int64_t *counts, int32_t size, int64_t begin,
                         int64_t length, Visit visit) {
  int64_t offset = 0, end = begin + length;
  for (int32_t owner = 0; owner < size && offset < end; ++owner) {
    int64_t first = std::max(begin, offset);
    int64_t last = std::min(end, offset + counts[owner]);
    if (first < last)
      visit(owner, first - offset, first, last - first);
    offset += counts[owner];
  }
}

void SharedMemoryGroup::reduceScatterBlock(const Work &work, int64_t begin,
                                           int64_t length) {
  const Collective &c = work.c;
  int64_t bytes = popt_rt_element_size(c.type);
  forEachSlice(c.counts, size(), begin, length,
               [&](int32_t owner, int64_t within, int64_t first, int64_t n) {
                 for (int32_t m = 0; m < size(); ++m)
                   sources[m] = elementAt(sendOf(m, work), first, bytes);
                 outputs[0] = elementAt(recvOf(owner, work), within, bytes);
                 reduce(c, 1, n, work.stream);
               });
}

/// Copies without arithmetic of a vector whose slices belong to members.
void SharedMemoryGroup::sliceBlock(const Work &work, int64_t begin,
                                   int64_t length) {
  const Collective &c = work.c;
  if (c.kind == CollectiveKind::Broadcast) {
    copySlice(work, c.root, begin, begin, length);
    return;
  }
  forEachSlice(c.counts, size(), begin, length,
               [&](int32_t owner, int64_t within, int64_t first, int64_t n) {
                 copySlice(work, owner, within, first, n);
               });
}

/// `begin` is the place in the whole vector, `within` that in owner's slice.
void SharedMemoryGroup::copySlice(const Work &work, int32_t owner,
                                  int64_t within, int64_t begin,
                                  int64_t length) {
  const Collective &c = work.c;
  int64_t bytes = popt_rt_element_size(c.type);
  if (c.kind == CollectiveKind::Scatter) {
    copy(elementAt(recvOf(owner, work), within, bytes),
         elementAt(sendOf(c.root, work), begin, bytes), length * bytes,
         work.stream);
    return;
  }
  const char *source = elementAt(sendOf(owner, work), within, bytes);
  if (c.kind == CollectiveKind::Gather) {
    copy(elementAt(recvOf(c.root, work), begin, bytes), source, length * bytes,
         work.stream);
    return;
  }
  for (int32_t m = 0; m < size(); ++m)
    outputs[m] = elementAt(recvOf(m, work), begin, bytes);
  // In pieces, so that the source is read from memory once.
  int64_t total = length * bytes, piece = stream ? total : 8 << 10;
  for (int64_t done = 0; done < total; done += piece)
    copyToAll(size(), done, source + done, std::min(piece, total - done),
              work.stream);
}

namespace {
/// A block of what one member gets, where blocks are by member.
struct TargetBlock {
  TargetBlock(int64_t index, int64_t perTarget, int64_t blockElements)
      : target(static_cast<int32_t>(index / perTarget)),
        begin(index % perTarget * blockElements) {}
  int32_t target;
  int64_t begin;
};
} // namespace

void SharedMemoryGroup::permuteBlock(const Work &work, int64_t index) {
  const Collective &c = work.c;
  int64_t bytes = popt_rt_element_size(c.type);
  auto [target, begin] =
      TargetBlock(index, work.numBlocks / size(), work.blockElements);
  int64_t length = std::min(work.blockElements, c.count - begin);
  char *to = elementAt(recvOf(target, work), begin, bytes);
  for (int32_t i = 0; i < c.numPairs; ++i)
    if (c.pairs[i].target == target) {
      copy(to, elementAt(sendOf(c.pairs[i].source, work), begin, bytes),
           length * bytes, work.stream);
      return;
    }
  fill(to, c.fill, bytes, length);
}

void SharedMemoryGroup::allToAllBlock(const Work &work, int64_t index) {
  int64_t bytes = popt_rt_element_size(work.c.type);
  TargetBlock block(index, work.numBlocks / size(), work.blockElements);
  int32_t target = block.target;
  int64_t length =
      std::min(work.blockElements, members[target].call.count - block.begin);
  if (length <= 0)
    return;
  forEachSlice(countsOf(target) + size(), size(), block.begin, length,
               [&](int32_t source, int64_t within, int64_t first, int64_t n) {
                 const int64_t *sent = countsOf(source);
                 for (int32_t m = 0; m < target; ++m)
                   within += sent[m];
                 copy(elementAt(recvOf(target, work), first, bytes),
                      elementAt(sendOf(source, work), within, bytes), n * bytes,
                      work.stream);
               });
}
