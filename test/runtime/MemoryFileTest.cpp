//===- MemoryFileTest.cpp - Shared memory with large pages ----------------===//

#include "system/System.h"

#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace popt::rt;

static constexpr size_t kBytes = 32 << 20;

static char *map(int file) {
  void *memory =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<char *>(memory);
}

/// Bytes of the mapping at `memory` that lie in large pages.
static size_t largeBytes(const void *memory) {
  char start[32];
  std::snprintf(start, sizeof start, "%lx-", reinterpret_cast<size_t>(memory));
  std::ifstream maps("/proc/self/smaps");
  bool isIt = false;
  for (std::string word; maps >> word;) {
    isIt = isIt || word.rfind(start, 0) == 0;
    size_t kibibytes = 0;
    if (isIt && word == "ShmemPmdMapped:" && maps >> kibibytes)
      return kibibytes << 10;
  }
  return 0;
}

static std::string target(int file) {
  char text[256] = {};
  std::string path = "/proc/self/fd/" + std::to_string(file);
  return readlink(path.c_str(), text, sizeof text - 1) < 0 ? "" : text;
}

/// Nothing if the file is memory that two mappings share.
static const char *faultOf(int file) {
  if (file < 0)
    return "no file";
  if (!(::fcntl(file, F_GETFD) & FD_CLOEXEC))
    return "a program that is started would have it";
  if (::ftruncate(file, kBytes) != 0)
    return "it can't grow";
  char *one = map(file), *other = map(file);
  if (!one || !other)
    return "it can't be mapped";
  one[kBytes - 1] = 7;
  bool isShared = other[kBytes - 1] == 7 && other[0] == 0;
  munmap(one, kBytes);
  munmap(other, kBytes);
  return isShared ? nullptr : "mappings differ";
}

TEST(MemoryFileTest, IsShared) {
  int file = sys::memoryFile("popt-test");
  EXPECT_STREQ(faultOf(file), nullptr);
  // It is opened as processes of other starts do, and lies in no folder.
  int again = ::open(("/proc/self/fd/" + std::to_string(file)).c_str(), O_RDWR);
  EXPECT_GE(again, 0);
  ::close(again);
  struct stat status = {};
  ASSERT_EQ(::fstat(file, &status), 0);
  ::close(file);
  std::string device = " " + std::to_string(major(status.st_dev)) + ":" +
                       std::to_string(minor(status.st_dev)) + " ";
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);)
    EXPECT_EQ(line.find(device), std::string::npos) << line;
}

TEST(MemoryFileTest, HasLargePages) {
  int file = sys::memoryFile("popt-test");
  ASSERT_EQ(::ftruncate(file, kBytes), 0);
  char *memory = map(file);
  ASSERT_NE(memory, nullptr);
  sys::adviseLargePages(memory, kBytes);
  std::memset(memory, 1, kBytes);
  size_t large = largeBytes(memory);
  bool isMemfd = target(file).rfind("/memfd:", 0) == 0;
  munmap(memory, kBytes);
  ::close(file);
  if (isMemfd && large == 0)
    GTEST_SKIP() << "this machine allows no large pages in shared memory";
  EXPECT_GE(large, kBytes / 2);
}

// As a user without rights: by a namespace, or without large pages.
TEST(MemoryFileTest, WithoutRights) {
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
      _exit(2);
    const char *fault = faultOf(sys::memoryFile("popt-test"));
    if (fault)
      fprintf(stderr, "%s\n", fault);
    // Only the child itself is left to wait for.
    _exit(fault || ::wait(nullptr) >= 0 ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}
