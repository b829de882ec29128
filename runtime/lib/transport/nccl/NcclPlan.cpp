//===- NcclPlan.cpp - A collective as calls of NCCL and kernels of ours ---===//
//
// Tests: test/conformance (the worlds "nccl" and "ncclDeterministic").
//
//===----------------------------------------------------------------------===//
#include "NcclPlan.h"

#include <algorithm>
#include <optional>

using namespace popt::rt;
using namespace popt::rt::cuda;

namespace {

/// Reductions of at most this many bytes in all members are made by each.
constexpr int64_t kSmallBytes = 64 << 10;

/// A reduction of NCCL's that gives the right bits, or the right sum.
struct Native {
  NcclType type;
  NcclReduction reduction;
  int64_t parts = 1; ///< of NCCL's type in an element
};

std::optional<NcclType> integerOf(popt_rt_element_type type) {
  switch (type) {
  case POPT_RT_I8:
    return kNcclI8;
  case POPT_RT_UI8:
    return kNcclU8;
  case POPT_RT_I32:
    return kNcclI32;
  case POPT_RT_UI32:
    return kNcclU32;
  case POPT_RT_I64:
    return kNcclI64;
  case POPT_RT_UI64:
    return kNcclU64;
  default:
    return std::nullopt;
  }
}

std::optional<Native> nativeOf(popt_rt_monoid monoid, popt_rt_element_type type,
                               bool isDeterministic) {
  bool isSum = monoid == POPT_RT_SUM, isProd = monoid == POPT_RT_PROD;
  bool isMax = monoid == POPT_RT_MAX, isMin = monoid == POPT_RT_MIN;
  NcclReduction reduction = isSum    ? kNcclSum
                            : isProd ? kNcclProd
                            : isMax  ? kNcclMax
                                     : kNcclMin;
  bool isFold = isSum || isProd;
  if (type == POPT_RT_I1) {
    if (monoid == POPT_RT_XOR)
      return std::nullopt;
    bool isOr = isSum || isMax || monoid == POPT_RT_OR;
    return Native{kNcclU8, isOr ? kNcclMax : kNcclMin};
  }
  if (std::optional<NcclType> integer = integerOf(type))
    return isFold || isMax || isMin ? std::optional(Native{*integer, reduction})
                                    : std::nullopt;
  if (isDeterministic || !isFold)
    return std::nullopt;
  switch (type) {
  case POPT_RT_F32:
    return Native{kNcclF32, reduction};
  case POPT_RT_F64:
    return Native{kNcclF64, reduction};
  case POPT_RT_C64:
    return isSum ? std::optional(Native{kNcclF32, reduction, 2}) : std::nullopt;
  case POPT_RT_C128:
    return isSum ? std::optional(Native{kNcclF64, reduction, 2}) : std::nullopt;
  default:
    return std::nullopt;
  }
}

class Planner {
public:
  Planner(const Collective &c, int32_t member, int32_t size,
          bool isDeterministic, char *staging, NcclPlan &plan)
      : c(c), member(member), size(size), staging(staging), plan(plan),
        width(popt_rt_element_size(c.type)) {
    if (reduces(c.kind))
      native = nativeOf(c.monoid, c.type, isDeterministic);
    send = static_cast<const char *>(c.send);
    recv = static_cast<char *>(c.recv);
  }

  void run() {
    if (c.copySend) {
      char *copy = take(c.sendBytes);
      plan.copies.push_back({copy, send, c.sendBytes});
      send = copy;
    }
    switch (c.kind) {
    case CollectiveKind::Barrier:
      return barrier();
    case CollectiveKind::AllReduce:
    case CollectiveKind::Reduce:
      return reduce();
    case CollectiveKind::ReduceScatter:
      return reduceScatter();
    case CollectiveKind::AllGather:
      return allGather();
    case CollectiveKind::Broadcast:
      return call(NcclCall::Kind::Broadcast, send, recv, c.count * width,
                  c.root);
    case CollectiveKind::Gather:
      return gather();
    case CollectiveKind::Scatter:
      return scatter();
    case CollectiveKind::AllToAll:
      return allToAll();
    case CollectiveKind::Permute:
      return permute();
    case CollectiveKind::Bucket:
      return;
    }
  }

private:
  //===--------------------------------------------------------------------===//
  // Parts of a plan
  //===--------------------------------------------------------------------===//

