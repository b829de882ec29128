//===- Nest.h - A strided nest of loops, as kernels take it --------------===//
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

/// The bytes of one element of up to 16.
struct Element {
  uint64_t low, high;
};

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_CODE_NEST_H
