//===- NcclWatch.cpp - What goes wrong on streams -------------------------===//
//
// NCCL does not compare calls, and has no time limit. So each member of a group
// says in shared memory what it calls, and keeps an event for the end of each call.
// The watch looks at the first call that is not done. If that stays the same, it
// waits in the rank's name (Patience.h): for members that have not made the call,
// or that made another one. Of members on other hosts it knows which operation they
// have begun, and no more.
//
// Tests: runtime/conformance (FailureTest, PatienceTest).
//
//===----------------------------------------------------------------------===//
#include "../../../transport/Agreement.h"
#include "NcclTransport.h"

#include <algorithm>
#include <utility>

using namespace popt::rt;
using namespace popt::rt::cuda;

/// How often the watch looks.
static constexpr auto kLook = std::chrono::milliseconds(20);
/// How long a call of NCCL may hold up the abort of its communicator.
static constexpr auto kAbortAnyway = std::chrono::seconds(1);

Patience *NcclPatience::with(uint64_t theNumber, ThreadsTransport &transport,
                             size_t size) {
  if (number != theNumber) {
    number = theNumber;
    patience = nullptr;
    return nullptr;
  }
  if (theNumber == 0)
    return nullptr;
  sightings.resize(size);
  if (!patience)
    patience = std::make_unique<Patience>(transport, sightings);
  return patience->look() ? patience.get() : nullptr;
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

void NcclGroup::publish(const popt_rt_op &op,
                        const std::vector<Collective> &collectives) {
  MemberSlot &me = members[member];
  me.arrived.store(2 * ++sequence - 1);
  Collective whole = collectives.front();
  if (collectives.size() > 1) {
    whole = Collective();
    whole.kind = CollectiveKind::Bucket;
    whole.count = static_cast<int64_t>(collectives.size());
  }
  writeFacts(me.call, op, whole, size(), transport.host->slot.journal);
  if (collectives.size() > 1)
    for (const Collective &c : collectives)
      addFacts(me.call, op, c, size());
  if (whole.kind == CollectiveKind::AllToAll) {
    int64_t *own = counts + 2 * size() * member;
    std::copy_n(whole.counts, size(), own);
    std::copy_n(whole.recvCounts, size(), own + size());
  }
  me.arrived.store(2 * sequence);
}

/// What members disagree about, as long as all are at this call.
std::string NcclGroup::findDifference(uint32_t call,
                                      const CallFacts &mine) const {
  auto areThere = [&] {
    for (int32_t m = 0; m < size(); ++m)
      if (members[m].arrived.load() != 2 * call)
        return false;
    return true;
  };
  if (!areThere())
    return "";
  std::vector<CallFacts> facts;
  for (int32_t m = 0; m < size(); ++m)
    facts.push_back(members[m].call);
  std::vector<int64_t> sent(counts, counts + 2 * size() * size());
  if (!areThere())
    return "";
  std::string difference = findDisagreement(
      ranks, [&](int32_t m) -> const CallFacts & { return facts[m]; });
  if (difference.empty() &&
      mine.kind == static_cast<int32_t>(CollectiveKind::AllToAll))
    difference = findUnequalCounts(ranks, facts[0], sent.data());
  return difference;
}

void NcclGroup::look() {
  std::lock_guard<std::mutex> lock(openMutex);
  while (!open.empty() && streams.isDone(open.front().done))
    open.pop_front();
  uint32_t call = open.empty() ? 0 : open.front().sequence;
  Patience *wait = patience.with(call, *transport.host, ranks.size());
  if (!wait)
    return;
  const CallFacts &facts = open.front().facts;
  Segment &segment = transport.segment;
  std::vector<int32_t> gone, late, slow;
  for (int32_t m = 0; m < size(); ++m) {
    if (m == member)
      continue;
    const RankSlot &slot = segment.rankSlot(ranks[m]);
    bool arrived =
        slot.isHere()
            ? static_cast<int32_t>(members[m].arrived.load() - 2 * call) >= 0
            : slot.begun.load() == facts.opId + 1;
    if (!arrived && slot.isHere() && slot.left.load())
      gone.push_back(m);
    if (wait->isLate(m, ranks[m], /*isWorking=*/false))
      (arrived ? slow : late).push_back(m);
  }
  if (streams.isDone(open.front().done))
    return;
  std::string here =
      std::string(name(static_cast<CollectiveKind>(facts.kind))) + " of " +
      describeOp(facts.opId, facts.opName);
  auto members = [&](const std::vector<int32_t> &list) {
    return describeMembers(segment, ranks, list);
  };
  if (!gone.empty())
    segment.failAll(POPT_RT_ABORTED,
                    here + ": " + members(gone) + " left without taking part");
  if (std::string text = findDifference(call, facts); !text.empty())
    segment.failAll(POPT_RT_MISMATCH, text);
  if (wait->isOver())
    segment.failAll(POPT_RT_TIMEOUT,
                    here + " timed out after " + wait->describeLimit() + ": " +
                        (!late.empty() ? members(late) + " did not arrive"
                         : !slow.empty()
                             ? members(slow) + " did not finish"
                             : "all ranks arrived but it did not finish"));
  transport.host->checkProcesses();
  (void)wait->sleep();
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

void NcclTransport::lookAtTransfers() {
  std::lock_guard<std::mutex> lock(startedMutex);
  while (!issued.empty() && transfers.isDone(issued.front().done))
    issued.pop_front();
  Patience *wait = patience.with(issued.empty() ? 0 : issued.front().number,
                                 *host, static_cast<size_t>(size));
  if (!wait)
    return;
  for (const auto &[peer, what] : issued.front().peers) {
    bool hasLeft = segment.rankSlot(peer).left.load() != 0;
    bool isLate = wait->isLate(peer, peer, /*isWorking=*/false);
    const char *match = what.compare(0, 4, "send") == 0 ? "receive" : "send";
    if (transfers.isDone(issued.front().done))
      return;
    if (hasLeft)
      segment.failAll(POPT_RT_ABORTED, what + ": rank " + std::to_string(peer) +
                                           " left without the matching " +
                                           match);
    if (isLate)
      segment.failAll(POPT_RT_TIMEOUT,
                      what + " timed out after " + wait->describeLimit() +
                          ": rank " + describeRank(segment, peer) +
                          " has not started the matching " + match);
  }
  host->checkProcesses();
  (void)wait->sleep();
}

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

/// An asynchronous error of a communicator ends the transport.
void NcclTransport::lookAtError(NcclEnd &end) {
  std::unique_lock<std::timed_mutex> lock(end.mutex, std::try_to_lock);
  if (!lock || end.isOver)
    return;
  NcclStatus status = kNcclSuccess;
  NcclStatus asked = nccl->ncclCommGetAsyncError(end.comm, &status);
  if (asked || (status && status != kNcclInProgress))
    (void)refuse(asked ? asked : status, end.what);
}

void NcclTransport::abortAll() {
  std::vector<std::shared_ptr<NcclEnd>> known;
  {
    std::lock_guard<std::mutex> lock(endsMutex);
    known = ends;
  }
  // An abort waits for its communicator's work, which may stand in a stream after
  // another's that hangs: so all are aborted at once.
  std::vector<std::thread> threads;
  for (const std::shared_ptr<NcclEnd> &end : known)
    threads.emplace_back([this, end] {
      gpu->enter();
      // Whoever holds it waits for NCCL, which the abort ends.
      bool isLocked = end->mutex.try_lock_for(kAbortAnyway);
      if (!std::exchange(end->isOver, true))
        nccl->ncclCommAbort(end->comm);
      if (isLocked)
        end->mutex.unlock();
    });
  for (std::thread &thread : threads)
    thread.join();
}

void NcclTransport::watch() {
  std::unique_lock<std::mutex> lock(watchMutex);
  while (!isEnding) {
    watchNews.wait_for(lock, kLook);
    std::vector<std::shared_ptr<NcclEnd>> known;
    {
      std::lock_guard<std::mutex> guard(endsMutex);
      known = ends;
      if (!known.empty())
        gpu->enter();
      for (NcclGroup *group : watched)
        group->look();
    }
    if (known.empty())
      continue;
    lookAtTransfers();
    for (const std::shared_ptr<NcclEnd> &end : known)
      if (!segment.hasFailed())
        lookAtError(*end);
    if (segment.hasFailed())
      abortAll();
  }
}
