//===- NcclWatch.cpp - What goes wrong on streams -------------------------===//
//
// NCCL does not compare calls, and has no time limit. So each member of a group
// says in shared memory what it calls, and keeps an event for the end of each call.
// The watch looks at the first call that is not done. If that stays the same, it
// waits in the rank's name (Patience.h): for members that have not made the call,
// or that made another one. Of members on other hosts it knows which operation they
// have begun, and no more.
//
// Tests: test/conformance (FailureTest, PatienceTest).
//
//===----------------------------------------------------------------------===//
#include "../Agreement.h"
#include "../SharedWords.h"
#include "NcclTransport.h"

using namespace popt::rt;
using namespace popt::rt::cuda;

/// How often the watch looks.
static constexpr auto kLook = std::chrono::milliseconds(20);
/// How long a call of NCCL may hold up the abort of its communicator, and how long
/// aborts may hold up the rank.
static constexpr auto kAbortAnyway = std::chrono::milliseconds(500);
static constexpr auto kLeaveAnyway = std::chrono::seconds(1);

Patience *NcclPatience::with(uint64_t theNumber,
                             SharedMemoryTransport &transport, size_t size) {
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
  MemberRecord &me = members[member];
  me.arrived.store(2 * ++sequence - 1);
  Collective whole = collectives.front();
  if (collectives.size() > 1) {
    whole = Collective();
    whole.kind = CollectiveKind::Bucket;
    whole.count = static_cast<int64_t>(collectives.size());
  }
  CallFacts facts = {};
  writeFacts(facts, op, whole, size(), transport.host->record.journal);
  if (collectives.size() > 1)
    for (const Collective &c : collectives)
      addFacts(facts, op, c, size());
  storeWords(&me.call, &facts, 1);
  if (whole.kind == CollectiveKind::AllToAll) {
    int64_t *own = counts + 2 * size() * member;
    auto count = static_cast<size_t>(size());
    storeWords(own, whole.counts, count);
    storeWords(own + size(), whole.recvCounts, count);
  }
  me.arrived.store(2 * sequence);
}

std::string NcclGroup::findDifference(uint32_t call) const {
  auto areThere = [&] {
    for (int32_t m = 0; m < size(); ++m)
      if (members[m].arrived.load() != 2 * call)
        return false;
    return true;
  };
  if (!areThere())
    return "";
  std::vector<CallFacts> facts(static_cast<size_t>(size()));
  for (int32_t m = 0; m < size(); ++m)
    loadWords(&facts[static_cast<size_t>(m)], &members[m].call, 1);
  std::vector<int64_t> sent(2 * facts.size() * facts.size());
  loadWords(sent.data(), counts, sent.size());
  if (!areThere())
    return "";
  std::string difference = findDisagreement(
      ranks, [&](int32_t m) -> const CallFacts & { return facts[m]; });
  if (difference.empty() &&
      facts[0].kind == static_cast<int32_t>(CollectiveKind::AllToAll))
    difference = findUnequalCounts(ranks, facts[0], sent.data());
  return difference;
}

//===----------------------------------------------------------------------===//
// The oldest calls
//===----------------------------------------------------------------------===//

void NcclTransport::lookAtCalls() {
  // What aborts end is not done: --dump has the calls as they were before.
  if (segment.hasFailed())
    return;
  std::lock_guard<std::mutex> lock(calls.mutex);
  std::vector<const NcclOpenCall *> oldest = calls.oldest();
  if (!oldest.empty())
    calls.counts.setOldest(oldest.front()->place);
  calls.counts.areOpen.store(!oldest.empty());
  // Before its oldest call a stream computes, or waits for the rank's thread.
  bool waits = !oldest.empty() && oldest.front()->isIssued() &&
               oldest.front()->begun && transfers.isDone(oldest.front()->begun);
  if (Patience *wait = patience.with(waits ? oldest.front()->order : 0, *host,
                                     static_cast<size_t>(size)))
    lookAtWait(oldest, *wait);
}

/// What blocks the calls that are in streams at once.
std::vector<NcclObstacle> NcclTransport::obstaclesOf(
    const std::vector<const NcclOpenCall *> &oldest) const {
  std::vector<NcclObstacle> obstacles;
  for (const NcclOpenCall *call : oldest)
    for (Obstacle obstacle :
         findObstacles(segment, call->channel->name, call->number, call->peers))
      obstacles.push_back({call, obstacle});
  return obstacles;
}

void NcclTransport::lookAtWait(const std::vector<const NcclOpenCall *> &oldest,
                               Patience &wait) {
  std::vector<NcclObstacle> obstacles = obstaclesOf(oldest), late;
  for (const NcclObstacle &o : obstacles)
    if (wait.isLate(o.second.rank, o.second.rank, /*isWorking=*/false))
      late.push_back(o);
  const NcclOpenCall &first = *oldest.front();
  if (first.done && transfers.isDone(first.done))
    return;
  for (const NcclObstacle &o : obstacles)
    if (o.second.kind == Obstacle::Kind::Left)
      segment.failAll(POPT_RT_ABORTED, describeLeft(o));
  if (std::string text =
          first.group ? first.group->findDifference(first.sequence) : "";
      !text.empty())
    segment.failAll(POPT_RT_MISMATCH, text);
  if (wait.isOver())
    segment.failAll(POPT_RT_TIMEOUT,
                    describeLate(first, late, wait.describeLimit()));
  host->checkProcesses();
  (void)wait.sleep();
}

