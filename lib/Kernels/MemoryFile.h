//===- MemoryFile.h - Files that no kill leaves behind ----------*- C++ -*-===//
//
// What lld, the dynamic loader and ptxas take by name: files in memory, which go
// with the process, however that ends.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_KERNELS_MEMORYFILE_H
#define POPT_LIB_KERNELS_MEMORYFILE_H

#include "llvm/ADT/StringRef.h"
#include <cerrno>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace popt {

/// A file in memory.
class MemoryFile {
public:
  MemoryFile() = default;
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;
  ~MemoryFile() {
    if (file >= 0)
      close(file);
  }

  /// Makes it, with these bytes. False and a message.
  [[nodiscard]] bool create(llvm::StringRef bytes, std::string &error) {
    file = memfd_create("popt", MFD_CLOEXEC);
    if (file < 0) {
      error = std::string("no file in memory can be made: ") + strerror(errno);
      return false;
    }
    while (!bytes.empty()) {
      ssize_t count = write(file, bytes.data(), bytes.size());
      if (count <= 0) {
        error = std::string("a file in memory cannot be written: ") +
                strerror(errno);
        return false;
      }
      bytes = bytes.drop_front(static_cast<size_t>(count));
    }
    return true;
  }
  /// By which this process, and those that it starts, open it.
  std::string path() const {
    return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file);
  }
  /// Its descriptor, which the caller closes.
  int release() { return std::exchange(file, -1); }

private:
  int file = -1;
};

} // namespace popt
#endif // POPT_LIB_KERNELS_MEMORYFILE_H
