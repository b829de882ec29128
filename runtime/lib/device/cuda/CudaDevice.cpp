//===- CudaDevice.cpp - A GPU as one rank's device ------------------------===//
//
// Calls enqueue and return. Streams do not wait for the legacy stream; memory
// of the host is pinned, so that the GPU reaches it and copies do not block.
//
// Tests: CudaDeviceTest, DeviceTest.
//
//===----------------------------------------------------------------------===//
#include "CudaDevice.h"
#include "Actions.h"
#include "Attentions.h"
#include "Convolutions.h"
#include "Products.h"
#include "Tuning.h"
#include "popt-rt/device_cuda.h"
#include <condition_variable>
#include <cstring>

using namespace popt::rt;
using namespace popt::rt::cuda;

/// What is recorded in this process: a wait for a whole context (cuCtxSynchronize)
/// spoils it, from any thread.
namespace {
class Recordings {
public:
  void begin() {
    std::lock_guard<std::mutex> lock(mutex);
    ++count;
  }
  void end() {
    std::lock_guard<std::mutex> lock(mutex);
    --count;
    ended.notify_all();
  }
  /// None begins before the lock is given back.
  std::unique_lock<std::mutex> waitForAll() {
    std::unique_lock<std::mutex> lock(mutex);
    ended.wait(lock, [&] { return count == 0; });
    return lock;
  }

private:
  std::mutex mutex;
  std::condition_variable ended;
  int count = 0;
};
} // namespace
static Recordings recordings;

CudaDevice::CudaDevice(std::shared_ptr<Gpu> theGpu)
    : gpu(std::move(theGpu)),
      convolutions(std::make_unique<Convolutions>(*gpu)),
      attentions(std::make_unique<Attentions>(*gpu)) {}

const char *CudaDevice::note() const {
  notes = gpu->products().note();
  for (const std::string &other : {convolutions->note(), attentions->note()})
    if (!other.empty() && notes.find(other) == std::string::npos)
      notes += (notes.empty() ? "" : "\n") + other;
  return notes.c_str();
}

