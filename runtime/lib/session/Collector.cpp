//===- Collector.cpp - What rank 0 makes of the ranks' messages -----------===//
//
// Messages become tensors, metrics, measurements and traces; then files, and
// the comparison with what was expected. Tests: RunTest.
//
//===----------------------------------------------------------------------===//
#include "Collector.h"
#include "../data/Source.h"
#include "../report/UserMessages.h"
#include "../system/Clock.h"
#include "../system/System.h"
#include "../tensor/Shards.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>
#include <unistd.h>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

Bytes popt::rt::toBytes(const RankReport &report) {
  MessageWriter out;
  out.put(report.peakBytes);
  out.put(report.hostBytes);
  out.put(report.workspaceBytes);
  out.put(report.begin);
  out.put(report.waitedSeconds);
  out.putList(report.stepSeconds);
  out.put<uint64_t>(report.communication.size());
  for (const auto &[kind, count] : report.communication) {
    out.putText(kind);
    out.put(count);
  }
  out.putList(report.trace);
  out.putList(report.traffic.calls);
  out.put(report.traffic.firstStep);
  out.put<uint64_t>(report.traffic.volumes.size());
  for (const auto &volume : report.traffic.volumes) {
    out.put(volume.first);
    out.put(volume.second);
  }
  out.putList(report.checksums);
  return std::move(out.bytes);
}

