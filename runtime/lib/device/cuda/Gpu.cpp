//===- Gpu.cpp - One GPU, as the ranks on it share it ---------------------===//
//
// Tests: CudaDeviceTest, on the fake driver.
//
//===----------------------------------------------------------------------===//
#include "Gpu.h"
#include "Products.h"
#include <cstdlib>
#include <cstring>

using namespace popt::rt;
using namespace popt::rt::cuda;

Gpu::Gpu(std::shared_ptr<const Driver> driver, Device device)
    : driver(std::move(driver)), device(device),
      productLibrary(std::make_unique<Products>(*this)) {}

std::string Gpu::describe() const {
  return "GPU " + std::to_string(device) +
         (name.empty() ? "" : " (" + name + ")");
}

/// What this thread's last enter() came to. The calls after it fail without a
/// context, if it is not there.
static thread_local cuda::Result entered = kSuccess;

void Gpu::enter() { entered = driver->cuCtxSetCurrent(context); }

popt_rt_status Gpu::check(Result result, const char *call) const {
  if (result == kSuccess)
    return POPT_RT_OK;
  if (entered != kSuccess) {
    result = entered;
    call = "cuCtxSetCurrent";
  }
  return fail(result == kOutOfMemory ? POPT_RT_OUT_OF_MEMORY
                                     : POPT_RT_SYSTEM_ERROR,
              describe() + ": " + call + ": " + driver->describe(result));
}

std::shared_ptr<Gpu> Gpu::open(std::shared_ptr<const Driver> driver,
                               int32_t ordinal, std::string &out_error) {
  Device device = 0;
  const Driver &cu = *driver;
  Calls calls;
  calls.make("cuDeviceGet", cu.cuDeviceGet, &device, ordinal);
  std::shared_ptr<Gpu> gpu(new Gpu(std::move(driver), device));
  char name[256] = "";
  calls.make("cuDeviceGetName", cu.cuDeviceGetName, name,
             static_cast<int32_t>(sizeof(name)), device);
  gpu->name = name;
  calls.make("cuDeviceGetUuid", cu.cuDeviceGetUuid, &gpu->id, device);
  for (auto [attribute, value] :
       {std::pair(kComputeCapabilityMajor, &gpu->major),
        std::pair(kComputeCapabilityMinor, &gpu->minor),
        std::pair(kMultiprocessorCount, &gpu->numMultiprocessors)})
    calls.make("cuDeviceGetAttribute", cu.cuDeviceGetAttribute, value,
               attribute, device);
  calls.make("cuDevicePrimaryCtxRetain", cu.cuDevicePrimaryCtxRetain,
             &gpu->context, device);
  if (calls.result == kSuccess)
    return gpu;
  gpu->context = nullptr;
  out_error = gpu->describe() + " cannot be opened: " + calls.describe(cu);
  return nullptr;
}

Gpu::~Gpu() {
  if (!context)
    return;
  productLibrary.reset();
  enter();
  for (auto [data, memory] : copies)
    driver->cuMemFree(memory);
  for (Module module : modules)
    driver->cuModuleUnload(module);
  for (auto [code, module] : ownModules)
    driver->cuModuleUnload(module);
  driver->cuCtxSetCurrent(nullptr);
  driver->cuDevicePrimaryCtxRelease(device);
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// 90 of "sm_90" or "sm_90a"; 0 if it is no architecture.
static int32_t numberOf(const char *target) {
  return std::strncmp(target, "sm_", 3) == 0 ? std::atoi(target + 3) : 0;
}

popt_rt_status Gpu::loadImage(const popt_rt_image &image, bool mayUseCubin,
                              Module &out) {
  if (mayUseCubin && image.cubin_bytes &&
      driver->cuModuleLoadDataEx(&out, image.cubin, 0, nullptr, nullptr) ==
          kSuccess)
    return POPT_RT_OK;
  char log[2048] = "";
  JitOption names[] = {kJitErrorLogBuffer, kJitErrorLogBufferSizeBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log) - 1)};
  Result result = driver->cuModuleLoadDataEx(&out, image.ptx, 2, names, values);
  if (result == kSuccess)
    return POPT_RT_OK;
  if (result == kUnsupportedPtxVersion)
    return fail(POPT_RT_UNSUPPORTED,
                describe() + ": the driver is older than the program's PTX; "
                             "install a newer driver");
  std::string text = driver->describe(result);
  if (*log)
    text += std::string(": ") + log;
  return fail(POPT_RT_SYSTEM_ERROR,
              describe() + ": cuModuleLoadDataEx: " + text);
}

