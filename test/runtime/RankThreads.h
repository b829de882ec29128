//===- RankThreads.h - Ranks as threads of a test -------------------------===//
#ifndef POPT_RT_TEST_RANKTHREADS_H
#define POPT_RT_TEST_RANKTHREADS_H

#include "popt-rt/device_cpu.h"
#include "popt-rt/device_cuda.h"
#include "popt-rt/exec.h"
#include "popt-rt/transport_threads.h"
#include <functional>
#include <gtest/gtest.h>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace popt::rt {

/// What a rank does; returns what went wrong, or nothing.
using RankBody = std::function<std::string(int32_t rank, popt_rt_device *,
                                           popt_rt_transport *)>;

/// Runs `body` on a thread per rank, whose devices are processors, or GPUs of the
/// driver that POPT_CUDA_DRIVER names. A rank that fails ends the others; returns
/// what the first one said. `atEnd` is called when all ranks are done, before their
/// devices end.
inline std::string runOnThreads(
    int32_t ranks, const RankBody &body, bool onGpus = false,
    const std::function<void()> &atEnd = [] {}) {
  std::vector<popt_rt_transport *> transports(ranks, nullptr);
  std::vector<popt_rt_device *> devices(ranks, nullptr);
  popt_rt_threads_options options = {};
  options.timeout_seconds = 30;
  if (popt_rt_threads_create(ranks, &options, transports.data()) != POPT_RT_OK)
    return "cannot start the ranks";
  std::string error;
  std::mutex mutex;
  auto run = [&](int32_t rank) {
    std::string wrong = body(rank, devices[rank], transports[rank]);
    if (wrong.empty())
      return;
    popt_rt_transport_abort(transports[rank], wrong.c_str());
    std::lock_guard<std::mutex> lock(mutex);
    if (error.empty())
      error = wrong;
  };
  std::vector<std::thread> threads;
  popt_rt_status status =
      onGpus ? popt_rt_cuda_create(ranks, nullptr, devices.data())
             : popt_rt_cpu_create(ranks, transports.data(), devices.data());
  if (status == POPT_RT_OK && onGpus)
    status = popt_rt_cuda_connect(ranks, devices.data(), transports.data());
  if (status == POPT_RT_OK)
    for (int32_t rank = 0; rank < ranks; ++rank)
      threads.emplace_back(run, rank);
  else
    error = std::string("cannot make the devices: ") +
            popt_rt_device_last_error(nullptr);
  for (std::thread &thread : threads)
    thread.join();
  atEnd();
  for (popt_rt_device *device : devices)
    if (device)
      popt_rt_device_destroy(device);
  for (popt_rt_transport *transport : transports)
    popt_rt_transport_destroy(transport);
  return error;
}

/// What a rank does with its executor; returns what went wrong, or nothing.
using ExecutorBody =
    std::function<std::string(int32_t rank, Executor &, popt_rt_transport *)>;

/// Runs `body` on a thread per rank of the program.
inline void runExecutors(LoadedProgram program, const ExecutorBody &body) {
  std::string error;
  std::shared_ptr<const Prepared> prepared = prepare(std::move(program), error);
  ASSERT_TRUE(prepared) << error;
  auto run = [&](int32_t rank, popt_rt_device *device,
                 popt_rt_transport *transport) {
    std::string message;
    auto executor =
        Executor::create(prepared, rank, device, transport, message);
    return executor ? body(rank, *executor, transport) : message;
  };
  EXPECT_EQ("", runOnThreads(
                    static_cast<int32_t>(tableOf(*prepared).numRanks()), run));
}

} // namespace popt::rt
#endif // POPT_RT_TEST_RANKTHREADS_H
