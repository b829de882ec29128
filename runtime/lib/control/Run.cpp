//===- Run.cpp - The run driver -------------------------------------------===//
//
// One call runs a program as the flags say: read and check the files, start a
// thread per rank, give each its blocks of the arguments, run the steps, keep
// the scalar results of each, assemble the results of the last, compare and
// write. State stays in the ranks' memory from step to step.
//
// A failure of one rank ends all: the first message is printed, peers are
// released by the transport's abort. Tests: RunTest (every flag and exit
// status).
//
//===----------------------------------------------------------------------===//
#include "popt-rt/run.h"
#include "../data/Files.h"
#include "Options.h"
#include "Reports.h"
#include "Shards.h"
#include "StateFacts.h"
#include "popt-rt/transport_threads.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

using namespace popt::rt;

namespace {
enum Status { kDone = 0, kFailed = 1, kUsage = 2 };

double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

class Run {
public:
  Run(Options options, LoadedProgram program, double compileSeconds)
      : options(std::move(options)), program(std::move(program)),
        compileSeconds(compileSeconds) {}
  int main();

private:
  int fail(int status, const std::string &message);
  int checkRanks();
  bool checkOutputs(std::string &error);
  bool readInputs(std::string &error);
  bool readBatches(std::string &error);
  bool checkSteps(std::string &error);
  bool findTensor(TensorMap &tensors, size_t index, Tensor *&out_tensor);
  bool accept(const std::string &path, size_t index, Tensor &tensor, bool batch,
              std::string &error);

  void runRank(int32_t rank, popt_rt_transport *transport);
  bool runSteps(int32_t rank, Executor &executor, popt_rt_group *world,
                popt_rt_transport *transport, std::string &error);
  void loadArguments(int32_t rank, Executor &executor);
  void loadBatch(int32_t rank, Executor &executor, int64_t step);
  bool collectMetrics(int32_t rank, Executor &executor,
                      popt_rt_transport *transport, std::string &error);
  bool collectResults(int32_t rank, Executor &executor, popt_rt_group *world,
                      popt_rt_transport *transport, std::string &error);
  const void *combined(int32_t rank, Executor &executor, size_t result,
                       popt_rt_transport *transport,
                       std::vector<uint8_t> &buffer, std::string &error);
  bool holds(const Result &result, size_t index, int32_t rank,
             Executor &executor) const {
    return executor.result(index) != nullptr &&
           holdsValue(table().mesh, result.layout, rank);
  }
  void progress(int64_t step);
  int report();
  int compareResults();
  std::vector<std::string> keysOf(size_t result) const;

  const StepTable &table() const { return tableOf(*prepared); }
  bool wantsResults() const {
    return !options.outputs.empty() || !options.expect.empty();
  }
  bool isMetric(const Result &result) const {
    return result.stateArgument < 0 && result.shape.empty();
  }

  Options options;
  LoadedProgram program;
  double compileSeconds;
  std::shared_ptr<const Prepared> prepared;
  int64_t numRanks = 1, numSteps = 1, numBatches = 0;

  std::vector<Tensor> inputs; ///< by argument
  std::vector<bool> hasInput;
  std::vector<Tensor> batches; ///< by argument, with the leading axis
  std::vector<bool> hasBatch;
  TensorMap expected;
  StateFacts state;
  bool poison = false;

  std::mutex mutex; ///< of `failure` and what ranks report
  std::string failure;
  std::vector<Tensor> results;
  std::vector<std::string> warnings;
  std::vector<std::string> metricNames;
  std::vector<MetricRow> metricRows;
  std::vector<size_t> metricResults;
  BenchReport bench;
  std::vector<std::vector<TraceEvent>> traces;
  double traceBegin = 0, lastProgress = 0;
};
} // namespace

int Run::fail(int status, const std::string &message) {
  std::fprintf(stderr, "%s: error: %s\n", options.program.c_str(),
               message.c_str());
  return status;
}

//===----------------------------------------------------------------------===//
// Before the ranks start
//===----------------------------------------------------------------------===//

