//===- Collective.cpp - Blocks of tensors to slices of buffers ------------===//
//
// Example: an all-gather of [2, 3, 4] on dimension 1 with counts 3, 2. Each
// rank's block is not contiguous in the result, so the members' slices arrive
// one after another in scratch,
//
//   buffer: rank 0's [2, 3, 4] | rank 1's [2, 2, 4]
//   result: [2, 5, 4] = for each outer index, rank 0's rows, then rank 1's
//
// and two strided copies put them in place. On dimension 0 the slices already
// lie where they belong and nothing is copied. The same holds for every kind:
// a list of blocks on the sending and on the receiving side, each either direct
// or copied. Test: ExecutorTest, every kind on inner dimensions with uneven
// blocks against a direct computation.
//
//===----------------------------------------------------------------------===//
#include "Collective.h"
#include "Compute.h"
#include <algorithm>

using namespace popt::rt;

void RankCollective::addPart(
    Side &side, const Operand &operand, bool sending,
    const std::vector<std::pair<int32_t, Range>> &ranges) {
  std::vector<int64_t> shape = operand.shape;
  std::vector<int64_t> strides = operand.resolvedStrides();
  int64_t width = static_cast<int64_t>(popt_rt_element_size(operand.type));
  int64_t start = 0, elements = 1;
  for (const auto &[dim, range] : ranges) {
    start += range.begin * strides[dim];
    shape[dim] = range.extent;
  }
  for (int64_t extent : shape)
    elements *= extent;
  std::vector<int64_t> dense = denseStrides(shape);
  Part part{sending ? StridedCopy(shape, dense, strides, width)
                    : StridedCopy(shape, strides, dense, width),
            start * width, side.bytes};
  // The first part fixes where the buffer would begin in the tensor; each one
  // must be dense and follow the one before. Empty parts are anywhere.
  bool isDense = true;
  for (size_t i = 0; i < shape.size(); ++i)
    isDense = isDense && (shape[i] == 1 || strides[i] == dense[i]);
  if (elements > 0) {
    int64_t begin = part.tensor - part.buffer;
    bool first = side.bytes == 0;
    side.direct =
        isDense && (first || (side.direct && side.directStart == begin));
    if (first)
      side.directStart = begin;
  } else if (side.parts.empty()) {
    side.direct = true;
  }
  side.bytes += elements * width;
  side.used = true;
  side.parts.push_back(std::move(part));
}

namespace {
/// Extents and starts of every member's piece of a dimension.
struct PieceList {
  std::vector<int64_t> begin, extent;

  PieceList(const StepTable &table, const Pieces &pieces, int64_t smallExtent,
            const std::vector<int32_t> &members) {
    int64_t sum = 0;
    for (int32_t rank : members) {
      int64_t count = pieces.counts < 0 ? smallExtent
                                        : table.rankTables[pieces.counts][rank];
      begin.push_back(
          pieces.offsets < 0 ? sum : table.rankTables[pieces.offsets][rank]);
      extent.push_back(count);
      sum += count;
    }
  }
};
} // namespace

