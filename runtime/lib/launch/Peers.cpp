//===- Peers.cpp - Processes that call programs together ------------------===//
//
// Tests: PeersTest.
//
//===----------------------------------------------------------------------===//
#include "Peers.h"
#include "../core/Checksum.h"
#include "../system/Faults.h"
#include "../system/System.h"
#include "../transport/Liveness.h"
#include "../transport/Segment.h"
#include "SecretFile.h"
#include <cmath>
#include <condition_variable>
#include <new>
#include <regex>
#include <system_error>
#include <unistd.h>

using namespace popt::rt;

static constexpr std::chrono::milliseconds kPoll(50);
/// Seconds without progress, unless the user's limit is lower.
static constexpr double kWatchdogSeconds = 8;

bool CallTurns::mayCall(std::string &out_error) const {
  if (caller != std::this_thread::get_id())
    return true;
  out_error = "this thread is in a call already: a signal's handler may note "
              "the signal, and not call";
  return false;
}

int64_t popt::rt::numberOf(const std::string &what) {
  return checksum(what.data(), what.size()) & INT64_MAX;
}

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

/// What is wanted of each rank's part of the segment: as much as the host has, since
/// its programs are not known yet. What is not used takes no memory.
static int64_t heapBytesFor(int64_t ranks) {
  constexpr int64_t least = int64_t(16) << 30, most = int64_t(32) << 40;
  int64_t host = int64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  return std::max(least, std::min(host, most / ranks));
}

bool Peers::find(std::string &error) {
  sys::processActsAs(placement.rank);
  if (placement.mayCrossHosts()) {
    std::string key, note;
    if (!readSecret(options, key, note, error) ||
        (!key.empty() && !Secret::make(key, secret, error)))
      return false;
  }
  noProgram.mesh.axes = {{"rank", placement.size, AxisKind::Device}};
  noProgram.programs.resize(1);
  noProgram.programOfRank.assign(static_cast<size_t>(placement.size), 0);
  gate.emplace(placement.size);
  self = std::make_unique<JoinedRank>(JoinPlan{options, noProgram,
                                               versionFacts(), "calls",
                                               heapBytesFor(placement.size)},
                                      placement, secret, *gate);
  if (self->meetOthers(error) && self->connect(ownTransport, error)) {
    popt_rt_transport_computing(ownTransport, -1);
    ownWorld = World::create(ownTransport, error);
  }
  if (ownWorld)
    return true;
  if (error.empty())
    error = "rank " + std::to_string(placement.rank) + " could not start";
  if (self->segment)
    self->segment->failAll(POPT_RT_ABORTED, error);
  return false;
}

namespace {
/// What a thread of its own has of the meeting; it continues if the caller stops waiting.
struct Search {
  std::mutex mutex;
  std::condition_variable isDone;
  bool done = false, ok = false;
  std::string error;
};
} // namespace

std::shared_ptr<Peers> Peers::join(double timeoutSeconds,
                                   const KeepGoing &keepGoing,
                                   std::string &out_error) {
  std::shared_ptr<Peers> peers(new Peers());
  if (!findPlacement(environmentOfProcess, peers->placement, out_error) ||
      !peers->placement.isJoined() ||
      !peers->placement.canReachRank0(out_error))
    return nullptr;
  Options &options = peers->options;
  options.program = "popt";
  options.timeout = timeoutSeconds;
  options.watchdog = kWatchdogSeconds;
  if (timeoutSeconds > 0) // it knows more than a wait that is over
    options.watchdog = std::min(kWatchdogSeconds, timeoutSeconds / 2);
  options.transport = "tcp"; // between hosts
  auto search = std::make_shared<Search>();
  try {
    sys::beforeThread();
    std::thread([peers, search] {
      std::string error;
      bool ok = false;
      try {
        ok = peers->find(error);
      } catch (const std::bad_alloc &) {
        error = "out of memory";
      } catch (const std::exception &thrown) { // else it would end the process
        error = thrown.what();
      }
      std::lock_guard<std::mutex> lock(search->mutex);
      search->ok = ok;
      search->error = error;
      search->done = true;
      search->isDone.notify_all();
    }).detach();
  } catch (const std::system_error &error) {
    out_error = std::string("cannot start a thread: ") + error.what();
    return nullptr;
  }
  std::unique_lock<std::mutex> lock(search->mutex);
  while (!search->isDone.wait_for(lock, kPoll, [&] { return search->done; })) {
    lock.unlock();
    if (keepGoing && !keepGoing()) {
      out_error = "interrupted";
      return nullptr;
    }
    lock.lock();
  }
  out_error = search->error;
  return search->ok ? peers : nullptr;
}

