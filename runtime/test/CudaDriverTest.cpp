//===- CudaDriverTest.cpp - Our declarations of the driver are CUDA's -----===//
//
// Compares lib/device/cuda/Driver.h with cuda.h, and CublasLt.h with cublasLt.h,
// where the build found them (CUDA_PATH, /usr/local/cuda, or PyPI's
// nvidia-cuda-runtime, which has cuda.h): types of all functions of the tables,
// and values of all enumerators. Elsewhere it says so.
//
//===----------------------------------------------------------------------===//
#include "device/cuda/CublasLt.h"
#include <gtest/gtest.h>
#include <type_traits>

#ifdef POPT_CUDA_H

// Before cuda.h: its macros rename functions to their newest forms.
namespace ours {
using namespace popt::rt::cuda;
#define POPT_OURS(name, parameters) using name##_type = Result parameters;
POPT_CUDA_DRIVER_FUNCTIONS(POPT_OURS)
#undef POPT_OURS
#define POPT_OURS(name, parameters) using name##_type = LtStatus parameters;
POPT_CUBLASLT_FUNCTIONS(POPT_OURS)
#undef POPT_OURS
#define POPT_OURS(type, name, parameters) using name##_type = type parameters;
POPT_CUBLASLT_QUERIES(POPT_OURS)
#undef POPT_OURS
} // namespace ours

#include <cuda.h>
#ifdef POPT_CUBLASLT_H
#include <cublasLt.h>
#endif

