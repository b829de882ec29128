//===- CallableStart.cpp - How callable programs begin and end ------------===//
//
// Ranks start, or take the place of another program's whose state is shared; among
// peers all learn whether each has the same program, and room for it.
//
// Tests: CallableTest, PeersTest.
//
//===----------------------------------------------------------------------===//
#include "../core/Checksum.h"
#include "../session/MemoryCheck.h"
#include "../tensor/Shards.h"
#include "Callable.h"
#include <algorithm>
#include <utility>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

/// False and a message if a program can't be one of these processes.
static bool acceptPeers(const StepTable &table, int32_t processes,
                        std::string &error) {
  if (table.target.isGpu)
    error = "a program for GPUs is called in one process: there are " +
            std::to_string(processes);
  else if (table.numRanks() != processes)
    error =
        "the program has " + std::to_string(table.numRanks()) + " ranks, and " +
        std::to_string(processes) +
        " processes were started together: each has one rank; start as many, "
        "or compile for a mesh of " +
        std::to_string(processes);
  return error.empty();
}

/// Each rank holds all of a result of the user's.
static bool isWholeOnAll(const StepTable &table, size_t index) {
  const Result &result = table.results[index];
  int64_t bytes = bytesOf(result.shape, result.type);
  for (size_t i = numOfUser(table.results); i < table.results.size(); ++i)
    if (userIndex(table.results, i) == index)
      return false;
  for (int64_t rank = 0; rank < table.numRanks(); ++rank)
    if (!holdsResult(table, index, rank) ||
        blockBytes(table, result, rank) != bytes)
      return false;
  return true;
}

/// The program that shares its state with one of `table`, and its number; null if there
/// is none. An error: it is not this thread's turn to ask.
Callable *Callable::findBeside(const StepTable &table, const Peers *peers,
                               const std::vector<Callable *> &beside,
                               int32_t &out_number, std::string &error) {
  for (Callable *other : beside) {
    ++out_number;
    if (other->peers.get() != peers || other->isForked() ||
        !canShareState(table, other->table()))
      continue;
    if (!other->turns().mayCall(error))
      return nullptr;
    CallTurns::Turn turn(other->turns());
    if (other->common->failure.empty() && !other->isStuck())
      return other;
  }
  out_number = -1;
  return nullptr;
}

std::unique_ptr<Callable>
Callable::create(std::shared_ptr<const Prepared> prepared, const Start &start,
                 const std::function<bool()> &keepGoing,
                 std::string &out_error) {
  const StepTable &table = tableOf(*prepared);
  const std::shared_ptr<Peers> &peers = start.peers;
  if (peers && !acceptPeers(table, peers->size(), out_error)) {
    refuse(*peers, start.name, out_error, keepGoing);
    return nullptr;
  }
  if (start.badNumbers != BadNumbers::None &&
      !canCheckNumbers(table, out_error))
    return nullptr; // among peers there are no GPUs
  int32_t number = -1;
  Callable *sharing =
      findBeside(table, peers.get(), start.beside, number, out_error);
  if (!out_error.empty())
    return nullptr;
  std::vector<int32_t> here =
      peers ? peers->ranksHere() : std::vector<int32_t>();
  std::string tooLarge;
  double there = 0; // state that has its memory
  for (int32_t rank = 0; rank < table.numRanks() && sharing; ++rank)
    if (here.empty() || std::count(here.begin(), here.end(), rank))
      there += static_cast<double>(stateBytes(table, rank));
  bool fits = checkMemory(table, availableMemory(), tooLarge, -there,
                          /*isHostInFiles=*/false, here);
  // Peers wait to hear of it.
  if (!fits && !peers) {
    out_error = tooLarge;
    return nullptr;
  }
  std::unique_ptr<Callable> callable(
      new Callable(std::move(prepared), start, sharing));
  callable->besideNumber = number;
  callable->refusal = tooLarge;
  if (!callable->start(keepGoing, out_error))
    return nullptr;
  return callable;
}

bool Callable::openRanks(std::string &error) {
  if (opening)
    return true;
  if (peers)
    return machines.openOver(peers->transport(), error);
  Options options;
  options.timeout = timeout;
  return machines.open(table(), options, error, gpus);
}

