//===- RandomTensor.h - Values for arguments that no file gives -----------===//
#ifndef POPT_RT_LIB_SESSION_RANDOMTENSOR_H
#define POPT_RT_LIB_SESSION_RANDOMTENSOR_H

#include "popt-rt/data.h"

namespace popt::rt {

/// Floats normal(0, 0.02), or their absolute values, integers 0 or 1; a function
/// of seed and `stream` (the argument's number) alone.
Tensor randomTensor(ElementType type, const std::vector<int64_t> &shape,
                    uint64_t seed, uint64_t stream, bool isPositive = false);

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_RANDOMTENSOR_H
