//===- FolderLock.cpp - A folder of checkpoints has one writer ------------===//
#include "FolderLock.h"
#include "../data/FileSystem.h"
#include "../data/Files.h"
#include "../system/System.h"
#include <cerrno>
#include <chrono>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

using namespace popt::rt;

/// How long a run waits for another one to end. One that was killed holds the lock
/// until the last of its processes is gone, which may free much memory.
static constexpr std::chrono::seconds kPatience(5);

/// "process 4711 on host a, ./train, since 2026-11-28 06:30:12".
static std::string describeRun(const std::string &program) {
  char host[256] = "", when[32] = "";
  gethostname(host, sizeof host - 1);
  std::time_t now = std::time(nullptr);
  std::tm local = {};
  std::strftime(when, sizeof when, "%F %T", localtime_r(&now, &local));
  return "process " + std::to_string(getpid()) + " on host " + host + ", " +
         program + ", since " + when;
}

FolderLock::~FolderLock() {
  if (file < 0)
    return;
  sys::unlink(path.c_str());
  sys::close(file);
}

bool FolderLock::take(const std::string &dir, const std::string &program,
                      std::string &out_warning, std::string &out_error) {
  path = dir + "/.lock";
  auto fail = [&](const char *what, const std::string &where, int error) {
    out_error =
        "no checkpoint can be saved: " + describeError(what, where, error);
    if (file >= 0)
      sys::close(file);
    file = -1;
    return false;
  };
  if (sys::mkdir(dir.c_str(), 0777) != 0 && errno != EEXIST)
    return fail("make", dir, errno);
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    file = sys::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
      return fail("write", path, errno);
    int error = sys::lockFile(file) == 0 ? 0 : errno;
    const bool isTaken = error == EAGAIN || error == EACCES;
    if (isTaken && std::chrono::steady_clock::now() < deadline) {
      sys::close(file);
      usleep(10000);
      continue;
    }
    if (isTaken) {
      std::string holder;
      int unread = readWhole(machineFiles(), path, holder);
      out_error = "another run saves into " + dir +
                  (unread || holder.empty() ? "" : " (" + holder + ")") +
                  "; wait until it is over, or give another folder";
      sys::close(file);
      file = -1;
      return false;
    }
    if (error) {
      out_warning = "the file system of " + dir +
                    " has no locks, so nothing keeps a second run from saving "
                    "there, too";
      sys::unlink(path.c_str());
      sys::close(file);
      file = -1;
      return true;
    }
    if (isAt(file, path)) // a run that ends takes its own away
      break;
    sys::close(file);
  }
  std::string text = describeRun(program);
  int error = sys::ftruncate(file, 0) == 0 ? 0 : errno;
  if (!error)
    error = sys::writeAll(file, text.data(), text.size());
  if (!error && sys::fsync(file) != 0)
    error = errno;
  if (!error)
    return true;
  sys::unlink(path.c_str());
  return fail("write", path, error);
}
