//===- NcclTransport.cpp - Communicators and their errors -----------------===//
//
// Tests: test/conformance (the worlds "nccl" and "ncclDeterministic").
//
//===----------------------------------------------------------------------===//
#include "NcclTransport.h"

#include "popt-rt/transport_limits.h"

#include <algorithm>

using namespace popt::rt;
using namespace popt::rt::cuda;

/// All members have come by then.
static constexpr const char *kNotConnected =
    "NCCL has not connected them; a firewall may keep their hosts apart, or "
    "NCCL "
    "uses a network that does not reach all (NCCL_SOCKET_IFNAME names another; "
    "NCCL_DEBUG=INFO says which it uses)";

/// Where members say what they call on streams, beside what they call on the host.
static constexpr int32_t kStreamChannel = 1 << 24;

NcclTransport::NcclTransport(std::unique_ptr<SharedMemoryTransport> theHost,
                             std::shared_ptr<Gpu> theGpu,
                             std::shared_ptr<const Nccl> theNccl,
                             const popt_rt_nccl_options &options)
    : OverTransport(*theHost), transfers(theGpu), host(std::move(theHost)),
      segment(*host->segment), calls(host->record.streams, transfers),
      gpu(std::move(theGpu)), nccl(std::move(theNccl)),
      isDeterministic(options.deterministic != 0),
      joinsCollectives(!nccl->ordersLaunches()),
      isConnected(static_cast<size_t>(size)) {
  watcher = std::thread([this] { watch(); });
}

/// Ends communicators in the order in which they were made, which is that of all
/// ranks.
NcclTransport::~NcclTransport() {
  groups.clear();
  calls.counts.isLeaving.store(1);
  for (const std::shared_ptr<NcclEnd> &end : ends) {
    popt_rt_status status = POPT_RT_OK;
    {
      std::lock_guard<std::mutex> lock(end->mutex);
      if (!end->isOver)
        status = settle(*end, nccl->ncclCommFinalize(end->comm),
                        "the end of " + end->what, "ncclCommFinalize",
                        "NCCL has work left");
      if (!end->isOver && status == POPT_RT_OK) {
        end->isOver = true;
        (void)nccl->ncclCommDestroy(end->comm);
      }
    }
    if (status != POPT_RT_OK)
      abortAll();
  }
  {
    std::lock_guard<std::mutex> lock(watchMutex);
    isEnding = true;
  }
  watchNews.notify_all();
  watcher.join();
}

//===----------------------------------------------------------------------===//
// Communicators
//===----------------------------------------------------------------------===//

/// How long an error of NCCL waits for a cause that the runtime finds itself.
static constexpr int64_t kCauseComes = 700'000'000;

/// When a peer has ended, NCCL may find that its connections are broken before
/// any rank finds the peer.
bool NcclTransport::mayFollow(NcclStatus status) {
  return status == kNcclRemoteError || status == kNcclSystemError ||
         status == kNcclInternalError;
}

/// Whether the first error of NCCL, which this may be, has waited long enough.
bool NcclTransport::isOverdue() {
  int64_t now = nowNanoseconds(), none = 0;
  brokenSince.compare_exchange_strong(none, now);
  return now - brokenSince.load() > kCauseComes;
}

void NcclTransport::fail(NcclStatus status, const std::string &what,
                         const char *function) {
  const char *network = std::getenv("NCCL_SOCKET_IFNAME");
  std::string hint = "; NCCL_DEBUG=WARN makes NCCL say more";
  if (status == kNcclSystemError && network && *network)
    hint = std::string("; NCCL_SOCKET_IFNAME names the network that NCCL "
                       "uses: \"") +
           network + "\"" + hint;
  segment.failAll(POPT_RT_SYSTEM_ERROR, "rank " + std::to_string(rank) + ": " +
                                            what + ": " + function + ": " +
                                            nccl->version() + ": " +
                                            nccl->describe(status) + hint);
}

popt_rt_status NcclTransport::refuse(NcclStatus status, const std::string &what,
                                     const char *function) {
  // The watch looks for the cause meanwhile.
  if (mayFollow(status))
    while (!segment.hasFailed() && !isOverdue())
      usleep(1000);
  fail(status, what, function);
  return host->failed();
}

