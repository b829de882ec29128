//===- LocalRanks.cpp - What ranks of one process run on ------------------===//
//
// Tests: RunTest, CallableTest.
//
//===----------------------------------------------------------------------===//
#include "LocalRanks.h"
#include "../system/System.h"
#include "../transport/Transport.h"
#include "popt-rt/device_cpu.h"
#include "popt-rt/device_cuda.h"
#include "popt-rt/transport_threads.h"
#include <new>
#include <system_error>

using namespace popt::rt;

RankOutcome
popt::rt::runGuarded(popt_rt_transport *transport,
                     const std::function<bool(std::string &error)> &work) {
  std::string error;
  try {
    if (work(error))
      return {};
  } catch (const std::bad_alloc &) {
    error = "out of memory";
  }
  if (error.empty())
    error = "failed";
  RankOutcome outcome;
  outcome.isCause = popt_rt_transport_health(transport) == POPT_RT_OK;
  outcome.error = "rank " + std::to_string(popt_rt_transport_rank(transport)) +
                  ": " + error;
  popt_rt_transport_abort(transport, error.c_str());
  return outcome;
}

std::string popt::rt::firstFailure(const std::vector<RankOutcome> &outcomes) {
  for (bool cause : {true, false})
    for (const RankOutcome &outcome : outcomes)
      if (!outcome.error.empty() && outcome.isCause == cause)
        return outcome.error;
  return "";
}

LocalRanks::~LocalRanks() {
  for (popt_rt_device *device : devices)
    popt_rt_device_destroy(device);
  for (popt_rt_transport *transport : transports)
    popt_rt_transport_destroy(transport);
}

bool LocalRanks::open(const StepTable &table, double timeoutSeconds,
                      std::string &out_error) {
  auto ranks = static_cast<int32_t>(table.numRanks());
  popt_rt_threads_options options = {};
  options.timeout_seconds = timeoutSeconds;
  std::vector<popt_rt_transport *> madeTransports(ranks);
  std::vector<popt_rt_device *> madeDevices(ranks);
  out_error = "cannot start " + std::to_string(ranks) + " ranks: ";
  if (popt_rt_status status =
          popt_rt_threads_create(ranks, &options, madeTransports.data())) {
    out_error += popt_rt_status_name(status);
    return false;
  }
  transports = std::move(madeTransports);
  popt_rt_status status =
      table.isForGpu()
          ? popt_rt_cuda_create(ranks, madeDevices.data())
          : popt_rt_cpu_create(ranks, transports.data(), madeDevices.data());
  if (status == POPT_RT_OK) {
    devices = std::move(madeDevices);
    if (table.isForGpu())
      status = popt_rt_cuda_connect(ranks, devices.data(), transports.data());
  }
  if (status == POPT_RT_OK)
    return true;
  out_error += popt_rt_last_error(nullptr);
  return false;
}

bool LocalRanks::openNccl(const StepTable &table,
                          const popt_rt_nccl_options &options,
                          std::string &out_error) {
  auto ranks = static_cast<int32_t>(table.numRanks());
  std::vector<popt_rt_device *> madeDevices(ranks);
  std::vector<popt_rt_transport *> madeTransports(ranks);
  popt_rt_status status = popt_rt_cuda_create(ranks, madeDevices.data());
  if (status == POPT_RT_OK) {
    devices = std::move(madeDevices);
    status = popt_rt_nccl_create(ranks, &options, devices.data(),
                                 madeTransports.data());
  }
  if (status == POPT_RT_OK) {
    transports = std::move(madeTransports);
    return true;
  }
  out_error = "cannot start " + std::to_string(ranks) +
              " ranks: " + popt_rt_last_error(nullptr);
  return false;
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
      popt_rt_transport_abort(transports[rank], outcomes[rank].error.c_str());
      return false;
    }
  return true;
}