bool RankCollective::prepare(const StepTable &table, const CollectiveOp &op,
                             const std::vector<Operand> &operands, int32_t rank,
                             popt_rt_transport *transport, bool mayOverlap,
                             std::string &out_error) {
  command = &op;
  const std::vector<int32_t> *members = nullptr;
  for (const std::vector<int32_t> &list : table.groups[op.group].lists)
    if (std::find(list.begin(), list.end(), rank) != list.end())
      members = &list;
  if (!members)
    return true;
  if (!transport) {
    out_error = "the program communicates, but there is no transport";
    return false;
  }
  if (popt_rt_group_create(transport, members->data(),
                           static_cast<int32_t>(members->size()), op.channel,
                           &group) != POPT_RT_OK) {
    out_error = popt_rt_last_error(transport);
    return false;
  }
  member = popt_rt_group_member(group);
  size_t size = members->size();
  const Operand &o0 = operands[0], &o1 = operands[1];
  type = o0.type;
  int32_t dim = op.pieces.dim;
  bool isRoot = member == op.root;
  int64_t width = static_cast<int64_t>(popt_rt_element_size(type));
  double k = static_cast<double>(size);
  auto elements = [&](int64_t bytes) { return bytes / width; };

  switch (op.kind) {
  case CollectiveKind::AllReduce:
  case CollectiveKind::Reduce:
    addPart(send, o0, true, {});
    if (op.kind == CollectiveKind::AllReduce || isRoot)
      addPart(recv, o1, false, {});
    count = elements(send.bytes);
    wire = send.bytes * (op.kind == CollectiveKind::AllReduce ? 2 : 1) *
           (k - 1) / k;
    break;
  case CollectiveKind::Broadcast:
    if (isRoot)
      addPart(send, o0, true, {});
    addPart(recv, o1, false, {});
    count = elements(recv.bytes);
    wire = recv.bytes * (k - 1) / k;
    break;
  case CollectiveKind::Permute:
    addPart(send, o0, true, {});
    addPart(recv, o1, false, {});
    count = elements(send.bytes);
    for (auto [source, target] : op.pairs) {
      auto s = std::find(members->begin(), members->end(), source);
      auto t = std::find(members->begin(), members->end(), target);
      if (s == members->end() || t == members->end())
        continue;
      pairs.push_back({static_cast<int32_t>(s - members->begin()),
                       static_cast<int32_t>(t - members->begin())});
      if (source == rank && target != rank)
        wire += static_cast<double>(send.bytes);
    }
    break;
  case CollectiveKind::AllGather:
  case CollectiveKind::Gather: {
    PieceList pieces(table, op.pieces, o0.shape[dim], *members);
    addPart(send, o0, true, {{dim, {0, pieces.extent[member]}}});
    Side counting;
    for (size_t m = 0; m < size; ++m) {
      Side &side =
          op.kind == CollectiveKind::AllGather || isRoot ? recv : counting;
      int64_t before = side.bytes;
      addPart(side, o1, false, {{dim, {pieces.begin[m], pieces.extent[m]}}});
      recvCounts.push_back(elements(side.bytes - before));
      wire += static_cast<double>(side.bytes - before) * (k - 1) / k;
    }
    break;
  }
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::Scatter: {
    PieceList pieces(table, op.pieces, o1.shape[dim], *members);
    Side counting;
    for (size_t m = 0; m < size; ++m) {
      Side &side =
          op.kind == CollectiveKind::ReduceScatter || isRoot ? send : counting;
      int64_t before = side.bytes;
      addPart(side, o0, true, {{dim, {pieces.begin[m], pieces.extent[m]}}});
      sendCounts.push_back(elements(side.bytes - before));
      wire += static_cast<double>(side.bytes - before) * (k - 1) / k;
    }
    addPart(recv, o1, false, {{dim, {0, pieces.extent[member]}}});
    break;
  }
  case CollectiveKind::AllToAll: {
    int32_t from = op.split.dim;
    if (from == dim) {
      int64_t block = o0.shape[dim] / static_cast<int64_t>(size);
      for (size_t m = 0; m < size; ++m) {
        Range range{static_cast<int64_t>(m) * block, block};
        addPart(send, o0, true, {{dim, range}});
        addPart(recv, o1, false, {{dim, range}});
        sendCounts.push_back(elements(send.bytes) / (m + 1));
      }
      recvCounts = sendCounts;
    } else {
      PieceList split(table, op.split, o1.shape[from], *members);
      PieceList pieces(table, op.pieces, o0.shape[dim], *members);
      for (size_t m = 0; m < size; ++m) {
        int64_t sent = send.bytes, received = recv.bytes;
        addPart(send, o0, true,
                {{from, {split.begin[m], split.extent[m]}},
                 {dim, {0, pieces.extent[member]}}});
        addPart(recv, o1, false,
                {{from, {0, split.extent[member]}},
                 {dim, {pieces.begin[m], pieces.extent[m]}}});
        sendCounts.push_back(elements(send.bytes - sent));
        recvCounts.push_back(elements(recv.bytes - received));
      }
    }
    wire = static_cast<double>(send.bytes) * (k - 1) / k;
    break;
  }
  }

  // In-place is for the transport to allow: only where both sides are the whole
  // tensor. Otherwise shared memory means that the send side is copied.
  bool wholes = op.kind == CollectiveKind::AllReduce ||
                op.kind == CollectiveKind::Reduce ||
                op.kind == CollectiveKind::Broadcast;
  bool same = o0.region == o1.region && o0.offset == o1.offset &&
              o0.slotStride == o1.slotStride &&
              o0.rankOffset == o1.rankOffset && o0.dynamic.empty() &&
              o1.dynamic.empty();
  if (mayOverlap && !(wholes && same && send.direct && recv.direct))
    send.direct = false;
  scratch = 0;
  if (send.used && !send.direct)
    scratch += aligned(static_cast<size_t>(send.bytes));
  recvOffset = scratch;
  if (recv.used && !recv.direct)
    scratch += aligned(static_cast<size_t>(recv.bytes));
  return true;
}

