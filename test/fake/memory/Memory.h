//===- Memory.h - Memory that devices reach -------------------------------===//
//
// Each device has a range of host addresses that nothing else lies in, so an
// address tells whether it means a device, even past its allocation. Memory is
// taken from it in order and given back to the system when it is freed; the
// addresses come again only when the range has been walked through, so that a
// use after free is found. Allocations are 256 bytes aligned, never more, and
// have a gap around them. Pinned memory of the host, which all devices reach,
// has such a range, too.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_MEMORY_MEMORY_H
#define POPT_RT_FAKE_MEMORY_MEMORY_H

#include "Shadow.h"

#include <cstdint>
#include <map>
#include <string>

namespace popt::fake {

struct Allocation {
  uint64_t base = 0, bytes = 0;
  uint32_t device = 0;
  bool isVariable = false; ///< of a module, or the host's; not counted
  bool isOfPool = false;   ///< peers do not reach it
  uint64_t pageBase = 0, pageBytes = 0;
  Shadow shadow;
  uint64_t end() const { return base + bytes; }
};

class Memory {
public:
  Memory() = default;
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  /// Empties everything.
  void reset(uint32_t devices, uint64_t bytesOfEach);

  /// The range of the host's memory, as a device.
  uint32_t host() const { return static_cast<uint32_t>(ranges.size()) - 1; }
  /// 0 if there is not so much.
  uint64_t allocate(uint32_t device, uint64_t bytes, bool isVariable);
  bool free(uint64_t address);
  /// The allocation that contains the address.
  Allocation *find(uint64_t address);
  /// Where the address would be: "256 bytes past the end of ...".
  std::string describe(uint64_t address);
  bool isDevice(uint64_t address) const;

  uint64_t total() const { return bytesOfEach; }
  uint64_t used(uint32_t device) const { return ranges[device].used; }
  uint64_t usedOfAll() const { return all; }
  uint64_t peak() const { return most; }

private:
  struct Range {
    uint64_t begin = 0, bytes = 0, cursor = 0, used = 0;
  };
  std::vector<Range> ranges;
  uint64_t bytesOfEach = 0, all = 0, most = 0;
  std::map<uint64_t, Allocation> allocations; ///< by base
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_MEMORY_MEMORY_H
