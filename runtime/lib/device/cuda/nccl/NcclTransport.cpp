//===- NcclTransport.cpp - Communicators and their errors -----------------===//
//
// Tests: runtime/conformance (the worlds "nccl" and "ncclDeterministic").
//
//===----------------------------------------------------------------------===//
#include "NcclTransport.h"

#include "../../../transport/Copy.h"
#include "../CudaDevice.h"
#include "popt-rt/transport_limits.h"

#include <algorithm>
#include <numeric>
#include <set>

using namespace popt::rt;
using namespace popt::rt::cuda;

/// Where members say what they call on streams, beside what they call on the host.
static constexpr int32_t kStreamChannel = 1 << 24;

NcclTransport::NcclTransport(std::shared_ptr<Segment> segment, int32_t rank,
                             int32_t ranksHere, std::shared_ptr<Gpu> theGpu,
                             std::shared_ptr<const Nccl> theNccl,
                             const popt_rt_nccl_options &options)
    : ThreadsTransport(std::move(segment), rank, ranksHere, availableCores(),
                       lastLevelCacheBytes(), options.timeout_seconds),
      transfers(theGpu), gpu(std::move(theGpu)), nccl(std::move(theNccl)),
      isDeterministic(options.deterministic != 0),
      watcher([this] { watch(); }) {}

