//===- OwnCode.cpp - The runtime's kernels for GPUs -----------------------===//
//
// The assembler puts the files that clang made of folder `code` here as they
// are, each followed by the zero that ends a text.
//
//===----------------------------------------------------------------------===//
#include "Gpu.h"

#define POPT_INCLUDE_TEXT(NAME, FILE)                                          \
  asm(".pushsection .rodata\n" #NAME ":\n.incbin \"" FILE                      \
      "\"\n.byte 0\n.popsection");                                             \
  extern "C" __attribute__((visibility("hidden"))) const char NAME[];

POPT_INCLUDE_TEXT(popt_rt_strided_ptx, POPT_STRIDED_PTX)
POPT_INCLUDE_TEXT(popt_rt_reduce_ptx, POPT_REDUCE_PTX)
POPT_INCLUDE_TEXT(popt_rt_attention_ptx, POPT_ATTENTION_PTX)

const char *popt::rt::cuda::ptxOf(OwnCode code) {
  switch (code) {
  case OwnCode::Strided:
    return popt_rt_strided_ptx;
  case OwnCode::Reduce:
    return popt_rt_reduce_ptx;
  case OwnCode::Attention:
    return popt_rt_attention_ptx;
  }
  return "";
}