popt_rt_status NcclTransport::check(const CudaStreams &streams) {
  if (streams.error().empty())
    return POPT_RT_OK;
  segment.failAll(POPT_RT_SYSTEM_ERROR,
                  "rank " + std::to_string(rank) + ": " + streams.error());
  return host->failed();
}

popt_rt_status NcclTransport::settle(NcclEnd &end, NcclStatus status,
                                     const std::string &what,
                                     const char *function, const char *late) {
  if (status == kNcclSuccess)
    return POPT_RT_OK;
  if (status != kNcclInProgress)
    return refuse(status, what, function);
  int64_t limit = late ? host->timeoutNanoseconds() : 0;
  int64_t begin = nowNanoseconds();
  while (status == kNcclInProgress) {
    if (segment.hasFailed())
      return host->failed();
    if (limit && nowNanoseconds() - begin > limit)
      segment.failAll(POPT_RT_TIMEOUT, "rank " + std::to_string(rank) + ": " +
                                           what + " timed out after " +
                                           std::to_string(limit / 1'000'000) +
                                           " ms: " + late);
    usleep(20);
    NcclStatus now = kNcclSuccess;
    if (NcclStatus asked = nccl->ncclCommGetAsyncError(end.comm, &now))
      return refuse(asked, what, "ncclCommGetAsyncError");
    status = now;
  }
  return status ? refuse(status, what, function) : POPT_RT_OK;
}

namespace {
/// A rank in NCCL's hands does not compute: peers that wait for it may give it up.
class NotComputing {
public:
  explicit NotComputing(RankRecord &record)
      : record(record), computed(record.computes.exchange(0)) {}
  ~NotComputing() { record.computes.store(computed); }

private:
  RankRecord &record;
  const uint32_t computed;
};
} // namespace

popt_rt_status NcclTransport::makeEnd(popt_rt_group &onHost,
                                      std::shared_ptr<NcclEnd> &out_end) {
  const std::string what =
      "a communicator of " + std::to_string(onHost.size()) + " ranks";
  NotComputing whileMaking(host->record);
  gpu->enter();
  NcclId id = {};
  if (onHost.member == 0) {
    if (NcclStatus status = nccl->ncclGetUniqueId(&id))
      return refuse(status, what, "ncclGetUniqueId");
    if (std::all_of(std::begin(id.bytes), std::end(id.bytes),
                    [](char byte) { return byte == 0; }))
      return refuse(kNcclInternalError, what, "ncclGetUniqueId gave no id");
  }
  popt_rt_op op = {-1, what.c_str(), nullptr}; // none of the program's
  if (popt_rt_status status =
          popt_rt_broadcast(&onHost, &op, &id, &id, sizeof id, POPT_RT_UI8, 0))
    return status;
  auto end = std::make_shared<NcclEnd>();
  end->what = what;
  NcclConfig config;
  config.blocking = 0;
  NcclStatus status = nccl->ncclCommInitRankConfig(&end->comm, onHost.size(),
                                                   id, onHost.member, &config);
  if (status != kNcclSuccess && status != kNcclInProgress)
    return refuse(status, what, "ncclCommInitRankConfig");
  if (!end->comm)
    return refuse(kNcclInternalError, what,
                  "ncclCommInitRankConfig gave no communicator");
  {
    std::lock_guard<std::mutex> lock(endsMutex);
    ends.push_back(end);
  }
  // A rank that does not return from that call is named here; one that the
  // network keeps away, only NCCL could name.
  if (popt_rt_status status = popt_rt_barrier(&onHost, &op))
    return status;
  {
    std::lock_guard<std::mutex> lock(end->mutex);
    if (popt_rt_status settled =
            settle(*end, status, what, "ncclCommInitRankConfig", kNotConnected))
      return settled;
  }
  out_end = std::move(end);
  for (auto [memory, bytes] : memories)
    registerWith(*out_end, memory, bytes);
  return POPT_RT_OK;
}

