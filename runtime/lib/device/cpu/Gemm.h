//===- Gemm.h - Our own matrix product, for every element type ------------===//
#ifndef POPT_RT_LIB_DEVICE_CPU_GEMM_H
#define POPT_RT_LIB_DEVICE_CPU_GEMM_H

#include "popt-rt/step_table.h"

namespace popt::rt {

/// C[m, n] (+)= sum over k of A[m, k] * B[k, n]; strides in elements.
struct GemmShape {
  int64_t m = 0, n = 0, k = 0;
  int64_t am = 0, ak = 0, bk = 0, bn = 0, cm = 0, cn = 0;
  bool accumulate = false;
};

using GemmFunction = void (*)(const GemmShape &shape, const void *a,
                              const void *b, void *c, void *scratch);

/// Null if the types can't be multiplied: inputs of one type; the output of the
/// same class (float, integer or i1, complex).
GemmFunction findGemm(ElementType input, ElementType output);
/// Bytes of scratch that every GemmFunction needs.
size_t gemmScratchBytes();

} // namespace popt::rt
#endif // POPT_RT_LIB_DEVICE_CPU_GEMM_H
