//===- SharedMemoryTransport.h - Ranks that share memory --------*- C++ -*-===//
//
// A collective is a list of *blocks* of at most 64 KiB: "reduce this range of
// all send buffers into all recv buffers", "copy this range". Any rank can do
// any block, since each rank reaches all ranks' buffers. So one engine runs all
// operations; they differ only in `runBlock`.
//
//   publish my buffers; arrive
//   last to arrive: compare what all published, lay out the blocks, *open*
//   every rank awake: work off blocks; the last one to finish *closes*
//   leave when closed
//
// With a core for each rank ("push"), member m works off the m-th part of the
// blocks. With more ranks than cores ("claim"), blocks are taken from a shared
// counter: ranks that are awake do the work of those that sleep, which for
// small vectors need not even wake before the end.
//
// Why nothing is read too late: a member leaves only when all blocks are done,
// and the next collective opens only when all members have left this one. So a
// claimed block proves that all published buffers still stand; nothing
// published by others may be read before a block is claimed.
//
// A *bucket* is several collectives in one list of blocks. Its members publish
// a table of buffers instead of two; how it is cut follows from the calls,
// which are equal, so every member does that for itself.
//
// Data in device memory moves in streams (PeerStreams.h): then the blocks are as
// many as members, and each member enqueues its own.
//
// After a failure a rank must not return while a peer still works on its
// buffers: one that touches foreign buffers sets `working` and then looks for a
// failure; one that leaves because of a failure first waits for all `working` to
// end.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_SHAREDMEMORYTRANSPORT_H
#define POPT_RT_LIB_TRANSPORT_SHAREDMEMORYTRANSPORT_H

#include "Heap.h"
#include "Patience.h"
#include "PeerStreams.h"
#include "Reduce.h"
#include "Segment.h"
#include "Transport.h"

#include <atomic>

namespace popt::rt {

/// One rank of a segment.
class SharedMemoryTransport : public popt_rt_transport {
public:
  /// `ranksHere`: how many of the segment's ranks share the cores.
  SharedMemoryTransport(std::shared_ptr<Segment> segment, int32_t rank,
                        int32_t ranksHere, int32_t cores, int64_t cacheBytes,
                        double timeoutSeconds);
  ~SharedMemoryTransport() override;

  const char *name() const override { return "threads"; }
  void setTimeout(double seconds) override;
  void abort(const char *message) override;
  popt_rt_status health(std::string *message) override;
  void computing(int64_t op) override;
  void idle() override { record.computes.store(0); }
  void waitsForDevice(bool waits) override {
    uint64_t count = record.deviceWaits.load(std::memory_order_relaxed);
    if ((count % 2 != 0) != waits)
      record.deviceWaits.store(count + 1, std::memory_order_relaxed);
  }
  void inStep(int64_t step, int64_t microbatch) override {
    record.journal.inStep(step, microbatch);
  }
  void stepDone(double seconds, double computedSeconds) override {
    record.journal.stepDone(seconds, computedSeconds);
  }
  popt_rt_status allocate(size_t bytes, void *&memory) override;
  void free(void *memory) override;
  popt_rt_status makeGroup(std::vector<int32_t> ranks, int32_t channel,
                           int32_t member,
                           std::unique_ptr<popt_rt_group> &group) override;

  std::shared_ptr<Segment> hostSegment() const override { return segment; }

  /// Where the rank is in the program, in that command.
  OpenCall placeIn(int64_t command) const {
    return {command, record.journal.currentStep(),
            record.journal.currentMicrobatch()};
  }
  /// Notes that the rank enters a call.
  void enter(const popt_rt_op &op) {
    record.begun.store(op.id + 1, std::memory_order_relaxed);
    record.calls.store(record.calls.load(std::memory_order_relaxed) + 1,
                       std::memory_order_relaxed);
  }

  /// Sets the calling thread's error to what ended the transport.
  popt_rt_status failed();
  /// 0: no limit.
  int64_t timeoutNanoseconds() const { return timeout.load(); }
  Heap &stagingHeap() { return heap; }
  /// Looks for processes that died; ends the transport if there is one.
  void checkProcesses();

  const std::shared_ptr<Segment> segment;
  /// This rank's record in it.
  RankRecord &record;
  const WaitPolicy policy;
  const int32_t ranksHere, cores;
  const int64_t cacheBytes;
  /// Where calls on streams go; null on a CPU.
  std::unique_ptr<PeerStreams> streams;

private:
  std::atomic<int64_t> timeout;
  Heap heap;
};

class SharedMemoryRequest;

/// One member of a group: the engine of its collectives and transfers.
class SharedMemoryGroup : public popt_rt_group {
public:
  SharedMemoryGroup(SharedMemoryTransport &transport, GroupBlock &block,
                    std::vector<int32_t> ranks, int32_t channel,
                    int32_t member);
  ~SharedMemoryGroup() override;

