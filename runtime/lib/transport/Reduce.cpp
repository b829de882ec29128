//===- Reduce.cpp - Choosing the kernels for this processor ---------------===//
//
// Tested by test/conformance (ReduceTest.cpp runs every variant that the
// processor has).
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"

using namespace popt::rt;

/// Null where this processor has no more than the baseline, or the kernel does
/// not exist for more.
static ReduceKernel findWide(popt_rt_monoid monoid, popt_rt_element_type type) {
#ifdef POPT_RT_X86_KERNELS
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return findReduceKernelAvx512(monoid, type);
  if (__builtin_cpu_supports("avx2"))
    return findReduceKernelAvx2(monoid, type);
#endif
  return nullptr;
}

ReduceKernel popt::rt::findReduceKernel(popt_rt_monoid monoid,
                                        popt_rt_element_type type) {
  ReduceKernel wide = findWide(monoid, type);
  return wide ? wide : findReduceKernelBase(monoid, type);
}
