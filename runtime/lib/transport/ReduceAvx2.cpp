//===- ReduceAvx2.cpp - Kernels for processors with AVX2 ------------------===//
//
// See Reduce.h. Tested by test/conformance (ReduceTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "ReduceKernels.h"

popt::rt::ReduceKernel
popt::rt::findReduceKernelAvx2(popt_rt_monoid monoid,
                               popt_rt_element_type type) {
  return find(monoid, type);
}