  popt_rt_status run(const popt_rt_op &op, const Collective &c) override;
  popt_rt_status runBucket(const popt_rt_op &op, const Bucket &bucket) override;
  popt_rt_status start(const popt_rt_op &op, const TransferCall &call,
                       popt_rt_request *&request) override;

private:
  friend class SharedMemoryRequest;

  /// One collective as a list of blocks. In a bucket, `entry` is its place in
  /// the members' tables of buffers, and `firstBlock` in the list of all.
  struct Work {
    Collective c;
    int64_t numBlocks = 0, blockElements = 0;
    bool stream = false;
    int32_t entry = -1;
    int64_t firstBlock = 0;
  };

  // Collectives: the engine (SharedMemoryGroup.cpp).
  popt_rt_status arriveAndWork(const popt_rt_op &op, const Collective &c,
                               int64_t bytes);
  void publish(const popt_rt_op &op, const Collective &c);
  bool agree(const Collective &c);
  void layOut(const Collective &c);
  void cut(Work &work, int64_t count, int64_t blockBytes) const;
  bool work(const Collective &c);
  void runBlock(const Collective &c, int64_t index);
  bool stageBucket(const std::vector<Collective> &collectives);
  // Calls on streams (SharedMemoryStreams.cpp).
  /// The first of every call.
  popt_rt_status begin(const popt_rt_op &op);
  StreamPoint recordReady();
  void waitForMembers(StreamPoint MemberPoints::*point);
  bool keepStreamError();
  void copy(void *to, const void *from, int64_t bytes, bool bypass);
  void copyToAll(int32_t numTargets, int64_t offset, const void *from,
                 int64_t bytes, bool bypass);
  void fill(void *to, const void *element, int64_t size, int64_t count);
  void reduce(const Collective &c, int32_t numTargets, int64_t count,
              bool bypass);
  void copyOnStream(SharedMemoryRequest &send, SharedMemoryRequest &recv,
                    int64_t bytes);

  bool waitForEpoch(uint32_t epoch);
  int64_t tick(Patience &patience, uint32_t epoch);
  popt_rt_status leaveFailed();
  int64_t *countsOf(int32_t m) const { return counts + 2 * size() * m; }
  void *sendOf(int32_t m, const Work &work) const {
    return work.entry < 0 ? segment().resolve(members[m].send)
                          : bufferOf(m, 2 * work.entry);
  }
  void *recvOf(int32_t m, const Work &work) const {
    return work.entry < 0 ? segment().resolve(members[m].recv)
                          : bufferOf(m, 2 * work.entry + 1);
  }
  /// From a member's table of buffers.
  void *bufferOf(int32_t m, int32_t index) const {
    char *table = segment().resolve(members[m].send);
    return segment().resolve(reinterpret_cast<const uint64_t *>(table)[index]);
  }
  Segment &segment() const { return *transport.segment; }

  // What a block is (SharedMemoryBlocks.cpp).
  void runBlock(const Work &work, int64_t index);
  void reduceBlock(const Work &work, int64_t begin, int64_t length);
  void reduceScatterBlock(const Work &work, int64_t begin, int64_t length);
  void sliceBlock(const Work &work, int64_t begin, int64_t length);
  void copySlice(const Work &work, int32_t owner, int64_t within, int64_t begin,
                 int64_t length);
  void permuteBlock(const Work &work, int64_t index);
  void allToAllBlock(const Work &work, int64_t index);

  // Point to point (SharedMemoryTransfer.cpp).
  popt_rt_status runTransfer(Transfer &transfer, int32_t source,
                             int32_t target);
  template <typename Ready>
  bool waitForBell(const SharedMemoryRequest &request, Ready ready);
  void ring(int32_t m);
  /// Whether peers reach a buffer of this call where it lies.
  bool reaches(const void *buffer) const {
    return stream || segment().reaches(buffer);
  }

  SharedMemoryTransport &transport;
  GroupBlock &block;
  MemberRecord *members;
  int64_t *counts;
  /// Of the call at hand; null on the host.
  void *stream = nullptr;
  /// Of all members, where calls go into streams.
  MemberPoints *points = nullptr;
  /// Reused by every block: the n pointers that a kernel takes.
  std::vector<const void *> sources;
  std::vector<void *> outputs;
  /// Of the members, for waits that last.
  std::vector<Sighting> sightings;
  std::vector<std::unique_ptr<SharedMemoryRequest>> requests;
  std::vector<SharedMemoryRequest *> freeRequests;
  /// Copies of buffers that peers cannot use in place; grown when needed.
  Staging sendStaging, recvStaging;
  /// The collectives of the bucket at hand, and the published table of their
  /// buffers: send, recv, send, ...
  std::vector<Work> bucket;
  Staging bucketTable;
};

} // namespace popt::rt

#endif
