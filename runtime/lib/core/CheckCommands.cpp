//===- CheckCommands.cpp - The rules of each command ----------------------===//
//
// The second half of Check.cpp: one function per command, in the order of
// step_table.h. Tests: CheckCommandsTest.
//
//===----------------------------------------------------------------------===//
#include "Checker.h"
#include <algorithm>
#include <set>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

bool Checker::command(const Command &c) {
  if (c.location != -1 && !within(c.location, t.locations))
    return fail("location " + str(c.location) + " does not exist");
  if (c.stream < 0 || c.stream >= kMaxStreams)
    return fail("stream " + str(c.stream) + " of at most " + str(kMaxStreams));
  if (c.event < -1 || c.event >= p->numEvents)
    return fail("event " + str(c.event) + " of " + str(p->numEvents));
  for (int32_t event : c.waits)
    if (event < 0 || event >= p->numEvents)
      return fail("it waits for event " + str(event) + " of " +
                  str(p->numEvents));
  if (!std::holds_alternative<CopyOp>(c.op) &&
      !std::holds_alternative<FillOp>(c.op))
    for (const Operand &o : c.operands)
      if (!o.rankExtents.empty())
        return fail("only copies and fills have extents per rank");
  return std::visit([&](const auto &o) { return op(c, o); }, c.op) &&
         isInOneMemory(c);
}

/// Law L17: what computes or communicates touches one memory, on GPUs that of the
/// device; copies cross. A kernel may write a number by which the host decides
/// into its memory.
bool Checker::isInOneMemory(const Command &c) {
  auto *kernel = std::get_if<KernelOp>(&c.op);
  if (!kernel && !std::holds_alternative<MatmulOp>(c.op) &&
      !std::holds_alternative<ConvOp>(c.op) &&
      !std::holds_alternative<AttentionOp>(c.op) &&
      !std::holds_alternative<CollectiveOp>(c.op))
    return true;
  int64_t results = kernel ? t.kernels[kernel->symbol].numResults : 0;
  auto firstResult = static_cast<int64_t>(c.operands.size()) - results;
  const Operand *onDevice = nullptr, *onHost = nullptr;
  for (size_t i = 0; i < c.operands.size(); ++i) {
    const Operand &o = c.operands[i];
    RegionKind kind = p->regions[o.region].kind;
    bool isNumber =
        static_cast<int64_t>(i) >= firstResult && o.numElements() <= 1;
    if (kind == RegionKind::Arena)
      onDevice = &o;
    else if (kind == RegionKind::HostArena && !isNumber)
      onHost = &o;
  }
  if (onHost && t.target.isGpu)
    return fail("it runs on a GPU, and touches host memory, " +
                toString(*onHost, *p));
  return !onDevice || !onHost ||
         fail("it touches device memory, " + toString(*onDevice, *p) +
              ", and host memory, " + toString(*onHost, *p));
}

bool Checker::op(const Command &c, const KernelOp &op) {
  if (!within(op.symbol, t.kernels))
    return fail("kernel " + str(op.symbol) + " does not exist");
  for (const Scalar &s : op.scalars)
    if (!scalar(s))
      return false;
  int64_t results = t.kernels[op.symbol].numResults;
  int64_t reads = static_cast<int64_t>(c.operands.size()) - results;
  if (results >= 0 && reads < 0)
    return fail("it has " + str(c.operands.size()) +
                " operands, of which it writes " + str(results));
  for (size_t i = 0; i < c.operands.size(); ++i)
    if (!operand(c.operands[i],
                 results >= 0 && static_cast<int64_t>(i) >= reads))
      return false;
  const KernelEntry &kernel = t.kernels[op.symbol];
  return (!kernel.product || reachesOperands(c, *kernel.product)) &&
         (!kernel.convolution || reachesOperands(c, *kernel.convolution));
}

bool Checker::product(const Command &c) {
  return count(c, 3, 3) && operand(c.operands[0], false) &&
         operand(c.operands[1], false) && operand(c.operands[2], true);
}

