//===- Gemm.cpp - Chooses the matrix product for this processor -----------===//
#include "Gemm.h"

namespace popt::rt {
GemmFunction findGemmBase(ElementType input, ElementType output);
#if defined(__x86_64__)
GemmFunction findGemmAvx2(ElementType input, ElementType output);
GemmFunction findGemmAvx512(ElementType input, ElementType output);
#endif
} // namespace popt::rt

using namespace popt::rt;

GemmFunction popt::rt::findGemm(ElementType input, ElementType output) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    return findGemmAvx512(input, output);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return findGemmAvx2(input, output);
#endif
  return findGemmBase(input, output);
}

size_t popt::rt::gemmScratchBytes() {
  constexpr size_t rows = 64, columns = 128, depth = 256, widest = 16;
  return (rows * depth + depth * columns + rows * columns) * widest;
}
