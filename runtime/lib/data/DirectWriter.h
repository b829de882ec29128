//===- DirectWriter.h - Appends to a file past the page cache ---*- C++ -*-===//
//
// A checkpoint is written once and not read again for long. In the page cache it
// takes the place of what is, and the kernel copies every byte of it, in time
// that steps need: a third of a core for each GB/s, four times that where the
// machine gives memory for the first time. So bytes are gathered in blocks,
// which go from there straight to the disk (O_DIRECT). The rest, less than a
// block, and file systems that know no such thing take the page cache.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DATA_DIRECTWRITER_H
#define POPT_RT_LIB_DATA_DIRECTWRITER_H

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace popt::rt {

/// All functions return 0 or an errno.
class DirectWriter {
public:
  /// A file that is open, and empty. It stays open.
  explicit DirectWriter(int file) : file(file) {}

  /// Takes a copy. An error may be one of earlier bytes, of which any part may
  /// be in the file.
  [[nodiscard]] int append(const void *data, size_t size);
  /// Writes what has not been written.
  [[nodiscard]] int flush();

private:
  int writeBlock();
  bool setDirect(bool isDirect);

  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  const int file;
  std::unique_ptr<char[], Free> block; ///< null: nothing has been appended
  size_t filled = 0;
  bool isDirect = false, isRefused = false;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_DATA_DIRECTWRITER_H
