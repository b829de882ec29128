//===- CudaDriverTest.cpp - Our declarations of the driver are CUDA's -----===//
//
// Compares runtime/lib/device/cuda/Driver.h with cuda.h, CublasLt.h with cublasLt.h, and
// Cudnn.h with cudnn.h, where the build found them (CUDA_PATH,
// /usr/local/cuda, or PyPI's nvidia-cuda-runtime, which has cuda.h): types of all
// functions of the tables, and values of all enumerators. Elsewhere it says so.
//
//===----------------------------------------------------------------------===//
#include "device/cuda/CublasLt.h"
#include "device/cuda/Cudnn.h"
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
#define POPT_OURS(name, parameters, type) using name##_type = type parameters;
POPT_CUBLASLT_QUERIES(POPT_OURS)
#undef POPT_OURS
#define POPT_OURS(name, parameters) using name##_type = DnnStatus parameters;
POPT_CUDNN_FUNCTIONS(POPT_OURS)
#undef POPT_OURS
#define POPT_OURS(name, parameters, type) using name##_type = type parameters;
POPT_CUDNN_QUERIES(POPT_OURS)
#undef POPT_OURS
} // namespace ours

#include <cuda.h>
#ifdef POPT_CUBLASLT_H
#include <cublasLt.h>
#endif
#ifdef POPT_CUDNN_H
#include <cudnn.h>
#endif

