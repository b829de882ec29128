//===- CheckpointWriter.cpp - A rank's part in writing checkpoints --------===//
//
// Tests: SaveTest, on threads and on processes; CallableTest.
//
//===----------------------------------------------------------------------===//
#include "CheckpointWriter.h"
#include "../system/Faults.h"
#include "../system/System.h"
#include "../tensor/Shards.h"
#include "ResultBlock.h"
#include <algorithm>
#include <new>
#include <system_error>

using namespace popt::rt;

namespace {
/// What a rank tells rank 0; the hashes of its pieces follow.
struct Told {
  uint64_t bytes = 0, headerBytes = 0, headerHash = 0;
  char error[1000] = "";
};
} // namespace

CheckpointWriter::CheckpointWriter(const StepTable &table, const SavePlan &plan,
                                   Executor &executor, World &world,
                                   std::string dir, bool isLocked,
                                   WhenDone whenDone)
    : table(table), executor(executor), world(world), files(machineFiles()),
      plan(plan), pieces(plan[world.rank()]), whenDone(std::move(whenDone)),
      copy(bytesOf(pieces)) {
  draft.dir = std::move(dir);
  // Before it leaves a token itself.
  if (isFirst() && isLocked)
    removeLeftovers(files, draft.dir);
}

bool CheckpointWriter::meet(std::string &out_error) {
  const std::string &dir = draft.dir;
  // Rank 0's; odd: it has left a token.
  uint64_t mine = 0, number = 0;
  if (isFirst()) {
    const std::string run = newRunName();
    mine = xxh3(run.data(), run.size()) | 1;
    mine -= leaveToken(files, dir, toHex(mine)) != 0;
  }
  if (!world.addUp("checkpoints", mine, number, out_error))
    return false;
  draft.run = toHex(number | 1);
  bool isLeft = number & 1;
  sharesFolder = !isLeft || hasToken(files, dir, draft.run);
  if (!world.barrier("checkpoints", out_error))
    return false;
  if (isFirst() && isLeft)
    removeToken(files, dir, draft.run);
  return true;
}

bool CheckpointWriter::cancel() {
  isCancelled = true;
  if (thread.joinable())
    thread.join();
  return stage == Stage::Idle;
}

CheckpointWriter::~CheckpointWriter() {
  cancel();
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
bool CheckpointWriter::copyState(std::string &error) {
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

bool CheckpointWriter::begin(CheckpointToWrite what, std::string &out_error) {
  if (!finish(out_error))
    return false;
  wanted = std::move(what);
  draft.step = wanted.step;
  if (isFirst()) {
    index = CheckpointIndex();
    index.step = wanted.step;
    index.batches = wanted.batches;
    index.windows = wanted.windows;
    index.ranks = table.numRanks();
    index.mesh = table.mesh.str();
    index.loaders = wanted.loaders;
    if (wanted.rows)
      metrics.append(*wanted.rows);
  }
  if (!expectParts(out_error))
    return false;
  stage = Stage::Writing;
  written = WrittenFile();
  if (!copyState(out_error))
    return false;
  start([this] { write(); }, written.error);
  return true;
}

bool CheckpointWriter::finish(std::string &out_error) {
  while (stage != Stage::Idle)
    if (!advance(/*waits=*/true, out_error))
      return false;
  return true;
}

/// On the thread: puts the copy on disk.
void CheckpointWriter::write() {
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
void CheckpointWriter::start(std::function<void()> task, std::string &failure) {
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

bool CheckpointWriter::isOver(bool waits) {
  if (!waits && !isDone)
    return false;
  if (thread.joinable())
    thread.join();
  return true;
}

int64_t CheckpointWriter::messageBytes(size_t rank) const {
  return static_cast<int64_t>(sizeof(Told) +
                              plan[rank].size() * sizeof(BlockSums));
}

bool CheckpointWriter::expectParts(std::string &error) {
  if (!isFirst())
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

bool CheckpointWriter::tell(std::string &error) {
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
bool CheckpointWriter::hear(bool waits, bool &out_done, std::string &error) {
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

void CheckpointWriter::commit() {
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
  failure = commitSave(files, table, draft, plan, parts, index, wanted.results,
                       wanted.keep, wanted.rows ? &metrics : nullptr);
}

/// Takes the save at hand as far as it goes, or to its end. False and a message
/// if the transport failed.
bool CheckpointWriter::advance(bool waits, std::string &error) {
  if (stage == Stage::Writing && isOver(waits)) {
    if (!tell(error))
      return false;
    stage = Stage::Telling;
  }
  if (stage == Stage::Telling) {
    bool done = false;
    if (!hear(waits, done, error))
      return false;
    if (done && isFirst())
      start([this] { commit(); }, failure);
    if (done)
      stage = isFirst() ? Stage::Committing : Stage::Idle;
  }
  if (stage == Stage::Committing && isOver(waits)) {
    stage = Stage::Idle;
    whenDone(draft.step, failure);
  }
  return true;
}
