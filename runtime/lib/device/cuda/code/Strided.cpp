//===- Strided.cpp - Copies and fills of strided views, on the GPU --------===//
//
// A thread for each element, neighbours along the innermost dimension, in which
// the target is densest. Elements may be several of the program's, up to 16 bytes
// of neighbours. Where the count fits 32 bits, so do the divisions.
//
// Where the source is dense along another dimension than the target, a block
// copies a tile: it reads along the source's lines into shared memory and writes
// along the target's.
//
//===----------------------------------------------------------------------===//
#include "Grid.h"
#include "Nest.h"

using popt::rt::cuda::Element;
using popt::rt::cuda::Nest;
using popt::rt::cuda::Tiles;

/// Of one iteration, in the target and in the source.
struct Offsets {
  int64_t to = 0, from = 0;
};

/// Where iteration `number` of the outer `rank` dimensions lies.
template <typename Index>
static inline Offsets offsetsOf(const Nest &nest, int rank, Index number) {
  Offsets offsets;
  for (int d = rank - 1; d >= 0; --d) {
    Index extent = static_cast<Index>(nest.extents[d]);
    Index outer = number / extent;
    int64_t at = static_cast<int64_t>(number - outer * extent);
    offsets.to += at * nest.to[d];
    offsets.from += at * nest.from[d];
    number = outer;
  }
  return offsets;
}

/// Calls visit(offsets) for every iteration.
template <typename Index, typename Visit>
static inline void forEach(const Nest &nest, Visit visit) {
  for (uint64_t i = threadNumber(); i < nest.count; i += numThreads())
    visit(offsetsOf(nest, nest.rank, static_cast<Index>(i)));
}

template <typename Visit>
static inline void forEach(const Nest &nest, Visit visit) {
  if (nest.count >> 32)
    forEach<uint64_t>(nest, visit);
  else
    forEach<uint32_t>(nest, visit);
}

/// Elements that a tile's places lie further apart than it has lines: lanes that
/// read a line of each find them in different banks of 4 bytes.
template <typename T>
constexpr uint32_t kPadding = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
/// Tiles have two lines at least.
template <typename T>
constexpr uint32_t kTileElements =
    Tiles::kMostElements + Tiles::kMostElements / 2 * kPadding<T>;

template <typename T, typename Shared>
static inline void transpose(const T *from, T *to, const Nest &nest,
                             const Tiles &tiles, Shared *tile) {
  const int line = nest.rank - 2, place = nest.rank - 1;
  const uint32_t lines = static_cast<uint32_t>(tiles.lines);
  const uint32_t places = static_cast<uint32_t>(tiles.places);
  const uint32_t stride = lines + kPadding<T>;
  for (uint64_t t = blockNumber(); t < tiles.count; t += numBlocks()) {
    uint64_t outer = t / tiles.across;
    const uint64_t firstPlace = (t - outer * tiles.across) * places;
    const uint64_t number = outer / tiles.down;
    const uint64_t firstLine = (outer - number * tiles.down) * lines;
    const Offsets at = offsetsOf(nest, line, number);
    const uint64_t leftLines =
        static_cast<uint64_t>(nest.extents[line]) - firstLine;
    const uint64_t leftPlaces =
        static_cast<uint64_t>(nest.extents[place]) - firstPlace;
    const T *source = from + at.from + static_cast<int64_t>(firstLine) +
                      static_cast<int64_t>(firstPlace) * nest.from[place];
    T *target = to + at.to + static_cast<int64_t>(firstPlace) +
                static_cast<int64_t>(firstLine) * nest.to[line];
    for (uint32_t i = memberNumber(); i < lines * places; i += blockSize()) {
      uint32_t p = i / lines, l = i - p * lines;
      if (l < leftLines && p < leftPlaces)
        tile[p * stride + l] = source[l + p * nest.from[place]];
    }
    waitForBlock();
    for (uint32_t i = memberNumber(); i < lines * places; i += blockSize()) {
      uint32_t l = i / places, p = i - l * places;
      if (l < leftLines && p < leftPlaces)
        target[p + l * nest.to[line]] = tile[p * stride + l];
    }
    waitForBlock();
  }
}

#define POPT_STRIDED(BYTES, TYPE)                                              \
  POPT_KERNEL void popt_copy_##BYTES(const TYPE *from, TYPE *to,               \
                                     const Nest nest) {                        \
    forEach(nest, [=](Offsets at) { to[at.to] = from[at.from]; });             \
  }                                                                            \
  POPT_SHARED TYPE popt_tile_##BYTES[kTileElements<TYPE>];                     \
  POPT_KERNEL void popt_transpose_##BYTES(                                     \
      const TYPE *from, TYPE *to, const Nest nest, const Tiles tiles) {        \
    transpose(from, to, nest, tiles, popt_tile_##BYTES);                       \
  }                                                                            \
  POPT_KERNEL void popt_fill_##BYTES(TYPE *to, const Nest nest,                \
                                     const Element element) {                  \
    TYPE value;                                                                \
    __builtin_memcpy(&value, &element, sizeof(TYPE));                          \
    forEach(nest, [=](Offsets at) { to[at.to] = value; });                     \
  }
POPT_STRIDED(1, uint8_t)
POPT_STRIDED(2, uint16_t)
POPT_STRIDED(4, uint32_t)
POPT_STRIDED(8, uint64_t)
/// One access: a structure would be two.
typedef uint64_t Wide __attribute__((ext_vector_type(2)));
POPT_STRIDED(16, Wide)
