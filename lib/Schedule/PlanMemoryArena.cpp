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
} // namespace

/// Places one after another; `start` is where the arguments end.
static int64_t placeInOrder(ArrayRef<Storage *> order, bool isByTime,
                            int64_t start) {
  int64_t bytes = start;
  std::vector<Placed> placed; // by offset
  for (Storage *storage : order) {
    int64_t size = alignedBytes(storage);
    int64_t end = start, best = -1, bestGap = INT64_MAX;
    for (const Placed &other : placed) {
      if (other.end < storage->begin || storage->end < other.begin)
        continue;
      int64_t gap = other.offset - end;
      if (gap >= size && gap < bestGap) {
        best = end;
        bestGap = gap;
      }
      end = std::max(end, other.limit);
    }
    storage->offset = best < 0 ? end : best;
    bytes = std::max(bytes, storage->offset + size);
    // In order of time, what has ended stands in nobody's way any more.
    if (isByTime)
      llvm::erase_if(placed, [&](const Placed &other) {
        return other.end < storage->begin;
      });
    Placed own{storage->offset, storage->offset + size, storage->begin,
               storage->end};
    placed.insert(llvm::upper_bound(placed, own,
                                    [](const Placed &a, const Placed &b) {
                                      return a.offset < b.offset;
                                    }),
                  own);
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
  int64_t timeBytes = placeInOrder(byTime, /*isByTime=*/true, start);
  SmallVector<int64_t> offsets;
  for (Storage *storage : byTime)
    offsets.push_back(storage->offset);
  int64_t sizeBytes = placeInOrder(bySize, /*isByTime=*/false, start);
  if (sizeBytes <= timeBytes)
    return sizeBytes;
  for (auto [storage, offset] : llvm::zip(byTime, offsets))
    storage->offset = offset;
  return timeBytes;
}