RankReport popt::rt::fromBytes(const Bytes &bytes) {
  MessageReader in(bytes);
  RankReport report;
  report.peakBytes = in.take<int64_t>();
  report.hostBytes = in.take<int64_t>();
  report.workspaceBytes = in.take<int64_t>();
  report.begin = in.take<double>();
  report.waitedSeconds = in.take<double>();
  report.stepSeconds = in.takeList<double>();
  for (uint64_t left = in.take<uint64_t>(); left > 0; --left) {
    std::string kind = in.takeText();
    report.communication[kind] = in.take<CommCount>();
  }
  report.trace = in.takeList<TraceEvent>();
  report.traffic.calls = in.takeList<TimedCall>();
  report.traffic.firstStep = in.take<int32_t>();
  for (uint64_t left = in.take<uint64_t>(); left > 0; --left) {
    auto command = in.take<int32_t>();
    report.traffic.volumes[command] = in.take<CommVolume>();
  }
  report.checksums = in.takeList<BlockChecksum>();
  return report;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Without a step only the state is something.
static void forgetResults(const StepTable &table, std::vector<bool> &isKnown) {
  for (size_t i = 0; i < isKnown.size(); ++i)
    isKnown[i] = isKnown[i] && table.results[i].stateArgument >= 0;
}

Collector::Collector(const Job &job) : job(job), table(job.table()) {
  for (size_t i = 0; i < numOfUser(table.results); ++i) {
    const Result &result = table.results[i];
    isKnown.push_back(job.wantsResult(i));
    results.push_back(isKnown[i] ? Tensor(result.type, result.shape)
                                 : Tensor());
  }
  if (job.numSteps == 0)
    forgetResults(table, isKnown);
  metricNames = metricNamesOf(job);
  progress =
      std::make_unique<Progress>(job.options.program, metricNames, job.numSteps,
                                 stderr, isatty(STDERR_FILENO) != 0);
}

/// Of the file those tensors that are results: others are not unpacked.
bool Collector::readExpected(std::string &error) {
  Sources sources;
  if (!openSources(machineFiles(), job.options.expect, sources, error))
    return false;
  std::set<std::string> known;
  for (size_t i = 0; i < table.results.size(); ++i)
    for (std::string &key : keysOf(i))
      known.insert(std::move(key));
  std::vector<const Source *> read;
  for (auto it = sources.tensors.begin(); it != sources.tensors.end();) {
    if (known.count(it->first) > 0)
      read.push_back(&(it++)->second);
    else
      it = sources.tensors.erase(it);
  }
  dropUnread(sources, read);
  return readSources(machineFiles(), sources, expected, error);
}

bool Collector::open(std::string &out_error) {
  if (job.isResumed() && !job.options.metrics.empty()) {
    metricRows = job.checkpoint->metrics;
    // What was not recorded is null, so that a row's number is its step.
    metricRows.resize(static_cast<size_t>(job.firstStep),
                      MetricRow(metricNames.size(), "null"));
  }
  if (!job.options.expect.empty() && !readExpected(out_error))
    return false;
  return job.options.log.empty() ||
         progress->openLog(job.options.log, job.firstStep, out_error);
}

static std::string resultKey(size_t index) {
  return "res" + std::to_string(index);
}

bool Collector::takeResults(std::string &out_error) {
  TensorMap saved;
  if (!readResults(machineFiles(), *job.checkpoint, saved, out_error))
    return false;
  BoxReader reader(machineFiles(), *job.checkpoint);
  for (size_t i = 0; i < results.size(); ++i) {
    const Result &result = table.results[i];
    if (result.stateArgument < 0) {
      auto it = saved.find(resultKey(i));
      isKnown[i] = it != saved.end() && it->second.shape == result.shape &&
                   holdsBitsOf(it->second.type, result.type);
      if (isKnown[i])
        results[i].data = std::move(it->second.data);
      lacksResults |= !isKnown[i] && job.numSteps > 0;
    } else if (job.wantsResult(i) &&
               !reader.read(*job.saved[result.stateArgument],
                            wholeBox(result.shape), result.shape,
                            results[i].data.data(), /*counts=*/true,
                            out_error)) {
      return false;
    }
  }
  out_error = judge(*job.checkpoint, reader.evidence());
  return out_error.empty();
}

SavedResults Collector::resultsToSave(int64_t steps) const {
  SavedResults saved;
  for (size_t i = 0; i < results.size() && steps == job.numSteps; ++i)
    if (table.results[i].stateArgument < 0 && isKnown[i])
      saved[resultKey(i)] = &results[i];
  return saved;
}

void Collector::addMetrics(const Bytes &values) {
  MetricRow row(job.metricResults.size(), "null");
  forEachMetric(job, values,
                [&](size_t m, ElementType type, const uint8_t *value) {
                  row[m] = elementAsJson(type, value, 0);
                });
  if (job.options.metrics.empty())
    metricRows.clear(); // only the last one is shown and logged
  metricRows.push_back(std::move(row));
}

void Collector::start() { progress->start(secondsNow(), job.firstStep); }

void Collector::addSaved(int64_t steps) {
  progress->addSaved(steps, secondsNow());
}

void Collector::addEvaluation(int64_t steps, const MetricRow &row) {
  warn(job.options.program,
       progress->addEvaluation(steps, metricNamesOf(*job.evaluation), row,
                               secondsNow()));
}

void Collector::addStep(int64_t step) {
  if (job.windows)
    progress->addWindows(job.batchesBefore(step + 1));
  warn(job.options.program,
       progress->addStep(step,
                         metricRows.empty() ? MetricRow() : metricRows.back(),
                         secondsNow()));
}

void Collector::addFailure(const std::string &failure) {
  failed += (failed.empty() ? "" : "; ") + failure;
}

void Collector::stop(int64_t steps) {
  isStopped = true;
  if (steps == job.firstStep)
    forgetResults(table, isKnown);
  note(job.options.program,
       "stopped after step " + std::to_string(steps) + " of " +
           std::to_string(job.numSteps) +
           (job.options.expect.empty()
                ? ""
                : "; results are not compared with " + job.options.expect));
}

void Collector::addResult(size_t index, const Bytes &blocks) {
  const Result &result = table.results[index];
  const uint8_t *at = blocks.data();
  for (int64_t rank = 0; rank < table.numRanks(); ++rank)
    if (holdsResult(table, index, rank) && !isReplica(table, result, rank)) {
      unpackBlock(table, result, rank, at,
                  results[userIndex(table.results, index)].data.data());
      at += blockBytes(table, result, rank);
    }
}

//===----------------------------------------------------------------------===//
// When all ranks are done
//===----------------------------------------------------------------------===//

/// A block that several ranks hold must be the same on all of them.
void Collector::warnOfReplicas() const {
  std::vector<std::vector<BlockChecksum>> checksums;
  for (const RankReport &report : reports)
    checksums.push_back(report.checksums);
  for (const ReplicaDifference &difference : findDifferences(table, checksums))
    warn(job.options.program, describe(difference, table));
}

bool Collector::saveOutputs(std::string &error) const {
  const std::string &path = job.options.outputs;
  if (lacksResults) {
    std::string why = job.checkpoint->folder +
                      " has the state of the last step, and not its results";
    if (sys::access(path.c_str(), F_OK) == 0) {
      note(job.options.program, path + " stays as it is: " + why);
      return true;
    }
    error = why + ", so " + path + " cannot be written";
    return false;
  }
  TensorMap tensors;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!isKnown[i])
      continue;
    // State goes by its argument, so that outputs are inputs again; what is
    // not donated is a result like any other as well.
    int32_t argument = table.results[i].stateArgument;
    if (argument >= 0)
      tensors["arg" + std::to_string(argument)] = results[i];
    if (argument < 0 || !job.state.isDonated[argument])
      tensors[resultKey(i)] = results[i];
  }
  return writeTensors(path, tensors, error);
}

