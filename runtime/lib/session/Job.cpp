//===- Job.cpp - Files against the table ----------------------------------===//
//
// Everything that can be wrong with what the user gave is found here, before a
// rank starts. Tests: RunTest.
//
//===----------------------------------------------------------------------===//
#include "Job.h"
#include "../checkpoint/Hash.h"
#include "../data/NameMap.h"
#include "../report/UserMessages.h"
#include "Facts.h"
#include "RandomTensor.h"
#include "popt/Text/Names.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace popt::rt;

Job::Job(Options theOptions, std::shared_ptr<const Prepared> thePrepared,
         double compileSeconds)
    : options(std::move(theOptions)), prepared(std::move(thePrepared)),
      compileSeconds(compileSeconds), state(stateFactsOf(table())) {
  if (const char *value = std::getenv("POPT_POISON"))
    poison = std::strcmp(value, "1") == 0;
  for (size_t i = 0; i < table().results.size(); ++i) {
    const Result &result = table().results[i];
    if (result.stateArgument < 0 && result.shape.empty())
      metricResults.push_back(i);
  }
}

bool Job::openTensors(std::string &out_error) {
  return openBatches(out_error) && checkSteps(out_error) &&
         checkFirstStep(out_error) && openInputs(out_error);
}

double Job::heldBytes() const {
  double bytes = 0;
  for (const Sources *sources : {&inputFiles, &batchFiles})
    for (const SourceFile &file : sources->files)
      if (file.packed)
        bytes += static_cast<double>(file.bytes);
  for (size_t i = 0; i < numOfUser(table().arguments); ++i)
    if (isRandom(i))
      bytes += static_cast<double>(
          bytesOf(table().arguments[i].shape, table().arguments[i].type));
  if (evaluation)
    bytes += evaluation->heldBytes();
  if (stream)
    bytes += static_cast<double>(stream->heldBytes());
  for (const std::vector<SavedPiece> &pieces : savePlan)
    bytes += static_cast<double>(bytesOf(pieces));
  return bytes;
}

bool Job::makeTensors(bool unpacks, std::string &out_error) {
  random.resize(table().arguments.size());
  for (size_t i = 0; i < numOfUser(table().arguments); ++i)
    if (isRandom(i)) {
      const Argument &argument = table().arguments[i];
      random[i] =
          randomTensor(argument.type, argument.shape, beginnings[i]->seed, i,
                       beginnings[i]->isPositive);
    }
  if (stream)
    stream->start(table().numRanks(),
                  [this](auto &name, auto &batch, std::string &error) {
                    return acceptBatch(name, batch, error);
                  });
  return !unpacks ||
         (unpackAll(machineFiles(), inputFiles, out_error) &&
          unpackAll(machineFiles(), batchFiles, out_error) &&
          (!evaluation ||
           unpackAll(machineFiles(), evaluation->batchFiles, out_error)));
}

bool Job::checkOutputs(std::string &error) const {
  for (const std::string *path :
       {&options.outputs, &options.metrics, &options.trace, &options.log,
        &options.tune, &options.perTask})
    if (!path->empty() && !canWrite(*path, error))
      return false;
  return true;
}

const Source *Job::findSource(const Sources &sources, size_t index) const {
  index = userIndex(table().arguments, index);
  return sources.find("arg" + std::to_string(index),
                      table().arguments[index].name);
}

std::string Job::describe(size_t index) const {
  index = userIndex(table().arguments, index);
  std::string text = "argument " + std::to_string(index);
  const std::string &name = table().arguments[index].name;
  if (!name.empty() && name != "arg" + std::to_string(index))
    text += " (\"" + name + "\")";
  return text;
}

/// Under which files may have them: their numbers, and their names.
std::vector<std::string> Job::keysOfArguments() const {
  std::vector<std::string> keys;
  for (size_t i = 0; i < numOfUser(table().arguments); ++i)
    for (const std::string &key :
         {"arg" + std::to_string(i), table().arguments[i].name})
      if (!key.empty())
        keys.push_back(key);
  return keys;
}

/// The argument of a key; `taken` has the keys before it, by argument. False and a
/// message if no argument has it, or another key was of the same.
bool Job::findArgument(const std::string &key,
                       std::map<size_t, std::string> &taken, size_t &out_index,
                       std::string &error) const {
  for (out_index = numOfUser(table().arguments); out_index-- > 0;)
    if ((key == table().arguments[out_index].name && !key.empty()) ||
        key == "arg" + std::to_string(out_index)) {
      auto [other, isNew] = taken.try_emplace(out_index, key);
      if (!isNew)
        error = "\"" + other->second + "\" and \"" + key +
                "\" are one argument; leave one out";
      return isNew;
    }
  error = "no argument is called \"" + key + "\"" +
          popt::suggestName(key, keysOfArguments());
  return false;
}