int Run::checkRanks() {
  numRanks = table().numRanks();
  if (options.ranks >= 0 && options.ranks != numRanks)
    return fail(kUsage, "-n is " + std::to_string(options.ranks) +
                            ", but the program is compiled for " +
                            std::to_string(numRanks) + " ranks");
  const char *world = std::getenv("WORLD_SIZE");
  if (!world || !*world)
    return kDone;
  char *end = nullptr;
  long long size = std::strtoll(world, &end, 10);
  if (*end || size != numRanks)
    return fail(kUsage, std::string("WORLD_SIZE is ") + world +
                            ", but the program is compiled for " +
                            std::to_string(numRanks) + " ranks");
  if (size > 1 && std::getenv("RANK"))
    return fail(kUsage, "RANK is set: ranks in separate processes are not in "
                        "this build; unset RANK and WORLD_SIZE to run " +
                            std::to_string(numRanks) + " ranks in this one");
  return kDone;
}

/// Output files are opened before the work, so that a typing error in a path
/// does not cost a run.
bool Run::checkOutputs(std::string &error) {
  for (const std::string *path :
       {&options.outputs, &options.metrics, &options.trace}) {
    if (path->empty())
      continue;
    size_t slash = path->rfind('/');
    std::string folder = slash == std::string::npos ? "."
                         : slash == 0               ? "/"
                                                    : path->substr(0, slash);
    if (!canWrite(*path, folder, error))
      return false;
  }
  return true;
}

bool Run::findTensor(TensorMap &tensors, size_t index, Tensor *&out_tensor) {
  auto it = tensors.find("arg" + std::to_string(index));
  if (it == tensors.end())
    it = tensors.find(table().arguments[index].name);
  out_tensor = it == tensors.end() ? nullptr : &it->second;
  return out_tensor != nullptr;
}

static std::string describe(const StepTable &table, size_t index) {
  std::string text = "argument " + std::to_string(index);
  const std::string &name = table.arguments[index].name;
  if (!name.empty() && name != "arg" + std::to_string(index))
    text += " (\"" + name + "\")";
  return text;
}

bool Run::accept(const std::string &path, size_t index, Tensor &tensor,
                 bool batch, std::string &error) {
  const Argument &argument = table().arguments[index];
  std::vector<int64_t> shape = tensor.shape;
  bool leading = !batch || !shape.empty();
  if (batch && leading)
    shape.erase(shape.begin());
  if (!leading || shape != argument.shape ||
      !holdsBitsOf(tensor.type, argument.type)) {
    error = path + ": " + describe(table(), index) + " is " +
            toString(argument.type, argument.shape) + ", but the file has " +
            toString(tensor.type, tensor.shape) +
            (batch ? " (steps first)" : "");
    return false;
  }
  tensor.type = argument.type;
  return true;
}

bool Run::readInputs(std::string &error) {
  size_t count = table().arguments.size();
  inputs.resize(count);
  hasInput.assign(count, false);
  TensorMap tensors;
  if (!options.inputs.empty() && !readTensors(options.inputs, tensors, error))
    return false;
  for (size_t i = 0; i < count; ++i) {
    Tensor *tensor = nullptr;
    const Argument &argument = table().arguments[i];
    if (findTensor(tensors, i, tensor)) {
      if (!accept(options.inputs, i, *tensor, false, error))
        return false;
      inputs[i] = std::move(*tensor);
      hasInput[i] = true;
    } else if (!hasBatch[i]) {
      std::string key = "arg" + std::to_string(i);
      if (options.initRandom) {
        inputs[i] =
            randomTensor(argument.type, argument.shape, options.seed, i);
        hasInput[i] = true;
        continue;
      }
      error = options.inputs.empty()
                  ? describe(table(), i) +
                        " has no value: give --inputs or --init random"
                  : options.inputs + ": no key \"" + key + "\"" +
                        (argument.name.empty() || argument.name == key
                             ? ""
                             : " or \"" + argument.name + "\"") +
                        " for " + describe(table(), i) + ", " +
                        toString(argument.type, argument.shape);
      return false;
    }
  }
  return true;
}

