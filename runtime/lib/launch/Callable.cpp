//===- Callable.cpp - A program whose ranks wait for calls ----------------===//
//
// Tests: CallableTest.
//
//===----------------------------------------------------------------------===//
#include "Callable.h"
#include "../session/MemoryCheck.h"
#include "../session/ResultBlock.h"
#include "../tensor/Shards.h"

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
  ranks.resize(count);
  outcomes.resize(count);
  hasValue.assign(table().arguments.size(), false);
  // The caller waits as a further thread.
  policy = WaitPolicy::choose(
      count + 1, static_cast<int32_t>(std::thread::hardware_concurrency()),
      /*isPrivate=*/true);
  // A yield may give the core away for milliseconds where others use it, too.
  policy.yields = 0;
  Options options;
  options.timeout = timeoutSeconds;
  if (!machines.open(table(), options, error))
    return false;
  // Opening them is the first request.
  busy = static_cast<uint32_t>(count);
  if (!machines.startThreads([this](size_t rank) { runRank(rank); }, threads,
                             outcomes))
    busy.fetch_sub(static_cast<uint32_t>(count - threads.size()));
  waitForRanks(nullptr);
  error = firstFailure(outcomes);
  return error.empty();
}

Callable::~Callable() {
  ends = true;
  wakeRanks();
  for (std::thread &thread : threads)
    thread.join();
}

int64_t Callable::memoryBytes(int32_t rank) const {
  return ranks[rank].executor->arenaBytes() +
         ranks[rank].executor->hostBytes() +
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

/// Until none is busy. Short calls do not ask whether to go on.
void Callable::waitForRanks(const std::function<bool()> &keepGoing) {
  bool hasSlept = false, asks = keepGoing != nullptr;
  waitUntil(
      busy, sleepingCallers, policy, [](uint32_t count) { return count == 0; },
      [&] {
        if (hasSlept && asks && !keepGoing()) {
          asks = false;
          popt_rt_transport_abort(machines.transport(0), "interrupted");
        }
        hasSlept = true;
        return kPollNanoseconds;
      });
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
  if (!check(wanted.arguments, numOfUser(table().arguments), "argument") ||
      !check(wanted.results, numOfUser(table().results), "result"))
    return false;
  if (!wanted.steps && !hasStepped) {
    error = "there are no results before the first call";
    return false;
  }
  std::vector<bool> known = hasValue;
  for (const popt_rt_value &value : wanted.arguments)
    known[value.index] = true;
  for (size_t i = 0; i < numOfUser(table().arguments) && wanted.steps; ++i)
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
  if (isForked()) {
    out_error = "the ranks are threads of the process that started them, which "
                "a fork of it lacks: start the program again here";
    return POPT_RT_INVALID_ARGUMENT;
  }
  if (caller == std::this_thread::get_id()) {
    out_error = "this thread is in a call already: a signal's handler may note "
                "the signal, and not call";
    return POPT_RT_INVALID_ARGUMENT;
  }
  std::lock_guard<std::mutex> lock(callers);
  struct Turn {
    std::atomic<std::thread::id> &caller;
    ~Turn() { caller = std::thread::id(); }
  } turn{caller};
  caller = std::this_thread::get_id();
  return callAlone(wanted, keepGoing, out_error);
}

popt_rt_status Callable::callAlone(const Request &wanted,
                                   const std::function<bool()> &keepGoing,
                                   std::string &out_error) {
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
  failure = firstFailure(outcomes);
  if (!failure.empty()) {
    out_error = failure;
    popt_rt_status health = popt_rt_transport_health(machines.transport(0));
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

void Callable::runRank(size_t number) {
  popt_rt_transport *transport = machines.transport(number);
  bool isOpen = false;
  popt_rt_transport_computing(transport, -1);
  for (uint32_t served = 0;;) {
    outcomes[number] = runGuarded(transport, [&](std::string &error) {
      return isOpen ? serve(ranks[number], error) : open(number, error);
    });
    isOpen = true;
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

bool Callable::open(size_t number, std::string &error) {
  Rank &rank = ranks[number];
  popt_rt_transport *transport = machines.transport(number);
  rank.world = World::create(transport, error);
  if (!rank.world)
    return false;
  rank.executor = Executor::create(prepared, static_cast<int32_t>(number),
                                   machines.device(number), transport, error);
  return rank.executor != nullptr;
}

/// Calls `apply` for the user's argument or result, and for what else is of it.
template <typename Value, typename Apply>
static bool forEachBlock(const std::vector<Value> &values, int32_t user,
                         Apply apply) {
  if (!apply(static_cast<size_t>(user)))
    return false;
  for (size_t i = numOfUser(values); i < values.size(); ++i)
    if (values[i].part.of == user && !apply(i))
      return false;
  return true;
}

bool Callable::serve(Rank &rank, std::string &error) {
  auto load = [&](const popt_rt_value &value, size_t index) {
    void *local = rank.executor->argument(index);
    if (!local)
      return true;
    splitArgument(table(), table().arguments[index], rank.world->rank(),
                  value.data, local, /*poison=*/false);
    return rank.executor->upload(index, error);
  };
  for (const popt_rt_value &value : request->arguments)
    if (!forEachBlock(table().arguments, value.index,
                      [&](size_t index) { return load(value, index); }))
      return false;
  if (request->steps && !rank.executor->step(error))
    return false;
  for (const popt_rt_value &value : request->results)
    if (!forEachBlock(table().results, value.index, [&](size_t index) {
          return !holdsResult(table(), index, rank.world->rank()) ||
                 give(rank, index, value.data, error);
        }))
      return false;
  return true;
}

/// Writes this rank's block of a result, unless another rank writes the same.
bool Callable::give(Rank &rank, size_t index, void *whole, std::string &error) {
  const Result &result = table().results[index];
  Bytes buffer;
  const void *local =
      readBlock(table(), index, *rank.executor, *rank.world, buffer, error);
  if (!local)
    return false;
  if (!isReplica(table(), result, rank.world->rank()))
    placeBlock(table(), result, rank.world->rank(), local, whole);
  return true;
}