  char *take(int64_t bytes) {
    char *at = staging ? staging + plan.staged : nullptr;
    plan.staged += (bytes + 255) / 256 * 256;
    return at;
  }
  /// Moves bytes; none of no length, which all members skip alike.
  void call(NcclCall::Kind kind, const void *in, void *out, int64_t bytes,
            int32_t peer, bool isSecond = false) {
    if (bytes > 0)
      (isSecond ? plan.second : plan.first)
          .push_back({kind, in, out, bytes, kNcclI8, kNcclSum, peer});
  }
  void reduceNative(NcclCall::Kind kind, int64_t count) {
    if (count > 0)
      plan.first.push_back({kind, send, recv, count * native->parts,
                            native->type, native->reduction, c.root});
  }
  /// My own part, which no message carries.
  void keep(void *to, const void *from, int64_t bytes) {
    if (bytes > 0 && to != from)
      plan.copies.push_back({to, from, bytes});
  }
  int64_t offset(const int64_t *counts, int32_t m) const {
    int64_t before = 0;
    for (int32_t i = 0; i < m; ++i)
      before += counts[i];
    return before * width;
  }
  bool isEven() const {
    return std::all_of(c.counts, c.counts + size,
                       [&](int64_t count) { return count == c.counts[0]; });
  }
  /// Where the pieces of a vector begin, in elements, and where the last ends.
  std::vector<int64_t> pieces(int64_t count) const {
    std::vector<int64_t> begins;
    for (int32_t m = 0; m <= size; ++m)
      begins.push_back(count * m / size);
    return begins;
  }
  /// Each piece goes to its member, which reduces what is mine to `to`.
  void exchangeAndReduce(const std::vector<int64_t> &begins, char *to) {
    int64_t mine = begins[member + 1] - begins[member];
    NcclPlan::Reduction reduction = {c.monoid, c.type, {}, to, mine};
    for (int32_t m = 0; m < size; ++m) {
      const char *own = send + begins[m] * width;
      if (m == member) {
        reduction.sources.push_back(own);
        continue;
      }
      char *from = take(mine * width);
      call(NcclCall::Kind::Send, own, nullptr,
           (begins[m + 1] - begins[m]) * width, m);
      call(NcclCall::Kind::Receive, nullptr, from, mine * width, m);
      reduction.sources.push_back(from);
    }
    if (mine > 0)
      plan.reductions.push_back(std::move(reduction));
  }

  //===--------------------------------------------------------------------===//
  // Kinds
  //===--------------------------------------------------------------------===//

  void barrier() {
    char *word = take(1);
    plan.fills.push_back({word, nullptr, 1, 1});
    plan.first.push_back(
        {NcclCall::Kind::AllReduce, word, word, 1, kNcclU8, kNcclMax});
  }

