//===- CacheFolder.cpp - A folder that keeps bytes by key -----------------===//
//
// Tests: CacheFolderTest; python/tests/test_cache.py (processes that are killed),
// test/Compile/cache-full.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/CacheFolder.h"
#include "popt/Machine/Bytes.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir;
using namespace popt;

namespace fs = llvm::sys::fs;

/// Before the bytes of an entry. Of this machine: the cache of another one holds
/// other entries, as the processor is a part of keys.
namespace {
struct Header {
  char magic[8] = {'P', 'O', 'P', 'T', 'K', 'E', 'P', 'T'};
  uint64_t version = 1;
  uint64_t bytes = 0;
  uint8_t checksum[32] = {};
};
} // namespace

static constexpr int64_t kDefaultBytes = int64_t(4) << 30;
static constexpr llvm::StringLiteral kDraft = ".new.";
/// A process that was killed leaves its draft.
static constexpr int64_t kDraftSeconds = 3600;

//===----------------------------------------------------------------------===//
// Where it is
//===----------------------------------------------------------------------===//

static std::string pathOfEnvironment() {
  if (const char *named = std::getenv("POPT_CACHE_DIR"))
    return named;
  const char *caches = std::getenv("XDG_CACHE_HOME");
  const char *home = std::getenv("HOME");
  SmallString<128> path;
  // A relative one is invalid by the XDG base directory specification.
  if (caches && *caches == '/')
    llvm::sys::path::append(path, caches, "popt");
  else if (home && *home == '/')
    llvm::sys::path::append(path, home, ".cache", "popt");
  return path.str().str();
}

std::optional<CacheFolder>
CacheFolder::ofEnvironment(std::string &out_problem) {
  std::string path = pathOfEnvironment();
  if (path.empty())
    return std::nullopt;
  const char *given = std::getenv("POPT_CACHE_BYTES");
  std::optional<int64_t> bytes = given ? parseBytes(given) : kDefaultBytes;
  if (!bytes)
    out_problem = "POPT_CACHE_BYTES is \"" + std::string(given) +
                  "\": expected a number of bytes, such as 4GiB; the limit is "
                  "4GiB";
  return CacheFolder(path, bytes.value_or(kDefaultBytes));
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool isHex(StringRef text, size_t digits) {
  return text.size() == digits && llvm::all_of(text, llvm::isHexDigit);
}

static bool isEntry(StringRef name) {
  auto [key, variant] = name.split('.');
  return isHex(key, 64) && isHex(variant, 16);
}

static std::string folderOf(StringRef path, StringRef key) {
  SmallString<128> folder(path);
  llvm::sys::path::append(folder, key.take_front(2));
  return folder.str().str();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The file's bytes, if it is this user's and no other user may change it.
static std::optional<std::string> readOwn(int file) {
  struct stat info = {};
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode) ||
      info.st_uid != geteuid() || (info.st_mode & (S_IWGRP | S_IWOTH)))
    return std::nullopt;
  std::string bytes(static_cast<size_t>(info.st_size), '\0');
  for (size_t done = 0; done < bytes.size();) {
    ssize_t got = read(file, &bytes[done], bytes.size() - done);
    if (got == 0 || (got < 0 && errno != EINTR))
      return std::nullopt;
    done += got > 0 ? static_cast<size_t>(got) : 0;
  }
  return bytes;
}

static Header headerOf(StringRef bytes) {
  Header header;
  header.bytes = bytes.size();
  auto checksum = llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(bytes));
  std::memcpy(header.checksum, checksum.data(), sizeof header.checksum);
  return header;
}

/// What follows the header, if the file is whole.
static std::optional<StringRef> contentsOf(StringRef file) {
  if (file.size() < sizeof(Header))
    return std::nullopt;
  StringRef bytes = file.drop_front(sizeof(Header));
  Header expected = headerOf(bytes);
  if (std::memcmp(file.data(), &expected, sizeof expected) != 0)
    return std::nullopt;
  return bytes;
}

