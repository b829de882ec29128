//===- Collectives.cpp - The C API: collectives ---------------------------===//
//
// Each function turns its arguments into a `Collective`, checks it, resolves
// in-place forms, and runs it. Tested by test/conformance
// (CollectivesTest.cpp, ArgumentsTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "Transport.h"

#include <new>

using namespace popt::rt;

static popt_rt_status invalid(const Collective &collective,
                              const popt_rt_op *op, const std::string &text) {
  std::string message = name(collective.kind);
  if (op)
    message += " of " + describeOp(op->id, op->name);
  return fail(POPT_RT_INVALID_ARGUMENT, message + ": " + text);
}

/// Largest element count whose bytes still fit an int64.
static bool tooLarge(int64_t count) { return count > (int64_t(1) << 58); }

/// Checks `counts` and returns their sum in `total`; false if one is bad.
static bool sumCounts(const int64_t *counts, int32_t size, int64_t &total) {
  total = 0;
  for (int32_t m = 0; m < size; ++m) {
    if (counts[m] < 0 || tooLarge(counts[m]) || tooLarge(total + counts[m]))
      return false;
    total += counts[m];
  }
  return true;
}

static int64_t offsetOf(const int64_t *counts, int32_t member) {
  int64_t offset = 0;
  for (int32_t m = 0; m < member; ++m)
    offset += counts[m];
  return offset;
}

/// What of the two buffers this member uses, in bytes.
struct Extent {
  int64_t send = 0;
  int64_t recv = 0;
};

static Extent usedBytes(const Collective &c, const popt_rt_group &group) {
  int64_t bytes = popt_rt_element_size(c.type);
  int64_t whole = c.count * bytes;
  int64_t mine = c.counts ? c.counts[group.member] * bytes : 0;
  bool root = group.member == c.root;
  switch (c.kind) {
  case CollectiveKind::Barrier:
  case CollectiveKind::Bucket:
    return {};
  case CollectiveKind::AllReduce:
    return {whole, whole};
  case CollectiveKind::Permute: {
    bool source = false;
    for (int32_t i = 0; i < c.numPairs; ++i)
      source |= c.pairs[i].source == group.member;
    return {source ? whole : 0, whole};
  }
  case CollectiveKind::AllGather:
    return {mine, whole};
  case CollectiveKind::ReduceScatter:
    return {whole, mine};
  case CollectiveKind::AllToAll: {
    int64_t sent = 0;
    sumCounts(c.counts, group.size(), sent);
    return {sent * bytes, whole};
  }
  case CollectiveKind::Broadcast:
    return {root ? whole : 0, whole};
  case CollectiveKind::Reduce:
    return {whole, root ? whole : 0};
  case CollectiveKind::Gather:
    return {mine, root ? whole : 0};
  case CollectiveKind::Scatter:
    return {root ? whole : 0, mine};
  }
  return {};
}

static bool overlap(const void *a, int64_t aBytes, const void *b,
                    int64_t bBytes) {
  auto x = reinterpret_cast<uintptr_t>(a), y = reinterpret_cast<uintptr_t>(b);
  return aBytes > 0 && bBytes > 0 && x < y + bBytes && y < x + aBytes;
}

/// Resolves in-place forms (see transport.h) so that afterwards the buffers are
/// disjoint, or lie so that each element is read before it is written at its
/// own place, or copySend is set. Returns false for any other overlap.
static bool resolveInPlace(Collective &c, const popt_rt_group &group,
                           Extent extent) {
  int64_t bytes = popt_rt_element_size(c.type);
  bool same = c.send == c.recv;
  switch (c.kind) {
  case CollectiveKind::AllGather:
  case CollectiveKind::Gather: {
    if (extent.recv == 0)
      return true;
    char *slice =
        static_cast<char *>(c.recv) + offsetOf(c.counts, group.member) * bytes;
    if (same)
      c.send = slice;
    return c.send == slice ||
           !overlap(c.send, extent.send, c.recv, extent.recv);
  }
  case CollectiveKind::Scatter: {
    if (extent.send == 0)
      return true;
    auto *slice = static_cast<const char *>(c.send) +
                  offsetOf(c.counts, group.member) * bytes;
    if (same)
      c.recv = const_cast<char *>(slice);
    return c.recv == slice ||
           !overlap(c.send, extent.send, c.recv, extent.recv);
  }
  case CollectiveKind::ReduceScatter: {
    if (!overlap(c.send, extent.send, c.recv, extent.recv))
      return true;
    int64_t offset = offsetOf(c.counts, group.member);
    if (c.recv == static_cast<const char *>(c.send) + offset * bytes)
      return true;
    c.copySend = same;
    return same;
  }
  case CollectiveKind::AllToAll:
  case CollectiveKind::Permute:
    if (!overlap(c.send, extent.send, c.recv, extent.recv))
      return true;
    c.copySend = same;
    return same;
  default:
    return same || !overlap(c.send, extent.send, c.recv, extent.recv);
  }
}

