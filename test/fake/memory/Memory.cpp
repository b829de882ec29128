//===- Memory.cpp ---------------------------------------------------------===//

#include "Memory.h"

#include <algorithm>
#include <sys/mman.h>

namespace popt::fake {

static constexpr uint64_t kPage = 4096;
static uint64_t toPages(uint64_t bytes) {
  return (bytes + kPage - 1) / kPage * kPage;
}

Memory::~Memory() { reset(0, 0); }

void Memory::reset(uint32_t devices, uint64_t bytes) {
  allocations.clear();
  for (const Range &range : ranges)
    munmap(reinterpret_cast<void *>(range.begin), range.bytes);
  ranges.clear();
  all = most = 0;
  bytesOfEach = bytes;
  uint32_t count = devices ? devices + 1 : 0; // and the host's
  for (uint32_t device = 0; device < count; ++device) {
    Range range;
    // Twice the memory, so that gaps and pages never make it too small, and
    // variables of modules besides.
    range.bytes = toPages(2 * bytes + (uint64_t(1) << 30));
    void *memory = mmap(nullptr, range.bytes, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      range.bytes = 0;
    else
      range.begin = range.cursor = reinterpret_cast<uint64_t>(memory);
    ranges.push_back(range);
  }
}

uint64_t Memory::allocate(uint32_t device, uint64_t bytes, bool isVariable) {
  Range &range = ranges[device];
  if (!isVariable && bytes > bytesOfEach - std::min(range.used, bytesOfEach))
    return 0;
  // A page in front is the gap; the memory begins 256 bytes into the next.
  uint64_t need = kPage + toPages(bytes + 256);
  if (need > range.bytes)
    return 0;
  uint64_t end = range.begin + range.bytes;
  uint64_t at = range.cursor;
  bool wrapped = false;
  for (;;) {
    if (at + need > end) {
      if (wrapped)
        return 0;
      wrapped = true;
      at = range.begin;
    }
    auto next = allocations.lower_bound(at);
    if (next != allocations.begin()) {
      const Allocation &before = std::prev(next)->second;
      if (before.device == device && before.pageBase + before.pageBytes > at) {
        at = before.pageBase + before.pageBytes;
        continue;
      }
    }
    if (next == allocations.end() || next->second.pageBase >= at + need)
      break;
    at = next->second.pageBase + next->second.pageBytes;
  }
  Allocation a;
  a.bytes = bytes;
  a.device = device;
  a.isVariable = isVariable;
  a.pageBase = at;
  a.pageBytes = need;
  a.base = at + kPage + 256;
  if (mprotect(reinterpret_cast<void *>(at + kPage), need - kPage,
               PROT_READ | PROT_WRITE))
    return 0;
  range.cursor = at + need;
  uint64_t base = a.base;
  a.shadow.resize(bytes);
  if (isVariable)
    a.shadow.setInitialised();
  allocations.emplace(base, std::move(a));
  if (!isVariable) {
    range.used += bytes;
    all += bytes;
    most = std::max(most, all);
  }
  return base;
}

bool Memory::free(uint64_t address) {
  auto found = allocations.find(address);
  if (found == allocations.end())
    return false;
  const Allocation &a = found->second;
  void *pages = reinterpret_cast<void *>(a.pageBase + kPage);
  madvise(pages, a.pageBytes - kPage, MADV_DONTNEED);
  mprotect(pages, a.pageBytes - kPage, PROT_NONE);
  if (!a.isVariable) {
    ranges[a.device].used -= a.bytes;
    all -= a.bytes;
  }
  allocations.erase(found);
  return true;
}

Allocation *Memory::find(uint64_t address) {
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return nullptr;
  Allocation &a = std::prev(next)->second;
  return address < a.end() ? &a : nullptr;
}

bool Memory::isDevice(uint64_t address) const {
  for (uint32_t device = 0; device < host(); ++device)
    if (address >= ranges[device].begin &&
        address < ranges[device].begin + ranges[device].bytes)
      return true;
  return false;
}

std::string Memory::describe(uint64_t address) {
  if (!isDevice(address))
    return address < 65536 ? "an address near null" : "no device address";
  auto next = allocations.upper_bound(address);
  auto name = [](const Allocation &a) {
    return "an allocation of " + std::to_string(a.bytes) + " bytes";
  };
  if (next != allocations.begin()) {
    const Allocation &a = std::prev(next)->second;
    if (address < a.end())
      return std::to_string(address - a.base) + " bytes into " + name(a);
    if (address - a.end() < (uint64_t(1) << 30))
      return std::to_string(address - a.end()) + " bytes past the end of " +
             name(a);
  }
  if (next != allocations.end())
    return std::to_string(next->first - address) + " bytes before " +
           name(next->second);
  return "in no allocation";
}

} // namespace popt::fake
