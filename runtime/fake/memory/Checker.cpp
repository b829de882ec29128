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
    out_finding = {700, thread,
                   describe(access, address) + ", " + memory.describe(outside)};
    return false;
  }
  if (found->device != device && !peers.count(found->device)) {
    out_finding = {700, thread,
                   describe(access, address) + " of device " +
                       std::to_string(found->device) + ", to which device " +
                       std::to_string(device) + " has no peer access"};
    return false;
  }
  last = found;
  return true;
}

bool Checker::global(const Access &access, Finding &out_finding) {
  if (!last || access.low < last->base || access.high > last->end()) {
    const Active &active = access.active;
    for (uint32_t at = active.begin; at < active.end; ++at) {
      uint32_t t = active.thread(at);
      if (!inBounds(access.addresses[t], access, t, out_finding))
        return false;
    }
  }
  return true;
}

bool Checker::shared(const Access &, Finding &) { return true; }
void Checker::beginBlock(uint32_t, uint32_t) {}
void Checker::passBarrier() {}

} // namespace popt::fake
