//===- Liveness.cpp - Is a rank's process there, and does it run? ---------===//
//
// Tests: WatchdogTest, and test/conformance (PatienceTest.cpp).
//
//===----------------------------------------------------------------------===//
#include "Liveness.h"
#include "Patience.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <poll.h>

using namespace popt::rt;

/// 12 (name) T ...: names may hold anything, so the last parenthesis counts.
static bool isStoppedThread(const std::string &path) {
  FILE *file = fopen(path.c_str(), "r");
  if (!file)
    return false;
  char text[512], state = 0;
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  if (const char *end = strrchr(text, ')'))
    sscanf(end + 1, " %c", &state);
  return state == 'T';
}

/// A signal stops all threads of a process, but each only when it is next
/// scheduled: the first that has stopped tells.
bool popt::rt::isStopped(int32_t process) {
  std::error_code gone;
  std::filesystem::directory_iterator threads(
      "/proc/" + std::to_string(process) + "/task", gone);
  for (; !gone && threads != std::filesystem::directory_iterator();
       threads.increment(gone))
    if (isStoppedThread(threads->path() / "stat"))
      return true;
  return false;
}

bool popt::rt::isStopped(const RankRecord &record) {
  return record.isHere() ? isStopped(record.process.load())
                         : record.elsewhere.isStopped.load() != 0;
}

bool popt::rt::hasEnded(int32_t process) {
  // A process that was not waited for yet still takes signals, but a
  // pidfd of it is readable.
  bool dead = kill(process, 0) != 0 && errno == ESRCH;
#ifdef SYS_pidfd_open
  int fd = dead ? -1 : static_cast<int>(syscall(SYS_pidfd_open, process, 0));
  if (fd >= 0) {
    pollfd query = {fd, POLLIN, 0};
    dead = poll(&query, 1, 0) == 1;
    close(fd);
  }
#endif
  return dead;
}

void popt::rt::findDeadRank(Segment &segment, int32_t self) {
  if (segment.isPrivate())
    return;
  for (int32_t rank = 0; rank < segment.size(); ++rank) {
    RankRecord &record = segment.rankRecord(rank);
    int32_t process = record.process.load();
    if (rank == self || process == 0 || record.left.load() ||
        !hasEnded(process) || record.left.load())
      continue;
    segment.failDied(rank, "process " + std::to_string(process) + " of rank " +
                               describeRank(segment, rank) + " died");
  }
}
