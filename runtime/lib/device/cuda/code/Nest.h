//===- Nest.h - A strided nest of loops, as kernels take it ---------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_CODE_NEST_H
#define POPT_RT_LIB_DEVICE_CUDA_CODE_NEST_H

#include <stdint.h>

namespace popt::rt::cuda {

/// Dimensions from the outermost to the innermost; strides in elements.
struct Nest {
  static constexpr int kMost = 24;
  uint64_t count = 1; ///< of all iterations
  int32_t rank = 0;
  int64_t extents[kMost], to[kMost], from[kMost];
};

/// A nest's last two dimensions in tiles: lines, along which the source is
/// dense, and places, along which the target is.
struct Tiles {
  static constexpr int kMostElements = 1024;
  int32_t lines = 1, places = 1; ///< of one tile
  uint64_t across = 1;           ///< tiles along the places
  uint64_t down = 1;             ///< and along the lines
  uint64_t count = 1;            ///< of all tiles
};

/// The bytes of one element of up to 16; one access of a thread.
struct alignas(16) Element {
  uint64_t low, high;
};

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_CODE_NEST_H
