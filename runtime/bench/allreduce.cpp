//===- allreduce.cpp - popt-rt-bench-collectives --------------------------===//
//
// Times the threads transport; `parts` and `bucket` all-reduce the vector in 16
// parts, one by one and as one. RANKS in the environment gives the number of
// ranks (4), CACHE_BYTES the cache to reckon with (this machine's). With
// PROCESSES=1 ranks are processes that share memory. See Bench.h for the
// arguments and output.
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include "../lib/transport/Segment.h"
#include "../lib/transport/messages/MessageTransport.h"
#include "../lib/transport/messages/MpiEngine.h"
#include "popt-rt/transport_threads.h"

#include <fcntl.h>
#include <numeric>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace popt::rt::bench;

static void require(popt_rt_transport *transport, popt_rt_status status) {
  if (!status)
    return;
  fprintf(stderr, "%s\n", popt_rt_last_error(transport));
  exit(1);
}

static void runRank(popt_rt_transport *transport, const Arguments &arguments) {
  int32_t rank = popt_rt_transport_rank(transport);
  int32_t size = popt_rt_transport_size(transport);
  std::vector<int32_t> ranks(size);
  for (int32_t r = 0; r < size; ++r)
    ranks[r] = r;
  popt_rt_group *group = nullptr;
  require(transport,
          popt_rt_group_create(transport, ranks.data(), size, 0, &group));
  popt_rt_op op = {0, arguments.op.c_str(), nullptr};
  for (int64_t bytes : arguments.bytes) {
    int64_t count = bytes / 4 / size * size;
    std::vector<int64_t> counts(size, count / size);
    void *send = nullptr, *recv = nullptr;
    require(transport, popt_rt_transport_allocate(transport, count * 4, &send));
    require(transport, popt_rt_transport_allocate(transport, count * 4, &recv));
    std::fill_n(static_cast<float *>(send), count, 1.0f);
    std::fill_n(static_cast<float *>(recv), count, 0.0f);
    auto barrier = [&] { require(transport, popt_rt_barrier(group, &op)); };
    auto reduceParts = [&] {
      for (int64_t part = 0; part < 16; ++part) {
        int64_t begin = count * part / 16, end = count * (part + 1) / 16;
        require(transport, popt_rt_all_reduce(
                               group, &op, static_cast<float *>(send) + begin,
                               static_cast<float *>(recv) + begin, end - begin,
                               POPT_RT_F32, POPT_RT_SUM));
      }
    };
    auto call = [&] {
      if (arguments.op == "parts") {
        reduceParts();
      } else if (arguments.op == "bucket") {
        require(transport, popt_rt_bucket_begin(group));
        reduceParts();
        require(transport, popt_rt_bucket_end(group, &op));
      } else if (arguments.op == "all_reduce")
        require(transport, popt_rt_all_reduce(group, &op, send, recv, count,
                                              POPT_RT_F32, POPT_RT_SUM));
      else if (arguments.op == "all_gather")
        require(transport, popt_rt_all_gather(group, &op, send, recv,
                                              counts.data(), POPT_RT_F32));
      else if (arguments.op == "reduce_scatter")
        require(transport,
                popt_rt_reduce_scatter(group, &op, send, recv, counts.data(),
                                       POPT_RT_F32, POPT_RT_SUM));
      else
        barrier();
    };
    auto agree = [&](double value) {
      double result = 0;
      require(transport, popt_rt_broadcast(group, &op, &value, &result, 1,
                                           POPT_RT_F64, 0));
      return result;
    };
    measure(arguments, rank, size, bytes, call, barrier, agree);
    barrier();
    popt_rt_transport_free(transport, send);
    popt_rt_transport_free(transport, recv);
  }
}

/// The host of each rank, from HOSTS=0,0,1,1; with MESSAGES=1 one for each. Empty:
/// one for all.
static std::vector<int32_t> hostsOf(int32_t size) {
  std::vector<int32_t> hosts;
  if (const char *text = getenv("HOSTS"))
    for (char *end = nullptr; *text; text = *end ? end + 1 : end)
      hosts.push_back(static_cast<int32_t>(strtol(text, &end, 10)));
  if (getenv("MESSAGES")) {
    hosts.resize(size);
    std::iota(hosts.begin(), hosts.end(), 0);
  }
  return hosts;
}