void CacheFolder::find(StringRef key,
                       function_ref<Verdict(StringRef)> read) const {
  std::error_code code;
  for (fs::directory_iterator it(folderOf(path, key), code), end;
       !code && it != end; it.increment(code)) {
    const std::string &entry = it->path();
    StringRef name = llvm::sys::path::filename(entry);
    if (!isEntry(name) || !name.starts_with(key))
      continue;
    int file =
        open(entry.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
      continue;
    auto closes = llvm::make_scope_exit([&] { close(file); });
    std::optional<std::string> bytes = readOwn(file);
    if (!bytes)
      continue;
    std::optional<StringRef> contents = contentsOf(*bytes);
    Verdict verdict = contents ? read(*contents) : Verdict::Damaged;
    if (verdict == Verdict::Damaged)
      unlink(entry.c_str());
    if (verdict != Verdict::Taken)
      continue;
    futimens(file, nullptr);
    return;
  }
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// While it exists, a file beyond the process's limit is an error and no signal.
namespace {
class NoSignalOfLargeFiles {
public:
  NoSignalOfLargeFiles() {
    sigemptyset(&large);
    sigaddset(&large, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &large, &before);
  }
  ~NoSignalOfLargeFiles() {
    timespec now = {};
    if (!sigismember(&before, SIGXFSZ))
      while (sigtimedwait(&large, nullptr, &now) > 0)
        ;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

private:
  sigset_t large, before;
};
} // namespace

/// 0, or the number of the error.
static int writeAll(int file, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t done = write(file, bytes.data(), bytes.size());
    if (done < 0 && errno != EINTR)
      return errno;
    bytes = bytes.drop_front(done > 0 ? static_cast<size_t>(done) : 0);
  }
  return 0;
}

static bool isFull(int error) {
  return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

/// A file that is new, for this user alone; -1 and the number of the error.
static int createDraft(StringRef folder, std::string &out_path, int &error) {
  for (int number = 0; number < 100; ++number) {
    out_path =
        (folder + "/" + kDraft + Twine(getpid()) + "." + Twine(number)).str();
    int file = open(out_path.c_str(),
                    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    error = file < 0 ? errno : 0;
    if (error != EEXIST)
      return file;
  }
  return -1;
}

static int writeDraft(StringRef folder, StringRef bytes,
                      std::string &out_path) {
  int error = 0;
  int file = createDraft(folder, out_path, error);
  if (file < 0)
    return error;
  NoSignalOfLargeFiles noSignal;
  Header header = headerOf(bytes);
  error = writeAll(file, {reinterpret_cast<char *>(&header), sizeof header});
  if (error == 0)
    error = writeAll(file, bytes);
  // Else a crash of the machine may leave a name without its bytes.
  if (error == 0 && fsync(file) != 0)
    error = errno;
  if (close(file) != 0 && error == 0)
    error = errno;
  if (error != 0)
    unlink(out_path.c_str());
  return error;
}

std::string CacheFolder::keep(StringRef key, StringRef variant,
                              StringRef bytes) const {
  assert(isHex(key, 64) && isHex(variant, 16) && "keys are digits");
  int64_t size = static_cast<int64_t>(bytes.size() + sizeof(Header));
  if (size > maxBytes)
    return "";
  std::string folder = folderOf(path, key), draft, entry;
  std::error_code code = fs::create_directories(folder, /*IgnoreExisting=*/true,
                                                fs::perms::owner_all);
  int error = code ? code.value() : writeDraft(folder, bytes, draft);
  if (error == 0) {
    entry = (folder + "/" + key + "." + variant).str();
    error = rename(draft.c_str(), entry.c_str()) == 0 ? 0 : errno;
    if (error != 0)
      unlink(draft.c_str());
  }
  if (error == 0)
    makeRoom(entry);
  return error == 0 || isFull(error) ? "" : std::strerror(error);
}

void CacheFolder::makeRoom(StringRef newest) const {
  struct Entry {
    int64_t used, bytes;
    std::string path;
  };
  std::vector<Entry> entries;
  int64_t total = 0;
  std::error_code code;
  for (fs::directory_iterator folder(path, code), end; !code && folder != end;
       folder.increment(code)) {
    if (!isHex(llvm::sys::path::filename(folder->path()), 2))
      continue;
    std::error_code inside;
    for (fs::directory_iterator it(folder->path(), inside);
         !inside && it != end; it.increment(inside)) {
      StringRef name = llvm::sys::path::filename(it->path());
      bool isDraft = name.starts_with(kDraft);
      struct stat info = {};
      if ((!isDraft && !isEntry(name)) ||
          lstat(it->path().c_str(), &info) != 0 || !S_ISREG(info.st_mode))
        continue;
      if (isDraft && info.st_mtime + kDraftSeconds < std::time(nullptr)) {
        unlink(it->path().c_str());
        continue;
      }
      total += info.st_size;
      if (!isDraft && it->path() != newest)
        entries.push_back(
            {info.st_mtim.tv_sec * 1'000'000'000 + info.st_mtim.tv_nsec,
             info.st_size, it->path()});
    }
  }
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.used, a.path) < std::tie(b.used, b.path);
  });
  for (const Entry &entry : entries) {
    if (total <= maxBytes)
      return;
    // Another process may have removed it.
    unlink(entry.path.c_str());
    total -= entry.bytes;
  }
}