popt_rt_status RankCollective::run(const popt_rt_op &op, void *const *operands,
                                   uint8_t *scratch) const {
  popt_rt_status status = start(op, operands, scratch);
  if (status == POPT_RT_OK)
    finish(operands, scratch);
  return status;
}

popt_rt_status RankCollective::start(const popt_rt_op &op,
                                     void *const *operands,
                                     uint8_t *scratch) const {
  if (!group)
    return POPT_RT_OK;
  char *o0 = static_cast<char *>(operands[0]);
  char *o1 = static_cast<char *>(operands[1]);
  const void *from = nullptr;
  void *to = nullptr;
  if (send.used) {
    from = send.direct ? o0 + send.directStart : static_cast<void *>(scratch);
    if (!send.direct)
      for (const Part &part : send.parts)
        part.copy.run(scratch + part.buffer, o0 + part.tensor);
  }
  uint8_t *buffer = scratch + recvOffset;
  if (recv.used)
    to = recv.direct ? o1 + recv.directStart : static_cast<void *>(buffer);

  popt_rt_status status = POPT_RT_OK;
  switch (command->kind) {
  case CollectiveKind::AllReduce:
    status =
        popt_rt_all_reduce(group, &op, from, to, count, type, command->monoid);
    break;
  case CollectiveKind::AllGather:
    status = popt_rt_all_gather(group, &op, from, to, recvCounts.data(), type);
    break;
  case CollectiveKind::ReduceScatter:
    status = popt_rt_reduce_scatter(group, &op, from, to, sendCounts.data(),
                                    type, command->monoid);
    break;
  case CollectiveKind::AllToAll:
    status = popt_rt_all_to_all(group, &op, from, sendCounts.data(), to,
                                recvCounts.data(), type);
    break;
  case CollectiveKind::Permute:
    status = popt_rt_permute(group, &op, from, to, count, type, pairs.data(),
                             static_cast<int32_t>(pairs.size()), nullptr);
    break;
  case CollectiveKind::Broadcast:
    status =
        popt_rt_broadcast(group, &op, from, to, count, type, command->root);
    break;
  case CollectiveKind::Reduce:
    status = popt_rt_reduce(group, &op, from, to, count, type, command->monoid,
                            command->root);
    break;
  case CollectiveKind::Gather:
    status = popt_rt_gather(group, &op, from, to, recvCounts.data(), type,
                            command->root);
    break;
  case CollectiveKind::Scatter:
    status = popt_rt_scatter(group, &op, from, to, sendCounts.data(), type,
                             command->root);
    break;
  }
  return status;
}

void RankCollective::finish(void *const *operands, uint8_t *scratch) const {
  char *o1 = static_cast<char *>(operands[1]);
  uint8_t *buffer = scratch + recvOffset;
  if (group && recv.used && !recv.direct)
    for (const Part &part : recv.parts)
      part.copy.run(o1 + part.tensor, buffer + part.buffer);
}