  void reduce() {
    bool toAll = c.kind == CollectiveKind::AllReduce;
    if (native)
      return reduceNative(
          toAll ? NcclCall::Kind::AllReduce : NcclCall::Kind::Reduce, c.count);
    int64_t bytes = c.count * width;
    if (toAll && bytes * size <= kSmallBytes) {
      char *all = take(bytes * size);
      call(NcclCall::Kind::AllGather, send, all, bytes, 0);
      NcclPlan::Reduction reduction = {c.monoid, c.type, {}, recv, c.count};
      for (int32_t m = 0; m < size; ++m)
        reduction.sources.push_back(all + m * bytes);
      if (bytes > 0)
        plan.reductions.push_back(std::move(reduction));
      return;
    }
    std::vector<int64_t> begins = pieces(c.count);
    auto bytesOf = [&](int32_t m) {
      return (begins[m + 1] - begins[m]) * width;
    };
    bool isRoot = member == c.root;
    char *mine =
        toAll || isRoot ? recv + begins[member] * width : take(bytesOf(member));
    exchangeAndReduce(begins, mine);
    for (int32_t m = 0; m < size; ++m)
      if (toAll)
        call(NcclCall::Kind::Broadcast, recv + begins[m] * width,
             recv + begins[m] * width, bytesOf(m), m, /*isSecond=*/true);
      else if (isRoot && m != member)
        call(NcclCall::Kind::Receive, nullptr, recv + begins[m] * width,
             bytesOf(m), m, /*isSecond=*/true);
    if (!toAll && !isRoot)
      call(NcclCall::Kind::Send, mine, nullptr, bytesOf(member), c.root,
           /*isSecond=*/true);
  }

  void reduceScatter() {
    if (native && isEven())
      return reduceNative(NcclCall::Kind::ReduceScatter, c.counts[0]);
    std::vector<int64_t> begins = {0};
    for (int32_t m = 0; m < size; ++m)
      begins.push_back(begins.back() + c.counts[m]);
    exchangeAndReduce(begins, recv);
  }

  void allGather() {
    if (isEven())
      return call(NcclCall::Kind::AllGather, send, recv, c.counts[0] * width,
                  0);
    for (int32_t m = 0; m < size; ++m)
      call(NcclCall::Kind::Broadcast, send, recv + offset(c.counts, m),
           c.counts[m] * width, m);
  }

  void gather() {
    if (member != c.root)
      return call(NcclCall::Kind::Send, send, nullptr, c.counts[member] * width,
                  c.root);
    for (int32_t m = 0; m < size; ++m) {
      char *slice = recv + offset(c.counts, m);
      if (m == member)
        keep(slice, send, c.counts[m] * width);
      else
        call(NcclCall::Kind::Receive, nullptr, slice, c.counts[m] * width, m);
    }
  }

  void scatter() {
    if (member != c.root)
      return call(NcclCall::Kind::Receive, nullptr, recv,
                  c.counts[member] * width, c.root);
    for (int32_t m = 0; m < size; ++m) {
      const char *slice = send + offset(c.counts, m);
      if (m == member)
        keep(recv, slice, c.counts[m] * width);
      else
        call(NcclCall::Kind::Send, slice, nullptr, c.counts[m] * width, m);
    }
  }

  void allToAll() {
    for (int32_t m = 0; m < size; ++m) {
      const char *from = send + offset(c.counts, m);
      char *to = recv + offset(c.recvCounts, m);
      if (m == member) {
        keep(to, from, c.counts[m] * width);
        continue;
      }
      call(NcclCall::Kind::Send, from, nullptr, c.counts[m] * width, m);
      call(NcclCall::Kind::Receive, nullptr, to, c.recvCounts[m] * width, m);
    }
  }

  void permute() {
    bool isTarget = false;
    for (int32_t i = 0; i < c.numPairs; ++i) {
      auto [source, target] = c.pairs[i];
      isTarget |= target == member;
      if (source == member && target == member)
        keep(recv, send, c.count * width);
      else if (source == member)
        call(NcclCall::Kind::Send, send, nullptr, c.count * width, target);
      else if (target == member)
        call(NcclCall::Kind::Receive, nullptr, recv, c.count * width, source);
    }
    if (!isTarget && c.count > 0)
      plan.fills.push_back({recv, c.fill, width, c.count});
  }

  const Collective &c;
  const int32_t member, size;
  char *const staging;
  NcclPlan &plan;
  const int64_t width;
  std::optional<Native> native;
  const char *send = nullptr;
  char *recv = nullptr;
};

} // namespace

void popt::rt::cuda::planCollective(const Collective &c, int32_t member,
                                    int32_t size, bool isDeterministic,
                                    char *staging, NcclPlan &plan) {
  Planner(c, member, size, isDeterministic, staging, plan).run();
}
