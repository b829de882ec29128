//===- native.cpp - popt._native: compiler and runtime in Python ----------===//
//
// The C APIs of the compiler (popt-c/Compiler.h) and of programs that are called
// (popt-rt/program.h), as popt/compiled.py uses them. Pytrees, names and types
// are Python's side; here is what must be fast, a call:
//
//   leaf is what the argument's memory holds       nothing happens
//   leaf is an array with the argument's bits      ranks read it in place
//   anything else                                  Python's `convert` first
//
// Tests: python/tests/test_compile.py.
//
//===----------------------------------------------------------------------===//
#include "popt-c/Compiler.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Bytes = nb::ndarray<nb::ro>;

struct NumpyType {
  const char *name;    ///< of the type, as numpy or ml_dtypes calls it
  const char *storage; ///< of equal width, which numpy itself has
  uint8_t code;        ///< DLPack's
};

/// By element type.
const NumpyType kTypes[POPT_RT_NUM_ELEMENT_TYPES] = {
    {"bool", "bool", uint8_t(nb::dlpack::dtype_code::Bool)},
    {"int8", "int8", uint8_t(nb::dlpack::dtype_code::Int)},
    {"int16", "int16", uint8_t(nb::dlpack::dtype_code::Int)},
    {"int32", "int32", uint8_t(nb::dlpack::dtype_code::Int)},
    {"int64", "int64", uint8_t(nb::dlpack::dtype_code::Int)},
    {"uint8", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"uint16", "uint16", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"uint32", "uint32", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"uint64", "uint64", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"float16", "float16", uint8_t(nb::dlpack::dtype_code::Float)},
    {"bfloat16", "uint16", uint8_t(nb::dlpack::dtype_code::Bfloat)},
    {"float32", "float32", uint8_t(nb::dlpack::dtype_code::Float)},
    {"float64", "float64", uint8_t(nb::dlpack::dtype_code::Float)},
    {"complex64", "complex64", uint8_t(nb::dlpack::dtype_code::Complex)},
    {"complex128", "complex128", uint8_t(nb::dlpack::dtype_code::Complex)},
    {"float8_e4m3fn", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"float8_e5m2", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"int2", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"int4", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"uint2", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"uint4", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"float4_e2m1fn", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"float6_e2m3fn", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"float6_e3m2fn", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"float8_e3m4", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"float8_e4m3", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"float8_e4m3fnuz", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"float8_e4m3b11fnuz", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"float8_e5m2fnuz", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
    {"float8_e8m0fnu", "uint8", uint8_t(nb::dlpack::dtype_code::UInt)},
};

/// popt.PoptError, in C++.
struct Failure : std::runtime_error {
  Failure() : std::runtime_error(popt_rt_program_last_error()) {}
};

/// An argument or a result.
struct Tensor {
  std::string name, layout;
  popt_rt_element_type type;
  std::vector<int64_t> shape;
  int64_t bytes = 0;
  int32_t state = -1;

  explicit Tensor(const popt_rt_tensor &tensor)
      : name(tensor.name), layout(tensor.layout), type(tensor.type),
        shape(tensor.shape, tensor.shape + tensor.rank), bytes(tensor.bytes),
        state(tensor.state) {}
  const NumpyType &numpy() const { return kTypes[type]; }
  nb::tuple shapeTuple() const {
    nb::list list;
    for (int64_t extent : shape)
      list.append(extent);
    return nb::tuple(list);
  }
};

/// Ctrl-C while C++ works without Python's lock.
struct Interrupt {
  PyObject *error = nullptr; ///< what Python's handler raised
  int count = 0;

  /// True unless a signal's handler raised.
  bool poll() {
    nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() == 0)
      return true;
    ++count;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    Py_XSETREF(error, value);
    return false;
  }
  /// Raises it, if there is one; with Python's lock.
  void raise() {
    if (!error)
      return;
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(error)), error);
    Py_CLEAR(error);
    throw nb::python_error();
  }
  ~Interrupt() { Py_XDECREF(error); }
};

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// A running program, and what it knows of the Python values in its memory.
class Program {
public:
  explicit Program(popt_rt_program *program) : program(program) {
    popt_rt_tensor tensor;
    for (int32_t i = 0; i < popt_rt_program_num_arguments(program); ++i)
      if (popt_rt_program_argument(program, i, &tensor) == POPT_RT_OK)
        arguments.emplace_back(tensor);
    for (int32_t i = 0; i < popt_rt_program_num_results(program); ++i)
      if (popt_rt_program_result(program, i, &tensor) == POPT_RT_OK)
        results.emplace_back(tensor);
    current.resize(arguments.size());
    nb::module_ numpy = nb::module_::import_("numpy");
    makeEmpty = numpy.attr("empty");
    for (const Tensor &result : results) {
      shapes.push_back(result.shapeTuple());
      storageTypes.push_back(numpy.attr("dtype")(result.numpy().storage));
    }
  }
  ~Program() { popt_rt_program_destroy(program); }
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  void call(nb::handle self, nb::list leaves, nb::list values);
  nb::object read(int32_t index);
  std::vector<int64_t> memory() const;
  nb::list blocks(int32_t argument) const;

