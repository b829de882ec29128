//===- Objects.h - cuBLASLt's objects -------------------------------------===//
#ifndef POPT_RT_FAKE_CUBLASLT_OBJECTS_H
#define POPT_RT_FAKE_CUBLASLT_OBJECTS_H

#include "../../../runtime/lib/device/cuda/CublasLt.h"

namespace popt::fake {

using namespace popt::rt::cuda;

/// What a handle of the library means; the fields of its kind alone count.
struct LibraryObject {
  enum class Kind : uint8_t { Handle, Product, Layout, Preference };
  Kind kind = Kind::Handle;
  uint32_t device = 0;
  // Product.
  LtCompute compute = kLtComputeF32;
  LtType scale = kLtF32;
  bool transposesA = false, transposesB = false;
  // Layout.
  LtType type = kLtF32;
  uint64_t rows = 0, columns = 0;
  int64_t stride = 0, batchStride = 0;
  int32_t batch = 1;
  // Preference.
  uint64_t maxWorkspace = 0;
  uint32_t schemes = 7;
  uint32_t alignments[4] = {256, 256, 256, 256}; ///< of A, B, C, D
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_CUBLASLT_OBJECTS_H
