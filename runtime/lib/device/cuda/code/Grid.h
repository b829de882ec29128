//===- Grid.h - What kernels of this folder share -------------------------===//
//
// The folder's .cpp files are C++ for the GPU: clang compiles them to PTX, which
// is built into the runtime as text. They need nothing of CUDA, and nothing of
// the host but fixed-width types and the monoids.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_CODE_GRID_H
#define POPT_RT_LIB_DEVICE_CUDA_CODE_GRID_H

#include <stdint.h>

/// A function that the host can launch.
#define POPT_KERNEL                                                            \
  extern "C" __attribute__((device_kernel, visibility("default")))

/// This thread's number in the launch, and the number of all.
inline uint64_t threadNumber() {
  return static_cast<uint64_t>(__nvvm_read_ptx_sreg_ctaid_x()) *
             __nvvm_read_ptx_sreg_ntid_x() +
         __nvvm_read_ptx_sreg_tid_x();
}
inline uint64_t numThreads() {
  return static_cast<uint64_t>(__nvvm_read_ptx_sreg_nctaid_x()) *
         __nvvm_read_ptx_sreg_ntid_x();
}

#endif // POPT_RT_LIB_DEVICE_CUDA_CODE_GRID_H
