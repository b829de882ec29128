//===- Files.cpp - Whole files, read and replaced atomically --------------===//
#include "Files.h"
#include "../system/System.h"
#include "FileSystem.h"
#include "popt-rt/data.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace popt::rt;

static bool fail(std::string &error, const char *verb,
                 const std::string &path) {
  error =
      std::string("cannot ") + verb + " " + path + ": " + std::strerror(errno);
  return false;
}

bool popt::rt::readFile(const std::string &path,
                        std::vector<uint8_t> &out_bytes,
                        std::string &out_error) {
  out_bytes.clear();
  int fd = -1;
  uint64_t known = 0;
  if (int error = machineFiles().open(path, fd, known)) {
    out_error = describeError("open", path, error);
    return false;
  }
  // No more than there is now: it may grow for ever.
  out_bytes.resize(known);
  size_t size = 0;
  while (size < known) {
    ssize_t got = sys::read(fd, out_bytes.data() + size, known - size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      fail(out_error, "read", path);
      sys::close(fd);
      return false;
    }
    if (got == 0)
      break;
    size += static_cast<size_t>(got);
  }
  sys::close(fd);
  out_bytes.resize(size);
  return true;
}

bool popt::rt::isAt(int file, const std::string &path) {
  struct stat opened = {}, there = {};
  return sys::fstat(file, &opened) == 0 &&
         sys::stat(path.c_str(), &there) == 0 &&
         opened.st_ino == there.st_ino && opened.st_dev == there.st_dev;
}

bool popt::rt::canWrite(const std::string &path, std::string &out_error) {
  struct stat info;
  if (sys::stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) {
      errno = EISDIR;
      return fail(out_error, "write", path);
    }
    if (!S_ISREG(info.st_mode))
      return sys::access(path.c_str(), W_OK) == 0 ||
             fail(out_error, "write", path);
  }
  size_t slash = path.rfind('/');
  std::string folder =
      slash == std::string::npos ? "." : path.substr(0, slash + 1);
  return sys::access(folder.c_str(), W_OK | X_OK) == 0 ||
         fail(out_error, "write", path);
}