bool Run::readBatches(std::string &error) {
  size_t count = table().arguments.size();
  batches.resize(count);
  hasBatch.assign(count, false);
  TensorMap tensors;
  if (!options.batches.empty()) {
    if (!readTensors(options.batches, tensors, error))
      return false;
    bool any = false;
    for (size_t i = 0; i < count; ++i) {
      Tensor *tensor = nullptr;
      if (!findTensor(tensors, i, tensor))
        continue;
      if (table().arguments[i].stateResult >= 0 && state.isDonated[i]) {
        error = options.batches + ": " + describe(table(), i) +
                " is state: it can't change per step";
        return false;
      }
      if (!accept(options.batches, i, *tensor, true, error))
        return false;
      if (any && tensor->shape[0] != numBatches) {
        error = options.batches + ": " + describe(table(), i) + " has " +
                std::to_string(tensor->shape[0]) + " steps, others have " +
                std::to_string(numBatches);
        return false;
      }
      any = true;
      numBatches = tensor->shape[0];
      batches[i] = std::move(*tensor);
      hasBatch[i] = true;
    }
    if (!any) {
      error = options.batches + ": no key names an argument of the program";
      return false;
    }
  }
  numSteps = options.steps >= 0        ? options.steps
             : options.batches.empty() ? 1
                                       : numBatches;
  if (options.bench > 0)
    numSteps = options.bench + 3;
  bool cycles = options.repeat || options.bench > 0;
  if (!options.batches.empty() && numSteps > 0 &&
      (numBatches == 0 || (numSteps > numBatches && !cycles))) {
    error = options.batches + ": it has " + std::to_string(numBatches) +
            " batches for " + std::to_string(numSteps) +
            " steps; --repeat starts again with the first";
    return false;
  }
  return true;
}

/// Steps pass state on; where there is none, or it may be another, they would
/// train something else without a word.
bool Run::checkSteps(std::string &error) {
  if (numSteps < 2 || options.bench > 0)
    return true;
  error = refuseSteps(state, numSteps, hasBatch);
  if (!error.empty())
    return false;
  if (!state.hasState)
    std::fprintf(stderr,
                 "%s: warning: no argument is state, so that each of the %lld "
                 "steps starts from the same values; --state arg=res says what "
                 "a step passes to the next\n",
                 options.program.c_str(), static_cast<long long>(numSteps));
  if (!state.placed.empty())
    std::fprintf(stderr,
                 "%s: note: state is %s, by its place in the call; --state "
                 "says otherwise\n",
                 options.program.c_str(), state.placed.c_str());
  return true;
}

//===----------------------------------------------------------------------===//
// One rank
//===----------------------------------------------------------------------===//

void Run::loadArguments(int32_t rank, Executor &executor) {
  for (size_t i = 0; i < inputs.size(); ++i)
    if (hasInput[i] && executor.argument(i))
      splitArgument(table(), table().arguments[i], rank, inputs[i].data.data(),
                    executor.argument(i), poison);
}

void Run::loadBatch(int32_t rank, Executor &executor, int64_t step) {
  for (size_t i = 0; i < batches.size(); ++i) {
    if (!hasBatch[i] || !executor.argument(i))
      continue;
    const Tensor &all = batches[i];
    size_t bytes = all.data.size() / static_cast<size_t>(numBatches);
    splitArgument(table(), table().arguments[i], rank,
                  all.data.data() +
                      static_cast<size_t>(step % numBatches) * bytes,
                  executor.argument(i), poison);
  }
}

/// This rank's block of a result; the terms of a partial one are combined.
const void *Run::combined(int32_t rank, Executor &executor, size_t index,
                          popt_rt_transport *transport,
                          std::vector<uint8_t> &buffer, std::string &error) {
  const Result &result = table().results[index];
  const void *local = executor.result(index);
  std::vector<int32_t> terms = termsOf(table(), result.layout, rank);
  if (terms.size() < 2)
    return local;
  int64_t count = 1;
  for (int64_t extent : result.localShape)
    count *= extent;
  buffer.resize(static_cast<size_t>(count) * popt_rt_element_size(result.type));
  popt_rt_group *group = nullptr;
  popt_rt_op op{static_cast<int64_t>(index), "combining a partial result",
                nullptr};
  // A channel of its own: the program knows nothing of this exchange.
  popt_rt_status status =
      popt_rt_group_create(transport, terms.data(),
                           static_cast<int32_t>(terms.size()), 1 << 20, &group);
  if (status == POPT_RT_OK)
    status = popt_rt_all_reduce(group, &op, local, buffer.data(), count,
                                result.type, result.layout.monoid);
  if (status == POPT_RT_OK)
    return buffer.data();
  error = popt_rt_last_error(transport);
  return nullptr;
}

