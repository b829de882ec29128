//===- checkpoint.cpp - Checkpoints of Python's programs ------------------===//
//
// Tests: python/tests/test_checkpoints.py.
//
//===----------------------------------------------------------------------===//
#include "checkpoint.h"

using namespace popt::native;

//===----------------------------------------------------------------------===//
// To read
//===----------------------------------------------------------------------===//

Checkpoint::Checkpoint(popt_rt_checkpoint *checkpoint)
    : checkpoint(checkpoint) {
  popt_rt_tensor tensor;
  for (int32_t i = 0; i < popt_rt_checkpoint_num_tensors(checkpoint); ++i)
    if (popt_rt_checkpoint_tensor(checkpoint, i, &tensor) == POPT_RT_OK)
      tensors.emplace_back(tensor);
}

std::string Checkpoint::loaders() const {
  const char *text = "";
  if (popt_rt_checkpoint_loaders(checkpoint, &text) != POPT_RT_OK)
    throw Failure();
  return text;
}

nb::object Checkpoint::read(size_t index) const {
  const Tensor &tensor = tensors.at(index);
  nb::module_ numpy = nb::module_::import_("numpy");
  nb::object array =
      numpy.attr("empty")(tensor.shapeTuple(), tensor.numpy().storage);
  void *data = dataOf(array);
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = popt_rt_checkpoint_read(checkpoint, int32_t(index), data);
  }
  if (status != POPT_RT_OK)
    throw Failure();
  return asItself(tensor.numpy(), std::move(array));
}

std::unique_ptr<Checkpoint>
popt::native::openCheckpoint(const std::string &path) {
  popt_rt_checkpoint *checkpoint = nullptr;
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = popt_rt_checkpoint_open(path.c_str(), &checkpoint);
  }
  if (status != POPT_RT_OK)
    throw Failure();
  return checkpoint ? std::make_unique<Checkpoint>(checkpoint) : nullptr;
}

//===----------------------------------------------------------------------===//
// Of programs
//===----------------------------------------------------------------------===//

/// Calls without Python's lock, and raises what goes wrong.
template <typename Call> static void callWithoutLock(Call call) {
  Interrupt interrupt;
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = call(untilInterruptedTwice, &interrupt);
  }
  interrupt.raise();
  if (status != POPT_RT_OK)
    raiseUnlessLost(status);
}

void Program::save(const std::string &folder, int64_t step, int64_t keep,
                   std::optional<std::string> loaders) {
  popt_rt_save wanted = {folder.c_str(), step, step, keep,
                         loaders ? loaders->c_str() : nullptr};
  callWithoutLock([&](auto keepGoing, void *context) {
    return popt_rt_program_save(program, &wanted, keepGoing, context);
  });
}

void Program::finishSaves() {
  callWithoutLock([&](auto keepGoing, void *context) {
    return popt_rt_program_finish_saves(program, keepGoing, context);
  });
}

nb::tuple Program::lastSave() const {
  int64_t step = -1;
  const char *failure = "";
  popt_rt_program_last_save(program, &step, &failure);
  return nb::make_tuple(step, failure);
}

/// What stands for each argument's value now: a popt.Array, or None of what is no state.
nb::object Program::restore(nb::handle self, const Checkpoint *checkpoint,
                            std::optional<std::string> problem) {
  // What fails leaves unknown values.
  for (size_t i = 0; i < arguments.size(); ++i)
    if (checkpoint && arguments[i].state >= 0)
      current[i] = nb::object();
  callWithoutLock([&](auto keepGoing, void *context) {
    return popt_rt_program_restore(
        program, checkpoint ? checkpoint->get() : nullptr,
        problem ? problem->c_str() : nullptr, keepGoing, context);
  });
  if (!checkpoint)
    return nb::none();
  ++version;
  nb::list values;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].state >= 0)
      current[i] = arrayType(self, arguments[i].state, version);
    values.append(arguments[i].state >= 0 ? current[i] : nb::none());
  }
  return values;
}