BenchReport
Collector::benchReport(const std::vector<RankTraffic> &traffic) const {
  BenchReport bench;
  bench.compileSeconds = job.compileSeconds;
  bench.isPipeline = table.programs.size() > 1;
  if (auto it = table.info.find("predicted_bubble"); it != table.info.end())
    bench.predictedBubble = it->second;
  bench.stepSeconds = reports[0].stepSeconds;
  auto warmUp = static_cast<int32_t>(job.numSteps - job.options.bench);
  bench.collectives = trafficOf(table, traffic, warmUp + 1,
                                static_cast<int32_t>(bench.stepSeconds.size()));
  for (const RankReport &report : reports) {
    bench.peakBytes.push_back(report.peakBytes);
    bench.hostBytes.push_back(report.hostBytes);
    bench.workspaceBytes.push_back(report.workspaceBytes);
    bench.waitedSeconds += report.waitedSeconds;
    for (const auto &[kind, count] : report.communication) {
      CommCount &most = bench.comm[kind];
      most.count = std::max(most.count, count.count);
      most.wireBytes = std::max(most.wireBytes, count.wireBytes);
    }
  }
  return bench;
}

/// Under which keys a file has a result, the first that is there counts. State
/// is an argument of the next step, too, if the file is not the inputs'.
std::vector<std::string> Collector::keysOf(size_t index) const {
  const Result &result = table.results[index];
  std::vector<std::string> keys{resultKey(index)};
  if (!result.name.empty())
    keys.push_back(result.name);
  const std::vector<std::string> &inputs = job.options.inputs;
  if (result.stateArgument >= 0 &&
      std::find(inputs.begin(), inputs.end(), job.options.expect) ==
          inputs.end()) {
    keys.push_back("arg" + std::to_string(result.stateArgument));
    keys.push_back(table.arguments[result.stateArgument].name);
  }
  return keys;
}

bool Collector::compareResults(std::string &error) {
  const Options &options = job.options;
  std::vector<Difference> differences;
  bool wrong = false;
  for (size_t i = 0; i < results.size(); ++i) {
    std::vector<std::string> keys = keysOf(i);
    auto known = std::find_if(keys.begin(), keys.end(), [&](auto &key) {
      return expected.count(key) > 0;
    });
    if (known == keys.end() || !isKnown[i])
      continue;
    differences.emplace_back();
    if (!compare(*known, results[i], expected.at(*known), options.rtol,
                 options.atol, differences.back(), error)) {
      error = options.expect + ": " + error;
      return false;
    }
    wrong |= differences.back().wrong > 0;
  }
  if (differences.empty()) {
    error = options.expect + ": no key names a result of the program";
    return false;
  }
  if (!wrong) {
    std::fprintf(stderr, "%s: %zu results are as expected\n",
                 options.program.c_str(), differences.size());
    return true;
  }
  char tolerances[80];
  std::snprintf(tolerances, sizeof tolerances, " (rtol %g, atol %g)",
                options.rtol, options.atol);
  std::fprintf(stderr, "%s", toTable(differences).c_str());
  error = "results differ from " + options.expect + tolerances;
  return false;
}

void Collector::writeFiles() {
  std::string error;
  const Options &options = job.options;
  // Each is tried, whatever became of the others.
  auto attempt = [&](bool isWritten) {
    if (!isWritten)
      addFailure(error);
  };
  if (!options.outputs.empty())
    attempt(saveOutputs(error));
  if (!options.metrics.empty())
    attempt(replaceFile(options.metrics, metricsAsJson(metricNames, metricRows),
                        error));
  std::vector<std::vector<TraceEvent>> traces;
  std::vector<RankTraffic> traffic;
  for (RankReport &report : reports) {
    traces.push_back(std::move(report.trace));
    traffic.push_back(std::move(report.traffic));
  }
  takeLeastTimes(table, traffic);
  if (!options.perTask.empty() && !reports.empty()) {
    std::string text = taskCostsAsJson(table, traces);
    error = "--per-task measures the tasks of a pipeline, and the program has "
            "none";
    attempt(!text.empty() && replaceFile(options.perTask, text, error));
  }
  if (!options.trace.empty() && !reports.empty())
    attempt(replaceFile(options.trace,
                        traceAsJson(table, traces, traffic, reports[0].begin),
                        error));
  if (options.bench > 0) {
    bool isSaid =
        std::fputs(benchAsJson(benchReport(traffic)).c_str(), stdout) >= 0 &&
        std::fflush(stdout) == 0;
    error =
        std::string("cannot write to standard output: ") + std::strerror(errno);
    attempt(isSaid);
  }
}

bool Collector::finish(std::string &out_error) {
  warnOfReplicas();
  if (std::string unlogged = progress->endLog(); !unlogged.empty())
    addFailure(unlogged);
  writeFiles();
  bool isCompared = !job.options.expect.empty() && !isStopped;
  if (std::string wrong; isCompared && !compareResults(wrong))
    addFailure(wrong);
  out_error = failed;
  return failed.empty();
}
