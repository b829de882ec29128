//===- NcclConnect.cpp - Ranks find that NCCL can connect them ------------===//
//
// Each rank tells all others, over the transport on the host, which NCCL it has
// and on which GPU it is: all ranks find alike what can't work, and report it
// once, where NCCL would hang or fail without a reason. Then they make the
// communicator of all.
//
// Tests: test/conformance (the worlds "nccl..."), test/Execute/Gpu/nccl.test,
// nccl-processes.test.
//
//===----------------------------------------------------------------------===//
#include "../../device/cuda/CudaDevice.h"
#include "../Copy.h"
#include "NcclTransport.h"
#include "popt-rt/transport_limits.h"
#include "popt-rt/transport_threads.h"

#include <cstring>
#include <numeric>

using namespace popt::rt;
using namespace popt::rt::cuda;

namespace {
/// What a rank says of itself.
struct Card {
  DeviceId gpu;
  int32_t version;
  int32_t mayShare; ///< NCCL takes several ranks on one GPU
  /// NCCL compares GPUs of one host only; NCCL_HOSTID says which that is.
  char hostId[128];

  bool isOnGpuOf(const Card &other) const {
    return std::memcmp(&gpu, &other.gpu, sizeof gpu) == 0 &&
           std::strncmp(hostId, other.hostId, sizeof hostId) == 0;
  }
};
} // namespace

/// What keeps NCCL from connecting the ranks; empty if nothing does.
static std::string findProblem(const Segment &segment,
                               const std::vector<Card> &cards,
                               const Nccl &nccl) {
  auto rank = [&](size_t r) {
    const RankRecord &record = segment.rankRecord(static_cast<int32_t>(r));
    return "rank " + std::to_string(r) +
           (record.isHere() ? "" : std::string(" on ") + record.elsewhere.host);
  };
  for (size_t a = 1; a < cards.size(); ++a)
    if (cards[a].version != cards[0].version)
      return rank(0) + " has " + nccl.versionText(cards[0].version) + ", but " +
             rank(a) + " has " + nccl.versionText(cards[a].version) +
             ": install one version on all hosts, or name it in POPT_NCCL";
  for (size_t b = 1; b < cards.size(); ++b)
    for (size_t a = 0; a < b; ++a)
      if (cards[a].isOnGpuOf(cards[b]) && !cards[a].mayShare)
        return "NCCL needs a GPU for each rank, but " + rank(a) + " and " +
               rank(b) +
               " have the same one; start ranks on more hosts, show more GPUs "
               "(CUDA_VISIBLE_DEVICES), or leave out --transport nccl and "
               "--processes, then ranks share GPUs";
  return "";
}

popt_rt_status NcclTransport::connect() {
  std::vector<int32_t> ranks(static_cast<size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  if (popt_rt_status status = host->makeGroup(
          std::move(ranks), POPT_RT_HOST_CHANNEL, rank, everybody))
    return status;
  Card mine = {};
  mine.gpu = gpu->id;
  mine.version = static_cast<int32_t>(nccl->versionNumber());
  const char *shares = std::getenv("NCCL_MULTI_RANK_GPU_ENABLE");
  mine.mayShare =
      mine.version >= kSharesGpus && shares && std::string(shares) == "1";
  if (const char *hostId = std::getenv("NCCL_HOSTID"))
    std::strncpy(mine.hostId, hostId, sizeof mine.hostId - 1);
  std::vector<Card> cards(static_cast<size_t>(size));
  std::vector<int64_t> counts(cards.size(), sizeof(Card));
  popt_rt_op op = {-1, "the meeting of all ranks", nullptr};
  if (popt_rt_status status =
          popt_rt_all_gather(everybody.get(), &op, &mine, cards.data(),
                             counts.data(), POPT_RT_UI8))
    return status;
  if (std::string problem = findProblem(segment, cards, *nccl);
      !problem.empty()) {
    segment.failAll(POPT_RT_SYSTEM_ERROR, problem);
    return host->failed();
  }
  return makeEnd(*everybody, all);
}

/// The GPU of a rank's device, and NCCL; null and the error of the thread.
static std::shared_ptr<Gpu> gpuOf(popt_rt_device *device, int32_t rank) {
  if (auto *onGpu = dynamic_cast<CudaDevice *>(device))
    return onGpu->gpu;
  fail(POPT_RT_INVALID_ARGUMENT,
       "nccl: rank " + std::to_string(rank) + " is on no GPU");
  return nullptr;
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
  std::shared_ptr<Segment> segment = Segment::createPrivate(size);
  if (!segment)
    return fail(POPT_RT_OUT_OF_MEMORY, "out of memory");
  popt_rt_nccl_options chosen = options ? *options : popt_rt_nccl_options{};
  std::vector<std::unique_ptr<NcclTransport>> made;
  for (int32_t rank = 0; rank < size; ++rank) {
    std::shared_ptr<Gpu> gpu = gpuOf(devices[rank], rank);
    if (!gpu)
      return POPT_RT_INVALID_ARGUMENT;
    made.push_back(std::make_unique<NcclTransport>(
        std::make_unique<SharedMemoryTransport>(
            segment, rank, size, popt_rt_available_cores(),
            lastLevelCacheBytes(), chosen.timeout_seconds),
        std::move(gpu), nccl, chosen));
  }
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

popt_rt_status popt_rt_nccl_attach(popt_rt_transport *host,
                                   const popt_rt_nccl_options *options,
                                   popt_rt_device *device,
                                   popt_rt_transport **out_transport) {
  std::unique_ptr<popt_rt_transport> owned(host);
  auto *shares = dynamic_cast<SharedMemoryTransport *>(host);
  if (!shares || !device || !out_transport)
    return fail(POPT_RT_INVALID_ARGUMENT,
                "nccl: null argument, or a transport that is none of the host");
  std::string note;
  std::shared_ptr<const Nccl> nccl = Nccl::open(note);
  std::shared_ptr<Gpu> gpu = gpuOf(device, host->rank);
  if (!nccl || !gpu) {
    if (!nccl)
      (void)fail(POPT_RT_SYSTEM_ERROR, note);
    host->abort(popt_rt_last_error(nullptr));
    return shares->failed();
  }
  owned.release();
  auto made = std::make_unique<NcclTransport>(
      std::unique_ptr<SharedMemoryTransport>(shares), std::move(gpu),
      std::move(nccl), options ? *options : popt_rt_nccl_options{});
  popt_rt_status status = made->connect();
  if (status == POPT_RT_OK)
    *out_transport = made.release();
  return status;
}
