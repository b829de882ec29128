//===- GemmAvx2.cpp - The matrix product for one instruction set ----------===//
#include "GemmKernels.h"

namespace popt::rt {
GemmFunction findGemmAvx2(ElementType input, ElementType output) {
  return find(input, output);
}
} // namespace popt::rt
