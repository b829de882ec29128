//===- CpuDevice.cpp - The CPU as a device --------------------------------===//
//
// Memory is the transport's where it has some, so that peers read it in place,
// else fresh pages, large ones where the system has them. Actions wrap what
// this folder prepares: strided loops, kernels, oneDNN and our own products.
// Ranks of a process share prepared products: equal layers are prepared once.
//
// Tests: DeviceTest; ComputeTest and StridedTest for what actions do.
//
//===----------------------------------------------------------------------===//
#include "CpuDevice.h"
#include "../../system/System.h"
#include "../../tensor/Strided.h"
#include "../ConvRoles.h"
#include "Onednn.h"
#include "popt-rt/device_cpu.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

CpuDevice::~CpuDevice() {
  for (auto [memory, bytes] : mapped)
    munmap(memory, bytes);
}

/// Opens a new file in the folder and takes its name away; -1 and errno.
static int openUnnamed(const std::string &folder) {
  for (int number = 0;; ++number) {
    std::string path = folder + "/popt-host-" + std::to_string(getpid()) + "-" +
                       std::to_string(number);
    int file = sys::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
                         S_IRUSR | S_IWUSR);
    if (file >= 0)
      sys::unlink(path.c_str());
    else if (errno == EEXIST)
      continue;
    return file;
  }
}

/// A file's pages need no room in memory. Its blocks are taken now: later a full
/// disk could only kill the process.
popt_rt_status CpuDevice::mapFile(size_t bytes, void *&memory) {
  auto failed = [&](const std::string &what, int error) {
    return popt::rt::fail(POPT_RT_SYSTEM_ERROR, "in " + hostFolder + ": " +
                                                    what + ": " +
                                                    std::strerror(error));
  };
  int file = openUnnamed(hostFolder);
  if (file < 0)
    return failed("cannot make a file", errno);
  int error = posix_fallocate(file, 0, static_cast<off_t>(bytes));
  if (!error) {
    memory =
        sys::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    error = memory == MAP_FAILED ? errno : 0;
  }
  sys::close(file);
  if (error) {
    memory = nullptr;
    return failed("no room", error);
  }
  mapped[memory] = bytes;
  return POPT_RT_OK;
}

popt_rt_status CpuDevice::allocate(popt_rt_memory kind, size_t bytes,
                                   void *&memory) {
  bytes = (std::max<size_t>(bytes, 1) + 4095) / 4096 * 4096;
  if (kind == POPT_RT_HOST_MEMORY && !hostFolder.empty())
    return mapFile(bytes, memory);
  if (transport &&
      popt_rt_transport_allocate(transport, bytes, &memory) == POPT_RT_OK)
    return POPT_RT_OK;
  memory = sys::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    memory = nullptr;
    return popt::rt::fail(POPT_RT_OUT_OF_MEMORY,
                          "out of memory: " + std::to_string(bytes) + " bytes");
  }
  sys::adviseLargePages(memory, bytes);
  mapped[memory] = bytes;
  return POPT_RT_OK;
}

void CpuDevice::free(void *memory) {
  auto own = mapped.find(memory);
  if (own == mapped.end())
    return popt_rt_transport_free(transport, memory);
  munmap(memory, own->second);
  mapped.erase(own);
}

popt_rt_status CpuDevice::constants(const void *data, size_t, void *&memory) {
  memory = const_cast<void *>(data);
  return POPT_RT_OK;
}

const char *CpuDevice::note() const {
  return Onednn::missing()
             ? "oneDNN (libdnnl.so.2) was not found: contractions "
               "run on slower kernels of our own; on Debian "
               "install libdnnl2"
             : "";
}

