//===- Strided.cpp - Copies and fills of strided views --------------------===//
//
// A copy of an N-dimensional view is simplified once (dimensions merged and
// ordered) into outer loops and a two-dimensional innermost copy: rows of
// memcpy where both sides are dense, else tiles of 16 x 16, so that a transpose
// touches each cache line of either side once. Tests: StridedTest, random
// shapes and permutations against an element-by-element copy.
//
//===----------------------------------------------------------------------===//
#include "Strided.h"
#include <algorithm>
#include <cstring>

using namespace popt::rt;

Loops popt::rt::simplified(Loops loops) {
  Loops kept;
  auto magnitude = [](const Loop &loop) {
    return std::array<int64_t, 3>{std::abs(loop.stride[0]),
                                  std::abs(loop.stride[1]),
                                  std::abs(loop.stride[2])};
  };
  auto isOuter = [&](const Loop &a, const Loop &b) {
    return magnitude(a) > magnitude(b);
  };
  for (const Loop &loop : loops) {
    if (loop.count == 0)
      return {loop};
    if (loop.count != 1)
      kept.insert(std::upper_bound(kept.begin(), kept.end(), loop, isOuter),
                  loop);
  }
  Loops merged;
  for (const Loop &loop : kept) {
    bool joins = !merged.empty();
    for (int i = 0; i < 3 && joins; ++i)
      joins = merged.back().stride[i] == loop.stride[i] * loop.count;
    if (joins)
      merged.back() = {merged.back().count * loop.count, loop.stride};
    else
      merged.push_back(loop);
  }
  return merged;
}

int64_t popt::rt::iterations(const Loops &loops) {
  int64_t count = 1;
  for (const Loop &loop : loops)
    count *= loop.count;
  return count;
}

//===----------------------------------------------------------------------===//
// Copy
//===----------------------------------------------------------------------===//

StridedCopy::StridedCopy(const std::vector<int64_t> &shape,
                         const std::vector<int64_t> &toStrides,
                         const std::vector<int64_t> &fromStrides, size_t width)
    : width(width) {
  Loops loops;
  for (size_t i = 0; i < shape.size(); ++i)
    loops.push_back({shape[i], {toStrides[i], fromStrides[i], 0}});
  outer = simplified(std::move(loops));
  count = iterations(outer);
  // The innermost loop writes densely where any does (it is sorted last). As
  // rows take the loop in which the source is densest.
  if (!outer.empty()) {
    columns = outer.back();
    outer.pop_back();
  }
  if (!outer.empty()) {
    auto best = std::min_element(
        outer.begin(), outer.end(), [](const Loop &a, const Loop &b) {
          return std::abs(a.stride[1]) < std::abs(b.stride[1]);
        });
    rows = *best;
    outer.erase(best);
  }
}

namespace {
struct Element16 {
  uint64_t low, high;
};
} // namespace

template <typename T>
static void copyTile(T *to, const T *from, const Loop &rows,
                     const Loop &columns) {
  constexpr int64_t tile = 16;
  if (std::abs(columns.stride[1]) <= 1 || rows.count == 1) {
    for (int64_t r = 0; r < rows.count; ++r) {
      T *t = to + r * rows.stride[0];
      const T *f = from + r * rows.stride[1];
      if (columns.stride[0] == 1 && columns.stride[1] == 0)
        std::fill(t, t + columns.count, *f);
      else if (columns.stride[0] == 1)
        for (int64_t c = 0; c < columns.count; ++c)
          t[c] = f[c * columns.stride[1]];
      else
        for (int64_t c = 0; c < columns.count; ++c)
          t[c * columns.stride[0]] = f[c * columns.stride[1]];
    }
    return;
  }
  for (int64_t r0 = 0; r0 < rows.count; r0 += tile)
    for (int64_t c0 = 0; c0 < columns.count; c0 += tile) {
      int64_t r1 = std::min(r0 + tile, rows.count);
      int64_t c1 = std::min(c0 + tile, columns.count);
      for (int64_t r = r0; r < r1; ++r)
        for (int64_t c = c0; c < c1; ++c)
          to[r * rows.stride[0] + c * columns.stride[0]] =
              from[r * rows.stride[1] + c * columns.stride[1]];
    }
}

void StridedCopy::run(void *to, const void *from) const {
  if (count == 0)
    return;
  char *t = static_cast<char *>(to);
  const char *f = static_cast<const char *>(from);
  int64_t w = static_cast<int64_t>(width);
  bool dense =
      columns.count == 1 || (columns.stride[0] == 1 && columns.stride[1] == 1);
  forEach(outer, [&](const std::array<int64_t, 3> &at) {
    char *tile = t + at[0] * w;
    const char *source = f + at[1] * w;
    if (dense && columns.count * w >= 32) {
      for (int64_t r = 0; r < rows.count; ++r)
        std::memcpy(tile + r * rows.stride[0] * w,
                    source + r * rows.stride[1] * w,
                    static_cast<size_t>(columns.count * w));
      return;
    }
    switch (width) {
    case 1:
      return copyTile(reinterpret_cast<uint8_t *>(tile),
                      reinterpret_cast<const uint8_t *>(source), rows, columns);
    case 2:
      return copyTile(reinterpret_cast<uint16_t *>(tile),
                      reinterpret_cast<const uint16_t *>(source), rows,
                      columns);
    case 4:
      return copyTile(reinterpret_cast<uint32_t *>(tile),
                      reinterpret_cast<const uint32_t *>(source), rows,
                      columns);
    case 8:
      return copyTile(reinterpret_cast<uint64_t *>(tile),
                      reinterpret_cast<const uint64_t *>(source), rows,
                      columns);
    default:
      return copyTile(reinterpret_cast<Element16 *>(tile),
                      reinterpret_cast<const Element16 *>(source), rows,
                      columns);
    }
  });
}

//===----------------------------------------------------------------------===//
// Fill
//===----------------------------------------------------------------------===//

StridedFill::StridedFill(const std::vector<int64_t> &shape,
                         const std::vector<int64_t> &strides, size_t width)
    : width(width) {
  Loops all;
  for (size_t i = 0; i < shape.size(); ++i)
    all.push_back({shape[i], {strides[i], 0, 0}});
  loops = simplified(std::move(all));
  if (loops.empty() || loops.back().stride[0] != 1)
    loops.push_back({1, {1, 0, 0}});
}

template <typename T>
static void fillRuns(const Loops &outer, int64_t count, char *to,
                     const uint8_t *value) {
  T element;
  std::memcpy(&element, value, sizeof(T));
  forEach(outer, [&](const std::array<int64_t, 3> &at) {
    T *run = reinterpret_cast<T *>(to) + at[0];
    std::fill(run, run + count, element);
  });
}

void StridedFill::run(void *to, const uint8_t *value) const {
  Loops outer(loops.begin(), loops.end() - 1);
  int64_t count = loops.back().count;
  char *t = static_cast<char *>(to);
  switch (width) {
  case 1:
    return fillRuns<uint8_t>(outer, count, t, value);
  case 2:
    return fillRuns<uint16_t>(outer, count, t, value);
  case 4:
    return fillRuns<uint32_t>(outer, count, t, value);
  case 8:
    return fillRuns<uint64_t>(outer, count, t, value);
  default:
    return fillRuns<Element16>(outer, count, t, value);
  }
}
