//===- Library.h - cuBLASLt's functions -----------------------------------===//
//
// Declared from the table of runtime/lib/device/cuda/CublasLt.h, so a signature that
// differs does not compile. Called with the machine's lock held, after faults
// were looked at.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_CUBLASLT_LIBRARY_H
#define POPT_RT_FAKE_CUBLASLT_LIBRARY_H

#include "../driver/LibraryWork.h"

namespace popt::fake {

inline NumberType numberType(LtType type) {
  return type == kLtF64        ? NumberType::F64
         : type == kLtF16      ? NumberType::F16
         : type == kLtBF16     ? NumberType::BF16
         : type == kLtF8E4M3FN ? NumberType::F8E4M3FN
         : type == kLtF8E5M2   ? NumberType::F8E5M2
                               : NumberType::F32;
}

/// A product that has been checked: what is computed on which memory.
struct ProductWork {
  LtCompute compute;
  bool transposesA, transposesB, adds;
  LibraryObject a, b, d; ///< layouts
  uint64_t m, n, k;
  uint64_t aAddress, bAddress, cAddress, dAddress, workspace, workspaceBytes;
  int parts; ///< in which the sum is computed, one after the other
};

/// Follows the product's accesses, and computes it.
void runProduct(const ProductWork &product, Work &work);

namespace api {
#define POPT_DECLARE(name, parameters) LtStatus name parameters;
POPT_CUBLASLT_FUNCTIONS(POPT_DECLARE)
#undef POPT_DECLARE
} // namespace api

} // namespace popt::fake

#endif // POPT_RT_FAKE_CUBLASLT_LIBRARY_H