bool Job::accept(const std::string &path, size_t index, const Source &source,
                 bool batch, std::string &error) const {
  const Argument &argument = table().arguments[index];
  std::vector<int64_t> shape = source.shape;
  bool leading = !batch || !shape.empty();
  if (batch && leading)
    shape.erase(shape.begin());
  if (leading && shape == argument.shape && readsAs(source, argument.type))
    return true;
  error = path + ": " + describe(index) + " is " +
          toString(argument.type, argument.shape) + ", but the file has " +
          toString(source) + (batch ? " (steps first)" : "");
  return false;
}

/// Keys of the file as --names maps them.
bool Job::nameInputs(std::string &error) {
  NameMap map;
  std::vector<Wanted> wanted;
  for (size_t i = 0; i < numOfUser(table().arguments); ++i) {
    const Argument &argument = table().arguments[i];
    wanted.push_back({"arg" + std::to_string(i), argument.name, argument.type,
                      argument.shape});
  }
  return readNameMap(machineFiles(), options.names, map, error) &&
         applyNames(map, wanted, inputFiles, error);
}

/// A key that names no argument may be a mistake in writing. The results in a
/// run's outputs are none.
void Job::warnOfUnread(const Sources &sources) const {
  constexpr size_t kMostNamed = 3;
  const std::vector<std::string> keys = keysOfArguments();
  std::string text;
  size_t count = 0;
  for (const auto &[key, source] : sources.tensors) {
    bool isResult = key.compare(0, 3, "res") == 0 &&
                    key.find_first_not_of("0123456789", 3) == key.npos;
    if (isResult || std::find(keys.begin(), keys.end(), key) != keys.end())
      continue;
    if (++count <= kMostNamed)
      text += (count > 1 ? ", \"" : "\"") + key + "\"" +
              popt::suggestName(key, keys);
  }
  if (count == 0 || !speaks)
    return;
  if (count > kMostNamed)
    text += " and " + std::to_string(count - kMostNamed) + " more";
  warn(options.program,
       sources.path + ": what no argument is called is not read: " + text);
}

/// Those that are there.
static std::vector<const Source *>
presentOf(const std::vector<std::optional<Source>> &sources) {
  std::vector<const Source *> present;
  for (const std::optional<Source> &source : sources)
    if (source)
      present.push_back(&*source);
  return present;
}

bool Job::openInputs(std::string &error) {
  size_t count = table().arguments.size();
  inputs.resize(count);
  beginnings.assign(count, std::nullopt);
  std::vector<std::optional<Beginning>> wanted;
  if (!findBeginnings(table(), options.init, wanted, error))
    return false;
  if (!options.inputs.empty() &&
      !openSources(machineFiles(), options.inputs, /*stacked=*/false,
                   inputFiles, error))
    return false;
  if (!options.names.empty() && !nameInputs(error))
    return false;
  if (options.names.empty())
    warnOfUnread(inputFiles);
  for (size_t i = 0; i < count; ++i) {
    const Argument &argument = table().arguments[i];
    if (isResumed() && saved[i])
      continue;
    if (const Source *source = findSource(inputFiles, i)) {
      if (!accept(inputFiles.path, i, *source, false, error))
        return false;
      inputs[i] = *source;
    } else if (!batches[i] && !isDone()) {
      std::string key = "arg" + std::to_string(i);
      beginnings[i] = wanted[userIndex(table().arguments, i)];
      if (beginnings[i])
        continue;
      error =
          options.inputs.empty()
              ? describe(i) + " has no value: give --inputs or --init random"
              : inputFiles.path + ": no key \"" + key + "\"" +
                    (argument.name.empty() || argument.name == key
                         ? ""
                         : " or \"" + argument.name + "\"") +
                    " for " + describe(i) + ", " +
                    toString(argument.type, argument.shape);
      return false;
    }
  }
  dropUnread(inputFiles, presentOf(inputs));
  return true;
}

