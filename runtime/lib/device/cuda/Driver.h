//===- Driver.h - The CUDA driver as a table of functions -----------------===//
//
// popt links nothing of CUDA. The driver, libcuda.so.1, is opened at run time,
// and everything is called through the table below, whose declarations are our
// own: types and numbers are those of CUDA 12.0's cuda.h (a test compares
// them). cuGetProcAddress() is asked for that version, since plain names of the
// library are older forms of the same functions.
//
// POPT_CUDA_DRIVER names another library to open. Tests put there a driver that
// interprets the same kernels in host memory (test/fake).
//
// Tests: test/runtime/CudaDriverTest.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_DRIVER_H
#define POPT_RT_LIB_DEVICE_CUDA_DRIVER_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace popt::rt::cuda {

/// CUresult; only those that are told apart.
enum Result : int32_t {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNotInitialized = 3,
  kStubLibrary = 34,
  kNoDevice = 100,
  kInvalidDevice = 101,
  kInvalidImage = 200,
  kInvalidContext = 201,
  kNoBinaryForGpu = 209,
  kInvalidPtx = 218,
  kUnsupportedPtxVersion = 222,
  kInvalidHandle = 400,
  kNotFound = 500,
  kNotReady = 600,
  kIllegalAddress = 700,
  kLaunchOutOfResources = 701,
  kPeerAccessAlreadyEnabled = 704,
  kLaunchFailed = 719,
  kCaptureUnsupported = 900,
  kCaptureInvalidated = 901,
  kUnknown = 999,
};

using Device = int32_t;
/// CUuuid: a GPU's, the same in all processes, and no other GPU's.
struct DeviceId {
  char bytes[16];
};
using Address = uint64_t; ///< CUdeviceptr
struct ContextTag;
struct ModuleTag;
struct FunctionTag;
struct StreamTag;
struct EventTag;
struct GraphTag;
struct GraphExecTag;
struct GraphNodeTag;
using Context = ContextTag *;
using Module = ModuleTag *;
using Function = FunctionTag *;
using Stream = StreamTag *;
using Event = EventTag *;
using Graph = GraphTag *;
using GraphExec = GraphExecTag *;
using GraphNode = GraphNodeTag *;

/// CUdevice_attribute.
enum DeviceAttribute : int32_t {
  kMultiprocessorCount = 16,
  kComputeCapabilityMajor = 75,
  kComputeCapabilityMinor = 76,
  kMaxSharedMemoryPerBlockOptin = 97,
};
/// CUfunction_attribute.
enum FunctionAttribute : int32_t {
  kMaxThreadsPerBlock = 0,
  kSharedSizeBytes = 1,
  kLocalSizeBytes = 3,
  kNumRegs = 4,
  kMaxDynamicSharedSizeBytes = 8,
};
/// CUjit_option.
enum JitOption : int32_t {
  kJitErrorLogBuffer = 5,
  kJitErrorLogBufferSizeBytes = 6,
};
constexpr int32_t kIsLegacyIpcCapable = 10; ///< CUpointer_attribute; an int32_t
constexpr uint32_t kStreamNonBlocking = 1;
constexpr uint32_t kEventDisableTiming = 2;
constexpr uint32_t kHostAllocPortable = 1;
constexpr int32_t kCaptureThreadLocal = 1; ///< CUstreamCaptureMode