bool Callable::start(const std::function<bool()> &keepGoing,
                     std::string &error) {
  auto cores = static_cast<int32_t>(std::thread::hardware_concurrency());
  hasValue.assign(table().arguments.size(), false);
  int32_t numState = 0;
  for (const Argument &argument : table().arguments)
    stateNumber.push_back(argument.stateResult >= 0 ? numState++ : -1);
  common->hasState.resize(static_cast<size_t>(numState), false);
  for (size_t i = 0; i < numOfUser(table().results); ++i)
    isWhole.push_back(isWholeOnAll(table(), i));
  CallTurns::Turn turn(turns());
  if (!openRanks(error))
    return false;
  auto count = static_cast<int32_t>(machines.size());
  ranks.resize(count);
  outcomes.resize(count);
  problems.resize(count);
  // A caller waits as a further thread.
  policy = WaitPolicy::choose(peers ? 2 * peers->size() : count + 1, cores,
                              /*isPrivate=*/true);
  // A yield may give the core away for milliseconds where others use it, too.
  policy.yields = 0;
  // Opening them is the first request.
  busy = static_cast<uint32_t>(count);
  // Peers wait in any case, so that they must hear of it.
  if (!machines.startThreads([this](size_t rank) { runRank(rank); },
                             /*isShared=*/opening && !peers, threads, outcomes))
    busy.fetch_sub(static_cast<uint32_t>(count - threads.size()));
  // An end would be that of the other programs, too, and threads have no one to wait for.
  waitForRanks(opening && !peers ? nullptr : keepGoing);
  opening = nullptr;
  error = whyFailed();
  for (const std::string &why : problems)
    if (error.empty())
      error = why;
  if (error.empty())
    error = refusal;
  return error.empty();
}

Callable::~Callable() {
  if (peers)
    peers->forget(table());
  ends = true;
  wakeRanks();
  for (std::thread &thread : threads)
    thread.join();
  Callable *self = this; // leaveSave() has told of a save that is left
  saving().compare_exchange_strong(self, nullptr);
}

//===----------------------------------------------------------------------===//
// A rank's side
//===----------------------------------------------------------------------===//

bool Callable::open(size_t number, std::string &error) {
  Rank &rank = ranks[number];
  popt_rt_transport *transport = machines.transport(number);
  if (peers)
    rank.world = peers->world();
  else if (opening)
    rank.world = opening->ranks[number].world;
  else
    rank.world = World::create(transport, error);
  if (!rank.world)
    return false;
  std::string problem = refusal;
  std::string &why = peers ? problem : opening ? problems[number] : error;
  int32_t self = rank.world->rank();
  popt_rt_device *device = machines.device(number);
  if (problem.empty())
    rank.executor =
        opening ? Executor::createBeside(*opening->ranks[number].executor,
                                         prepared, self, device, transport, why)
                : Executor::create(prepared, self, device, transport, why);
  if (rank.executor && badNumbers != BadNumbers::None)
    rank.executor->watchNumbers(badNumbers == BadNumbers::NanAndInfinite);
  if (rank.executor)
    memory[self] = rank.executor->arenaBytes() + rank.executor->hostBytes() +
                   rank.executor->workspaceBytes();
  return peers ? meetPeers(rank, problem, error)
               : rank.executor || !problems[number].empty();
}

/// What a process says at the start of a program.
static Bytes greeting(uint64_t fingerprint, int64_t memory,
                      const std::string &problem) {
  MessageWriter mine;
  mine.put(fingerprint);
  mine.put(memory);
  mine.putText(problem);
  return mine.bytes;
}

static std::string startOf(const std::string &name) {
  return "the start of " + name;
}

void Callable::refuse(Peers &peers, const std::string &name,
                      const std::string &problem,
                      const std::function<bool()> &keepGoing) {
  std::string unread; // the problem came first
  if (peers.exchange(startOf(name), greeting(0, 0, problem), keepGoing,
                     unread) == POPT_RT_OK)
    ++peers.numPrograms;
}

/// All learn whether each has the same program, and room for it. Where one has not,
/// none starts, and other programs go on.
bool Callable::meetPeers(Rank &rank, const std::string &problem,
                         std::string &error) {
  uint64_t fingerprint = checksum(table());
  Bytes mine = greeting(fingerprint, memory[rank.world->rank()], problem);
  std::vector<Bytes> all;
  std::string what = startOf(name);
  if (!rank.world->exchange(what.c_str(), numberOf(what), mine, all, error))
    return false;
  number = ++peers->numPrograms;
  refusal.clear();
  for (size_t other = 0; other < all.size() && refusal.empty(); ++other) {
    MessageReader its(all[other]);
    auto itsFingerprint = its.take<uint64_t>();
    memory[other] = its.take<int64_t>();
    if (std::string why = its.takeText(); !why.empty())
      refusal = "rank " + std::to_string(other) + ": " + why;
    else if (itsFingerprint != fingerprint)
      refusal = "rank " + std::to_string(other) +
                " has another program than rank " +
                std::to_string(rank.world->rank()) + " for " + name;
  }
  return true;
}
