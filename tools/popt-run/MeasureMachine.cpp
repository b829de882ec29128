//===- MeasureMachine.cpp - A cluster file of this machine ----------------===//
//
// N ranks, threads of this process, do the same at once through what programs
// use, the device and the transport: products by element type and size, loops over
// elements, copies in memory, copies to host memory and back, collectives. Each
// piece of work is repeated for some milliseconds, several times; its time is the
// median over rounds of the slowest rank's.
//
// Links are described by the formulas of a ring (Algorithms.h), whatever the
// transport does: the latency is that of the smallest all-reduce, the rate at a
// size that of an all-reduce and an all-gather which send so many bytes.
//
// Rates rise and fall with size (caches), so the largest is the rate and a table
// has the others' parts of it.
//
// Tested by test/Execute/measure-machine.test.
//
//===----------------------------------------------------------------------===//
#include "MeasureMachine.h"
#include "../common/Output.h"
#include "MeasuredLoops.h"

#include "popt/Machine/Machine.h"
#include "popt/Text/Files.h"

#include "popt-rt/device_cpu.h"
#include "popt-rt/transport_threads.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <thread>
#include <unistd.h>

using namespace popt;

namespace {
constexpr int kRounds = 5;
constexpr int kLongRounds = 3; ///< of work that takes longer than a round
constexpr double kSecondsOfRound = 0.02;
/// Products that take longer than this are the largest.
constexpr double kSecondsOfSize = 0.3;
constexpr int32_t kMostRanks = 1024;
/// FLOPs of an operation that reaches all that large ones reach.
constexpr double kLarge = 1e15;

/// What went wrong, on whichever rank; work that can't be done ends the
/// measurement.
struct Failure {
  std::string message;
};

double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// A rank at work.
class Rank {
public:
  Rank(popt_rt_transport *transport, popt_rt_device *device)
      : transport(transport), device(device) {
    require(popt_rt_device_open(device, 1, 0));
    std::vector<int32_t> all(popt_rt_transport_size(transport));
    for (size_t r = 0; r < all.size(); ++r)
      all[r] = static_cast<int32_t>(r);
    requireCall(popt_rt_group_create(
        transport, all.data(), static_cast<int32_t>(all.size()), 0, &group));
  }

  void require(popt_rt_status status) const {
    if (status != POPT_RT_OK)
      throw Failure{popt_rt_device_last_error(device)};
  }
  void requireCall(popt_rt_status status) const {
    if (status != POPT_RT_OK)
      throw Failure{popt_rt_last_error(transport)};
  }

  int32_t number() const { return popt_rt_transport_rank(transport); }
  int32_t size() const { return popt_rt_transport_size(transport); }
  void meet() const { requireCall(popt_rt_barrier(group, &op)); }

  /// The largest of the ranks' numbers.
  double most(double number) const {
    double result = 0;
    requireCall(popt_rt_all_reduce(group, &op, &number, &result, 1, POPT_RT_F64,
                                   POPT_RT_MAX));
    return result;
  }

  /// Seconds of one call of `work`, on the slowest rank.
  double measure(const std::function<void()> &work) const {
    work();
    double once = timeOf(work, 1);
    int times = static_cast<int>(
        std::clamp(kSecondsOfRound / std::max(most(once), 1e-9), 1.0, 1e5));
    std::vector<double> rounds;
    for (int round = 0; round < (times == 1 ? kLongRounds : kRounds); ++round)
      rounds.push_back(most(timeOf(work, times)));
    std::sort(rounds.begin(), rounds.end());
    return std::max(rounds[rounds.size() / 2], 1e-9);
  }

  /// Memory, freed with the device; every byte is written.
  char *allocate(size_t bytes, popt_rt_memory kind = POPT_RT_DEVICE_MEMORY) {
    void *memory = nullptr;
    require(popt_rt_device_allocate(device, kind, bytes, &memory));
    std::memset(memory, 0, bytes);
    return static_cast<char *>(memory);
  }

