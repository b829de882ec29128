//===- LibraryWork.cpp - What the fake libraries share --------------------===//

#include "LibraryWork.h"
#include "../memory/Tracker.h"
#include "../ptx/Numbers.h"

#include <cstring>

namespace popt::fake {

uint64_t widthOf(NumberType type) {
  switch (type) {
  case NumberType::F64:
    return 8;
  case NumberType::F32:
    return 4;
  case NumberType::F16:
  case NumberType::BF16:
    return 2;
  case NumberType::F8E4M3FN:
  case NumberType::F8E5M2:
    return 1;
  }
  return 0;
}

double loadNumber(uint64_t address, NumberType type, bool isTf32) {
  double f64;
  float f32;
  uint16_t half;
  uint8_t byte;
  switch (type) {
  case NumberType::F64:
    memcpy(&f64, reinterpret_cast<void *>(address), 8);
    return f64;
  case NumberType::F32:
    memcpy(&f32, reinterpret_cast<void *>(address), 4);
    return isTf32 ? bitCast<float>(toTf32(f32, Rounding::NearAway)) : f32;
  case NumberType::F8E4M3FN:
  case NumberType::F8E5M2:
    memcpy(&byte, reinterpret_cast<void *>(address), 1);
    return type == NumberType::F8E5M2 ? fromF16(uint16_t(byte << 8))
                                      : fromF8E4M3FN(byte);
  default:
    memcpy(&half, reinterpret_cast<void *>(address), 2);
    return type == NumberType::BF16 ? fromBf16(half) : fromF16(half);
  }
}

void storeNumber(uint64_t address, NumberType type, double value) {
  auto f32 = float(value);
  uint16_t half = type == NumberType::BF16 ? toBf16(f32) : toF16(value);
  if (type == NumberType::F64)
    memcpy(reinterpret_cast<void *>(address), &value, 8);
  else if (type == NumberType::F32)
    memcpy(reinterpret_cast<void *>(address), &f32, 4);
  else
    memcpy(reinterpret_cast<void *>(address), &half, 2);
}

bool isThere(uint64_t address, uint64_t bytes, uint64_t alignment,
             const std::string &what) {
  Machine &machine = Machine::get();
  Allocation *allocation = machine.memory.find(address);
  if (!allocation || address + bytes > allocation->end())
    machine.report(
        nullptr, kSuccess,
        what + " of " + std::to_string(bytes) + " bytes, " +
            machine.memory.describe(allocation ? allocation->end() : address));
  else if (address % alignment)
    machine.report(nullptr, kSuccess,
                   what + " is not aligned to " + std::to_string(alignment) +
                       " bytes, as was promised");
  else
    return true;
  return false;
}

bool touch(Work &work, uint64_t address, uint64_t bytes, bool isWrite) {
  Machine &machine = Machine::get();
  Tracker tracker(machine.history, work.clock, work.lane, work.number,
                  work.name, nullptr);
  Allocation *memory = machine.memory.find(address);
  bool unwritten = false;
  std::string what;
  bool ok = tracker.range(memory->shadow, address - memory->base, bytes,
                          isWrite, unwritten, what);
  if (ok && !(unwritten && !isWrite))
    return true;
  machine.report(work.context, kLaunchFailed,
                 work.name + (isWrite ? " writes " : " reads ") +
                     std::to_string(bytes) + " bytes, " +
                     machine.memory.describe(address) +
                     (ok ? ", some of which was never written" : what));
  return false;
}

} // namespace popt::fake
