//===- Reduce.h - Combining n vectors into one ------------------*- C++ -*-===//
//
// The arithmetic of all_reduce, reduce and reduce_scatter. A kernel combines
// the same range of n source vectors in order 0 to n-1 and stores the result
// to several places, in one pass: it works through pieces that stay in the
// first-level cache.
//
// The kernels are compiled three times, for baseline x86-64, AVX2 and AVX-512
// (elsewhere once), from ReduceKernels.h; the processor decides at run time.
// Reductions are element by element and without contraction, so all three
// give the same bits.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_REDUCE_H
#define POPT_RT_LIB_TRANSPORT_REDUCE_H

#include "popt-rt/transport_types.h"

namespace popt::rt {

/// Where a kernel puts its result.
struct Outputs {
  void *const *buffers;
  int32_t count;
  /// Store past the caches (see Copy.h).
  bool stream;
};

/// Combines `count` elements of each of `sources[0 .. numSources)`. An output
/// may be the same memory as a source, element for element.
using ReduceKernel = void (*)(const void *const *sources, int32_t numSources,
                              Outputs outputs, int64_t count);

/// The kernel for this processor; null where the monoid is not defined.
ReduceKernel findReduceKernel(popt_rt_monoid monoid, popt_rt_element_type type);

ReduceKernel findReduceKernelBase(popt_rt_monoid, popt_rt_element_type);
#ifdef POPT_RT_X86_KERNELS
ReduceKernel findReduceKernelAvx2(popt_rt_monoid, popt_rt_element_type);
ReduceKernel findReduceKernelAvx512(popt_rt_monoid, popt_rt_element_type);
#endif

} // namespace popt::rt

#endif