bool Checker::op(const Command &c, const MatmulOp &op) {
  if (!product(c))
    return false;
  const Operand &a = c.operands[0], &b = c.operands[1], &o = c.operands[2];
  for (int32_t n : {op.batchDims, op.rowDims, op.columnDims, op.contractedDims})
    if (n < 0 || n > static_cast<int32_t>(kMaxRank))
      return fail("it has " + str(n) + " dimensions of one sort");
  size_t nb = op.batchDims, nm = op.rowDims, nn = op.columnDims,
         nk = op.contractedDims;
  if (a.shape.size() != nb + nm + nk || b.shape.size() != nb + nk + nn ||
      o.shape.size() != nb + nm + nn)
    return fail("shapes " + str(a.shape) + ", " + str(b.shape) + ", " +
                str(o.shape) + " do not have its dimensions");
  auto equal = [](const std::vector<int64_t> &x, size_t i,
                  const std::vector<int64_t> &y, size_t j, size_t n) {
    return std::equal(x.begin() + i, x.begin() + i + n, y.begin() + j);
  };
  if (!equal(a.shape, 0, b.shape, 0, nb) ||
      !equal(a.shape, 0, o.shape, 0, nb + nm) ||
      !equal(a.shape, nb + nm, b.shape, nb, nk) ||
      !equal(b.shape, nb + nk, o.shape, nb + nm, nn))
    return fail("shapes " + str(a.shape) + ", " + str(b.shape) + ", " +
                str(o.shape) + " do not fit together");
  if (a.type != b.type)
    return fail("its operands have different element types");
  if (op.adds && o.type != POPT_RT_F32 && o.type != POPT_RT_F64)
    return fail("it adds to elements of " +
                std::string(popt_rt_element_type_name(o.type)) +
                ", in which no sums are kept");
  return true;
}

bool Checker::op(const Command &c, const ConvOp &op) {
  if (!product(c))
    return false;
  const Operand &l = c.operands[0], &r = c.operands[1], &o = c.operands[2];
  return fit(op, l.type == r.type, l.shape, r.shape, o.shape);
}

bool Checker::fit(const ConvOp &op, bool isOfOneType,
                  const std::vector<int64_t> &lhs,
                  const std::vector<int64_t> &rhs,
                  const std::vector<int64_t> &out) {
  size_t rank = lhs.size();
  if (rank < 2 || rank > 14 || rhs.size() != rank || out.size() != rank)
    return fail("shapes " + str(lhs) + ", " + str(rhs) + ", " + str(out) +
                " are not of one rank from 2 to 14");
  size_t n = rank - 2;
  for (const std::vector<int64_t> *list :
       {&op.windowStrides, &op.padLow, &op.padHigh, &op.lhsDilation,
        &op.rhsDilation})
    if (list->size() != n)
      return fail("a parameter is not given for each of " + str(n) +
                  " spatial dimensions");
  if (op.windowReversal.size() != n)
    return fail("a parameter is not given for each of " + str(n) +
                " spatial dimensions");
  if (!isOfOneType)
    return fail("its operands have different element types");
  int64_t fg = op.featureGroups, bg = op.batchGroups;
  if (fg < 1 || bg < 1 || (fg > 1 && bg > 1) || Wide(rhs[1]) * fg != lhs[1] ||
      Wide(out[0]) * bg != lhs[0] || rhs[0] != out[1] ||
      rhs[0] % (fg * bg) != 0)
    return fail("shapes " + str(lhs) + ", " + str(rhs) + ", " + str(out) +
                " do not fit " + str(fg) + " feature and " + str(bg) +
                " batch groups");
  for (size_t i = 0; i < n; ++i) {
    int64_t limit = int64_t(1) << 40;
    if (op.windowStrides[i] < 1 || op.windowStrides[i] > limit ||
        op.lhsDilation[i] < 1 || op.lhsDilation[i] > limit ||
        op.rhsDilation[i] < 1 || op.rhsDilation[i] > limit ||
        op.padLow[i] < -limit || op.padLow[i] > limit ||
        op.padHigh[i] < -limit || op.padHigh[i] > limit)
      return fail("a stride, dilation or padding of dimension " + str(i) +
                  " is out of range");
    Wide in =
        lhs[2 + i] == 0 ? 0 : Wide(lhs[2 + i] - 1) * op.lhsDilation[i] + 1;
    Wide window =
        rhs[2 + i] == 0 ? 0 : Wide(rhs[2 + i] - 1) * op.rhsDilation[i] + 1;
    Wide padded = in + op.padLow[i] + op.padHigh[i];
    Wide expected = padded < window || padded <= 0
                        ? 0
                        : (padded - window) / op.windowStrides[i] + 1;
    if (out[2 + i] != expected)
      return fail("the output has extent " + str(out[2 + i]) +
                  " in spatial dimension " + str(i) + ", not " + str(expected));
  }
  return true;
}