/// What mpirun started: a process for each rank. On one host they share memory,
/// as they do in a run; else everything is sent by MPI.
static int runOnMpi(int32_t rank, int32_t size, const Arguments &arguments) {
  std::string error;
  std::shared_ptr<popt::rt::MpiLibrary> mpi = popt::rt::openMpi(error);
  std::unique_ptr<popt::rt::Engine> engine =
      mpi ? popt::rt::makeMpiEngine(mpi, rank, size, error) : nullptr;
  if (!engine) {
    fprintf(stderr, "%s\n", error.c_str());
    return 1;
  }
  popt_rt_transport *transport = nullptr;
  if (std::vector<int32_t> hosts = hostsOf(size); !hosts.empty()) {
    hosts.resize(size);
    transport = popt::rt::makeMessageTransport(
                    popt::rt::Segment::createPrivate(size), rank,
                    std::move(hosts), std::move(engine), 0)
                    .release();
  } else {
    int file = -1;
    std::string path;
    if (rank == 0) {
      require(nullptr, popt_rt_threads_create_segment(size, 0, &file));
      path =
          "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file);
      for (int32_t other = 1; other < size; ++other)
        engine->post(other, path.c_str(), path.size() + 1);
    } else {
      int32_t source = 0;
      std::vector<char> message;
      while (!engine->poll(source, message))
        usleep(100);
      file = open(message.data(), O_RDWR | O_CLOEXEC);
    }
    require(nullptr, popt_rt_threads_attach(file, rank, nullptr, &transport));
  }
  runRank(transport, arguments);
  popt_rt_transport_destroy(transport);
  return 0;
}

/// `size` processes of this one that share memory, as in a run with --processes.
static int runProcesses(int32_t size, const Arguments &arguments) {
  int file = -1;
  require(nullptr, popt_rt_threads_create_segment(size, 0, &file));
  for (int32_t rank = 0; rank < size; ++rank) {
    pid_t process = fork();
    if (process < 0) {
      perror("fork");
      return 1;
    }
    if (process > 0)
      continue;
    popt_rt_transport *transport = nullptr;
    require(nullptr, popt_rt_threads_attach(file, rank, nullptr, &transport));
    runRank(transport, arguments);
    popt_rt_transport_destroy(transport);
    exit(0);
  }
  int worst = 0;
  for (int status = 0; wait(&status) > 0;)
    worst = std::max(worst, WIFEXITED(status) ? WEXITSTATUS(status) : 1);
  return worst;
}

int main(int argc, char **argv) {
  Arguments arguments;
  if (!Arguments::parse(argc, argv, arguments))
    return 2;
  const char *mpiRank = getenv("OMPI_COMM_WORLD_RANK");
  if (mpiRank)
    return runOnMpi(atoi(mpiRank), atoi(getenv("OMPI_COMM_WORLD_SIZE")),
                    arguments);
  const char *ranks = getenv("RANKS");
  int size = ranks ? atoi(ranks) : 4;
  if (getenv("PROCESSES"))
    return runProcesses(size, arguments);
  popt_rt_threads_options options = {};
  if (const char *cache = getenv("CACHE_BYTES"))
    options.cache_bytes = atoll(cache);
  std::vector<popt_rt_transport *> transports(size > 0 ? size : 0);
  if (popt_rt_status status =
          popt_rt_threads_create(size, &options, transports.data())) {
    fprintf(stderr, "cannot make %d ranks: %s\n", size,
            popt_rt_status_name(status));
    return 1;
  }
  std::vector<std::thread> threads;
  for (popt_rt_transport *transport : transports)
    threads.emplace_back([&, transport] { runRank(transport, arguments); });
  for (std::thread &thread : threads)
    thread.join();
  for (popt_rt_transport *transport : transports)
    popt_rt_transport_destroy(transport);
  return 0;
}
