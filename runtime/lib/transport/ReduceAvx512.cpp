//===- ReduceAvx512.cpp - Kernels for AVX-512 F, BW, DQ and VL ------------===//
//
// See Reduce.h. Tested by test/conformance (ReduceTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "ReduceKernels.h"

popt::rt::ReduceKernel
popt::rt::findReduceKernelAvx512(popt_rt_monoid monoid,
                                 popt_rt_element_type type) {
  return find(monoid, type);
}
