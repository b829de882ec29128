//===- Callable.cpp - A program whose ranks wait for calls ----------------===//
//
// Tests: CallableTest, PeersTest.
//
//===----------------------------------------------------------------------===//
#include "Callable.h"
#include "../tensor/Shards.h"
#include <algorithm>
#include <utility>

using namespace popt::rt;

static constexpr int64_t kPollNanoseconds = 50'000'000;

//===----------------------------------------------------------------------===//
// The caller's side
//===----------------------------------------------------------------------===//

void Callable::wakeRanks() {
  requests.fetch_add(1);
  if (sleepingRanks.load() != 0)
    wakeAll(requests, policy);
}

/// Whether this process's rank, after the run's end, computes on in a step, which the
/// caller then does not wait for. Elsewhere it sees the end itself.
bool Callable::giveUp() {
  Place inStep = Place::InStep;
  return isStuck() ||
         (isOver && place.compare_exchange_strong(inStep, Place::GivenUp));
}

/// Until none is busy, or this process's rank is given up. Short calls do not ask
/// whether to go on.
void Callable::waitForRanks(const std::function<bool()> &keepGoing) {
  bool asks = keepGoing != nullptr;
  int64_t next = 0;
  uint32_t before = 0;
  waitUntil(
      busy, sleepingCallers, policy,
      [&](uint32_t count) { return count == 0 || giveUp(); },
      [&] {
        // Signals wake it, too, and their handlers wait for nothing. Another rank's
        // end is no reason to ask.
        int64_t now = nowNanoseconds();
        uint32_t count = busy;
        if (next != 0 && std::exchange(before, count) != count && now < next)
          return next - now;
        before = count;
        if (next != 0 && asks && !keepGoing()) {
          asks = false;
          popt_rt_transport_abort(machines.transport(0), "interrupted");
        }
        if (next != 0 && peers)
          peers->watch(table(), [this](const std::string &why) {
            verdict = why;
            isOver = true;
          });
        next = nowNanoseconds() + kPollNanoseconds;
        return kPollNanoseconds;
      });
}

/// Why the last request failed; empty if it did not.
std::string Callable::whyFailed() {
  if (isStuck())
    return verdict;
  if (!peers || outcomes[0].error.empty())
    return firstFailure(outcomes);
  return peers->causeOf(outcomes[0], table());
}

/// On all ranks alike, so that none of them waits for another.
bool Callable::acceptBlock(int32_t argument, std::string &error) const {
  for (int32_t rank = 0; rank < table().numRanks(); ++rank) {
    size_t count = argumentsHeld(table(), argument, rank).size();
    if (count > 1) {
      error = "argument " + std::to_string(argument) +
              " is a block, but rank " + std::to_string(rank) + " has " +
              std::to_string(count) + " of them: give the whole";
      return false;
    }
  }
  return true;
}

bool Callable::accept(const Request &wanted, std::string &error) const {
  auto check = [&](const std::vector<popt_rt_value> &values, auto &ofTable,
                   const char *what) {
    size_t count = numOfUser(ofTable);
    for (const popt_rt_value &value : values) {
      std::string name = std::string(what) + " " + std::to_string(value.index);
      bool exists =
          value.index >= 0 && static_cast<size_t>(value.index) < count;
      if (!exists)
        error = "there is no " + name + " of " + std::to_string(count);
      else if (value.is_block && !peers)
        error = name + " is a block, but all ranks are in this process";
      else if (value.on_gpu && (peers || !table().target.isGpu))
        error = name + " is in a GPU's memory, but this process's ranks are on "
                       "no GPU";
      if (!error.empty())
        return false;
    }
    return true;
  };
  if (wanted.hasFiles())
    return acceptFiles(wanted, error);
  const Request::Gather &gather = wanted.gather;
  if (gather.result >= 0 && !peers) {
    error = "all ranks are in this process, which has all results whole";
    return false;
  }
  if (!check(wanted.arguments, table().arguments, "argument") ||
      !check(wanted.results, table().results, "result") ||
      !std::all_of(wanted.arguments.begin(), wanted.arguments.end(),
                   [&](const popt_rt_value &value) {
                     return !value.is_block || acceptBlock(value.index, error);
                   }) ||
      (gather.result >= 0 &&
       !check({{gather.result, gather.whole, 1}}, table().results, "result")))
    return false;
  if (gather.result >= 0)
    return true;
  auto isKnown = [&](const popt_rt_value &value) {
    int32_t argument = table().results[value.index].stateArgument;
    // Another program may have lost the state that it shares.
    return argument < 0 ? hasStepped
                        : (hasStepped || hasLoaded) && hasValueOf(argument);
  };
  if (!wanted.steps &&
      !std::all_of(wanted.results.begin(), wanted.results.end(), isKnown)) {
    error = hasStepped ? "the state was lost where a checkpoint could not be "
                         "loaded: give it again"
                       : "there are no results before the first call";
    return false;
  }
  for (const popt_rt_value &value : wanted.results)
    if (!wanted.steps && !value.is_block && !hasWhole(value.index)) {
      error = "result " + std::to_string(value.index) +
              " is on several processes, which gather it";
      return false;
    }
  std::vector<bool> isGiven(hasValue.size());
  for (const popt_rt_value &value : wanted.arguments)
    isGiven[value.index] = true;
  for (size_t i = 0; i < numOfUser(table().arguments) && wanted.steps; ++i)
    if (!isGiven[i] && !hasValueOf(i)) {
      error = "argument " + std::to_string(i) + " (\"" +
              table().arguments[i].name + "\") has no value yet";
      return false;
    }
  return true;
}

