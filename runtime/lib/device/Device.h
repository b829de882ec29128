//===- Device.h - What a device implements --------------------------------===//
//
// The C API (popt-rt/device.h) checks arguments once and forwards: a device is
// a class with a function for each call, an action one with `launch`. A new
// device derives from these two and passes DeviceTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_DEVICE_H
#define POPT_RT_LIB_DEVICE_DEVICE_H

#include "popt-rt/device.h"
#include <memory>
#include <string>
#include <vector>

namespace popt::rt {
/// Sets the calling thread's error text and returns `status`. (One text for all
/// of the C API; it is the transport's.)
popt_rt_status fail(popt_rt_status status, std::string message);

/// Whether the device did what it was called for; else `out_error` is why not.
inline bool succeeded(popt_rt_device *device, popt_rt_status status,
                      std::string &out_error) {
  if (status != POPT_RT_OK)
    out_error = popt_rt_device_last_error(device);
  return status == POPT_RT_OK;
}

/// Destroys what the C API made: `std::unique_ptr<popt_rt_action, Destroy>`.
struct Destroy {
  void operator()(popt_rt_device *device) const {
    popt_rt_device_destroy(device);
  }
  void operator()(popt_rt_action *action) const {
    popt_rt_action_destroy(action);
  }
};
using DeviceOwner = std::unique_ptr<popt_rt_device, Destroy>;
using ActionOwner = std::unique_ptr<popt_rt_action, Destroy>;
} // namespace popt::rt

/// Work that is prepared once: see popt-rt/device.h.
struct popt_rt_action {
  virtual ~popt_rt_action() = default;
  virtual popt_rt_status launch(int32_t stream, void *const *addresses,
                                const int64_t *scalars, void *scratch) = 0;
  size_t scratchBytes = 0;
};

/// A processor as one rank sees it: see popt-rt/device.h.
struct popt_rt_device {
  using Action = std::unique_ptr<popt_rt_action>;

  virtual ~popt_rt_device() = default;
  virtual const char *name() const = 0;
  virtual const char *note() const { return ""; }

  virtual popt_rt_status allocate(popt_rt_memory kind, size_t bytes,
                                  void *&memory) = 0;
  virtual void free(void *memory) = 0;
  virtual popt_rt_status constants(const void *data, size_t bytes,
                                   void *&memory) = 0;
  virtual void *hostAddress(void *memory) = 0;

  virtual popt_rt_status open(int32_t streams, int32_t events) = 0;
  virtual void *stream(int32_t number) = 0;
  virtual popt_rt_status record(int32_t stream, int32_t event) = 0;
  virtual popt_rt_status wait(int32_t stream, int32_t event) = 0;
  virtual popt_rt_status synchronize(int32_t stream) = 0;
  /// Here: of a device on which work is done when its call returns.
  virtual popt_rt_status mark(int32_t stream, int32_t mark);
  virtual popt_rt_status secondsBetween(int32_t from, int32_t to,
                                        double &seconds);

  virtual popt_rt_status copy(int32_t stream, void *to, const void *from,
                              size_t bytes) = 0;
  virtual popt_rt_status fill(int32_t stream, void *to, uint8_t byte,
                              size_t bytes) = 0;
  virtual popt_rt_status write(int32_t stream, void *to, const void *value,
                               size_t bytes) = 0;
  virtual popt_rt_status read(int32_t stream, const void *from, void *value,
                              size_t bytes) = 0;

  virtual popt_rt_status beginRecording(int32_t) { return POPT_RT_UNSUPPORTED; }
  virtual popt_rt_status endRecording(int32_t, Action &) {
    return POPT_RT_UNSUPPORTED;
  }

  virtual popt_rt_status prepareCopy(const popt_rt_view &from,
                                     const popt_rt_view &to,
                                     Action &action) = 0;
  virtual popt_rt_status prepareFill(const popt_rt_view &to, const void *value,
                                     Action &action) = 0;
  virtual popt_rt_status load(const char *target, const popt_rt_image *images,
                              int32_t count) = 0;
  virtual popt_rt_status prepareKernel(const popt_rt_kernel &kernel,
                                       int32_t numAddresses, int32_t numScalars,
                                       Action &action) = 0;
  virtual popt_rt_status prepareMatmul(const popt_rt_matmul &matmul,
                                       const popt_rt_view *views,
                                       Action &action) = 0;
  virtual popt_rt_status prepareConv(const popt_rt_conv &conv,
                                     const popt_rt_view *views,
                                     Action &action) = 0;
  /// Here: of a device that has none.
  virtual popt_rt_status
  prepareAttention(const popt_rt_attention &attention,
                   const std::vector<const popt_rt_view *> &views,
                   Action &action);

private:
  std::vector<double> marks; ///< seconds of the steady clock
};
#endif // POPT_RT_LIB_DEVICE_DEVICE_H
