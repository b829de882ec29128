//===- Traffic.cpp --------------------------------------------------------===//

#include "Traffic.h"

#include <algorithm>
#include <vector>

namespace popt::fake {

void Traffic::add(const Access &access) {
  constexpr uint32_t warpSize = 32;
  const Active &active = access.active;
  bytes += uint64_t(active.size()) * access.bytes;
  if (access.bytes == kWideBytes)
    wideBytes += uint64_t(active.size()) * access.bytes;
  std::vector<uint64_t> touched;
  for (uint32_t at = active.begin; at < active.end;) {
    touched.clear();
    for (uint32_t warp = active.thread(at) / warpSize;
         at < active.end && active.thread(at) / warpSize == warp; ++at) {
      uint64_t address = access.addresses[active.thread(at)];
      uint64_t last = (address + access.bytes - 1) / kSectorBytes;
      for (uint64_t sector = address / kSectorBytes; sector <= last; ++sector)
        touched.push_back(sector);
    }
    std::sort(touched.begin(), touched.end());
    sectors +=
        uint64_t(std::unique(touched.begin(), touched.end()) - touched.begin());
  }
}

} // namespace popt::fake
