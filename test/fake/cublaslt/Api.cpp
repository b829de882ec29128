//===- Api.cpp - What the library exports of cuBLASLt ---------------------===//
#include "../driver/LibraryApi.h"
#include "Library.h"

using namespace popt::fake;

#define POPT_ENTRY(...) POPT_LIBRARY_ENTRY(LtStatus, __VA_ARGS__)

POPT_ENTRY(cublasLtCreate, (LtHandle * handle), handle)
POPT_ENTRY(cublasLtDestroy, (LtHandle handle), handle)
POPT_ENTRY(cublasLtMatmulDescCreate,
           (LtProduct * product, LtCompute compute, LtType scale), product,
           compute, scale)
POPT_ENTRY(cublasLtMatmulDescDestroy, (LtProduct product), product)
POPT_ENTRY(cublasLtMatmulDescSetAttribute,
           (LtProduct product, LtProductAttribute attribute, const void *value,
            size_t bytes),
           product, attribute, value, bytes)
POPT_ENTRY(cublasLtMatrixLayoutCreate,
           (LtLayout * layout, LtType type, uint64_t rows, uint64_t columns,
            int64_t stride),
           layout, type, rows, columns, stride)
POPT_ENTRY(cublasLtMatrixLayoutDestroy, (LtLayout layout), layout)
POPT_ENTRY(cublasLtMatrixLayoutSetAttribute,
           (LtLayout layout, LtLayoutAttribute attribute, const void *value,
            size_t bytes),
           layout, attribute, value, bytes)
POPT_ENTRY(cublasLtMatmulPreferenceCreate, (LtPreference * preference),
           preference)
POPT_ENTRY(cublasLtMatmulPreferenceDestroy, (LtPreference preference),
           preference)
POPT_ENTRY(cublasLtMatmulPreferenceSetAttribute,
           (LtPreference preference, LtPreferenceAttribute attribute,
            const void *value, size_t bytes),
           preference, attribute, value, bytes)
POPT_ENTRY(cublasLtMatmulAlgoGetHeuristic,
           (LtHandle handle, LtProduct product, LtLayout a, LtLayout b,
            LtLayout c, LtLayout d, LtPreference preference, int32_t most,
            LtChoice *choices, int32_t *count),
           handle, product, a, b, c, d, preference, most, choices, count)
POPT_ENTRY(cublasLtMatmulAlgoCheck,
           (LtHandle handle, LtProduct product, LtLayout a, LtLayout b,
            LtLayout c, LtLayout d, const LtAlgorithm *algorithm,
            LtChoice *choice),
           handle, product, a, b, c, d, algorithm, choice)
POPT_ENTRY(cublasLtMatmul,
           (LtHandle handle, LtProduct product, const void *alpha,
            const void *a, LtLayout aLayout, const void *b, LtLayout bLayout,
            const void *beta, const void *c, LtLayout cLayout, void *d,
            LtLayout dLayout, const LtAlgorithm *algorithm, void *workspace,
            size_t workspaceBytes, Stream stream),
           handle, product, alpha, a, aLayout, b, bLayout, beta, c, cLayout, d,
           dLayout, algorithm, workspace, workspaceBytes, stream)

POPT_EXPORT size_t cublasLtGetVersion() {
  return configured(&Config::cublasLtVersion);
}

POPT_EXPORT const char *cublasLtGetStatusName(LtStatus status) {
  return nameOf<LtStatus>(status,
                          {{kLtSuccess, "CUBLAS_STATUS_SUCCESS"},
                           {kLtNotInitialized, "CUBLAS_STATUS_NOT_INITIALIZED"},
                           {kLtAllocFailed, "CUBLAS_STATUS_ALLOC_FAILED"},
                           {kLtInvalidValue, "CUBLAS_STATUS_INVALID_VALUE"},
                           {kLtNotSupported, "CUBLAS_STATUS_NOT_SUPPORTED"}},
                          "CUBLAS_STATUS_INTERNAL_ERROR");
}

POPT_EXPORT const char *cublasLtGetStatusString(LtStatus status) {
  return status == kLtSuccess ? "success" : "an error that a test asked for";
}