popt_rt_status
NcclTransport::prepareGroups(const std::vector<GroupName> &names) {
  hasPrepared = true;
  std::vector<std::vector<GroupName>> splits;
  std::vector<std::vector<bool>> taken; // by split and rank
  for (const GroupName &name : names) {
    if (name.second >= POPT_RT_HOST_CHANNEL || !prepared.insert(name).second)
      continue;
    // The first split that has all its ranks to give.
    size_t at = 0;
    auto isTaken = [&](int32_t r) { return taken[at][r]; };
    while (at < splits.size() &&
           std::any_of(name.first.begin(), name.first.end(), isTaken))
      ++at;
    if (at == splits.size()) {
      splits.emplace_back();
      taken.emplace_back(static_cast<size_t>(size));
    }
    splits[at].push_back(name);
    for (int32_t r : name.first)
      taken[at][r] = true;
  }
  for (const std::vector<GroupName> &together : splits)
    if (popt_rt_status status = split(together))
      return status;
  return POPT_RT_OK;
}

popt_rt_status NcclTransport::split(const std::vector<GroupName> &names) {
  const GroupName *mine = nullptr;
  int color = kNcclNoColor, key = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::vector<int32_t> &ranks = names[i].first;
    auto self = std::find(ranks.begin(), ranks.end(), rank);
    if (self == ranks.end())
      continue;
    mine = &names[i];
    color = static_cast<int>(i);
    key = static_cast<int>(self - ranks.begin());
  }
  auto end = std::make_shared<NcclEnd>();
  end->what = mine ? "a communicator of " + std::to_string(mine->first.size()) +
                         " ranks"
                   : std::string("communicators of other ranks");
  const std::string &what = end->what;
  NotComputing whileSplitting(host->record);
  gpu->enter();
  NcclConfig config;
  config.blocking = 0;
  NcclStatus status = kNcclSuccess;
  splitOff = end;
  {
    std::lock_guard<std::mutex> lock(all->mutex);
    if (all->isOver)
      return host->failed();
    status = nccl->ncclCommSplit(all->comm, color, key, &end->comm, &config);
  }
  if (status != kNcclSuccess && status != kNcclInProgress)
    return refuse(status, what, "ncclCommSplit");
  // A rank that does not return from that call is named here.
  popt_rt_op op = {-1, what.c_str(), nullptr};
  if (popt_rt_status status = popt_rt_barrier(everybody.get(), &op))
    return status;
  // NCCL sets the new communicator when that of all ranks has settled. Until
  // then the call is in progress, though versions such as 2.28 return success.
  {
    std::lock_guard<std::mutex> lock(all->mutex);
    if (popt_rt_status settled =
            settle(*all, kNcclInProgress, what, "ncclCommSplit", kNotConnected))
      return settled;
  }
  splitOff = nullptr;
  if (!mine)
    return POPT_RT_OK;
  if (!end->comm)
    return refuse(kNcclInternalError, what,
                  "ncclCommSplit gave no communicator");
  {
    std::lock_guard<std::mutex> lock(endsMutex);
    ends.push_back(end);
  }
  preparedEnds[*mine] = end;
  std::lock_guard<std::mutex> lock(end->mutex);
  return settle(*end, kNcclInProgress, what, "ncclCommSplit", kNotConnected);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// What NCCL does not take, it copies as before.
void NcclTransport::registerWith(NcclEnd &end, void *memory, size_t bytes) {
  std::lock_guard<std::mutex> lock(end.mutex);
  if (end.isOver)
    return;
  gpu->enter();
  void *handle = nullptr;
  if (nccl->ncclCommRegister(end.comm, memory, bytes, &handle) ==
          kNcclSuccess &&
      handle)
    end.registered[memory] = handle;
}

bool NcclTransport::registerMemory(void *memory, size_t bytes) {
  memories[memory] = bytes;
  for (const std::shared_ptr<NcclEnd> &end : ends)
    registerWith(*end, memory, bytes);
  return true;
}

/// After a failure communicators end, and none waits for that.
void NcclTransport::forgetMemory(void *memory) {
  memories.erase(memory);
  for (const std::shared_ptr<NcclEnd> &end : ends) {
    auto known = end->registered.find(memory);
    if (known == end->registered.end() || segment.hasFailed())
      continue;
    std::lock_guard<std::mutex> lock(end->mutex);
    if (end->isOver)
      continue;
    gpu->enter();
    (void)nccl->ncclCommDeregister(end->comm, known->second);
    end->registered.erase(known);
  }
}

