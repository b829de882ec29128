//===- CudaStreams.cpp - A rank's streams, for its transport --------------===//
//
// Points are events, which go back to a pool when none waits for them any
// more. Reductions are kernels of our own (code/Reduce.cpp). Tested by
// test/conformance (the world "cuda").
//
//===----------------------------------------------------------------------===//
#include "CudaStreams.h"
#include "../../transport/SharedMemoryTransport.h"
#include "../Device.h"
#include "Actions.h"
#include "CudaDevice.h"
#include "code/Peers.h"
#include "popt-rt/device_cuda.h"
#include <algorithm>
#include <cstring>

using namespace popt::rt;
using namespace popt::rt::cuda;

struct CudaStreams::Pool {
  explicit Pool(std::shared_ptr<Gpu> gpu) : gpu(std::move(gpu)) {}
  ~Pool() {
    gpu->enter();
    for (Event event : free)
      gpu->driver->cuEventDestroy(event);
  }
  const std::shared_ptr<Gpu> gpu;
  std::mutex mutex;
  std::vector<Event> free;
};

CudaStreams::CudaStreams(std::shared_ptr<Gpu> theGpu)
    : gpu(std::move(theGpu)), pool(std::make_shared<Pool>(gpu)) {}

CudaStreams::~CudaStreams() {
  gpu->enter();
  if (transfers)
    gpu->driver->cuStreamDestroy(transfers);
  for (auto &[stream, own] : staged)
    if (own.memory)
      gpu->driver->cuMemFree(own.memory);
}

bool CudaStreams::check(popt_rt_status status) {
  if (status != POPT_RT_OK && text.empty())
    text = popt_rt_last_error(nullptr);
  return status == POPT_RT_OK;
}

