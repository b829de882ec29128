//===- Device.cpp - Devices, contexts, errors -----------------------------===//

#include "Api.h"

#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <unistd.h>

namespace popt::fake::api {

static bool isDevice(Device device) {
  return device >= 0 && size_t(device) < Machine::get().contexts.size();
}

Result cuInit(uint32_t flags) {
  Machine &machine = Machine::get();
  if (flags)
    return kInvalidValue;
  if (!machine.configError.empty()) {
    fprintf(stderr, "fake CUDA: %s\n", machine.configError.c_str());
    return kUnknown;
  }
  if (machine.contexts.empty())
    return kNoDevice;
  machine.initialised = true;
  return kSuccess;
}

Result cuDriverGetVersion(int32_t *version) {
  if (!version)
    return kInvalidValue;
  *version = Machine::get().config.driverVersion;
  return kSuccess;
}

struct ErrorText {
  int32_t code;
  const char *name, *text;
};
static const ErrorText errors[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {34, "CUDA_ERROR_STUB_LIBRARY", "CUDA driver is a stub library"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "no kernel image is available for execution on the device"},
    {218, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "the provided PTX was compiled with an unsupported toolchain."},
    {400, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {600, "CUDA_ERROR_NOT_READY", "device not ready"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS",
     "an illegal memory access was encountered"},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
     "too many resources requested for launch"},
    {704, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED",
     "peer access is already enabled"},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
     "operation not permitted when stream is capturing"},
    {901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED",
     "operation failed due to a previous error during capture"},
    {904, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED",
     "capturing stream has unjoined work"},
    {999, "CUDA_ERROR_UNKNOWN", "unknown error"},
};
static const ErrorText *find(Result result) {
  for (const ErrorText &error : errors)
    if (error.code == int32_t(result))
      return &error;
  return nullptr;
}

Result cuGetErrorName(Result result, const char **text) {
  const ErrorText *error = find(result);
  if (!text)
    return kInvalidValue;
  *text = error ? error->name : nullptr;
  return error ? kSuccess : kInvalidValue;
}

Result cuGetErrorString(Result result, const char **text) {
  const ErrorText *error = find(result);
  if (!text)
    return kInvalidValue;
  *text = error ? error->text : nullptr;
  return error ? kSuccess : kInvalidValue;
}

Result cuDeviceGetCount(int32_t *count) {
  if (!count)
    return kInvalidValue;
  *count = int32_t(Machine::get().contexts.size());
  return kSuccess;
}

Result cuDeviceGet(Device *device, int32_t ordinal) {
  if (!device)
    return kInvalidValue;
  if (!isDevice(ordinal))
    return kInvalidDevice;
  *device = ordinal;
  return kSuccess;
}

Result cuDeviceGetName(char *name, int32_t length, Device device) {
  if (!isDevice(device))
    return kInvalidDevice;
  if (!name || length <= 0)
    return kInvalidValue;
  snprintf(name, size_t(length), "popt fake GPU (sm_%u)",
           Machine::get().config.architecture);
  return kSuccess;
}

Result cuDeviceGetAttribute(int32_t *value, DeviceAttribute attribute,
                            Device device) {
  if (!isDevice(device))
    return kInvalidDevice;
  if (!value)
    return kInvalidValue;
  uint32_t sm = Machine::get().config.architecture;
  switch (attribute) {
  case kMultiprocessorCount:
    *value = 4;
    return kSuccess;
  case kComputeCapabilityMajor:
    *value = int32_t(sm / 10);
    return kSuccess;
  case kComputeCapabilityMinor:
    *value = int32_t(sm % 10);
    return kSuccess;
  case kMaxSharedMemoryPerBlockOptin:
    // 163, 99 or 227 KB (CUDA C++ Programming Guide, compute capabilities).
    *value = sm == 80 || sm == 87                 ? 166912
             : sm < 90 || (sm >= 120 && sm < 130) ? 101376
                                                  : 232448;
    return kSuccess;
  }
  return kInvalidValue;
}

/// Of a question about a device: both are there.
static Result checkQuestion(Device device, const void *out) {
  if (!isDevice(device))
    return kInvalidDevice;
  return out ? kSuccess : kInvalidValue;
}

/// Hosts have GPUs of their own.
Result cuDeviceGetUuid(DeviceId *id, Device device) {
  if (Result problem = checkQuestion(device, id))
    return problem;
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  uint64_t parts[2] = {std::hash<std::string>()(host), uint64_t(device)};
  memcpy(id->bytes, parts, sizeof id->bytes);
  return kSuccess;
}

Result cuDeviceTotalMem(size_t *bytes, Device device) {
  if (Result problem = checkQuestion(device, bytes))
    return problem;
  *bytes = Machine::get().memory.total();
  return kSuccess;
}

Result cuDeviceCanAccessPeer(int32_t *can, Device device, Device peer) {
  if (Result problem = checkQuestion(device, can))
    return problem;
  if (!isDevice(peer))
    return kInvalidDevice;
  *can = device != peer && Machine::get().config.reachPeers;
  return kSuccess;
}

Result cuDevicePrimaryCtxRetain(Context *context, Device device) {
  if (Result problem = checkQuestion(device, context))
    return problem;
  ContextObject *object = Machine::get().contexts[size_t(device)].get();
  ++object->retained;
  *context = reinterpret_cast<Context>(object);
  return kSuccess;
}

Result cuDevicePrimaryCtxRelease(Device device) {
  if (!isDevice(device))
    return kInvalidDevice;
  Machine &machine = Machine::get();
  ContextObject *object = machine.contexts[size_t(device)].get();
  if (!object->retained)
    return kInvalidContext;
  if (--object->retained == 0) {
    machine.runAll(*object);
    object->peers.clear();
  }
  return kSuccess;
}

static ContextObject *contextOf(Context context) {
  for (const auto &object : Machine::get().contexts)
    if (reinterpret_cast<Context>(object.get()) == context)
      return object->retained ? object.get() : nullptr;
  return nullptr;
}

Result cuCtxGetCurrent(Context *context) {
  if (!context)
    return kInvalidValue;
  *context = reinterpret_cast<Context>(currentContext());
  return kSuccess;
}

Result cuCtxSynchronize() {
  ContextObject *context = currentContext();
  if (!context)
    return kInvalidContext;
  Machine &machine = Machine::get();
  Result problem = kSuccess;
  for (const auto &[handle, stream] : machine.streams)
    if (stream->context == context && stream->capture)
      problem = spoil(stream->capture);
  if (problem != kSuccess)
    return problem;
  machine.runAll(*context);
  return context->sticky;
}

Result cuCtxSetCurrent(Context context) {
  ContextObject *object = contextOf(context);
  if (context && !object)
    return kInvalidContext;
  setCurrentContext(object);
  return kSuccess;
}

Result cuCtxEnablePeerAccess(Context peer, uint32_t flags) {
  ContextObject *own = currentContext(), *other = contextOf(peer);
  if (!own || !other || own == other)
    return kInvalidContext;
  if (flags)
    return kInvalidValue;
  return own->peers.insert(other->device).second ? kSuccess
                                                 : kPeerAccessAlreadyEnabled;
}

} // namespace popt::fake::api
