//===- native.cpp - popt._native: compiler and runtime in Python ----------===//
//
// The C APIs of the compiler (popt-c/Compiler.h), of programs that are called
// (popt-rt/program.h), of processes that call them together (popt-rt/processes.h)
// and of checkpoints (popt-rt/checkpoint.h), as popt/compiled.py, popt/processes.py
// and popt/checkpoints.py use them.
//
// Tests: python/tests/test_compile.py, python/tests/test_processes.py.
//
//===----------------------------------------------------------------------===//
#include "checkpoint.h"
#include "processes.h"

#include "popt-c/Compiler.h"
#include "popt-rt/device_cuda.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <memory>

using namespace popt::native;
using namespace nanobind::literals;

namespace {

PyType_Slot kProgramSlots[] = {
    {Py_tp_traverse, reinterpret_cast<void *>(Program::traverse)},
    {Py_tp_clear, reinterpret_cast<void *>(Program::clear)},
    {0, nullptr}};

//===----------------------------------------------------------------------===//
// The compiler
//===----------------------------------------------------------------------===//

/// The ranks of a program have started, or why they did not. `beside`: programs whose
/// state it shares, if that is the same.
std::unique_ptr<Program>
started(const std::string &name, double timeout, int badNumbers,
        const Processes *processes, const std::vector<Program *> &beside,
        const std::vector<int32_t> &gpus,
        const std::function<popt_rt_status(const popt_rt_program_options *,
                                           popt_rt_program **)> &start) {
  Interrupt interrupt;
  std::vector<popt_rt_program *> others;
  for (const Program *other : beside)
    others.push_back(other->get());
  popt_rt_program_options options = {timeout,
                                     name.c_str(),
                                     processes ? processes->get() : nullptr,
                                     untilInterrupted,
                                     &interrupt,
                                     badNumbers,
                                     others.data(),
                                     int32_t(others.size()),
                                     gpus.data(),
                                     int32_t(gpus.size())};
  popt_rt_program *program = nullptr;
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = start(&options, &program);
  }
  std::unique_ptr<Program> made;
  try {
    if (program)
      made = std::make_unique<Program>(
          program, processes ? processes->rank() : -1, beside);
  } catch (...) {
    popt_rt_program_destroy(program);
    throw;
  }
  interrupt.raise();
  if (status != POPT_RT_OK)
    raiseUnlessLost(status);
  return made;
}

/// A compiled module.
class Executable {
public:
  explicit Executable(popt_executable *executable) : executable(executable) {}
  ~Executable() { popt_executable_destroy(executable); }
  Executable(const Executable &) = delete;
  Executable &operator=(const Executable &) = delete;

  std::unique_ptr<Program> start(double timeout, const std::string &name,
                                 int badNumbers, const Processes *processes,
                                 const std::vector<Program *> &beside,
                                 const std::vector<int32_t> &gpus) const {
    return started(name, timeout, badNumbers, processes, beside, gpus,
                   [&](auto *options, auto **out) {
                     return popt_executable_start(executable, options, out);
                   });
  }
  nb::bytes package() {
    const void *data = nullptr;
    int64_t bytes = 0;
    popt_executable_package(executable, &data, &bytes);
    return nb::bytes(data, static_cast<size_t>(bytes));
  }
  std::string report() { return popt_executable_report(executable); }
  std::string page() { return popt_executable_report_page(executable); }
  std::string prediction() { return popt_executable_prediction(executable); }

private:
  popt_executable *executable;
};

/// Of a package that another process has compiled.
std::unique_ptr<Program> startPackage(nb::bytes package, double timeout,
                                      const std::string &name, int badNumbers,
                                      const Processes &processes,
                                      const std::vector<Program *> &beside) {
  return started(name, timeout, badNumbers, &processes, beside, {},
                 [&](auto *options, auto **out) {
                   return popt_rt_program_load_package(
                       package.data(), static_cast<int64_t>(package.size()),
                       options, out);
                 });
}

/// (name, compute capability) of each GPU that the driver shows, and why there is none.
nb::tuple gpus() {
  int32_t count = 0;
  std::vector<popt_rt_gpu> found(64);
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = popt_rt_cuda_list(static_cast<int32_t>(found.size()), found.data(),
                               &count);
  }
  nb::list all;
  if (status != POPT_RT_OK)
    return nb::make_tuple(all, popt_rt_device_last_error(nullptr));
  found.resize(std::min(found.size(), static_cast<size_t>(count)));
  for (const popt_rt_gpu &gpu : found)
    all.append(nb::make_tuple(gpu.name, gpu.capability));
  return nb::make_tuple(all, "");
}

using Options = std::vector<std::pair<std::string, std::string>>;

