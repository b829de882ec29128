//===- CublasLt.cpp - Opens cuBLASLt --------------------------------------===//
#include "CublasLt.h"
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <vector>

using namespace popt::rt::cuda;

std::string CublasLt::describe(LtStatus status) const {
  const char *name = cublasLtGetStatusName(status);
  const char *text = cublasLtGetStatusString(status);
  return std::string(name ? name : "unknown error") + " (" +
         std::to_string(status) + ")" +
         (text ? std::string(": ") + text : std::string());
}

std::string CublasLt::version() const {
  return "cuBLASLt " + std::to_string(cublasLtGetVersion());
}

/// Fills the table; false and what is missing.
static bool findFunctions(void *library, CublasLt &lt, std::string &missing) {
  auto look = [&](const char *name, auto &function) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(
        dlsym(library, name));
    if (!function && missing.empty())
      missing = name;
  };
#define POPT_LOOK(name, parameters) look(#name, lt.name);
  POPT_CUBLASLT_FUNCTIONS(POPT_LOOK)
#undef POPT_LOOK
#define POPT_LOOK(type, name, parameters) look(#name, lt.name);
  POPT_CUBLASLT_QUERIES(POPT_LOOK)
#undef POPT_LOOK
  return missing.empty();
}

/// The libraries to try, in this order.
static std::vector<std::string> candidates() {
  const char *named = std::getenv("POPT_CUBLASLT");
  if (named && *named)
    return {named};
  const char *driver = std::getenv("POPT_CUDA_DRIVER");
  if (driver && *driver)
    return {};
  return {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11"};
}

std::shared_ptr<const CublasLt> CublasLt::open(std::string &out_note) {
  constexpr const char *kConsequence =
      "; matrix products run on slower kernels of our own";
  std::vector<std::string> paths = candidates();
  std::string error;
  void *library = nullptr;
  for (const std::string &path : paths) {
    library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library)
      break;
    if (const char *text = dlerror(); error.empty())
      error = text;
  }
  if (!library) {
    if (!paths.empty())
      out_note = "cuBLASLt was not found: " + error +
                 "; install CUDA's libraries, or name one in POPT_CUBLASLT" +
                 kConsequence;
    return nullptr;
  }
  static std::mutex mutex;
  static std::map<void *, std::shared_ptr<const CublasLt>> opened;
  std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<const CublasLt> &known = opened[library];
  if (!known) {
    auto lt = std::make_shared<CublasLt>();
    std::string missing;
    if (!findFunctions(library, *lt, missing)) {
      out_note = "cuBLASLt is too old: it has no " + missing +
                 "; install a newer one" + kConsequence;
      return nullptr;
    }
    known = lt;
  }
  if (size_t version = known->cublasLtGetVersion(); version < kOldestCublasLt) {
    out_note = "cuBLASLt is too old: its version is " +
               std::to_string(version) + ", and " +
               std::to_string(kOldestCublasLt) +
               " is needed; install a newer one" + kConsequence;
    return nullptr;
  }
  return known;
}