bool CudaStreams::check(Result result, const char *call) {
  return check(gpu->check(result, call));
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

StreamPoint CudaStreams::record(void *stream) {
  gpu->enter();
  Event event = nullptr;
  {
    std::lock_guard<std::mutex> lock(pool->mutex);
    if (!pool->free.empty()) {
      event = pool->free.back();
      pool->free.pop_back();
    }
  }
  if (!event && !check(gpu->driver->cuEventCreate(&event, kEventDisableTiming),
                       "cuEventCreate"))
    return nullptr;
  check(gpu->driver->cuEventRecord(event, static_cast<Stream>(stream)),
        "cuEventRecord");
  return StreamPoint(event, [pool = pool](void *unused) {
    std::lock_guard<std::mutex> lock(pool->mutex);
    pool->free.push_back(static_cast<Event>(unused));
  });
}

void CudaStreams::wait(void *stream, const StreamPoint &point) {
  if (!point || !text.empty())
    return;
  gpu->enter();
  check(gpu->driver->cuStreamWaitEvent(static_cast<Stream>(stream),
                                       static_cast<Event>(point.get()), 0),
        "cuStreamWaitEvent");
}

/// Errors are found by the users of the stream.
bool CudaStreams::isDone(const StreamPoint &point) {
  if (!point)
    return true;
  gpu->enter();
  return gpu->driver->cuEventQuery(static_cast<Event>(point.get())) !=
         kNotReady;
}

void *CudaStreams::transferStream() {
  gpu->enter();
  if (!transfers)
    check(gpu->driver->cuStreamCreate(&transfers, kStreamNonBlocking),
          "cuStreamCreate");
  return transfers;
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

void CudaStreams::copy(void *stream, void *to, const void *from,
                       int64_t bytes) {
  if (!text.empty())
    return;
  gpu->enter();
  check(gpu->driver->cuMemcpyAsync(
            reinterpret_cast<Address>(to), reinterpret_cast<Address>(from),
            static_cast<size_t>(bytes), static_cast<Stream>(stream)),
        "cuMemcpyAsync");
}

void CudaStreams::launch(Function function, uint64_t elements,
                         void **parameters, Stream stream) {
  Grid grid(*gpu, elements);
  gpu->enter();
  check(gpu->driver->cuLaunchKernel(function, grid.blocks, 1, 1, grid.threads,
                                    1, 1, 0, stream, parameters, nullptr),
        "cuLaunchKernel");
}

void CudaStreams::fill(void *stream, void *to, const void *element,
                       int64_t size, int64_t count) {
  if (!text.empty())
    return;
  if (!element) {
    gpu->enter();
    check(gpu->driver->cuMemsetD8Async(reinterpret_cast<Address>(to), 0,
                                       static_cast<size_t>(size * count),
                                       static_cast<Stream>(stream)),
          "cuMemsetD8Async");
    return;
  }
  Function function = nullptr;
  std::string entry = "popt_fill_" + std::to_string(size);
  if (!check(gpu->function(OwnCode::Strided, entry.c_str(), function)))
    return;
  Nest nest;
  nest.count = static_cast<uint64_t>(count);
  nest.rank = 1;
  nest.extents[0] = count;
  nest.to[0] = nest.from[0] = 1;
  Element value = {};
  std::memcpy(&value, element, static_cast<size_t>(size));
  void *parameters[] = {&to, &nest, &value};
  launch(function, nest.count, parameters, static_cast<Stream>(stream));
}

/// The type under whose name a kernel combines the elements: several combine
/// alike (code/Reduce.cpp).
static std::string reduceKernelName(popt_rt_monoid monoid,
                                    popt_rt_element_type type) {
  if (type == POPT_RT_I1) {
    bool isOr = monoid == POPT_RT_SUM || monoid == POPT_RT_MAX;
    bool isAnd = monoid == POPT_RT_PROD || monoid == POPT_RT_MIN;
    monoid = isOr ? POPT_RT_OR : isAnd ? POPT_RT_AND : monoid;
    type = POPT_RT_UI8;
  }
  bool isOrder = monoid == POPT_RT_MAX || monoid == POPT_RT_MIN;
  std::string name = popt_rt_element_type_name(type);
  if (type <= POPT_RT_I64 && !isOrder)
    name = "u" + name;
  return std::string("popt_reduce_") + popt_rt_monoid_name(monoid) + "_" + name;
}

void CudaStreams::reduce(void *stream, popt_rt_monoid monoid,
                         popt_rt_element_type type, const void *const *sources,
                         int32_t numSources, void *const *targets,
                         int32_t numTargets, int64_t count) {
  if (!text.empty() || count == 0)
    return;
  if (numSources > Peers::kMost) {
    text = "reductions of more than " + std::to_string(Peers::kMost) +
           " ranks on the GPUs of one process are not in this build";
    return;
  }
  Function function = nullptr;
  if (!check(gpu->function(OwnCode::Reduce,
                           reduceKernelName(monoid, type).c_str(), function)))
    return;
  Peers peers;
  peers.count = static_cast<uint64_t>(count);
  peers.numSources = numSources;
  peers.numTargets = numTargets;
  std::copy_n(sources, numSources, peers.sources);
  std::copy_n(targets, numTargets, peers.targets);
  auto isAligned = [](const void *buffer) {
    return reinterpret_cast<uint64_t>(buffer) % Peers::kAccessBytes == 0;
  };
  peers.isAligned = std::all_of(sources, sources + numSources, isAligned) &&
                    std::all_of(targets, targets + numTargets, isAligned);
  uint64_t bytes = peers.count * popt_rt_element_size(type);
  void *parameters[] = {&peers};
  launch(function,
         peers.isAligned ? bytes / Peers::kAccessBytes + 1 : peers.count,
         parameters, static_cast<Stream>(stream));
}

/// What is staged now may still be read: freeing memory waits for that.
void *CudaStreams::staging(void *stream, int64_t bytes) {
  Staged &own = staged[stream];
  if (bytes <= own.bytes)
    return reinterpret_cast<void *>(own.memory);
  gpu->enter();
  if (own.memory)
    check(gpu->driver->cuMemFree(own.memory), "cuMemFree");
  own = {};
  if (gpu->driver->cuMemAlloc(&own.memory, static_cast<size_t>(bytes)) !=
      kSuccess)
    return nullptr;
  own.bytes = bytes;
  return reinterpret_cast<void *>(own.memory);
}

//===----------------------------------------------------------------------===//
// Connecting
//===----------------------------------------------------------------------===//

popt_rt_status
popt::rt::cuda::connectGpus(const std::vector<std::shared_ptr<Gpu>> &gpus) {
  for (const std::shared_ptr<Gpu> &gpu : gpus)
    for (const std::shared_ptr<Gpu> &other : gpus) {
      if (gpu->device == other->device)
        continue;
      int32_t can = 0;
      gpu->enter();
      if (popt_rt_status status =
              gpu->check(gpu->driver->cuDeviceCanAccessPeer(&can, gpu->device,
                                                            other->device),
                         "cuDeviceCanAccessPeer"))
        return status;
      if (!can)
        return fail(POPT_RT_UNSUPPORTED, gpu->describe() +
                                             " cannot reach the memory of " +
                                             other->describe() +
                                             "; show the program one of them "
                                             "(CUDA_VISIBLE_DEVICES)");
      Result result =
          gpu->driver->cuCtxEnablePeerAccess(other->peerContext(), 0);
      if (result != kPeerAccessAlreadyEnabled)
        if (popt_rt_status status = gpu->check(result, "cuCtxEnablePeerAccess"))
          return status;
    }
  return POPT_RT_OK;
}

popt_rt_status popt_rt_cuda_connect(int32_t count,
                                    popt_rt_device *const *devices,
                                    popt_rt_transport *const *transports) {
  std::vector<std::shared_ptr<Gpu>> gpus;
  for (int32_t rank = 0; rank < count; ++rank) {
    auto *device = dynamic_cast<CudaDevice *>(devices[rank]);
    auto *transport = dynamic_cast<SharedMemoryTransport *>(transports[rank]);
    if (!device || !transport)
      return fail(POPT_RT_INVALID_ARGUMENT,
                  "connect: rank " + std::to_string(rank) +
                      " is on no GPU, or its transport is not \"threads\"");
    if (std::find(gpus.begin(), gpus.end(), device->gpu) == gpus.end())
      gpus.push_back(device->gpu);
  }
  if (popt_rt_status status = connectGpus(gpus))
    return status;
  for (int32_t rank = 0; rank < count; ++rank)
    static_cast<SharedMemoryTransport *>(transports[rank])->streams =
        std::make_unique<CudaStreams>(
            static_cast<CudaDevice *>(devices[rank])->gpu);
  return POPT_RT_OK;
}