/// The oldest architecture that programs are compiled for.
static constexpr int32_t kOldest = 80;

popt_rt_status Gpu::load(const char *target, const popt_rt_image *images,
                         int32_t count) {
  std::lock_guard<std::mutex> lock(mutex);
  if (loaded == images)
    return POPT_RT_OK;
  int32_t wanted = numberOf(target), mine = 10 * major + minor;
  // Architectures with a letter run on their own GPUs only.
  bool isExact = target[0] && !std::isdigit(target[std::strlen(target) - 1]);
  if (wanted > mine || (isExact && wanted != mine))
    return fail(POPT_RT_UNSUPPORTED,
                std::string("the program is for ") + target + ", but " +
                    describe() + " is sm_" + std::to_string(mine) +
                    (mine < kOldest ? ": programs are for sm_" +
                                          std::to_string(kOldest) + " or newer"
                                    : ": compile with --target=sm_" +
                                          std::to_string(mine)));
  enter();
  for (int32_t i = 0; i < count; ++i) {
    Module module = nullptr;
    if (popt_rt_status status =
            loadImage(images[i], wanted / 10 == major, module))
      return status;
    modules.push_back(module);
  }
  loaded = images;
  return POPT_RT_OK;
}

popt_rt_status Gpu::find(Module module, const char *entry, Function &out) {
  Result result = driver->cuModuleGetFunction(&out, module, entry);
  if (result == kNotFound)
    return fail(POPT_RT_INVALID_ARGUMENT,
                std::string("the code has no function \"") + entry + "\"");
  return check(result, "cuModuleGetFunction");
}

popt_rt_status Gpu::function(int32_t image, const char *entry, Function &out) {
  std::lock_guard<std::mutex> lock(mutex);
  if (image < 0 || static_cast<size_t>(image) >= modules.size())
    return fail(POPT_RT_INVALID_ARGUMENT,
                "the code has no image " + std::to_string(image));
  enter();
  return find(modules[image], entry, out);
}

popt_rt_status Gpu::function(OwnCode code, const char *entry, Function &out) {
  std::lock_guard<std::mutex> lock(mutex);
  enter();
  Module &module = ownModules[code];
  if (!module)
    if (popt_rt_status status =
            loadImage({ptxOf(code), nullptr, 0}, false, module)) {
      ownModules.erase(code);
      return status;
    }
  return find(module, entry, out);
}

popt_rt_status Gpu::constants(const void *data, size_t bytes, Address &out) {
  std::lock_guard<std::mutex> lock(mutex);
  auto known = copies.find(data);
  if (known != copies.end()) {
    out = known->second;
    return POPT_RT_OK;
  }
  enter();
  Address memory = 0;
  if (popt_rt_status status =
          check(driver->cuMemAlloc(&memory, bytes ? bytes : 1), "cuMemAlloc"))
    return status;
  // In the legacy stream, and of pageable memory: done when it returns.
  popt_rt_status status = POPT_RT_OK;
  if (bytes)
    status = check(driver->cuMemcpyAsync(
                       memory, reinterpret_cast<Address>(data), bytes, nullptr),
                   "cuMemcpyAsync");
  if (status == POPT_RT_OK)
    status = check(driver->cuStreamSynchronize(nullptr), "cuStreamSynchronize");
  if (status != POPT_RT_OK) {
    driver->cuMemFree(memory);
    return status;
  }
  copies[data] = out = memory;
  return POPT_RT_OK;
}
