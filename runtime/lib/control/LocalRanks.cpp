//===- LocalRanks.cpp - What ranks of one process run on ------------------===//
//
// Tests: RunTest, CallableTest.
//
//===----------------------------------------------------------------------===//
#include "LocalRanks.h"
#include "popt-rt/device_cpu.h"
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

bool LocalRanks::open(int64_t count, double timeoutSeconds,
                      std::string &out_error) {
  auto ranks = static_cast<int32_t>(count);
  popt_rt_threads_options options = {};
  options.timeout_seconds = timeoutSeconds;
  transports.resize(ranks);
  devices.resize(ranks);
  popt_rt_status status =
      popt_rt_threads_create(ranks, &options, transports.data());
  if (status == POPT_RT_OK)
    status = popt_rt_cpu_create(ranks, transports.data(), devices.data());
  else
    transports.clear();
  if (status == POPT_RT_OK)
    return true;
  devices.clear();
  out_error = "cannot start " + std::to_string(ranks) +
              " ranks: " + popt_rt_status_name(status);
  return false;
}

bool LocalRanks::startThreads(const std::function<void(size_t rank)> &run,
                              std::vector<std::thread> &out_threads,
                              std::vector<RankOutcome> &outcomes) const {
  for (size_t rank = 0; rank < size(); ++rank)
    try {
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
