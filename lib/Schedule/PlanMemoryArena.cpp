//===- PlanMemoryArena.cpp - Storages become offsets ----------------------===//
//
// Placing intervals of time with sizes in one arena is strip packing, which is
// hard; two greedy orders (largest first, earliest first) with best fit come
// within a few percent of the lower bound, and the better one is taken.
// Arguments come first, in order, because the user's data lies there between
// steps. Offsets are multiples of 64 bytes.
//
// Covered by test/Schedule/plan-memory.mlir.
//
//===----------------------------------------------------------------------===//
#include "PlanMemoryStorages.h"

using namespace mlir;
using namespace popt;

static int64_t alignedBytes(const Storage *storage) {
  return llvm::alignTo(storage->bytes, 64);
}

namespace {
/// A storage that has its place.
struct Placed {
  int64_t offset, limit; ///< bytes
  int64_t begin, end;    ///< time, both included
};

/// What is placed, found by time without looking at everything: an interval
/// stands at the nodes of a segment tree that make it up, and in the list of
/// its begin.
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

  /// What is alive at some time of [begin, end], by offset.
  ArrayRef<Placed> during(int64_t begin, int64_t end) {
    found.clear();
    // Alive at `begin`, or begun since.
    for (int64_t node = begin + leaves; node; node /= 2)
      for (int32_t index : covers[node])
        found.push_back(all[index]);
    for (int64_t time = begin + 1; time <= end; ++time)
      for (int32_t index : begins[time])
        found.push_back(all[index]);
    llvm::sort(found, [](const Placed &a, const Placed &b) {
      return std::tie(a.offset, a.limit) < std::tie(b.offset, b.limit);
    });
    return found;
  }

private:
  int64_t leaves = 1;
  std::vector<Placed> all, found;
  std::vector<std::vector<int32_t>> covers; ///< by node of the tree
  std::vector<std::vector<int32_t>> begins; ///< by time
};
} // namespace

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

int64_t popt::placeStorages(ArrayRef<Storage *> storages) {
  int64_t start = 0;
  std::vector<Storage *> byTime;
  for (Storage *storage : storages) {
    if (!storage->isArgument) {
      byTime.push_back(storage);
      continue;
    }
    storage->offset = start;
    start += alignedBytes(storage);
  }
  llvm::stable_sort(byTime, [](const Storage *a, const Storage *b) {
    return a->begin < b->begin;
  });
  std::vector<Storage *> bySize = byTime;
  llvm::stable_sort(bySize, [](const Storage *a, const Storage *b) {
    return a->bytes > b->bytes;
  });
  int64_t times = 1;
  for (Storage *storage : byTime)
    times = std::max(times, storage->end + 1);
  int64_t timeBytes = placeInOrder(byTime, times, start);
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
