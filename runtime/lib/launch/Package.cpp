//===- Package.cpp - Appends a program to the launcher, and loads it ------===//
//
//   launcher | step table | kernels | trailer
//
// Without the launcher, this is a package, which a launcher takes as its first
// argument. The trailer is the last 48 bytes: magic, version, a checksum, the
// offsets of the two parts, the length of the whole before it. The dynamic
// loader does not look past the launcher's own segments. Kernels for CPUs are a
// shared object, which at start is written to a nameless file in memory and
// opened from there: nothing touches the disk, and it goes with the process.
// Kernels for GPUs are images (gpu_code.h). Test: PackageTest.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/package.h"
#include "../data/Files.h"
#include "../system/System.h"
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace popt::rt;

namespace {
constexpr char kMagic[8] = {'P', 'O', 'P', 'T', 'P', 'A', 'C', 'K'};
constexpr uint32_t kVersion = 1;
constexpr size_t kTrailer = 48;

struct Trailer {
  uint64_t table = 0, object = 0, end = 0;
  uint32_t checksum = 0;
};

void put(std::vector<uint8_t> &out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i)
    out.push_back(static_cast<uint8_t>(value >> (8 * i)));
}

uint64_t get(const uint8_t *at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; ++i)
    value |= static_cast<uint64_t>(at[i]) << (8 * i);
  return value;
}

bool hasTrailer(const uint8_t *file, size_t bytes) {
  return bytes >= kTrailer &&
         std::memcmp(file + bytes - kTrailer, kMagic, 8) == 0;
}
} // namespace

/// The end of a package whose table begins at `tableBegin`.
static std::vector<uint8_t> trailerOf(uint64_t tableBegin,
                                      const PackageParts &parts) {
  const auto &[table, kernels] = parts;
  std::vector<uint8_t> trailer(kMagic, kMagic + 8);
  put(trailer, kVersion, 4);
  put(trailer,
      crc32(table.data(), table.size()) ^
          crc32(kernels.data(), kernels.size()) * 31u,
      4);
  put(trailer, tableBegin, 8);
  put(trailer, tableBegin + table.size(), 8);
  put(trailer, tableBegin + table.size() + kernels.size(), 8);
  trailer.resize(kTrailer, 0);
  return trailer;
}

bool popt::rt::writePackage(const std::string &launcherPath,
                            const PackageParts &parts,
                            const std::string &outPath,
                            std::string &out_error) {
  std::vector<uint8_t> launcher;
  bool isAlone = launcherPath.empty();
  if (!isAlone && !readFile(launcherPath, launcher, out_error))
    return false;
  if (hasTrailer(launcher.data(), launcher.size())) {
    out_error = launcherPath + ": this launcher already carries a program";
    return false;
  }
  uint64_t padding = (4096 - launcher.size() % 4096) % 4096;
  launcher.resize(launcher.size() + padding, 0);
  std::vector<uint8_t> trailer = trailerOf(launcher.size(), parts);
  return writeFile(outPath,
                   {{launcher.data(), launcher.size()},
                    {parts.table.data(), parts.table.size()},
                    {parts.kernels.data(), parts.kernels.size()},
                    {trailer.data(), trailer.size()}},
                   out_error, /*executable=*/!isAlone);
}

int popt::rt::packageInMemory(const PackageParts &parts,
                              std::string &out_error) {
  const std::vector<uint8_t> trailer = trailerOf(0, parts);
  int file = sys::memfd_create("popt-package", MFD_CLOEXEC);
  int error = file < 0 ? errno : 0;
  for (const std::vector<uint8_t> *part :
       {&parts.table, &parts.kernels, &trailer})
    if (error == 0)
      error = sys::writeAll(file, part->data(), part->size());
  if (error == 0)
    return file;
  out_error =
      std::string("cannot keep the program in memory: ") + std::strerror(error);
  if (file >= 0)
    close(file);
  return -1;
}

std::vector<uint8_t> popt::rt::packageBytes(const PackageParts &parts) {
  std::vector<uint8_t> bytes;
  for (const std::vector<uint8_t> &part :
       {parts.table, parts.kernels, trailerOf(0, parts)})
    bytes.insert(bytes.end(), part.begin(), part.end());
  return bytes;
}

/// Opens a shared object that lies in memory; never closed, since kernels run
/// until the process ends. Nor is its file: the loader knows libraries by path,
/// and the next one would get this number, and this library.
static void *openObject(const uint8_t *data, size_t size, std::string &error) {
  int fd = sys::memfd_create("popt-kernels", MFD_CLOEXEC);
  if (fd < 0) {
    error =
        std::string("cannot create a file in memory: ") + std::strerror(errno);
    return nullptr;
  }
  if (int number = sys::writeAll(fd, data, size)) {
    error =
        std::string("cannot write a file in memory: ") + std::strerror(number);
    close(fd);
    return nullptr;
  }
  std::string path = "/proc/self/fd/" + std::to_string(fd);
  std::string why;
  void *handle = sys::openLibrary(path, why);
  if (!handle) {
    error = "cannot load the kernels: " + why;
    close(fd);
  }
  return handle;
}

bool popt::rt::loadPackage(const std::string &path, LoadedProgram &out_program,
                           std::string &out_error) {
  std::vector<uint8_t> file;
  return readFile(path, file, out_error) &&
         loadPackage(path, file.data(), file.size(), out_program, out_error);
}

bool popt::rt::loadPackage(const std::string &name, const uint8_t *file,
                           size_t bytes, LoadedProgram &out_program,
                           std::string &out_error) {
  auto fail = [&](const std::string &what) {
    out_error = name + ": " + what;
    return false;
  };
  if (!hasTrailer(file, bytes))
    return fail(
        "it carries no program, or is cut short; poptc makes executables");
  const uint8_t *at = file + bytes - kTrailer;
  if (get(at + 8, 4) != kVersion)
    return fail("its program has package version " +
                std::to_string(get(at + 8, 4)) + ", not " +
                std::to_string(kVersion));
  uint64_t tableBegin = get(at + 16, 8), objectBegin = get(at + 24, 8),
           end = get(at + 32, 8);
  if (end != bytes - kTrailer || objectBegin > end || tableBegin > objectBegin)
    return fail("its program is truncated or damaged");
  const uint8_t *table = file + tableBegin, *object = file + objectBegin;
  size_t tableBytes = objectBegin - tableBegin, objectBytes = end - objectBegin;
  if ((crc32(table, tableBytes) ^ crc32(object, objectBytes) * 31u) !=
      get(at + 12, 4))
    return fail("the checksum of its program is wrong: the file is damaged");
  std::string error;
  if (!deserialize(table, tableBytes, out_program.table, error))
    return fail(error);
  out_program.symbol = nullptr;
  out_program.images.clear();
  if (objectBytes == 0)
    return true;
  if (out_program.table.target.isGpu)
    return unpackImages(object, objectBytes, out_program.images, error) ||
           fail(error);
  void *handle = openObject(object, objectBytes, error);
  if (!handle)
    return fail(error);
  out_program.symbol = [handle](const std::string &name) {
    return dlsym(handle, name.c_str());
  };
  return true;
}
