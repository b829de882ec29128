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

  llvm::Error create(llvm::StringRef suffix) {
    if (std::error_code error =
            llvm::sys::fs::createTemporaryFile("popt", suffix, path))
      return llvm::createStringError(
          error, "no temporary file can be made (TMPDIR): %s",
          error.message().c_str());
    remover = std::make_unique<llvm::FileRemover>(path);
    return llvm::Error::success();
  }
};
} // namespace

llvm::Expected<llvm::SmallVector<char, 0>>
popt::linkSharedObject(llvm::ArrayRef<llvm::SmallVector<char, 0>> objects) {
  static std::mutex oneLinkAtATime;
  std::lock_guard<std::mutex> lock(oneLinkAtATime);
  std::vector<TemporaryFile> inputs(objects.size());
  TemporaryFile output;
  if (llvm::Error error = output.create("so"))
    return error;
  std::vector<const char *> arguments = {
      "ld.lld",           "-shared", "--threads=1", "--build-id=none",
      "--hash-style=gnu", "-z",      "noexecstack", "-o",
      output.path.c_str()};
  for (auto [input, object] : llvm::zip(inputs, objects)) {
    if (llvm::Error error = input.create("o"))
      return error;
    std::error_code code;
    llvm::raw_fd_ostream stream(input.path, code);
    stream.write(object.data(), object.size());
    stream.close();
    if (code || stream.has_error()) {
      stream.clear_error();
      return llvm::createStringError("temporary file \"%s\" cannot be written",
                                     input.path.c_str());
    }
    arguments.push_back(input.path.c_str());
  }
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  lld::Result result = lld::lldMain(arguments, llvm::nulls(), stream,
                                    {{lld::Gnu, &lld::elf::link}});
  if (result.retCode != 0)
    return llvm::createStringError("%s", messages.c_str());
  auto buffer = llvm::MemoryBuffer::getFile(output.path);
  if (!buffer)
    return llvm::createStringError(buffer.getError(), "no linked file");
  return llvm::SmallVector<char, 0>((*buffer)->getBufferStart(),
                                    (*buffer)->getBufferEnd());
}

llvm::Expected<LoadedKernels>
LoadedKernels::load(llvm::ArrayRef<char> sharedObject) {
  LoadedKernels loaded;
  int file = loaded.file = memfd_create("popt-kernels", MFD_CLOEXEC);
  if (file < 0)
    return llvm::createStringError("no memory file for kernels: %s",
                                   strerror(errno));
  for (size_t done = 0; done < sharedObject.size();) {
    ssize_t count =
        write(file, sharedObject.data() + done, sharedObject.size() - done);
    if (count <= 0)
      return llvm::createStringError("kernels cannot be written to memory: %s",
                                     strerror(errno));
    done += count;
  }
  std::string path = "/proc/self/fd/" + std::to_string(file);
  loaded.handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!loaded.handle)
    return llvm::createStringError("kernels cannot be loaded: %s", dlerror());
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