bool Run::collectMetrics(int32_t rank, Executor &executor,
                         popt_rt_transport *transport, std::string &error) {
  std::vector<std::pair<size_t, std::string>> values;
  std::vector<uint8_t> buffer;
  for (size_t m = 0; m < metricResults.size(); ++m) {
    const Result &result = table().results[metricResults[m]];
    if (!holds(result, metricResults[m], rank, executor))
      continue;
    const void *data =
        combined(rank, executor, metricResults[m], transport, buffer, error);
    if (!data)
      return false;
    if (!isReplica(table(), result, rank))
      values.push_back({m, elementAsJson(result.type, data, 0)});
  }
  if (values.empty())
    return true;
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &[m, text] : values)
    metricRows.back()[m] = text;
  return true;
}

bool Run::collectResults(int32_t rank, Executor &executor, popt_rt_group *world,
                         popt_rt_transport *transport, std::string &error) {
  popt_rt_op op{0, "collecting results", nullptr};
  std::vector<uint8_t> buffer;
  for (bool compare : {false, true}) {
    for (size_t i = 0; i < results.size(); ++i) {
      const Result &result = table().results[i];
      if (!holds(result, i, rank, executor))
        continue;
      const void *data = combined(rank, executor, i, transport, buffer, error);
      if (!data)
        return false;
      if (isReplica(table(), result, rank) != compare)
        continue;
      bool same = assembleResult(table(), result, rank, data,
                                 results[i].data.data(), compare);
      if (!same) {
        std::lock_guard<std::mutex> lock(mutex);
        warnings.push_back("result " + std::to_string(i) + " (\"" +
                           result.name + "\") differs on rank " +
                           std::to_string(rank) +
                           " from the rank with the same block");
      }
    }
    // Replicas are compared when every block is in place.
    if (popt_rt_barrier(world, &op) != POPT_RT_OK) {
      error = popt_rt_last_error(transport);
      return false;
    }
  }
  return true;
}

void Run::progress(int64_t step) {
  double time = now();
  if (numSteps < 2 || time - lastProgress < 2)
    return;
  lastProgress = time;
  std::string text =
      "step " + std::to_string(step + 1) + "/" + std::to_string(numSteps);
  std::lock_guard<std::mutex> lock(mutex);
  if (!metricRows.empty())
    for (size_t m = 0; m < metricNames.size(); ++m)
      text += "  " + metricNames[m] + " " + metricRows.back()[m];
  std::fprintf(stderr, "%s: %s\n", options.program.c_str(), text.c_str());
}

bool Run::runSteps(int32_t rank, Executor &executor, popt_rt_group *world,
                   popt_rt_transport *transport, std::string &error) {
  auto barrier = [&](const char *what) {
    popt_rt_op op{0, what, nullptr};
    if (popt_rt_barrier(world, &op) == POPT_RT_OK)
      return true;
    error = popt_rt_last_error(transport);
    return false;
  };
  bool metrics = !metricResults.empty() && options.bench == 0 &&
                 (!options.metrics.empty() || numSteps > 1);
  if (!barrier("start of the run"))
    return false;
  if (rank == 0)
    lastProgress = traceBegin = now();
  for (int64_t step = 0; step < numSteps; ++step) {
    if (options.bench == 0 || step == 0)
      loadBatch(rank, executor, step);
    if (rank == 0 && metrics) {
      std::lock_guard<std::mutex> lock(mutex);
      metricRows.emplace_back(metricResults.size(), "null");
    }
    if ((metrics || options.bench > 0) && !barrier("start of a step"))
      return false;
    double begin = now();
    if (!executor.step(error))
      return false;
    if (options.bench > 0) {
      if (!barrier("end of a step"))
        return false;
      if (step >= 3 && bench.isPipeline) {
        std::lock_guard<std::mutex> lock(mutex);
        bench.waitedSeconds += executor.waitedSeconds();
      }
      if (rank == 0 && step >= 3)
        bench.stepSeconds.push_back(now() - begin);
      continue;
    }
    if (metrics) {
      if (!collectMetrics(rank, executor, transport, error) ||
          !barrier("end of a step"))
        return false;
    }
    if (rank == 0)
      progress(step);
  }
  return true;
}

