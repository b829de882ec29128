//===- System.h - The system calls of the runtime ---------------*- C++ -*-===//
//
// The runtime calls the system through these functions only. They are the
// system's own, same arguments, same results, same errno; POPT_FAULT can make any
// of them fail, stall, cut short or spoil what it moves, or end the process
// (Faults.h). So every error path can be run, by tests and by users.
//
//   #include "../system/System.h"
//   int file = sys::open(path, O_RDONLY | O_CLOEXEC);
//
// A call that is not here yet takes a line in Call and kCallNames, and a function
// of two lines in System.cpp. What is read of /proc to say more in a message does
// not go through here: when it fails, less is said.
//
// Test: FaultsTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_SYSTEM_SYSTEM_H
#define POPT_RT_LIB_SYSTEM_SYSTEM_H

#include <cstddef>
#include <dirent.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>

namespace popt::rt::sys {

// Files and folders.
int open(const char *path, int flags, mode_t mode = 0);
/// Opens a file to write. A pipe without a reader is ENXIO; a reader may still open
/// it for two seconds.
int openToWrite(const char *path, int flags, mode_t mode = 0);
ssize_t read(int file, void *data, size_t size);
ssize_t pread(int file, void *data, size_t size, off_t offset);
ssize_t write(int file, const void *data, size_t size);
/// Closes the file also where it fails.
int close(int file);
int fsync(int file);
int rename(const char *from, const char *to);
/// Another name for the file at `from`; a symbolic link there is followed, so that
/// /proc/self/fd/3 gives an open file without a name its first.
int link(const char *from, const char *to);
/// A new file to write, on the file system of `path` and without a name: gone when it
/// is closed. Not every file system has them.
int openNameless(const char *path, mode_t mode);
int unlink(const char *path);
int mkdir(const char *path, mode_t mode);
int rmdir(const char *path);
DIR *opendir(const char *path);
int stat(const char *path, struct ::stat *out_info);
int fstat(int file, struct ::stat *out_info);
int access(const char *path, int mode);
int ftruncate(int file, off_t size);
int fcntl(int file, int command, int value);
/// Locks a file for this open file description and what is forked with it; EAGAIN
/// or EACCES if another one has it.
int lockFile(int file);

// Memory, processes, threads, libraries.
int memfd_create(const char *name, unsigned flags);
/// A memfd for memory that processes share. Where Linux gives memfds no large pages
/// (shmem_enabled is never, its default), a file of a tmpfs that may have them, if
/// the process or a user namespace of its own may make one. -1 with errno set.
int memoryFile(const char *name);
void *mmap(void *address, size_t size, int protection, int flags, int file,
           off_t offset);
/// On x86-64, and where pages of 4 KiB are the usual ones.
constexpr size_t kLargePageBytes = 2 << 20;
/// Asks for large pages if there is room for one: copies and kernels that go through
/// much memory then look up fewer addresses. A hint: the system may ignore it.
void adviseLargePages(void *memory, size_t size);
/// So many bytes of address space, and of data, the limits of the process leave
/// (ulimit -v, -d). For calls of libraries that do not check what they get.
size_t memoryLeft();
pid_t fork();
/// Before a std::thread is made; throws what its constructor may.
void beforeThread();
void *dlopen(const char *path, int flags);
/// Opens a library; null and why. What is no file is not waited for.
void *openLibrary(const std::string &path, std::string &out_error);

// Sockets.
int socket(int domain, int type, int protocol);
int bind(int file, const sockaddr *address, socklen_t size);
int listen(int file, int backlog);
int accept4(int file, sockaddr *address, socklen_t *size, int flags);
int connect(int file, const sockaddr *address, socklen_t size);
int poll(pollfd *files, nfds_t count, int milliseconds);
ssize_t send(int file, const void *data, size_t size, int flags);
ssize_t recv(int file, void *data, size_t size, int flags);
/// Of the message's parts only the first is spoiled or cut short; then the others
/// stay behind.
ssize_t sendmsg(int file, const msghdr *message, int flags);
ssize_t recvmsg(int file, msghdr *message, int flags);

/// Writes all of it, or returns an errno; any part may then be written.
[[nodiscard]] int writeAll(int file, const void *data, size_t size);

} // namespace popt::rt::sys
#endif // POPT_RT_LIB_SYSTEM_SYSTEM_H