/// The thread that opens a device is its rank's: it computes alone.
popt_rt_status CpuDevice::open(int32_t, int32_t) {
  if (const Onednn *lib = Onednn::opened())
    if (lib->setThreads)
      lib->setThreads(1);
  return POPT_RT_OK;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

popt_rt_status CpuDevice::copy(int32_t, void *to, const void *from,
                               size_t bytes) {
  std::memcpy(to, from, bytes);
  return POPT_RT_OK;
}

popt_rt_status CpuDevice::fill(int32_t, void *to, uint8_t byte, size_t bytes) {
  std::memset(to, byte, bytes);
  return POPT_RT_OK;
}

popt_rt_status CpuDevice::write(int32_t, void *to, const void *value,
                                size_t bytes) {
  std::memcpy(to, value, bytes);
  return POPT_RT_OK;
}

popt_rt_status CpuDevice::read(int32_t, const void *from, void *value,
                               size_t bytes) {
  std::memcpy(value, from, bytes);
  return POPT_RT_OK;
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

namespace {
struct CopyAction : popt_rt_action {
  StridedCopy copy;
  popt_rt_status launch(int32_t, void *const *addresses, const int64_t *,
                        void *) override {
    copy.run(addresses[1], addresses[0]);
    return POPT_RT_OK;
  }
};

struct FillAction : popt_rt_action {
  StridedFill fill;
  uint8_t value[16] = {};
  popt_rt_status launch(int32_t, void *const *addresses, const int64_t *,
                        void *) override {
    fill.run(addresses[0], value);
    return POPT_RT_OK;
  }
};

struct KernelAction : popt_rt_action {
  void (*kernel)(void *const *, const int64_t *) = nullptr;
  popt_rt_status launch(int32_t, void *const *addresses, const int64_t *scalars,
                        void *) override {
    kernel(addresses, scalars);
    return POPT_RT_OK;
  }
};

/// One rank's use of a product or convolution that all share.
struct ComputeAction : popt_rt_action {
  std::shared_ptr<const Compute> compute;
  std::unique_ptr<ComputeCall> call;
  popt_rt_status launch(int32_t, void *const *addresses, const int64_t *,
                        void *scratch) override {
    return call->run(addresses, static_cast<uint8_t *>(scratch))
               ? POPT_RT_OK
               : fail(POPT_RT_SYSTEM_ERROR, "oneDNN refused to execute");
  }
};
} // namespace

static std::vector<int64_t> listOf(const int64_t *values, int32_t count) {
  return std::vector<int64_t>(values, values + count);
}

popt_rt_status CpuDevice::prepareCopy(const popt_rt_view &from,
                                      const popt_rt_view &to, Action &action) {
  auto made = std::make_unique<CopyAction>();
  made->copy = StridedCopy(
      listOf(to.shape, to.rank), listOf(to.strides, to.rank),
      listOf(from.strides, from.rank), popt_rt_element_size(from.type));
  action = std::move(made);
  return POPT_RT_OK;
}

popt_rt_status CpuDevice::prepareFill(const popt_rt_view &to, const void *value,
                                      Action &action) {
  auto made = std::make_unique<FillAction>();
  size_t width = popt_rt_element_size(to.type);
  made->fill = StridedFill(listOf(to.shape, to.rank),
                           listOf(to.strides, to.rank), width);
  std::memcpy(made->value, value, width);
  action = std::move(made);
  return POPT_RT_OK;
}

popt_rt_status CpuDevice::load(const char *target, const popt_rt_image *,
                               int32_t) {
  return fail(POPT_RT_INVALID_ARGUMENT, std::string("load: code for ") +
                                            target + " does not run on a CPU");
}

popt_rt_status CpuDevice::prepareKernel(const popt_rt_kernel &kernel, int32_t,
                                        int32_t, Action &action) {
  if (!kernel.function)
    return fail(POPT_RT_INVALID_ARGUMENT, "kernel: it has no function");
  auto made = std::make_unique<KernelAction>();
  made->kernel = kernel.function;
  action = std::move(made);
  return POPT_RT_OK;
}

//===----------------------------------------------------------------------===//
// Products and convolutions
//===----------------------------------------------------------------------===//

std::shared_ptr<const Compute>
ComputeCache::find(const std::vector<int64_t> &key, const Make &make,
                   std::string &out_error) {
  // Under the lock: the other ranks want the same and would make it again.
  std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<const Compute> &entry = computes[key];
  if (!entry)
    entry = make(out_error);
  return entry;
}

/// The views as operands, and all that they say at the end of `key`.
static std::vector<Operand> operandsOf(const popt_rt_view *views,
                                       std::vector<int64_t> &key) {
  std::vector<Operand> operands(3);
  for (int i = 0; i < 3; ++i) {
    const popt_rt_view &view = views[i];
    operands[i].type = view.type;
    operands[i].shape = listOf(view.shape, view.rank);
    operands[i].strides = listOf(view.strides, view.rank);
    key.push_back(view.type);
    key.push_back(view.rank);
    key.insert(key.end(), view.shape, view.shape + view.rank);
    key.insert(key.end(), view.strides, view.strides + view.rank);
  }
  return operands;
}

popt_rt_status CpuDevice::prepareCompute(const std::vector<int64_t> &key,
                                         const ComputeCache::Make &make,
                                         Action &action) {
  std::string error;
  auto made = std::make_unique<ComputeAction>();
  made->compute = computes->find(key, make, error);
  if (!made->compute)
    return popt::rt::fail(POPT_RT_UNSUPPORTED, error);
  made->call = made->compute->newCall();
  made->scratchBytes = made->compute->scratchBytes();
  action = std::move(made);
  return POPT_RT_OK;
}

popt_rt_status CpuDevice::prepareMatmul(const popt_rt_matmul &matmul,
                                        const popt_rt_view *views,
                                        Action &action) {
  std::vector<int64_t> key = {
      0,          matmul.batch, matmul.rows, matmul.columns, matmul.contracted,
      matmul.adds};
  std::vector<Operand> operands = operandsOf(views, key);
  MatmulOp op{matmul.batch, matmul.rows, matmul.columns, matmul.contracted,
              matmul.adds != 0};
  return prepareCompute(
      key,
      [&](std::string &error) {
        return popt::rt::prepareMatmul(op, operands, error);
      },
      action);
}

popt_rt_status CpuDevice::prepareConv(const popt_rt_conv &conv,
                                      const popt_rt_view *views,
                                      Action &action) {
  std::vector<int64_t> key = {1, conv.feature_groups, conv.batch_groups};
  std::vector<Operand> operands = operandsOf(views, key);
  ConvOp op = toConvOp(conv, views[0].rank - 2);
  for (const std::vector<int64_t> *list :
       {&op.windowStrides, &op.padLow, &op.padHigh, &op.lhsDilation,
        &op.rhsDilation})
    key.insert(key.end(), list->begin(), list->end());
  key.insert(key.end(), op.windowReversal.begin(), op.windowReversal.end());
  return prepareCompute(
      key,
      [&](std::string &error) {
        return popt::rt::prepareConv(op, operands, error);
      },
      action);
}

popt_rt_status popt_rt_cpu_create(int32_t count,
                                  popt_rt_transport *const *transports,
                                  popt_rt_device **out_devices) {
  if (count < 1 || !out_devices)
    return fail(POPT_RT_INVALID_ARGUMENT, "cpu: no devices are asked for");
  try {
    auto computes = std::make_shared<ComputeCache>();
    std::vector<std::unique_ptr<CpuDevice>> made;
    for (int32_t i = 0; i < count; ++i)
      made.push_back(std::make_unique<CpuDevice>(
          computes, transports ? transports[i] : nullptr));
    for (int32_t i = 0; i < count; ++i)
      out_devices[i] = made[i].release();
    return POPT_RT_OK;
  } catch (const std::bad_alloc &) {
    return POPT_RT_OUT_OF_MEMORY;
  }
}

popt_rt_status popt_rt_cpu_host_folder(popt_rt_device *device,
                                       const char *folder) {
  auto *cpu = dynamic_cast<CpuDevice *>(device);
  if (!cpu || !folder)
    return fail(POPT_RT_INVALID_ARGUMENT,
                "cpu: files for host memory are for CPUs");
  cpu->keepHostMemoryIn(folder);
  return POPT_RT_OK;
}