void Run::runRank(int32_t rank, popt_rt_transport *transport) {
  std::string error;
  std::vector<int32_t> everybody(static_cast<size_t>(numRanks));
  for (int64_t r = 0; r < numRanks; ++r)
    everybody[r] = static_cast<int32_t>(r);
  popt_rt_group *world = nullptr;
  std::unique_ptr<Executor> executor;
  bool ok = popt_rt_group_create(transport, everybody.data(),
                                 static_cast<int32_t>(numRanks), (1 << 20) + 1,
                                 &world) == POPT_RT_OK;
  if (!ok)
    error = popt_rt_last_error(transport);
  ok = ok && (executor = Executor::create(prepared, rank, transport, error)) !=
                 nullptr;
  if (ok) {
    loadArguments(rank, *executor);
    if (!options.trace.empty())
      executor->startTrace(size_t(1) << 18);
    ok = runSteps(rank, *executor, world, transport, error) &&
         (!wantsResults() ||
          collectResults(rank, *executor, world, transport, error));
  }
  if (!ok) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (failure.empty())
        failure =
            error.empty() ? "rank " + std::to_string(rank) + " failed" : error;
    }
    popt_rt_transport_abort(transport, error.c_str());
  }
  if (!executor)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  bench.peakBytes[rank] = executor->arenaBytes();
  bench.workspaceBytes[rank] = executor->workspaceBytes();
  for (const auto &[kind, count] : executor->communication()) {
    CommCount &most = bench.comm[kind];
    most.count = std::max(most.count, count.count);
    most.wireBytes = std::max(most.wireBytes, count.wireBytes);
  }
  if (!options.trace.empty())
    traces[rank] = executor->trace();
}

//===----------------------------------------------------------------------===//
// After the ranks are done
//===----------------------------------------------------------------------===//

/// Under which keys a file has a result, the first that is there counts. State
/// is an argument of the next step, too, if the file is not the inputs'.
std::vector<std::string> Run::keysOf(size_t index) const {
  const Result &result = table().results[index];
  std::vector<std::string> keys{"res" + std::to_string(index)};
  if (!result.name.empty())
    keys.push_back(result.name);
  if (result.stateArgument >= 0 && options.expect != options.inputs) {
    keys.push_back("arg" + std::to_string(result.stateArgument));
    keys.push_back(table().arguments[result.stateArgument].name);
  }
  return keys;
}

int Run::compareResults() {
  std::vector<Difference> differences;
  bool wrong = false;
  for (size_t i = 0; i < results.size(); ++i) {
    std::vector<std::string> keys = keysOf(i);
    auto known = std::find_if(keys.begin(), keys.end(), [&](auto &key) {
      return expected.count(key) > 0;
    });
    if (known == keys.end())
      continue;
    const std::string &key = *known;
    auto it = expected.find(key);
    std::string error;
    differences.emplace_back();
    if (!compare(key, results[i], it->second, options.rtol, options.atol,
                 differences.back(), error))
      return fail(kFailed, options.expect + ": " + error);
    wrong |= differences.back().wrong > 0;
  }
  if (differences.empty())
    return fail(kFailed,
                options.expect + ": no key names a result of the program");
  if (!wrong) {
    std::fprintf(stderr, "%s: %zu results are as expected\n",
                 options.program.c_str(), differences.size());
    return kDone;
  }
  char tolerances[80];
  std::snprintf(tolerances, sizeof tolerances, " (rtol %g, atol %g)",
                options.rtol, options.atol);
  std::fprintf(stderr, "%s", toTable(differences).c_str());
  return fail(kFailed, "results differ from " + options.expect + tolerances);
}

