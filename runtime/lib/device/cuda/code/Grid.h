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

/// Memory that the threads of a block share.
#define POPT_SHARED                                                            \
  [[clang::loader_uninitialized]] static __attribute__((address_space(3)))

/// This block's number in the launch, and the number of all.
inline uint64_t blockNumber() {
  return static_cast<uint32_t>(__nvvm_read_ptx_sreg_ctaid_x());
}
inline uint64_t numBlocks() {
  return static_cast<uint32_t>(__nvvm_read_ptx_sreg_nctaid_x());
}
/// This thread's number in its block, and the number of all.
inline uint32_t memberNumber() {
  return static_cast<uint32_t>(__nvvm_read_ptx_sreg_tid_x());
}
inline uint32_t blockSize() {
  return static_cast<uint32_t>(__nvvm_read_ptx_sreg_ntid_x());
}
/// This thread's number in the launch, and the number of all.
inline uint64_t threadNumber() {
  return blockNumber() * blockSize() + memberNumber();
}
inline uint64_t numThreads() { return numBlocks() * blockSize(); }

/// Goes on when all threads of the block are here and see what each has written.
inline void waitForBlock() { __nvvm_bar_sync(0); }

#endif // POPT_RT_LIB_DEVICE_CUDA_CODE_GRID_H
