//===- Cudnn.h - cuDNN as a table of functions ----------------------------===//
//
// NVIDIA's library of convolutions and attention, opened at run time like
// cuBLASLt (CublasLt.h) and called by graphs of operations: descriptors with
// attributes. The declarations are our own, of what cuDNN has had since version
// 9 (a test compares them with cudnn.h). Without it both are kernels of our
// own.
//
// POPT_CUDNN names another library to open, or says off. Beside a driver that
// POPT_CUDA_DRIVER names, no other library is looked for.
//
// Tests: test/runtime/CudaDriverTest.cpp, CudnnTest.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_CUDNN_H
#define POPT_RT_LIB_DEVICE_CUDA_CUDNN_H

#include "Driver.h"
#include "FunctionTable.h"

namespace popt::rt::cuda {

/// cudnnStatus_t; only those that are told apart.
enum DnnStatus : int32_t {
  kDnnSuccess = 0,
  kDnnNotInitialized = 1001,
  kDnnBadParam = 2000,
  kDnnNullPointer = 2002,
  kDnnMisaligned = 2003,
  kDnnNotFinalized = 2004,
  kDnnShapeMismatch = 2008,
  kDnnNotSupported = 3000,
  kDnnInternalError = 4000,
  kDnnCompilationFailed = 4001,
  kDnnHostAllocationFailed = 4003,
  kDnnDeviceAllocationFailed = 4004,
};

/// cudnnDataType_t.
enum DnnType : int32_t {
  kDnnF32 = 0,
  kDnnF64 = 1,
  kDnnF16 = 2,
  kDnnI32 = 4,
  kDnnBF16 = 9,
  kDnnBoolean = 11,
};
/// cudnnConvolutionMode_t.
enum DnnMode : int32_t {
  kDnnConvolution = 0, ///< the filter's window is reversed
  kDnnCorrelation = 1,
};
/// cudnnPointwiseMode_t.
enum DnnPointwise : int32_t {
  kDnnAdd = 0,
  kDnnMultiply = 1,
  kDnnDivide = 6,
  kDnnSubtract = 9,
  kDnnExp = 13,
  kDnnLog = 15,
  kDnnCompareGreater = 302,
  kDnnCompareGreaterEqual = 303,
  kDnnCompareLess = 304,
  kDnnAnd = 400,
  kDnnGenerateIndex = 501,
  kDnnSelect = 601, ///< of x and b by t
};
/// cudnnReduceTensorOp_t.
enum DnnReduction : int32_t {
  kDnnReduceAdd = 0,
  kDnnReduceMax = 3,
};
/// cudnnBackendHeurMode_t.
enum DnnHeuristics : int32_t {
  kDnnFallback = 2, ///< engines that compute nearly everything
  kDnnLikelyFastest = 3,
};
/// cudnnBackendNumericalNote_t: how an engine computes.
enum DnnNote : int32_t {
  kDnnTensorCore = 0,
  kDnnNondeterministic = 4,
  kDnnStrictNan = 9, ///< the only other one that changes nothing
};

/// cudnnBackendDescriptorType_t.
enum DnnKind : int32_t {
  kDnnPointwiseKind = 0,
  kDnnConvolutionKind = 1,
  kDnnEngine = 2,
  kDnnEngineConfig = 3,
  kDnnEngineHeuristics = 4,
  kDnnPlan = 5,
  kDnnKnobChoice = 7,
  kDnnForward = 10,
  kDnnBackwardFilter = 11,
  kDnnBackwardData = 12,
  kDnnPointwiseOperation = 13,
  kDnnGraph = 15,
  kDnnVariantPack = 16,
  kDnnTensor = 17,
  kDnnMatmulKind = 18,
  kDnnMatmulOperation = 19,
  kDnnReductionKind = 21,
  kDnnReductionOperation = 22,
  kDnnReshapeOperation = 31,
};
/// cudnnBackendAttributeType_t.
enum DnnAttributeType : int32_t {
  kDnnHandleType = 0,
  kDnnDataType = 1,
  kDnnBooleanType = 2,
  kDnnInt64Type = 3,
  kDnnFloatType = 4,
  kDnnDoubleType = 5,
  kDnnPointerType = 6,
  kDnnModeType = 7,
  kDnnHeuristicsType = 8,
  kDnnKnobType = 9,
  kDnnNoteType = 11,
  kDnnPointwiseType = 14,
  kDnnDescriptorType = 15,
  kDnnReductionType = 18,
};
/// cudnnBackendAttributeName_t.
enum DnnAttribute : int32_t {
  kDnnPointwiseMode = 0,
  kDnnPointwiseCompute = 1,
  kDnnPointwiseAxis = 9,
  kDnnConvolutionCompute = 100,
  kDnnConvolutionMode = 101,
  kDnnConvolutionDilations = 102,
  kDnnConvolutionStrides = 103,
  kDnnConvolutionPadHigh = 104,
  kDnnConvolutionPadLow = 105,
  kDnnConvolutionSpatial = 106,
  kDnnHeuristicsMode = 200,
  kDnnHeuristicsGraph = 201,
  kDnnHeuristicsResults = 202,
  kDnnConfigEngine = 300,
  kDnnConfigKnobs = 302,
  kDnnPlanHandle = 400,
  kDnnPlanConfig = 401,
  kDnnPlanWorkspace = 402,
  kDnnKnobChoiceType = 600,
  kDnnKnobChoiceValue = 601,
  kDnnForwardAlpha = 700, ///< the first of an operation's (DnnPart)
  kDnnBackwardDataAlpha = 706,
  kDnnBackwardFilterAlpha = 712,
  kDnnPointwiseDescription = 750,
  kDnnPointwiseX = 751,
  kDnnPointwiseB = 752,
  kDnnPointwiseY = 753,
  kDnnPointwiseT = 758,
  kDnnGraphHandle = 800,
  kDnnGraphOperations = 801,
  kDnnTensorAlignment = 900,
  kDnnTensorType = 901,
  kDnnTensorDimensions = 902,
  kDnnTensorStrides = 903,
  kDnnTensorId = 906,
  kDnnTensorVirtual = 907,
  kDnnTensorByValue = 908,
  kDnnPackIds = 1000,
  kDnnPackPointers = 1001,
  kDnnPackWorkspace = 1003,
  kDnnEngineGraph = 1300,
  kDnnEngineIndex = 1301,
  kDnnEngineNotes = 1303,
  kDnnMatmulCompute = 1500,
  kDnnMatmulA = 1520,
  kDnnMatmulB = 1521,
  kDnnMatmulC = 1522,
  kDnnMatmulDescription = 1523,
  kDnnMatmulRows = 1525, ///< how many count, of each batch
  kDnnMatmulColumns = 1526,
  kDnnMatmulContracted = 1527,
  kDnnReductionOperator = 1600,
  kDnnReductionCompute = 1601,
  kDnnReductionX = 1610,
  kDnnReductionY = 1611,
  kDnnReductionDescription = 1612,
  kDnnReshapeX = 2200,
  kDnnReshapeY = 2201,
};

/// What an operation has, in the order of its attributes: the result is alpha
/// times the convolution and beta times what it was.
enum DnnPart : int32_t {
  kDnnAlpha,
  kDnnBeta,
  kDnnWindow,
  kDnnFilter,
  kDnnImage,
  kDnnResult,
};
inline DnnAttribute attributeOf(DnnKind operation, DnnPart part) {
  return static_cast<DnnAttribute>((operation == kDnnForward ? kDnnForwardAlpha
                                    : operation == kDnnBackwardData
                                        ? kDnnBackwardDataAlpha
                                        : kDnnBackwardFilterAlpha) +
                                   part);
}

struct DnnHandleTag;
using DnnHandle = DnnHandleTag *;
using DnnDescriptor = void *; ///< cudnnBackendDescriptor_t

/// The library's functions: X(name, parameters), each returns a DnnStatus.
#define POPT_CUDNN_FUNCTIONS(X)                                                \
  X(cudnnCreate, (DnnHandle * handle))                                         \
  X(cudnnDestroy, (DnnHandle handle))                                          \
  X(cudnnSetStream, (DnnHandle handle, Stream stream))                         \
  X(cudnnBackendCreateDescriptor, (DnnKind kind, DnnDescriptor * descriptor))  \
  X(cudnnBackendDestroyDescriptor, (DnnDescriptor descriptor))                 \
  X(cudnnBackendFinalize, (DnnDescriptor descriptor))                          \
  X(cudnnBackendSetAttribute,                                                  \
    (DnnDescriptor descriptor, DnnAttribute attribute, DnnAttributeType type,  \
     int64_t count, const void *values))                                       \
  X(cudnnBackendGetAttribute,                                                  \
    (DnnDescriptor descriptor, DnnAttribute attribute, DnnAttributeType type,  \
     int64_t room, int64_t *count, void *values))                              \
  X(cudnnBackendExecute,                                                       \
    (DnnHandle handle, DnnDescriptor plan, DnnDescriptor pack))
/// Those that return something else.
#define POPT_CUDNN_QUERIES(X)                                                  \
  X(cudnnGetVersion, (), size_t)                                               \
  X(cudnnGetErrorString, (DnnStatus status), const char *)

/// The opened library. All functions are there.
struct Cudnn {
  using Status = DnnStatus;
  POPT_FUNCTION_TABLE(POPT_CUDNN_FUNCTIONS, POPT_CUDNN_QUERIES)

  /// Null where there is none, and a sentence that says so and what to do; no
  /// sentence if none was to be expected. One for each library.
  static std::shared_ptr<const Cudnn> open(std::string &out_note);

  size_t versionNumber() const { return cudnnGetVersion(); }

  /// "CUDNN_STATUS_BAD_PARAM (2000)".
  std::string describe(DnnStatus status) const;
  /// "cuDNN 92800", as the library counts its versions.
  std::string version() const {
    return "cuDNN " + std::to_string(versionNumber());
  }
};

/// True if the library says that it lacks something, which is no mistake.
inline bool isLacking(DnnStatus status) {
  return status >= kDnnNotSupported && status < kDnnInternalError;
}

/// The oldest version that will do, as cudnnGetVersion() says it.
constexpr size_t kOldestCudnn = 90000;
/// The oldest whose attention needs none of cuDNN frontend's detours.
constexpr size_t kOldestAttention = 91600;

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_CUDNN_H
