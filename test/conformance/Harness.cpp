//===- Harness.cpp - Running a test body on every rank --------------------===//

#include "Harness.h"

#include "Hosts.h"
#include "OnGpu.h"
#include "OnMpi.h"

#include "popt-rt/device_cuda.h"
#include "popt-rt/transport_nccl.h"
#include "popt-rt/transport_threads.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace popt::rt::conformance {

static std::vector<Outcome>
runThreads(int32_t size, popt_rt_threads_options options, const Body &body) {
  std::vector<popt_rt_transport *> transports(size);
  std::vector<Outcome> outcomes(size);
  if (popt_rt_status status =
          popt_rt_threads_create(size, &options, transports.data())) {
    outcomes[0].error = popt_rt_status_name(status);
    return outcomes;
  }
  std::vector<std::thread> threads;
  for (int32_t rank = 0; rank < size; ++rank)
    threads.emplace_back([&, rank] {
      outcomes[rank].error = body(transports[rank]);
      popt_rt_transport_destroy(transports[rank]);
    });
  for (std::thread &thread : threads)
    thread.join();
  return outcomes;
}

#ifdef POPT_FAKE_CUDA_DRIVER
/// The first GPU of this machine is asked for, instead of those that interpret
/// PTX. Choose worlds one by one then: a child of a process that has used CUDA
/// cannot use it.
static bool isOnRealGpu() { return std::getenv("CONFORMANCE_GPU"); }

/// Of the driver that interprets PTX; finding races takes three times as long.
static void chooseFakeGpus() {
  if (isOnRealGpu())
    return;
  bool isLong = std::getenv("POPT_LONG");
  setenv("POPT_FAKE_CUDA", isLong ? "devices=8" : "devices=8,checks=bounds", 0);
  setenv("POPT_CUDA_DRIVER", POPT_FAKE_CUDA_DRIVER, 1);
  setenv("POPT_NCCL", POPT_FAKE_CUDA_DRIVER, 1);
}

