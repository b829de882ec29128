//===- Job.cpp - Files against the table ----------------------------------===//
//
// Everything that can be wrong with what the user gave is found here, before a
// rank starts. Tests: RunTest.
//
//===----------------------------------------------------------------------===//
#include "Job.h"
#include "../data/Files.h"
#include "RandomTensor.h"
#include <cstdio>
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

bool Job::readTensors(std::string &out_error) {
  return readBatches(out_error) && checkSteps(out_error) &&
         checkFirstStep(out_error) && readInputs(out_error);
}

bool Job::checkOutputs(std::string &error) const {
  for (const std::string *path :
       {&options.outputs, &options.metrics, &options.trace, &options.log,
        &options.tune}) {
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

bool Job::findTensor(TensorMap &tensors, size_t index,
                     Tensor *&out_tensor) const {
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

bool Job::accept(const std::string &path, size_t index, Tensor &tensor,
                 bool batch, std::string &error) const {
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

bool Job::readInputs(std::string &error) {
  size_t count = table().arguments.size();
  inputs.resize(count);
  hasInput.assign(count, false);
  TensorMap tensors;
  if (!options.inputs.empty() &&
      !popt::rt::readTensors(options.inputs, tensors, error))
    return false;
  for (size_t i = 0; i < count; ++i) {
    Tensor *tensor = nullptr;
    const Argument &argument = table().arguments[i];
    if (isResumed() && saved[i])
      continue;
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

bool Job::readBatches(std::string &error) {
  size_t count = table().arguments.size();
  batches.resize(count);
  hasBatch.assign(count, false);
  TensorMap tensors;
  if (!options.batches.empty()) {
    if (!popt::rt::readTensors(options.batches, tensors, error))
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
  return findSteps(error);
}

bool Job::findSteps(std::string &error) {
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
bool Job::checkSteps(std::string &error) const {
  if (numSteps < 2 || options.bench > 0)
    return true;
  if (!acceptSteps(state, numSteps, hasBatch, error))
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
