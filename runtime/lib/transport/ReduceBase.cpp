//===- ReduceBase.cpp - Kernels for the baseline instruction set ----------===//
//
// See Reduce.h. Tested by test/conformance (ReduceTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "ReduceKernels.h"

popt::rt::ReduceKernel
popt::rt::findReduceKernelBase(popt_rt_monoid monoid,
                               popt_rt_element_type type) {
  return find(monoid, type);
}
