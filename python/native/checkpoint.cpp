//===- checkpoint.cpp - Checkpoints of Python's programs ------------------===//
//
// Tests: python/tests/test_checkpoints.py.
//
//===----------------------------------------------------------------------===//
#include "checkpoint.h"

#include <nanobind/stl/string.h>

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

/// An array of numpy that `read` fills, without Python's lock.
template <typename Read>
static nb::object readArray(const NumpyType &type, nb::handle shape,
                            Read read) {
  nb::object array =
      nb::module_::import_("numpy").attr("empty")(shape, type.storage);
  void *data = dataOf(array);
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = read(data);
  }
  if (status != POPT_RT_OK)
    throw Failure();
  return asItself(type, std::move(array));
}

nb::object Checkpoint::read(size_t index) const {
  const Tensor &tensor = tensors.at(index);
  return readArray(tensor.numpy(), tensor.shapeTuple(), [&](void *data) {
    return popt_rt_checkpoint_read(checkpoint, int32_t(index), data);
  });
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

/// The element type that numpy or ml_dtypes calls so.
static popt_rt_element_type typeOf(const std::string &name) {
  for (uint32_t type = 0; type < POPT_RT_NUM_ELEMENT_TYPES; ++type)
    if (name == kTypes[type].name)
      return static_cast<popt_rt_element_type>(type);
  throw nb::type_error(("no tensor is of type " + name).c_str());
}

int64_t Checkpoint::exportTo(const std::string &folder,
                             std::optional<std::string> names,
                             std::optional<std::string> type,
                             int64_t fileBytes) const {
  int32_t code = type ? typeOf(*type) : -1;
  int64_t count = 0;
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = popt_rt_checkpoint_export(checkpoint, folder.c_str(),
                                       names ? names->c_str() : nullptr, code,
                                       fileBytes, &count);
  }
  if (status != POPT_RT_OK)
    throw Failure();
  return count;
}

nb::dict popt::native::readWeights(const std::string &path,
                                   std::optional<std::string> names,
                                   nb::list wanted) {
  std::vector<std::string> keys, texts;
  std::vector<std::vector<int64_t>> shapes;
  std::vector<popt_rt_element_type> types;
  for (nb::handle tensor : wanted) {
    keys.push_back(nb::cast<std::string>(tensor[0]));
    texts.push_back(nb::cast<std::string>(tensor[1]));
    types.push_back(typeOf(nb::cast<std::string>(tensor[2])));
    shapes.emplace_back();
    for (nb::handle extent : tensor[3])
      shapes.back().push_back(nb::cast<int64_t>(extent));
  }
  std::vector<popt_rt_tensor> list;
  std::vector<const char *> keyList;
  for (size_t i = 0; i < texts.size(); ++i) {
    list.push_back({texts[i].c_str(), types[i], int32_t(shapes[i].size()),
                    shapes[i].data(), 0, -1, ""});
    keyList.push_back(keys[i].c_str());
  }
  popt_rt_weights *opened = nullptr;
  if (popt_rt_weights_open(path.c_str(), names ? names->c_str() : nullptr,
                           list.data(), keyList.data(), int32_t(list.size()),
                           &opened) != POPT_RT_OK)
    throw Failure();
  std::unique_ptr<popt_rt_weights, void (*)(popt_rt_weights *)> weights(
      opened, popt_rt_weights_destroy);
  nb::dict found;
  for (size_t i = 0; i < list.size(); ++i)
    if (popt_rt_weights_has(opened, int32_t(i)))
      found[nb::cast(i)] =
          readArray(kTypes[types[i]], wanted[i][3], [&](void *data) {
            return popt_rt_weights_read(opened, int32_t(i), data);
          });
  return found;
}

//===----------------------------------------------------------------------===//
// Of programs
//===----------------------------------------------------------------------===//

/// Calls without Python's lock, then `after(status)` with it; raises what goes wrong.
template <typename Call, typename After>
static void callWithoutLock(Call call, After after) {
  Interrupt interrupt;
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = call(untilInterruptedTwice, &interrupt);
  }
  after(status);
  interrupt.raise();
  if (status != POPT_RT_OK)
    raiseUnlessLost(status);
}

template <typename Call> static void callWithoutLock(Call call) {
  callWithoutLock(call, [](popt_rt_status) {});
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
      setCurrent(i, nb::object());
  auto load = [&](auto keepGoing, void *context) {
    return popt_rt_program_restore(
        program, checkpoint ? checkpoint->get() : nullptr,
        problem ? problem->c_str() : nullptr, keepGoing, context);
  };
  // Then arrays of earlier calls have no value, either.
  callWithoutLock(load, [&](popt_rt_status status) {
    if (checkpoint &&
        (status == POPT_RT_OK || !popt_rt_program_has_state(program)))
      ++group->version;
  });
  if (!checkpoint)
    return nb::none();
  ++version;
  nb::list values;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].state >= 0)
      setCurrent(i, arrayType(self, arguments[i].state, version));
    values.append(arguments[i].state >= 0 ? current[i] : nb::none());
  }
  return values;
}