popt_rt_status NcclTransport::makeGroup(std::vector<int32_t> ranks,
                                        int32_t channel, int32_t member,
                                        std::unique_ptr<popt_rt_group> &group) {
  std::unique_ptr<popt_rt_group> onHost;
  if (popt_rt_status status =
          host->makeGroup(std::move(ranks), channel, member, onHost))
    return status;
  onHost->channel = channel;
  std::shared_ptr<NcclEnd> end;
  GroupBlock *block = nullptr;
  auto ready = preparedEnds.find({onHost->ranks, channel});
  if (ready != preparedEnds.end()) {
    end = ready->second;
    for (auto [memory, bytes] : memories)
      registerWith(*end, memory, bytes);
  } else if (channel < POPT_RT_HOST_CHANNEL && !hasPrepared) {
    if (popt_rt_status status = makeEnd(*onHost, end))
      return status;
  }
  if (end) {
    block = segment.findGroup(onHost->ranks, channel + kStreamChannel);
    if (!block)
      return popt::rt::fail(POPT_RT_OUT_OF_MEMORY,
                            "group: the segment has no room for another group");
  }
  group = std::make_unique<NcclGroup>(*this, std::move(onHost), std::move(end),
                                      block);
  return POPT_RT_OK;
}

static const char *nameOf(NcclCall::Kind kind) {
  switch (kind) {
  case NcclCall::Kind::AllReduce:
    return "ncclAllReduce";
  case NcclCall::Kind::Reduce:
    return "ncclReduce";
  case NcclCall::Kind::ReduceScatter:
    return "ncclReduceScatter";
  case NcclCall::Kind::AllGather:
    return "ncclAllGather";
  case NcclCall::Kind::Broadcast:
    return "ncclBroadcast";
  case NcclCall::Kind::Send:
    return "ncclSend";
  case NcclCall::Kind::Receive:
    return "ncclRecv";
  }
  return "";
}

NcclStatus NcclTransport::enqueueOne(NcclEnd &end, const NcclCall &c,
                                     Stream stream) {
  auto count = static_cast<size_t>(c.count);
  switch (c.kind) {
  case NcclCall::Kind::AllReduce:
    return nccl->ncclAllReduce(c.in, c.out, count, c.type, c.reduction,
                               end.comm, stream);
  case NcclCall::Kind::Reduce:
    return nccl->ncclReduce(c.in, c.out, count, c.type, c.reduction, c.peer,
                            end.comm, stream);
  case NcclCall::Kind::ReduceScatter:
    return nccl->ncclReduceScatter(c.in, c.out, count, c.type, c.reduction,
                                   end.comm, stream);
  case NcclCall::Kind::AllGather:
    return nccl->ncclAllGather(c.in, c.out, count, c.type, end.comm, stream);
  case NcclCall::Kind::Broadcast:
    return nccl->ncclBroadcast(c.in, c.out, count, c.type, c.peer, end.comm,
                               stream);
  case NcclCall::Kind::Send:
    return nccl->ncclSend(c.in, count, c.type, c.peer, end.comm, stream);
  case NcclCall::Kind::Receive:
    return nccl->ncclRecv(c.out, count, c.type, c.peer, end.comm, stream);
  }
  return kNcclInvalidArgument;
}

popt_rt_status NcclTransport::enqueue(NcclEnd &end,
                                      const std::vector<NcclCall> &group,
                                      void *stream, const std::string &what,
                                      const std::function<void()> &issued) {
  if (group.empty()) {
    issued();
    return POPT_RT_OK;
  }
  NotComputing untilItReturns(host->record);
  std::lock_guard<std::mutex> lock(end.mutex);
  if (end.isOver || segment.hasFailed())
    return host->failed();
  gpu->enter();
  NcclStatus status = nccl->ncclGroupStart();
  if (status)
    return refuse(status, what, "ncclGroupStart");
  const char *function = "ncclGroupEnd";
  for (const NcclCall &c : group)
    if (NcclStatus called = enqueueOne(end, c, static_cast<Stream>(stream));
        called && called != kNcclInProgress) {
      status = called;
      function = nameOf(c.kind);
      break;
    }
  NcclStatus ended = nccl->ncclGroupEnd();
  if (!status)
    status = ended;
  if (status == kNcclSuccess || status == kNcclInProgress)
    issued();
  return settle(end, status, what, function);
}
