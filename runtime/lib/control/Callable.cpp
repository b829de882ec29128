//===- Callable.cpp - A program whose ranks wait for calls ----------------===//
//
// Tests: CallableTest.
//
//===----------------------------------------------------------------------===//
#include "Callable.h"
#include "HostMemory.h"
#include "ResultBlock.h"
#include "Shards.h"
#include "popt-rt/device_cpu.h"
#include "popt-rt/transport_threads.h"
#include <new>
#include <system_error>

using namespace popt::rt;

static constexpr int64_t kPollNanoseconds = 50'000'000;

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

std::unique_ptr<Callable>
Callable::create(std::shared_ptr<const Prepared> prepared,
                 double timeoutSeconds, std::string &out_error) {
  if (!checkMemory(tableOf(*prepared), availableMemory(), out_error))
    return nullptr;
  std::unique_ptr<Callable> callable(new Callable(std::move(prepared)));
  if (!callable->start(timeoutSeconds, out_error))
    return nullptr;
  return callable;
}

bool Callable::start(double timeoutSeconds, std::string &error) {
  auto count = static_cast<int32_t>(table().numRanks());
  ranks = std::vector<Rank>(count);
  hasValue.assign(table().arguments.size(), false);
  // The caller waits as a further thread.
  policy = WaitPolicy::choose(
      count + 1, static_cast<int32_t>(std::thread::hardware_concurrency()),
      /*isPrivate=*/true);
  // A yield may give the core away for milliseconds where others use it, too.
  policy.yields = 0;
  std::vector<popt_rt_transport *> transports(count);
  std::vector<popt_rt_device *> devices(count);
  popt_rt_threads_options options = {};
  options.timeout_seconds = timeoutSeconds;
  popt_rt_status status =
      popt_rt_threads_create(count, &options, transports.data());
  if (status == POPT_RT_OK) {
    for (int32_t r = 0; r < count; ++r)
      ranks[r].transport = transports[r];
    status = popt_rt_cpu_create(count, transports.data(), devices.data());
  }
  if (status != POPT_RT_OK) {
    error = "cannot start " + std::to_string(count) +
            " ranks: " + popt_rt_status_name(status);
    return false;
  }
  // Opening them is the first request.
  busy = static_cast<uint32_t>(count);
  for (int32_t r = 0; r < count; ++r) {
    ranks[r].device = devices[r];
    try {
      ranks[r].thread = std::thread([this, r] { runRank(r); });
    } catch (const std::system_error &problem) {
      ranks[r].error =
          std::string("cannot start its thread: ") + problem.what();
      ranks[r].isCause = true;
      popt_rt_transport_abort(ranks[r].transport, ranks[r].error.c_str());
      busy.fetch_sub(static_cast<uint32_t>(count - r));
      break;
    }
  }
  waitForRanks(nullptr);
  error = firstError();
  return error.empty();
}

Callable::~Callable() {
  ends = true;
  wakeRanks();
  for (Rank &rank : ranks)
    if (rank.thread.joinable())
      rank.thread.join();
  for (Rank &rank : ranks)
    rank.executor.reset();
  for (Rank &rank : ranks)
    popt_rt_device_destroy(rank.device);
  for (Rank &rank : ranks)
    popt_rt_transport_destroy(rank.transport);
}

int64_t Callable::memoryBytes(int32_t rank) const {
  return ranks[rank].executor->arenaBytes() +
         ranks[rank].executor->workspaceBytes();
}

//===----------------------------------------------------------------------===//
// The caller's side
//===----------------------------------------------------------------------===//

void Callable::wakeRanks() {
  requests.fetch_add(1);
  if (sleepingRanks.load() != 0)
    wakeAll(requests, policy);
}

/// Until none is busy. Short calls ask nobody whether to go on.
void Callable::waitForRanks(const std::function<bool()> &keepGoing) {
  bool hasSlept = false, asks = keepGoing != nullptr;
  waitUntil(
      busy, sleepingCallers, policy, [](uint32_t count) { return count == 0; },
      [&] {
        if (hasSlept && asks && !keepGoing()) {
          asks = false;
          popt_rt_transport_abort(ranks[0].transport, "interrupted");
        }
        hasSlept = true;
        return kPollNanoseconds;
      });
}

/// Where none began it (a time limit ends all alike) the first rank speaks.
std::string Callable::firstError() const {
  for (bool cause : {true, false})
    for (size_t r = 0; r < ranks.size(); ++r)
      if (!ranks[r].error.empty() && ranks[r].isCause == cause)
        return "rank " + std::to_string(r) + ": " + ranks[r].error;
  return "";
}