  popt_rt_transport *transport;
  popt_rt_device *device;
  popt_rt_group *group = nullptr;
  const popt_rt_op op = {0, "measured", nullptr};

private:
  double timeOf(const std::function<void()> &work, int times) const {
    meet();
    double begin = now();
    for (int i = 0; i < times; ++i)
      work();
    require(popt_rt_device_synchronize(device, 0));
    return (now() - begin) / times;
  }
};

/// (size of the work, size a second), by size.
using Rates = std::vector<std::pair<double, double>>;

/// The largest rate, and what part of it each size reaches.
double tabulate(const Rates &rates, RateTable &table) {
  double most = 0;
  for (const auto &[size, rate] : rates)
    most = std::max(most, rate);
  for (const auto &[size, rate] : rates)
    table.push_back({size, std::max(rate / most, 1e-6)});
  return most;
}

/// What the device has prepared, and its memory.
class Action {
public:
  Action(Rank &rank, popt_rt_action *action, std::vector<size_t> bytes)
      : rank(rank), action(action) {
    for (size_t operand : bytes)
      addresses.push_back(rank.allocate(operand));
    scratch =
        rank.allocate(std::max<size_t>(popt_rt_action_scratch(action), 64));
  }
  Action(const Action &) = delete;
  ~Action() {
    for (void *memory : addresses)
      popt_rt_device_free(rank.device, memory);
    popt_rt_device_free(rank.device, scratch);
    popt_rt_action_destroy(action);
  }
  void run() const {
    rank.require(
        popt_rt_action_launch(action, 0, addresses.data(), nullptr, scratch));
  }
  double seconds() const {
    return rank.measure([&] { run(); });
  }

private:
  Rank &rank;
  popt_rt_action *action;
  std::vector<void *> addresses;
  void *scratch;
};

/// The product of m x k and k x n.
Action product(Rank &rank, popt_rt_element_type type, int64_t m, int64_t n,
               int64_t k) {
  const int64_t shapes[][2] = {{m, k}, {k, n}, {m, n}};
  const int64_t strides[][2] = {{k, 1}, {n, 1}, {n, 1}};
  popt_rt_view views[3];
  std::vector<size_t> bytes;
  for (int i = 0; i < 3; ++i) {
    views[i] = {type, 2, shapes[i], strides[i]};
    bytes.push_back(static_cast<size_t>(shapes[i][0] * shapes[i][1]) *
                    popt_rt_element_size(type));
  }
  const popt_rt_matmul matmul{0, 1, 1, 1, 0};
  popt_rt_action *action = nullptr;
  rank.require(
      popt_rt_device_prepare_matmul(rank.device, &matmul, views, &action));
  return Action(rank, action, std::move(bytes));
}

/// Products of about n^3 multiply-adds, square and wide ones. Rows that lie a power of
/// two apart share places in the caches, and some take half as long again; programs
/// have both kinds, so a size has the rate of all of them together.
Rates measureProducts(Rank &rank, popt_rt_element_type type) {
  Rates rates;
  for (int64_t n : {32, 64, 128, 256, 512, 1024, 2048}) {
    double flops = 0, seconds = 0;
    const std::array<int64_t, 3> shapes[] = {{n, n, n},
                                             {n / 4, 2 * n, 2 * n},
                                             {n, 3 * n / 4, 3 * n / 2},
                                             {3 * n / 4, 3 * n / 2, 3 * n / 4}};
    for (auto [rows, columns, depth] : shapes) {
      flops += 2.0 * static_cast<double>(rows * columns * depth);
      seconds += product(rank, type, rows, columns, depth).seconds();
    }
    rates.push_back({flops / std::size(shapes), flops / seconds});
    if (seconds > kSecondsOfSize)
      break;
  }
  return rates;
}

/// As the price of kernels has it.
double additionsPerSecond(const Machine &machine) {
  const DeviceSpec &device = machine.devices.front();
  return device.kernelEfficiency * device.flopRate("f32", kLarge);
}

/// How many additions of loops over elements a second does.
double measureLoops(Rank &rank, const tools::MeasuredLoops &loops) {
  popt_rt_kernel kernel = {};
  kernel.function = loops.kernel;
  popt_rt_action *action = nullptr;
  rank.require(popt_rt_device_prepare_kernel(rank.device, &kernel,
                                             /*num_addresses=*/2,
                                             /*num_scalars=*/0, &action));
  return loops.secondsOnBuiltin * additionsPerSecond(Machine::builtin()) /
         Action(rank, action, {loops.bytes, loops.bytes}).seconds();
}

/// Bytes read and written by copies of memory.
Rates measureCopies(Rank &rank, popt_rt_memory to, double countedTwice) {
  Rates rates;
  const size_t most = size_t(1) << 25;
  char *from = rank.allocate(most), *target = rank.allocate(most, to);
  for (size_t bytes = size_t(1) << 13; bytes <= most; bytes <<= 4) {
    double seconds = rank.measure([&] {
      rank.require(popt_rt_device_copy(rank.device, 0, target, from, bytes));
    });
    double moved = countedTwice * static_cast<double>(bytes);
    rates.push_back({moved, moved / seconds});
  }
  return rates;
}

/// Of collectives among all ranks.
struct Links {
  double latency = 0;
  Rates rates;
};

Links measureLinks(Rank &rank) {
  Links links;
  const int64_t k = rank.size(), most = int64_t(1) << 24;
  char *send = rank.allocate(static_cast<size_t>(2 * most) + 64);
  char *recv = rank.allocate(static_cast<size_t>(2 * most) + 64);
  auto allReduce = [&](int64_t bytes) {
    return rank.measure([&] {
      rank.requireCall(popt_rt_all_reduce(rank.group, &rank.op, send, recv,
                                          bytes / 4, POPT_RT_F32, POPT_RT_SUM));
    });
  };
  links.latency = allReduce(4) /
                  static_cast<double>(latencies(CollectiveKind::AllReduce, k));
  for (int64_t bytes = int64_t(1) << 12; bytes <= most; bytes <<= 4) {
    // An all-gather of twice the bytes sends as many.
    std::vector<int64_t> counts(static_cast<size_t>(k), 2 * bytes / 4 / k);
    double gather = rank.measure([&] {
      rank.requireCall(popt_rt_all_gather(rank.group, &rank.op, send, recv,
                                          counts.data(), POPT_RT_F32));
    });
    double seconds = allReduce(bytes) + gather;
    double waited =
        links.latency *
        static_cast<double>(latencies(CollectiveKind::AllReduce, k) +
                            latencies(CollectiveKind::AllGather, k));
    auto sent =
        static_cast<double>(wireBytes(CollectiveKind::AllReduce, k, bytes));
    // What latencies leave; at least a part, where they are as long as all.
    links.rates.push_back(
        {sent, 2 * sent / std::max(seconds - waited, seconds / 20)});
  }
  return links;
}

/// Everything, as rank 0 notes it.
void measureAll(Rank &rank, const tools::MeasuredLoops &loops,
                Machine &machine) {
  DeviceSpec &device = machine.devices.front();
  for (auto [name, type] :
       {std::pair("f32", POPT_RT_F32), std::pair("bf16", POPT_RT_BF16),
        std::pair("f64", POPT_RT_F64)}) {
    Rates rates = measureProducts(rank, type);
    if (rank.number() == 0)
      device.flopsPerSecond[name] = tabulate(rates, device.efficiency[name]);
  }
  double additions = measureLoops(rank, loops);
  if (rank.number() == 0)
    device.kernelEfficiency = std::clamp(device.kernelEfficiency * additions /
                                             additionsPerSecond(machine),
                                         1e-6, 1.0);
  Rates memory = measureCopies(rank, POPT_RT_DEVICE_MEMORY, 2);
  Rates host = measureCopies(rank, POPT_RT_HOST_MEMORY, 1);
  std::optional<Links> links;
  if (rank.size() > 1)
    links = measureLinks(rank);
  if (rank.number() != 0)
    return;
  device.memoryBytesPerSecond = tabulate(memory, device.memoryEfficiency);
  machine.host.bytesPerSecond = tabulate(host, machine.host.efficiency);
  LinkLevel &link = machine.links.front();
  if (links) {
    link.latencySeconds = links->latency;
    link.bytesPerSecond = tabulate(links->rates, link.efficiency);
  } else { // what one rank would write for another
    link.latencySeconds = 1e-6;
    link.bytesPerSecond = device.memoryBytesPerSecond / 2;
  }
}

/// The ranks of this process and what they run on.
class World {
public:
  explicit World(int32_t ranks) : transports(ranks), devices(ranks) {
    popt_rt_threads_options options = {};
    options.timeout_seconds = 60;
    if (popt_rt_threads_create(ranks, &options, transports.data()) !=
            POPT_RT_OK ||
        popt_rt_cpu_create(ranks, transports.data(), devices.data()) !=
            POPT_RT_OK)
      throw Failure{popt_rt_last_error(nullptr)};
  }
  World(const World &) = delete;
  ~World() {
    for (popt_rt_device *device : devices)
      if (device)
        popt_rt_device_destroy(device);
    for (popt_rt_transport *transport : transports)
      if (transport)
        popt_rt_transport_destroy(transport);
  }

