//===- Unpack.cpp - Compressed tensors, once per host ---------------------===//
//
// The lowest rank of a host unpacks into files in memory; the others open them
// as /proc/PID/fd/N and map them. Where that is not allowed, a rank unpacks for
// itself.
//
//   rank 0   unpack ── its process, its files ──> all    wait for all, close
//   rank 1                                        map
//
// Tests: JoinedTest.
//
//===----------------------------------------------------------------------===//
#include "Unpack.h"
#include "../system/Host.h"
#include "../system/System.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace popt::rt;

/// The same for processes that see each other in /proc, and for no others.
static Bytes hostHere() {
  std::string id = thisHost().id;
  return {id.begin(), id.end()};
}

/// Maps a file of memory; null if that fails.
static std::shared_ptr<const uint8_t>
mapped(int file, size_t bytes, int protection, uint8_t **out_data = nullptr) {
  void *memory = sys::mmap(nullptr, std::max<size_t>(bytes, 1), protection,
                           MAP_SHARED, file, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  auto *data = static_cast<uint8_t *>(memory);
  if (out_data)
    *out_data = data;
  return {data, [bytes](const uint8_t *at) {
            munmap(const_cast<uint8_t *>(at), std::max<size_t>(bytes, 1));
          }};
}

namespace {
/// Files in memory, closed with it.
struct SharedMembers {
  std::vector<int> handles;
  ~SharedMembers() {
    for (int handle : handles)
      sys::close(handle);
  }
  /// A new one with a member's contents.
  bool add(SourceFile &file, std::string &error) {
    int handle = sys::memfd_create("popt-data", MFD_CLOEXEC);
    if (handle >= 0)
      handles.push_back(handle);
    uint8_t *data = nullptr;
    if (handle >= 0 &&
        sys::ftruncate(handle, static_cast<off_t>(file.bytes)) == 0)
      file.contents = mapped(handle, file.bytes, PROT_READ | PROT_WRITE, &data);
    if (!file.contents) {
      error = "no memory to unpack " + file.packed->what + ": " +
              std::strerror(errno);
      return false;
    }
    return unpack(machineFiles(), file, data, error);
  }
};
} // namespace

/// What another process of this host has unpacked.
static std::shared_ptr<const uint8_t> openOf(pid_t process, int handle,
                                             size_t bytes) {
  std::string path =
      "/proc/" + std::to_string(process) + "/fd/" + std::to_string(handle);
  int file = sys::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return nullptr;
  std::shared_ptr<const uint8_t> contents = mapped(file, bytes, PROT_READ);
  sys::close(file);
  return contents;
}

std::unique_ptr<UnpackedFiles>
UnpackedFiles::create(World &world, const std::vector<SourceFile> &list,
                      std::string &out_error) {
  std::unique_ptr<UnpackedFiles> result(new UnpackedFiles(list));
  std::vector<SourceFile *> packed;
  for (SourceFile &file : result->files)
    if (file.packed && !file.contents)
      packed.push_back(&file);
  if (packed.empty())
    return result;
  std::vector<Bytes> hosts, places;
  if (!world.exchange("unpacked data", 0, hostHere(), hosts, out_error))
    return nullptr;
  auto reader = std::find(hosts.begin(), hosts.end(), hosts[world.rank()]) -
                hosts.begin();
  bool isReader = reader == world.rank();
  SharedMembers memory;
  MessageWriter mine;
  mine.put(getpid());
  for (size_t i = 0; i < packed.size() && isReader; ++i)
    if (!memory.add(*packed[i], out_error))
      return nullptr;
  mine.putList(memory.handles);
  if (!world.exchange("unpacked data", 0, mine.bytes, places, out_error))
    return nullptr;
  MessageReader its(places[reader]);
  auto process = its.take<pid_t>();
  auto handles = its.takeList<int>();
  for (size_t i = 0; i < packed.size() && !isReader; ++i) {
    packed[i]->contents = openOf(process, handles[i], packed[i]->bytes);
    if (!packed[i]->contents && !memory.add(*packed[i], out_error))
      return nullptr;
  }
  if (!world.barrier("unpacked data", out_error))
    return nullptr;
  return result;
}
