//===- Widen.h - Narrow floats to f32 and back ------------------*- C++ -*-===//
//
// The f16, bf16 and f8 types combine in f32 (Monoids.h). Where a partial result
// must leave the processor before all values are combined, it is kept in f32.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_WIDEN_H
#define POPT_RT_LIB_TRANSPORT_WIDEN_H

#include "popt-rt/transport_types.h"

namespace popt::rt {

bool isNarrow(popt_rt_element_type type);

/// Exact. `type` is narrow here and below.
void widen(popt_rt_element_type type, const void *from, float *to,
           int64_t count);
/// To nearest, ties to even, as the kernels of Reduce.h round.
void narrow(popt_rt_element_type type, const float *from, void *to,
            int64_t count);

} // namespace popt::rt

#endif
