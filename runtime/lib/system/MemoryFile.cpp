//===- MemoryFile.cpp - Shared memory with large pages --------------------===//
//
// Test: MemoryFileTest.
//
//===----------------------------------------------------------------------===//
#include "System.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace popt::rt;

/// Whether files of memfd_create never have large pages, and nothing has forbidden
/// them for all shared memory (deny): Linux's default.
static bool memfdsHaveSmallPages() {
  char text[128] = {};
  int file = ::open("/sys/kernel/mm/transparent_hugepage/shmem_enabled",
                    O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  ssize_t size = ::read(file, text, sizeof text - 1);
  ::close(file);
  return size > 0 && std::strstr(text, "[never]");
}

/// A file without a name in a tmpfs of its own, which is mounted nowhere and goes
/// with the file. -1 where the process may not make one.
static int openInTmpfs() {
  int context = fsopen("tmpfs", FSOPEN_CLOEXEC);
  if (context < 0)
    return -1;
  int file = -1;
  if (fsconfig(context, FSCONFIG_SET_STRING, "huge", "advise", 0) == 0 &&
      fsconfig(context, FSCONFIG_SET_STRING, "size", "0", 0) == 0 && // no limit
      fsconfig(context, FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) == 0) {
    int mount =
        fsmount(context, FSMOUNT_CLOEXEC,
                MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
    if (mount >= 0) {
      file = ::openat(mount, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
      ::close(mount);
    }
  }
  ::close(context);
  return file;
}

static bool writeText(const char *path, const char *text) {
  int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  bool isWritten = ::write(file, text, std::strlen(text)) > 0;
  ::close(file);
  return isWritten;
}

namespace {
/// A user namespace in which only the caller's own user and group exist.
struct OwnNamespace {
  char user[64], group[64];

  OwnNamespace() {
    std::snprintf(user, sizeof user, "%u %u 1", geteuid(), geteuid());
    std::snprintf(group, sizeof group, "%u %u 1", getegid(), getegid());
  }
  /// The process may make a tmpfs afterwards.
  bool enter() const {
    return ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
           writeText("/proc/self/setgroups", "deny") &&
           writeText("/proc/self/uid_map", user) &&
           writeText("/proc/self/gid_map", group);
  }
};
} // namespace

/// False where the process may not make a tmpfs.
static bool replaceByTmpfsFile(int file) {
  int large = openInTmpfs();
  if (large < 0)
    return false;
  ::dup3(large, file, O_CLOEXEC);
  ::close(large);
  return true;
}

/// Puts a file that may have large pages in the place of `file`, where possible.
static void replaceByLargePages(int file) {
  if (replaceByTmpfsFile(file))
    return;
  // A process with several threads can't enter a namespace. A child does it that
  // shares nothing but the table of open files. No signal tells of its end, and
  // no other wait() sees it.
  OwnNamespace own;
  auto child = static_cast<pid_t>(
      ::syscall(SYS_clone, CLONE_FILES, nullptr, nullptr, nullptr, nullptr));
  if (child == 0) {
    if (own.enter())
      replaceByTmpfsFile(file);
    ::_exit(0);
  }
  while (child > 0 && ::waitpid(child, nullptr, __WALL) < 0 && errno == EINTR)
    ;
}

int sys::memoryFile(const char *name) {
  int file = sys::memfd_create(name, MFD_CLOEXEC);
  if (file >= 0 && memfdsHaveSmallPages())
    replaceByLargePages(file);
  return file;
}
