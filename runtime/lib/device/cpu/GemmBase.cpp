//===- GemmBase.cpp - The matrix product for one instruction set ----------===//
#include "GemmKernels.h"

namespace popt::rt {
GemmFunction findGemmBase(ElementType input, ElementType output) {
  return find(input, output);
}
} // namespace popt::rt
