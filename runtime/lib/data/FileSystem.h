//===- FileSystem.h - The file operations of data and checkpoints -*- C++ -*-===//
//
// Checkpoints, and tensors that ranks read parts of, touch files through this
// interface only, so that tests can count, fail, cut short or lose any
// operation. Every function returns 0 or an errno.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DATA_FILESYSTEM_H
#define POPT_RT_LIB_DATA_FILESYSTEM_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace popt::rt {

/// What processors and disks divide memory and files into.
constexpr size_t kPageBytes = 4096;

/// Memory that begins where a page does.
class Pages {
public:
  Pages() = default;
  /// All zero, and there: memory that was never touched is slow to copy to.
  explicit Pages(size_t bytes);
  uint8_t *data() const { return memory.get(); }

private:
  struct Free {
    void operator()(uint8_t *memory) const { std::free(memory); }
  };
  std::unique_ptr<uint8_t, Free> memory;
};

/// Files and folders; an open file is a number.
class FileSystem {
public:
  virtual ~FileSystem() = default;

  /// EEXIST if it is there already.
  [[nodiscard]] virtual int makeFolder(const std::string &path) = 0;
  /// A new file to write, or an old one emptied.
  [[nodiscard]] virtual int create(const std::string &path, int &out_file) = 0;
  /// An old one, to write from byte `offset` on.
  [[nodiscard]] virtual int openAt(const std::string &path, uint64_t offset,
                                   int &out_file) = 0;
  /// A second name for a file.
  [[nodiscard]] virtual int link(const std::string &from,
                                 const std::string &to) = 0;
  /// Appends all bytes; after an error any part of them may be there.
  [[nodiscard]] virtual int write(int file, const void *data, size_t size) = 0;
  /// The same, of whole pages from a page's border on in memory and in the file.
  /// A disk can take them from there, so that no processor copies them.
  [[nodiscard]] virtual int writePages(int file, const void *data,
                                       size_t size) {
    return write(file, data, size);
  }
  /// Returns when the file's contents are on disk.
  [[nodiscard]] virtual int sync(int file) = 0;
  /// Returns when the folder's names are on disk.
  [[nodiscard]] virtual int syncFolder(const std::string &path) = 0;
  virtual int close(int file) = 0;
  /// Of a file or a folder; a file at `to` is replaced.
  [[nodiscard]] virtual int rename(const std::string &from,
                                   const std::string &to) = 0;
  [[nodiscard]] virtual int removeFile(const std::string &path) = 0;
  /// Of an empty folder.
  [[nodiscard]] virtual int removeFolder(const std::string &path) = 0;

  /// The names in a folder, sorted.
  [[nodiscard]] virtual int list(const std::string &path,
                                 std::vector<std::string> &out_names) = 0;
  /// A regular file to read.
  [[nodiscard]] virtual int open(const std::string &path, int &out_file,
                                 uint64_t &out_size) = 0;
  /// Fewer bytes than asked for at the file's end only.
  [[nodiscard]] virtual int read(int file, uint64_t offset, void *data,
                                 size_t size, size_t &out_size) = 0;
};

/// What `path` begins with until its last slash, "" without one.
std::string folderOf(const std::string &path);
/// Whether something stands before that end.
bool endsWith(const std::string &text, const std::string &end);

/// "cannot WHAT PATH: No such file or directory".
std::string describeError(const char *what, const std::string &path, int error);

/// The machine's.
FileSystem &machineFiles();

/// The whole file at `path`.
[[nodiscard]] int readWhole(FileSystem &files, const std::string &path,
                            std::string &out_text);
/// Ends a file that is written: syncs it, unless writing has failed (`error`), and
/// closes it. The first error.
[[nodiscard]] int finishFile(FileSystem &files, int file, int error);
/// Makes a file of this text, or an old one that.
[[nodiscard]] int writeWhole(FileSystem &files, const std::string &path,
                             const std::string &text);
/// The size of the file at `path`.
[[nodiscard]] int sizeOf(FileSystem &files, const std::string &path,
                         uint64_t &out_size);
/// A folder of files, with them. What can't be removed stays.
void removeAll(FileSystem &files, const std::string &path);

} // namespace popt::rt
#endif // POPT_RT_LIB_DATA_FILESYSTEM_H