/// Ends communicators in the order in which they were made, which is that of all
/// ranks.
NcclTransport::~NcclTransport() {
  groups.clear();
  for (const std::shared_ptr<NcclEnd> &end : ends) {
    popt_rt_status status = POPT_RT_OK;
    {
      std::lock_guard<std::timed_mutex> lock(end->mutex);
      if (!end->isOver)
        status = settle(*end, nccl->ncclCommFinalize(end->comm), "the end");
      if (!end->isOver && status == POPT_RT_OK) {
        end->isOver = true;
        nccl->ncclCommDestroy(end->comm);
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

popt_rt_status NcclTransport::refuse(NcclStatus status,
                                     const std::string &what) {
  const char *network = std::getenv("NCCL_SOCKET_IFNAME");
  std::string hint = "; NCCL_DEBUG=WARN makes NCCL say more";
  if (status == kNcclSystemError && network && *network)
    hint = std::string("; NCCL_SOCKET_IFNAME names the network that NCCL "
                       "uses: \"") +
           network + "\"" + hint;
  segment->failAll(POPT_RT_SYSTEM_ERROR,
                   "rank " + std::to_string(rank) + ": " + what + ": " +
                       nccl->version() + ": " + nccl->describe(status) + hint);
  return failed();
}

popt_rt_status NcclTransport::settle(NcclEnd &end, NcclStatus status,
                                     const std::string &what) {
  int64_t limit = timeoutNanoseconds(), begin = nowNanoseconds();
  while (status == kNcclInProgress) {
    if (segment->hasFailed())
      return failed();
    if (limit && nowNanoseconds() - begin > limit)
      segment->failAll(POPT_RT_TIMEOUT,
                       "rank " + std::to_string(rank) + ": " + what +
                           ": NCCL is not ready after " +
                           std::to_string(limit / 1'000'000) +
                           " ms; a rank is missing, or the hosts do not reach "
                           "each other (NCCL_SOCKET_IFNAME names the network)");
    usleep(20);
    NcclStatus now = kNcclSuccess;
    NcclStatus asked = nccl->ncclCommGetAsyncError(end.comm, &now);
    status = asked ? asked : now;
  }
  return status ? refuse(status, what) : POPT_RT_OK;
}

namespace {
/// What a group's first member tells the others.
struct Invitation {
  NcclId id;
  int32_t status;
  int32_t version;
};
} // namespace

popt_rt_status NcclTransport::makeEnd(popt_rt_group &onHost,
                                      std::shared_ptr<NcclEnd> &out_end) {
  const std::string what =
      "a communicator of " + std::to_string(onHost.size()) + " ranks";
  gpu->enter();
  Invitation invitation = {};
  auto version = static_cast<int32_t>(nccl->versionNumber());
  if (onHost.member == 0) {
    invitation.status = nccl->ncclGetUniqueId(&invitation.id);
    invitation.version = version;
  }
  popt_rt_op op = {-1, what.c_str(), nullptr}; // none of the program's
  if (popt_rt_status status =
          popt_rt_broadcast(&onHost, &op, &invitation, &invitation,
                            sizeof invitation, POPT_RT_UI8, 0))
    return status;
  if (invitation.status)
    return refuse(NcclStatus(invitation.status), what);
  if (invitation.version != version) {
    segment->failAll(POPT_RT_SYSTEM_ERROR,
                     "rank " + std::to_string(rank) + " has " +
                         nccl->version() + ", but rank " +
                         std::to_string(onHost.ranks[0]) + " has another (" +
                         std::to_string(invitation.version) +
                         "): install one version on all hosts, or name it in "
                         "POPT_NCCL");
    return failed();
  }
  auto end = std::make_shared<NcclEnd>();
  end->what = what;
  NcclConfig config;
  config.blocking = 0;
  NcclStatus status = nccl->ncclCommInitRankConfig(
      &end->comm, onHost.size(), invitation.id, onHost.member, &config);
  if (status != kNcclSuccess && status != kNcclInProgress)
    return refuse(status, what);
  {
    std::lock_guard<std::mutex> lock(endsMutex);
    ends.push_back(end);
  }
  {
    std::lock_guard<std::timed_mutex> lock(end->mutex);
    if (popt_rt_status settled = settle(*end, status, what))
      return settled;
  }
  out_end = std::move(end);
  return POPT_RT_OK;
}

popt_rt_status NcclTransport::connect() {
  std::vector<int32_t> everybody(static_cast<size_t>(size));
  std::iota(everybody.begin(), everybody.end(), 0);
  std::unique_ptr<popt_rt_group> onHost;
  if (popt_rt_status status = ThreadsTransport::makeGroup(
          everybody, POPT_RT_HOST_CHANNEL, rank, onHost))
    return status;
  return makeEnd(*onHost, all);
}

popt_rt_status NcclTransport::makeGroup(std::vector<int32_t> ranks,
                                        int32_t channel, int32_t member,
                                        std::unique_ptr<popt_rt_group> &group) {
  std::unique_ptr<popt_rt_group> onHost;
  if (popt_rt_status status = ThreadsTransport::makeGroup(
          std::move(ranks), channel, member, onHost))
    return status;
  onHost->channel = channel;
  std::shared_ptr<NcclEnd> end;
  GroupBlock *block = nullptr;
  if (channel < POPT_RT_HOST_CHANNEL) {
    if (popt_rt_status status = makeEnd(*onHost, end))
      return status;
    block = segment->findGroup(onHost->ranks, channel + kStreamChannel);
    if (!block)
      return fail(POPT_RT_OUT_OF_MEMORY,
                  "group: the segment has no room for another group");
  }
  group = std::make_unique<NcclGroup>(*this, std::move(onHost), std::move(end),
                                      block);
  return POPT_RT_OK;
}

popt_rt_status NcclTransport::enqueue(NcclEnd &end,
                                      const std::vector<NcclCall> &calls,
                                      void *where, const char *what) {
  if (calls.empty())
    return POPT_RT_OK;
  auto stream = static_cast<Stream>(where);
  std::lock_guard<std::timed_mutex> lock(end.mutex);
  if (end.isOver || segment->hasFailed())
    return failed();
  gpu->enter();
  auto call = [&](const NcclCall &c) {
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
  };
  NcclStatus status = nccl->ncclGroupStart();
  if (status)
    return refuse(status, what);
  for (const NcclCall &c : calls)
    if (NcclStatus called = call(c); called && called != kNcclInProgress) {
      status = called;
      break;
    }
  NcclStatus ended = nccl->ncclGroupEnd();
  return settle(end, status ? status : ended, what);
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

/// NCCL refuses two ranks on one GPU, in words that say little.
static popt_rt_status checkGpus(const Nccl &nccl,
                                const std::vector<std::shared_ptr<Gpu>> &gpus) {
  std::set<Device> distinct;
  for (const std::shared_ptr<Gpu> &gpu : gpus)
    distinct.insert(gpu->device);
  const char *shares = std::getenv("NCCL_MULTI_RANK_GPU_ENABLE");
  bool mayShare =
      nccl.versionNumber() >= 23000 && shares && std::string(shares) == "1";
  if (distinct.size() == gpus.size() || mayShare)
    return POPT_RT_OK;
  return fail(POPT_RT_SYSTEM_ERROR,
              "NCCL needs a GPU for each rank: " + std::to_string(gpus.size()) +
                  " ranks have " + std::to_string(distinct.size()) +
                  "; start ranks on more hosts, show more GPUs "
                  "(CUDA_VISIBLE_DEVICES), or leave --transport nccl out, "
                  "then ranks share GPUs");
}

popt_rt_status popt_rt_nccl_create(int32_t size,
                                   const popt_rt_nccl_options *options,
                                   popt_rt_device *const *devices,
                                   popt_rt_transport **out_transports) {
  if (size < 1 || !devices || !out_transports)
    return fail(POPT_RT_INVALID_ARGUMENT, "nccl: null argument or no ranks");
  std::string note;
  std::shared_ptr<const Nccl> nccl = Nccl::open(note);
  if (!nccl)
    return fail(POPT_RT_SYSTEM_ERROR, note);
  std::vector<std::shared_ptr<Gpu>> gpus;
  for (int32_t rank = 0; rank < size; ++rank) {
    auto *device = dynamic_cast<CudaDevice *>(devices[rank]);
    if (!device)
      return fail(POPT_RT_INVALID_ARGUMENT,
                  "nccl: rank " + std::to_string(rank) + " is on no GPU");
    gpus.push_back(device->gpu);
  }
  if (popt_rt_status status = checkGpus(*nccl, gpus))
    return status;
  std::shared_ptr<Segment> segment = Segment::createPrivate(size);
  if (!segment)
    return fail(POPT_RT_OUT_OF_MEMORY, "out of memory");
  std::vector<std::unique_ptr<NcclTransport>> made;
  for (int32_t rank = 0; rank < size; ++rank)
    made.push_back(std::make_unique<NcclTransport>(
        segment, rank, size, gpus[rank], nccl,
        options ? *options : popt_rt_nccl_options{}));
  // Communicators are made by all together.
  std::vector<std::thread> threads;
  for (int32_t rank = 0; rank < size; ++rank)
    threads.emplace_back([&, rank] { (void)made[rank]->connect(); });
  for (std::thread &thread : threads)
    thread.join();
  std::string message;
  if (popt_rt_status status = segment->failure(&message))
    return fail(status, message);
  for (int32_t rank = 0; rank < size; ++rank)
    out_transports[rank] = made[rank].release();
  return POPT_RT_OK;
}