  void run(const tools::MeasuredLoops &loops, Machine &machine) {
    std::mutex mutex;
    std::string error;
    std::vector<std::thread> threads;
    for (size_t r = 0; r < transports.size(); ++r)
      threads.emplace_back([&, r] {
        try {
          Rank rank(transports[r], devices[r]);
          measureAll(rank, loops, machine);
        } catch (const Failure &failure) {
          std::lock_guard<std::mutex> lock(mutex);
          if (error.empty())
            error = failure.message;
          popt_rt_transport_abort(transports[r], failure.message.c_str());
        }
      });
    for (std::thread &thread : threads)
      thread.join();
    if (!error.empty())
      throw Failure{error};
  }

private:
  std::vector<popt_rt_transport *> transports;
  std::vector<popt_rt_device *> devices;
};
} // namespace

static Machine measured(int32_t ranks, const tools::MeasuredLoops &loops) {
  Machine machine = Machine::builtin();
  machine.name = "measured with " + std::to_string(ranks) +
                 (ranks == 1 ? " rank" : " ranks") + " at work";
  DeviceSpec &device = machine.devices.front();
  const int64_t bytes =
      int64_t(sysconf(_SC_PHYS_PAGES)) * int64_t(sysconf(_SC_PAGESIZE));
  device.kind = "cpu";
  device.count = ranks;
  device.memoryBytes = std::max<int64_t>(bytes / ranks, 1);
  machine.host.memoryBytes = bytes;
  if (const int64_t cores = popt_rt_available_cores(); cores < ranks)
    machine.host.cores = cores;
  World(ranks).run(loops, machine);
  return machine;
}