bool Callable::accept(const Request &wanted, std::string &error) const {
  auto check = [&](const std::vector<popt_rt_value> &values, size_t count,
                   const char *what) {
    for (const popt_rt_value &value : values)
      if (value.index < 0 || static_cast<size_t>(value.index) >= count) {
        error = std::string("there is no ") + what + " " +
                std::to_string(value.index) + " of " + std::to_string(count);
        return false;
      }
    return true;
  };
  if (!check(wanted.arguments, table().arguments.size(), "argument") ||
      !check(wanted.results, table().results.size(), "result"))
    return false;
  if (!wanted.steps && !hasStepped) {
    error = "there are no results before the first call";
    return false;
  }
  std::vector<bool> known = hasValue;
  for (const popt_rt_value &value : wanted.arguments)
    known[value.index] = true;
  for (size_t i = 0; i < known.size() && wanted.steps; ++i)
    if (!known[i]) {
      error = "argument " + std::to_string(i) + " (\"" +
              table().arguments[i].name + "\") has no value yet";
      return false;
    }
  return true;
}

popt_rt_status Callable::call(const Request &wanted,
                              const std::function<bool()> &keepGoing,
                              std::string &out_error) {
  std::lock_guard<std::mutex> lock(callers);
  if (!failure.empty()) {
    out_error = "an earlier call failed: " + failure;
    return POPT_RT_ABORTED;
  }
  if (!accept(wanted, out_error))
    return POPT_RT_INVALID_ARGUMENT;
  request = &wanted;
  busy = static_cast<uint32_t>(ranks.size());
  wakeRanks();
  waitForRanks(keepGoing);
  request = nullptr;
  failure = firstError();
  if (!failure.empty()) {
    out_error = failure;
    popt_rt_status health = popt_rt_transport_health(ranks[0].transport);
    return health == POPT_RT_OK ? POPT_RT_SYSTEM_ERROR : health;
  }
  for (const popt_rt_value &value : wanted.arguments)
    hasValue[value.index] = true;
  hasStepped |= wanted.steps;
  return POPT_RT_OK;
}

//===----------------------------------------------------------------------===//
// A rank's side
//===----------------------------------------------------------------------===//

void Callable::runRank(int32_t number) {
  Rank &rank = ranks[number];
  bool isOpen = false;
  popt_rt_transport_computing(rank.transport, -1);
  for (uint32_t served = 0;;) {
    try {
      bool ok = isOpen ? serve(rank, rank.error) : open(rank, rank.error);
      if (!ok && rank.error.empty())
        rank.error = "failed";
    } catch (const std::bad_alloc &) {
      rank.error = "out of memory";
    }
    isOpen = true;
    if (!rank.error.empty()) {
      rank.isCause = popt_rt_transport_health(rank.transport) == POPT_RT_OK;
      popt_rt_transport_abort(rank.transport, rank.error.c_str());
    }
    if (busy.fetch_sub(1) == 1 && sleepingCallers.load() != 0)
      wakeAll(busy, policy);
    waitUntil(
        requests, sleepingRanks, policy,
        [&](uint32_t count) { return count != served; },
        [] { return tickNanoseconds; });
    ++served;
    if (ends)
      return;
  }
}

bool Callable::open(Rank &rank, std::string &error) {
  rank.world = World::create(rank.transport, error);
  if (!rank.world)
    return false;
  rank.executor =
      Executor::create(prepared, popt_rt_transport_rank(rank.transport),
                       rank.device, rank.transport, error);
  return rank.executor != nullptr;
}

bool Callable::serve(Rank &rank, std::string &error) {
  for (const popt_rt_value &value : request->arguments) {
    void *local = rank.executor->argument(value.index);
    if (!local)
      continue;
    splitArgument(table(), table().arguments[value.index], rank.world->rank(),
                  value.data, local, /*poison=*/false);
    if (!rank.executor->upload(value.index, error))
      return false;
  }
  if (request->steps && !rank.executor->step(error))
    return false;
  for (const popt_rt_value &value : request->results)
    if (holdsResult(table(), value.index, rank.world->rank()) &&
        !give(rank, value, error))
      return false;
  return true;
}

/// Writes this rank's block of a result, unless another rank writes the same.
bool Callable::give(Rank &rank, const popt_rt_value &value,
                    std::string &error) {
  const Result &result = table().results[value.index];
  Bytes buffer;
  const void *local = readBlock(table(), value.index, *rank.executor,
                                *rank.world, buffer, error);
  if (!local)
    return false;
  if (!isReplica(table(), result, rank.world->rank()))
    placeBlock(table(), result, rank.world->rank(), local, value.data);
  return true;
}
