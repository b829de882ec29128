//===- Segment.cpp - The memory that ranks of a host share ----------------===//
//
// Tested by test/conformance (all of it; GroupsTest.cpp for the table of
// groups, FailureTest.cpp for failAll).
//
//===----------------------------------------------------------------------===//

#include "Segment.h"
#include "../system/System.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>

using namespace popt::rt;

/// Room for groups and rings; pages that are not used cost nothing.
static constexpr uint64_t controlBytes = uint64_t(256) << 20;
static constexpr uint32_t segmentVersion = 1;
static constexpr uint64_t pageBytes = 4096;

static uint64_t alignUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

static uint64_t rankRecordsOffset() {
  return alignUp(sizeof(SegmentHeader), 128);
}

static uint64_t headerBytes(int32_t size) {
  return alignUp(rankRecordsOffset() + size * sizeof(RankRecord), pageBytes);
}

static uint64_t heapsOffset(int32_t size) {
  return alignUp(headerBytes(size) + controlBytes, sys::kLargePageBytes);
}

/// The pages of a rank's stride that its heap leaves free. Ranks keep the same values
/// at the same offsets, and a block of a collective goes through them on all ranks
/// at once: in heaps that all began at a large page they would compete for the same
/// sets of the caches. The pages of cache colouring (Bonwick 1994) repeat where the
/// sets of an L2 cache of 1 MiB do.
static uint64_t colour(int32_t rank) { return rank * 17 % 32 * pageBytes; }

static uint64_t heapStride(uint64_t heapBytes) {
  return alignUp(heapBytes + 32 * pageBytes, sys::kLargePageBytes);
}

static uint64_t segmentBytes(int32_t size, uint64_t heapBytes) {
  return heapsOffset(size) + size * heapStride(heapBytes);
}

