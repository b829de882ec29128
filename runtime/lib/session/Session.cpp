//===- Session.cpp - One rank of a run ------------------------------------===//
//
// Give the rank its blocks of the arguments, run the steps, send what the
// collector wants: the metrics of each step, the blocks of the results after
// the last, and what the rank measured. State stays in the rank's memory from
// step to step.
//
// What is sent follows from the table, so every rank knows which rank sends
// what: of equal blocks the first rank that holds one sends it (ownerOf), the
// others send a checksum, by which silent differences show.
//
// Tests: RunTest.
//
//===----------------------------------------------------------------------===//
#include "Session.h"
#include "../device/Device.h"
#include "../report/UserMessages.h"
#include "../system/Clock.h"
#include "../system/Faults.h"
#include "../tensor/Shards.h"
#include "LoadState.h"
#include "ResultBlock.h"
#include "popt-rt/device_cpu.h"

using namespace popt::rt;

/// The first steps of a measurement fill caches and do not count.
static constexpr int64_t kWarmUp = 3;

/// Of a rank, that are kept for reports.
static constexpr size_t kMostEvents = size_t(1) << 18;

Session::Session(const Job &job, popt_rt_device *device,
                 popt_rt_transport *transport, StopGate &gate,
                 Collector *collector)
    : job(job), table(job.table()), rank(popt_rt_transport_rank(transport)),
      device(device), transport(transport), gate(gate), collector(collector) {}

RankOutcome Session::run() {
  sys::actAs(rank);
  popt_rt_transport_computing(transport, -1);
  RankOutcome outcome =
      runGuarded(transport, [&](std::string &error) { return runAll(error); });
  popt_rt_transport_idle(transport);
  outcome.isSaved = !saver || saver->isSaved();
  return outcome;
}

bool Session::runAll(std::string &error) {
  world = World::create(transport, error);
  if (!world)
    return false;
  if (!job.options.hostMemory.empty() &&
      !succeeded(
          device,
          popt_rt_cpu_host_folder(device, job.options.hostMemory.c_str()),
          error))
    return false;
  executor = Executor::create(job.prepared, rank, device, transport, error);
  if (!executor)
    return false;
  arguments = std::make_unique<Arguments>(job, *executor, *world);
  metrics = std::make_unique<MetricValues>(job, *executor, *world);
  if (!arguments->load(error) || (job.isResumed() && !loadState(error)))
    return false;
  executor->goOnAfter(job.firstStep);
  if (job.evaluation) {
    evaluator =
        Evaluator::create(job, *executor, *world, device, transport, error);
    if (!evaluator)
      return false;
  }
  if (job.options.badNumbers != BadNumbers::None)
    executor->watchNumbers(job.options.badNumbers ==
                           BadNumbers::NanAndInfinite);
  if (collector)
    for (const char *text :
         {popt_rt_device_note(device), popt_rt_transport_note(transport)})
      note(job.options.program, text);
  if (!job.options.trace.empty() || !job.options.perTask.empty())
    executor->startTrace(kMostEvents);
  if (!job.options.trace.empty() || job.options.bench > 0)
    executor->startTiming(kMostEvents);
  if (!job.options.save.empty()) {
    saver = std::make_unique<Saver>(job, *executor, *world, collector);
    if (!saver->meet(error))
      return false;
  }
  int64_t steps = 0;
  return runSteps(steps, error) && sendResults(steps, error) &&
         (!saver || saver->finish(steps, error)) && sendReport(error);
}