static popt_rt_status checkPairs(const Collective &c, const popt_rt_op *op,
                                 int32_t size) {
  if (c.numPairs < 0 || (c.numPairs > 0 && !c.pairs))
    return invalid(c, op, "null list of pairs");
  std::vector<bool> isTarget(size);
  for (int32_t i = 0; i < c.numPairs; ++i) {
    auto [source, target] = c.pairs[i];
    if (source < 0 || source >= size || target < 0 || target >= size)
      return invalid(c, op,
                     "pair " + std::to_string(source) + " -> " +
                         std::to_string(target) +
                         " names a member that does not exist, the group has " +
                         std::to_string(size));
    if (isTarget[target])
      return invalid(c, op,
                     "member " + std::to_string(target) +
                         " is the target of two pairs");
    isTarget[target] = true;
  }
  return POPT_RT_OK;
}

/// Checks what is wrong in itself, whatever the other members pass.
static popt_rt_status check(Collective &c, const popt_rt_op *op,
                            const popt_rt_group &group) {
  if (popt_rt_element_size(c.type) == 0)
    return invalid(c, op, "unknown element type " + std::to_string(c.type));
  if (reduces(c.kind) && !popt_rt_monoid_is_defined(c.monoid, c.type))
    return invalid(c, op,
                   std::string(popt_rt_monoid_name(c.monoid)) +
                       " is not defined on " +
                       popt_rt_element_type_name(c.type));
  if (c.root < 0 || c.root >= group.size())
    return invalid(c, op,
                   "root " + std::to_string(c.root) +
                       " does not exist, the group has " +
                       std::to_string(group.size()) + " members");
  if (c.count < 0 || tooLarge(c.count))
    return invalid(c, op,
                   "count " + std::to_string(c.count) + " is out of range");
  if (c.kind == CollectiveKind::Permute)
    return checkPairs(c, op, group.size());
  return POPT_RT_OK;
}

/// Checks the call and fills in what follows from its arguments.
static popt_rt_status complete(popt_rt_group &group, const popt_rt_op *op,
                               Collective &c) {
  if (popt_rt_status status = check(c, op, group))
    return status;
  Extent extent = usedBytes(c, group);
  if ((extent.send > 0 && !c.send) || (extent.recv > 0 && !c.recv))
    return invalid(
        c, op, std::string("null ") + (c.send ? "recv" : "send") + " buffer");
  if (!resolveInPlace(c, group, extent))
    return invalid(c, op, "send and recv overlap without being in place");
  c.sendBytes = extent.send;
  c.recvBytes = extent.recv;
  bool isAlone =
      c.kind == CollectiveKind::Barrier || c.kind == CollectiveKind::AllToAll;
  if (group.isRecording && isAlone)
    return invalid(c, op, "it cannot be part of a bucket");
  return POPT_RT_OK;
}

/// A call in a bucket that fails makes the bucket fail.
static popt_rt_status refuse(popt_rt_group *group, popt_rt_status status) {
  if (group && group->isRecording && group->recordedStatus == POPT_RT_OK) {
    group->recordedStatus = status;
    group->recordedError = popt_rt_last_error(nullptr);
  }
  return status;
}

static popt_rt_status run(popt_rt_group *group, const popt_rt_op *op,
                          Collective c) {
  if (!group)
    return invalid(c, op, "null group");
  try {
    if (popt_rt_status status = complete(*group, op, c))
      return refuse(group, status);
    if (!group->isRecording)
      return group->run(op ? *op : popt_rt_op{}, c);
    group->recorded.push_back(c);
    return POPT_RT_OK;
  } catch (const std::bad_alloc &) {
    return refuse(group, fail(POPT_RT_OUT_OF_MEMORY,
                              std::string(name(c.kind)) + ": out of memory"));
  }
}

/// As `run`, for kinds with one count per member.
static popt_rt_status runCounts(popt_rt_group *group, const popt_rt_op *op,
                                Collective c, const int64_t *counts) {
  if (!group || !counts)
    return refuse(group, invalid(c, op, "null group or counts"));
  if (!sumCounts(counts, group->size(), c.count))
    return refuse(group, invalid(c, op, "a count is out of range"));
  c.counts = counts;
  return run(group, op, c);
}

popt_rt_status popt_rt_group::runBucket(const popt_rt_op &op,
                                        const Bucket &collectives) {
  for (const Collective &each : collectives)
    if (popt_rt_status status = run(op, each))
      return status;
  return POPT_RT_OK;
}

popt_rt_status popt_rt_bucket_begin(popt_rt_group *group) {
  if (!group || group->isRecording)
    return fail(POPT_RT_INVALID_ARGUMENT,
                group ? "bucket: one has begun and not ended"
                      : "bucket: null group");
  group->isRecording = true;
  group->recorded.clear();
  group->recordedStatus = POPT_RT_OK;
  return POPT_RT_OK;
}

/// No more calls are recorded; an error if there was one.
static popt_rt_status endRecording(popt_rt_group *group) {
  if (!group || !group->isRecording)
    return fail(POPT_RT_INVALID_ARGUMENT,
                group ? "bucket: none has begun" : "bucket: null group");
  group->isRecording = false;
  return group->recordedStatus
             ? fail(group->recordedStatus, group->recordedError)
             : POPT_RT_OK;
}

