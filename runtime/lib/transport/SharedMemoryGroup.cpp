//===- SharedMemoryGroup.cpp - Running a collective together --------------===//
//
// The engine that SharedMemoryTransport.h describes: publish, arrive, open, work,
// close; timeouts, disagreement and failure. Tested by test/conformance
// (CollectivesTest.cpp, StressTest.cpp, FailureTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "SharedMemoryTransport.h"

#include "Agreement.h"
#include "Copy.h"
#include "Liveness.h"
#include "SharedMemoryRequest.h"

#include <algorithm>
#include <unistd.h>

using namespace popt::rt;

static constexpr int64_t maxBlockBytes = 64 << 10;
static constexpr int64_t minBlockBytes = 4 << 10;
/// From this size on sleepers are woken to help; below, waking costs more.
static constexpr int64_t wakeBytes = 256 << 10;

SharedMemoryGroup::SharedMemoryGroup(SharedMemoryTransport &transport,
                                     GroupBlock &block,
                                     std::vector<int32_t> theRanks,
                                     int32_t theChannel, int32_t theMember)
    : transport(transport), block(block),
      members(transport.segment->at<MemberRecord>(block.membersOffset)),
      counts(transport.segment->at<int64_t>(block.countsOffset)),
      sources(theRanks.size()), outputs(theRanks.size()),
      sightings(theRanks.size()), sendStaging(transport.stagingHeap()),
      recvStaging(transport.stagingHeap()),
      bucketTable(transport.stagingHeap()) {
  ranks = std::move(theRanks);
  channel = theChannel;
  member = theMember;
}

SharedMemoryGroup::~SharedMemoryGroup() = default;

static bool reached(uint32_t epoch, uint32_t wanted) {
  return static_cast<int32_t>(epoch - wanted) >= 0;
}

//===----------------------------------------------------------------------===//
// Entry: buffers that peers cannot use in place are staged
//===----------------------------------------------------------------------===//

popt_rt_status SharedMemoryGroup::run(const popt_rt_op &op,
                                      const Collective &c) {
  if (popt_rt_status status = begin(op))
    return status;
  Collective staged = c;
  if (c.sendBytes > 0 && (c.copySend || !reaches(c.send))) {
    void *copy = stream ? transport.streams->staging(stream, c.sendBytes)
                        : sendStaging.reserve(c.sendBytes);
    if (!copy)
      return fail(POPT_RT_OUT_OF_MEMORY,
                  std::string(name(c.kind)) + " of " +
                      describeOp(op.id, op.name) + ": no room to copy " +
                      std::to_string(c.sendBytes) + " bytes");
    this->copy(copy, c.send, c.sendBytes, /*bypass=*/false);
    staged.send = copy;
  }
  bool stageRecv = c.recvBytes > 0 && !reaches(c.recv);
  if (stageRecv && !(staged.recv = recvStaging.reserve(c.recvBytes)))
    return fail(POPT_RT_OUT_OF_MEMORY,
                std::string(name(c.kind)) + " of " +
                    describeOp(op.id, op.name) + ": no room to copy " +
                    std::to_string(c.recvBytes) + " bytes");
  // Buffers that this member does not use may be anything, or nothing.
  if (c.sendBytes == 0)
    staged.send = nullptr;
  if (c.recvBytes == 0)
    staged.recv = nullptr;
  popt_rt_status status = arriveAndWork(
      op, staged, c.count * int64_t(popt_rt_element_size(c.type)));
  if (status == POPT_RT_OK && stageRecv)
    copyBytes(c.recv, staged.recv, c.recvBytes, /*stream=*/false);
  return status;
}

/// Room of a staged buffer in the one that all of a bucket share.
static int64_t roomFor(int64_t bytes) { return (bytes + 63) / 64 * 64; }

