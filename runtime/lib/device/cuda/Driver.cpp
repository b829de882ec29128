//===- Driver.cpp - Opens the CUDA driver ---------------------------------===//
#include "Driver.h"
#include "../../system/System.h"
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <mutex>

using namespace popt::rt::cuda;

std::string Driver::describe(Result result) const {
  const char *name = nullptr, *text = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &text);
  return std::string(name ? name : "unknown CUDA error") + " (" +
         std::to_string(result) + ")" +
         (text ? std::string(": ") + text : std::string());
}

/// "13.0" of 13000.
static std::string versionText(int32_t version) {
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

/// Fills the table; false and what is missing.
static bool findFunctions(void *library, Driver &driver, std::string &error) {
  using Find = Result (*)(const char *, void **, int32_t, uint64_t, int32_t *);
  auto find = reinterpret_cast<Find>(dlsym(library, "cuGetProcAddress_v2"));
  if (!find) {
    error = "it is older than CUDA " + versionText(kDriverVersion) +
            "; install a newer driver";
    return false;
  }
  auto look = [&](const char *name, auto &function) {
    void *address = nullptr;
    int32_t status = 0;
    if (find(name, &address, kDriverVersion, 0, &status) == kSuccess && address)
      function = reinterpret_cast<std::decay_t<decltype(function)>>(address);
    else if (error.empty())
      error = std::string("it has no ") + name + "; install a newer driver";
  };
#define POPT_LOOK(name, parameters) look(#name, driver.name);
  POPT_CUDA_DRIVER_FUNCTIONS(POPT_LOOK)
#undef POPT_LOOK
  return error.empty();
}

/// cuInit() and what it says where there is no GPU.
static bool start(const Driver &driver, std::string &error) {
  Calls calls;
  int32_t version = 0, count = 0;
  calls.make("cuInit", driver.cuInit, 0);
  calls.make("cuDriverGetVersion", driver.cuDriverGetVersion, &version);
  if (calls.result == kSuccess && version < kDriverVersion) {
    error = "it is for CUDA " + versionText(version) + ", older than " +
            versionText(kDriverVersion) + "; install a newer driver";
    return false;
  }
  calls.make("cuDeviceGetCount", driver.cuDeviceGetCount, &count);
  if (calls.result == kSuccess && count > 0)
    return true;
  error = calls.describe(driver);
  if (calls.result == kSuccess || calls.result == kNoDevice)
    error = "this machine has no GPU that CUDA can use (is "
            "CUDA_VISIBLE_DEVICES empty?)";
  if (calls.result == kStubLibrary)
    error = "it is the toolkit's stub, not a driver; remove its folder from "
            "LD_LIBRARY_PATH";
  return false;
}

/// What POPT_CUDA_DRIVER names.
static std::string libraryPath() {
  const char *named = std::getenv("POPT_CUDA_DRIVER");
  return named && *named ? named : "libcuda.so.1";
}

/// An error of a library that was found.
static std::string describeError(const std::string &error) {
  return "the CUDA driver \"" + libraryPath() + "\": " + error;
}

std::shared_ptr<const Driver> Driver::load(std::string &out_error) {
  const std::string path = libraryPath();
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const Driver>> loaded;
  std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<const Driver> &known = loaded[path];
  if (known)
    return known;
  std::string error;
  void *library = sys::openLibrary(path, error);
  if (!library) {
    out_error = "there is no CUDA driver: " + error +
                "; install NVIDIA's driver, or compile with --target=cpu";
    return nullptr;
  }
  auto driver = std::make_shared<Driver>();
  if (findFunctions(library, *driver, error))
    known = driver;
  else
    out_error = describeError(error);
  return known;
}

std::shared_ptr<const Driver> Driver::open(std::string &out_error) {
  std::shared_ptr<const Driver> driver = load(out_error);
  std::string error;
  if (!driver || start(*driver, error))
    return driver;
  out_error = describeError(error);
  return nullptr;
}
