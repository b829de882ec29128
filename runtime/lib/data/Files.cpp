//===- Files.cpp - Whole files, read and replaced atomically --------------===//
#include "Files.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
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
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return fail(out_error, "open", path);
  struct stat info;
  if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
    out_bytes.reserve(static_cast<size_t>(info.st_size) + 1);
  size_t size = 0;
  for (;;) {
    // A regular file is read in one piece; pipes grow step by step.
    size_t room = std::max<size_t>(out_bytes.capacity() - size, 1 << 16);
    out_bytes.resize(size + room);
    ssize_t got = read(fd, out_bytes.data() + size, room);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      fail(out_error, "read", path);
      close(fd);
      return false;
    }
    if (got == 0)
      break;
    size += static_cast<size_t>(got);
  }
  close(fd);
  out_bytes.resize(size);
  return true;
}

bool popt::rt::writeFile(const std::string &path,
                         const std::vector<Piece> &pieces,
                         std::string &out_error, bool executable) {
  // Devices and pipes can't be replaced; write to them directly.
  struct stat info;
  bool direct = stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
  std::string temporary =
      direct ? path : path + ".tmp." + std::to_string(getpid());
  int flags =
      direct ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  int fd = open(temporary.c_str(), flags, executable ? 0777 : 0666);
  if (fd < 0)
    return fail(out_error, "write", path);
  auto abandon = [&] {
    fail(out_error, "write", path);
    if (!direct)
      unlink(temporary.c_str());
    return false;
  };
  for (const Piece &piece : pieces) {
    const char *at = static_cast<const char *>(piece.first);
    for (size_t left = piece.second; left > 0;) {
      ssize_t put = write(fd, at, left);
      if (put < 0 && errno == EINTR)
        continue;
      if (put < 0) {
        int error = errno;
        close(fd);
        errno = error;
        return abandon();
      }
      at += put;
      left -= static_cast<size_t>(put);
    }
  }
  if (close(fd) != 0)
    return abandon();
  if (!direct && rename(temporary.c_str(), path.c_str()) != 0)
    return abandon();
  return true;
}

bool popt::rt::canWrite(const std::string &path, const std::string &folder,
                        std::string &out_error) {
  struct stat info;
  if (stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) {
      errno = EISDIR;
      return fail(out_error, "write", path);
    }
    if (!S_ISREG(info.st_mode))
      return access(path.c_str(), W_OK) == 0 || fail(out_error, "write", path);
  }
  return access(folder.c_str(), W_OK | X_OK) == 0 ||
         fail(out_error, "write", path);
}