Peers::~Peers() {
  leave("");
  ownWorld.reset();
  popt_rt_transport_destroy(ownTransport);
}

void Peers::leave(const std::string &why) {
  if (!ownWorld || isForked() || left.exchange(true))
    return;
  std::string error;
  if (!why.empty()) {
    error = nameOf(rank(), observe(*self->segment, rank())) + ": " + why;
    self->segment->failAll(POPT_RT_ABORTED, error);
  }
  {
    std::lock_guard<std::mutex> lock(watching);
    stopWatching();
  }
  self->segment->rankRecord(rank()).left.store(1);
  if (self->relay)
    self->relay->finish(error);
}

std::string Peers::news() {
  if (left || isTold || isForked())
    return "";
  // Those that wait look for the dead; perhaps none does.
  findDeadRank(*self->segment, rank());
  RankOutcome outcome;
  return self->segment->failure(&outcome.error) == POPT_RT_OK
             ? ""
             : causeOf(outcome, noProgram);
}

std::vector<int32_t> Peers::ranksHere() const {
  if (self->hosts.size() < 2)
    return allRanks(noProgram);
  std::vector<int64_t> ranks = self->hosts.ranksOf(self->hosts.hostOf(rank()));
  return {ranks.begin(), ranks.end()};
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

popt_rt_status Peers::exchange(const std::string &what, const Bytes &mine,
                               const KeepGoing &keepGoing,
                               std::string &out_error) {
  if (!turns.mayCall(out_error))
    return POPT_RT_INVALID_ARGUMENT;
  if (isForked() || left) {
    out_error = isForked()
                    ? "a fork of a process takes no part in what that does "
                      "together with others"
                    : "this process has left the others";
    return POPT_RT_INVALID_ARGUMENT;
  }
  CallTurns::Turn turn(turns);
  std::mutex mutex;
  std::condition_variable isDone;
  bool done = false;
  RankOutcome outcome;
  auto work = [&] {
    outcome = runGuarded(ownTransport, [&](std::string &error) {
      return ownWorld->exchange(what.c_str(), numberOf(what), mine, received,
                                error);
    });
    std::lock_guard<std::mutex> lock(mutex);
    done = true;
    isDone.notify_all();
  };
  std::thread thread;
  try {
    sys::beforeThread();
    thread = std::thread(work);
  } catch (const std::system_error &error) {
    out_error = std::string("cannot start a thread: ") + error.what();
    return POPT_RT_SYSTEM_ERROR;
  }
  {
    std::unique_lock<std::mutex> lock(mutex);
    while (!isDone.wait_for(lock, kPoll, [&] { return done; })) {
      lock.unlock();
      if (keepGoing && !keepGoing())
        popt_rt_transport_abort(ownTransport, "interrupted");
      lock.lock();
    }
  }
  thread.join();
  if (outcome.error.empty())
    return POPT_RT_OK;
  out_error = causeOf(outcome, noProgram);
  popt_rt_status health = popt_rt_transport_health(ownTransport);
  return health == POPT_RT_OK ? POPT_RT_SYSTEM_ERROR : health;
}

void Peers::watch(const StepTable &table,
                  std::function<void(const std::string &why)> giveUp) {
  std::lock_guard<std::mutex> lock(watching);
  if (watched || left)
    return;
  watched = &table;
  watchdog = std::make_unique<Watchdog>(
      table, WatchOptions{options.program, options.watchdog, /*dump=*/""},
      self->segment, /*speaks=*/rank() == 0,
      [giveUp](int32_t, const std::string &text) { giveUp(text); });
}

void Peers::forget(const StepTable &table) {
  std::lock_guard<std::mutex> lock(watching);
  if (watched == &table)
    stopWatching();
}

void Peers::watchOnly(const StepTable &table) {
  std::lock_guard<std::mutex> lock(watching);
  if (watched != &table)
    stopWatching();
}

void Peers::stopWatching() {
  watchdog.reset();
  watched = nullptr;
}

/// Two ranks that disagree, in the words of their calls.
static std::string describeCalls(const std::string &text) {
  static const std::regex calls(
      "rank (\\d+) is in [^;]*\\(\"(.*?)\"\\).*; rank (\\d+) is in "
      ".*\\(\"(.*?)\"\\).*");
  std::smatch found;
  if (!std::regex_search(text, found, calls))
    return text;
  std::string one = "rank " + found[1].str() + " is in " + found[2].str(),
              other = "rank " + found[3].str() + " is in " + found[4].str();
  if (std::stol(found[1].str()) > std::stol(found[3].str()))
    std::swap(one, other);
  if (found[2].str() == found[4].str())
    other += " for another program";
  return one + ", " + other +
         ": all processes make the same calls in the same order";
}

std::string Peers::causeOf(const RankOutcome &outcome, const StepTable &table) {
  isTold = true;
  std::string text = outcome.error;
  if (!outcome.isCause)
    self->segment->failure(&text);
  text = self->causeOf(text, table);
  popt_rt_status health = popt_rt_transport_health(ownTransport);
  if (health == POPT_RT_MISMATCH)
    text = describeCalls(text);
  // Numbers of calls' names say nothing.
  static const std::regex numbers("op \\d{9,} \\(\"([^\"]*)\"\\)|"
                                  " \\(last seen in op \\d{9,}\\)");
  text = std::regex_replace(text, numbers, "$1");
  if (size_t end = text.find(" left without taking part");
      end != std::string::npos)
    for (int32_t other = 0; other < size(); ++other)
      if (other != rank() && self->segment->rankRecord(other).left)
        text = nameOf(other, observe(*self->segment, other)) +
               " has ended its script, and takes no part in this call";
  std::lock_guard<std::mutex> lock(watching);
  if (watchdog)
    watchdog->finish(text, {});
  stopWatching();
  return text;
}

//===----------------------------------------------------------------------===//
// The C API
//===----------------------------------------------------------------------===//

double popt::rt::timeoutOf(double seconds) {
  return seconds <= 0 ? 60 : std::isinf(seconds) ? 0 : seconds;
}

std::function<bool()> popt::rt::toFunction(popt_rt_keep_going keepGoing,
                                           void *context) {
  if (!keepGoing)
    return nullptr;
  return [=] { return keepGoing(context) != 0; };
}

popt_rt_status popt_rt_processes_join(double timeout_seconds,
                                      popt_rt_keep_going keep_going,
                                      void *context,
                                      popt_rt_processes **out_processes) {
  std::string error;
  std::shared_ptr<Peers> peers;
  try {
    peers = Peers::join(timeoutOf(timeout_seconds),
                        toFunction(keep_going, context), error);
  } catch (const std::bad_alloc &) {
    return failCall(POPT_RT_OUT_OF_MEMORY, "out of memory");
  }
  if (!error.empty())
    return failCall(POPT_RT_ABORTED, error);
  *out_processes = peers ? new popt_rt_processes{std::move(peers)} : nullptr;
  return POPT_RT_OK;
}

void popt_rt_processes_destroy(popt_rt_processes *processes) {
  // What a fork inherits is not its own.
  if (processes && processes->peers->isForked())
    new std::shared_ptr<Peers>(std::move(processes->peers));
  delete processes;
}

int32_t popt_rt_processes_rank(const popt_rt_processes *processes) {
  return processes->peers->rank();
}

int32_t popt_rt_processes_size(const popt_rt_processes *processes) {
  return processes->peers->size();
}

int32_t popt_rt_processes_first_here(const popt_rt_processes *processes) {
  return processes->peers->ranksHere().front();
}

popt_rt_status popt_rt_processes_exchange(popt_rt_processes *processes,
                                          const char *what, const void *data,
                                          int64_t bytes,
                                          popt_rt_keep_going keep_going,
                                          void *context) {
  try {
    auto *begin = static_cast<const uint8_t *>(data);
    std::string error;
    popt_rt_status status =
        processes->peers->exchange(what, Bytes(begin, begin + bytes),
                                   toFunction(keep_going, context), error);
    return status == POPT_RT_OK ? status : failCall(status, error);
  } catch (const std::bad_alloc &) {
    return failCall(POPT_RT_OUT_OF_MEMORY, "out of memory");
  }
}

void popt_rt_processes_received(const popt_rt_processes *processes,
                                int32_t rank, const void **out_data,
                                int64_t *out_bytes) {
  const Bytes &bytes = processes->peers->received[rank];
  *out_data = bytes.data();
  *out_bytes = static_cast<int64_t>(bytes.size());
}

const char *popt_rt_processes_news(popt_rt_processes *processes) {
  processes->news = processes->peers->news();
  return processes->news.empty() ? nullptr : processes->news.c_str();
}

void popt_rt_processes_leave(popt_rt_processes *processes, const char *why) {
  processes->peers->leave(why ? why : "");
}
