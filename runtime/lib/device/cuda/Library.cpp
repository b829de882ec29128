//===- Library.cpp - Opens libraries --------------------------------------===//
#include "Library.h"
#include "../../system/System.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace popt::rt::cuda;

/// The libraries to try, in this order. Beside a driver that is named, no other
/// library is looked for.
static std::vector<std::string> candidates(const LibraryName &name) {
  const char *named = std::getenv(name.variable);
  if (named && *named)
    return std::string(named) == "off" ? std::vector<std::string>()
                                       : std::vector<std::string>{named};
  const char *driver = std::getenv("POPT_CUDA_DRIVER");
  return driver && *driver ? std::vector<std::string>() : name.files;
}

void *LibraryName::open(std::string &out_note) const {
  std::string error;
  for (const std::string &path : candidates(*this)) {
    std::string why;
    if (void *library = sys::openLibrary(path, why))
      return library;
    if (error.empty())
      error = why;
  }
  if (!error.empty())
    out_note = std::string(title) + " was not found: " + error + "; install " +
               install + ", or name one in " + variable + "; " + without;
  return nullptr;
}

std::string LibraryName::tooOld(const std::string &what) const {
  return std::string(title) + " is too old: " + what +
         "; install a newer one; " + without;
}

void *popt::rt::cuda::findSymbol(void *library, const char *name) {
  return dlsym(library, name);
}

std::string popt::rt::cuda::describeStatus(int32_t status, const char *name,
                                           const char *text) {
  return std::string(name ? name : "unknown error") + " (" +
         std::to_string(status) + ")" +
         (text && *text ? std::string(": ") + text : std::string());
}
