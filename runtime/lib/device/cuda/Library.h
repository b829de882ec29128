//===- Library.h - Libraries that are opened at run time ------------------===//
//
// cuBLASLt, cuDNN and NCCL: tables of functions with declarations of our own.
// Without one of the first two its operations are kernels of our own, and the user
// is told; without NCCL there is no transport between GPUs.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_LIBRARY_H
#define POPT_RT_LIB_DEVICE_CUDA_LIBRARY_H

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace popt::rt::cuda {

/// The most workspace that algorithms are asked to do with, beside what the
/// operands take.
constexpr uint64_t kMostWorkspace = uint64_t(32) << 20;

struct LibraryName {
  const char *title;    ///< "cuBLASLt"
  const char *install;  ///< what to install
  const char *without;  ///< "matrix products run on slower kernels of our own"
  const char *variable; ///< names another library to open; off for none
  std::vector<std::string> files;
  size_t oldest; ///< the oldest version that will do

  /// Null where there is none, and why; no word if none was to be expected.
  void *open(std::string &out_note) const;
  std::string tooOld(const std::string &what) const;
};

void *findSymbol(void *library, const char *name);

/// "NAME (number): text" of a library's status; it may know no name and no text.
std::string describeStatus(int32_t status, const char *name,
                           const char *text = nullptr);

/// Fills the entries of a table of functions. The first name that is missing, or
/// nothing.
template <typename Table>
std::string findFunctions(void *library, Table &table) {
  std::string missing;
  table.forFunctions([&](const char *name, auto &function) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(
        findSymbol(library, name));
    if (!function && missing.empty())
      missing = name;
  });
  return missing;
}

/// The table of an opened library; one for each library. Table has
/// forFunctions(visit) and versionNumber().
template <typename Table>
std::shared_ptr<const Table> openLibrary(const LibraryName &name,
                                         std::string &out_note) {
  void *library = name.open(out_note);
  if (!library)
    return nullptr;
  static std::mutex mutex;
  static std::map<void *, std::shared_ptr<const Table>> opened;
  std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<const Table> &known = opened[library];
  if (!known) {
    auto table = std::make_shared<Table>();
    if (std::string missing = findFunctions(library, *table);
        !missing.empty()) {
      out_note = name.tooOld("it has no " + missing);
      return nullptr;
    }
    known = table;
  }
  if (size_t version = known->versionNumber(); version < name.oldest) {
    out_note =
        name.tooOld("its version is " + std::to_string(version) + ", and " +
                    std::to_string(name.oldest) + " is needed");
    return nullptr;
  }
  return known;
}

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_LIBRARY_H
