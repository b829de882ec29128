//===- Saver.cpp - A rank's part in checkpoints that a run writes ---------===//
//
// Tests: SaveTest, on threads and on processes.
//
//===----------------------------------------------------------------------===//
#include "Saver.h"
#include "../system/Faults.h"
#include "../system/System.h"
#include "../tensor/Shards.h"
#include "ResultBlock.h"
#include <algorithm>
#include <cerrno>
#include <new>
#include <numeric>
#include <system_error>

using namespace popt::rt;

namespace {
/// What a rank tells rank 0; the hashes of its pieces follow.
struct Told {
  uint64_t bytes = 0, headerBytes = 0, headerHash = 0;
  char error[1000] = "";
};
} // namespace

Saver::Saver(const Job &job, Executor &executor, World &world,
             Collector *collector)
    : job(job), table(job.table()), executor(executor), world(world),
      collector(collector), files(machineFiles()), plan(job.savePlan),
      pieces(plan[world.rank()]), copy(bytesOf(pieces)),
      lastSaved(job.isResumed() ? job.firstStep : -1) {
  draft.dir = job.options.save;
  // Before it leaves a token itself.
  if (collector && job.saveLock.isHeld())
    removeLeftovers(files, draft.dir);
}

/// The sum of what all ranks have.
bool Saver::addUp(uint64_t mine, uint64_t &out_sum, std::string &error) {
  std::vector<int32_t> all(world.size());
  std::iota(all.begin(), all.end(), 0);
  return world.combine("checkpoints", all, &mine, &out_sum, 1, POPT_RT_UI64,
                       POPT_RT_SUM, error);
}

bool Saver::meet(std::string &out_error) {
  const std::string &dir = draft.dir;
  // Rank 0's; odd: it has left a token.
  uint64_t mine = 0, number = 0;
  if (collector) {
    const std::string run = newRunName();
    mine = xxh3(run.data(), run.size()) | 1;
    mine -= leaveToken(files, dir, toHex(mine)) != 0;
  }
  if (!addUp(mine, number, out_error))
    return false;
  draft.run = toHex(number | 1);
  bool isLeft = number & 1;
  sharesFolder = !isLeft || hasToken(files, dir, draft.run);
  if (!world.barrier("checkpoints", out_error))
    return false;
  if (collector && isLeft)
    removeToken(files, dir, draft.run);
  return true;
}

Saver::~Saver() {
  isCancelled = true;
  if (thread.joinable())
    thread.join();
  // Left over only if the transport has failed, so that nothing waits.
  expected.push_back(sent);
  for (popt_rt_request *request : expected)
    if (request)
      popt_rt_wait(request);
}

//===----------------------------------------------------------------------===//
// The state
//===----------------------------------------------------------------------===//

/// Copies this rank's pieces. All ranks read their blocks in the same order, as partial
/// values are combined.
bool Saver::copyState(std::string &error) {
  auto piece = pieces.begin();
  for (size_t argument : stateOf(table)) {
    auto number = static_cast<size_t>(table.arguments[argument].stateResult);
    if (!holdsResult(table, number, world.rank()))
      continue;
    Bytes buffer;
    const void *block =
        readBlock(table, number, executor, world, buffer, error);
    if (!block)
      return false;
    for (; piece != pieces.end() && piece->argument == argument; ++piece)
      packPiece(table, *piece, world.rank(), block,
                copy.data() + piece->offset);
  }
  return true;
}

bool Saver::save(int64_t steps, std::string &error) {
  while (stage != Stage::Idle)
    if (!advance(/*waits=*/true, error))
      return false;
  draft.step = lastSaved = steps;
  if (collector) {
    results = collector->resultsToSave(steps);
    index = CheckpointIndex();
    index.step = steps;
    index.batches = job.numBatches ? steps : 0;
    index.ranks = table.numRanks();
    index.mesh = table.mesh.str();
    if (!job.options.metrics.empty())
      metrics.append(collector->rows());
  }
  if (!expectParts(error))
    return false;
  stage = Stage::Writing;
  written = WrittenFile();
  if (!copyState(error))
    return false;
  start([this] { write(); }, written.error);
  return true;
}

/// On the thread: puts the copy on disk.
void Saver::write() {
  if (!sharesFolder) {
    written.error = "it does not see " + draft.dir +
                    ", where rank 0 writes; all ranks must share the folder";
    return;
  }
  file = std::make_unique<RankFile>(files, table, draft, world.rank(), pieces);
  file->appendAll(copy.data(), isCancelled);
  if (!isCancelled)
    written = file->finish();
}

//===----------------------------------------------------------------------===//
// Between steps
//===----------------------------------------------------------------------===//

