//===- Clique.cpp ---------------------------------------------------------===//
#include "Clique.h"

#include <cstring>
#include <fcntl.h>
#include <random>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace popt::fake {
namespace {

/// What an id says.
struct IdText {
  char magic[16];
  int32_t process, file;
  uint64_t nonce;
};
constexpr char kMagic[16] = "popt-fake-nccl";
/// Where the file ends; no mapping is so large.
constexpr off_t kFileBytes = off_t(1) << 42;

CliqueHead *mapHead(int file) {
  void *memory =
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<CliqueHead *>(memory);
}

/// The files of ids that this process has made, until all ranks have them.
struct OpenFile {
  int file;
  CliqueHead *head;
};
std::vector<OpenFile> &openFiles() {
  static std::vector<OpenFile> files;
  return files;
}

void closeFiles() {
  std::vector<OpenFile> kept;
  for (OpenFile &open : openFiles()) {
    uint32_t joined = open.head->joined.load();
    if (joined == 0 || int32_t(joined) < open.head->size) {
      kept.push_back(open);
      continue;
    }
    munmap(open.head, 4096);
    close(open.file);
  }
  openFiles() = kept;
}

} // namespace

bool Clique::create(NcclId &out_id) {
  closeFiles();
  int file = memfd_create("popt-fake-nccl", MFD_CLOEXEC);
  CliqueHead *head =
      file >= 0 && ftruncate(file, kFileBytes) == 0 ? mapHead(file) : nullptr;
  if (!head) {
    close(file);
    return false;
  }
  std::random_device random;
  head->nonce = uint64_t(random()) << 32 | random();
  openFiles().push_back({file, head});
  IdText text = {};
  memcpy(text.magic, kMagic, sizeof kMagic);
  text.process = getpid();
  text.file = file;
  text.nonce = head->nonce;
  out_id = {};
  memcpy(out_id.bytes, &text, sizeof text);
  return true;
}

uint64_t Clique::areasOf(int32_t size) {
  uint64_t records = 64 + uint64_t(size) * sizeof(MemberRecord) +
                     uint64_t(size) * uint64_t(size) * sizeof(PairRecord);
  return (records + 4095) / 4096 * 4096;
}

std::unique_ptr<Clique> Clique::open(const NcclId &id, int32_t size) {
  IdText text;
  memcpy(&text, id.bytes, sizeof text);
  if (memcmp(text.magic, kMagic, sizeof kMagic) != 0)
    return nullptr;
  std::string path = "/proc/" + std::to_string(text.process) + "/fd/" +
                     std::to_string(text.file);
  int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0)
    return nullptr;
  uint64_t bytes =
      areasOf(size) + uint64_t(size) * uint64_t(size + 1) * kAreaBytes;
  void *base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_NORESERVE, file, 0);
  close(file);
  if (base == MAP_FAILED)
    return nullptr;
  std::unique_ptr<Clique> clique(
      new Clique(static_cast<uint8_t *>(base), bytes, size));
  return clique->head().nonce == text.nonce ? std::move(clique) : nullptr;
}

Clique::~Clique() { munmap(base, bytes); }

} // namespace popt::fake
