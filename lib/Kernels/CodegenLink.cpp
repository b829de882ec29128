//===- CodegenLink.cpp - Link kernels with lld and load them --------------===//
//
// lld runs in this process (no linker has to be installed) on files in a
// temporary folder, one link at a time. Loading goes through an anonymous file,
// so that nothing is left behind whatever happens.
//
//===----------------------------------------------------------------------===//
#include "popt/Kernels/Codegen.h"

#include "lld/Common/Driver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <dlfcn.h>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace popt;

namespace {
/// A file that disappears with this object.
struct TemporaryFile {
  llvm::SmallString<128> path;
  std::unique_ptr<llvm::FileRemover> remover;

  bool create(llvm::StringRef suffix, std::string &error) {
    if (std::error_code code =
            llvm::sys::fs::createTemporaryFile("popt", suffix, path)) {
      error = "no temporary file can be made (TMPDIR): " + code.message();
      return false;
    }
    remover = std::make_unique<llvm::FileRemover>(path);
    return true;
  }
};
} // namespace

std::optional<llvm::SmallVector<char, 0>>
popt::linkSharedObject(llvm::ArrayRef<llvm::SmallVector<char, 0>> objects,
                       std::string &error) {
  static std::mutex oneLinkAtATime;
  std::lock_guard<std::mutex> lock(oneLinkAtATime);
  std::vector<TemporaryFile> inputs(objects.size());
  TemporaryFile output;
  if (!output.create("so", error))
    return std::nullopt;
  std::vector<const char *> arguments = {
      "ld.lld",           "-shared", "--threads=1", "--build-id=none",
      "--hash-style=gnu", "-z",      "noexecstack", "-o",
      output.path.c_str()};
  for (auto [input, object] : llvm::zip(inputs, objects)) {
    if (!input.create("o", error))
      return std::nullopt;
    std::error_code code;
    llvm::raw_fd_ostream stream(input.path, code);
    stream.write(object.data(), object.size());
    stream.close();
    if (!code)
      code = stream.error();
    if (code) {
      stream.clear_error();
      error = "temporary file \"" + input.path.str().str() +
              "\" cannot be written: " + code.message();
      return std::nullopt;
    }
    arguments.push_back(input.path.c_str());
  }
  llvm::raw_string_ostream stream(error);
  lld::Result result = lld::lldMain(arguments, llvm::nulls(), stream,
                                    {{lld::Gnu, &lld::elf::link}});
  if (result.retCode != 0)
    return std::nullopt;
  auto buffer = llvm::MemoryBuffer::getFile(output.path);
  if (!buffer) {
    error = "no linked file";
    return std::nullopt;
  }
  return llvm::SmallVector<char, 0>((*buffer)->getBufferStart(),
                                    (*buffer)->getBufferEnd());
}

std::optional<LoadedKernels>
LoadedKernels::load(llvm::ArrayRef<char> sharedObject, std::string &error) {
  LoadedKernels loaded;
  int file = loaded.file = memfd_create("popt-kernels", MFD_CLOEXEC);
  if (file < 0) {
    error = std::string("no memory file for kernels: ") + strerror(errno);
    return std::nullopt;
  }
  for (size_t done = 0; done < sharedObject.size();) {
    ssize_t count =
        write(file, sharedObject.data() + done, sharedObject.size() - done);
    if (count <= 0) {
      error = std::string("kernels cannot be written to memory: ") +
              strerror(errno);
      return std::nullopt;
    }
    done += count;
  }
  std::string path = "/proc/self/fd/" + std::to_string(file);
  loaded.handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!loaded.handle) {
    error = std::string("kernels cannot be loaded: ") + dlerror();
    return std::nullopt;
  }
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
