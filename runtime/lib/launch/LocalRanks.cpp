//===- LocalRanks.cpp - What ranks of one process run on ------------------===//
//
// Tests: RunTest, CallableTest, ProcessesTest.
//
//===----------------------------------------------------------------------===//
#include "LocalRanks.h"
#include "../system/System.h"
#include "../transport/Transport.h"
#include "popt-rt/device_cpu.h"
#include "popt-rt/device_cuda.h"
#include "popt-rt/transport_nccl.h"
#include "popt-rt/transport_threads.h"
#include <system_error>

using namespace popt::rt;

LocalRanks::~LocalRanks() {
  for (popt_rt_device *device : devices)
    popt_rt_device_destroy(device);
  for (popt_rt_transport *transport : transports)
    if (ownsTransports)
      popt_rt_transport_destroy(transport);
}

/// Where ranks share memory, a device asks its rank's transport for it.
popt_rt_status LocalRanks::makeDevices(const StepTable &table) {
  auto ranks = static_cast<int32_t>(table.numRanks());
  std::vector<popt_rt_device *> made(ranks);
  popt_rt_status status =
      table.target.isGpu
          ? popt_rt_cuda_create(ranks, gpus.empty() ? nullptr : gpus.data(),
                                made.data())
          : popt_rt_cpu_create(ranks, transports.data(), made.data());
  if (status == POPT_RT_OK)
    devices = std::move(made);
  return status;
}

popt_rt_status LocalRanks::makeOverHost(const StepTable &table,
                                        const Options &options) {
  auto ranks = static_cast<int32_t>(table.numRanks());
  popt_rt_threads_options threads = {};
  threads.timeout_seconds = options.timeout;
  std::vector<popt_rt_transport *> made(ranks);
  popt_rt_status status = popt_rt_threads_create(ranks, &threads, made.data());
  if (status != POPT_RT_OK)
    return fail(status, popt_rt_status_name(status));
  transports = std::move(made);
  status = makeDevices(table);
  if (status == POPT_RT_OK && table.target.isGpu)
    status = popt_rt_cuda_connect(ranks, devices.data(), transports.data());
  return status;
}

popt_rt_status LocalRanks::makeNccl(const StepTable &table,
                                    const Options &options) {
  auto ranks = static_cast<int32_t>(table.numRanks());
  popt_rt_nccl_options nccl = {options.timeout, options.deterministic};
  std::vector<popt_rt_transport *> made(ranks);
  popt_rt_status status = makeDevices(table);
  if (status == POPT_RT_OK)
    status = popt_rt_nccl_create(ranks, &nccl, devices.data(), made.data());
  if (status == POPT_RT_OK)
    transports = std::move(made);
  return status;
}

/// False and a message unless there is a GPU for each rank.
static bool acceptGpus(const StepTable &table, size_t gpus,
                       std::string &out_error) {
  auto ranks = static_cast<size_t>(table.numRanks());
  if (!table.target.isGpu)
    out_error = "the program is for " + table.target.name + ", and " +
                std::to_string(gpus) +
                " GPUs are named for it: compile it for GPUs";
  else if (gpus != ranks)
    out_error = "the program has " + std::to_string(ranks) +
                " ranks, and GPUs are named for " + std::to_string(gpus) +
                ": name one for each rank (several may share one)";
  return out_error.empty();
}

bool LocalRanks::open(const StepTable &table, const Options &options,
                      std::string &out_error,
                      const std::vector<int32_t> &gpusOfRanks) {
  gpus = gpusOfRanks;
  if (!gpus.empty() && !acceptGpus(table, gpus.size(), out_error))
    return false;
  popt_rt_status status = options.transport == "nccl"
                              ? makeNccl(table, options)
                              : makeOverHost(table, options);
  if (status == POPT_RT_OK)
    return true;
  out_error = "cannot start " + std::to_string(table.numRanks()) +
              " ranks: " + popt_rt_last_error(nullptr);
  return false;
}

bool LocalRanks::openAlone(const StepTable &table, const Options &options,
                           popt_rt_transport *host, int32_t gpu,
                           std::string &out_error) {
  transports = {host};
  popt_rt_device *device = nullptr;
  popt_rt_status status = table.target.isGpu
                              ? popt_rt_cuda_create_on(gpu, &device)
                              : popt_rt_cpu_create(1, &host, &device);
  if (status != POPT_RT_OK) {
    std::string text = popt_rt_last_error(nullptr);
    popt_rt_transport_abort(host, text.c_str());
    out_error =
        "rank " + std::to_string(popt_rt_transport_rank(host)) + ": " + text;
    return false;
  }
  devices = {device};
  if (!table.target.isGpu)
    return true;
  // Processes reach each other's GPUs by NCCL alone.
  transports.clear();
  popt_rt_nccl_options nccl = {options.timeout, options.deterministic};
  popt_rt_transport *made = nullptr;
  if (popt_rt_nccl_attach(host, &nccl, device, &made) != POPT_RT_OK) {
    out_error = popt_rt_last_error(nullptr);
    return false;
  }
  transports = {made};
  return true;
}

bool LocalRanks::openOver(popt_rt_transport *host, std::string &out_error) {
  transports = {host};
  ownsTransports = false;
  popt_rt_device *device = nullptr;
  if (popt_rt_cpu_create(1, &host, &device) != POPT_RT_OK) {
    out_error = popt_rt_last_error(nullptr);
    return false;
  }
  devices = {device};
  return true;
}

std::shared_ptr<Segment> LocalRanks::segment() const {
  return transports.front()->hostSegment();
}

void LocalRanks::tune() const {
  popt_rt_cuda_tune(static_cast<int32_t>(devices.size()), devices.data());
}

std::string LocalRanks::tuned() const {
  return popt_rt_cuda_tuned(devices.front());
}

bool LocalRanks::startThreads(const std::function<void(size_t rank)> &run,
                              bool isShared,
                              std::vector<std::thread> &out_threads,
                              std::vector<RankOutcome> &outcomes) const {
  for (size_t rank = 0; rank < size(); ++rank)
    try {
      sys::beforeThread();
      out_threads.emplace_back(run, rank);
    } catch (const std::system_error &error) {
      outcomes[rank] = {"cannot start a thread for rank " +
                            std::to_string(rank) + ": " + error.what(),
                        /*isCause=*/true};
      if (!isShared)
        popt_rt_transport_abort(transports[rank], outcomes[rank].error.c_str());
      return false;
    }
  return true;
}
