//===- Arguments.cpp - What a rank's arguments get from files -------------===//
//
// Each rank reads the part that its sharding gives it; of equal blocks the first
// rank's counts as evidence of what the files hold. Tests: RunTest, RunFilesTest.
//
//===----------------------------------------------------------------------===//
#include "Arguments.h"
#include "../tensor/Shards.h"
#include "LoadState.h"

using namespace popt::rt;

Arguments::Arguments(const Job &job, Executor &executor, World &world)
    : job(job), table(job.table()), executor(executor), world(world),
      rank(world.rank()), firstRound(job.firstStep + job.numBatches),
      isAhead(table.arguments.size(), false) {
  for (size_t i = 0; i < table.arguments.size(); ++i)
    batchCounts.push_back(job.batches[i] && counts(job.batchFiles, i));
}

/// Whether what this rank reads of an argument counts as evidence.
bool Arguments::counts(const Sources &sources, size_t index) const {
  return !sources.guards.empty() &&
         isFirstHolder(table, table.arguments[index], rank);
}

bool Arguments::load(std::string &error) {
  batchFiles = UnpackedFiles::create(world, job.batchFiles.files, error);
  // Gone when they are read.
  std::unique_ptr<UnpackedFiles> files =
      batchFiles ? UnpackedFiles::create(world, job.inputFiles.files, error)
                 : nullptr;
  if (!files)
    return false;
  batchReader = std::make_unique<SourceReader>(machineFiles(), job.batchFiles,
                                               &batchFiles->list());
  SourceReader reader(machineFiles(), job.inputFiles, &files->list());
  for (size_t i = 0; i < table.arguments.size(); ++i) {
    void *local = executor.argument(i);
    if (!local || (!job.inputs[i] && !job.beginnings[i]))
      continue;
    if (job.beginnings[i] && !job.isRandom(i))
      zeroArgument(table, table.arguments[i], rank, local, job.poison);
    else if (job.isRandom(i))
      splitArgument(table, table.arguments[i], rank,
                    job.random[userIndex(table.arguments, i)].data.data(),
                    local, job.poison);
    else if (!loadArgument(table, i, rank, *job.inputs[i], reader, local,
                           job.poison, counts(job.inputFiles, i), error))
      return false;
    if (!executor.upload(i, error))
      return false;
  }
  return judgeFiles(job.inputFiles, reader.evidence(), world, error);
}

/// This rank's part of a step's batch.
bool Arguments::readBatch(size_t index, int64_t step, void *local,
                          std::string &error) {
  if (job.stream) {
    const Sources &batch = job.stream->batch(step);
    SourceReader reader(machineFiles(), batch);
    return loadArgument(table, index, rank, *job.findSource(batch, index),
                        reader, local, job.poison, /*counts=*/false, error);
  }
  return loadArgument(
      table, index, rank, job.batchOf(index, step), *batchReader, local,
      job.poison, !isJudged && step < firstRound && batchCounts[index], error);
}

bool Arguments::loadBatch(int64_t step, std::string &error) {
  for (size_t i = 0; i < job.batches.size(); ++i) {
    void *local = job.batches[i] ? executor.argument(i) : nullptr;
    if (local && !isAhead[i] &&
        (!readBatch(i, step, local, error) || !executor.upload(i, error)))
      return false;
  }
  return true;
}

bool Arguments::loadAhead(int64_t step, std::string &error) {
  isAhead.assign(table.arguments.size(), false);
  if (job.stream && !job.stream->has(step))
    return true; // what a loader has not made yet is not waited for
  for (size_t i = 0; i < job.batches.size() && step < job.numSteps; ++i)
    if (void *local = job.batches[i] ? executor.argumentAhead(i) : nullptr) {
      if (!readBatch(i, step, local, error)) {
        isAhead.assign(table.arguments.size(), false);
        return false;
      }
      isAhead[i] = true;
    }
  return true;
}

bool Arguments::endStep(int64_t step, std::string &out_error) {
  if (isJudged || step + 1 != firstRound)
    return true;
  isJudged = true;
  return judgeFiles(job.batchFiles, batchReader->evidence(), world, out_error);
}
