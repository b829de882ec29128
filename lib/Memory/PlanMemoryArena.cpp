//===- PlanMemoryArena.cpp - Storages become offsets ----------------------===//
//
// Placing intervals of time with sizes in one arena is strip packing, which is
// hard; two greedy orders (largest first, earliest first) with best fit come
// within a few percent of the lower bound, and the better one is taken. The
// first needs only the gaps at the current point; the second looks at all that
// is alive meanwhile, and long programs do without it where the first is near
// the bound. Arguments come first, because the user's data lies there between
// steps: state, then the others, each in order. So state has the same offsets in
// programs of one function for several shapes of its batch, which may have it in
// common. Offsets are multiples of 64 bytes.
//
// Covered by test/Memory/plan-memory.mlir.
//
//===----------------------------------------------------------------------===//
#include "PlanMemoryStorages.h"

#include <algorithm>
#include <map>
#include <set>

using namespace mlir;
using namespace popt;

static int64_t alignedBytes(const Storage *storage) {
  return llvm::alignTo(storage->bytes, kArenaAlignment);
}

namespace {
/// A storage that has its place.
struct Placed {
  int64_t offset, limit; ///< bytes
  int64_t begin, end;    ///< time, both included

  bool operator<(const Placed &other) const {
    return std::tie(offset, limit) < std::tie(other.offset, other.limit);
  }
};

/// Placed storages, found by time in a segment tree: an interval is listed at
/// the tree nodes that make it up, and at its begin. Where most are alive at
/// once, as instances of a pipeline's values are, a list by offset is quicker.
class PlacedByTime {
public:
  explicit PlacedByTime(int64_t times) {
    while (leaves < times)
      leaves *= 2;
    covers.resize(2 * leaves);
    begins.resize(times);
  }

  void insert(const Placed &placed) {
    auto index = static_cast<int32_t>(all.size());
    all.push_back(placed);
    begins[placed.begin].push_back(index);
    for (int64_t low = placed.begin + leaves, high = placed.end + leaves + 1;
         low < high; low /= 2, high /= 2) {
      if (low & 1)
        covers[low++].push_back(index);
      if (high & 1)
        covers[--high].push_back(index);
    }
  }

  /// The storages alive at some time of [begin, end], by offset.
  ArrayRef<Placed> during(int64_t begin, int64_t end) {
    found.clear();
    // Alive at `begin`, or begun since.
    for (int64_t node = begin + leaves; node; node /= 2)
      for (int32_t index : covers[node])
        found.push_back(all[index]);
    for (int64_t time = begin + 1; time <= end; ++time)
      for (int32_t index : begins[time])
        found.push_back(all[index]);
    if (found.size() < all.size() / 8) {
      llvm::sort(found);
      return found;
    }
    found.clear();
    llvm::copy_if(
        listByOffset(), std::back_inserter(found),
        [&](const Placed &of) { return of.begin <= end && of.end >= begin; });
    return found;
  }

private:
  /// All, with those that have come since it was last asked for.
  ArrayRef<Placed> listByOffset() {
    auto known = static_cast<ptrdiff_t>(byOffset.size());
    byOffset.insert(byOffset.end(), all.begin() + known, all.end());
    std::sort(byOffset.begin() + known, byOffset.end());
    std::inplace_merge(byOffset.begin(), byOffset.begin() + known,
                       byOffset.end());
    return byOffset;
  }

  int64_t leaves = 1;
  std::vector<Placed> all, byOffset, found;
  std::vector<std::vector<int32_t>> covers; ///< by node of the tree
  std::vector<std::vector<int32_t>> begins; ///< by time
};
} // namespace

namespace {
/// The holes below the highest storage that is alive.
class Holes {
public:
  explicit Holes(int64_t start) : top(start) {}

  /// The least hole that is large enough, the lowest of several; else the top.
  int64_t take(int64_t size) {
    auto fit = bySize.lower_bound({size, INT64_MIN});
    if (fit == bySize.end()) {
      int64_t offset = top;
      top += size;
      return offset;
    }
    auto [room, offset] = *fit;
    remove(offset);
    if (room > size)
      add(offset + size, room - size);
    return offset;
  }
  void give(int64_t offset, int64_t size) {
    auto next = byOffset.lower_bound(offset);
    if (next != byOffset.end() && next->first == offset + size) {
      size += next->second;
      remove(next->first);
    }
    auto previous = byOffset.lower_bound(offset);
    if (previous != byOffset.begin() &&
        (--previous)->first + previous->second == offset) {
      offset = previous->first;
      size += previous->second;
      remove(offset);
    }
    if (offset + size == top)
      top = offset;
    else
      add(offset, size);
  }
  int64_t highest() const { return top; }

private:
  void add(int64_t offset, int64_t size) {
    byOffset[offset] = size;
    bySize.insert({size, offset});
  }
  void remove(int64_t offset) {
    auto hole = byOffset.find(offset);
    bySize.erase({hole->second, offset});
    byOffset.erase(hole);
  }

