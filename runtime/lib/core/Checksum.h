//===- Checksum.h - Do two places hold the same bytes? --------------------===//
#ifndef POPT_RT_LIB_CORE_CHECKSUM_H
#define POPT_RT_LIB_CORE_CHECKSUM_H

#include "popt-rt/step_table.h"

namespace popt::rt {

/// Of a step table's records, of blocks that several ranks hold. Not
/// safe against forgery.
uint64_t checksum(const void *data, size_t size);
/// Of all that a program is.
uint64_t checksum(const StepTable &table);

} // namespace popt::rt
#endif // POPT_RT_LIB_CORE_CHECKSUM_H
