//===- Checker.cpp --------------------------------------------------------===//

#include "Checker.h"

namespace popt::fake {

static std::string describe(const Access &access, uint64_t address) {
  char text[32];
  snprintf(text, sizeof(text), "0x%llx", (unsigned long long)address);
  return std::string(access.isWrite ? "writes " : "reads ") +
         std::to_string(access.bytes) + " bytes at " + text;
}

bool Checker::inBounds(uint64_t address, const Access &access, uint32_t thread,
                       Finding &out_finding) {
  if (last && address >= last->base && address + access.bytes <= last->end())
    return true;
  Allocation *found = memory.find(address);
  if (!found || address + access.bytes > found->end()) {
    uint64_t outside = found ? found->end() : address;
    out_finding = {kIllegalAccess, thread,
                   describe(access, address) + ", " + memory.describe(outside)};
    return false;
  }
  if (found->device != device && found->device != memory.host() &&
      (found->isOfPool || !peers.count(found->device))) {
    out_finding = {kIllegalAccess, thread,
                   describe(access, address) + " of device " +
                       std::to_string(found->device) + ", to which device " +
                       std::to_string(device) + " has no peer access"};
    return false;
  }
  last = found;
  return true;
}

bool Checker::global(const Access &access, Finding &out_finding) {
  const Active &active = access.active;
  bool isOne = last && access.low >= last->base && access.high <= last->end();
  if (!isOne) {
    Allocation *first = nullptr;
    isOne = true;
    for (uint32_t at = active.begin; at < active.end; ++at) {
      uint32_t t = active.thread(at);
      if (!inBounds(access.addresses[t], access, t, out_finding))
        return false;
      isOne &= !first || first == last;
      first = last;
    }
  }
  if (traffic)
    traffic->add(access);
  if (!tracker)
    return true;
  auto track = [&](const Access &part) {
    if (tracker->access(last->shadow, last->base, part, false, out_finding))
      return true;
    uint64_t address = part.addresses[out_finding.thread];
    out_finding.what = describe(access, address) + ", " +
                       memory.describe(address) + out_finding.what;
    return false;
  };
  if (isOne)
    return track(access);
  // Several allocations: one thread after the other.
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    Access part = access;
    part.active = {t, t + 1, nullptr};
    part.low = access.addresses[t];
    part.high = part.low + access.bytes;
    part.isDense = true;
    inBounds(part.low, access, t, out_finding);
    if (!track(part))
      return false;
  }
  return true;
}

bool Checker::shared(const Access &access, Finding &out_finding) {
  if (!tracker || tracker->access(sharedShadow, 0, access, true, out_finding))
    return true;
  out_finding.what = describe(access, access.addresses[out_finding.thread]) +
                     " of shared memory" + out_finding.what;
  return false;
}

void Checker::beginBlock(uint32_t block, uint32_t sharedBytes) {
  if (!tracker)
    return;
  sharedShadow.resize(sharedBytes);
  tracker->beginBlock(block);
}

void Checker::passBarrier() {
  if (tracker)
    tracker->passBarrier();
}

} // namespace popt::fake
