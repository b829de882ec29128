//===- Peers.h - Buffers of the members of a group, as kernels take them --===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_CODE_PEERS_H
#define POPT_RT_LIB_DEVICE_CUDA_CODE_PEERS_H

#include <stdint.h>

namespace popt::rt::cuda {

/// The first `count` elements of all sources, combined in this order, go to the
/// first places of all targets.
struct Peers {
  static constexpr int kMost = 64;
  static constexpr uint32_t kAccessBytes = 16; ///< of a thread
  uint64_t count = 0;
  bool isAligned = false; ///< all of them, to an access
  int32_t numSources = 0, numTargets = 0;
  const void *sources[kMost];
  void *targets[kMost];
};

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_CODE_PEERS_H
