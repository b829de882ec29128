//===- Device.cpp - The C API of devices ----------------------------------===//
//
// Checks what is given when something is made, and forwards to the device's
// class. What runs in a step (launch, copy, record, ...) is forwarded as it is:
// the table was checked. Tests: DeviceTest.
//
//===----------------------------------------------------------------------===//
#include "Device.h"
#include "../system/Clock.h"
#include "popt-rt/transport.h"
#include <new>

using namespace popt::rt;

const char *popt_rt_device_name(const popt_rt_device *device) {
  return device->name();
}
const char *popt_rt_device_last_error(const popt_rt_device *) {
  return popt_rt_last_error(nullptr);
}
const char *popt_rt_device_note(const popt_rt_device *device) {
  return device->note();
}
void popt_rt_device_destroy(popt_rt_device *device) { delete device; }

static popt_rt_status refuse(const char *call, const std::string &why) {
  return fail(POPT_RT_INVALID_ARGUMENT, std::string(call) + ": " + why);
}

popt_rt_status popt_rt_device_allocate(popt_rt_device *device,
                                       popt_rt_memory kind, size_t bytes,
                                       void **out_memory) {
  if (!device || !out_memory)
    return refuse("allocate", "null argument");
  *out_memory = nullptr;
  return device->allocate(kind, bytes, *out_memory);
}

void popt_rt_device_free(popt_rt_device *device, void *memory) {
  if (memory)
    device->free(memory);
}

popt_rt_status popt_rt_device_constants(popt_rt_device *device,
                                        const void *data, size_t bytes,
                                        void **out_memory) {
  if (!device || !out_memory || (!data && bytes))
    return refuse("constants", "null argument");
  return device->constants(data, bytes, *out_memory);
}

void *popt_rt_device_host_address(popt_rt_device *device, void *memory) {
  return device->hostAddress(memory);
}

popt_rt_status popt_rt_device_open(popt_rt_device *device, int32_t num_streams,
                                   int32_t num_events) {
  if (!device || num_streams < 1 || num_events < 0)
    return refuse("open", "null device, or numbers out of range");
  return device->open(num_streams, num_events);
}

