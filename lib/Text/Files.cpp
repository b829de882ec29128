//===- Files.cpp - Which files are read -----------------------------------===//
//
// Tests: test/Flow/files.test, FilesTest.
//
//===----------------------------------------------------------------------===//
#include "popt/Text/Files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace popt;

namespace {
/// A file that is open for reading.
struct OpenFile {
  explicit OpenFile(const std::string &path)
      // A pipe would wait for a process that writes.
      : handle(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    isThere = handle >= 0 && fstat(handle, &info) == 0;
  }
  ~OpenFile() {
    if (handle >= 0)
      close(handle);
  }
  /// Whether it is a pipe without a name, which a process of this job writes to.
  bool isUnnamedPipe() const {
    char target[16] = {};
    std::string link = "/proc/self/fd/" + std::to_string(handle);
    return readlink(link.c_str(), target, sizeof target - 1) > 0 &&
           std::strncmp(target, "pipe:", 5) == 0;
  }

  int handle;
  bool isThere = false;
  struct stat info = {};
};
} // namespace

static std::string whyNotRead(const OpenFile &file, bool mayBePipe) {
  if (!file.isThere)
    return std::strerror(errno);
  if (S_ISDIR(file.info.st_mode))
    return std::strerror(EISDIR);
  if (S_ISREG(file.info.st_mode) || (mayBePipe && file.isUnnamedPipe()))
    return "";
  return "it is a pipe or a device, and no regular file";
}

std::string popt::whyNotRead(const std::string &path, bool mayBePipe) {
  return ::whyNotRead(OpenFile(path), mayBePipe);
}

bool popt::readText(const std::string &path, std::string &out_text,
                    std::string &out_error) {
  OpenFile file(path);
  out_error = ::whyNotRead(file, /*mayBePipe=*/false);
  if (!out_error.empty())
    return false;
  // No more than there is now: it may grow for ever.
  out_text.resize(static_cast<size_t>(file.info.st_size));
  size_t done = 0;
  while (done < out_text.size()) {
    ssize_t got = read(file.handle, &out_text[done], out_text.size() - done);
    if (got < 0 && errno != EINTR) {
      out_error = std::strerror(errno);
      return false;
    }
    if (got == 0)
      break;
    done += got > 0 ? static_cast<size_t>(got) : 0;
  }
  out_text.resize(done);
  noteRead(path, out_text);
  return true;
}

//===----------------------------------------------------------------------===//
// What has been read
//===----------------------------------------------------------------------===//

namespace {
/// Those that note what is read. Of the process, since a file is read by a thread
/// that does not know for whom.
struct Readers {
  std::mutex mutex;
  std::vector<FilesRead *> all;
};
} // namespace

static Readers &readers() {
  static Readers instance;
  return instance;
}

FilesRead::FilesRead() {
  std::lock_guard<std::mutex> lock(readers().mutex);
  readers().all.push_back(this);
}

FilesRead::~FilesRead() {
  std::lock_guard<std::mutex> lock(readers().mutex);
  std::vector<FilesRead *> &all = readers().all;
  all.erase(std::find(all.begin(), all.end(), this));
}

std::optional<std::map<std::string, std::string>> FilesRead::list() const {
  std::lock_guard<std::mutex> lock(readers().mutex);
  if (hasChanged)
    return std::nullopt;
  return files;
}

void popt::noteRead(const std::string &path, std::string_view text) {
  std::lock_guard<std::mutex> lock(readers().mutex);
  for (FilesRead *reader : readers().all) {
    auto [file, isNew] = reader->files.try_emplace(path, text);
    reader->hasChanged |= !isNew && file->second != text;
  }
}
