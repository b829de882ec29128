//===- LimitsTest.cpp - Limits of the process end in messages -------------===//
//
// What crashes where memory is limited, and what needs more stack than it may have.
// test/Execute/limits.test runs programs under all limits.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/limits.h"
#include "system/System.h"
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace popt::rt;

// Sanitizers take much address space, and signals for themselves.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {
void limit(int resource, rlim_t value) {
  rlimit both = {value, value};
  if (setrlimit(resource, &both) != 0)
    _exit(99);
}
/// So many bytes more of address space than there are.
void allowMore(uint64_t bytes) {
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  limit(RLIMIT_AS,
        pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) + bytes);
}
int run(int (*main)(int, char **)) {
  char name[] = "/bin/model";
  char *argv[] = {name};
  return runWithinLimits(1, argv, main);
}
int crash(int, char **) { return raise(SIGSEGV); }
int useStack(int, char **) {
  volatile char much[4 << 20];
  std::memset(const_cast<char *>(much), 1, sizeof much);
  return much[sizeof much - 1] - 1;
}
} // namespace

TEST(Limits, MemoryLeft) {
  EXPECT_EQ(sys::memoryLeft(), SIZE_MAX);
  auto leaves = [] {
    allowMore(100 << 20);
    size_t left = sys::memoryLeft();
    return left > (90 << 20) && left <= (100 << 20) ? 0 : 1;
  };
  EXPECT_EXIT(_exit(leaves()), testing::ExitedWithCode(0), "");
}

// Without a limit a crash is a crash.
TEST(Limits, Crash) {
  EXPECT_EXIT(_exit(run(crash)), testing::KilledBySignal(SIGSEGV), "");
  auto crashLimited = [] {
    allowMore(100 << 20);
    return run(crash);
  };
  EXPECT_EXIT(
      _exit(crashLimited()), testing::ExitedWithCode(1),
      "model: error: memory ran out, it seems: signal 11 came where the "
      "address space may be [0-9]+ KiB \\(ulimit -v\\), of which [0-9]+ "
      "are used; raise the limit");
}

TEST(Limits, Stack) {
  auto runShort = [] {
    limit(RLIMIT_STACK, 256 << 10);
    return run(useStack);
  };
  EXPECT_EXIT(_exit(runShort()), testing::ExitedWithCode(0), "");
}

#endif
