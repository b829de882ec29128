//===- Checksum.h - Do two places hold the same bytes? --------------------===//
#ifndef POPT_RT_LIB_CORE_CHECKSUM_H
#define POPT_RT_LIB_CORE_CHECKSUM_H

#include <cstddef>
#include <cstdint>

namespace popt::rt {

/// Of a step table's records, of blocks that several ranks hold. Not
/// safe against forgery.
uint64_t checksum(const uint8_t *data, size_t size);

} // namespace popt::rt
#endif // POPT_RT_LIB_CORE_CHECKSUM_H