/// Collects messages as (severity, text) and looks for Ctrl-C.
struct Listener {
  std::vector<std::pair<int, std::string>> messages;
  Interrupt interrupt;

  /// Calls the compiler without Python's lock.
  template <typename Compiler>
  void listen(const Options &options, Compiler compiler) {
    std::vector<popt_option> list;
    for (const auto &[key, value] : options)
      list.push_back({key.c_str(), value.c_str()});
    popt_callbacks callbacks = {
        this,
        [](void *self, popt_severity severity, const char *text) {
          static_cast<Listener *>(self)->messages.emplace_back(severity, text);
        },
        [](void *self) -> int {
          return static_cast<Listener *>(self)->interrupt.poll();
        }};
    nb::gil_scoped_release release;
    compiler(list.data(), int32_t(list.size()), &callbacks);
  }
  /// With Python's lock, after the compiler is done.
  void finish(nb::list &out_messages) {
    for (const auto &message : messages)
      out_messages.append(message);
    interrupt.raise();
  }
};

/// Null after an error, which is among the messages.
/// The text is Python's own: a copy that does not fit would end the process.
std::unique_ptr<Executable> compile(const char *text, const std::string &name,
                                    const Options &options, nb::list messages) {
  Listener listener;
  popt_executable *executable = nullptr;
  listener.listen(options, [&](auto *list, int32_t count, auto *callbacks) {
    popt_compile(text, name.c_str(), list, count, callbacks, &executable);
  });
  auto result = executable ? std::make_unique<Executable>(executable) : nullptr;
  listener.finish(messages);
  return result;
}

/// None after an error, which is among the messages.
nb::object lower(const char *text, const std::string &name,
                 const Options &options, const std::string &phase,
                 nb::list messages) {
  Listener listener;
  char *lowered = nullptr;
  listener.listen(options, [&](auto *list, int32_t count, auto *callbacks) {
    popt_lower(text, name.c_str(), list, count, phase.c_str(), callbacks,
               &lowered);
  });
  nb::object result = lowered ? nb::object(nb::str(lowered)) : nb::none();
  popt_free_text(lowered);
  listener.finish(messages);
  return result;
}

/// The text of a portable artifact. None after an error, which is among the messages.
nb::object readBytecode(nb::bytes bytes, const std::string &name,
                        nb::list messages) {
  Listener listener;
  char *text = nullptr;
  listener.listen({}, [&](auto *, int32_t, auto *callbacks) {
    popt_read_bytecode(bytes.data(), static_cast<int64_t>(bytes.size()),
                       name.c_str(), callbacks, &text);
  });
  nb::object result = text ? nb::object(nb::str(text)) : nb::none();
  popt_free_text(text);
  listener.finish(messages);
  return result;
}

} // namespace

