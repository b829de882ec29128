//===- FaultTest.cpp - Calls that fail, hang or do nothing; configuration -===//

#include "FakeGpu.h"

#include <atomic>
#include <thread>

using namespace popt::fake;

using Results = std::vector<std::pair<std::string, Result>>;

/// The functions of cuBLASLt: a product of two batches of 4x4. `matrices` has
/// memory for three such.
static void callLibrary(Stream stream, Address matrices, Results &results) {
  const Driver &cu = driver();
  int32_t number = 0;
  LtHandle handle = nullptr;
  LtProduct product = nullptr;
  LtLayout layout = nullptr;
  LtPreference preference = nullptr;
  LtChoice choice = {};
  LtOperation operation = kLtTransposed;
  int32_t batch = 2;
  int64_t batchStride = 16;
  uint64_t most = 1 << 20;
  float one = 1, zero = 0;
  auto at = [&](uint64_t matrix) {
    return reinterpret_cast<void *>(matrices + 128 * matrix);
  };
#define CALL_LT(function, arguments)                                           \
  results.push_back({#function, Result(function arguments)})
  CALL_LT(cublasLtCreate, (&handle));
  CALL_LT(cublasLtMatmulDescCreate, (&product, kLtComputeF32, kLtF32));
  CALL_LT(cublasLtMatmulDescSetAttribute,
          (product, kLtTransposeB, &operation, sizeof(operation)));
  CALL_LT(cublasLtMatrixLayoutCreate, (&layout, kLtF32, 4, 4, 4));
  CALL_LT(cublasLtMatrixLayoutSetAttribute,
          (layout, kLtBatchCount, &batch, sizeof(batch)));
  cublasLtMatrixLayoutSetAttribute(layout, kLtBatchStride, &batchStride,
                                   sizeof(batchStride));
  CALL_LT(cublasLtMatmulPreferenceCreate, (&preference));
  CALL_LT(cublasLtMatmulPreferenceSetAttribute,
          (preference, kLtMaxWorkspaceBytes, &most, sizeof(most)));
  uint32_t alignment = 128;
  for (LtPreferenceAttribute which :
       {kLtMinAlignmentA, kLtMinAlignmentB, kLtMinAlignmentC, kLtMinAlignmentD})
    cublasLtMatmulPreferenceSetAttribute(preference, which, &alignment,
                                         sizeof(alignment));
  CALL_LT(cublasLtMatmulAlgoGetHeuristic,
          (handle, product, layout, layout, layout, layout, preference, 1,
           &choice, &number));
  CALL_LT(cublasLtMatmulAlgoCheck, (handle, product, layout, layout, layout,
                                    layout, &choice.algorithm, &choice));
  CALL_LT(cublasLtMatmul,
          (handle, product, &one, at(0), layout, at(1), layout, &zero, at(2),
           layout, at(2), layout, &choice.algorithm, nullptr, 0, stream));
  cu.cuStreamSynchronize(stream);
  CALL_LT(cublasLtMatmulPreferenceDestroy, (preference));
  CALL_LT(cublasLtMatrixLayoutDestroy, (layout));
  CALL_LT(cublasLtMatmulDescDestroy, (product));
  CALL_LT(cublasLtDestroy, (handle));
#undef CALL_LT
}

/// A descriptor of cuDNN: its attributes are set, and it is finalised, so far as
/// that works.
class DnnMade {
public:
  explicit DnnMade(DnnKind kind) {
    cudnnBackendCreateDescriptor(kind, &descriptor);
  }
  ~DnnMade() { cudnnBackendDestroyDescriptor(descriptor); }
  template <class T>
  DnnMade &set(DnnAttribute attribute, DnnAttributeType type,
               std::vector<T> values) {
    cudnnBackendSetAttribute(descriptor, attribute, type,
                             int64_t(values.size()), values.data());
    return *this;
  }
  DnnMade &numbers(DnnAttribute attribute, std::vector<int64_t> values) {
    return set(attribute, kDnnInt64Type, std::move(values));
  }
  DnnDescriptor finalize() {
    cudnnBackendFinalize(descriptor);
    return descriptor;
  }

  DnnDescriptor descriptor = nullptr;
};

/// The functions of cuDNN: a convolution of an image of 4x4 by one number.
/// `memory` has room for three images.
static void callDnn(Stream stream, Address memory, Results &results) {
#define CALL_DNN(function, arguments)                                          \
  results.push_back({#function, Result(function arguments)})
  DnnHandle handle = nullptr;
  CALL_DNN(cudnnCreate, (&handle));
  CALL_DNN(cudnnSetStream, (handle, stream));
  DnnDescriptor first = nullptr;
  int32_t knob = 7;
  int64_t value = 2;
  CALL_DNN(cudnnBackendCreateDescriptor, (kDnnKnobChoice, &first));
  CALL_DNN(cudnnBackendSetAttribute,
           (first, kDnnKnobChoiceType, kDnnKnobType, 1, &knob));
  cudnnBackendSetAttribute(first, kDnnKnobChoiceValue, kDnnInt64Type, 1,
                           &value);
  CALL_DNN(cudnnBackendFinalize, (first));
  CALL_DNN(cudnnBackendDestroyDescriptor, (first));
  {
    std::vector<std::unique_ptr<DnnMade>> tensors;
    for (int64_t id : {1, 2, 3}) {
      int64_t extent = id == 2 ? 1 : 4;
      tensors.push_back(std::make_unique<DnnMade>(kDnnTensor));
      tensors.back()
          ->numbers(kDnnTensorId, {id})
          .set(kDnnTensorType, kDnnDataType, std::vector<DnnType>{kDnnF32})
          .numbers(kDnnTensorDimensions, {1, 1, extent, extent})
          .numbers(kDnnTensorStrides, {extent * extent, 1, extent, 1})
          .numbers(kDnnTensorAlignment, {16})
          .finalize();
    }
    DnnMade window(kDnnConvolutionKind);
    window.numbers(kDnnConvolutionSpatial, {2})
        .numbers(kDnnConvolutionStrides, {1, 1})
        .numbers(kDnnConvolutionDilations, {1, 1})
        .numbers(kDnnConvolutionPadLow, {0, 0})
        .numbers(kDnnConvolutionPadHigh, {0, 0})
        .set(kDnnConvolutionCompute, kDnnDataType,
             std::vector<DnnType>{kDnnF32})
        .set(kDnnConvolutionMode, kDnnModeType,
             std::vector<DnnMode>{kDnnCorrelation})
        .finalize();
    using Descriptors = std::vector<DnnDescriptor>;
    DnnMade operation(kDnnForward);
    for (auto [part, value] :
         {std::pair(kDnnAlpha, 1.f), std::pair(kDnnBeta, 0.f)})
      operation.set(attributeOf(kDnnForward, part), kDnnFloatType,
                    std::vector<float>{value});
    const DnnPart parts[] = {kDnnImage, kDnnFilter, kDnnResult};
    for (size_t i = 0; i < 3; ++i)
      operation.set(attributeOf(kDnnForward, parts[i]), kDnnDescriptorType,
                    Descriptors{tensors[i]->descriptor});
    operation
        .set(attributeOf(kDnnForward, kDnnWindow), kDnnDescriptorType,
             Descriptors{window.descriptor})
        .finalize();
    DnnMade graph(kDnnGraph), engine(kDnnEngine), config(kDnnEngineConfig);
    DnnMade plan(kDnnPlan), pack(kDnnVariantPack);
    graph.set(kDnnGraphHandle, kDnnHandleType, std::vector<DnnHandle>{handle})
        .set(kDnnGraphOperations, kDnnDescriptorType,
             Descriptors{operation.descriptor})
        .finalize();
    engine
        .set(kDnnEngineGraph, kDnnDescriptorType, Descriptors{graph.descriptor})
        .numbers(kDnnEngineIndex, {0})
        .finalize();
    config
        .set(kDnnConfigEngine, kDnnDescriptorType,
             Descriptors{engine.descriptor})
        .finalize();
    plan.set(kDnnPlanHandle, kDnnHandleType, std::vector<DnnHandle>{handle})
        .set(kDnnPlanConfig, kDnnDescriptorType, Descriptors{config.descriptor})
        .finalize();
    int64_t workspace = 0, count = 0;
    CALL_DNN(cudnnBackendGetAttribute, (plan.descriptor, kDnnPlanWorkspace,
                                        kDnnInt64Type, 1, &count, &workspace));
    pack.set(kDnnPackPointers, kDnnPointerType,
             std::vector<Address>{memory, memory + 64, memory + 128})
        .numbers(kDnnPackIds, {1, 2, 3})
        .set(kDnnPackWorkspace, kDnnPointerType, std::vector<void *>{nullptr})
        .finalize();
    CALL_DNN(cudnnBackendExecute, (handle, plan.descriptor, pack.descriptor));
    driver().cuStreamSynchronize(stream);
  }
  CALL_DNN(cudnnDestroy, (handle));
#undef CALL_DNN
}

/// The same for NCCL, with one rank.
static void callNccl(Stream stream, Address memory, Results &results) {
#define CALL_NCCL(function, arguments)                                         \
  results.push_back({#function, Result(function arguments)})
  auto *in = reinterpret_cast<void *>(memory);
  auto *out = reinterpret_cast<void *>(memory + 128);
  int version = 0;
  NcclId id = {};
  NcclComm comm = nullptr, part = nullptr;
  NcclStatus status = kNcclSuccess;
  CALL_NCCL(ncclGetVersion, (&version));
  CALL_NCCL(ncclGetUniqueId, (&id));
  CALL_NCCL(ncclCommInitRankConfig, (&comm, 1, id, 0, nullptr));
  CALL_NCCL(ncclCommSplit, (comm, 0, 0, &part, nullptr));
  CALL_NCCL(ncclCommGetAsyncError, (comm, &status));
  void *handle = nullptr;
  CALL_NCCL(ncclCommRegister, (comm, in, 128, &handle));
  CALL_NCCL(ncclAllReduce, (in, out, 4, kNcclF32, kNcclSum, comm, stream));
  CALL_NCCL(ncclReduce, (in, out, 4, kNcclF32, kNcclSum, 0, comm, stream));
  CALL_NCCL(ncclReduceScatter, (in, out, 4, kNcclF32, kNcclSum, comm, stream));
  CALL_NCCL(ncclAllGather, (in, out, 4, kNcclF32, comm, stream));
  CALL_NCCL(ncclBroadcast, (in, out, 4, kNcclF32, 0, comm, stream));
  // One without the other waits until it is aborted.
  CALL_NCCL(ncclGroupStart, ());
  CALL_NCCL(ncclSend, (in, 4, kNcclF32, 0, part, stream));
  CALL_NCCL(ncclRecv, (out, 4, kNcclF32, 0, part, stream));
  CALL_NCCL(ncclGroupEnd, ());
  CALL_NCCL(ncclCommAbort, (part));
  CALL_NCCL(ncclCommFinalize, (comm));
  CALL_NCCL(ncclCommDeregister, (comm, handle));
  CALL_NCCL(ncclCommDestroy, (comm));
#undef CALL_NCCL
}

/// Calls every function of all tables once, in an order that works, and collects
/// what each returned.
static Results callAll() {
  const Driver &cu = driver();
  Results results;
  int32_t number = 0;
  size_t bytes = 0, total = 0;
  const char *text = nullptr;
  char name[64];
  Device device = 0;
  Context context = nullptr, peer = nullptr;
  Address memory = 0;
  void *host = nullptr;
  Stream stream = nullptr;
  Event begin = nullptr, end = nullptr;
  Module module = nullptr;
  Function function = nullptr;
  Graph graph = nullptr;
  GraphExec executable = nullptr;
  DeviceId id = {};
  float milliseconds = 0;
  int32_t word = 0;
  std::string ptx = kernel("st.global.b32 [%rd0], 1;", 1);
#define CALL(function, arguments)                                              \
  results.push_back({#function, cu.function arguments})
  CALL(cuInit, (0));
  CALL(cuDriverGetVersion, (&number));
  CALL(cuGetErrorName, (kSuccess, &text));
  CALL(cuGetErrorString, (kSuccess, &text));
  CALL(cuDeviceGetCount, (&number));
  CALL(cuDeviceGet, (&device, 0));
  CALL(cuDeviceGetName, (name, 64, device));
  CALL(cuDeviceGetAttribute, (&number, kMultiprocessorCount, device));
  CALL(cuDeviceGetUuid, (&id, device));
  CALL(cuDeviceTotalMem, (&bytes, device));
  CALL(cuDeviceCanAccessPeer, (&number, 0, 1));
  CALL(cuDevicePrimaryCtxRetain, (&context, device));
  CALL(cuCtxSetCurrent, (context));
  CALL(cuCtxGetCurrent, (&peer));
  cu.cuDevicePrimaryCtxRetain(&peer, 1);
  CALL(cuCtxEnablePeerAccess, (peer, 0));
  CALL(cuMemGetInfo, (&bytes, &total));
  CALL(cuMemAlloc, (&memory, 3 * 128));
  CALL(cuPointerGetAttribute, (&number, kIsLegacyIpcCapable, memory));
  CALL(cuMemHostAlloc, (&host, 64, kHostAllocPortable));
  CALL(cuStreamCreate, (&stream, kStreamNonBlocking));
  CALL(cuEventCreate, (&begin, 0));
  cu.cuEventCreate(&end, 0);
  CALL(cuEventRecord, (begin, stream));
  cu.cuEventRecord(end, stream);
  CALL(cuStreamWaitEvent, (stream, begin, 0));
  CALL(cuMemsetD8Async, (memory, 1, 3 * 128, stream));
  CALL(cuMemsetD16Async, (memory, 1, 2, stream));
  CALL(cuMemsetD32Async, (memory, 1, 2, stream));
  CALL(cuMemcpyAsync, (Address(&word), memory, 4, stream));
  CALL(cuStreamSynchronize, (stream));
  CALL(cuStreamQuery, (stream));
  CALL(cuCtxSynchronize, ());
  CALL(cuEventSynchronize, (end));
  CALL(cuEventQuery, (end));
  CALL(cuEventElapsedTime, (&milliseconds, begin, end));
  CALL(cuModuleLoadDataEx, (&module, ptx.c_str(), 0, nullptr, nullptr));
  CALL(cuModuleGetFunction, (&function, module, "f"));
  CALL(cuFuncGetAttribute, (&number, kMaxThreadsPerBlock, function));
  CALL(cuFuncSetAttribute, (function, kMaxDynamicSharedSizeBytes, 65536));
  void *parameters[] = {&memory};
  CALL(cuStreamBeginCapture, (stream, kCaptureThreadLocal));
  CALL(cuLaunchKernel,
       (function, 1, 1, 1, 1, 1, 1, 0, stream, parameters, nullptr));
  CALL(cuStreamEndCapture, (stream, &graph));
  bytes = 0;
  CALL(cuGraphGetNodes, (graph, nullptr, &bytes));
  CALL(cuGraphInstantiateWithFlags, (&executable, graph, 0));
  CALL(cuGraphLaunch, (executable, stream));
  cu.cuStreamSynchronize(stream);
  CALL(cuGraphExecDestroy, (executable));
  CALL(cuGraphDestroy, (graph));
  CALL(cuModuleUnload, (module));
  callLibrary(stream, memory, results);
  callDnn(stream, memory, results);
  callNccl(stream, memory, results);
  CALL(cuEventDestroy, (begin));
  cu.cuEventDestroy(end);
  CALL(cuStreamDestroy, (stream));
  CALL(cuMemFreeHost, (host));
  CALL(cuMemFree, (memory));
  CALL(cuDevicePrimaryCtxRelease, (device));
  cu.cuDevicePrimaryCtxRelease(1);
#undef CALL
  return results;
}

TEST(Faults, NoneByThemselves) {
  popt_fake_cuda_reset("devices=2");
  auto results = callAll();
  for (const auto &[name, result] : results)
    EXPECT_EQ(result, kSuccess) << name;
  size_t count = 0;
  while (popt_fake_cuda_function(count))
    EXPECT_GE(popt_fake_cuda_calls(popt_fake_cuda_function(count++)), 1u);
  EXPECT_EQ(results.size(), count) << "a function of the table is not called";
  PoptFakeCudaCounters counters;
  popt_fake_cuda_counters(&counters);
  EXPECT_EQ(counters.bytes_allocated, 0u);
  EXPECT_EQ(counters.host_bytes_allocated, 0u);
  EXPECT_EQ(counters.live_objects, 0u);
}

TEST(Faults, EachFunctionOnce) {
  for (uint64_t at = 0; const char *name = popt_fake_cuda_function(at); ++at) {
    popt_fake_cuda_reset(
        ("devices=2,fail=" + std::string(name) + "@1:719").c_str());
    bool seen = false;
    for (const auto &[called, result] : callAll())
      if (called == name) {
        seen = true;
        EXPECT_EQ(result, kLaunchFailed) << name;
      }
    EXPECT_TRUE(seen) << name;
  }
}

TEST(Faults, TheThirdCall) {
  FakeGpu gpu("fail=cuMemAlloc@3:2");
  Address memory = 0;
  EXPECT_CU(gpu.cu.cuMemAlloc(&memory, 4));
  EXPECT_CU(gpu.cu.cuMemAlloc(&memory, 4));
  EXPECT_EQ(gpu.cu.cuMemAlloc(&memory, 4), kOutOfMemory);
  EXPECT_CU(gpu.cu.cuMemAlloc(&memory, 4));
  EXPECT_EQ(popt_fake_cuda_fail("cuMemAlloc", 1, 999), 0);
  EXPECT_EQ(gpu.cu.cuMemAlloc(&memory, 4), kUnknown);
  EXPECT_NE(popt_fake_cuda_fail("cuNothing", 1, 999), 0);
}

TEST(Faults, HangUntilReleased) {
  FakeGpu gpu("hang=cuStreamSynchronize@1");
  std::atomic<bool> returned{false};
  std::thread waiter([&] {
    EXPECT_CU(gpu.cu.cuCtxSetCurrent(gpu.context));
    EXPECT_CU(gpu.cu.cuStreamSynchronize(gpu.stream));
    returned = true;
  });
  while (!popt_fake_cuda_calls("cuStreamSynchronize"))
    std::this_thread::yield();
  // Others go on meanwhile.
  EXPECT_CU(gpu.cu.cuStreamQuery(gpu.stream));
  EXPECT_FALSE(returned);
  popt_fake_cuda_release();
  waiter.join();
  EXPECT_TRUE(returned);
}

TEST(Faults, SkippedCalls) {
  FakeGpu gpu("skip=cuMemsetD8Async@2");
  Address memory = gpu.upload(std::vector<uint8_t>(3, 0));
  for (uint8_t i = 0; i < 3; ++i)
    EXPECT_CU(gpu.cu.cuMemsetD8Async(memory + i, i + 1, 1, gpu.stream));
  EXPECT_EQ(gpu.download<uint8_t>(memory, 3), (std::vector<uint8_t>{1, 0, 3}));
  EXPECT_STREQ(popt_fake_cuda_skipped(0), "cuMemsetD8Async 2");
  EXPECT_EQ(popt_fake_cuda_skipped(1), nullptr);
}

TEST(Config, WordsAreUnderstoodOrRefused) {
  const Driver &cu = driver();
  EXPECT_EQ(
      popt_fake_cuda_reset("seed=3,devices=3,memory=64MB,sm=120,driver=12040"),
      0);
  int32_t value = 0;
  EXPECT_CU(cu.cuInit(0));
  EXPECT_CU(cu.cuDeviceGetCount(&value));
  EXPECT_EQ(value, 3);
  EXPECT_CU(cu.cuDriverGetVersion(&value));
  EXPECT_EQ(value, 12040);
  EXPECT_CU(cu.cuDeviceGetAttribute(&value, kComputeCapabilityMajor, 0));
  EXPECT_EQ(value, 12);
  for (const char *wrong :
       {"color=red", "seed", "memory=1TB", "fail=cuInit", "fail=cuNothing@1",
        "skip=barrier", "skip=cuInit@1:2", "checks=some", "seed=-1",
        "async-error=1@"}) {
    popt_fake_cuda_reset(wrong);
    EXPECT_EQ(cu.cuInit(0), kUnknown) << wrong;
  }
  EXPECT_EQ(popt_fake_cuda_reset("seed=3,color=red"), 2);
  popt_fake_cuda_reset("devices=0");
  EXPECT_EQ(cu.cuInit(0), kNoDevice);
}

TEST(Config, MissingFunctions) {
  popt_fake_cuda_reset("missing=cuGraphLaunch");
  void *function = nullptr;
  int status = 0;
  cuGetProcAddress_v2("cuGraphLaunch", &function, 12000, 0, &status);
  EXPECT_EQ(status, 1);
  EXPECT_EQ(function, nullptr);
  cuGetProcAddress_v2("cuGraphDestroy", &function, 12000, 0, &status);
  EXPECT_EQ(status, 0);
  EXPECT_NE(function, nullptr);
  cuGetProcAddress_v2("cuNoSuchFunction", &function, 12000, 0, &status);
  EXPECT_EQ(status, 1);
}

TEST(Config, NothingWorksBeforeInit) {
  popt_fake_cuda_reset("");
  int32_t count = 0;
  EXPECT_EQ(driver().cuDeviceGetCount(&count), kNotInitialized);
}

TEST(Counters, CopiesAndLaunches) {
  FakeGpu gpu;
  Address a = gpu.upload(std::vector<int>(100, 1)), b = gpu.allocate<int>(100);
  EXPECT_CU(gpu.cu.cuMemcpyAsync(b, a, 400, gpu.stream));
  gpu.download<int>(b, 10);
  PoptFakeCudaCounters counters;
  popt_fake_cuda_counters(&counters);
  EXPECT_EQ(counters.bytes_to_device, 400u);
  EXPECT_EQ(counters.bytes_within, 400u);
  EXPECT_EQ(counters.bytes_to_host, 40u);
  EXPECT_EQ(counters.copies_to_host, 1u);
  EXPECT_EQ(counters.bytes_peak, 800u);
}

TEST(Contexts, HandlesAreChecked) {
  FakeGpu gpu;
  EXPECT_EQ(gpu.cu.cuStreamSynchronize(reinterpret_cast<Stream>(&gpu)),
            kInvalidHandle);
  EXPECT_EQ(gpu.cu.cuEventDestroy(reinterpret_cast<Event>(&gpu)),
            kInvalidHandle);
  EXPECT_EQ(gpu.cu.cuModuleUnload(reinterpret_cast<Module>(&gpu)),
            kInvalidHandle);
  EXPECT_EQ(gpu.cu.cuCtxSetCurrent(reinterpret_cast<Context>(&gpu)),
            kInvalidContext);
  EXPECT_CU(gpu.cu.cuCtxSetCurrent(nullptr));
  Address memory = 0;
  EXPECT_EQ(gpu.cu.cuMemAlloc(&memory, 4), kInvalidContext);
  // A context belongs to the thread.
  std::thread([&] {
    EXPECT_EQ(gpu.cu.cuMemAlloc(&memory, 4), kInvalidContext);
  }).join();
}