bool Checker::op(const Command &c, const CopyOp &) {
  if (!count(c, 2, 2) || !operand(c.operands[0], false) ||
      !operand(c.operands[1], true))
    return false;
  if (c.operands[0].shape != c.operands[1].shape ||
      popt_rt_element_size(c.operands[0].type) !=
          popt_rt_element_size(c.operands[1].type))
    return fail("it copies " + toString(c.operands[0], *p) + " to " +
                toString(c.operands[1], *p));
  return true;
}

bool Checker::op(const Command &c, const FillOp &) {
  return count(c, 1, 1) && operand(c.operands[0], true);
}

bool Checker::op(const Command &c, const SetOp &op) {
  if (!count(c, 1, 1) || !operand(c.operands[0], true) || !scalar(op.value))
    return false;
  return (isIntegerType(c.operands[0].type) &&
          c.operands[0].numElements() == 1) ||
         fail("it sets what is no integer");
}

bool Checker::sameBut(const Operand &a, const Operand &b, int32_t d1,
                      int32_t d2) {
  bool same = a.shape.size() == b.shape.size() && a.type == b.type;
  for (size_t i = 0; i < a.shape.size() && same; ++i)
    same = static_cast<int32_t>(i) == d1 || static_cast<int32_t>(i) == d2 ||
           a.shape[i] == b.shape[i];
  return same || fail("operands " + toString(a, *p) + " and " +
                      toString(b, *p) + " do not fit");
}

bool Checker::pieces(const Pieces &pieces, const Operand &small,
                     const Operand &large,
                     const std::vector<std::vector<int32_t>> &lists) {
  int32_t d = pieces.dim;
  if (d < 0 || static_cast<size_t>(d) >= small.shape.size() ||
      static_cast<size_t>(d) >= large.shape.size())
    return fail("dimension " + str(d) + " does not exist");
  if ((pieces.counts == -1) != (pieces.offsets == -1))
    return fail("its pieces have counts or offsets, not both");
  if (pieces.counts != -1 &&
      (!rankTable(pieces.counts) || !rankTable(pieces.offsets)))
    return false;
  for (const std::vector<int32_t> &list : lists) {
    std::vector<std::pair<Wide, Wide>> ranges;
    for (size_t m = 0; m < list.size(); ++m) {
      int32_t rank = list[m];
      bool isEven = pieces.counts < 0;
      int64_t count =
          isEven ? small.shape[d] : t.rankTables[pieces.counts][rank];
      Wide begin = isEven ? Wide(count) * static_cast<int64_t>(m)
                          : Wide(t.rankTables[pieces.offsets][rank]);
      if (count < 0 || count > small.shape[d] || begin < 0 ||
          begin + count > large.shape[d])
        return fail("rank " + str(rank) + "'s piece, " + str(count) + " from " +
                    str(begin) + ", is outside of extents " +
                    str(small.shape[d]) + " and " + str(large.shape[d]));
      if (count > 0)
        ranges.push_back({begin, begin + count});
    }
    std::sort(ranges.begin(), ranges.end());
    for (size_t i = 1; i < ranges.size(); ++i)
      if (ranges[i].first < ranges[i - 1].second)
        return fail("pieces of two ranks overlap at " + str(ranges[i].first));
  }
  return true;
}