static void *mapPages(uint64_t bytes, int flags, int fd) {
  void *memory = sys::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                           flags | MAP_NORESERVE, fd, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

/// The mapping is zeroed, which is the initial state of everything else.
static void writeHeader(SegmentHeader &header, int32_t size,
                        uint64_t heapBytes) {
  header.version = segmentVersion;
  header.size = size;
  header.bytes = segmentBytes(size, heapBytes);
  header.controlNext = headerBytes(size);
  header.controlEnd = heapsOffset(size);
  header.heapBytes = heapBytes;
  header.magic = SegmentHeader::magicNumber;
}

std::shared_ptr<Segment> Segment::createPrivate(int32_t size) {
  std::shared_ptr<Segment> segment(new Segment);
  segment->mappedBytes = segmentBytes(size, 0);
  segment->base = static_cast<char *>(
      mapPages(segment->mappedBytes, MAP_PRIVATE | MAP_ANONYMOUS, -1));
  if (!segment->base)
    return nullptr;
  writeHeader(segment->header(), size, 0);
  return segment;
}

int Segment::createShared(int32_t size, uint64_t heapBytes) {
  heapBytes = alignUp(heapBytes, pageBytes);
  int fd = sys::memoryFile("popt-rt");
  if (fd < 0)
    return -1;
  uint64_t bytes = segmentBytes(size, heapBytes);
  void *header = nullptr;
  if (sys::ftruncate(fd, static_cast<off_t>(bytes)) == 0)
    header = mapPages(headerBytes(size), MAP_SHARED, fd);
  if (!header) {
    int error = errno;
    close(fd);
    errno = error;
    return -1;
  }
  writeHeader(*static_cast<SegmentHeader *>(header), size, heapBytes);
  munmap(header, headerBytes(size));
  return fd;
}

std::shared_ptr<Segment> Segment::attach(int fd) {
  struct stat status;
  if (sys::fstat(fd, &status) != 0)
    return nullptr;
  errno = EINVAL;
  if (static_cast<uint64_t>(status.st_size) < headerBytes(1))
    return nullptr;
  std::shared_ptr<Segment> segment(new Segment);
  segment->privateMapping = false;
  segment->mappedBytes = static_cast<uint64_t>(status.st_size);
  segment->base =
      static_cast<char *>(mapPages(segment->mappedBytes, MAP_SHARED, fd));
  if (!segment->base)
    return nullptr;
  sys::adviseLargePages(segment->base, segment->mappedBytes);
  const SegmentHeader &header = segment->header();
  errno = EINVAL;
  if (header.magic != SegmentHeader::magicNumber ||
      header.version != segmentVersion || header.bytes != segment->mappedBytes)
    return nullptr;
  return segment;
}

Segment::~Segment() {
  if (base)
    munmap(base, mappedBytes);
}

RankRecord &Segment::rankRecord(int32_t rank) const {
  return at<RankRecord>(rankRecordsOffset())[rank];
}

bool Segment::join(int32_t rank) const {
  int32_t noProcess = 0;
  return rankRecord(rank).process.compare_exchange_strong(noProcess, getpid());
}

char *Segment::heap(int32_t rank) const {
  return base + header().controlEnd + rank * heapStride(header().heapBytes) +
         colour(rank);
}

//===----------------------------------------------------------------------===//
// Control area
//===----------------------------------------------------------------------===//

/// Held for microseconds, when a group or ring is first used. A process that
/// dies holding it makes the others give up after ten seconds.
bool Segment::lock() {
  int64_t deadline = 0;
  uint32_t free = 0;
  while (!header().lock.compare_exchange_weak(free, 1)) {
    free = 0;
    sched_yield();
    int64_t now = nowNanoseconds();
    if (deadline == 0)
      deadline = now + int64_t(10) * 1'000'000'000;
    else if (now > deadline)
      return false;
  }
  return true;
}

void Segment::unlock() { header().lock.store(0); }

uint64_t Segment::take(uint64_t bytes) {
  uint64_t offset = alignUp(header().controlNext, 128);
  if (offset + bytes > header().controlEnd)
    return 0;
  header().controlNext = offset + bytes;
  return offset;
}

static bool isGroup(const Segment &segment, const GroupBlock &block,
                    const std::vector<int32_t> &ranks, int32_t channel) {
  return block.channel == channel &&
         block.size == static_cast<int32_t>(ranks.size()) &&
         memcmp(segment.at<int32_t>(block.ranksOffset), ranks.data(),
                ranks.size() * sizeof(int32_t)) == 0;
}

GroupBlock *Segment::findGroup(const std::vector<int32_t> &ranks,
                               int32_t channel) {
  if (!lock())
    return nullptr;
  GroupBlock *found = nullptr;
  uint32_t known = header().numGroups.load();
  for (uint32_t i = 0; i < known && !found; ++i) {
    auto *block = at<GroupBlock>(header().groups[i].load());
    if (isGroup(*this, *block, ranks, channel))
      found = block;
  }
  if (!found && known < SegmentHeader::maxGroups) {
    uint64_t n = ranks.size();
    uint64_t block = take(sizeof(GroupBlock));
    uint64_t members = take(n * sizeof(MemberRecord));
    uint64_t list = take(n * sizeof(int32_t));
    uint64_t counts = take(2 * n * n * sizeof(int64_t));
    uint64_t rings = take(n * n * sizeof(std::atomic<uint64_t>));
    if (block && members && list && counts && rings) {
      found = at<GroupBlock>(block);
      found->size = static_cast<int32_t>(n);
      found->channel = channel;
      found->membersOffset = members;
      found->ranksOffset = list;
      found->countsOffset = counts;
      found->ringsOffset = rings;
      memcpy(at<int32_t>(list), ranks.data(), n * sizeof(int32_t));
      header().groups[known].store(block);
      header().numGroups.store(known + 1);
    }
  }
  unlock();
  return found;
}

TransferRing *Segment::findRing(GroupBlock &group, int32_t source,
                                int32_t target) {
  auto &place = at<std::atomic<uint64_t>>(
      group.ringsOffset)[source * group.size + target];
  uint64_t offset = place.load(std::memory_order_acquire);
  if (!offset) {
    if (!lock())
      return nullptr;
    offset = place.load();
    if (!offset && (offset = take(sizeof(TransferRing))))
      place.store(offset);
    unlock();
  }
  return offset ? at<TransferRing>(offset) : nullptr;
}

//===----------------------------------------------------------------------===//
// Failure
//===----------------------------------------------------------------------===//

MemberPoints *Segment::points(const GroupBlock &group) {
  std::lock_guard<std::mutex> lock(pointsMutex);
  std::vector<MemberPoints> &points = pointsOfGroups[&group];
  points.resize(static_cast<size_t>(group.size));
  return points.data();
}

bool Segment::failAll(popt_rt_status status, const std::string &message) {
  SegmentHeader &h = header();
  uint32_t none = 0;
  if (!h.failed.compare_exchange_strong(none, SegmentHeader::failing))
    return false;
  strncpy(h.message, message.c_str(), SegmentHeader::messageBytes - 1);
  h.failed.store(status);
  WaitPolicy policy;
  policy.isPrivate = privateMapping;
  uint32_t known = h.numGroups.load();
  for (uint32_t i = 0; i < known; ++i) {
    auto *block = at<GroupBlock>(h.groups[i].load());
    wakeAll(block->epoch, policy);
    auto *members = at<MemberRecord>(block->membersOffset);
    for (int32_t m = 0; m < block->size; ++m)
      wakeAll(members[m].bell, policy);
  }
  return true;
}

void Segment::failDied(int32_t rank, const std::string &message) {
  if (!hasFailed())
    header().died.store(rank + 1);
  failAll(POPT_RT_ABORTED, message);
  rankRecord(rank).left.store(1);
}

popt_rt_status Segment::failure(std::string *message) const {
  uint32_t status;
  // The message is being written; a process that died in between leaves it.
  for (int i = 0;
       (status = header().failed.load()) == SegmentHeader::failing && i < 1000;
       ++i)
    usleep(1000);
  if (status == 0)
    return POPT_RT_OK;
  if (status == SegmentHeader::failing) {
    if (message)
      *message = "a rank died while it reported a failure";
    return POPT_RT_ABORTED;
  }
  if (message)
    *message = header().message;
  return static_cast<popt_rt_status>(status);
}