namespace {

/// Types of ours and of CUDA's that mean the same.
template <typename Ours, typename Theirs>
struct Means : std::is_same<Ours, Theirs> {};
#define POPT_MEANS(Ours, Theirs)                                               \
  template <> struct Means<ours::Ours, Theirs> : std::true_type {};
POPT_MEANS(Result, CUresult)
POPT_MEANS(DeviceAttribute, CUdevice_attribute)
POPT_MEANS(DeviceId, CUuuid)
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
#ifdef POPT_CUDNN_H
POPT_MEANS(DnnStatus, cudnnStatus_t)
POPT_MEANS(DnnKind, cudnnBackendDescriptorType_t)
POPT_MEANS(DnnAttribute, cudnnBackendAttributeName_t)
POPT_MEANS(DnnAttributeType, cudnnBackendAttributeType_t)
POPT_MEANS(DnnHandleTag, std::remove_pointer_t<cudnnHandle_t>)
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

/// In a test: a function, or one with a result type of its own, and a number.
#define POPT_COMPARE(name, ...)                                                \
  EXPECT_TRUE((IsSameFunction<ours::name##_type, decltype(name)>::value))      \
      << #name " is declared otherwise in CUDA's header";
#define POPT_EQUAL(Ours, THEIRS)                                               \
  EXPECT_EQ(static_cast<int64_t>(ours::Ours), static_cast<int64_t>(THEIRS))    \
      << #THEIRS

TEST(CudaDriver, FunctionsAreCudas) {
  POPT_CUDA_DRIVER_FUNCTIONS(POPT_COMPARE)
  // What differs is seen.
  static_assert(
      !IsSameFunction<ours::cuMemFree_type, decltype(cuMemAlloc)>::value);
  static_assert(!IsSameFunction<ours::cuEventDestroy_type,
                                decltype(cuStreamDestroy)>::value);
  static_assert(!isSame<uint32_t, int32_t>() &&
                !isSame<const char *, char *>());
}

TEST(CudaDriver, NumbersAreCudas) {
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
  POPT_EQUAL(kIsLegacyIpcCapable,
             CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE);
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
  EXPECT_LE(ours::kDriverVersion, CUDA_VERSION)
      << "the declarations are of a newer CUDA than this cuda.h";
}

#ifdef POPT_CUBLASLT_H

TEST(CudaDriver, CublasLtIsCudas) {
  POPT_CUBLASLT_FUNCTIONS(POPT_COMPARE)
  POPT_CUBLASLT_QUERIES(POPT_COMPARE)
  POPT_EQUAL(kLtSuccess, CUBLAS_STATUS_SUCCESS);
  POPT_EQUAL(kLtNotInitialized, CUBLAS_STATUS_NOT_INITIALIZED);
  POPT_EQUAL(kLtAllocFailed, CUBLAS_STATUS_ALLOC_FAILED);
  POPT_EQUAL(kLtInvalidValue, CUBLAS_STATUS_INVALID_VALUE);
  POPT_EQUAL(kLtNotSupported, CUBLAS_STATUS_NOT_SUPPORTED);
  POPT_EQUAL(kLtF32, CUDA_R_32F);
  POPT_EQUAL(kLtF64, CUDA_R_64F);
  POPT_EQUAL(kLtF16, CUDA_R_16F);
  POPT_EQUAL(kLtBF16, CUDA_R_16BF);
#if CUDA_VERSION >= 11080
  POPT_EQUAL(kLtF8E4M3FN, CUDA_R_8F_E4M3);
  POPT_EQUAL(kLtF8E5M2, CUDA_R_8F_E5M2);
#endif
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
  EXPECT_EQ(sizeof(ours::LtAlgorithm), sizeof(cublasLtMatmulAlgo_t));
  EXPECT_EQ(sizeof(ours::LtChoice), sizeof(cublasLtMatmulHeuristicResult_t));
  EXPECT_EQ(offsetof(ours::LtChoice, workspaceBytes),
            offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize));
  EXPECT_EQ(offsetof(ours::LtChoice, state),
            offsetof(cublasLtMatmulHeuristicResult_t, state));
}

#endif

#ifdef POPT_CUDNN_H

TEST(CudaDriver, CudnnIsCudas) {
  POPT_CUDNN_FUNCTIONS(POPT_COMPARE)
  POPT_CUDNN_QUERIES(POPT_COMPARE)
  POPT_EQUAL(kDnnSuccess, CUDNN_STATUS_SUCCESS);
  POPT_EQUAL(kDnnNotInitialized, CUDNN_STATUS_NOT_INITIALIZED);
  POPT_EQUAL(kDnnBadParam, CUDNN_STATUS_BAD_PARAM);
  POPT_EQUAL(kDnnNullPointer, CUDNN_STATUS_BAD_PARAM_NULL_POINTER);
  POPT_EQUAL(kDnnMisaligned, CUDNN_STATUS_BAD_PARAM_MISALIGNED_POINTER);
  POPT_EQUAL(kDnnNotFinalized, CUDNN_STATUS_BAD_PARAM_NOT_FINALIZED);
  POPT_EQUAL(kDnnShapeMismatch, CUDNN_STATUS_BAD_PARAM_SHAPE_MISMATCH);
  POPT_EQUAL(kDnnNotSupported, CUDNN_STATUS_NOT_SUPPORTED);
  POPT_EQUAL(kDnnInternalError, CUDNN_STATUS_INTERNAL_ERROR);
  POPT_EQUAL(kDnnCompilationFailed,
             CUDNN_STATUS_INTERNAL_ERROR_COMPILATION_FAILED);
  POPT_EQUAL(kDnnHostAllocationFailed,
             CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED);
  POPT_EQUAL(kDnnDeviceAllocationFailed,
             CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED);
  POPT_EQUAL(kDnnF32, CUDNN_DATA_FLOAT);
  POPT_EQUAL(kDnnF64, CUDNN_DATA_DOUBLE);
  POPT_EQUAL(kDnnF16, CUDNN_DATA_HALF);
  POPT_EQUAL(kDnnBF16, CUDNN_DATA_BFLOAT16);
  POPT_EQUAL(kDnnConvolution, CUDNN_CONVOLUTION);
  POPT_EQUAL(kDnnCorrelation, CUDNN_CROSS_CORRELATION);
  POPT_EQUAL(kDnnFallback, CUDNN_HEUR_MODE_FALLBACK);
  POPT_EQUAL(kDnnLikelyFastest, CUDNN_HEUR_MODE_A);
  POPT_EQUAL(kDnnTensorCore, CUDNN_NUMERICAL_NOTE_TENSOR_CORE);
  POPT_EQUAL(kDnnStrictNan, CUDNN_NUMERICAL_NOTE_STRICT_NAN_PROP);
  POPT_EQUAL(kDnnConvolutionKind, CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
  POPT_EQUAL(kDnnEngine, CUDNN_BACKEND_ENGINE_DESCRIPTOR);
  POPT_EQUAL(kDnnEngineConfig, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
  POPT_EQUAL(kDnnEngineHeuristics, CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
  POPT_EQUAL(kDnnPlan, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
  POPT_EQUAL(kDnnKnobChoice, CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR);
  POPT_EQUAL(kDnnForward,
             CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR);
  POPT_EQUAL(kDnnBackwardFilter,
             CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR);
  POPT_EQUAL(kDnnBackwardData,
             CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR);
  POPT_EQUAL(kDnnGraph, CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
  POPT_EQUAL(kDnnVariantPack, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
  POPT_EQUAL(kDnnTensor, CUDNN_BACKEND_TENSOR_DESCRIPTOR);
  POPT_EQUAL(kDnnHandleType, CUDNN_TYPE_HANDLE);
  POPT_EQUAL(kDnnDataType, CUDNN_TYPE_DATA_TYPE);
  POPT_EQUAL(kDnnInt64Type, CUDNN_TYPE_INT64);
  POPT_EQUAL(kDnnFloatType, CUDNN_TYPE_FLOAT);
  POPT_EQUAL(kDnnDoubleType, CUDNN_TYPE_DOUBLE);
  POPT_EQUAL(kDnnPointerType, CUDNN_TYPE_VOID_PTR);
  POPT_EQUAL(kDnnModeType, CUDNN_TYPE_CONVOLUTION_MODE);
  POPT_EQUAL(kDnnHeuristicsType, CUDNN_TYPE_HEUR_MODE);
  POPT_EQUAL(kDnnKnobType, CUDNN_TYPE_KNOB_TYPE);
  POPT_EQUAL(kDnnNoteType, CUDNN_TYPE_NUMERICAL_NOTE);
  POPT_EQUAL(kDnnDescriptorType, CUDNN_TYPE_BACKEND_DESCRIPTOR);
}

// What attention is made of.
TEST(CudaDriver, CudnnGraphsAreCudas) {
  POPT_EQUAL(kDnnI32, CUDNN_DATA_INT32);
  POPT_EQUAL(kDnnBoolean, CUDNN_DATA_BOOLEAN);
  POPT_EQUAL(kDnnAdd, CUDNN_POINTWISE_ADD);
  POPT_EQUAL(kDnnMultiply, CUDNN_POINTWISE_MUL);
  POPT_EQUAL(kDnnDivide, CUDNN_POINTWISE_DIV);
  POPT_EQUAL(kDnnSubtract, CUDNN_POINTWISE_SUB);
  POPT_EQUAL(kDnnExp, CUDNN_POINTWISE_EXP);
  POPT_EQUAL(kDnnLog, CUDNN_POINTWISE_LOG);
  POPT_EQUAL(kDnnCompareGreater, CUDNN_POINTWISE_CMP_GT);
  POPT_EQUAL(kDnnCompareGreaterEqual, CUDNN_POINTWISE_CMP_GE);
  POPT_EQUAL(kDnnCompareLess, CUDNN_POINTWISE_CMP_LT);
  POPT_EQUAL(kDnnAnd, CUDNN_POINTWISE_LOGICAL_AND);
  POPT_EQUAL(kDnnGenerateIndex, CUDNN_POINTWISE_GEN_INDEX);
  POPT_EQUAL(kDnnSelect, CUDNN_POINTWISE_BINARY_SELECT);
  POPT_EQUAL(kDnnReduceAdd, CUDNN_REDUCE_TENSOR_ADD);
  POPT_EQUAL(kDnnReduceMax, CUDNN_REDUCE_TENSOR_MAX);
  POPT_EQUAL(kDnnNondeterministic, CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC);
  POPT_EQUAL(kDnnPointwiseKind, CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
  POPT_EQUAL(kDnnPointwiseOperation,
             CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
  POPT_EQUAL(kDnnMatmulKind, CUDNN_BACKEND_MATMUL_DESCRIPTOR);
  POPT_EQUAL(kDnnMatmulOperation, CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR);
  POPT_EQUAL(kDnnReductionKind, CUDNN_BACKEND_REDUCTION_DESCRIPTOR);
  POPT_EQUAL(kDnnReductionOperation,
             CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR);
  POPT_EQUAL(kDnnReshapeOperation, CUDNN_BACKEND_OPERATION_RESHAPE_DESCRIPTOR);
  POPT_EQUAL(kDnnBooleanType, CUDNN_TYPE_BOOLEAN);
  POPT_EQUAL(kDnnPointwiseType, CUDNN_TYPE_POINTWISE_MODE);
  POPT_EQUAL(kDnnReductionType, CUDNN_TYPE_REDUCTION_OPERATOR_TYPE);
  POPT_EQUAL(kDnnPointwiseMode, CUDNN_ATTR_POINTWISE_MODE);
  POPT_EQUAL(kDnnPointwiseCompute, CUDNN_ATTR_POINTWISE_MATH_PREC);
  POPT_EQUAL(kDnnPointwiseAxis, CUDNN_ATTR_POINTWISE_AXIS);
  POPT_EQUAL(kDnnPointwiseDescription,
             CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR);
  POPT_EQUAL(kDnnPointwiseX, CUDNN_ATTR_OPERATION_POINTWISE_XDESC);
  POPT_EQUAL(kDnnPointwiseB, CUDNN_ATTR_OPERATION_POINTWISE_BDESC);
  POPT_EQUAL(kDnnPointwiseY, CUDNN_ATTR_OPERATION_POINTWISE_YDESC);
  POPT_EQUAL(kDnnPointwiseT, CUDNN_ATTR_OPERATION_POINTWISE_TDESC);
  POPT_EQUAL(kDnnTensorVirtual, CUDNN_ATTR_TENSOR_IS_VIRTUAL);
  POPT_EQUAL(kDnnTensorByValue, CUDNN_ATTR_TENSOR_IS_BY_VALUE);
  POPT_EQUAL(kDnnMatmulCompute, CUDNN_ATTR_MATMUL_COMP_TYPE);
  POPT_EQUAL(kDnnMatmulA, CUDNN_ATTR_OPERATION_MATMUL_ADESC);
  POPT_EQUAL(kDnnMatmulB, CUDNN_ATTR_OPERATION_MATMUL_BDESC);
  POPT_EQUAL(kDnnMatmulC, CUDNN_ATTR_OPERATION_MATMUL_CDESC);
  POPT_EQUAL(kDnnMatmulDescription, CUDNN_ATTR_OPERATION_MATMUL_DESC);
  POPT_EQUAL(kDnnMatmulRows, CUDNN_ATTR_OPERATION_MATMUL_GEMM_M_OVERRIDE_DESC);
  POPT_EQUAL(kDnnMatmulColumns,
             CUDNN_ATTR_OPERATION_MATMUL_GEMM_N_OVERRIDE_DESC);
  POPT_EQUAL(kDnnMatmulContracted,
             CUDNN_ATTR_OPERATION_MATMUL_GEMM_K_OVERRIDE_DESC);
  POPT_EQUAL(kDnnReductionOperator, CUDNN_ATTR_REDUCTION_OPERATOR);
  POPT_EQUAL(kDnnReductionCompute, CUDNN_ATTR_REDUCTION_COMP_TYPE);
  POPT_EQUAL(kDnnReductionX, CUDNN_ATTR_OPERATION_REDUCTION_XDESC);
  POPT_EQUAL(kDnnReductionY, CUDNN_ATTR_OPERATION_REDUCTION_YDESC);
  POPT_EQUAL(kDnnReductionDescription, CUDNN_ATTR_OPERATION_REDUCTION_DESC);
  POPT_EQUAL(kDnnReshapeX, CUDNN_ATTR_OPERATION_RESHAPE_XDESC);
  POPT_EQUAL(kDnnReshapeY, CUDNN_ATTR_OPERATION_RESHAPE_YDESC);
}

TEST(CudaDriver, CudnnAttributesAreCudas) {
  POPT_EQUAL(kDnnConvolutionCompute, CUDNN_ATTR_CONVOLUTION_COMP_TYPE);
  POPT_EQUAL(kDnnConvolutionMode, CUDNN_ATTR_CONVOLUTION_CONV_MODE);
  POPT_EQUAL(kDnnConvolutionDilations, CUDNN_ATTR_CONVOLUTION_DILATIONS);
  POPT_EQUAL(kDnnConvolutionStrides, CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES);
  POPT_EQUAL(kDnnConvolutionPadHigh, CUDNN_ATTR_CONVOLUTION_POST_PADDINGS);
  POPT_EQUAL(kDnnConvolutionPadLow, CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS);
  POPT_EQUAL(kDnnConvolutionSpatial, CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS);
  POPT_EQUAL(kDnnHeuristicsMode, CUDNN_ATTR_ENGINEHEUR_MODE);
  POPT_EQUAL(kDnnHeuristicsGraph, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH);
  POPT_EQUAL(kDnnHeuristicsResults, CUDNN_ATTR_ENGINEHEUR_RESULTS);
  POPT_EQUAL(kDnnConfigEngine, CUDNN_ATTR_ENGINECFG_ENGINE);
  POPT_EQUAL(kDnnConfigKnobs, CUDNN_ATTR_ENGINECFG_KNOB_CHOICES);
  POPT_EQUAL(kDnnPlanHandle, CUDNN_ATTR_EXECUTION_PLAN_HANDLE);
  POPT_EQUAL(kDnnPlanConfig, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG);
  POPT_EQUAL(kDnnPlanWorkspace, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE);
  POPT_EQUAL(kDnnKnobChoiceType, CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE);
  POPT_EQUAL(kDnnKnobChoiceValue, CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE);
  POPT_EQUAL(kDnnForwardAlpha, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA);
  POPT_EQUAL(kDnnBackwardDataAlpha,
             CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA);
  POPT_EQUAL(kDnnBackwardFilterAlpha,
             CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA);
  POPT_EQUAL(kDnnGraphHandle, CUDNN_ATTR_OPERATIONGRAPH_HANDLE);
  POPT_EQUAL(kDnnGraphOperations, CUDNN_ATTR_OPERATIONGRAPH_OPS);
  POPT_EQUAL(kDnnTensorAlignment, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT);
  POPT_EQUAL(kDnnTensorType, CUDNN_ATTR_TENSOR_DATA_TYPE);
  POPT_EQUAL(kDnnTensorDimensions, CUDNN_ATTR_TENSOR_DIMENSIONS);
  POPT_EQUAL(kDnnTensorStrides, CUDNN_ATTR_TENSOR_STRIDES);
  POPT_EQUAL(kDnnTensorId, CUDNN_ATTR_TENSOR_UNIQUE_ID);
  POPT_EQUAL(kDnnPackIds, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS);
  POPT_EQUAL(kDnnPackPointers, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS);
  POPT_EQUAL(kDnnPackWorkspace, CUDNN_ATTR_VARIANT_PACK_WORKSPACE);
  POPT_EQUAL(kDnnEngineGraph, CUDNN_ATTR_ENGINE_OPERATION_GRAPH);
  POPT_EQUAL(kDnnEngineIndex, CUDNN_ATTR_ENGINE_GLOBAL_INDEX);
  POPT_EQUAL(kDnnEngineNotes, CUDNN_ATTR_ENGINE_NUMERICAL_NOTE);
  POPT_EQUAL(attributeOf(ours::kDnnForward, ours::kDnnBeta),
             CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA);
  POPT_EQUAL(attributeOf(ours::kDnnForward, ours::kDnnWindow),
             CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC);
  POPT_EQUAL(attributeOf(ours::kDnnForward, ours::kDnnFilter),
             CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W);
  POPT_EQUAL(attributeOf(ours::kDnnForward, ours::kDnnImage),
             CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X);
  POPT_EQUAL(attributeOf(ours::kDnnForward, ours::kDnnResult),
             CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y);
  POPT_EQUAL(attributeOf(ours::kDnnBackwardData, ours::kDnnBeta),
             CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA);
  POPT_EQUAL(attributeOf(ours::kDnnBackwardData, ours::kDnnWindow),
             CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC);
  POPT_EQUAL(attributeOf(ours::kDnnBackwardData, ours::kDnnFilter),
             CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W);
  POPT_EQUAL(attributeOf(ours::kDnnBackwardData, ours::kDnnImage),
             CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX);
  POPT_EQUAL(attributeOf(ours::kDnnBackwardData, ours::kDnnResult),
             CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY);
  POPT_EQUAL(attributeOf(ours::kDnnBackwardFilter, ours::kDnnBeta),
             CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA);
  POPT_EQUAL(attributeOf(ours::kDnnBackwardFilter, ours::kDnnWindow),
             CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC);
  POPT_EQUAL(attributeOf(ours::kDnnBackwardFilter, ours::kDnnFilter),
             CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW);
  POPT_EQUAL(attributeOf(ours::kDnnBackwardFilter, ours::kDnnImage),
             CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X);
  POPT_EQUAL(attributeOf(ours::kDnnBackwardFilter, ours::kDnnResult),
             CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY);
}

#endif

} // namespace

#else

TEST(CudaDriver, DeclarationsAreCudas) {
  GTEST_SKIP() << "no cuda.h was found when this was built";
}

#endif