bool Checker::op(const Command &c, const CollectiveOp &op) {
  if (op.kind > popt::kLastCollectiveCommand)
    return fail("it is of no kind");
  if (!count(c, 2, 2) || !operand(c.operands[0], false) ||
      !operand(c.operands[1], true))
    return false;
  if (!within(op.group, t.groups))
    return fail("group " + str(op.group) + " does not exist");
  const Operand &o0 = c.operands[0], &o1 = c.operands[1];
  const auto &lists = t.groups[op.group].lists;
  if (op.channel < 0)
    return fail("channel " + str(op.channel));
  if (reduces(op.kind) && !popt_rt_monoid_is_defined(toC(op.monoid), o0.type))
    return fail(std::string("no ") + popt_rt_monoid_name(toC(op.monoid)) +
                " of " + popt_rt_element_type_name(o0.type));
  for (const std::vector<int32_t> &list : lists) {
    if (isRooted(op.kind) && !within(op.root, list))
      return fail("root " + str(op.root) + " of a group of " +
                  str(list.size()));
    // Ranks of other programs need an id to recognise the operation by.
    for (int32_t rank : list)
      if (op.id < 0 && t.programOfRank[rank] != t.programOfRank[list[0]])
        return fail("its members run different programs, so it needs an id");
  }
  switch (op.kind) {
  case CollectiveKind::AllReduce:
  case CollectiveKind::Reduce:
  case CollectiveKind::Broadcast:
    return sameBut(o0, o1, -1, -1);
  case CollectiveKind::Permute: {
    std::set<int32_t> targets;
    for (auto [source, target] : op.pairs)
      if (source < 0 || source >= ranks || target < 0 || target >= ranks ||
          !targets.insert(target).second)
        return fail("pair " + str(source) + " -> " + str(target) +
                    " is out of range or a second one");
    return sameBut(o0, o1, -1, -1);
  }
  case CollectiveKind::AllGather:
  case CollectiveKind::Gather:
    return sameBut(o0, o1, op.pieces.dim, -1) &&
           pieces(op.pieces, o0, o1, lists);
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::Scatter:
    return sameBut(o0, o1, op.pieces.dim, -1) &&
           pieces(op.pieces, o1, o0, lists);
  case CollectiveKind::AllToAll:
    if (!sameBut(o0, o1, op.pieces.dim, op.split.dim))
      return false;
    if (op.pieces.dim != op.split.dim)
      return pieces(op.pieces, o0, o1, lists) &&
             pieces(op.split, o1, o0, lists);
    if (op.pieces.dim < 0 ||
        static_cast<size_t>(op.pieces.dim) >= o0.shape.size())
      return fail("dimension " + str(op.pieces.dim) + " does not exist");
    for (const std::vector<int32_t> &list : lists)
      if (list.empty() || o0.shape != o1.shape ||
          o0.shape[op.pieces.dim] % static_cast<int64_t>(list.size()) != 0)
        return fail("extent " + str(o0.shape[op.pieces.dim]) +
                    " is not a multiple of the group's " + str(list.size()) +
                    " members");
    return true;
  case CollectiveKind::Barrier:
  case CollectiveKind::Bucket:
    break;
  }
  return true;
}