  static int traverse(PyObject *self, visitproc visit, void *arg);
  static int clear(PyObject *self);
  void forget() {
    for (nb::object &value : current)
      value = nb::object();
  }

  std::vector<Tensor> arguments, results;
  /// Set by Python: (argument, leaf) -> an array with the argument's bits.
  nb::object convert;
  /// Set by Python: the class of state, (program, result, version); and the
  /// classes whose values never change.
  nb::object arrayType, immutableTypes;
  int64_t version = 0; ///< calls so far
  /// Set by Python: a call or a read holds the lock; and the process whose
  /// threads the ranks are.
  nb::object lock;
  int64_t process = 0;

private:
  void *dataOf(size_t index, nb::handle leaf, std::vector<Bytes> &views,
               std::vector<nb::object> &kept);
  nb::object makeResult(size_t index, void *&out_data);
  nb::object asResult(size_t index, nb::object array) const;

  popt_rt_program *program;
  /// By argument: the value that its memory holds, if that is known.
  std::vector<nb::object> current;
  nb::object makeEmpty;
  std::vector<nb::tuple> shapes;        ///< by result
  std::vector<nb::object> storageTypes; ///< by result
};

/// True if the array is dense and has the tensor's shape.
bool hasShape(const Bytes &array, const Tensor &tensor) {
  if (array.ndim() != tensor.shape.size())
    return false;
  int64_t stride = 1;
  for (size_t d = tensor.shape.size(); d-- > 0;) {
    auto extent = static_cast<int64_t>(array.shape(d));
    if (extent != tensor.shape[d] ||
        (extent != 1 && tensor.bytes != 0 && array.stride(d) != stride))
      return false;
    stride *= extent;
  }
  return true;
}

bool hasType(const Bytes &array, const Tensor &tensor) {
  nb::dlpack::dtype type = array.dtype();
  return type.code == tensor.numpy().code && type.lanes == 1 &&
         array.device_type() == nb::device::cpu::value &&
         array.nbytes() == static_cast<size_t>(tensor.bytes);
}

void *Program::dataOf(size_t index, nb::handle leaf, std::vector<Bytes> &views,
                      std::vector<nb::object> &kept) {
  Bytes array;
  bool isKnown = nb::try_cast(leaf, array, /*convert=*/false) &&
                 hasType(array, arguments[index]) &&
                 hasShape(array, arguments[index]);
  if (!isKnown) {
    kept.push_back(convert(index, leaf));
    array = nb::cast<Bytes>(kept.back());
    if (!hasShape(array, arguments[index]) ||
        array.nbytes() != static_cast<size_t>(arguments[index].bytes))
      throw nb::type_error("convert() returned an array of another shape");
  }
  views.push_back(array);
  return const_cast<void *>(array.data());
}