void *popt_rt_device_stream(popt_rt_device *device, int32_t stream) {
  return device->stream(stream);
}
popt_rt_status popt_rt_device_record(popt_rt_device *device, int32_t stream,
                                     int32_t event) {
  return device->record(stream, event);
}
popt_rt_status popt_rt_device_wait(popt_rt_device *device, int32_t stream,
                                   int32_t event) {
  return device->wait(stream, event);
}
popt_rt_status popt_rt_device_synchronize(popt_rt_device *device,
                                          int32_t stream) {
  return device->synchronize(stream);
}
popt_rt_status popt_rt_device_mark(popt_rt_device *device, int32_t stream,
                                   int32_t mark) {
  return device->mark(stream, mark);
}
popt_rt_status popt_rt_device_seconds_between(popt_rt_device *device,
                                              int32_t from, int32_t to,
                                              double *out_seconds) {
  return device->secondsBetween(from, to, *out_seconds);
}
popt_rt_status popt_rt_device_copy(popt_rt_device *device, int32_t stream,
                                   void *to, const void *from, size_t bytes) {
  return device->copy(stream, to, from, bytes);
}
popt_rt_status popt_rt_device_fill(popt_rt_device *device, int32_t stream,
                                   void *to, uint8_t byte, size_t bytes) {
  return device->fill(stream, to, byte, bytes);
}
popt_rt_status popt_rt_device_write(popt_rt_device *device, int32_t stream,
                                    void *to, const void *value, size_t bytes) {
  return device->write(stream, to, value, bytes);
}
popt_rt_status popt_rt_device_read(popt_rt_device *device, int32_t stream,
                                   const void *from, void *out_value,
                                   size_t bytes) {
  return device->read(stream, from, out_value, bytes);
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

popt_rt_status popt_rt_device::mark(int32_t, int32_t mark) {
  if (static_cast<size_t>(mark) >= marks.size())
    marks.resize(static_cast<size_t>(mark) + 1);
  marks[mark] = popt::rt::secondsNow();
  return POPT_RT_OK;
}

popt_rt_status popt_rt_device::secondsBetween(int32_t from, int32_t to,
                                              double &seconds) {
  seconds = marks[to] - marks[from];
  return POPT_RT_OK;
}

//===----------------------------------------------------------------------===//
// Actions
popt_rt_status
popt_rt_device::prepareAttention(const popt_rt_attention &,
                                 const std::vector<const popt_rt_view *> &,
                                 Action &) {
  return fail(
      POPT_RT_UNSUPPORTED,
      std::string("attention as one operation is a GPU's, but this is ") +
          name() + "; compile the program again");
}

//===----------------------------------------------------------------------===//

/// Null if the view is one, else what is wrong with it.
static const char *findProblem(const popt_rt_view *view) {
  if (!view || view->rank < 0 ||
      (view->rank > 0 && (!view->shape || !view->strides)))
    return "null view, shape or strides";
  if (popt_rt_element_size(view->type) == 0)
    return "unknown element type";
  for (int32_t i = 0; i < view->rank; ++i)
    if (view->shape[i] < 0)
      return "an extent is negative";
  return nullptr;
}

/// Checks the views, then has the device make the action.
template <typename Make>
static popt_rt_status
prepare(const char *call, popt_rt_device *device, popt_rt_action **out_action,
        const std::vector<const popt_rt_view *> &views, Make make) {
  if (!device || !out_action)
    return refuse(call, "null argument");
  *out_action = nullptr;
  for (const popt_rt_view *view : views)
    if (const char *problem = findProblem(view))
      return refuse(call, problem);
  try {
    popt_rt_device::Action action;
    popt_rt_status status = make(action);
    if (status == POPT_RT_OK)
      *out_action = action.release();
    return status;
  } catch (const std::bad_alloc &) {
    return fail(POPT_RT_OUT_OF_MEMORY, std::string(call) + ": out of memory");
  }
}

popt_rt_status popt_rt_device_prepare_copy(popt_rt_device *device,
                                           const popt_rt_view *from,
                                           const popt_rt_view *to,
                                           popt_rt_action **out_action) {
  return prepare("copy", device, out_action, {from, to}, [&](auto &action) {
    bool fits = from->rank == to->rank && popt_rt_element_size(from->type) ==
                                              popt_rt_element_size(to->type);
    for (int32_t i = 0; i < from->rank && fits; ++i)
      fits = from->shape[i] == to->shape[i];
    return fits ? device->prepareCopy(*from, *to, action)
                : refuse("copy", "shapes or widths differ");
  });
}

popt_rt_status popt_rt_device_prepare_fill(popt_rt_device *device,
                                           const popt_rt_view *to,
                                           const void *value,
                                           popt_rt_action **out_action) {
  return prepare("fill", device, out_action, {to}, [&](auto &action) {
    return value ? device->prepareFill(*to, value, action)
                 : refuse("fill", "null value");
  });
}

popt_rt_status popt_rt_device_load(popt_rt_device *device, const char *target,
                                   const popt_rt_image *images,
                                   int32_t num_images) {
  if (!device || !target || num_images < 0 || (!images && num_images))
    return refuse("load", "null argument");
  return device->load(target, images, num_images);
}

popt_rt_status popt_rt_device_prepare_kernel(popt_rt_device *device,
                                             const popt_rt_kernel *kernel,
                                             int32_t num_addresses,
                                             int32_t num_scalars,
                                             popt_rt_action **out_action) {
  return prepare("kernel", device, out_action, {}, [&](auto &action) {
    return kernel ? device->prepareKernel(*kernel, num_addresses, num_scalars,
                                          action)
                  : refuse("kernel", "null kernel");
  });
}

popt_rt_status popt_rt_device_prepare_matmul(popt_rt_device *device,
                                             const popt_rt_matmul *matmul,
                                             const popt_rt_view views[3],
                                             popt_rt_action **out_action) {
  return prepare("matmul", device, out_action,
                 {&views[0], &views[1], &views[2]}, [&](auto &action) {
                   return device->prepareMatmul(*matmul, views, action);
                 });
}

popt_rt_status popt_rt_device_prepare_conv(popt_rt_device *device,
                                           const popt_rt_conv *conv,
                                           const popt_rt_view views[3],
                                           popt_rt_action **out_action) {
  return prepare("conv", device, out_action, {&views[0], &views[1], &views[2]},
                 [&](auto &action) {
                   return views[0].rank < 2
                              ? refuse("conv", "fewer than 2 dimensions")
                              : device->prepareConv(*conv, views, action);
                 });
}

popt_rt_status popt_rt_device_prepare_attention(
    popt_rt_device *device, const popt_rt_attention *attention,
    const popt_rt_view *views, int32_t num_views, popt_rt_action **out_action) {
  std::vector<const popt_rt_view *> list;
  for (int32_t i = 0; views && i < num_views; ++i)
    list.push_back(&views[i]);
  return prepare("attention", device, out_action, list, [&](auto &action) {
    return attention ? device->prepareAttention(*attention, list, action)
                     : refuse("attention", "null attention");
  });
}

popt_rt_status popt_rt_device_begin_recording(popt_rt_device *device,
                                              int32_t stream) {
  return device->beginRecording(stream);
}

popt_rt_status popt_rt_device_end_recording(popt_rt_device *device,
                                            int32_t stream,
                                            popt_rt_action **out_action) {
  return prepare("recording", device, out_action, {}, [&](auto &action) {
    return device->endRecording(stream, action);
  });
}

size_t popt_rt_action_scratch(const popt_rt_action *action) {
  return action->scratchBytes;
}

popt_rt_status popt_rt_action_launch(popt_rt_action *action, int32_t stream,
                                     void *const *addresses,
                                     const int64_t *scalars, void *scratch) {
  return action->launch(stream, addresses, scalars, scratch);
}

void popt_rt_action_destroy(popt_rt_action *action) { delete action; }