/// Fills in the works' buffers and the table of them. False if there is no room
/// for what must be staged.
bool SharedMemoryGroup::stageBucket(
    const std::vector<Collective> &collectives) {
  int64_t sendBytes = 0, recvBytes = 0;
  for (const Collective &c : collectives) {
    if (c.sendBytes > 0 && (c.copySend || !reaches(c.send)))
      sendBytes += roomFor(c.sendBytes);
    if (c.recvBytes > 0 && !reaches(c.recv))
      recvBytes += roomFor(c.recvBytes);
  }
  auto *sends = static_cast<char *>(
      !sendBytes ? nullptr
      : stream   ? transport.streams->staging(stream, sendBytes)
                 : sendStaging.reserve(sendBytes));
  auto *recvs =
      static_cast<char *>(recvBytes ? recvStaging.reserve(recvBytes) : nullptr);
  auto *table = static_cast<uint64_t *>(
      bucketTable.reserve(2 * collectives.size() * sizeof(uint64_t)));
  if ((sendBytes && !sends) || (recvBytes && !recvs) || !table)
    return false;
  bucket.clear();
  for (const Collective &c : collectives) {
    Work work;
    work.c = c;
    work.entry = static_cast<int32_t>(bucket.size());
    if (c.sendBytes == 0) {
      work.c.send = nullptr;
    } else if (c.copySend || !reaches(c.send)) {
      copy(sends, c.send, c.sendBytes, /*bypass=*/false);
      work.c.send = sends;
      sends += roomFor(c.sendBytes);
    }
    if (c.recvBytes == 0) {
      work.c.recv = nullptr;
    } else if (!reaches(c.recv)) {
      work.c.recv = recvs;
      recvs += roomFor(c.recvBytes);
    }
    table[2 * work.entry] = segment().publish(work.c.send);
    table[2 * work.entry + 1] = segment().publish(work.c.recv);
    bucket.push_back(work);
  }
  return true;
}

popt_rt_status SharedMemoryGroup::runBucket(const popt_rt_op &op,
                                            const Bucket &collectives) {
  if (popt_rt_status status = begin(op))
    return status;
  if (!stageBucket(collectives))
    return fail(POPT_RT_OUT_OF_MEMORY, "bucket of " +
                                           describeOp(op.id, op.name) +
                                           ": no room to copy its buffers");
  int64_t bytes = 0, numBlocks = 0;
  for (const Collective &c : collectives)
    bytes += c.count * int64_t(popt_rt_element_size(c.type));
  for (Work &work : bucket) {
    cut(work, work.c.count, bytes / size());
    work.firstBlock = numBlocks;
    numBlocks += work.numBlocks;
  }
  Collective whole;
  whole.kind = CollectiveKind::Bucket;
  whole.send = bucketTable.reserve(0); // what stageBucket filled
  whole.count = static_cast<int64_t>(collectives.size());
  popt_rt_status status = arriveAndWork(op, whole, bytes);
  for (size_t i = 0; i < bucket.size() && status == POPT_RT_OK; ++i)
    if (bucket[i].c.recv != collectives[i].recv && collectives[i].recvBytes > 0)
      copyBytes(collectives[i].recv, bucket[i].c.recv, collectives[i].recvBytes,
                /*stream=*/false);
  return status;
}

/// `bytes`: of the whole vectors, to decide whether sleepers are worth waking.
popt_rt_status SharedMemoryGroup::arriveAndWork(const popt_rt_op &op,
                                                const Collective &c,
                                                int64_t bytes) {
  MemberRecord &me = members[member];
  uint32_t open = 2 * me.sequence + 1, closed = open + 1;
  if (stream)
    recordReady();
  publish(op, c);
  bool last = block.arrived.fetch_add(1) + 1 == static_cast<uint32_t>(size());
  if (last) {
    block.arrived.store(0, std::memory_order_relaxed);
    if (!agree(c))
      return leaveFailed();
    layOut(c);
    block.epoch.store(block.numBlocks ? open : closed);
    bool wake = !block.numBlocks || !block.claim || bytes >= wakeBytes;
    if (wake && block.sleepers.load())
      wakeAll(block.epoch, transport.policy);
  } else if (!waitForEpoch(open)) {
    return leaveFailed();
  }
  // With nothing to do it is closed at once, and none has a part.
  bool isClosed = reached(block.epoch.load(std::memory_order_acquire), closed);
  if (!isClosed && (!work(c) || !waitForEpoch(closed)))
    return leaveFailed();
  ++me.sequence;
  if (!stream || isClosed)
    return POPT_RT_OK;
  waitForMembers(&MemberPoints::done);
  return keepStreamError() ? POPT_RT_OK : leaveFailed();
}

//===----------------------------------------------------------------------===//
// Arriving
//===----------------------------------------------------------------------===//