static int refuse(const std::string &why) {
  std::fprintf(stderr,
               "popt-run: error: %s; popt-run --measure-machine [-n N] [-o "
               "C.json]\n",
               why.c_str());
  return 2;
}

bool tools::asksToMeasure(int argc, const char *const *argv) {
  return std::any_of(argv + std::min(argc, 1), argv + argc,
                     [](const char *word) {
                       return std::strcmp(word, "--measure-machine") == 0;
                     });
}

int tools::measureMachine(int argc, const char *const *argv) {
  int64_t ranks = popt_rt_available_cores();
  std::string output = "-";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--measure-machine")
      continue;
    if (word != "-n" && word != "-o")
      return refuse("--measure-machine goes with -n and -o alone, not with \"" +
                    word + "\"");
    if (++i == argc)
      return refuse(word + " wants a value");
    if (word == "-o") {
      output = argv[i];
      continue;
    }
    char *end = nullptr;
    ranks = std::strtoll(argv[i], &end, 10);
    if (!*argv[i] || *end || ranks < 1 || ranks > kMostRanks)
      return refuse("-n wants a number of ranks from 1 to " +
                    std::to_string(kMostRanks) + ", not \"" + argv[i] + "\"");
  }
  // A place that is wrong is said at once; what is there stays until the end.
  if (!canWrite(output, "popt-run"))
    return 1;
  std::string text;
  try {
    std::string error;
    std::optional<MeasuredLoops> loops = compileMeasuredLoops(error);
    if (!loops)
      throw Failure{error};
    text = measured(static_cast<int32_t>(std::max<int64_t>(ranks, 1)), *loops)
               .json();
  } catch (const Failure &failure) {
    std::fprintf(stderr, "popt-run: error: cannot measure: %s\n",
                 failure.message.c_str());
    return 1;
  }
  return writeFile(output, text, "popt-run") ? 0 : 1;
}