int Run::report() {
  std::string error;
  for (const std::string &warning : warnings)
    std::fprintf(stderr, "%s: warning: %s\n", options.program.c_str(),
                 warning.c_str());
  auto writeText = [&](const std::string &path, const std::string &text) {
    return path.empty() || writeFile(path, {{text.data(), text.size()}}, error);
  };
  if (!options.outputs.empty()) {
    TensorMap tensors;
    for (size_t i = 0; i < results.size(); ++i) {
      // State goes by its argument, so that outputs are inputs again; what is
      // not donated is a result like any other as well.
      int32_t argument = table().results[i].stateArgument;
      if (argument >= 0)
        tensors["arg" + std::to_string(argument)] = results[i];
      if (argument < 0 || !state.isDonated[argument])
        tensors["res" + std::to_string(i)] = results[i];
    }
    if (!writeTensors(options.outputs, tensors, error))
      return fail(kFailed, error);
  }
  if (!options.metrics.empty() &&
      !writeText(options.metrics, metricsAsJson(metricNames, metricRows)))
    return fail(kFailed, error);
  if (!options.trace.empty() &&
      !writeText(options.trace, traceAsJson(table(), traces, traceBegin)))
    return fail(kFailed, error);
  if (options.bench > 0) {
    bench.compileSeconds = compileSeconds;
    std::fputs(benchAsJson(bench).c_str(), stdout);
    std::fflush(stdout);
  }
  return options.expect.empty() ? kDone : compareResults();
}

int Run::main() {
  std::string error;
  if (const char *value = std::getenv("POPT_POISON"))
    poison = std::strcmp(value, "1") == 0;
  std::fputs(unknownEnvironment().c_str(), stderr);
  // The table is checked before it is believed, files against the table before
  // anything is started.
  prepared = prepare(std::move(program), error);
  if (!prepared)
    return fail(kFailed, error);
  if (int status = checkRanks())
    return status;
  state = stateFactsOf(table());
  if (!checkOutputs(error))
    return fail(kFailed, error);
  std::string note = libraryNote();
  if (!note.empty())
    std::fprintf(stderr, "%s: note: %s\n", options.program.c_str(),
                 note.c_str());
  if (!readBatches(error) || !checkSteps(error) || !readInputs(error))
    return fail(kFailed, error);
  if (!options.expect.empty() && !readTensors(options.expect, expected, error))
    return fail(kFailed, error);

  for (size_t i = 0; i < table().results.size(); ++i) {
    const Result &result = table().results[i];
    if (wantsResults())
      results.emplace_back(result.type, result.shape);
    if (isMetric(result)) {
      metricResults.push_back(i);
      metricNames.push_back(result.name.empty() ? "res" + std::to_string(i)
                                                : result.name);
    }
  }
  size_t n = static_cast<size_t>(numRanks);
  bench.isPipeline = table().programs.size() > 1;
  if (auto it = table().info.find("predicted_bubble"); it != table().info.end())
    bench.predictedBubble = it->second;
  bench.peakBytes.resize(n);
  bench.workspaceBytes.resize(n);
  traces.resize(n);

  std::vector<popt_rt_transport *> transports(n, nullptr);
  popt_rt_threads_options threadOptions = {};
  threadOptions.timeout_seconds = options.timeout;
  popt_rt_status status = popt_rt_threads_create(
      static_cast<int32_t>(numRanks), &threadOptions, transports.data());
  if (status != POPT_RT_OK)
    return fail(kFailed, std::string("cannot start ") +
                             std::to_string(numRanks) +
                             " ranks: " + popt_rt_status_name(status));
  std::vector<std::thread> threads;
  for (size_t rank = 0; rank < n; ++rank)
    threads.emplace_back([this, rank, &transports] {
      runRank(static_cast<int32_t>(rank), transports[rank]);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (popt_rt_transport *transport : transports)
    popt_rt_transport_destroy(transport);
  if (!failure.empty())
    return fail(kFailed, failure);
  return report();
}

int popt::rt::runMain(int argc, const char *const *argv, LoadedProgram program,
                      double compileSeconds) {
  Options options;
  std::string error;
  if (!parseOptions(argc, argv, options, error)) {
    std::fprintf(stderr, "%s: error: %s\n", options.program.c_str(),
                 error.c_str());
    return kUsage;
  }
  if (options.help) {
    std::printf("usage: %s [flags]\n%s", options.program.c_str(), runHelp());
    return kDone;
  }
  if (options.helpEnv) {
    std::fputs(environmentHelp(), stdout);
    return kDone;
  }
  return Run(std::move(options), std::move(program), compileSeconds).main();
}