/// Runs a task on the thread; here, if there can be none.
void Saver::start(std::function<void()> task, std::string &failure) {
  isDone = false;
  auto run = [this, task, &failure, rank = sys::actingRank()] {
    sys::actAs(rank);
    try {
      task();
    } catch (const std::bad_alloc &) {
      failure = "out of memory";
    }
    isDone = true;
  };
  try {
    sys::beforeThread();
    thread = std::thread(run);
  } catch (const std::system_error &) {
    run();
  }
}

bool Saver::isOver(bool waits) {
  if (!waits && !isDone)
    return false;
  if (thread.joinable())
    thread.join();
  return true;
}

int64_t Saver::messageBytes(size_t rank) const {
  return static_cast<int64_t>(sizeof(Told) +
                              plan[rank].size() * sizeof(BlockSums));
}

bool Saver::expectParts(std::string &error) {
  if (!collector)
    return true;
  heard.resize(plan.size());
  expected.assign(plan.size(), nullptr);
  for (size_t rank = 0; rank < plan.size(); ++rank) {
    heard[rank].resize(static_cast<size_t>(messageBytes(rank)));
    if (!world.startReceive("saved", heard[rank], static_cast<int32_t>(rank),
                            expected[rank], error))
      return false;
  }
  return true;
}

bool Saver::tell(std::string &error) {
  Told told;
  told.bytes = written.bytes;
  told.headerBytes = written.headerBytes;
  told.headerHash = written.headerHash;
  written.error.copy(told.error, sizeof(told.error) - 1);
  MessageWriter out;
  out.put(told);
  std::vector<BlockSums> hashes;
  if (file) // else there was no memory for it
    hashes = file->hashes();
  hashes.resize(pieces.size());
  file.reset();
  for (const BlockSums &hash : hashes)
    out.put(hash);
  message = std::move(out.bytes);
  return world.startSend("saved", message, sent, error);
}

/// Whether all that was started has arrived.
bool Saver::hear(bool waits, bool &out_done, std::string &error) {
  out_done = true;
  auto take = [&](popt_rt_request *&request) {
    if (!request)
      return true;
    bool arrived = waits;
    if (!waits && !world.hasArrived(request, arrived, error))
      return false;
    out_done &= arrived;
    return !arrived || world.wait(request, error);
  };
  return take(sent) && std::all_of(expected.begin(), expected.end(), take);
}

void Saver::commit() {
  SaveParts parts;
  for (size_t rank = 0; rank < plan.size(); ++rank) {
    MessageReader in(heard[rank]);
    Told told = in.take<Told>();
    parts.files.push_back(
        {told.bytes, told.headerBytes, told.headerHash, told.error});
    parts.hashes.emplace_back();
    for (size_t p = 0; p < plan[rank].size(); ++p)
      parts.hashes.back().push_back(in.take<BlockSums>());
  }
  failure = commitSave(files, table, draft, plan, parts, index, results,
                       job.options.keep,
                       job.options.metrics.empty() ? nullptr : &metrics);
}

void Saver::report() {
  hasSaved = failure.empty();
  if (hasSaved)
    collector->addSaved(draft.step);
  else
    collector->addWarning("checkpoint of step " + std::to_string(draft.step) +
                          ": " + failure);
}

/// Takes the save at hand as far as it goes, or to its end. False and a message
/// if the transport failed.
bool Saver::advance(bool waits, std::string &error) {
  if (stage == Stage::Writing && isOver(waits)) {
    if (!tell(error))
      return false;
    stage = Stage::Telling;
  }
  if (stage == Stage::Telling) {
    bool done = false;
    if (!hear(waits, done, error))
      return false;
    if (done && collector)
      start([this] { commit(); }, failure);
    if (done)
      stage = collector ? Stage::Committing : Stage::Idle;
  }
  if (stage == Stage::Committing && isOver(waits)) {
    report();
    stage = Stage::Idle;
  }
  return true;
}

bool Saver::afterStep(int64_t steps, std::string &out_error) {
  int64_t every = job.options.saveEvery;
  // The last step's has its results: finish() saves it.
  bool isTime = every > 0 && steps % every == 0 && steps < job.numSteps;
  if (isTime && !save(steps, out_error))
    return false;
  return advance(/*waits=*/false, out_error);
}

bool Saver::saveNow(int64_t steps, std::string &out_error) {
  return steps <= lastSaved || save(steps, out_error);
}

bool Saver::finish(int64_t steps, std::string &out_error) {
  uint64_t failed = 0;
  if (!saveNow(steps, out_error) || !advance(/*waits=*/true, out_error) ||
      !addUp(hasSaved ? 0 : 1, failed, out_error))
    return false;
  hasSaved = failed == 0;
  if (!hasSaved && collector)
    collector->addFailure("the state after step " + std::to_string(steps) +
                          " is not saved" +
                          (failure.empty() ? "" : ": " + failure));
  return true;
}