/// This rank's part of the checkpoint. What all have read is judged together.
bool Session::loadState(std::string &error) {
  BoxReader reader(machineFiles(), *job.checkpoint);
  return readState(table, job.saved, reader, *executor, rank, job.poison,
                   error) &&
         judgeState(*job.checkpoint, reader.evidence(), *world, error);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Of a stream, while nothing ends the run: a loader may take any time. False if it
/// does not come.
bool Session::waitForBatch(int64_t step) {
  if (!job.stream)
    return true;
  popt_rt_transport_idle(transport);
  bool isThere = job.stream->waitFor(rank, step, [this] {
    return popt_rt_transport_health(transport) == POPT_RT_OK && !gate.signal();
  });
  popt_rt_transport_computing(transport, -1);
  return isThere;
}

/// `out_steps`: that are done.
bool Session::runSteps(int64_t &out_steps, std::string &error) {
  if (!world->barrier("start of the run", error))
    return false;
  report.begin = secondsNow();
  if (collector)
    collector->start();
  auto isToWait = [this] {
    return popt_rt_transport_health(transport) == POPT_RT_OK;
  };
  int64_t step = job.firstStep;
  // A rank that has begun a step does it, so its batch is there before.
  for (; step < job.numSteps && waitForBatch(step) &&
         gate.mayBegin(rank, step, isToWait);
       ++step) {
    if (saver && gate.isToSave(step) && !saver->saveNow(step, error))
      return false;
    if (!runStep(step, error) || !evaluate(step + 1, error) ||
        (saver && !saver->afterStep(step + 1, error)))
      return false;
  }
  out_steps = step;
  if (step == job.firstStep && job.stream && step < job.numSteps)
    error = job.stream->problem();
  return error.empty();
}

bool Session::runStep(int64_t step, std::string &error) {
  bool measures = job.options.bench > 0;
  if ((!measures || step == 0) && !arguments->loadBatch(step, error))
    return false;
  if (measures && !world->barrier("start of a step", error))
    return false;
  double begin = secondsNow();
  std::string unread;
  auto meanwhile = [&] {
    if (!measures)
      (void)arguments->loadAhead(step + 1, unread);
  };
  if (!executor->step(error, meanwhile))
    return false;
  if (!unread.empty()) {
    error = unread;
    return false;
  }
  double seconds = secondsNow() - begin;
  popt_rt_transport_step_done(transport, seconds,
                              seconds - executor->communicatedSeconds());
  if (job.options.badNumbers != BadNumbers::None) {
    std::string found;
    if (!checkNumbers(*world, *executor, table, job.options.badNumbers,
                      "step " + std::to_string(step + 1), found, error))
      return false;
    if (!found.empty())
      error = "--nan: " + found;
    if (!found.empty())
      return false;
  }
  if (measures) {
    if (!world->barrier("end of a step", error))
      return false;
    double whole = secondsNow() - begin;
    if (!executor->readTimes(error))
      return false;
    if (step >= kWarmUp) {
      report.stepSeconds.push_back(whole);
      report.waitedSeconds += executor->waitedSeconds();
    }
    return true;
  }
  if (!executor->readTimes(error))
    return false;
  if (!arguments->endStep(step, error))
    return false;
  if (job.wantsMetrics() && !sendMetrics(error))
    return false;
  int64_t every = job.options.verifyEvery;
  if (every && (step + 1) % every == 0 && !verifyState(step + 1, error))
    return false;
  if (collector && world->size() > 1)
    collector->addCommunicated(executor->communicatedSeconds());
  if (collector)
    collector->addStep(step);
  return true;
}

bool Session::sendMetrics(std::string &error) {
  Bytes all;
  if (!metrics->gather(all, error))
    return false;
  if (collector)
    collector->addMetrics(all);
  return true;
}

/// If it is time.
bool Session::evaluate(int64_t steps, std::string &error) {
  int64_t every = job.options.evaluateEvery;
  bool isTime = steps == job.numSteps || (every > 0 && steps % every == 0);
  if (!evaluator || !isTime)
    return true;
  MetricRow row;
  if (!evaluator->run(steps, row, error))
    return false;
  if (collector)
    collector->addEvaluation(steps, row);
  return true;
}

/// Blocks of state that several ranks hold are the same on all of them. A rank
/// that differs has computed, or kept, something wrong.
bool Session::verifyState(int64_t steps, std::string &error) {
  std::vector<BlockChecksum> mine;
  Bytes buffer;
  for (size_t i = 0; i < table.results.size(); ++i) {
    if (table.results[i].stateArgument < 0 || !holdsResult(table, i, rank))
      continue;
    const void *data = readBlock(table, i, *executor, *world, buffer, error);
    if (!data)
      return false;
    Bytes block = packBlock(table, table.results[i], rank, data);
    mine.push_back(checksumOf(i, block));
  }
  MessageWriter message;
  message.putList(mine);
  std::vector<Bytes> all;
  if (!world->gather("checksums of state", message.bytes, all, error))
    return false;
  if (!collector)
    return true;
  std::vector<std::vector<BlockChecksum>> ofRanks;
  for (const Bytes &bytes : all)
    ofRanks.push_back(MessageReader(bytes).takeList<BlockChecksum>());
  std::vector<ReplicaDifference> found = findDifferences(table, ofRanks);
  if (!found.empty())
    error = "--verify-every: after step " + std::to_string(steps) + " " +
            describe(found.front(), table);
  return found.empty();
}

//===----------------------------------------------------------------------===//
// After the last step
//===----------------------------------------------------------------------===//

/// Those that files want, and those that the last step's checkpoint has.
bool Session::sendResults(int64_t steps, std::string &error) {
  for (size_t i = 0; i < table.results.size(); ++i) {
    const Result &result = table.results[i];
    if (!job.wantsResult(userIndex(table.results, i)) ||
        (!job.wantsResults() && steps < job.numSteps))
      continue;
    std::vector<int64_t> counts(world->size(), 0);
    for (int32_t r = 0; r < world->size(); ++r)
      if (holdsResult(table, i, r) && !isReplica(table, result, r))
        counts[r] = blockBytes(table, result, r);
    Bytes block, buffer, all;
    if (holdsResult(table, i, rank)) {
      const void *data = readBlock(table, i, *executor, *world, buffer, error);
      if (!data)
        return false;
      block = packBlock(table, result, rank, data);
      report.checksums.push_back(checksumOf(i, block));
      if (counts[rank] == 0)
        block.clear();
    }
    if (!world->gather("results", block, counts, all, error))
      return false;
    if (collector)
      collector->addResult(i, all);
  }
  return true;
}

bool Session::sendReport(std::string &error) {
  report.peakBytes = executor->arenaBytes();
  report.hostBytes = executor->hostBytes();
  report.workspaceBytes = executor->workspaceBytes();
  report.communication = executor->communication();
  if (!job.options.trace.empty() || !job.options.perTask.empty())
    report.trace = executor->trace();
  report.traffic = {executor->timedCalls(), executor->firstTimedStep(),
                    executor->volumes()};
  std::vector<Bytes> all;
  if (!world->gather("reports", toBytes(report), all, error))
    return false;
  if (collector)
    for (const Bytes &bytes : all)
      collector->addReport(fromBytes(bytes));
  return true;
}
