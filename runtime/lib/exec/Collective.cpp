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
#include "popt/Layout/WireBytes.h"
#include <algorithm>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void RankCollective::addPart(
    Side &side, const Operand &operand,
    const std::vector<std::pair<int32_t, Range>> &ranges) {
  Part part;
  part.shape = operand.shape;
  part.strides = operand.resolvedStrides();
  part.buffer = side.bytes;
  int64_t width = static_cast<int64_t>(popt_rt_element_size(operand.type));
  for (const auto &[dim, range] : ranges) {
    part.tensor += range.begin * part.strides[dim] * width;
    part.shape[dim] = range.extent;
  }
  int64_t elements = numElements(part.shape);
  // The first part fixes where the buffer would begin in the tensor; each one
  // must be dense and follow the one before. Empty parts are anywhere.
  std::vector<int64_t> dense = denseStrides(part.shape);
  bool isDense = true;
  for (size_t i = 0; i < part.shape.size(); ++i)
    isDense = isDense && (part.shape[i] == 1 || part.strides[i] == dense[i]);
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

bool RankCollective::prepareCopies(Side &side, bool sends,
                                   popt_rt_device *device,
                                   std::string &out_error) {
  if (!side.used || side.direct)
    return true;
  for (Part &part : side.parts) {
    std::vector<int64_t> dense = denseStrides(part.shape);
    int32_t rank = static_cast<int32_t>(part.shape.size());
    popt_rt_view tensor{type, rank, part.shape.data(), part.strides.data()};
    popt_rt_view buffer{type, rank, part.shape.data(), dense.data()};
    popt_rt_action *action = nullptr;
    popt_rt_status status = popt_rt_device_prepare_copy(
        device, sends ? &tensor : &buffer, sends ? &buffer : &tensor, &action);
    part.copy.reset(action);
    if (!succeeded(device, status, out_error))
      return false;
  }
  return true;
}

/// Extents and starts of every member's piece of a dimension.
struct RankCollective::PieceList {
  std::vector<int64_t> begin, extent;

  PieceList(const StepTable &table, const Pieces &pieces, int64_t smallExtent,
            const std::vector<int32_t> &members) {
    bool isEven = pieces.counts < 0;
    for (size_t m = 0; m < members.size(); ++m) {
      int32_t rank = members[m];
      begin.push_back(isEven ? static_cast<int64_t>(m) * smallExtent
                             : table.rankTables[pieces.offsets][rank]);
      extent.push_back(isEven ? smallExtent
                              : table.rankTables[pieces.counts][rank]);
    }
  }
};

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

/// A slice of `large` for each member, whose elements `counts` gets.
void RankCollective::addSlices(Side &side, const Operand &large, int32_t dim,
                               const PieceList &pieces,
                               std::vector<int64_t> &counts) {
  for (size_t m = 0; m < pieces.extent.size(); ++m) {
    int64_t before = side.bytes;
    addPart(side, large, {{dim, {pieces.begin[m], pieces.extent[m]}}});
    counts.push_back((side.bytes - before) / width);
    moved.bytes += static_cast<double>(side.bytes - before);
  }
}

/// Each member's piece of `small` becomes a slice of the buffer, and all slices
/// go to their places in `large`: on every member, or on the root.
void RankCollective::addGathered(const StepTable &table, const Operand &small,
                                 const Operand &large,
                                 const std::vector<int32_t> &members) {
  int32_t dim = command->pieces.dim;
  PieceList pieces(table, command->pieces, small.shape[dim], members);
  addPart(send, small, {{dim, {0, pieces.extent[member]}}});
  Side counting;
  bool receives = !isRooted(command->kind) || member == command->root;
  addSlices(receives ? recv : counting, large, dim, pieces, recvCounts);
}

/// The other way round: every member, or the root, gives a slice to each.
void RankCollective::addScattered(const StepTable &table, const Operand &small,
                                  const Operand &large,
                                  const std::vector<int32_t> &members) {
  int32_t dim = command->pieces.dim;
  PieceList pieces(table, command->pieces, small.shape[dim], members);
  Side counting;
  bool sends = !isRooted(command->kind) || member == command->root;
  addSlices(sends ? send : counting, large, dim, pieces, sendCounts);
  addPart(recv, small, {{dim, {0, pieces.extent[member]}}});
}

/// Slice m goes to member m, and what comes from member m is slice m.
void RankCollective::addExchanged(const StepTable &table, const Operand &o0,
                                  const Operand &o1,
                                  const std::vector<int32_t> &members) {
  int32_t dim = command->pieces.dim, from = command->split.dim;
  if (from == dim) {
    int64_t block = o0.shape[dim] / static_cast<int64_t>(members.size());
    for (size_t m = 0; m < members.size(); ++m) {
      Range range{static_cast<int64_t>(m) * block, block};
      addPart(send, o0, {{dim, range}});
      addPart(recv, o1, {{dim, range}});
      sendCounts.push_back(send.bytes / width / static_cast<int64_t>(m + 1));
    }
    recvCounts = sendCounts;
  } else {
    PieceList split(table, command->split, o1.shape[from], members);
    PieceList pieces(table, command->pieces, o0.shape[dim], members);
    for (size_t m = 0; m < members.size(); ++m) {
      int64_t sent = send.bytes, received = recv.bytes;
      addPart(send, o0,
              {{from, {split.begin[m], split.extent[m]}},
               {dim, {0, pieces.extent[member]}}});
      addPart(recv, o1,
              {{from, {0, split.extent[member]}},
               {dim, {pieces.begin[m], pieces.extent[m]}}});
      sendCounts.push_back((send.bytes - sent) / width);
      recvCounts.push_back((recv.bytes - received) / width);
    }
  }
  moved.bytes = static_cast<double>(send.bytes);
}

/// Fills both sides, the counts, and what is moved.
void RankCollective::addKind(const StepTable &table,
                             const std::vector<Operand> &operands,
                             const std::vector<int32_t> &members,
                             int32_t rank) {
  const Operand &o0 = operands[0], &o1 = operands[1];
  bool isRoot = member == command->root;
  switch (command->kind) {
  case CollectiveKind::AllReduce:
  case CollectiveKind::Reduce: {
    bool toAll = command->kind == CollectiveKind::AllReduce;
    addPart(send, o0, {});
    if (toAll || isRoot)
      addPart(recv, o1, {});
    count = send.bytes / width;
    moved.bytes = static_cast<double>(send.bytes);
    break;
  }
  case CollectiveKind::Broadcast:
    if (isRoot)
      addPart(send, o0, {});
    addPart(recv, o1, {});
    count = recv.bytes / width;
    moved.bytes = static_cast<double>(recv.bytes);
    break;
  case CollectiveKind::Permute:
    addPart(send, o0, {});
    addPart(recv, o1, {});
    count = send.bytes / width;
    for (auto [source, target] : command->pairs) {
      auto s = std::find(members.begin(), members.end(), source);
      auto t = std::find(members.begin(), members.end(), target);
      if (s == members.end() || t == members.end())
        continue;
      pairs.push_back({static_cast<int32_t>(s - members.begin()),
                       static_cast<int32_t>(t - members.begin())});
      if (source == target || (source != rank && target != rank))
        continue;
      auto bytes = static_cast<double>(send.bytes);
      moved.bytes = moved.busBytes = bytes;
      if (source == rank)
        moved.wireBytes += bytes;
    }
    return;
  case CollectiveKind::AllGather:
  case CollectiveKind::Gather:
    addGathered(table, o0, o1, members);
    break;
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::Scatter:
    addScattered(table, o1, o0, members);
    break;
  case CollectiveKind::AllToAll:
    addExchanged(table, o0, o1, members);
    break;
  case CollectiveKind::Barrier:
  case CollectiveKind::Bucket:
    break; // no commands
  }
  moved.wireBytes = moved.busBytes = static_cast<double>(
      popt::wireBytes(command->kind, static_cast<int64_t>(members.size()),
                      static_cast<int64_t>(moved.bytes)));
}

bool RankCollective::prepare(const StepTable &table, const CollectiveOp &op,
                             const std::vector<Operand> &operands, int32_t rank,
                             popt_rt_device *theDevice,
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
  const Operand &o0 = operands[0], &o1 = operands[1];
  type = o0.type;
  width = static_cast<int64_t>(popt_rt_element_size(type));
  addKind(table, operands, *members, rank);

  // In-place is for the transport to allow: only where both sides are the whole
  // tensor. Otherwise shared memory means that the send side is copied.
  bool wholes = op.kind == CollectiveKind::AllReduce ||
                op.kind == CollectiveKind::Reduce ||
                op.kind == CollectiveKind::Broadcast;
  bool same = o0.region == o1.region && o0.offset == o1.offset &&
              o0.slotStride == o1.slotStride && o0.slots == o1.slots &&
              o0.terms == o1.terms && o0.rankOffset == o1.rankOffset;
  if (mayOverlap && !(wholes && same && send.direct && recv.direct))
    send.direct = false;
  scratch = 0;
  if (send.used && !send.direct)
    scratch += aligned(static_cast<size_t>(send.bytes));
  recvOffset = scratch;
  if (recv.used && !recv.direct)
    scratch += aligned(static_cast<size_t>(recv.bytes));
  return prepareCopies(send, true, theDevice, out_error) &&
         prepareCopies(recv, false, theDevice, out_error);
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

popt_rt_status RankCollective::run(const popt_rt_op &op, int32_t stream,
                                   void *const *operands,
                                   uint8_t *scratch) const {
  popt_rt_status status = start(op, stream, operands, scratch);
  return status == POPT_RT_OK ? finish(stream, operands, scratch) : status;
}

popt_rt_status RankCollective::start(const popt_rt_op &op, int32_t stream,
                                     void *const *operands,
                                     uint8_t *scratch) const {
  if (!group)
    return POPT_RT_OK;
  char *o0 = static_cast<char *>(operands[0]);
  if (send.used && !send.direct)
    for (const Part &part : send.parts) {
      void *addresses[] = {o0 + part.tensor, scratch + part.buffer};
      if (popt_rt_status status = popt_rt_action_launch(
              part.copy.get(), stream, addresses, nullptr, nullptr))
        return status;
    }
  return announce(op, operands, scratch);
}

popt_rt_status RankCollective::announce(const popt_rt_op &op,
                                        void *const *operands,
                                        uint8_t *scratch) const {
  char *o0 = static_cast<char *>(operands[0]);
  char *o1 = static_cast<char *>(operands[1]);
  const void *from = nullptr;
  void *to = nullptr;
  if (send.used)
    from =
        send.direct ? o0 + send.directStart : reinterpret_cast<char *>(scratch);
  if (recv.used)
    to = recv.direct ? o1 + recv.directStart
                     : reinterpret_cast<char *>(scratch + recvOffset);
  return call(op, from, to);
}

popt_rt_status RankCollective::call(const popt_rt_op &op, const void *from,
                                    void *to) const {
  popt_rt_monoid monoid = toC(command->monoid);
  switch (command->kind) {
  case CollectiveKind::AllReduce:
    return popt_rt_all_reduce(group, &op, from, to, count, type, monoid);
  case CollectiveKind::AllGather:
    return popt_rt_all_gather(group, &op, from, to, recvCounts.data(), type);
  case CollectiveKind::ReduceScatter:
    return popt_rt_reduce_scatter(group, &op, from, to, sendCounts.data(), type,
                                  monoid);
  case CollectiveKind::AllToAll:
    return popt_rt_all_to_all(group, &op, from, sendCounts.data(), to,
                              recvCounts.data(), type);
  case CollectiveKind::Permute:
    return popt_rt_permute(group, &op, from, to, count, type, pairs.data(),
                           static_cast<int32_t>(pairs.size()), nullptr);
  case CollectiveKind::Broadcast:
    return popt_rt_broadcast(group, &op, from, to, count, type, command->root);
  case CollectiveKind::Reduce:
    return popt_rt_reduce(group, &op, from, to, count, type, monoid,
                          command->root);
  case CollectiveKind::Gather:
    return popt_rt_gather(group, &op, from, to, recvCounts.data(), type,
                          command->root);
  case CollectiveKind::Scatter:
    return popt_rt_scatter(group, &op, from, to, sendCounts.data(), type,
                           command->root);
  case CollectiveKind::Barrier:
  case CollectiveKind::Bucket:
    break; // no commands
  }
  return POPT_RT_OK;
}

popt_rt_status RankCollective::finish(int32_t stream, void *const *operands,
                                      uint8_t *scratch) const {
  if (!group || !recv.used || recv.direct)
    return POPT_RT_OK;
  char *o1 = static_cast<char *>(operands[1]);
  uint8_t *buffer = scratch + recvOffset;
  for (const Part &part : recv.parts) {
    void *addresses[] = {buffer + part.buffer, o1 + part.tensor};
    if (popt_rt_status status = popt_rt_action_launch(
            part.copy.get(), stream, addresses, nullptr, nullptr))
      return status;
  }
  return POPT_RT_OK;
}
