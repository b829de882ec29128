//===- FileSystem.cpp - The file operations of data and checkpoints -------===//
//
// Tests: CheckpointTest; those that replace this file system: CrashTest.
//
//===----------------------------------------------------------------------===//
#include "FileSystem.h"
#include "../system/System.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <unistd.h>

using namespace popt::rt;

namespace {
/// What open() says of a pipe or a device; no call of a file system says it of a
/// file that is there.
constexpr int kNotRegular = ENXIO;

int result(int returned) { return returned < 0 ? errno : 0; }

class MachineFiles : public FileSystem {
public:
  int makeFolder(const std::string &path) override {
    return result(sys::mkdir(path.c_str(), 0777));
  }
  int create(const std::string &path, int &out_file) override {
    out_file =
        sys::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return result(out_file);
  }
  int openAt(const std::string &path, uint64_t offset, int &out_file) override {
    out_file = sys::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (out_file < 0)
      return errno;
    if (::lseek(out_file, static_cast<off_t>(offset), SEEK_SET) >= 0)
      return 0;
    int error = errno;
    sys::close(out_file);
    return error;
  }
  int link(const std::string &from, const std::string &to) override {
    return result(sys::link(from.c_str(), to.c_str()));
  }
  int write(int file, const void *data, size_t size) override {
    return sys::writeAll(file, data, size);
  }
  /// Bypasses the page cache. Readers see no difference; but the kernel need
  /// not copy, which takes a third of a core for each GB/s, nor evict other
  /// pages.
  int writePages(int file, const void *data, size_t size) override {
    int flags = sys::fcntl(file, F_GETFL, 0);
    if (flags < 0 || sys::fcntl(file, F_SETFL, flags | O_DIRECT) < 0)
      return write(file, data, size); // file systems need not know this
    const auto *begin = static_cast<const char *>(data);
    size_t done = 0;
    int error = 0;
    while (done < size && !error) {
      ssize_t put = sys::write(file, begin + done, size - done);
      error = put < 0 && errno != EINTR ? errno : 0;
      done += static_cast<size_t>(std::max<ssize_t>(put, 0));
      if (put > 0 && done % kPageBytes != 0)
        break; // the rest does not begin with a page
    }
    if (sys::fcntl(file, F_SETFL, flags) < 0)
      return errno;
    if (error && error != EINVAL)
      return error;
    return write(file, begin + done, size - done);
  }
  int sync(int file) override { return result(sys::fsync(file)); }
  int syncFolder(const std::string &path) override {
    int folder = sys::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
      return errno;
    int error = result(sys::fsync(folder));
    sys::close(folder);
    // Some file systems know no such thing.
    return error == EINVAL || error == ENOTSUP ? 0 : error;
  }
  int close(int file) override { return result(sys::close(file)); }
  int rename(const std::string &from, const std::string &to) override {
    return result(sys::rename(from.c_str(), to.c_str()));
  }
  int removeFile(const std::string &path) override {
    return result(sys::unlink(path.c_str()));
  }
  int removeFolder(const std::string &path) override {
    return result(sys::rmdir(path.c_str()));
  }
  int list(const std::string &path,
           std::vector<std::string> &out_names) override {
    out_names.clear();
    DIR *folder = sys::opendir(path.c_str());
    if (!folder)
      return errno;
    while (const dirent *entry = readdir(folder)) {
      std::string name = entry->d_name;
      if (name != "." && name != "..")
        out_names.push_back(name);
    }
    closedir(folder);
    std::sort(out_names.begin(), out_names.end());
    return 0;
  }
  int open(const std::string &path, int &out_file,
           uint64_t &out_size) override {
    // A pipe would wait for a process that writes.
    out_file = sys::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (out_file < 0)
      return errno;
    struct stat info;
    int error = result(sys::fstat(out_file, &info));
    if (!error && !S_ISREG(info.st_mode))
      error = S_ISDIR(info.st_mode) ? EISDIR : kNotRegular;
    if (error)
      sys::close(out_file);
    else
      out_size = static_cast<uint64_t>(info.st_size);
    return error;
  }
  int read(int file, uint64_t offset, void *data, size_t size,
           size_t &out_size) override {
    out_size = 0;
    while (out_size < size) {
      ssize_t got =
          sys::pread(file, static_cast<char *>(data) + out_size,
                     size - out_size, static_cast<off_t>(offset + out_size));
      if (got < 0 && errno != EINTR)
        return errno;
      if (got == 0)
        break;
      out_size += static_cast<size_t>(std::max<ssize_t>(got, 0));
    }
    return 0;
  }
};
} // namespace

std::string popt::rt::folderOf(const std::string &path) {
  return path.substr(0, path.rfind('/') + 1);
}

bool popt::rt::endsWith(const std::string &text, const std::string &end) {
  return text.size() > end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string popt::rt::describeError(const char *what, const std::string &path,
                                    int error) {
  return std::string("cannot ") + what + " " + path + ": " +
         (error == kNotRegular ? "it is a pipe or a device, and no regular file"
                               : std::strerror(error));
}

/// Much memory is in large pages: copies and disks take it in fewer pieces.
Pages::Pages(size_t bytes) {
  size_t page =
      bytes >= sys::kLargePageBytes ? sys::kLargePageBytes : kPageBytes;
  size_t whole = (std::max<size_t>(bytes, 1) + page - 1) / page * page;
  memory.reset(static_cast<uint8_t *>(std::aligned_alloc(page, whole)));
  if (!memory)
    throw std::bad_alloc();
  sys::adviseLargePages(memory.get(), whole);
  std::memset(memory.get(), 0, whole);
}

FileSystem &popt::rt::machineFiles() {
  static MachineFiles files;
  return files;
}

int popt::rt::readWhole(FileSystem &files, const std::string &path,
                        std::string &out_text) {
  int file = -1;
  uint64_t size = 0;
  if (int error = files.open(path, file, size))
    return error;
  out_text.resize(size);
  size_t got = 0;
  int error = files.read(file, 0, out_text.data(), size, got);
  out_text.resize(got);
  files.close(file);
  return error;
}

int popt::rt::finishFile(FileSystem &files, int file, int error) {
  if (!error)
    error = files.sync(file);
  int closed = files.close(file);
  return error ? error : closed;
}

int popt::rt::writeWhole(FileSystem &files, const std::string &path,
                         const std::string &text) {
  int file = -1;
  if (int error = files.create(path, file))
    return error;
  return finishFile(files, file, files.write(file, text.data(), text.size()));
}

int popt::rt::sizeOf(FileSystem &files, const std::string &path,
                     uint64_t &out_size) {
  int file = -1;
  if (int error = files.open(path, file, out_size))
    return error;
  files.close(file);
  return 0;
}

void popt::rt::removeAll(FileSystem &files, const std::string &path) {
  std::vector<std::string> names;
  int error = files.list(path, names);
  for (const std::string &name : names)
    error |= files.removeFile(path + "/" + name);
  error |= files.removeFolder(path);
  static_cast<void>(error);
}