/// A numpy array for the bits of a result, and where they go.
nb::object Program::makeResult(size_t index, void *&out_data) {
  nb::object array = makeEmpty(shapes[index], storageTypes[index]);
  Py_buffer view;
  if (PyObject_GetBuffer(array.ptr(), &view, PyBUF_SIMPLE | PyBUF_WRITABLE))
    throw nb::python_error();
  out_data = view.buf;
  PyBuffer_Release(&view);
  return array;
}

/// Bits as what they are, where numpy lacks the type.
nb::object Program::asResult(size_t index, nb::object array) const {
  const NumpyType &type = results[index].numpy();
  if (std::string_view(type.name) == type.storage)
    return array;
  return array.attr("view")(nb::module_::import_("ml_dtypes").attr(type.name));
}

/// After the first Ctrl-C the step is ended, after the second the program.
int keepGoing(void *interrupt) {
  auto *state = static_cast<Interrupt *>(interrupt);
  return state->poll() || state->count < 2;
}

void Program::call(nb::handle self, nb::list leaves, nb::list values) {
  if (leaves.size() != arguments.size())
    throw nb::value_error("wrong number of leaves");
  std::vector<popt_rt_value> in, out;
  std::vector<Bytes> views;
  std::vector<nb::object> kept;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (nb::handle leaf = leaves[i]; leaf.ptr() != current[i].ptr())
      in.push_back({int32_t(i), dataOf(i, leaf, views, kept)});
  std::vector<nb::object> made(results.size());
  for (size_t r = 0; r < results.size(); ++r)
    if (results[r].state < 0) {
      void *data = nullptr;
      made[r] = makeResult(r, data);
      out.push_back({int32_t(r), data});
    }
  // A call that fails leaves unknown values.
  for (const popt_rt_value &value : in)
    current[value.index] = nb::object();
  Interrupt interrupt;
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status =
        popt_rt_program_call(program, in.data(), int32_t(in.size()), out.data(),
                             int32_t(out.size()), keepGoing, &interrupt);
  }
  if (status != POPT_RT_OK) {
    interrupt.raise();
    throw Failure();
  }
  ++version;
  for (const popt_rt_value &value : in)
    if (nb::isinstance(leaves[value.index], immutableTypes))
      current[value.index] = nb::borrow(leaves[value.index]);
  for (size_t r = 0; r < results.size(); ++r) {
    if (results[r].state < 0) {
      values.append(asResult(r, std::move(made[r])));
      continue;
    }
    nb::object array = arrayType(self, r, version);
    values.append(array);
    current[results[r].state] = std::move(array);
  }
  interrupt.raise();
}

nb::object Program::read(int32_t index) {
  if (index < 0 || static_cast<size_t>(index) >= results.size())
    throw nb::index_error();
  void *data = nullptr;
  nb::object array = makeResult(index, data);
  popt_rt_value value = {index, data};
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = popt_rt_program_read(program, &value, 1);
  }
  if (status != POPT_RT_OK)
    throw Failure();
  return asResult(index, std::move(array));
}

std::vector<int64_t> Program::memory() const {
  std::vector<int64_t> bytes;
  for (int32_t r = 0; r < popt_rt_program_num_ranks(program); ++r)
    bytes.push_back(popt_rt_program_memory(program, r));
  return bytes;
}

/// Per rank None, or [(begin, end), ...] by dimension.
nb::list Program::blocks(int32_t argument) const {
  nb::list blocks;
  for (int32_t r = 0; r < popt_rt_program_num_ranks(program); ++r) {
    int32_t holds = 0;
    size_t rank = arguments.at(argument).shape.size();
    std::vector<int64_t> begin(rank), extent(rank);
    if (popt_rt_program_block(program, argument, r, &holds, begin.data(),
                              extent.data()) != POPT_RT_OK)
      throw nb::index_error();
    nb::list block;
    for (size_t d = 0; d < rank; ++d)
      block.append(nb::make_tuple(begin[d], begin[d] + extent[d]));
    blocks.append(holds ? nb::object(block) : nb::none());
  }
  return blocks;
}