/// What a transfer's peer does.
static const char *matchOf(const NcclOpenCall &transfer) {
  return transfer.isSend ? "receive" : "send";
}

std::string NcclTransport::describeLeft(const NcclObstacle &obstacle) const {
  auto [call, found] = obstacle;
  if (!call->group)
    return call->what + ": rank " + std::to_string(found.rank) +
           " left without the matching " + matchOf(*call);
  return call->what + ": rank " + describeRank(segment, found.rank) +
         " left without taking part";
}

/// `late`: none if all have come.
std::string NcclTransport::describeLate(const NcclOpenCall &first,
                                        const std::vector<NcclObstacle> &late,
                                        const std::string &limit) const {
  const NcclOpenCall &call = late.empty() ? first : *late.front().first;
  std::string text = call.what + " timed out after " + limit + ": ";
  if (late.empty())
    return text + "all ranks arrived but it did not finish";
  // Those that do the same as the first.
  Obstacle::Kind kind = late.front().second.kind;
  std::vector<int32_t> ranks, members;
  for (auto [of, obstacle] : late)
    if (of == &call && obstacle.kind == kind) {
      members.push_back(static_cast<int32_t>(ranks.size()));
      ranks.push_back(obstacle.rank);
    }
  text += describeMembers(segment, ranks, members);
  if (!call.group)
    return text + " has not started the matching " + matchOf(call);
  return text + (kind == Obstacle::Kind::Absent ? " did not arrive"
                                                : " did not finish");
}

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

std::string NcclTransport::describeOldest() {
  std::lock_guard<std::mutex> lock(calls.mutex);
  std::vector<const NcclOpenCall *> oldest = calls.oldest();
  return oldest.empty() ? "" : " in " + oldest.front()->what;
}

/// A rank that has died or left. Failures that others tell end the run by
/// themselves.
void NcclTransport::lookForCause() {
  host->checkProcesses();
  std::lock_guard<std::mutex> lock(calls.mutex);
  for (const NcclObstacle &o : obstaclesOf(calls.oldest()))
    if (o.second.kind == Obstacle::Kind::Left)
      segment.failAll(POPT_RT_ABORTED, describeLeft(o));
}

/// An asynchronous error of a communicator ends the transport.
void NcclTransport::lookAtError(NcclEnd &end) {
  std::unique_lock<std::mutex> lock(end.mutex, std::try_to_lock);
  if (!lock || end.isOver)
    return;
  NcclStatus status = kNcclSuccess,
             asked = nccl->ncclCommGetAsyncError(end.comm, &status);
  if (asked)
    fail(asked, end.what + describeOldest(), "ncclCommGetAsyncError");
  else if (status && status != kNcclInProgress &&
           (!mayFollow(status) || isOverdue()))
    fail(status, end.what + describeOldest(), "an earlier call");
}

/// Whether the mutex was to be had in time. Unlike std::timed_mutex, this is known
/// to ThreadSanitizer.
static bool lockWithin(std::mutex &mutex, std::chrono::milliseconds time) {
  auto end = std::chrono::steady_clock::now() + time;
  while (!mutex.try_lock()) {
    if (std::chrono::steady_clock::now() > end)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

void NcclTransport::abortAll() {
  std::vector<std::shared_ptr<NcclEnd>> known;
  {
    std::lock_guard<std::mutex> lock(endsMutex);
    for (const std::shared_ptr<NcclEnd> &end : ends)
      if (!end->isOver)
        known.push_back(end);
  }
  // An abort waits for its communicator's work, which may stand in a stream after
  // another's that hangs: so all are aborted at once. It may also wait for what
  // NCCL does on the host, such as connecting to a peer that is gone; kernels have
  // been told to end by then, so the rank leaves it alone.
  struct Aborts {
    std::mutex mutex;
    std::condition_variable news;
    size_t left;
  };
  auto aborts = std::make_shared<Aborts>();
  aborts->left = known.size();
  for (const std::shared_ptr<NcclEnd> &end : known)
    std::thread([aborts, end, gpu = gpu, nccl = nccl] {
      gpu->enter();
      // A thread that holds it waits for NCCL, which the abort ends.
      bool isLocked = lockWithin(end->mutex, kAbortAnyway);
      bool wasOver = end->isOver.exchange(true);
      if (isLocked)
        end->mutex.unlock();
      if (!wasOver)
        nccl->ncclCommAbort(end->comm);
      std::lock_guard<std::mutex> lock(aborts->mutex);
      --aborts->left;
      aborts->news.notify_all();
    }).detach();
  std::unique_lock<std::mutex> lock(aborts->mutex);
  aborts->news.wait_for(lock, kLeaveAnyway, [&] { return aborts->left == 0; });
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
    }
    if (known.empty())
      continue;
    lookAtCalls();
    for (const std::shared_ptr<NcclEnd> &end : known)
      if (!segment.hasFailed())
        lookAtError(*end);
    if (brokenSince.load() && !segment.hasFailed())
      lookForCause();
    if (segment.hasFailed())
      abortAll();
  }
}
