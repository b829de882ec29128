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

/// Places one after another; `start` is where the arguments end.
static int64_t placeInOrder(ArrayRef<Storage *> order, int64_t start) {
  int64_t bytes = start;
  std::vector<Storage *> placed; // by offset
  for (Storage *storage : order) {
    int64_t size = alignedBytes(storage);
    int64_t end = start, best = -1, bestGap = INT64_MAX;
    for (Storage *other : placed) {
      if (other->end < storage->begin || storage->end < other->begin)
        continue;
      int64_t gap = other->offset - end;
      if (gap >= size && gap < bestGap) {
        best = end;
        bestGap = gap;
      }
      end = std::max(end, other->offset + alignedBytes(other));
    }
    storage->offset = best < 0 ? end : best;
    bytes = std::max(bytes, storage->offset + size);
    placed.insert(llvm::upper_bound(placed, storage,
                                    [](const Storage *a, const Storage *b) {
                                      return a->offset < b->offset;
                                    }),
                  storage);
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
  int64_t timeBytes = placeInOrder(byTime, start);
  SmallVector<int64_t> offsets;
  for (Storage *storage : byTime)
    offsets.push_back(storage->offset);
  int64_t sizeBytes = placeInOrder(bySize, start);
  if (sizeBytes <= timeBytes)
    return sizeBytes;
  for (auto [storage, offset] : llvm::zip(byTime, offsets))
    storage->offset = offset;
  return timeBytes;
}
