//===- CodegenLink.cpp - Link kernels with lld and load them --------------===//
//
// lld runs in this process (no linker has to be installed), one link at a time. It
// takes files by name. So that nothing is left behind whatever happens, the objects
// are in memory, as one archive, and what is linked comes through a pipe: lld writes
// beside a file, but into a pipe. Loading goes through memory, too.
//
//===----------------------------------------------------------------------===//
#include "popt/Kernels/Codegen.h"

#include "MemoryFile.h"
#include "lld/Common/Driver.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>

LLD_HAS_DRIVER(elf)

using namespace popt;

/// An archive of objects that are all to be linked.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
archiveOf(llvm::ArrayRef<llvm::SmallVector<char, 0>> objects) {
  std::vector<llvm::NewArchiveMember> members;
  for (const llvm::SmallVector<char, 0> &object : objects)
    members.emplace_back(
        llvm::MemoryBufferRef({object.data(), object.size()}, "kernels.o"));
  return llvm::writeArchiveToBuffer(members, llvm::SymtabWritingMode::NoSymtab,
                                    llvm::object::Archive::K_GNU,
                                    /*Deterministic=*/true, /*Thin=*/false);
}

namespace {
/// A pipe, and a thread that reads what is written to it.
class Drain {
public:
  ~Drain() { finish(); }
  [[nodiscard]] bool start(std::string &error) {
    int number = pipe2(ends, O_CLOEXEC) ? errno : 0;
    if (!number)
      number = pthread_create(&thread, nullptr, read, this);
    isReading = number == 0;
    if (number)
      error = std::string("no pipe to the linker: ") + strerror(number);
    return isReading;
  }
  /// By which this process opens it.
  std::string path() const {
    return "/proc/self/fd/" + std::to_string(ends[1]);
  }
  /// All that was written; there are no other writers any more.
  llvm::SmallVector<char, 0> finish() {
    if (ends[1] >= 0)
      close(std::exchange(ends[1], -1));
    if (std::exchange(isReading, false))
      pthread_join(thread, nullptr);
    if (ends[0] >= 0)
      close(std::exchange(ends[0], -1));
    return std::move(bytes);
  }

private:
  static void *read(void *of) {
    auto *drain = static_cast<Drain *>(of);
    char part[65536];
    ssize_t count;
    while ((count = ::read(drain->ends[0], part, sizeof part)) > 0 ||
           (count < 0 && errno == EINTR))
      if (count > 0)
        drain->bytes.append(part, part + count);
    return nullptr;
  }

  int ends[2] = {-1, -1};
  pthread_t thread = {};
  bool isReading = false;
  llvm::SmallVector<char, 0> bytes;
};
} // namespace

std::optional<llvm::SmallVector<char, 0>>
popt::linkSharedObject(llvm::ArrayRef<llvm::SmallVector<char, 0>> objects,
                       std::string &error) {
  static std::mutex oneLinkAtATime;
  std::lock_guard<std::mutex> lock(oneLinkAtATime);
  auto archive = archiveOf(objects);
  if (!archive) {
    error = llvm::toString(archive.takeError());
    return std::nullopt;
  }
  MemoryFile input;
  Drain output;
  if (!input.create((*archive)->getBuffer(), error) || !output.start(error))
    return std::nullopt;
  std::string from = input.path(), to = output.path();
  std::vector<const char *> arguments = {"ld.lld",           "-shared",
                                         "--threads=1",      "--build-id=none",
                                         "--hash-style=gnu", "-z",
                                         "noexecstack",      "-o",
                                         to.c_str(),         "--whole-archive",
                                         from.c_str()};
  llvm::raw_string_ostream stream(error);
  lld::Result result = lld::lldMain(arguments, llvm::nulls(), stream,
                                    {{lld::Gnu, &lld::elf::link}});
  if (result.retCode != 0)
    return std::nullopt;
  return output.finish();
}

std::optional<LoadedKernels>
LoadedKernels::load(llvm::ArrayRef<char> sharedObject, std::string &error) {
  MemoryFile file;
  if (!file.create({sharedObject.data(), sharedObject.size()}, error))
    return std::nullopt;
  LoadedKernels loaded;
  loaded.handle = dlopen(file.path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!loaded.handle) {
    error = std::string("kernels cannot be loaded: ") + dlerror();
    return std::nullopt;
  }
  loaded.file = file.release();
  return loaded;
}

LoadedKernels::LoadedKernels(LoadedKernels &&other)
    : handle(std::exchange(other.handle, nullptr)),
      file(std::exchange(other.file, -1)) {}

LoadedKernels &LoadedKernels::operator=(LoadedKernels &&other) {
  std::swap(handle, other.handle);
  std::swap(file, other.file);
  return *this;
}

LoadedKernels::~LoadedKernels() {
  if (handle)
    dlclose(handle);
  if (file >= 0)
    close(file);
}

KernelFunction LoadedKernels::lookup(llvm::StringRef name) const {
  return reinterpret_cast<KernelFunction>(dlsym(handle, name.str().c_str()));
}