  int64_t top;
  std::map<int64_t, int64_t> byOffset;
  std::set<std::pair<int64_t, int64_t>> bySize; ///< (size, offset)
};
} // namespace

/// Places in order of time: a storage that has ended leaves a gap. Sets
/// `mostAlive` to the bytes that are alive at once, which no placement beats.
static int64_t placeByTime(ArrayRef<Storage *> order, int64_t start,
                           int64_t &mostAlive) {
  Holes holes(start);
  int64_t bytes = start, alive = start;
  mostAlive = start;
  auto endsLater = [](const Storage *a, const Storage *b) {
    return std::tie(a->end, a->offset) > std::tie(b->end, b->offset);
  };
  std::vector<Storage *> ending; // a heap
  for (Storage *storage : order) {
    while (!ending.empty() && ending.front()->end < storage->begin) {
      Storage *done = ending.front();
      std::pop_heap(ending.begin(), ending.end(), endsLater);
      ending.pop_back();
      holes.give(done->offset, alignedBytes(done));
      alive -= alignedBytes(done);
    }
    storage->offset = holes.take(alignedBytes(storage));
    alive += alignedBytes(storage);
    mostAlive = std::max(mostAlive, alive);
    bytes = std::max(bytes, holes.highest());
    ending.push_back(storage);
    std::push_heap(ending.begin(), ending.end(), endsLater);
  }
  return bytes;
}

/// With more storages than this the second order, whose time grows with the
/// number alive at once, is tried only if the first misses the bound by a 64th.
static constexpr size_t kMany = 4096;

/// Places one after another; `start` is where the arguments end.
static int64_t placeInOrder(ArrayRef<Storage *> order, int64_t times,
                            int64_t start) {
  int64_t bytes = start;
  PlacedByTime placed(times);
  for (Storage *storage : order) {
    int64_t size = alignedBytes(storage);
    int64_t end = start, best = -1, bestGap = INT64_MAX;
    for (const Placed &other : placed.during(storage->begin, storage->end)) {
      int64_t gap = other.offset - end;
      if (gap >= size && gap < bestGap) {
        best = end;
        bestGap = gap;
      }
      end = std::max(end, other.limit);
    }
    storage->offset = best < 0 ? end : best;
    bytes = std::max(bytes, storage->offset + size);
    placed.insert({storage->offset, storage->offset + size, storage->begin,
                   storage->end});
  }
  return bytes;
}

HeldBytes popt::heldBytes(ArrayRef<Storage *> storages, int64_t last) {
  return {last, llvm::map_to_vector(storages, [](Storage *storage) {
            return HeldInterval{storage->begin, storage->end,
                                alignedBytes(storage)};
          })};
}

int64_t popt::placeStorages(ArrayRef<Storage *> storages, bool onlyBytes) {
  int64_t start = 0;
  std::vector<Storage *> byTime;
  for (bool isState : {true, false})
    for (Storage *storage : storages)
      if (storage->isArgument && storage->isState == isState) {
        storage->offset = start;
        start += alignedBytes(storage);
      }
  for (Storage *storage : storages)
    if (!storage->isArgument)
      byTime.push_back(storage);
  llvm::stable_sort(byTime, [](const Storage *a, const Storage *b) {
    return a->begin < b->begin;
  });
  std::vector<Storage *> bySize = byTime;
  llvm::stable_sort(bySize, [](const Storage *a, const Storage *b) {
    return a->bytes > b->bytes;
  });
  int64_t mostAlive = 0;
  int64_t timeBytes = placeByTime(byTime, start, mostAlive);
  if ((byTime.size() > kMany && timeBytes - mostAlive <= mostAlive / 64) ||
      (onlyBytes && timeBytes == mostAlive))
    return timeBytes;
  int64_t times = 1;
  for (Storage *storage : byTime)
    times = std::max(times, storage->end + 1);
  SmallVector<int64_t> offsets;
  for (Storage *storage : byTime)
    offsets.push_back(storage->offset);
  int64_t sizeBytes = placeInOrder(bySize, times, start);
  if (sizeBytes <= timeBytes)
    return sizeBytes;
  for (auto [storage, offset] : llvm::zip(byTime, offsets))
    storage->offset = offset;
  return timeBytes;
}