popt_rt_status popt_rt_bucket_reserve(popt_rt_group *group, void *stream) {
  popt_rt_status status = endRecording(group);
  return status ? status : group->reserve(stream, group->recorded);
}

popt_rt_status popt_rt_bucket_end(popt_rt_group *group, const popt_rt_op *op) {
  if (popt_rt_status status = endRecording(group))
    return status;
  const Bucket &recorded = group->recorded;
  popt_rt_op named = op ? *op : popt_rt_op{};
  try {
    if (recorded.size() < 2)
      return recorded.empty() ? POPT_RT_OK : group->run(named, recorded[0]);
    return group->runBucket(named, recorded);
  } catch (const std::bad_alloc &) {
    return fail(POPT_RT_OUT_OF_MEMORY, "bucket: out of memory");
  }
}

popt_rt_status popt_rt_barrier(popt_rt_group *group, const popt_rt_op *op) {
  return run(group, op, Collective{});
}

popt_rt_status popt_rt_all_reduce(popt_rt_group *group, const popt_rt_op *op,
                                  const void *send, void *recv, int64_t count,
                                  popt_rt_element_type type,
                                  popt_rt_monoid monoid) {
  return run(group, op,
             {CollectiveKind::AllReduce, type, monoid, 0, send, recv, count});
}

popt_rt_status popt_rt_all_gather(popt_rt_group *group, const popt_rt_op *op,
                                  const void *send, void *recv,
                                  const int64_t *counts,
                                  popt_rt_element_type type) {
  return runCounts(
      group, op, {CollectiveKind::AllGather, type, POPT_RT_SUM, 0, send, recv},
      counts);
}

popt_rt_status popt_rt_reduce_scatter(popt_rt_group *group,
                                      const popt_rt_op *op, const void *send,
                                      void *recv, const int64_t *counts,
                                      popt_rt_element_type type,
                                      popt_rt_monoid monoid) {
  return runCounts(group, op,
                   {CollectiveKind::ReduceScatter, type, monoid, 0, send, recv},
                   counts);
}

popt_rt_status popt_rt_all_to_all(popt_rt_group *group, const popt_rt_op *op,
                                  const void *send, const int64_t *send_counts,
                                  void *recv, const int64_t *recv_counts,
                                  popt_rt_element_type type) {
  Collective c{CollectiveKind::AllToAll, type, POPT_RT_SUM, 0, send, recv};
  if (!group || !send_counts || !recv_counts)
    return refuse(group, invalid(c, op, "null group or counts"));
  int64_t sent = 0;
  if (!sumCounts(send_counts, group->size(), sent) ||
      !sumCounts(recv_counts, group->size(), c.count))
    return refuse(group, invalid(c, op, "a count is out of range"));
  if (send_counts[group->member] != recv_counts[group->member])
    return refuse(group,
                  invalid(c, op,
                          "this member sends itself " +
                              std::to_string(send_counts[group->member]) +
                              " elements but receives " +
                              std::to_string(recv_counts[group->member])));
  c.counts = send_counts;
  c.recvCounts = recv_counts;
  return run(group, op, c);
}

popt_rt_status popt_rt_permute(popt_rt_group *group, const popt_rt_op *op,
                               const void *send, void *recv, int64_t count,
                               popt_rt_element_type type,
                               const popt_rt_pair *pairs, int32_t num_pairs,
                               const void *fill) {
  Collective c{
      CollectiveKind::Permute, type, POPT_RT_SUM, 0, send, recv, count};
  c.pairs = pairs;
  c.numPairs = num_pairs;
  c.fill = fill;
  return run(group, op, c);
}

popt_rt_status popt_rt_broadcast(popt_rt_group *group, const popt_rt_op *op,
                                 const void *send, void *recv, int64_t count,
                                 popt_rt_element_type type, int32_t root) {
  return run(
      group, op,
      {CollectiveKind::Broadcast, type, POPT_RT_SUM, root, send, recv, count});
}

popt_rt_status popt_rt_reduce(popt_rt_group *group, const popt_rt_op *op,
                              const void *send, void *recv, int64_t count,
                              popt_rt_element_type type, popt_rt_monoid monoid,
                              int32_t root) {
  return run(group, op,
             {CollectiveKind::Reduce, type, monoid, root, send, recv, count});
}

popt_rt_status popt_rt_gather(popt_rt_group *group, const popt_rt_op *op,
                              const void *send, void *recv,
                              const int64_t *counts, popt_rt_element_type type,
                              int32_t root) {
  return runCounts(
      group, op, {CollectiveKind::Gather, type, POPT_RT_SUM, root, send, recv},
      counts);
}

popt_rt_status popt_rt_scatter(popt_rt_group *group, const popt_rt_op *op,
                               const void *send, void *recv,
                               const int64_t *counts, popt_rt_element_type type,
                               int32_t root) {
  return runCounts(
      group, op, {CollectiveKind::Scatter, type, POPT_RT_SUM, root, send, recv},
      counts);
}
