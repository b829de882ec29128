//===- OpenStream.cpp - A loader's batches against the table --------------===//
//
// Tests: BatchStreamTest.
//
//===----------------------------------------------------------------------===//
#include "../report/UserMessages.h"
#include "Job.h"

using namespace popt::rt;

/// The header of each batch, before its data take memory.
bool Job::acceptBatch(const std::string &name, const Sources &batch,
                      std::string &error) const {
  auto fail = [&](const std::string &what) {
    error = name + ": " + what;
    return false;
  };
  std::map<size_t, std::string> taken;
  for (const auto &[key, source] : batch.tensors) {
    size_t index = 0;
    std::string problem;
    if (!findArgument(key, taken, index, problem))
      return fail(problem);
    const Argument &argument = table().arguments[index];
    if (source.shape != argument.shape || !readsAs(source, argument.type))
      return fail(describe(index) + " is " +
                  toString(argument.type, argument.shape) +
                  ", but the batch has " + toString(source) +
                  "; popt.jit of Python compiles for each shape and type");
  }
  for (size_t i = 0; i < numOfUser(table().arguments); ++i)
    if (batches[i] && taken.count(i) == 0)
      return fail(describe(i) + " is missing, which batches before had");
  return true;
}

bool Job::openStream(std::string &error) {
  const std::string &path = options.batches.front();
  auto fail = [&](const std::string &what) {
    error = path + ": " + what;
    return false;
  };
  if (options.batches.size() > 1)
    return fail("a pipe gives all batches; leave the other --batches out");
  if (options.steps < 0)
    return fail("a pipe does not say how many batches it has; --steps must");
  if (options.repeat || options.bench > 0)
    return fail("a pipe gives each batch once; leave --repeat and --bench out");
  if (isResumed() && firstStep >= options.steps)
    return true; // nothing is to be read
  stream = BatchStream::open(path, firstStep, options.steps, error);
  if (!stream || !acceptBatch(stream->nameOf(firstStep), stream->head(), error))
    return false;
  if (isResumed() && speaks && !stream->isNumbered())
    note(options.program, path +
                              ": batches have no numbers; the first is "
                              "taken as batch " +
                              std::to_string(firstStep));
  batchFiles.path = path;
  batchFiles.paths = {path};
  for (const auto &[key, source] : stream->head().tensors) {
    Source &steps = batchFiles.tensors[key] = source;
    steps.shape.insert(steps.shape.begin(), options.steps);
    steps.blocks.clear(); // those of each batch are its own
  }
  return true;
}
