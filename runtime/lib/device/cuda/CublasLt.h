//===- CublasLt.h - cuBLASLt as a table of functions ----------------------===//
//
// NVIDIA's library of matrix products, opened at run time like the driver
// (Driver.h): the declarations are our own, of what cuBLASLt has had since
// CUDA 11 (a test compares them with cublasLt.h). Without it products are
// kernels of our own.
//
// POPT_CUBLASLT names another library to open, or says off. Beside a driver that
// POPT_CUDA_DRIVER names, no other library is looked for.
//
// Tests: test/runtime/CudaDriverTest.cpp, CublasLtTest.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_CUBLASLT_H
#define POPT_RT_LIB_DEVICE_CUDA_CUBLASLT_H

#include "Driver.h"
#include "FunctionTable.h"

namespace popt::rt::cuda {

/// cublasStatus_t; only those that are told apart.
enum LtStatus : int32_t {
  kLtSuccess = 0,
  kLtNotInitialized = 1,
  kLtAllocFailed = 3,
  kLtInvalidValue = 7,
  kLtNotSupported = 15,
};

/// cudaDataType_t.
enum LtType : int32_t {
  kLtF32 = 0,
  kLtF64 = 1,
  kLtF16 = 2,
  kLtBF16 = 14,
  kLtF8E4M3FN = 28,
  kLtF8E5M2 = 29,
};
/// cublasComputeType_t.
enum LtCompute : int32_t {
  kLtComputeF32 = 68,
  kLtComputeF64 = 70,
  kLtComputeTf32 = 77,
};
/// cublasOperation_t.
enum LtOperation : int32_t { kLtPlain = 0, kLtTransposed = 1 };

/// cublasLtMatmulDescAttributes_t.
enum LtProductAttribute : int32_t {
  kLtTransposeA = 3,
  kLtTransposeB = 4,
};
/// cublasLtMatrixLayoutAttribute_t.
enum LtLayoutAttribute : int32_t {
  kLtBatchCount = 5,  ///< int32_t
  kLtBatchStride = 6, ///< int64_t, in elements
};
/// cublasLtMatmulPreferenceAttributes_t.
enum LtPreferenceAttribute : int32_t {
  kLtMaxWorkspaceBytes = 1, ///< uint64_t
  kLtReductionSchemes = 3,  ///< uint32_t, a mask
  kLtMinAlignmentA = 5,     ///< uint32_t each
  kLtMinAlignmentB = 6,
  kLtMinAlignmentC = 7,
  kLtMinAlignmentD = 8,
};
/// cublasLtReductionScheme_t: how parts of sums are added up. Those that add in
/// the result itself, rounded to its type, are none of ours.
constexpr uint32_t kLtReduceInComputeType = 2;

struct LtHandleTag;
struct LtProductTag;
struct LtLayoutTag;
struct LtPreferenceTag;
using LtHandle = LtHandleTag *;
using LtProduct = LtProductTag *; ///< cublasLtMatmulDesc_t
using LtLayout = LtLayoutTag *;   ///< cublasLtMatrixLayout_t
using LtPreference = LtPreferenceTag *;

/// cublasLtMatmulAlgo_t: bytes that mean something to this version of the library.
struct LtAlgorithm {
  uint64_t data[8];
};
/// cublasLtMatmulHeuristicResult_t.
struct LtChoice {
  LtAlgorithm algorithm;
  size_t workspaceBytes;
  LtStatus state;
  float waves;
  int32_t reserved[4];
};

/// The library's functions: X(name, parameters), each returns an LtStatus.
#define POPT_CUBLASLT_FUNCTIONS(X)                                             \
  X(cublasLtCreate, (LtHandle * handle))                                       \
  X(cublasLtDestroy, (LtHandle handle))                                        \
  X(cublasLtMatmulDescCreate,                                                  \
    (LtProduct * product, LtCompute compute, LtType scale))                    \
  X(cublasLtMatmulDescDestroy, (LtProduct product))                            \
  X(cublasLtMatmulDescSetAttribute,                                            \
    (LtProduct product, LtProductAttribute attribute, const void *value,       \
     size_t bytes))                                                            \
  X(cublasLtMatrixLayoutCreate,                                                \
    (LtLayout * layout, LtType type, uint64_t rows, uint64_t columns,          \
     int64_t stride))                                                          \
  X(cublasLtMatrixLayoutDestroy, (LtLayout layout))                            \
  X(cublasLtMatrixLayoutSetAttribute,                                          \
    (LtLayout layout, LtLayoutAttribute attribute, const void *value,          \
     size_t bytes))                                                            \
  X(cublasLtMatmulPreferenceCreate, (LtPreference * preference))               \
  X(cublasLtMatmulPreferenceDestroy, (LtPreference preference))                \
  X(cublasLtMatmulPreferenceSetAttribute,                                      \
    (LtPreference preference, LtPreferenceAttribute attribute,                 \
     const void *value, size_t bytes))                                         \
  X(cublasLtMatmulAlgoGetHeuristic,                                            \
    (LtHandle handle, LtProduct product, LtLayout a, LtLayout b, LtLayout c,   \
     LtLayout d, LtPreference preference, int32_t most, LtChoice *choices,     \
     int32_t *count))                                                          \
  X(cublasLtMatmulAlgoCheck,                                                   \
    (LtHandle handle, LtProduct product, LtLayout a, LtLayout b, LtLayout c,   \
     LtLayout d, const LtAlgorithm *algorithm, LtChoice *choice))              \
  X(cublasLtMatmul,                                                            \
    (LtHandle handle, LtProduct product, const void *alpha, const void *a,     \
     LtLayout aLayout, const void *b, LtLayout bLayout, const void *beta,      \
     const void *c, LtLayout cLayout, void *d, LtLayout dLayout,               \
     const LtAlgorithm *algorithm, void *workspace, size_t workspaceBytes,     \
     Stream stream))
/// Those that return something else.
#define POPT_CUBLASLT_QUERIES(X)                                               \
  X(cublasLtGetVersion, (), size_t)                                            \
  X(cublasLtGetStatusName, (LtStatus status), const char *)                    \
  X(cublasLtGetStatusString, (LtStatus status), const char *)

/// The opened library. All functions are there.
struct CublasLt {
  using Status = LtStatus;
  POPT_FUNCTION_TABLE(POPT_CUBLASLT_FUNCTIONS, POPT_CUBLASLT_QUERIES)

  /// Null where there is none, and a sentence that says so and what to do; no
  /// sentence if none was to be expected. One for each library.
  static std::shared_ptr<const CublasLt> open(std::string &out_note);

  size_t versionNumber() const { return cublasLtGetVersion(); }

  /// "CUBLAS_STATUS_NOT_SUPPORTED (15): the requested ...".
  std::string describe(LtStatus status) const;
  /// "cuBLASLt 130100", as the library counts its versions.
  std::string version() const {
    return "cuBLASLt " + std::to_string(versionNumber());
  }
};

/// The oldest version that will do, as cublasLtGetVersion() says it.
constexpr size_t kOldestCublasLt = 11000;
/// The oldest version that is asked for products of 8-bit floats.
constexpr size_t kOldestFloat8CublasLt = 120000;

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_CUBLASLT_H
