//===- WriteFile.cpp - Replaces a file, and leaves nothing else -----------===//
//
// The new contents have no name until they are complete: a process that is
// killed leaves nothing. Then link() gives them the file's name. If that is
// taken, they get a draft's name, and rename() replaces the file; a kill
// between these two calls leaves the draft. Where the file system has no
// nameless files, the draft has its name while it is written.
//
//   open(folder, O_TMPFILE)  write  link(F)
//                                   or link(F.popt-draft-0), rename(F)
//   open(F.popt-draft-0)     write  fsync, rename(F)
//
// Names of drafts are few, and their writer locks them (the kernel unlocks them
// when a process ends), so that the next writer of the file removes abandoned
// drafts, and no others. Test: WriteFileTest.
//
//===----------------------------------------------------------------------===//
#include "../system/System.h"
#include "Files.h"
#include "popt-rt/data.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace popt::rt;

/// So many processes can publish one file in one moment.
static constexpr int kMostDrafts = 8;

/// Where there are no locks, and the names of the others are taken, one of this
/// process.
static std::string draftName(const std::string &path, int number) {
  return path + ".popt-draft-" +
         std::to_string(number < kMostDrafts ? number : getpid());
}

static int errorOf(int result) { return result < 0 ? errno : 0; }

/// Removes a draft whose writer is gone.
static void removeAbandoned(const std::string &draft) {
  int file = sys::open(draft.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0)
    return;
  // Others open the same file, and see that it has moved.
  if (sys::lockFile(file) == 0 && isAt(file, draft))
    sys::unlink(draft.c_str());
  sys::close(file);
}

static void removeAllAbandoned(const std::string &path) {
  struct stat info;
  for (int number = 0; number < kMostDrafts; ++number)
    if (std::string draft = draftName(path, number);
        ::stat(draft.c_str(), &info) == 0)
      removeAbandoned(draft);
}

namespace {
/// A file under way.
class NewFile {
public:
  NewFile(const std::string &path, bool executable)
      : path(path), mode(executable ? 0777 : 0666) {}
  ~NewFile() {
    if (!draft.empty())
      sys::unlink(draft.c_str());
    if (file >= 0)
      sys::close(file);
  }
  NewFile(const NewFile &) = delete;
  NewFile &operator=(const NewFile &) = delete;

  /// These return 0 or an errno.
  int openNameless() {
    file = sys::openNameless(path.c_str(), mode);
    return errorOf(file);
  }
  int openDraft();
  int write(const std::vector<Piece> &pieces) const {
    int error = 0;
    for (const Piece &piece : pieces)
      if (error == 0)
        error = sys::writeAll(file, piece.first, piece.second);
    return error;
  }
  /// `out_cannotLink` if the system does not give names to open files.
  int publish(bool &out_cannotLink);

private:
  int linkDraft(const std::string &source);
  int renameDraft() {
    int error = errorOf(sys::rename(draft.c_str(), path.c_str()));
    if (!error)
      draft.clear();
    return error;
  }

  const std::string &path;
  const mode_t mode;
  int file = -1;
  std::string draft; ///< its name at the moment; empty: none
};
} // namespace

int NewFile::openDraft() {
  removeAllAbandoned(path);
  for (int number = 0; number <= kMostDrafts; ++number) {
    std::string name = draftName(path, number);
    file =
        sys::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file < 0 && errno == EEXIST)
      continue;
    if (file < 0)
      return errno;
    // Before it was locked, another process may have taken it for abandoned.
    int error = errorOf(sys::lockFile(file));
    if (error != EAGAIN && error != EACCES && isAt(file, name)) {
      draft = name;
      return 0;
    }
    sys::close(file);
    file = -1;
  }
  return EBUSY;
}

int NewFile::linkDraft(const std::string &source) {
  // Without locks the name is there for two calls.
  static_cast<void>(sys::lockFile(file));
  removeAllAbandoned(path);
  for (int number = 0; number <= kMostDrafts; ++number) {
    std::string name = draftName(path, number);
    int error = errorOf(sys::link(source.c_str(), name.c_str()));
    if (!error)
      draft = name;
    if (error != EEXIST)
      return error;
  }
  return EBUSY;
}

int NewFile::publish(bool &out_cannotLink) {
  if (!draft.empty()) {
    // Errors of file systems of other hosts come late.
    int error = errorOf(sys::fsync(file));
    return error && error != EINVAL && error != ENOTSUP ? error : renameDraft();
  }
  std::string source = "/proc/self/fd/" + std::to_string(file);
  int error = errorOf(sys::link(source.c_str(), path.c_str()));
  if (error == EEXIST)
    error = linkDraft(source);
  else if (!error)
    return 0;
  out_cannotLink = error == ENOENT || error == EXDEV || error == EPERM ||
                   error == ENOTSUP || error == EINVAL;
  return error ? error : renameDraft();
}

static int replace(const std::string &path, const std::vector<Piece> &pieces,
                   bool executable) {
  bool cannotLink = false;
  {
    NewFile nameless(path, executable);
    if (nameless.openNameless() == 0) {
      int error = nameless.write(pieces);
      if (!error)
        error = nameless.publish(cannotLink);
      if (!cannotLink)
        return error;
    }
  }
  NewFile named(path, executable);
  int error = named.openDraft();
  if (!error)
    error = named.write(pieces);
  return error ? error : named.publish(cannotLink);
}

/// Devices and pipes can't be replaced.
static int writeInto(const std::string &path,
                     const std::vector<Piece> &pieces) {
  int file = sys::openToWrite(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return errno;
  // A reader that leaves a pipe is an error like any other.
  std::signal(SIGPIPE, SIG_IGN);
  int error = 0;
  for (const Piece &piece : pieces)
    if (error == 0)
      error = sys::writeAll(file, piece.first, piece.second);
  int closed = errorOf(sys::close(file));
  return error ? error : closed;
}

std::string popt::rt::whyNotWritten(int error) {
  return error == ENXIO ? "it is a pipe without a reader"
                        : std::strerror(error);
}

bool popt::rt::writeFile(const std::string &path,
                         const std::vector<Piece> &pieces,
                         std::string &out_error, bool executable) {
  struct stat info;
  bool direct = sys::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
  int error =
      direct ? writeInto(path, pieces) : replace(path, pieces, executable);
  if (error)
    out_error = "cannot write " + path + ": " + whyNotWritten(error);
  return error == 0;
}

bool popt::rt::replaceFile(const std::string &path, std::string_view text,
                           std::string &out_error) {
  return writeFile(path, {{text.data(), text.size()}}, out_error);
}
