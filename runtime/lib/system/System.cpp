//===- System.cpp - The system calls of the runtime -----------------------===//
//
// Test: FaultsTest.
//
//===----------------------------------------------------------------------===//
#include "System.h"
#include "Faults.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace popt::rt;
using sys::Call;
using sys::FileOf;

/// Makes the call, or fails with `failure` and an errno.
template <typename Result, typename Function>
static Result attempt(Call call, FileOf file, Result failure,
                      const Function &function) {
  if (sys::mayFail())
    if (int error = sys::faultOf(call, file).error) {
      errno = error;
      return failure;
    }
  return function();
}

//===----------------------------------------------------------------------===//
// Bytes that are moved
//===----------------------------------------------------------------------===//

/// Half of it, but something.
static size_t shortened(size_t size) { return size < 2 ? size : size / 2; }

static void flip(void *data, size_t size) {
  if (size)
    static_cast<unsigned char *>(data)[size / 2] ^= 4;
}

/// The fault of a call that moves bytes; `out_size` becomes what it may move.
static sys::CallFault faultOfBytes(Call call, int file, size_t &out_size) {
  if (!sys::mayFail())
    return {};
  sys::CallFault fault = sys::faultOf(call, {nullptr, file});
  if (fault.error)
    errno = fault.error;
  if (fault.isShort)
    out_size = shortened(out_size);
  return fault;
}

/// Of functions that take bytes: `put(data, size)`.
template <typename Put>
static ssize_t attemptPut(Call call, int file, const void *data, size_t size,
                          const Put &put) {
  sys::CallFault fault = faultOfBytes(call, file, size);
  if (fault.error)
    return -1;
  if (!fault.flips)
    return put(data, size);
  auto *bytes = static_cast<const unsigned char *>(data);
  std::vector<unsigned char> copy(bytes, bytes + size);
  flip(copy.data(), size);
  return put(copy.data(), size);
}

/// Of functions that give bytes: `get(data, size)`.
template <typename Get>
static ssize_t attemptGet(Call call, int file, void *data, size_t size,
                          const Get &get) {
  sys::CallFault fault = faultOfBytes(call, file, size);
  if (fault.error)
    return -1;
  ssize_t got = get(data, size);
  if (fault.flips && got > 0)
    flip(data, std::min(size, static_cast<size_t>(got)));
  return got;
}

ssize_t sys::read(int file, void *data, size_t size) {
  return attemptGet(Call::Read, file, data, size, [&](void *to, size_t most) {
    return ::read(file, to, most);
  });
}

ssize_t sys::pread(int file, void *data, size_t size, off_t offset) {
  return attemptGet(Call::Read, file, data, size, [&](void *to, size_t most) {
    return ::pread(file, to, most, offset);
  });
}

ssize_t sys::write(int file, const void *data, size_t size) {
  return attemptPut(Call::Write, file, data, size,
                    [&](const void *from, size_t bytes) {
                      return ::write(file, from, bytes);
                    });
}

ssize_t sys::send(int file, const void *data, size_t size, int flags) {
  return attemptPut(Call::Send, file, data, size,
                    [&](const void *from, size_t bytes) {
                      return ::send(file, from, bytes, flags);
                    });
}

ssize_t sys::recv(int file, void *data, size_t size, int flags) {
  return attemptGet(Call::Recv, file, data, size, [&](void *to, size_t most) {
    return ::recv(file, to, most, flags);
  });
}

ssize_t sys::sendmsg(int file, const msghdr *message, int flags) {
  iovec part = message->msg_iov[0];
  return attemptPut(Call::Send, file, part.iov_base, part.iov_len,
                    [&](const void *from, size_t bytes) {
                      std::vector<iovec> parts(message->msg_iov,
                                               message->msg_iov +
                                                   message->msg_iovlen);
                      // After a part that is cut short nothing may come.
                      if (bytes < part.iov_len)
                        parts.resize(1);
                      parts[0] = {const_cast<void *>(from), bytes};
                      msghdr changed = *message;
                      changed.msg_iov = parts.data();
                      changed.msg_iovlen = parts.size();
                      return ::sendmsg(file, &changed, flags);
                    });
}

