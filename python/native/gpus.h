//===- gpus.h - Python's side of the GPUs of programs -----------*- C++ -*-===//
//
// Ranks have devices of their own. Python has one on each of their GPUs: for the
// memory of results, and a stream in which tensors of other libraries become ready.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PYTHON_NATIVE_GPUS_H
#define POPT_PYTHON_NATIVE_GPUS_H

#include "common.h"

#include "popt-rt/device_cuda.h"

#include <nanobind/ndarray.h>

#include <functional>
#include <memory>
#include <optional>
#include <unistd.h>

namespace popt::native {

/// The context of a GPU is this thread's, which then has that from before again: it is
/// that of other libraries.
class InContext {
public:
  /// The device outlives it, if it is not null: then one is made or destroyed.
  explicit InContext(popt_rt_device *device)
      : device(device), before(popt_rt_cuda_enter(device)) {}
  ~InContext() { popt_rt_cuda_leave(device, before); }
  InContext(const InContext &) = delete;
  InContext &operator=(const InContext &) = delete;

private:
  popt_rt_device *const device;
  void *const before;
};

/// Set by Python: a lock that it waits for at its end (native.new_lock), to hold while
/// something is freed.
void setFreeingLock(nb::object lock);
/// Frees what may wait for a GPU, where Python destroys something: without its lock.
void whileFreeing(const std::function<void()> &free);

/// From any threads at once, which do not hold Python's lock: calls wait for the GPU.
/// Errors: Failure.
class CallerGpu {
public:
  /// The one of this process, which lives as long as it is used.
  static std::shared_ptr<CallerGpu> of(int32_t number);
  CallerGpu(int32_t number, popt_rt_device *device);
  ~CallerGpu();
  CallerGpu(const CallerGpu &) = delete;
  CallerGpu &operator=(const CallerGpu &) = delete;

  void *allocate(size_t bytes) const;
  void free(void *memory) const;
  /// Waits until all that is in the stream is done.
  void finish() const;
  /// Waits for all that any library has given the GPU.
  void finishAll() const;
  /// Whether other GPUs of a program reach this memory.
  bool isShared(const void *memory) const;
  /// Between its memory and the host's, or within it; done when it returns.
  void copy(const void *from, void *to, size_t bytes) const;

  const int32_t number; ///< the driver's
  popt_rt_device *const device;
  /// As a number, which DLPack calls a stream.
  const uintptr_t stream;

private:
  const pid_t process;
};

/// Memory that a result is in. Python's lock is held where it is made and freed.
class GpuMemory {
public:
  GpuMemory(std::shared_ptr<CallerGpu> gpu, size_t bytes);
  ~GpuMemory();
  GpuMemory(const GpuMemory &) = delete;
  GpuMemory &operator=(const GpuMemory &) = delete;

  const std::shared_ptr<CallerGpu> gpu;
  const size_t bytes;
  void *const data;

private:
  const pid_t process; ///< whose GPU it is; a fork of it has none
};

/// A tensor that lies on a GPU.
struct GpuTensor {
  nb::ndarray<nb::ro> array; ///< which keeps it
  std::shared_ptr<CallerGpu> gpu;

  /// It is dense, and read when all that makes it is done.
  void read(void *to) const;
  bool isDense() const;
  /// A copy in memory of ours, with the same strides, and where it begins there.
  std::pair<std::unique_ptr<GpuMemory>, void *> copy() const;
};

/// The leaf as such a tensor: it is ready when the GPU's stream has done what is in it.
/// Nothing if it is none, or its library does not give it away.
std::optional<GpuTensor> tensorOnGpu(nb::handle leaf, bool isOurs);

} // namespace popt::native
#endif // POPT_PYTHON_NATIVE_GPUS_H