/// Tokens as batches of the steps that all epochs are enough for.
bool Job::openWindows(std::string &error) {
  windows.emplace();
  if (!windows->open(machineFiles(), options.data, batchFiles, error))
    return false;
  const std::vector<std::string> keys = windows->keys();
  std::vector<const Argument *> arguments; // by key
  std::map<size_t, std::string> taken;
  for (const std::string &key : keys) {
    size_t index = 0;
    std::string problem;
    if (!findArgument(key, taken, index, problem)) {
      error = options.data + ": data.arguments: " + problem;
      return false;
    }
    const Argument &argument = table().arguments[index];
    if (!windows->take(key, argument.type, argument.shape, error))
      return false;
    arguments.push_back(&argument);
  }
  int64_t all = 0;
  if (!windows->count(all, error))
    return false;
  std::string seen = windows->layout() + " " + describeFiles(batchFiles.paths);
  windowNumbers = windows->numbers();
  windowNumbers->hash = xxh3(seen.data(), seen.size());
  if (!findPlace(error))
    return false;
  int64_t steps = std::max<int64_t>(all - takenBefore, 0) / windows->perBatch();
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::vector<int64_t> shape = arguments[i]->shape;
    shape.insert(shape.begin(), firstStep + steps);
    batchFiles.tensors[keys[i]] = windows->sourceOf(keys[i], shape);
  }
  return true;
}

bool Job::openBatches(std::string &error) {
  size_t count = table().arguments.size();
  batches.resize(count);
  bool isStream = std::any_of(options.batches.begin(), options.batches.end(),
                              BatchStream::isStream);
  bool opened = !options.data.empty() ? openWindows(error)
                : isStream ? openStream(error)
                           : openSources(machineFiles(), options.batches,
                                         /*stacked=*/true, batchFiles, error);
  if (!opened || (!windows && !findPlace(error)))
    return false;
  if (batchFiles.paths.empty())
    return findSteps(error);
  const std::string &path = batchFiles.path;
  bool any = false;
  for (size_t i = 0; i < count; ++i) {
    const Source *source = findSource(batchFiles, i);
    if (!source)
      continue;
    if (table().arguments[i].stateResult >= 0 && state.isDonated[i]) {
      error = path + ": " + describe(i) + " is state: it can't change per step";
      return false;
    }
    if (!accept(path, i, *source, true, error))
      return false;
    if (any && source->shape[0] != numBatches) {
      error = path + ": " + describe(i) + " has " +
              std::to_string(source->shape[0]) + " steps, others have " +
              std::to_string(numBatches);
      return false;
    }
    any = true;
    numBatches = source->shape[0];
    batches[i] = *source;
  }
  if (!any) {
    error = path + ": no key names an argument of the program";
    return false;
  }
  warnOfUnread(batchFiles);
  dropUnread(batchFiles, presentOf(batches));
  return findSteps(error);
}

bool Job::findSteps(std::string &error) {
  numSteps = options.steps >= 0         ? options.steps
             : batchFiles.paths.empty() ? 1
                                        : numBatches;
  if (options.bench > 0)
    numSteps = options.bench + 3;
  bool cycles = options.repeat || options.bench > 0;
  if (windows) {
    int64_t least = options.steps == 0 ? 0 : std::max<int64_t>(numSteps, 1);
    if (numBatches < least && !cycles)
      error = options.data + ": its windows are enough for " +
              std::to_string(numBatches) + " steps of " +
              std::to_string(windows->perBatch()) + ", not for " +
              std::to_string(least) +
              "; \"epochs\" says how often each is taken, and --repeat sets no "
              "limit";
    return error.empty();
  }
  if (!batchFiles.paths.empty() && numSteps > 0 &&
      (numBatches == 0 || (numSteps > numBatches && !cycles))) {
    error = batchFiles.path + ": it has " + std::to_string(numBatches) +
            " batches for " + std::to_string(numSteps) +
            " steps; --repeat starts again with the first";
    return false;
  }
  return true;
}

/// Steps pass state on; where there is none, or it may be another, they would
/// train something else without a word.
bool Job::checkSteps(std::string &error) const {
  if (numSteps < 2 || options.bench > 0)
    return true;
  std::vector<bool> hasBatch;
  for (const std::optional<Source> &batch : batches)
    hasBatch.push_back(batch.has_value());
  if (!acceptSteps(state, numSteps, hasBatch, error))
    return false;
  if (!state.hasState && speaks)
    warn(options.program,
         "no argument is state, so that each of the " +
             std::to_string(numSteps) +
             " steps starts from the same values; --state arg=res says what a "
             "step passes to the next");
  if (!state.placed.empty() && speaks)
    note(options.program, "state is " + state.placed +
                              ", by its place in the call; --state says "
                              "otherwise");
  return true;
}