ssize_t sys::recvmsg(int file, msghdr *message, int flags) {
  iovec &part = message->msg_iov[0];
  return attemptGet(Call::Recv, file, part.iov_base, part.iov_len,
                    [&](void *, size_t most) {
                      size_t whole = std::exchange(part.iov_len, most);
                      ssize_t got = ::recvmsg(file, message, flags);
                      part.iov_len = whole;
                      return got;
                    });
}

int sys::writeAll(int file, const void *data, size_t size) {
  auto *at = static_cast<const char *>(data);
  while (size > 0) {
    ssize_t put = sys::write(file, at, size);
    if (put < 0 && errno != EINTR)
      return errno;
    at += std::max<ssize_t>(put, 0);
    size -= static_cast<size_t>(std::max<ssize_t>(put, 0));
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Files and folders
//===----------------------------------------------------------------------===//

int sys::open(const char *path, int flags, mode_t mode) {
  return attempt(Call::Open, {path}, -1,
                 [&] { return ::open(path, flags, mode); });
}

int sys::close(int file) {
  int error = 0;
  if (mayFail())
    error = faultOf(Call::Close, {nullptr, file}).error;
  if (mayFail())
    nameFile(file, "");
  int result = ::close(file);
  if (!error)
    return result;
  errno = error;
  return -1;
}

int sys::fsync(int file) {
  return attempt(Call::Fsync, {nullptr, file}, -1,
                 [&] { return ::fsync(file); });
}

int sys::rename(const char *from, const char *to) {
  return attempt(Call::Rename, {from}, -1, [&] { return ::rename(from, to); });
}

int sys::link(const char *from, const char *to) {
  return attempt(Call::Link, {to}, -1, [&] {
    return ::linkat(AT_FDCWD, from, AT_FDCWD, to, AT_SYMLINK_FOLLOW);
  });
}

int sys::openToWrite(const char *path, int flags, mode_t mode) {
  constexpr int kMilliseconds = 2000, kPause = 10;
  int file = -1;
  for (int waited = 0;; waited += kPause) {
    file = open(path, flags | O_NONBLOCK, mode);
    if (file >= 0 || errno != ENXIO || waited >= kMilliseconds)
      break;
    usleep(kPause * 1000);
  }
  if (file < 0)
    return file;
  int set = ::fcntl(file, F_GETFL);
  if (set >= 0 && ::fcntl(file, F_SETFL, set & ~O_NONBLOCK) == 0)
    return file;
  int error = errno;
  close(file);
  errno = error;
  return -1;
}

int sys::openNameless(const char *path, mode_t mode) {
  std::string folder = path;
  size_t slash = folder.rfind('/');
  folder = slash == std::string::npos ? "." : folder.substr(0, slash + 1);
  int file = attempt(Call::Open, {path}, -1, [&] {
    return ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  });
  if (file >= 0 && mayFail())
    nameFile(file, path);
  return file;
}

int sys::unlink(const char *path) {
  return attempt(Call::Unlink, {path}, -1, [&] { return ::unlink(path); });
}

int sys::mkdir(const char *path, mode_t mode) {
  return attempt(Call::Mkdir, {path}, -1, [&] { return ::mkdir(path, mode); });
}

int sys::rmdir(const char *path) {
  return attempt(Call::Rmdir, {path}, -1, [&] { return ::rmdir(path); });
}

DIR *sys::opendir(const char *path) {
  return attempt<DIR *>(Call::Opendir, {path}, nullptr,
                        [&] { return ::opendir(path); });
}

int sys::stat(const char *path, struct ::stat *out_info) {
  return attempt(Call::Stat, {path}, -1,
                 [&] { return ::stat(path, out_info); });
}

int sys::fstat(int file, struct ::stat *out_info) {
  return attempt(Call::Stat, {nullptr, file}, -1,
                 [&] { return ::fstat(file, out_info); });
}

int sys::access(const char *path, int mode) {
  return attempt(Call::Access, {path}, -1,
                 [&] { return ::access(path, mode); });
}

int sys::ftruncate(int file, off_t size) {
  return attempt(Call::Ftruncate, {nullptr, file}, -1,
                 [&] { return ::ftruncate(file, size); });
}

int sys::fcntl(int file, int command, int value) {
  return attempt(Call::Fcntl, {nullptr, file}, -1,
                 [&] { return ::fcntl(file, command, value); });
}

int sys::lockFile(int file) {
  return attempt(Call::Fcntl, {nullptr, file}, -1, [&] {
    struct flock whole = {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    return ::fcntl(file, F_OFD_SETLK, &whole);
  });
}

//===----------------------------------------------------------------------===//
// Memory, processes, threads, libraries
//===----------------------------------------------------------------------===//

int sys::memfd_create(const char *name, unsigned flags) {
  return attempt(Call::MemfdCreate, {name}, -1,
                 [&] { return ::memfd_create(name, flags); });
}

void *sys::mmap(void *address, size_t size, int protection, int flags, int file,
                off_t offset) {
  return attempt(Call::Mmap, {nullptr, file}, MAP_FAILED, [&] {
    return ::mmap(address, size, protection, flags, file, offset);
  });
}

void sys::adviseLargePages(void *memory, size_t size) {
  if (size >= kLargePageBytes)
    ::madvise(memory, size, MADV_HUGEPAGE);
}

pid_t sys::fork() {
  return attempt<pid_t>(Call::Fork, {}, -1, [] { return ::fork(); });
}

void sys::beforeThread() {
  if (mayFail())
    if (int error = faultOf(Call::PthreadCreate).error)
      throw std::system_error(error, std::generic_category());
}

void *sys::dlopen(const char *path, int flags) {
  return attempt<void *>(Call::Dlopen, {path}, nullptr,
                         [&] { return ::dlopen(path, flags); });
}

void *sys::openLibrary(const std::string &path, std::string &out_error) {
  struct ::stat info;
  if (path.find('/') != std::string::npos && ::stat(path.c_str(), &info) == 0 &&
      !S_ISREG(info.st_mode)) {
    out_error = path + ": it is no regular file";
    return nullptr;
  }
  errno = 0;
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library)
    return library;
  int error = errno;
  const char *text = dlerror();
  out_error = text ? text : path + ": " + std::strerror(error);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Sockets
//===----------------------------------------------------------------------===//

int sys::socket(int domain, int type, int protocol) {
  return attempt(Call::Socket, {}, -1,
                 [&] { return ::socket(domain, type, protocol); });
}

int sys::bind(int file, const sockaddr *address, socklen_t size) {
  return attempt(Call::Bind, {nullptr, file}, -1,
                 [&] { return ::bind(file, address, size); });
}

int sys::listen(int file, int backlog) {
  return attempt(Call::Listen, {nullptr, file}, -1,
                 [&] { return ::listen(file, backlog); });
}

int sys::accept4(int file, sockaddr *address, socklen_t *size, int flags) {
  return attempt(Call::Accept, {nullptr, file}, -1,
                 [&] { return ::accept4(file, address, size, flags); });
}

int sys::connect(int file, const sockaddr *address, socklen_t size) {
  return attempt(Call::Connect, {nullptr, file}, -1,
                 [&] { return ::connect(file, address, size); });
}

int sys::poll(pollfd *files, nfds_t count, int milliseconds) {
  return attempt(Call::Poll, {}, -1,
                 [&] { return ::poll(files, count, milliseconds); });
}