NB_MODULE(_native, m) {
  m.doc() = "popt's compiler and runtime; popt.compile is the entry point";
  nb::exception<Failure>(m, "RunError",
                         nb::module_::import_("popt.errors").attr("PoptError"));
  nb::exception<RankFailure>(
      m, "RankFailure",
      nb::module_::import_("popt.errors").attr("RankFailure"));
  nb::exception<NanFailure>(
      m, "NanError", nb::module_::import_("popt.errors").attr("NanError"));
  nb::class_<Processes>(m, "Processes", nb::dynamic_attr())
      .def_prop_ro("rank", &Processes::rank)
      .def_prop_ro("size", &Processes::size)
      .def_prop_ro("first_here", &Processes::firstHere)
      .def("exchange", &Processes::exchange)
      .def("news", &Processes::news)
      .def("leave", &Processes::leave);
  m.def("join", &join);
  m.def("start_package", &startPackage, "package"_a, "timeout"_a, "name"_a,
        "bad_numbers"_a, "processes"_a, "beside"_a);
  nb::class_<Tensor>(m, "Tensor")
      .def_ro("name", &Tensor::name)
      .def_ro("layout", &Tensor::layout)
      .def_ro("bytes", &Tensor::bytes)
      .def_ro("state", &Tensor::state)
      .def_prop_ro("shape", &Tensor::shapeTuple)
      .def_prop_ro("dtype", [](const Tensor &t) { return t.numpy().name; })
      .def_prop_ro("storage",
                   [](const Tensor &t) { return t.numpy().storage; });
  nb::class_<GpuMemory>(m, "GpuMemory")
      .def("copy",
           [](const GpuMemory &memory) {
             auto copy = std::make_unique<GpuMemory>(memory.gpu, memory.bytes);
             nb::gil_scoped_release release;
             memory.gpu->copy(memory.data, copy->data, memory.bytes);
             return copy;
           })
      .def("finish_all",
           [](const GpuMemory &memory) {
             nb::gil_scoped_release release;
             memory.gpu->finishAll();
           })
      .def_prop_ro("data", [](const GpuMemory &memory) {
        return reinterpret_cast<uintptr_t>(memory.data);
      });
  nb::class_<Program>(m, "Program", nb::type_slots(kProgramSlots))
      // Copies: what refers to the program would keep it alive.
      .def_prop_ro("arguments", [](const Program &p) { return p.arguments; })
      .def_prop_ro("results", [](const Program &p) { return p.results; })
      .def("result",
           [](const Program &p, size_t index) { return p.results.at(index); })
      .def_ro("version", &Program::version)
      .def_prop_ro("state_version", &Program::stateVersion)
      .def_rw("lock", &Program::lock, nb::arg().none())
      .def_rw("memory_lock", &Program::memoryLock, nb::arg().none())
      .def_rw("process", &Program::process)
      .def_rw("convert", &Program::convert, nb::arg().none())
      .def_rw("kinds", &Program::kinds, nb::arg().none())
      .def_rw("array_type", &Program::arrayType, nb::arg().none())
      .def_rw("local_type", &Program::localType, nb::arg().none())
      .def_rw("immutable_types", &Program::immutableTypes, nb::arg().none())
      .def_prop_ro("memory", &Program::memory)
      .def("blocks", &Program::blocks)
      .def("has_lists", &Program::hasLists)
      .def("has_blocks_of", &Program::hasBlocksOf)
      .def_ro("rank", &Program::rank)
      .def("result_blocks", &Program::resultBlockList)
      .def("has_whole",
           [](const Program &p, size_t result) {
             return bool(p.hasWhole.at(result));
           })
      .def("read_block", &Program::readBlock)
      .def("gather", &Program::gather)
      .def("forget", &Program::forget)
      .def("read", &Program::read)
      .def_prop_ro("gpus",
                   [](const Program &p) {
                     nb::list numbers;
                     for (const auto &gpu : p.gpus)
                       numbers.append(gpu->number);
                     return numbers;
                   })
      .def("read_on_gpu", &Program::readOnGpu)
      .def("to_host", &Program::toHost)
      .def("as_tensor", &Program::asTensor)
      .def("save", &Program::save, "folder"_a, "step"_a, "keep"_a,
           "loaders"_a.none())
      .def("finish_saves", &Program::finishSaves)
      .def_prop_ro("last_save", &Program::lastSave)
      .def(
          "restore",
          [](nb::handle self, const Checkpoint *checkpoint,
             std::optional<std::string> problem) {
            return nb::cast<Program &>(self).restore(self, checkpoint,
                                                     std::move(problem));
          },
          "checkpoint"_a.none(), "problem"_a.none())
      .def("call", [](nb::handle self, nb::list leaves, nb::dict read,
                      nb::list values) {
        return nb::cast<Program &>(self).call(self, leaves, read, values);
      });
  nb::class_<Checkpoint>(m, "Checkpoint")
      .def_prop_ro("step", &Checkpoint::step)
      .def_prop_ro("folder", &Checkpoint::folder)
      .def_prop_ro("skipped", &Checkpoint::skipped)
      .def_prop_ro("loaders", &Checkpoint::loaders)
      .def_ro("tensors", &Checkpoint::tensors)
      .def("read", &Checkpoint::read)
      .def("export", &Checkpoint::exportTo, "folder"_a, "names"_a.none(),
           "type"_a.none(), "file_bytes"_a);
  m.def("read_weights", &readWeights, "path"_a, "names"_a.none(), "wanted"_a);
  m.def("open_checkpoint", &openCheckpoint);
  nb::class_<Executable>(m, "Executable")
      .def("start", &Executable::start, "timeout"_a, "name"_a, "bad_numbers"_a,
           "processes"_a.none(), "beside"_a, "gpus"_a)
      .def("package", &Executable::package)
      .def("report", &Executable::report)
      .def("page", &Executable::page)
      .def("prediction", &Executable::prediction);
  m.def("compile", &compile);
  m.def("lower", &lower);
  m.def("read_bytecode", &readBytecode);
  m.def("set_freeing_lock", &setFreeingLock);
  m.def("gpus", &gpus);
  // Whether GPUs, by their numbers, reach each other's memory.
  m.def("can_connect", [](const std::vector<int32_t> &gpus) {
    nb::gil_scoped_release release;
    return popt_rt_cuda_can_connect(static_cast<int32_t>(gpus.size()),
                                    gpus.data()) != 0;
  });
  // A tensor of another library, which this thread has made on a GPU, is ready.
  m.def("wait_for", [](nb::handle leaf) {
    if (std::optional<GpuTensor> tensor = tensorOnGpu(leaf, false)) {
      nb::gil_scoped_release release;
      tensor->gpu->finish();
    }
  });
  m.def("target_of_gpu", &popt_target_of_gpu);
}