//===----------------------------------------------------------------------===//
// --evaluate's program
//===----------------------------------------------------------------------===//

static const std::string &nameOf(const StepTable &table, size_t index) {
  return table.arguments[userIndex(table.arguments, index)].name;
}

/// The same part of a tensor of the same name.
static bool isSamePart(const StepTable &one, size_t i, const StepTable &other,
                       size_t j) {
  const Part &a = one.arguments[i].part, &b = other.arguments[j].part;
  return nameOf(one, i) == nameOf(other, j) && (a.of < 0) == (b.of < 0) &&
         a.dim == b.dim && a.begin == b.begin && a.extent == b.extent;
}

/// Each rank has the same block of both.
static bool isPlacedAlike(const StepTable &one, size_t i,
                          const StepTable &other, size_t j) {
  const Argument &a = one.arguments[i], &b = other.arguments[j];
  bool isAlike = a.type == b.type && a.shape == b.shape &&
                 a.localShape == b.localShape && a.layout == b.layout;
  for (int32_t rank = 0; rank < one.numRanks() && isAlike; ++rank)
    isAlike = (one.programOf(rank).argumentAddresses[i].region < 0) ==
              (other.programOf(rank).argumentAddresses[j].region < 0);
  return isAlike;
}

bool Job::findViews(const Job &owner, std::string &error) {
  const StepTable &other = owner.table();
  size_t seen = 0;
  views.assign(table().arguments.size(), -1);
  for (size_t i = 0; i < views.size(); ++i) {
    if (batches[i])
      continue;
    for (size_t j = 0; j < other.arguments.size() && views[i] < 0; ++j)
      if (!owner.batches[j] && isSamePart(table(), i, other, j))
        views[i] = static_cast<int32_t>(j);
    std::string which = describe(i);
    if (nameOf(table(), i).empty() || views[i] < 0) {
      error = which + " is in no --evaluate-batches or --evaluate-data, and "
                      "the run has no argument of that name that stays";
      return false;
    }
    const Argument &argument = table().arguments[i],
                   &its = other.arguments[views[i]];
    if (!isPlacedAlike(table(), i, other, static_cast<size_t>(views[i]))) {
      error = which + " is " + toString(argument.type, argument.shape) +
              " in blocks of " + toString(argument.type, argument.localShape) +
              ", and the run's is " + toString(its.type, its.shape) +
              " in blocks of " + toString(its.type, its.localShape) +
              "; compile both for one mesh and with the same shardings";
      return false;
    }
    seen += owner.table().arguments[views[i]].stateResult >= 0;
  }
  if (seen == 0)
    error = "no argument is called as state of the run, so that it would find "
            "the same after every step";
  return error.empty();
}

bool Job::openEvaluation(std::shared_ptr<const Prepared> program,
                         std::string &out_error) {
  const StepTable &its = tableOf(*program);
  auto fail = [&](const std::string &what) {
    out_error = options.evaluate + ": " + what;
    return false;
  };
  if (its.target.isGpu || table().target.isGpu)
    return fail("programs for GPUs have no state in common; leave --evaluate "
                "out, or compile with --target=cpu");
  if (!(its.mesh == table().mesh))
    return fail("it is compiled for the mesh " + its.mesh.str() +
                ", and the run is on " + table().mesh.str() +
                "; compile both for one mesh");
  for (const std::string &path : options.evaluateBatches)
    if (BatchStream::isStream(path))
      return fail("it is run on the same batches each time, and " + path +
                  " is a pipe; give --evaluate-batches files");
  Options flags;
  flags.program = options.program;
  flags.batches = options.evaluateBatches;
  flags.data = options.evaluateData;
  evaluation = std::make_unique<Job>(flags, std::move(program), 0);
  Job &job = *evaluation;
  job.speaks = speaks;
  if (!job.openBatches(out_error))
    return false;
  std::string wrong;
  if (!job.findViews(*this, wrong))
    return fail(wrong);
  if (job.metricResults.empty())
    return fail("it has no scalar result that is no state, so there is nothing "
                "to log");
  if (job.numSteps == 0)
    return fail("it has no batches");
  job.inputs.resize(job.views.size());
  job.beginnings.resize(job.views.size());
  return true;
}