/// The driver's functions: X(name, parameters), each returns a Result.
/// cuGetErrorName and cuGetErrorString know the numbers of the library itself.
#define POPT_CUDA_DRIVER_FUNCTIONS(X)                                          \
  X(cuInit, (uint32_t flags))                                                  \
  X(cuDriverGetVersion, (int32_t *version))                                    \
  X(cuGetErrorName, (Result result, const char **text))                        \
  X(cuGetErrorString, (Result result, const char **text))                      \
  X(cuDeviceGetCount, (int32_t *count))                                        \
  X(cuDeviceGet, (Device * device, int32_t ordinal))                           \
  X(cuDeviceGetName, (char *name, int32_t length, Device device))              \
  X(cuDeviceGetAttribute,                                                      \
    (int32_t *value, DeviceAttribute attribute, Device device))                \
  X(cuDeviceGetUuid, (DeviceId * id, Device device))                           \
  X(cuDeviceTotalMem, (size_t *bytes, Device device))                          \
  X(cuDeviceCanAccessPeer, (int32_t *can, Device device, Device peer))         \
  X(cuDevicePrimaryCtxRetain, (Context * context, Device device))              \
  X(cuDevicePrimaryCtxRelease, (Device device))                                \
  X(cuCtxGetCurrent, (Context * context))                                      \
  X(cuCtxSetCurrent, (Context context))                                        \
  X(cuCtxSynchronize, ())                                                      \
  X(cuCtxEnablePeerAccess, (Context peer, uint32_t flags))                     \
  X(cuMemGetInfo, (size_t *free, size_t *total))                               \
  X(cuMemAlloc, (Address * memory, size_t bytes))                              \
  X(cuMemFree, (Address memory))                                               \
  X(cuPointerGetAttribute, (void *value, int32_t attribute, Address address))  \
  X(cuMemHostAlloc, (void **memory, size_t bytes, uint32_t flags))             \
  X(cuMemFreeHost, (void *memory))                                             \
  X(cuMemcpyAsync, (Address to, Address from, size_t bytes, Stream stream))    \
  X(cuMemsetD8Async, (Address to, uint8_t value, size_t count, Stream stream)) \
  X(cuMemsetD16Async,                                                          \
    (Address to, uint16_t value, size_t count, Stream stream))                 \
  X(cuMemsetD32Async,                                                          \
    (Address to, uint32_t value, size_t count, Stream stream))                 \
  X(cuStreamCreate, (Stream * stream, uint32_t flags))                         \
  X(cuStreamDestroy, (Stream stream))                                          \
  X(cuStreamSynchronize, (Stream stream))                                      \
  X(cuStreamQuery, (Stream stream))                                            \
  X(cuStreamWaitEvent, (Stream stream, Event event, uint32_t flags))           \
  X(cuEventCreate, (Event * event, uint32_t flags))                            \
  X(cuEventDestroy, (Event event))                                             \
  X(cuEventRecord, (Event event, Stream stream))                               \
  X(cuEventQuery, (Event event))                                               \
  X(cuEventSynchronize, (Event event))                                         \
  X(cuEventElapsedTime, (float *milliseconds, Event begin, Event end))         \
  X(cuModuleLoadDataEx, (Module * module, const void *image, uint32_t options, \
                         JitOption *names, void **values))                     \
  X(cuModuleUnload, (Module module))                                           \
  X(cuModuleGetFunction,                                                       \
    (Function * function, Module module, const char *name))                    \
  X(cuFuncGetAttribute,                                                        \
    (int32_t *value, FunctionAttribute attribute, Function function))          \
  X(cuFuncSetAttribute,                                                        \
    (Function function, FunctionAttribute attribute, int32_t value))           \
  X(cuLaunchKernel,                                                            \
    (Function function, uint32_t gridX, uint32_t gridY, uint32_t gridZ,        \
     uint32_t blockX, uint32_t blockY, uint32_t blockZ, uint32_t sharedBytes,  \
     Stream stream, void **parameters, void **extra))                          \
  X(cuStreamBeginCapture, (Stream stream, int32_t mode))                       \
  X(cuStreamEndCapture, (Stream stream, Graph * graph))                        \
  X(cuGraphGetNodes, (Graph graph, GraphNode * nodes, size_t *count))          \
  X(cuGraphInstantiateWithFlags,                                               \
    (GraphExec * executable, Graph graph, unsigned long long flags))           \
  X(cuGraphLaunch, (GraphExec executable, Stream stream))                      \
  X(cuGraphExecDestroy, (GraphExec executable))                                \
  X(cuGraphDestroy, (Graph graph))

/// The opened library. All functions are there.
struct Driver {
#define POPT_DECLARE(name, parameters) Result(*name) parameters = nullptr;
  POPT_CUDA_DRIVER_FUNCTIONS(POPT_DECLARE)
#undef POPT_DECLARE

  /// Opens POPT_CUDA_DRIVER, or libcuda.so.1, and calls cuInit(). Null and a
  /// message that says what to do, if there is no driver, no GPU, or the driver
  /// is too old. One for each library.
  static std::shared_ptr<const Driver> open(std::string &out_error);
  /// The same without cuInit(), so that there may be no GPU.
  static std::shared_ptr<const Driver> load(std::string &out_error);

  /// "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access ...".
  std::string describe(Result result) const;
};

/// Calls of the driver, one after another until one fails.
class Calls {
public:
  template <typename Function, typename... Arguments>
  void make(const char *name, Function function, Arguments... arguments) {
    if (result != kSuccess)
      return;
    result = function(arguments...);
    failed = name;
  }
  /// "cuInit: CUDA_ERROR_...", of the one that failed.
  std::string describe(const Driver &driver) const {
    return failed + ": " + driver.describe(result);
  }
  Result result = kSuccess;

private:
  std::string failed;
};

/// The version of the declarations above, as cuGetProcAddress() takes it.
constexpr int32_t kDriverVersion = 12000;

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_DRIVER_H