/// The rules of a bucket that begins here, if one does. Its members are checked
/// on their own.
bool Checker::bucket(int32_t first) {
  auto *head = std::get_if<CollectiveOp>(&p->commands[first].op);
  if (!head || head->bucket == 0)
    return true;
  int64_t end = int64_t(first) + head->bucket;
  if (head->bucket < 2 || end > static_cast<int64_t>(p->commands.size()))
    return fail("it begins a bucket of " + str(head->bucket) + " commands");
  for (const Body &body : p->bodies)
    if ((body.begin > first && body.begin < end) ||
        (body.end > first && body.end < end))
      return fail("a body begins or ends in its bucket");
  for (int64_t i = first; i < end; ++i) {
    const Command &c = p->commands[i];
    auto *op = std::get_if<CollectiveOp>(&c.op);
    if (!op || op->kind == CollectiveKind::AllToAll)
      return fail("its bucket has " + std::string(name(c)));
    if (i > first && op->bucket != 0)
      return fail("another bucket begins in its bucket");
    if (op->group != head->group || op->channel != head->channel ||
        c.stream != p->commands[first].stream)
      return fail("its bucket has several groups, channels or streams");
    if (i > first && !c.waits.empty())
      return fail("a command in its bucket waits");
    if (i + 1 < end && c.event >= 0)
      return fail(
          "a command in its bucket has an event, but only the last may");
    if (c.operands.size() != 2)
      return true; // which `command` refuses
    for (int64_t j = first; j < i; ++j)
      for (const Operand &mine : c.operands)
        for (const Operand &other : p->commands[j].operands) {
          bool isWritten =
              &mine == &c.operands[1] || &other == &p->commands[j].operands[1];
          if (isWritten && mayOverlap(t, *p, ranksOf, mine, other))
            return fail("commands " + str(j) + " and " + str(i) +
                        " of its bucket use the same memory, " +
                        toString(mine, *p));
        }
  }
  return true;
}

bool Checker::transfer(const Command &c, int32_t peer, bool written) {
  if (!count(c, 1, 1) || !operand(c.operands[0], written) || !rankTable(peer))
    return false;
  if (!c.operands[0].isDense())
    return fail("its operand is not dense");
  for (int64_t rank : ranksOf)
    if (t.rankTables[peer][rank] < -1 || t.rankTables[peer][rank] >= ranks)
      return fail("rank " + str(t.rankTables[peer][rank]) + " does not exist");
  return true;
}

bool Checker::op(const Command &c, const SendOp &op) {
  return transfer(c, op.peer, false) &&
         (op.channel >= 0 || fail("channel " + str(op.channel)));
}

bool Checker::op(const Command &c, const RecvOp &op) {
  return transfer(c, op.peer, true) &&
         (op.channel >= 0 || fail("channel " + str(op.channel)));
}

/// The first operand counts what runs.
bool Checker::counter(const Command &c) {
  const Operand &o = c.operands[0];
  if (!operand(o, true))
    return false;
  return (isIntegerType(o.type) && o.numElements() == 1 && o.slots < 0) ||
         fail("its counter is no integer");
}

bool Checker::op(const Command &c, const LoopOp &op) {
  if (!count(c, 0, 1) || !body(op.body) || !scalar(op.count))
    return false;
  return c.operands.empty() || counter(c);
}

bool Checker::op(const Command &c, const WhileOp &op) {
  if (!count(c, 1, 1) || !operand(c.operands[0], false) ||
      !body(op.condition) || !body(op.body))
    return false;
  return (c.operands[0].type == POPT_RT_I1 &&
          c.operands[0].numElements() == 1) ||
         fail("its predicate is no i1");
}

bool Checker::op(const Command &c, const CaseOp &op) {
  if (!count(c, 1, 1) || !operand(c.operands[0], false))
    return false;
  if (op.branches.empty())
    return fail("it has no branches");
  for (int32_t branch : op.branches)
    if (branch != -1 && !body(branch))
      return false;
  return (isIntegerType(c.operands[0].type) &&
          c.operands[0].numElements() == 1) ||
         fail("its index is no integer");
}

bool Checker::op(const Command &c, const ScheduleOp &op) {
  if (!count(c, 0, 1))
    return false;
  for (auto [child, microbatch] : op.calls) {
    if (!body(child))
      return false;
    if (microbatch < 0 || microbatch >= kMaxMicrobatches)
      return fail("it calls body " + str(child) + " for microbatch " +
                  str(microbatch));
  }
  if (Wide(p->numEvents) * p->numMicrobatches() > kMaxEvents)
    return fail("its program has " + str(p->numEvents) +
                " events for each of " + str(p->numMicrobatches()) +
                " microbatches");
  return c.operands.empty() || counter(c);
}
