//===- DirectCollectives.cpp - Straight from member to member -------------===//
//
// First what goes where, in one list for each peer; then, when all has come,
// what this member does for itself. Tested by test/conformance
// (CollectivesTest.cpp, BucketTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "MessageGroup.h"

#include "../Copy.h"
#include "../Reduce.h"

#include <cstring>

using namespace popt::rt;

static void add(std::vector<Piece> &pieces, void *buffer, int64_t bytes) {
  if (bytes > 0)
    pieces.push_back({buffer, bytes});
}

void MessageGroup::planDirect(const Collective &c, size_t index) {
  int64_t element = popt_rt_element_size(c.type);
  int64_t whole = c.count * element;
  int64_t sent = 0, received = 0; // offsets of member m's slices
  bool isRoot = member == c.root;
  if (reduces(c.kind)) {
    bool isScatter = c.kind == CollectiveKind::ReduceScatter;
    int64_t part = isScatter ? c.counts[member] * element : whole;
    bool gets = c.kind != CollectiveKind::Reduce || isRoot;
    recvCopies[index].resize(gets ? ranks.size() * static_cast<size_t>(part)
                                  : 0);
    for (int32_t m = 0; m < size(); ++m) {
      int64_t slice = isScatter ? c.counts[m] * element : whole;
      if (m != member && (c.kind != CollectiveKind::Reduce || m == c.root))
        add(toMember[m], at(c.send, isScatter ? sent : 0), slice);
      if (m != member && gets)
        add(fromMember[m], recvCopies[index].data() + m * part, part);
      sent += slice;
    }
    return;
  }
  for (int32_t m = 0; m < size(); ++m) {
    bool isPeer = m != member;
    int64_t slice = c.counts ? c.counts[m] * element : 0;
    int64_t mine = c.counts ? c.counts[member] * element : 0;
    switch (c.kind) {
    case CollectiveKind::AllGather:
    case CollectiveKind::Gather: {
      bool isForAll = c.kind == CollectiveKind::AllGather;
      if (isPeer && (isForAll || m == c.root))
        add(toMember[m], at(c.send, 0), mine);
      if (isPeer && (isForAll || isRoot))
        add(fromMember[m], at(c.recv, received), slice);
      received += slice;
      break;
    }
    case CollectiveKind::Scatter:
      if (isPeer && isRoot)
        add(toMember[m], at(c.send, sent), slice);
      if (isPeer && m == c.root)
        add(fromMember[m], c.recv, mine);
      sent += slice;
      break;
    case CollectiveKind::Broadcast:
      if (isPeer && isRoot)
        add(toMember[m], at(c.send, 0), whole);
      if (isPeer && m == c.root)
        add(fromMember[m], c.recv, whole);
      break;
    case CollectiveKind::AllToAll: {
      int64_t incoming = c.recvCounts[m] * element;
      if (isPeer) {
        add(toMember[m], at(c.send, sent), slice);
        add(fromMember[m], at(c.recv, received), incoming);
      }
      sent += slice;
      received += incoming;
      break;
    }
    default:
      break;
    }
  }
  for (int32_t i = 0; i < c.numPairs; ++i) {
    auto [source, target] = c.pairs[i];
    if (source == member && target != member)
      add(toMember[target], at(c.send, 0), whole);
    if (target == member && source != member)
      add(fromMember[source], c.recv, whole);
  }
}

/// What a member sends to itself.
static void copySlice(void *to, const void *from, int64_t bytes) {
  if (bytes > 0 && to != from)
    memmove(to, from, static_cast<size_t>(bytes));
}

void MessageGroup::finishDirect(const Collective &c, size_t index) {
  int64_t element = popt_rt_element_size(c.type);
  int64_t whole = c.count * element;
  int64_t sent = 0, received = 0;
  for (int32_t m = 0; m < member; ++m) {
    sent += c.counts ? c.counts[m] * element : 0;
    received += c.recvCounts ? c.recvCounts[m] * element : 0;
  }
  int64_t mine = c.counts ? c.counts[member] * element : 0;
  bool isRoot = member == c.root;
  switch (c.kind) {
  case CollectiveKind::AllReduce:
  case CollectiveKind::Reduce:
  case CollectiveKind::ReduceScatter: {
    bool isScatter = c.kind == CollectiveKind::ReduceScatter;
    int64_t part = isScatter ? mine : whole;
    if (part == 0 || (c.kind == CollectiveKind::Reduce && !isRoot))
      return;
    std::vector<const void *> sources;
    for (int32_t m = 0; m < size(); ++m)
      sources.push_back(m == member ? at(c.send, isScatter ? sent : 0)
                                    : recvCopies[index].data() + m * part);
    void *output = c.recv;
    findReduceKernel(c.monoid, c.type)(
        sources.data(), size(), {&output, 1, /*stream=*/false}, part / element);
    return;
  }
  case CollectiveKind::AllGather:
    return copySlice(at(c.recv, sent), c.send, mine);
  case CollectiveKind::Gather:
    if (isRoot)
      copySlice(at(c.recv, sent), c.send, mine);
    return;
  case CollectiveKind::Scatter:
    if (isRoot)
      copySlice(c.recv, at(c.send, sent), mine);
    return;
  case CollectiveKind::Broadcast:
    if (isRoot)
      copySlice(c.recv, c.send, whole);
    return;
  case CollectiveKind::AllToAll:
    return copySlice(at(c.recv, received), at(c.send, sent), mine);
  case CollectiveKind::Permute:
    for (int32_t i = 0; i < c.numPairs; ++i)
      if (c.pairs[i].target == member) {
        if (c.pairs[i].source == member)
          copySlice(c.recv, c.send, whole);
        return;
      }
    return fillElements(c.recv, c.fill, element, c.count);
  case CollectiveKind::Barrier:
  case CollectiveKind::Bucket:
    return;
  }
}