void SharedMemoryGroup::publish(const popt_rt_op &op, const Collective &c) {
  MemberRecord &me = members[member];
  transport.enter(op);
  me.send = segment().publish(c.send);
  me.recv = segment().publish(c.recv);
  writeFacts(me.call, op, c, size(), transport.record.journal);
  if (c.kind == CollectiveKind::Bucket)
    for (const Work &work : bucket)
      addFacts(me.call, op, work.c, size());
  if (c.kind == CollectiveKind::AllToAll) {
    std::copy_n(c.counts, size(), countsOf(member));
    std::copy_n(c.recvCounts, size(), countsOf(member) + size());
  }
  me.arrived.store(me.sequence + 1, std::memory_order_relaxed);
}

/// The last to arrive compares what all members published; a difference ends
/// the transport.
bool SharedMemoryGroup::agree(const Collective &c) {
  if (segment().hasFailed())
    return false;
  std::string difference = findDisagreement(
      ranks, [&](int32_t m) -> const CallFacts & { return members[m].call; });
  if (difference.empty() && c.kind == CollectiveKind::AllToAll)
    difference = findUnequalCounts(ranks, members[0].call, counts);
  if (difference.empty())
    return true;
  segment().failAll(POPT_RT_MISMATCH, difference);
  return false;
}

/// Cuts a collective of `count` elements into blocks of about `blockBytes`.
void SharedMemoryGroup::cut(Work &work, int64_t count,
                            int64_t blockBytes) const {
  const Collective &c = work.c;
  int64_t n = size(), element = popt_rt_element_size(c.type);
  int64_t bytes = count * element;
  blockBytes = std::clamp(blockBytes, minBlockBytes, maxBlockBytes);
  blockBytes = (blockBytes + 63) / 64 * 64;
  work.blockElements = blockBytes / element;
  bool perTarget =
      c.kind == CollectiveKind::Permute || c.kind == CollectiveKind::AllToAll;
  if (stream) // a block for each member
    work.blockElements =
        std::max<int64_t>(perTarget ? count : (count + n - 1) / n, 1);
  int64_t blocks = (count + work.blockElements - 1) / work.blockElements;
  work.numBlocks = c.kind == CollectiveKind::Barrier ? 0
                   : perTarget                       ? blocks * n
                                                     : blocks;
  // Bytes that go through the caches if nothing bypasses them. Half the cache
  // is the limit: the rest holds what the step computes with. A reduction to
  // one place writes little and gains only when nothing fits.
  bool manyOutputs = c.kind == CollectiveKind::AllReduce || perTarget;
  int64_t touched = manyOutputs ? 2 * n * bytes : (n + 1) * bytes;
  bool oneOutput = reduces(c.kind) && !manyOutputs;
  work.stream =
      touched > (oneOutput ? transport.cacheBytes : transport.cacheBytes / 2);
}

/// Writes down, for all, how the work is cut and shared out.
void SharedMemoryGroup::layOut(const Collective &c) {
  if (c.kind == CollectiveKind::Bucket) {
    block.numBlocks = bucket.back().firstBlock + bucket.back().numBlocks;
  } else {
    int64_t count = c.count;
    if (c.kind == CollectiveKind::AllToAll) // the largest receiver's
      for (int32_t m = 0; m < size(); ++m)
        count = std::max(count, members[m].call.count);
    Work work;
    work.c = c;
    int64_t bytes = count * int64_t(popt_rt_element_size(c.type));
    cut(work, count, (bytes + size() - 1) / size());
    block.numBlocks = work.numBlocks;
    block.blockElements = work.blockElements;
    block.stream = work.stream;
  }
  block.claim = !stream && transport.ranksHere > transport.cores;
  block.next.store(0, std::memory_order_relaxed);
  block.done.store(0, std::memory_order_relaxed);
}

//===----------------------------------------------------------------------===//
// Working
//===----------------------------------------------------------------------===//

void SharedMemoryGroup::runBlock(const Collective &c, int64_t index) {
  if (c.kind != CollectiveKind::Bucket) {
    Work work;
    work.c = c;
    work.numBlocks = block.numBlocks;
    work.blockElements = block.blockElements;
    work.stream = block.stream;
    return runBlock(work, index);
  }
  auto next = std::upper_bound(
      bucket.begin(), bucket.end(), index,
      [](int64_t value, const Work &work) { return value < work.firstBlock; });
  const Work &work = *std::prev(next);
  runBlock(work, index - work.firstBlock);
}

