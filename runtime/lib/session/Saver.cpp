//===- Saver.cpp - When a run saves ---------------------------------------===//
//
// Tests: SaveTest, on threads and on processes.
//
//===----------------------------------------------------------------------===//
#include "Saver.h"
#include "../report/UserMessages.h"

using namespace popt::rt;

Saver::Saver(const Job &job, Executor &executor, World &world,
             Collector *collector)
    : job(job), world(world), collector(collector),
      writer(
          job.table(), job.savePlan, executor, world, job.options.save,
          job.saveLock.isHeld(),
          [this](int64_t step, const std::string &why) { report(step, why); }),
      lastSaved(job.isResumed() ? job.firstStep : -1) {}

bool Saver::save(int64_t steps, std::string &error) {
  lastSaved = steps;
  CheckpointToWrite what;
  what.step = steps;
  if (collector) {
    what.batches = job.batchesBefore(steps);
    what.windows = job.windowNumbers;
    what.keep = job.options.keep;
    what.results = collector->resultsToSave(steps);
    if (!job.options.metrics.empty())
      what.rows = &collector->rows();
  }
  return writer.begin(std::move(what), error);
}

void Saver::report(int64_t step, const std::string &why) {
  failure = why;
  hasSaved = failure.empty();
  if (hasSaved)
    collector->addSaved(step);
  else
    warn(job.options.program,
         "checkpoint of step " + std::to_string(step) + ": " + failure);
}

bool Saver::afterStep(int64_t steps, std::string &out_error) {
  int64_t every = job.options.saveEvery;
  // The last step's has its results: finish() saves it.
  bool isTime = every > 0 && steps % every == 0 && steps < job.numSteps;
  if (isTime && !save(steps, out_error))
    return false;
  return writer.advance(out_error);
}

bool Saver::saveNow(int64_t steps, std::string &out_error) {
  return steps <= lastSaved || save(steps, out_error);
}

bool Saver::finish(int64_t steps, std::string &out_error) {
  uint64_t failed = 0;
  if (!saveNow(steps, out_error) || !writer.finish(out_error) ||
      !world.addUp("checkpoints", hasSaved ? 0 : 1, failed, out_error))
    return false;
  hasSaved = failed == 0;
  if (!hasSaved && collector)
    collector->addFailure("the state after step " + std::to_string(steps) +
                          " is not saved" +
                          (failure.empty() ? "" : ": " + failure));
  return true;
}
