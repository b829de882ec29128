//===- gpus.cpp - Python's side of the GPUs of programs -------------------===//
//
// Tests: python/tests/test_gpu_tensors.py.
//
//===----------------------------------------------------------------------===//
#include "gpus.h"

#include <nanobind/stl/pair.h>

#include <map>
#include <mutex>

using namespace popt::native;

/// Of the device's API.
[[noreturn]] static void raiseDeviceError() {
  throw Failure(popt_rt_device_last_error(nullptr));
}

namespace {
struct FreeingLock {
  nb::object lock;
  pid_t process = 0; ///< a fork of it may find the lock held for ever
};
} // namespace
// It stays: it is asked for last of all.
static FreeingLock *freeingLock = nullptr;

void popt::native::setFreeingLock(nb::object lock) {
  if (!freeingLock)
    freeingLock = new FreeingLock;
  *freeingLock = {std::move(lock), getpid()};
}

/// Raises what a signal's handler raised in the main thread, where that goes on.
static void raiseLater(nb::object error) {
  auto raise = [](void *error) {
    nb::object mine = nb::steal(static_cast<PyObject *>(error));
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(mine.ptr())),
                    mine.ptr());
    return -1;
  };
  if (Py_AddPendingCall(raise, error.ptr()) == 0)
    error.release();
}

void popt::native::whileFreeing(const std::function<void()> &free) {
  nb::error_scope keepsError;
  bool isHeld = false;
  while (freeingLock && freeingLock->process == getpid() && !isHeld)
    try {
      freeingLock->lock.attr("acquire")();
      isHeld = true;
    } catch (nb::python_error &error) {
      // Of a handler, such as that of Ctrl-C, which is called while it waits.
      raiseLater(nb::borrow(error.value()));
    }
  {
    nb::gil_scoped_release release;
    free();
  }
  if (isHeld)
    freeingLock->lock.attr("release")();
}

static void check(popt_rt_status status) {
  if (status != POPT_RT_OK)
    raiseDeviceError();
}

std::shared_ptr<CallerGpu> CallerGpu::of(int32_t number) {
  static std::mutex mutex;
  static std::map<int32_t, std::weak_ptr<CallerGpu>> known;
  nb::gil_scoped_release release;
  std::lock_guard<std::mutex> lock(mutex);
  if (std::shared_ptr<CallerGpu> gpu = known[number].lock())
    return gpu;
  InContext inside(nullptr);
  popt_rt_device *device = nullptr;
  check(popt_rt_cuda_create(1, &number, &device));
  if (popt_rt_device_open(device, /*num_streams=*/1, /*num_events=*/0) !=
      POPT_RT_OK) {
    Failure failure(popt_rt_device_last_error(device));
    popt_rt_device_destroy(device);
    throw failure;
  }
  auto gpu = std::make_shared<CallerGpu>(number, device);
  known[number] = gpu;
  return gpu;
}

CallerGpu::CallerGpu(int32_t number, popt_rt_device *device)
    : number(number), device(device),
      stream(reinterpret_cast<uintptr_t>(popt_rt_device_stream(device, 0))),
      process(getpid()) {}

CallerGpu::~CallerGpu() {
  if (process == getpid())
    whileFreeing([&] {
      InContext inside(nullptr);
      popt_rt_device_destroy(device);
    });
}

void *CallerGpu::allocate(size_t bytes) const {
  InContext inside(device);
  void *memory = nullptr;
  check(popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY, bytes, &memory));
  return memory;
}

void CallerGpu::free(void *memory) const {
  InContext inside(device);
  popt_rt_device_free(device, memory);
}

void CallerGpu::finish() const {
  InContext inside(device);
  check(popt_rt_device_synchronize(device, 0));
}

void CallerGpu::finishAll() const {
  InContext inside(device);
  check(popt_rt_cuda_finish(device));
}

void CallerGpu::copy(const void *from, void *to, size_t bytes) const {
  InContext inside(device);
  check(popt_rt_device_copy(device, 0, to, from, bytes));
  check(popt_rt_device_synchronize(device, 0));
}

bool CallerGpu::isShared(const void *memory) const {
  InContext inside(device);
  return popt_rt_cuda_is_shared(device, memory) != 0;
}

static void *allocateOn(const CallerGpu &gpu, size_t bytes) {
  nb::gil_scoped_release release;
  return gpu.allocate(bytes);
}

GpuMemory::GpuMemory(std::shared_ptr<CallerGpu> theGpu, size_t bytes)
    : gpu(std::move(theGpu)), bytes(bytes), data(allocateOn(*gpu, bytes)),
      process(getpid()) {}

GpuMemory::~GpuMemory() {
  if (process == getpid())
    whileFreeing([&] { gpu->free(data); });
}

bool GpuTensor::isDense() const {
  int64_t stride = 1;
  for (size_t d = array.ndim(); d-- > 0;) {
    if (array.shape(d) != 1 && array.size() != 0 && array.stride(d) != stride)
      return false;
    stride *= static_cast<int64_t>(array.shape(d));
  }
  return true;
}

void GpuTensor::read(void *to) const {
  nb::gil_scoped_release release;
  gpu->copy(array.data(), to, array.nbytes());
}

std::pair<std::unique_ptr<GpuMemory>, void *> GpuTensor::copy() const {
  int64_t first = 0, last = 0; // of its elements, from that at data()
  for (size_t d = 0; d < array.ndim(); ++d) {
    int64_t reach =
        (static_cast<int64_t>(array.shape(d)) - 1) * array.stride(d);
    (reach < 0 ? first : last) += reach;
  }
  auto width = static_cast<int64_t>(array.itemsize());
  auto memory = std::make_unique<GpuMemory>(
      gpu, static_cast<size_t>((last - first + 1) * width));
  const auto *from = static_cast<const char *>(array.data()) + first * width;
  auto *at = static_cast<char *>(memory->data) - first * width;
  nb::gil_scoped_release release;
  gpu->copy(from, memory->data, memory->bytes);
  return {std::move(memory), at};
}

std::optional<GpuTensor> popt::native::tensorOnGpu(nb::handle leaf,
                                                   bool isOurs) {
  // DLPack's kDLCUDA and kDLCUDAManaged.
  constexpr int cuda = nb::device::cuda::value,
                managed = nb::device::cuda_managed::value;
  nb::object ask = nb::getattr(leaf, "__dlpack_device__", nb::none());
  if (ask.is_none())
    return std::nullopt;
  std::pair<int, int> device;
  try {
    device = nb::cast<std::pair<int, int>>(ask());
  } catch (const nb::python_error &error) {
    if (!error.matches(PyExc_Exception))
      throw;
    return std::nullopt; // on several, or none
  }
  if (device.first != cuda && device.first != managed)
    return std::nullopt;
  std::shared_ptr<CallerGpu> gpu = CallerGpu::of(device.second);
  // Libraries take the stream for one of the thread's current GPU.
  InContext inside(gpu->device);
  try {
    nb::object capsule = leaf.attr(isOurs ? "_to_read" : "__dlpack__")(
        nb::arg("stream") = gpu->stream);
    return GpuTensor{nb::cast<nb::ndarray<nb::ro>>(capsule), std::move(gpu)};
  } catch (const nb::python_error &error) {
    // Such as a type that the library has no number for.
    for (PyObject *refusal : {PyExc_BufferError, PyExc_TypeError,
                              PyExc_ValueError, PyExc_RuntimeError})
      if (!isOurs && error.matches(refusal))
        return std::nullopt;
    throw;
  }
}
