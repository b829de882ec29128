//===- Traffic.h - What warps move to and from device memory --------------===//
#ifndef POPT_RT_FAKE_MEMORY_TRAFFIC_H
#define POPT_RT_FAKE_MEMORY_TRAFFIC_H

#include "../ptx/Block.h"

namespace popt::fake {

/// A device moves whole sectors: of each that any thread of a warp touches, all
/// bytes, once per access of the warp. Where neighbours access neighbours,
/// `bytes` are all that is moved.
struct Traffic {
  static constexpr uint64_t kSectorBytes = 32, kWideBytes = 16;

  uint64_t bytes = 0;     ///< that threads asked for
  uint64_t wideBytes = 0; ///< of those, by accesses of 16 bytes
  uint64_t sectors = 0;

  void add(const Access &access);
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_MEMORY_TRAFFIC_H