// State refers to its program, and the program to its newest state.
int Program::traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self))
    return 0;
  auto *program = nb::inst_ptr<Program>(self);
  for (const nb::object &value : program->current)
    Py_VISIT(value.ptr());
  for (const nb::object *value : {&program->convert, &program->arrayType,
                                  &program->immutableTypes, &program->lock})
    Py_VISIT(value->ptr());
  return 0;
}

int Program::clear(PyObject *self) {
  auto *program = nb::inst_ptr<Program>(self);
  program->forget();
  program->convert = nb::object();
  return 0;
}

PyType_Slot kProgramSlots[] = {
    {Py_tp_traverse, reinterpret_cast<void *>(Program::traverse)},
    {Py_tp_clear, reinterpret_cast<void *>(Program::clear)},
    {0, nullptr}};

//===----------------------------------------------------------------------===//
// The compiler
//===----------------------------------------------------------------------===//

/// A compiled module.
class Executable {
public:
  explicit Executable(popt_executable *executable) : executable(executable) {}
  ~Executable() { popt_executable_destroy(executable); }
  Executable(const Executable &) = delete;
  Executable &operator=(const Executable &) = delete;

  std::unique_ptr<Program> start(double timeout) const {
    popt_rt_program_options options = {timeout};
    popt_rt_program *program = nullptr;
    popt_rt_status status;
    {
      nb::gil_scoped_release release;
      status = popt_executable_start(executable, &options, &program);
    }
    if (status != POPT_RT_OK)
      throw Failure();
    return std::make_unique<Program>(program);
  }
  std::string report() { return popt_executable_report(executable); }
  std::string page() { return popt_executable_report_page(executable); }
  std::string prediction() { return popt_executable_prediction(executable); }

private:
  popt_executable *executable;
};

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

} // namespace

NB_MODULE(_native, m) {
  m.doc() = "popt's compiler and runtime; popt.compile is the entry point";
  nb::exception<Failure>(m, "RunError",
                         nb::module_::import_("popt.errors").attr("PoptError"));
  nb::class_<Tensor>(m, "Tensor")
      .def_ro("name", &Tensor::name)
      .def_ro("layout", &Tensor::layout)
      .def_ro("bytes", &Tensor::bytes)
      .def_ro("state", &Tensor::state)
      .def_prop_ro("shape", &Tensor::shapeTuple)
      .def_prop_ro("dtype", [](const Tensor &t) { return t.numpy().name; })
      .def_prop_ro("storage",
                   [](const Tensor &t) { return t.numpy().storage; });
  nb::class_<Program>(m, "Program", nb::type_slots(kProgramSlots))
      // Copies: what refers to the program would keep it alive.
      .def_prop_ro("arguments", [](const Program &p) { return p.arguments; })
      .def_prop_ro("results", [](const Program &p) { return p.results; })
      .def("result",
           [](const Program &p, size_t index) { return p.results.at(index); })
      .def_ro("version", &Program::version)
      .def_rw("lock", &Program::lock, nb::arg().none())
      .def_rw("process", &Program::process)
      .def_rw("convert", &Program::convert, nb::arg().none())
      .def_rw("array_type", &Program::arrayType, nb::arg().none())
      .def_rw("immutable_types", &Program::immutableTypes, nb::arg().none())
      .def_prop_ro("memory", &Program::memory)
      .def("blocks", &Program::blocks)
      .def("forget", &Program::forget)
      .def("read", &Program::read)
      .def("call", [](nb::handle self, nb::list leaves, nb::list values) {
        nb::cast<Program &>(self).call(self, leaves, values);
      });
  nb::class_<Executable>(m, "Executable")
      .def("start", &Executable::start)
      .def("report", &Executable::report)
      .def("page", &Executable::page)
      .def("prediction", &Executable::prediction);
  m.def("compile", &compile);
  m.def("lower", &lower);
}