CudaDevice::~CudaDevice() {
  if (isRecording)
    recordings.end();
  gpu->enter();
  for (Stream stream : streams)
    driver().cuStreamDestroy(stream);
  for (const std::vector<Event> &made : {events, marks})
    for (Event event : made)
      if (event)
        driver().cuEventDestroy(event);
  while (!blocks.empty())
    free(blocks.begin()->first);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

popt_rt_status CudaDevice::allocate(popt_rt_memory kind, size_t bytes,
                                    void *&memory) {
  gpu->enter();
  size_t size = bytes ? bytes : 1;
  bool isHost = kind == POPT_RT_HOST_MEMORY;
  Address address = 0;
  Result result =
      isHost ? driver().cuMemHostAlloc(&memory, size, kHostAllocPortable)
             : driver().cuMemAlloc(&address, size);
  if (result == kOutOfMemory && !isHost) {
    size_t free = 0, total = 0;
    driver().cuMemGetInfo(&free, &total);
    return fail(POPT_RT_OUT_OF_MEMORY,
                "out of memory: " + std::to_string(bytes) + " bytes needed, " +
                    std::to_string(free) + " of " + std::to_string(total) +
                    " free on " + gpu->describe());
  }
  if (popt_rt_status status =
          gpu->check(result, isHost ? "cuMemHostAlloc" : "cuMemAlloc"))
    return status;
  if (!isHost)
    memory = reinterpret_cast<void *>(address);
  std::lock_guard<std::mutex> lock(blocksMutex);
  blocks[static_cast<uint8_t *>(memory)] = {size, kind};
  return POPT_RT_OK;
}

void CudaDevice::free(void *memory) {
  std::unique_lock<std::mutex> lock(blocksMutex);
  auto block = blocks.extract(static_cast<uint8_t *>(memory));
  lock.unlock();
  if (block.empty())
    return;
  gpu->enter();
  if (block.mapped().kind == POPT_RT_HOST_MEMORY)
    driver().cuMemFreeHost(memory);
  else
    driver().cuMemFree(reinterpret_cast<Address>(memory));
}

popt_rt_status CudaDevice::constants(const void *data, size_t bytes,
                                     void *&memory) {
  Address address = 0;
  popt_rt_status status = gpu->constants(data, bytes, address);
  memory = reinterpret_cast<void *>(address);
  return status;
}

void *CudaDevice::hostAddress(void *memory) {
  auto *byte = static_cast<uint8_t *>(memory);
  std::lock_guard<std::mutex> lock(blocksMutex);
  auto after = blocks.upper_bound(byte);
  if (after == blocks.begin())
    return nullptr;
  const auto &[begin, block] = *std::prev(after);
  bool isInside = byte < begin + block.bytes;
  return isInside && block.kind == POPT_RT_HOST_MEMORY ? memory : nullptr;
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

popt_rt_status CudaDevice::open(int32_t numStreams, int32_t numEvents) {
  gpu->enter();
  for (int32_t i = 0; i < numStreams; ++i) {
    Stream stream = nullptr;
    if (popt_rt_status status =
            gpu->check(driver().cuStreamCreate(&stream, kStreamNonBlocking),
                       "cuStreamCreate"))
      return status;
    streams.push_back(stream);
  }
  events.resize(static_cast<size_t>(numEvents));
  void *memory = nullptr;
  popt_rt_status status = allocate(POPT_RT_HOST_MEMORY, 16, memory);
  readBuffer = static_cast<uint8_t *>(memory);
  return status;
}

popt_rt_status CudaDevice::recordIn(int32_t stream, Event &event,
                                    uint32_t flags) {
  gpu->enter();
  if (!event)
    if (popt_rt_status status =
            gpu->check(driver().cuEventCreate(&event, flags), "cuEventCreate"))
      return status;
  return gpu->check(driver().cuEventRecord(event, streams[stream]),
                    "cuEventRecord");
}

popt_rt_status CudaDevice::record(int32_t stream, int32_t event) {
  return recordIn(stream, events[event], kEventDisableTiming);
}

popt_rt_status CudaDevice::mark(int32_t stream, int32_t mark) {
  if (static_cast<size_t>(mark) >= marks.size())
    marks.resize(static_cast<size_t>(mark) + 1);
  return recordIn(stream, marks[mark], 0);
}

popt_rt_status CudaDevice::secondsBetween(int32_t from, int32_t to,
                                          double &seconds) {
  gpu->enter();
  float milliseconds = 0;
  popt_rt_status status = gpu->check(
      driver().cuEventElapsedTime(&milliseconds, marks[from], marks[to]),
      "cuEventElapsedTime");
  seconds = milliseconds / 1e3;
  return status;
}

popt_rt_status CudaDevice::wait(int32_t stream, int32_t event) {
  if (!events[event])
    return POPT_RT_OK;
  gpu->enter();
  return gpu->check(
      driver().cuStreamWaitEvent(streams[stream], events[event], 0),
      "cuStreamWaitEvent");
}

popt_rt_status CudaDevice::synchronize(int32_t stream) {
  gpu->enter();
  return gpu->check(driver().cuStreamSynchronize(streams[stream]),
                    "cuStreamSynchronize");
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

popt_rt_status CudaDevice::copy(int32_t stream, void *to, const void *from,
                                size_t bytes) {
  if (bytes == 0)
    return POPT_RT_OK;
  gpu->enter();
  return gpu->check(driver().cuMemcpyAsync(reinterpret_cast<Address>(to),
                                           reinterpret_cast<Address>(from),
                                           bytes, streams[stream]),
                    "cuMemcpyAsync");
}

popt_rt_status CudaDevice::fill(int32_t stream, void *to, uint8_t byte,
                                size_t bytes) {
  if (bytes == 0)
    return POPT_RT_OK;
  gpu->enter();
  return gpu->check(driver().cuMemsetD8Async(reinterpret_cast<Address>(to),
                                             byte, bytes, streams[stream]),
                    "cuMemsetD8Async");
}

/// The value travels in the call: a fill of each of its words.
popt_rt_status CudaDevice::write(int32_t stream, void *to, const void *value,
                                 size_t bytes) {
  gpu->enter();
  auto address = reinterpret_cast<Address>(to);
  const auto *from = static_cast<const uint8_t *>(value);
  while (bytes > 0) {
    size_t word = bytes >= 4 && address % 4 == 0   ? 4
                  : bytes >= 2 && address % 2 == 0 ? 2
                                                   : 1;
    uint32_t number = 0;
    std::memcpy(&number, from, word);
    Stream where = streams[stream];
    Result result =
        word == 4 ? driver().cuMemsetD32Async(address, number, 1, where)
        : word == 2
            ? driver().cuMemsetD16Async(address, static_cast<uint16_t>(number),
                                        1, where)
            : driver().cuMemsetD8Async(address, static_cast<uint8_t>(number), 1,
                                       where);
    if (popt_rt_status status =
            gpu->check(result, word == 4   ? "cuMemsetD32Async"
                               : word == 2 ? "cuMemsetD16Async"
                                           : "cuMemsetD8Async"))
      return status;
    address += word;
    from += word;
    bytes -= word;
  }
  return POPT_RT_OK;
}

/// Host memory is read in place once the stream is done.
popt_rt_status CudaDevice::read(int32_t stream, const void *from, void *value,
                                size_t bytes) {
  const void *source = hostAddress(const_cast<void *>(from));
  if (!source) {
    source = readBuffer;
    if (popt_rt_status status = copy(stream, readBuffer, from, bytes))
      return status;
  }
  popt_rt_status status = synchronize(stream);
  if (status == POPT_RT_OK)
    std::memcpy(value, source, bytes);
  return status;
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

popt_rt_status CudaDevice::beginRecording(int32_t stream) {
  gpu->enter();
  recordings.begin();
  popt_rt_status status = gpu->check(
      driver().cuStreamBeginCapture(streams[stream], kCaptureThreadLocal),
      "cuStreamBeginCapture");
  isRecording = status == POPT_RT_OK;
  if (!isRecording)
    recordings.end();
  return status;
}

popt_rt_status CudaDevice::endRecording(int32_t stream, Action &action) {
  popt_rt_status status = makeGraphAction(*this, stream, action);
  recordings.end();
  isRecording = false;
  return status;
}

popt_rt_status CudaDevice::prepareCopy(const popt_rt_view &from,
                                       const popt_rt_view &to, Action &action) {
  return makeCopyAction(*this, from, to, action);
}

popt_rt_status CudaDevice::prepareFill(const popt_rt_view &to,
                                       const void *value, Action &action) {
  return makeFillAction(*this, to, value, action);
}

popt_rt_status CudaDevice::load(const char *target, const popt_rt_image *images,
                                int32_t count) {
  return gpu->load(target, images, count);
}

popt_rt_status CudaDevice::prepareKernel(const popt_rt_kernel &kernel,
                                         int32_t numAddresses,
                                         int32_t numScalars, Action &action) {
  if (kernel.product)
    if (popt_rt_status status =
            makeProductAction(*this, *kernel.product, action);
        status != POPT_RT_OK || action)
      return status;
  if (kernel.convolution)
    if (popt_rt_status status =
            makeConvolutionAction(*this, *kernel.convolution, action);
        status != POPT_RT_OK || action)
      return status;
  return makeKernelAction(*this, kernel, numAddresses, numScalars, action);
}

/// Compilers for GPUs make kernels of products, which say what a library needs
/// to know (Product in step_table.h).
static popt_rt_status noLibrary(const char *what) {
  return fail(POPT_RT_UNSUPPORTED,
              std::string(what) +
                  " by libraries on GPUs are not in this build; compile the "
                  "program again");
}

popt_rt_status CudaDevice::prepareMatmul(const popt_rt_matmul &,
                                         const popt_rt_view *, Action &) {
  return noLibrary("products");
}

popt_rt_status CudaDevice::prepareConv(const popt_rt_conv &,
                                       const popt_rt_view *, Action &) {
  return noLibrary("convolutions");
}

popt_rt_status
CudaDevice::prepareAttention(const popt_rt_attention &attention,
                             const std::vector<const popt_rt_view *> &views,
                             Action &action) {
  return attentions->makeAction(*this, attention, views, action);
}

//===----------------------------------------------------------------------===//
// The C API
//===----------------------------------------------------------------------===//

void popt_rt_cuda_tune(int32_t count, popt_rt_device *const *devices) {
  auto tuning = std::make_shared<Tuning>();
  for (int32_t rank = 0; rank < count; ++rank)
    if (auto *device = dynamic_cast<CudaDevice *>(devices[rank]))
      device->gpu->products().tuning = device->convolutions->tuning = tuning;
}

const char *popt_rt_cuda_tuned(popt_rt_device *device) {
  auto *cuda = dynamic_cast<CudaDevice *>(device);
  Tuning *tuning = cuda ? cuda->gpu->products().tuning.get() : nullptr;
  return tuning ? tuning->file() : "";
}

static popt_rt_status openDriver(std::shared_ptr<const Driver> &driver,
                                 int32_t &numGpus) {
  std::string error;
  driver = Driver::open(error);
  if (!driver)
    return fail(POPT_RT_SYSTEM_ERROR, error);
  Calls calls;
  calls.make("cuDeviceGetCount", driver->cuDeviceGetCount, &numGpus);
  return calls.result == kSuccess
             ? POPT_RT_OK
             : fail(POPT_RT_SYSTEM_ERROR, calls.describe(*driver));
}

popt_rt_status popt_rt_cuda_create_on(int32_t gpu,
                                      popt_rt_device **out_device) {
  if (gpu < 0 || !out_device)
    return fail(POPT_RT_INVALID_ARGUMENT, "cuda: no device is asked for");
  std::shared_ptr<const Driver> driver;
  int32_t numGpus = 0;
  if (popt_rt_status status = openDriver(driver, numGpus))
    return status;
  if (gpu >= numGpus && numGpus != 1)
    return fail(POPT_RT_SYSTEM_ERROR,
                "there is no GPU " + std::to_string(gpu) +
                    ": the driver shows " + std::to_string(numGpus) +
                    ", and each rank needs its own; start ranks on more hosts, "
                    "or show more GPUs (CUDA_VISIBLE_DEVICES)");
  std::string error;
  std::shared_ptr<Gpu> opened =
      Gpu::open(driver, std::min(gpu, numGpus - 1), error);
  if (!opened)
    return fail(POPT_RT_SYSTEM_ERROR, error);
  *out_device = new CudaDevice(std::move(opened));
  return POPT_RT_OK;
}

popt_rt_status popt_rt_cuda_list(int32_t room, popt_rt_gpu *out_gpus,
                                 int32_t *out_count) {
  std::shared_ptr<const Driver> driver;
  if (popt_rt_status status = openDriver(driver, *out_count))
    return status;
  for (int32_t i = 0; i < std::min(room, *out_count); ++i) {
    Calls calls;
    Device device = 0;
    int32_t major = 0, minor = 0;
    popt_rt_gpu &gpu = out_gpus[i];
    gpu = {};
    calls.make("cuDeviceGet", driver->cuDeviceGet, &device, i);
    calls.make("cuDeviceGetName", driver->cuDeviceGetName, gpu.name,
               static_cast<int32_t>(sizeof(gpu.name)), device);
    calls.make("cuDeviceGetAttribute", driver->cuDeviceGetAttribute, &major,
               kComputeCapabilityMajor, device);
    calls.make("cuDeviceGetAttribute", driver->cuDeviceGetAttribute, &minor,
               kComputeCapabilityMinor, device);
    if (calls.result != kSuccess)
      return fail(POPT_RT_SYSTEM_ERROR,
                  "GPU " + std::to_string(i) + ": " + calls.describe(*driver));
    gpu.capability = 10 * major + minor;
  }
  return POPT_RT_OK;
}

int32_t popt_rt_cuda_can_connect(int32_t count, const int32_t *gpus) {
  std::shared_ptr<const Driver> driver;
  int32_t numGpus = 0;
  if (openDriver(driver, numGpus) != POPT_RT_OK)
    return 0;
  std::vector<Device> devices(static_cast<size_t>(count));
  Calls calls;
  for (int32_t i = 0; i < count; ++i)
    calls.make("cuDeviceGet", driver->cuDeviceGet, &devices[i], gpus[i]);
  int32_t all = 1;
  for (Device device : devices)
    for (Device other : devices) {
      int32_t can = 1;
      if (device != other)
        calls.make("cuDeviceCanAccessPeer", driver->cuDeviceCanAccessPeer, &can,
                   device, other);
      all &= can;
    }
  return calls.result == kSuccess && all;
}

popt_rt_status popt_rt_cuda_create(int32_t count, const int32_t *gpus,
                                   popt_rt_device **out_devices) {
  if (count < 1 || !out_devices)
    return fail(POPT_RT_INVALID_ARGUMENT, "cuda: no devices are asked for");
  std::shared_ptr<const Driver> driver;
  int32_t numGpus = 0;
  if (popt_rt_status status = openDriver(driver, numGpus))
    return status;
  std::string error;
  std::vector<std::shared_ptr<Gpu>> opened(static_cast<size_t>(numGpus));
  std::vector<std::unique_ptr<CudaDevice>> devices;
  for (int32_t rank = 0; rank < count; ++rank) {
    int32_t number = gpus ? gpus[rank] : rank % numGpus;
    if (number < 0 || number >= numGpus)
      return fail(POPT_RT_SYSTEM_ERROR,
                  "there is no GPU " + std::to_string(number) + " for rank " +
                      std::to_string(rank) + ": the driver shows " +
                      std::to_string(numGpus) +
                      ", from 0; name another, or show more GPUs "
                      "(CUDA_VISIBLE_DEVICES)");
    std::shared_ptr<Gpu> &gpu = opened[number];
    if (!gpu && !(gpu = Gpu::open(driver, number, error)))
      return fail(POPT_RT_SYSTEM_ERROR, error);
    devices.push_back(std::make_unique<CudaDevice>(gpu));
  }
  for (int32_t rank = 0; rank < count; ++rank)
    out_devices[rank] = devices[rank].release();
  return POPT_RT_OK;
}

int32_t popt_rt_cuda_number(popt_rt_device *device) {
  auto *cuda = dynamic_cast<CudaDevice *>(device);
  return cuda ? cuda->gpu->device : -1;
}

static std::shared_ptr<const Driver> driverOf(popt_rt_device *device) {
  std::string unused;
  auto *cuda = dynamic_cast<CudaDevice *>(device);
  return cuda ? cuda->gpu->driver : Driver::load(unused);
}

void *popt_rt_cuda_enter(popt_rt_device *device) {
  std::shared_ptr<const Driver> driver = driverOf(device);
  Context before = nullptr;
  if (driver && driver->cuCtxGetCurrent(&before) != kSuccess)
    before = nullptr; // before cuInit() there is none
  if (auto *cuda = dynamic_cast<CudaDevice *>(device))
    cuda->gpu->enter();
  return before;
}

void popt_rt_cuda_leave(popt_rt_device *device, void *before) {
  if (std::shared_ptr<const Driver> driver = driverOf(device))
    driver->cuCtxSetCurrent(static_cast<Context>(before));
}

int32_t popt_rt_cuda_is_shared(popt_rt_device *device, const void *memory) {
  auto *cuda = dynamic_cast<CudaDevice *>(device);
  if (!cuda)
    return 0;
  cuda->gpu->enter();
  int32_t isLegacy = 0;
  cuda::Result result = cuda->gpu->driver->cuPointerGetAttribute(
      &isLegacy, kIsLegacyIpcCapable, reinterpret_cast<cuda::Address>(memory));
  return result == kSuccess && isLegacy != 0;
}

popt_rt_status popt_rt_cuda_finish(popt_rt_device *device) {
  auto *cuda = dynamic_cast<CudaDevice *>(device);
  if (!cuda)
    return fail(POPT_RT_INVALID_ARGUMENT, "cuda: the device is no GPU");
  std::unique_lock<std::mutex> lock = recordings.waitForAll();
  cuda->gpu->enter();
  return cuda->gpu->check(cuda->gpu->driver->cuCtxSynchronize(),
                          "cuCtxSynchronize");
}