namespace {

/// Types of ours and of CUDA's that mean the same.
template <typename Ours, typename Theirs>
struct Means : std::is_same<Ours, Theirs> {};
#define POPT_MEANS(Ours, Theirs)                                               \
  template <> struct Means<ours::Ours, Theirs> : std::true_type {};
POPT_MEANS(Result, CUresult)
POPT_MEANS(DeviceAttribute, CUdevice_attribute)
POPT_MEANS(FunctionAttribute, CUfunction_attribute)
POPT_MEANS(JitOption, CUjit_option)
POPT_MEANS(ContextTag, std::remove_pointer_t<CUcontext>)
POPT_MEANS(ModuleTag, std::remove_pointer_t<CUmodule>)
POPT_MEANS(FunctionTag, std::remove_pointer_t<CUfunction>)
POPT_MEANS(StreamTag, std::remove_pointer_t<CUstream>)
POPT_MEANS(EventTag, std::remove_pointer_t<CUevent>)
POPT_MEANS(GraphTag, std::remove_pointer_t<CUgraph>)
POPT_MEANS(GraphExecTag, std::remove_pointer_t<CUgraphExec>)
POPT_MEANS(GraphNodeTag, std::remove_pointer_t<CUgraphNode>)
#ifdef POPT_CUBLASLT_H
POPT_MEANS(LtStatus, cublasStatus_t)
POPT_MEANS(LtType, cudaDataType_t)
POPT_MEANS(LtCompute, cublasComputeType_t)
POPT_MEANS(LtProductAttribute, cublasLtMatmulDescAttributes_t)
POPT_MEANS(LtLayoutAttribute, cublasLtMatrixLayoutAttribute_t)
POPT_MEANS(LtPreferenceAttribute, cublasLtMatmulPreferenceAttributes_t)
POPT_MEANS(LtHandleTag, std::remove_pointer_t<cublasLtHandle_t>)
POPT_MEANS(LtProductTag, std::remove_pointer_t<cublasLtMatmulDesc_t>)
POPT_MEANS(LtLayoutTag, std::remove_pointer_t<cublasLtMatrixLayout_t>)
POPT_MEANS(LtPreferenceTag, std::remove_pointer_t<cublasLtMatmulPreference_t>)
POPT_MEANS(LtAlgorithm, cublasLtMatmulAlgo_t)
POPT_MEANS(LtChoice, cublasLtMatmulHeuristicResult_t)
#endif
#undef POPT_MEANS

/// Also pointers to such types, integers of the same width and sign (int32_t,
/// where CUDA has an enumeration that we do not name), and functions of such.
template <typename Ours, typename Theirs> constexpr bool isSame() {
  if constexpr (std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>)
    return isSame<std::remove_pointer_t<Ours>, std::remove_pointer_t<Theirs>>();
  else if constexpr (std::is_const_v<Ours> && std::is_const_v<Theirs>)
    return isSame<std::remove_const_t<Ours>, std::remove_const_t<Theirs>>();
  else if constexpr (!std::is_const_v<Ours> && !std::is_const_v<Theirs> &&
                     std::is_integral_v<Ours> && std::is_integral_v<Theirs>)
    return sizeof(Ours) == sizeof(Theirs) &&
           std::is_signed_v<Ours> == std::is_signed_v<Theirs>;
  else if constexpr (std::is_same_v<Ours, int32_t> && std::is_enum_v<Theirs>)
    return sizeof(Theirs) == 4;
  else
    return Means<Ours, Theirs>::value;
}

template <typename Ours, typename Theirs>
struct IsSameFunction : std::false_type {};
template <typename Ours, typename... A, typename Theirs, typename... B>
struct IsSameFunction<Ours(A...), Theirs(B...)> {
  static constexpr bool compare() {
    if constexpr (sizeof...(A) != sizeof...(B))
      return false;
    else
      return isSame<Ours, Theirs>() && (isSame<A, B>() && ...);
  }
  static constexpr bool value = compare();
};

TEST(CudaDriver, FunctionsAreCudas) {
#define POPT_COMPARE(name, parameters)                                         \
  EXPECT_TRUE((IsSameFunction<ours::name##_type, decltype(name)>::value))      \
      << #name " is declared otherwise in cuda.h";
  POPT_CUDA_DRIVER_FUNCTIONS(POPT_COMPARE)
#undef POPT_COMPARE
  // What differs is seen.
  static_assert(
      !IsSameFunction<ours::cuMemFree_type, decltype(cuMemAlloc)>::value);
  static_assert(!IsSameFunction<ours::cuEventDestroy_type,
                                decltype(cuStreamDestroy)>::value);
  static_assert(!isSame<uint32_t, int32_t>() &&
                !isSame<const char *, char *>());
}

TEST(CudaDriver, NumbersAreCudas) {
  auto expect = [](int64_t value, int64_t theirs, const char *name) {
    EXPECT_EQ(value, theirs) << name;
  };
#define POPT_EQUAL(Ours, THEIRS) expect(ours::Ours, THEIRS, #THEIRS)
  POPT_EQUAL(kSuccess, CUDA_SUCCESS);
  POPT_EQUAL(kInvalidValue, CUDA_ERROR_INVALID_VALUE);
  POPT_EQUAL(kOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
  POPT_EQUAL(kNotInitialized, CUDA_ERROR_NOT_INITIALIZED);
  POPT_EQUAL(kStubLibrary, CUDA_ERROR_STUB_LIBRARY);
  POPT_EQUAL(kNoDevice, CUDA_ERROR_NO_DEVICE);
  POPT_EQUAL(kInvalidDevice, CUDA_ERROR_INVALID_DEVICE);
  POPT_EQUAL(kInvalidImage, CUDA_ERROR_INVALID_IMAGE);
  POPT_EQUAL(kInvalidContext, CUDA_ERROR_INVALID_CONTEXT);
  POPT_EQUAL(kNoBinaryForGpu, CUDA_ERROR_NO_BINARY_FOR_GPU);
  POPT_EQUAL(kInvalidPtx, CUDA_ERROR_INVALID_PTX);
  POPT_EQUAL(kUnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
  POPT_EQUAL(kInvalidHandle, CUDA_ERROR_INVALID_HANDLE);
  POPT_EQUAL(kNotFound, CUDA_ERROR_NOT_FOUND);
  POPT_EQUAL(kNotReady, CUDA_ERROR_NOT_READY);
  POPT_EQUAL(kIllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS);
  POPT_EQUAL(kLaunchOutOfResources, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  POPT_EQUAL(kPeerAccessAlreadyEnabled, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
  POPT_EQUAL(kLaunchFailed, CUDA_ERROR_LAUNCH_FAILED);
  POPT_EQUAL(kCaptureUnsupported, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  POPT_EQUAL(kCaptureInvalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  POPT_EQUAL(kUnknown, CUDA_ERROR_UNKNOWN);
  POPT_EQUAL(kMultiprocessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  POPT_EQUAL(kComputeCapabilityMajor,
             CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  POPT_EQUAL(kComputeCapabilityMinor,
             CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  POPT_EQUAL(kMaxSharedMemoryPerBlockOptin,
             CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  POPT_EQUAL(kMaxThreadsPerBlock, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  POPT_EQUAL(kSharedSizeBytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  POPT_EQUAL(kLocalSizeBytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  POPT_EQUAL(kNumRegs, CU_FUNC_ATTRIBUTE_NUM_REGS);
  POPT_EQUAL(kMaxDynamicSharedSizeBytes,
             CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  POPT_EQUAL(kJitErrorLogBuffer, CU_JIT_ERROR_LOG_BUFFER);
  POPT_EQUAL(kJitErrorLogBufferSizeBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
  POPT_EQUAL(kStreamNonBlocking, CU_STREAM_NON_BLOCKING);
  POPT_EQUAL(kEventDisableTiming, CU_EVENT_DISABLE_TIMING);
  POPT_EQUAL(kHostAllocPortable, CU_MEMHOSTALLOC_PORTABLE);
  POPT_EQUAL(kCaptureThreadLocal, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
#undef POPT_EQUAL
  EXPECT_LE(ours::kDriverVersion, CUDA_VERSION)
      << "the declarations are of a newer CUDA than this cuda.h";
}

#ifdef POPT_CUBLASLT_H

TEST(CudaDriver, CublasLtIsCudas) {
#define POPT_COMPARE(name, parameters)                                         \
  EXPECT_TRUE((IsSameFunction<ours::name##_type, decltype(name)>::value))      \
      << #name " is declared otherwise in cublasLt.h";
  POPT_CUBLASLT_FUNCTIONS(POPT_COMPARE)
#undef POPT_COMPARE
#define POPT_COMPARE(type, name, parameters)                                   \
  EXPECT_TRUE((IsSameFunction<ours::name##_type, decltype(name)>::value))      \
      << #name " is declared otherwise in cublasLt.h";
  POPT_CUBLASLT_QUERIES(POPT_COMPARE)
#undef POPT_COMPARE
  auto expect = [](int64_t value, int64_t theirs, const char *name) {
    EXPECT_EQ(value, theirs) << name;
  };
#define POPT_EQUAL(Ours, THEIRS) expect(ours::Ours, THEIRS, #THEIRS)
  POPT_EQUAL(kLtSuccess, CUBLAS_STATUS_SUCCESS);
  POPT_EQUAL(kLtNotInitialized, CUBLAS_STATUS_NOT_INITIALIZED);
  POPT_EQUAL(kLtAllocFailed, CUBLAS_STATUS_ALLOC_FAILED);
  POPT_EQUAL(kLtInvalidValue, CUBLAS_STATUS_INVALID_VALUE);
  POPT_EQUAL(kLtNotSupported, CUBLAS_STATUS_NOT_SUPPORTED);
  POPT_EQUAL(kLtF32, CUDA_R_32F);
  POPT_EQUAL(kLtF64, CUDA_R_64F);
  POPT_EQUAL(kLtF16, CUDA_R_16F);
  POPT_EQUAL(kLtBF16, CUDA_R_16BF);
  POPT_EQUAL(kLtComputeF32, CUBLAS_COMPUTE_32F);
  POPT_EQUAL(kLtComputeF64, CUBLAS_COMPUTE_64F);
  POPT_EQUAL(kLtComputeTf32, CUBLAS_COMPUTE_32F_FAST_TF32);
  POPT_EQUAL(kLtPlain, CUBLAS_OP_N);
  POPT_EQUAL(kLtTransposed, CUBLAS_OP_T);
  POPT_EQUAL(kLtTransposeA, CUBLASLT_MATMUL_DESC_TRANSA);
  POPT_EQUAL(kLtTransposeB, CUBLASLT_MATMUL_DESC_TRANSB);
  POPT_EQUAL(kLtBatchCount, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT);
  POPT_EQUAL(kLtBatchStride, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET);
  POPT_EQUAL(kLtMaxWorkspaceBytes, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES);
  POPT_EQUAL(kLtReductionSchemes, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK);
  POPT_EQUAL(kLtMinAlignmentA, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES);
  POPT_EQUAL(kLtMinAlignmentB, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES);
  POPT_EQUAL(kLtMinAlignmentC, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES);
  POPT_EQUAL(kLtMinAlignmentD, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES);
  POPT_EQUAL(kLtReduceInComputeType, CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE);
#undef POPT_EQUAL
  EXPECT_EQ(sizeof(ours::LtAlgorithm), sizeof(cublasLtMatmulAlgo_t));
  EXPECT_EQ(sizeof(ours::LtChoice), sizeof(cublasLtMatmulHeuristicResult_t));
  EXPECT_EQ(offsetof(ours::LtChoice, workspaceBytes),
            offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize));
  EXPECT_EQ(offsetof(ours::LtChoice, state),
            offsetof(cublasLtMatmulHeuristicResult_t, state));
}

#endif

} // namespace

#else

TEST(CudaDriver, DeclarationsAreCudas) {
  GTEST_SKIP() << "no cuda.h was found when this was built";
}

#endif