static void runRanksOnGpus(const std::vector<popt_rt_transport *> &transports,
                           const std::vector<popt_rt_device *> &devices,
                           const Body &body, std::vector<Outcome> &outcomes) {
  std::vector<std::thread> threads;
  for (size_t rank = 0; rank < transports.size(); ++rank)
    threads.emplace_back([&, rank] {
      popt_rt_transport *onGpu = makeOnGpu(transports[rank], devices[rank]);
      outcomes[rank].error = body(onGpu);
      popt_rt_transport_destroy(onGpu);
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// Ranks share GPUs, and communicate in their memory.
static std::vector<Outcome> runOnGpus(int32_t size, double timeoutSeconds,
                                      const Body &body) {
  chooseFakeGpus();
  popt_rt_threads_options options = {timeoutSeconds, 0, 0};
  std::vector<popt_rt_transport *> transports(size);
  std::vector<popt_rt_device *> devices(size);
  std::vector<Outcome> outcomes(size);
  popt_rt_status made =
      popt_rt_threads_create(size, &options, transports.data());
  // On two of the GPUs, or the one.
  int32_t gpus = isOnRealGpu() ? 1 : 2;
  for (int32_t rank = 0; rank < size && made == POPT_RT_OK; rank += gpus)
    made = popt_rt_cuda_create(std::min(size - rank, gpus), nullptr,
                               &devices[rank]);
  if (made || popt_rt_cuda_connect(size, devices.data(), transports.data())) {
    outcomes[0].error = popt_rt_last_error(nullptr);
    return outcomes;
  }
  runRanksOnGpus(transports, devices, body, outcomes);
  return outcomes;
}

/// A GPU for each rank, and the NCCL of the same library.
static World ncclWorld(const char *name, int32_t isDeterministic) {
  auto run = [=](int32_t size, double timeout, const Body &body) {
    chooseFakeGpus();
    popt_rt_nccl_options options = {timeout, isDeterministic};
    std::vector<popt_rt_transport *> transports(size);
    std::vector<popt_rt_device *> devices(size);
    std::vector<Outcome> outcomes(size);
    if (popt_rt_cuda_create(size, nullptr, devices.data()) ||
        popt_rt_nccl_create(size, &options, devices.data(),
                            transports.data())) {
      outcomes[0].error = popt_rt_last_error(nullptr);
      return outcomes;
    }
    runRanksOnGpus(transports, devices, body, outcomes);
    return outcomes;
  };
  World world = {name, run};
  world.ordersSums = isDeterministic != 0;
  world.comparesCalls = false;
  world.streamsMeet = true;
  return world;
}

/// In a process of its own: the rank's GPU, and NCCL between processes. On one
/// GPU each is a host of its own; NCCL refuses two ranks of a host there.
static popt_rt_status goOnGpu(popt_rt_transport *&transport) {
  popt_rt_device *device = nullptr;
  popt_rt_transport *host = std::exchange(transport, nullptr);
  int32_t rank = popt_rt_transport_rank(host);
  if (isOnRealGpu()) {
    setenv("NCCL_HOSTID", ("rank " + std::to_string(rank)).c_str(), 1);
    setenv("NCCL_SOCKET_IFNAME", "lo", 0);
    setenv("NCCL_MAX_CTAS", "2", 0);
  }
  popt_rt_status status =
      popt_rt_cuda_create_on(isOnRealGpu() ? 0 : rank, &device);
  if (status == POPT_RT_OK)
    status = popt_rt_nccl_attach(host, nullptr, device, &transport);
  if (status == POPT_RT_OK)
    transport = makeOnGpu(transport, device);
  return status;
}
#endif

/// Makes another transport of a process's.
using Wrap = std::function<popt_rt_status(popt_rt_transport *&transport)>;

/// The child's side of runProcesses: reports through the pipe.
[[noreturn]] static void runRank(int segment, int32_t rank,
                                 const popt_rt_threads_options &options,
                                 const Wrap &wrap, const Body &body, int pipe) {
  popt_rt_transport *transport = nullptr;
  std::string error;
  popt_rt_status status =
      popt_rt_threads_attach(segment, rank, &options, &transport);
  if (status == POPT_RT_OK && wrap)
    status = wrap(transport);
  if (status) {
    error = std::string("attach: ") + popt_rt_status_name(status) + ": " +
            popt_rt_last_error(nullptr);
  } else {
    error = body(transport);
    popt_rt_transport_destroy(transport);
  }
  if (write(pipe, error.data(), error.size()) < 0)
    _exit(3);
  _exit(0);
}

static std::vector<Outcome> runProcesses(int32_t size,
                                         popt_rt_threads_options options,
                                         const Body &body,
                                         const Wrap &wrap = nullptr) {
  std::vector<Outcome> outcomes(size);
  int segment = -1;
  if (popt_rt_threads_create_segment(size, int64_t(256) << 20, &segment)) {
    outcomes[0].error = "cannot make a segment";
    return outcomes;
  }
  std::vector<pid_t> children(size);
  std::vector<int> pipes(size);
  for (int32_t rank = 0; rank < size; ++rank) {
    int ends[2];
    if (pipe(ends) != 0) {
      outcomes[rank].error = "cannot make a pipe";
      return outcomes;
    }
    children[rank] = fork();
    if (children[rank] == 0)
      runRank(segment, rank, options, wrap, body, ends[1]);
    close(ends[1]);
    pipes[rank] = ends[0];
  }
  for (int32_t rank = 0; rank < size; ++rank) {
    char buffer[4096];
    ssize_t got;
    while ((got = read(pipes[rank], buffer, sizeof buffer)) > 0)
      outcomes[rank].error.append(buffer, got);
    close(pipes[rank]);
  }
  for (int32_t rank = 0; rank < size; ++rank) {
    int status = 0;
    waitpid(children[rank], &status, 0);
    outcomes[rank].killed = WIFSIGNALED(status);
    if (WIFEXITED(status) && WEXITSTATUS(status))
      outcomes[rank].error += " exit " + std::to_string(WEXITSTATUS(status));
  }
  close(segment);
  return outcomes;
}

#ifdef POPT_FAKE_CUDA_DRIVER
/// Likewise, as processes.
static World ncclProcessesWorld() {
  World world = {"ncclProcesses",
                 [](int32_t size, double timeout, const Body &body) {
                   chooseFakeGpus();
                   return runProcesses(size, {timeout, 0, 0}, body, goOnGpu);
                 },
                 /*processes=*/true};
  world.isSlow = true;
  world.ordersSums = false;
  world.comparesCalls = false;
  world.streamsMeet = true;
  return world;
}
#endif

static World threadWorld(const char *name, int32_t cores, int64_t cacheBytes) {
  return {name, [=](int32_t size, double timeout, const Body &body) {
            return runThreads(size, {timeout, cores, cacheBytes}, body);
          }};
}

/// Where the ranks of a world pretend to be.
using HostOf = int32_t (*)(int32_t rank, int32_t size);
static int32_t apart(int32_t rank, int32_t) { return rank; }
static int32_t inRuns(int32_t rank, int32_t size) { return rank * 2 / size; }
static int32_t dealtOut(int32_t rank, int32_t) { return rank % 2; }

static std::vector<int32_t> hostsOf(int32_t size, HostOf hostOf) {
  std::vector<int32_t> hostOfRank;
  for (int32_t rank = 0; rank < size; ++rank)
    hostOfRank.push_back(hostOf(rank, size));
  return hostOfRank;
}

/// Messages of different ranks and groups overtake each other.
static World messageWorld(const char *name, HostOf hostOf) {
  return {name, [=](int32_t size, double timeout, const Body &body) {
            LocalOptions options;
            options.seed = 1;
            return runOnHosts(hostsOf(size, hostOf), options, timeout, body);
          }};
}

static World tcpWorld(const char *name, HostOf hostOf) {
  return {name, [=](int32_t size, double timeout, const Body &body) {
            return runOnHosts(hostsOf(size, hostOf), makeTcpEngines(size),
                              timeout, body);
          }};
}

static World mpiWorld(const char *name, HostOf hostOf) {
  return {name, [=](int32_t size, double timeout, const Body &body) {
            return runOnMpi(hostsOf(size, hostOf), timeout, body);
          }};
}

static std::vector<World> makeWorlds() {
  if (isOnMpi())
    return {mpiWorld("mpi", apart), mpiWorld("mpiInRuns", inRuns)};
  // One world for each path of the engine: as many cores as ranks or fewer,
  // through the caches or past them, one process or several.
  std::vector<World> all = {
      threadWorld("threads", 0, 0),
      threadWorld("threadsPush", 64, 0),
      threadWorld("threadsClaimStream", 1, 1),
      {"processes",
       [](int32_t size, double timeout, const Body &body) {
         return runProcesses(size, {timeout, 0, 0}, body);
       },
       /*processes=*/true},
      messageWorld("messages", apart),
      messageWorld("messagesInRuns", inRuns),
      messageWorld("messagesDealtOut", dealtOut),
      tcpWorld("tcpInRuns", inRuns),
#ifdef POPT_FAKE_CUDA_DRIVER
      {"cuda", runOnGpus},
      ncclWorld("nccl", 0),
      ncclProcessesWorld(),
#endif
  };
  if (std::getenv("POPT_LONG")) {
    all.push_back(tcpWorld("tcp", apart));
#ifdef POPT_FAKE_CUDA_DRIVER
    all.push_back(ncclWorld("ncclDeterministic", 1));
#endif
  }
  return all;
}

const std::vector<World> &worlds() {
  static const std::vector<World> all = makeWorlds();
  return all;
}

std::vector<World> quickWorlds() {
  std::vector<World> quick;
  for (const World &world : worlds())
    if (!world.isSlow || std::getenv("POPT_LONG"))
      quick.push_back(world);
  return quick;
}

void expectAll(const World &world, int32_t size, const Body &body,
               double timeoutSeconds) {
  std::vector<Outcome> outcomes = world.run(size, timeoutSeconds, body);
  for (int32_t rank = 0; rank < size; ++rank) {
    EXPECT_EQ(outcomes[rank].error, "") << "rank " << rank << " of " << size;
    EXPECT_FALSE(outcomes[rank].killed) << "rank " << rank << " of " << size;
  }
}

popt_rt_group *makeGroup(popt_rt_transport *transport,
                         std::vector<int32_t> ranks, std::string &error,
                         int32_t channel) {
  popt_rt_group *group = nullptr;
  if (popt_rt_status status = popt_rt_group_create(
          transport, ranks.data(), static_cast<int32_t>(ranks.size()), channel,
          &group))
    error = describe(transport, "group_create", status);
  return group;
}

popt_rt_group *groupOfAll(popt_rt_transport *transport) {
  std::string error;
  std::vector<int32_t> ranks(popt_rt_transport_size(transport));
  std::iota(ranks.begin(), ranks.end(), 0);
  return makeGroup(transport, ranks, error);
}

void pause(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

void awaitEnd(popt_rt_transport *transport) {
  for (int i = 0; i < 1000 && !popt_rt_transport_health(transport); ++i)
    pause(10);
}

std::string describe(popt_rt_transport *transport, const char *call,
                     popt_rt_status status) {
  return std::string(call) + ": " + popt_rt_status_name(status) + ": " +
         popt_rt_last_error(transport);
}

std::string expectStatus(popt_rt_transport *transport, popt_rt_status got,
                         popt_rt_status wanted,
                         const std::vector<std::string> &texts) {
  std::string message = popt_rt_last_error(transport);
  if (got != wanted)
    return std::string("got ") + popt_rt_status_name(got) + ": " + message;
  for (const std::string &text : texts)
    if (message.find(text) == std::string::npos)
      return "message \"" + message + "\" lacks \"" + text + "\"";
  return "";
}

} // namespace popt::rt::conformance
