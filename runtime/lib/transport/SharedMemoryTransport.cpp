//===- SharedMemoryTransport.cpp - Making the transports of one host ------===//
//
// Creation, attachment, failure and memory of the threads transport. Tested by
// test/conformance (FailureTest.cpp, GroupsTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "SharedMemoryTransport.h"

#include "Copy.h"
#include "Liveness.h"
#include "popt-rt/transport_threads.h"

#include <algorithm>
#include <cmath>
#include <new>

using namespace popt::rt;

SharedMemoryTransport::SharedMemoryTransport(
    std::shared_ptr<Segment> theSegment, int32_t theRank, int32_t ranksHere,
    int32_t cores, int64_t cacheBytes, double timeoutSeconds)
    : segment(std::move(theSegment)), record(segment->rankRecord(theRank)),
      policy(WaitPolicy::choose(ranksHere, cores, segment->isPrivate())),
      ranksHere(ranksHere), cores(cores), cacheBytes(cacheBytes), timeout(0),
      heap(segment->isPrivate() ? nullptr : segment->heap(theRank),
           segment->header().heapBytes) {
  rank = theRank;
  size = segment->size();
  setTimeout(timeoutSeconds);
}

SharedMemoryTransport::~SharedMemoryTransport() {
  // Groups hold staging memory of the heap.
  groups.clear();
  record.left.store(1);
}

void SharedMemoryTransport::setTimeout(double seconds) {
  bool limited = std::isfinite(seconds) && seconds > 0 && seconds < 1e9;
  timeout.store(limited ? static_cast<int64_t>(seconds * 1e9) + 1 : 0);
}

void SharedMemoryTransport::abort(const char *message) {
  segment->failAll(POPT_RT_ABORTED,
                   "rank " + std::to_string(rank) + ": " + message);
}

popt_rt_status SharedMemoryTransport::health(std::string *message) {
  return segment->failure(message);
}

void SharedMemoryTransport::computing(int64_t op) {
  record.begun.store(op + 1, std::memory_order_relaxed);
  if (op >= 0)
    record.journal.begin(op);
  if (!record.computes.load(std::memory_order_relaxed))
    record.computes.store(1);
}

popt_rt_status SharedMemoryTransport::failed() {
  std::string message;
  popt_rt_status status = segment->failure(&message);
  return fail(status, std::move(message));
}

void SharedMemoryTransport::checkProcesses() { findDeadRank(*segment, rank); }

popt_rt_status SharedMemoryTransport::allocate(size_t bytes, void *&memory) {
  memory = heap.allocate(bytes);
  if (!memory)
    return fail(POPT_RT_OUT_OF_MEMORY,
                "allocate: no room for " + std::to_string(bytes) + " bytes");
  return POPT_RT_OK;
}

void SharedMemoryTransport::free(void *memory) { heap.free(memory); }

popt_rt_status
SharedMemoryTransport::makeGroup(std::vector<int32_t> ranks, int32_t channel,
                                 int32_t member,
                                 std::unique_ptr<popt_rt_group> &group) {
  if (segment->hasFailed())
    return failed();
  GroupBlock *block = segment->findGroup(ranks, channel);
  if (!block)
    return fail(POPT_RT_OUT_OF_MEMORY,
                "group: the segment has no room for another group");
  group = std::make_unique<SharedMemoryGroup>(*this, *block, std::move(ranks),
                                              channel, member);
  return POPT_RT_OK;
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

int32_t popt_rt_available_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return std::max(1, CPU_COUNT(&set));
  return std::max<int32_t>(1, sysconf(_SC_NPROCESSORS_ONLN));
}

static std::unique_ptr<SharedMemoryTransport>
makeTransport(std::shared_ptr<Segment> segment, int32_t rank,
              const popt_rt_threads_options *options) {
  popt_rt_threads_options chosen =
      options ? *options : popt_rt_threads_options{};
  if (chosen.cores <= 0)
    chosen.cores = popt_rt_available_cores();
  if (chosen.cache_bytes <= 0)
    chosen.cache_bytes = lastLevelCacheBytes();
  int32_t ranksHere = segment->size();
  return std::make_unique<SharedMemoryTransport>(
      std::move(segment), rank, ranksHere, chosen.cores, chosen.cache_bytes,
      chosen.timeout_seconds);
}

static bool isSize(int32_t size) { return size >= 1 && size <= 4096; }

popt_rt_status popt_rt_threads_create(int32_t size,
                                      const popt_rt_threads_options *options,
                                      popt_rt_transport **out_transports) {
  if (!isSize(size) || !out_transports)
    return POPT_RT_INVALID_ARGUMENT;
  try {
    std::shared_ptr<Segment> segment = Segment::createPrivate(size);
    if (!segment)
      return POPT_RT_OUT_OF_MEMORY;
    std::vector<std::unique_ptr<SharedMemoryTransport>> made;
    for (int32_t rank = 0; rank < size; ++rank)
      made.push_back(makeTransport(segment, rank, options));
    for (int32_t rank = 0; rank < size; ++rank)
      out_transports[rank] = made[rank].release();
    return POPT_RT_OK;
  } catch (const std::bad_alloc &) {
    return POPT_RT_OUT_OF_MEMORY;
  }
}

popt_rt_status popt_rt_threads_create_segment(int32_t size,
                                              int64_t memory_bytes,
                                              int *out_fd) {
  if (!isSize(size) || memory_bytes < 0 || !out_fd)
    return POPT_RT_INVALID_ARGUMENT;
  *out_fd = Segment::createShared(size, memory_bytes ? memory_bytes
                                                     : uint64_t(16) << 30);
  return *out_fd < 0 ? POPT_RT_SYSTEM_ERROR : POPT_RT_OK;
}

popt_rt_status popt_rt_threads_attach(int fd, int32_t rank,
                                      const popt_rt_threads_options *options,
                                      popt_rt_transport **out_transport) {
  if (!out_transport)
    return POPT_RT_INVALID_ARGUMENT;
  try {
    std::shared_ptr<Segment> segment = Segment::attach(fd);
    if (!segment)
      return POPT_RT_SYSTEM_ERROR;
    if (rank < 0 || rank >= segment->size())
      return POPT_RT_INVALID_ARGUMENT;
    if (!segment->join(rank))
      return POPT_RT_INVALID_ARGUMENT;
    *out_transport = makeTransport(segment, rank, options).release();
    return POPT_RT_OK;
  } catch (const std::bad_alloc &) {
    return POPT_RT_OUT_OF_MEMORY;
  }
}