void Callable::setHasValue(size_t argument, bool isThere) {
  int32_t number = stateNumber[argument];
  (number < 0 ? hasValue[argument] : common->hasState[number]) = isThere;
}

bool Callable::hasValueOf(size_t argument) const {
  int32_t number = stateNumber[argument];
  return number < 0 ? hasValue[argument] : common->hasState[number];
}

bool Callable::hasState() const {
  for (size_t i = 0; i < numOfUser(table().arguments); ++i)
    if (stateNumber[i] >= 0 && !hasValueOf(i))
      return false;
  return true;
}

popt_rt_status Callable::call(const Request &wanted,
                              const std::function<bool()> &keepGoing,
                              std::string &out_error) {
  return inTurn([&] { return callAlone(wanted, keepGoing, out_error); },
                out_error);
}

popt_rt_status Callable::callAlone(const Request &wanted,
                                   const std::function<bool()> &keepGoing,
                                   std::string &out_error) {
  std::string &failure = common->failure;
  if (!failure.empty()) {
    out_error = "an earlier call failed: " + failure;
    return POPT_RT_ABORTED;
  }
  if (!accept(wanted, out_error))
    return POPT_RT_INVALID_ARGUMENT;
  if (peers && peers->hasLeft()) {
    out_error = "this process has left the others";
    return POPT_RT_INVALID_ARGUMENT;
  }
  if (peers) {
    peers->watchOnly(table());
    popt_rt_transport_set_timeout(peers->transport(), timeout);
  }
  request = &wanted;
  found.clear();
  numCalls += wanted.steps;
  busy = static_cast<uint32_t>(ranks.size());
  wakeRanks();
  waitForRanks(keepGoing);
  request = nullptr;
  failure = whyFailed();
  if (!failure.empty()) {
    out_error = failure;
    popt_rt_status health = popt_rt_transport_health(machines.transport(0));
    return health == POPT_RT_OK ? POPT_RT_SYSTEM_ERROR : health;
  }
  if (!problem.empty()) {
    out_error = std::exchange(problem, "");
    return POPT_RT_SYSTEM_ERROR;
  }
  for (const popt_rt_value &value : wanted.arguments)
    setHasValue(value.index, true);
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
      return isOpen ? serve(number, error) : open(number, error);
    });
    isOpen = true;
    if (busy.fetch_sub(1) == 1 && sleepingCallers.load() != 0)
      wakeAll(busy, policy);
    waitUntil(
        requests, sleepingRanks, policy,
        [&](uint32_t count) { return count != served; },
        [] { return tickNanoseconds; });
    ++served;
    if (ends) {
      leaveSave(number);
      return;
    }
  }
}

/// Whether all peers must serve the request.
bool Callable::isCollective(const Request &wanted) const {
  return peers &&
         (wanted.steps || wanted.gather.result >= 0 || wanted.hasFiles());
}

std::string Callable::describe(const Request &wanted) const {
  if (wanted.save)
    return "a save of " + name + " after step " +
           std::to_string(wanted.save->what.step);
  if (wanted.load)
    return "the loading of a checkpoint into " + name;
  if (wanted.endsSaves)
    return "the end of saves of " + name;
  bool gathers = wanted.gather.result >= 0;
  std::string call = "call " +
                     std::to_string(gathers ? wanted.gather.call : numCalls) +
                     " of " + name;
  return gathers
             ? "the gathering of " +
                   table().results[wanted.gather.result].name + " of " + call
             : call;
}

/// Of a collective: programs of one name are not the same.
int64_t Callable::idOf(const std::string &what) const {
  return numberOf(std::to_string(number) + ": " + what);
}

bool Callable::serve(size_t number, std::string &error) {
  Rank &rank = ranks[number];
  if (isCollective(*request)) {
    std::string what = describe(*request);
    if (!rank.world->barrier(what.c_str(), error, idOf(what)))
      return false;
  }
  if (request->hasFiles())
    return serveFiles(number, error);
  if (request->gather.result >= 0)
    return gather(rank, request->gather, error);
  for (const popt_rt_value &value : request->arguments)
    if (!take(rank, value, error))
      return false;
  if (request->steps && !step(number, error))
    return false;
  for (const popt_rt_value &value : request->results)
    if (!give(rank, value, error))
      return false;
  return true;
}

bool Callable::step(size_t number, std::string &error) {
  Rank &rank = ranks[number];
  int64_t begin = nowNanoseconds();
  if (peers)
    place = Place::InStep;
  bool isDone = rank.executor->step(error);
  // The caller may have left, with all that the request has.
  Place inStep = Place::InStep;
  if (peers && !place.compare_exchange_strong(inStep, Place::Outside))
    return false;
  if (!isDone)
    return false;
  double seconds = static_cast<double>(nowNanoseconds() - begin) * 1e-9;
  popt_rt_transport_step_done(machines.transport(number), seconds,
                              seconds - rank.executor->communicatedSeconds());
  std::string finding; // the same on all ranks
  if (badNumbers != BadNumbers::None &&
      !checkNumbers(*rank.world, *rank.executor, table(), badNumbers,
                    describe(*request), finding, error))
    return false;
  if (number == 0)
    found = finding;
  // Whichever program saves: the state is saved while any of them steps.
  Callable *saver = saving();
  CheckpointWriter *writer =
      saver ? saver->ranks[number].writer.get() : nullptr;
  return !writer || writer->advance(error);
}
