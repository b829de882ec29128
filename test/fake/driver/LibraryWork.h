//===- LibraryWork.h - What the fake libraries share ----------------------===//
#ifndef POPT_RT_FAKE_DRIVER_LIBRARYWORK_H
#define POPT_RT_FAKE_DRIVER_LIBRARYWORK_H

#include "Machine.h"

namespace popt::fake {

enum class NumberType : uint8_t { F32, F64, F16, BF16, F8E4M3FN, F8E5M2 };
uint64_t widthOf(NumberType type);
/// Floats of 8 bits are only read.
double loadNumber(uint64_t address, NumberType type, bool isTf32);
void storeNumber(uint64_t address, NumberType type, double value);

/// Whether `bytes` from `address` lie in one allocation, as aligned as was
/// promised; reports it if not.
bool isThere(uint64_t address, uint64_t bytes, uint64_t alignment,
             const std::string &what);

/// Follows an access of the work to memory that is allocated: races and unwritten
/// reads. False after a report.
bool touch(Work &work, uint64_t address, uint64_t bytes, bool isWrite);

} // namespace popt::fake

#endif // POPT_RT_FAKE_DRIVER_LIBRARYWORK_H