/// Works off blocks until none is left; closes the collective with the last.
/// False after a failure.
bool SharedMemoryGroup::work(const Collective &c) {
  MemberRecord &me = members[member];
  me.working.store(1);
  // The collective is open, so what `layOut` wrote stands; but in claim mode
  // it may close any time, and then the last to arrive at the next one writes
  // again, though not before this member has arrived there.
  uint64_t numBlocks = block.numBlocks;
  bool close = false, failed = segment().hasFailed();
  if (stream && !failed)
    waitForMembers(&MemberPoints::ready);
  if (block.claim) {
    while (!failed) {
      uint64_t index = block.next.fetch_add(1);
      if (index >= numBlocks)
        break;
      runBlock(c, index);
      close = block.done.fetch_add(1) + 1 == numBlocks;
      failed = segment().header().failed.load(std::memory_order_relaxed);
    }
  } else {
    uint64_t n = size(), begin = numBlocks * member / n,
             end = numBlocks * (member + 1) / n;
    for (uint64_t index = begin; index < end && !failed; ++index) {
      runBlock(c, index);
      failed = segment().header().failed.load(std::memory_order_relaxed);
    }
    if (stream && !failed) {
      points[member].done = transport.streams->record(stream);
      failed = !keepStreamError();
    }
    close = !failed && block.done.fetch_add(1) + 1 == n;
  }
  me.working.store(0);
  if (close) {
    block.epoch.store(2 * me.sequence + 2);
    if (block.sleepers.load())
      wakeAll(block.epoch, transport.policy);
  }
  return !failed || close;
}

//===----------------------------------------------------------------------===//
// Waiting and failing
//===----------------------------------------------------------------------===//

bool SharedMemoryGroup::waitForEpoch(uint32_t epoch) {
  Patience patience(transport, sightings);
  return waitUntil(
      block.epoch, block.sleepers, transport.policy,
      [&](uint32_t value) { return reached(value, epoch); },
      [&] { return tick(patience, epoch); });
}

/// Called when a rank has waited a while: looks for a failure, for peers that
/// are gone, and for the time limit. How long it may sleep now, or -1.
int64_t SharedMemoryGroup::tick(Patience &patience, uint32_t epoch) {
  if (segment().hasFailed())
    return -1;
  if (patience.look()) {
    MemberRecord &me = members[member];
    std::vector<int32_t> gone, late, slow;
    for (int32_t m = 0; m < size(); ++m) {
      bool works = members[m].working.load();
      bool arrived = reached(members[m].arrived.load(), me.sequence + 1);
      // The stopped one may be the one that was to open or to close it.
      bool isThrough =
          arrived && !works &&
          (segment().isPrivate() || !isStopped(segment().rankRecord(ranks[m])));
      if (m == member || isThrough)
        continue;
      if (!arrived && segment().rankRecord(ranks[m]).left.load())
        gone.push_back(m);
      if (!patience.isLate(m, ranks[m], works))
        continue;
      (arrived ? slow : late).push_back(m);
    }
    // A peer may have arrived, finished and even left since the word was read.
    if (reached(block.epoch.load(), epoch))
      return 0;
    std::string here =
        std::string(name(static_cast<CollectiveKind>(me.call.kind))) + " of " +
        describeOp(me.call.opId, me.call.opName);
    if (!gone.empty())
      segment().failAll(POPT_RT_ABORTED,
                        here + ": " + describeMembers(segment(), ranks, gone) +
                            " left without taking part");
    if (patience.isOver())
      segment().failAll(
          POPT_RT_TIMEOUT,
          here + " timed out after " + patience.describeLimit() + ": " +
              (!late.empty()
                   ? describeMembers(segment(), ranks, late) + " did not arrive"
               : !slow.empty()
                   ? describeMembers(segment(), ranks, slow) + " did not finish"
                   : "all ranks arrived but it did not finish"));
    transport.checkProcesses();
    if (segment().hasFailed())
      return -1;
  }
  return patience.sleep();
}

/// Waits until no peer touches this rank's buffers any more; not for one that
/// is gone, and at most two seconds.
popt_rt_status SharedMemoryGroup::leaveFailed() {
  int64_t deadline = nowNanoseconds() + 2'000'000'000;
  for (int32_t m = 0; m < size(); ++m)
    while (m != member && members[m].working.load() &&
           !segment().rankRecord(ranks[m]).left.load() &&
           nowNanoseconds() < deadline)
      usleep(100);
  return transport.failed();
}
