//===- program.cpp - A running program, and the values in it --------------===//
//
// Tests: python/tests/test_compile.py, python/tests/test_processes.py.
//
//===----------------------------------------------------------------------===//
#include "program.h"

#include <nanobind/stl/unique_ptr.h>

using namespace popt::native;

const NumpyType popt::native::kTypes[POPT_RT_NUM_ELEMENT_TYPES] = {
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

/// True if the array is dense and has the shape.
static bool hasShape(const Bytes &array, const std::vector<int64_t> &shape) {
  if (array.ndim() != shape.size())
    return false;
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    auto extent = static_cast<int64_t>(array.shape(d));
    if (extent != shape[d] ||
        (extent != 1 && array.size() != 0 && array.stride(d) != stride))
      return false;
    stride *= extent;
  }
  return true;
}

/// True if the array has the tensor's type, and so many bytes.
static bool hasType(const Bytes &array, const Tensor &tensor, int64_t bytes) {
  nb::dlpack::dtype type = array.dtype();
  return tensor.numpy().hasCode() && type.code == tensor.numpy().code &&
         type.lanes == 1 && array.device_type() == nb::device::cpu::value &&
         array.nbytes() == static_cast<size_t>(bytes);
}

/// What `blockOf` says of all ranks, in a form that can be compared.
template <typename BlockOf>
static std::string layoutText(int32_t ranks, BlockOf blockOf) {
  std::string text;
  for (int32_t r = 0; r < ranks; ++r) {
    Block block = blockOf(r);
    if (block.count > 1)
      return "";
    auto put = [&](int64_t number) { text += std::to_string(number) + " "; };
    put(block.count);
    std::for_each(block.begin.begin(), block.begin.end(), put);
    std::for_each(block.extent.begin(), block.extent.end(), put);
  }
  return text;
}

const std::string &Program::argumentLayout(size_t index) {
  std::optional<std::string> &known = argumentLayouts[index];
  if (!known)
    known = layoutText(popt_rt_program_num_ranks(program), [&](int32_t r) {
      return argumentBlock(int32_t(index), r);
    });
  return *known;
}

const std::string &Program::resultLayout(size_t index) {
  std::optional<std::string> &known = resultLayouts[index];
  if (!known)
    known = layoutText(popt_rt_program_num_ranks(program), [&](int32_t r) {
      return resultBlock(int32_t(index), r);
    });
  return *known;
}

bool Program::hasBlocksOf(size_t argument, Program &other, size_t result) {
  return !argumentLayout(argument).empty() &&
         argumentLayout(argument) == other.resultLayout(result);
}

/// What a leaf says is this process's block of an argument: that of popt.local, or
/// that of a function's result with the same blocks. Null if it does not.
nb::object Program::blockIn(size_t index, nb::handle leaf) {
  bool isResult = nb::isinstance(leaf, arrayType);
  if (rank < 0 || !(isResult || nb::isinstance(leaf, localType)) ||
      argumentBlocks[index].count != 1 || argumentLayout(index).empty())
    return {};
  if (!isResult)
    return nb::getattr(leaf, names.data);
  // What was looked at is whole.
  if (!nb::getattr(leaf, names.host).is_none())
    return {};
  nb::object owner = nb::getattr(leaf, names.program);
  auto &other = nb::cast<Program &>(owner);
  auto result = nb::cast<size_t>(nb::getattr(leaf, names.index));
  if (other.hasWhole.at(result) || !hasBlocksOf(index, other, result))
    return {};
  nb::object block = nb::getattr(leaf, names.block);
  return block.is_none() ? leaf.attr("_part")() : block;
}

/// The same as an array, if the ranks can read it in place.
bool Program::takeBlock(size_t index, nb::handle leaf, Bytes &out_array) {
  nb::object block = blockIn(index, leaf);
  return block.is_valid() &&
         nb::try_cast(block, out_array, /*convert=*/false) &&
         hasType(out_array, arguments[index], argumentBlocks[index].bytes) &&
         hasShape(out_array, argumentBlocks[index].extent);
}

bool Program::isLent(nb::handle leaf) const {
  return Py_TYPE(leaf.ptr()) ==
             reinterpret_cast<PyTypeObject *>(arrayType.ptr()) &&
         nb::getattr(leaf, names.lent).ptr() == Py_True;
}

bool Program::isOthersState(nb::handle leaf) const {
  if (!PyObject_TypeCheck(leaf.ptr(),
                          reinterpret_cast<PyTypeObject *>(arrayType.ptr())) ||
      !nb::getattr(leaf, names.host).is_none() ||
      !nb::getattr(leaf, names.memory).is_none())
    return false;
  nb::object owner = nb::getattr(leaf, names.program);
  return nb::cast<Program &>(owner).lock.ptr() != lock.ptr();
}

static bool isAmong(const std::vector<std::shared_ptr<CallerGpu>> &gpus,
                    const std::shared_ptr<CallerGpu> &gpu) {
  return std::find(gpus.begin(), gpus.end(), gpu) != gpus.end();
}

/// A leaf that lies on one of the program's GPUs. Another one, or one of another
/// type, becomes a numpy array if it can, and `convert` takes or refuses that.
std::optional<popt_rt_value>
Program::gpuValueOf(size_t index, nb::object &leaf, std::vector<Bytes> &views,
                    std::vector<nb::object> &kept) {
  const Tensor &argument = arguments[index];
  const bool isOurs = nb::isinstance(leaf, arrayType);
  if (isOurs) {
    nb::object owner = nb::getattr(leaf, names.program);
    auto result = nb::cast<size_t>(nb::getattr(leaf, names.index));
    if (nb::cast<Program &>(owner).results.at(result).type != argument.type)
      return std::nullopt;
  }
  std::optional<GpuTensor> tensor = tensorOnGpu(leaf, isOurs);
  if (!tensor)
    return std::nullopt;
  const bool isHere = isAmong(gpus, tensor->gpu);
  // To open it takes long, and the next batch is there, too.
  if (!isHere && !isAmong(otherGpus, tensor->gpu))
    otherGpus.push_back(tensor->gpu);
  const Bytes &array = tensor->array;
  nb::dlpack::dtype type = array.dtype();
  bool fits = (isOurs || argument.numpy().hasCode()) &&
              type.code == argument.numpy().code && type.lanes == 1 &&
              array.nbytes() == static_cast<size_t>(argument.bytes) &&
              array.ndim() == argument.shape.size() &&
              std::equal(argument.shape.begin(), argument.shape.end(),
                         array.shape_ptr());
  if (fits && isHere) {
    void *data = const_cast<void *>(array.data());
    auto isElsewhere = [&](const auto &gpu) { return gpu != tensor->gpu; };
    if (array.size() != 0 &&
        std::any_of(gpus.begin(), gpus.end(), isElsewhere) &&
        !tensor->gpu->isShared(data)) {
      auto [memory, at] = tensor->copy();
      kept.push_back(nb::cast(std::move(memory)));
      data = at;
    }
    views.push_back(array);
    return popt_rt_value{int32_t(index), data, /*is_block=*/0, /*on_gpu=*/1,
                         views.back().stride_ptr()};
  }
  auto known = std::find_if(
      std::begin(kTypes), std::end(kTypes), [&](const NumpyType &numpy) {
        auto size = popt_rt_element_size(popt_rt_element_type(&numpy - kTypes));
        return numpy.hasCode() && numpy.code == type.code &&
               size * 8 == type.bits;
      });
  if (isOurs || known == std::end(kTypes) || type.lanes != 1 ||
      !tensor->isDense())
    return std::nullopt;
  nb::list shape;
  for (size_t d = 0; d < array.ndim(); ++d)
    shape.append(array.shape(d));
  nb::object host = makeEmpty(nb::tuple(shape), known->storage);
  tensor->read(dataOf(host));
  leaf = asItself(*known, std::move(host));
  return std::nullopt;
}

popt_rt_value Program::valueOf(size_t index, nb::object leaf,
                               std::vector<Bytes> &views,
                               std::vector<nb::object> &kept) {
  if (!gpus.empty())
    if (std::optional<popt_rt_value> value =
            gpuValueOf(index, leaf, views, kept))
      return *value;
  Bytes array;
  bool isBlock = takeBlock(index, leaf, array);
  bool isKnown =
      isBlock || (!nb::isinstance(leaf, arrayType) &&
                  nb::try_cast(leaf, array, /*convert=*/false) &&
                  hasType(array, arguments[index], arguments[index].bytes) &&
                  hasShape(array, arguments[index].shape));
  if (!isKnown) {
    nb::object converted = convert(index, leaf);
    isBlock = nb::isinstance<nb::tuple>(converted);
    kept.push_back(isBlock ? nb::object(converted[0]) : converted);
    array = nb::cast<Bytes>(kept.back());
    const Block &block = argumentBlocks[index];
    bool fits = isBlock ? block.count == 0 ||
                              array.nbytes() == static_cast<size_t>(block.bytes)
                        : hasShape(array, arguments[index].shape) &&
                              array.nbytes() ==
                                  static_cast<size_t>(arguments[index].bytes);
    if (!fits)
      throw nb::type_error("convert() returned an array of another shape");
  }
  views.push_back(array);
  return {int32_t(index), const_cast<void *>(array.data()), isBlock};
}

void *popt::native::dataOf(const nb::object &array) {
  Py_buffer view;
  if (PyObject_GetBuffer(array.ptr(), &view, PyBUF_SIMPLE | PyBUF_WRITABLE))
    throw nb::python_error();
  void *data = view.buf;
  PyBuffer_Release(&view);
  return data;
}

/// A numpy array for the bits of a result, and where they go.
nb::object Program::makeResult(size_t index, void *&out_data) {
  nb::object array = makeEmpty(shapes[index], storageTypes[index]);
  out_data = dataOf(array);
  return array;
}

nb::tuple Block::shapeTuple(popt_rt_element_type type) const {
  int64_t ofAll = bytes / int64_t(popt_rt_element_size(type));
  int64_t ofFirst = 1;
  nb::list shape;
  for (int64_t size : extent) {
    ofFirst *= size;
    shape.append(size);
  }
  return count > 0 && ofFirst == ofAll ? nb::tuple(shape)
                                       : nb::make_tuple(ofAll);
}

/// The same of this process's block.
nb::object Program::makeBlock(size_t index, void *&out_data) {
  nb::object array = makeEmpty(blockShapes[index], storageTypes[index]);
  out_data = dataOf(array);
  return array;
}

nb::object popt::native::asItself(const NumpyType &type, nb::object array) {
  if (std::string_view(type.name) == type.storage)
    return array;
  return array.attr("view")(nb::module_::import_("ml_dtypes").attr(type.name));
}

nb::object Program::asResult(size_t index, nb::object array) const {
  return asItself(results[index].numpy(), std::move(array));
}

void Program::setCurrent(size_t argument, const nb::object &value) {
  current[argument] = value;
  if (group->members.size() == 1 || arguments[argument].state < 0)
    return;
  size_t number =
      std::lower_bound(states.begin(), states.end(), argument) - states.begin();
  for (Program *member : group->members)
    member->current[member->states[number]] = value;
}

std::vector<int32_t> Program::call(nb::handle self, nb::list leaves,
                                   nb::dict read, nb::list values) {
  if (leaves.size() != arguments.size())
    throw nb::value_error("wrong number of leaves");
  std::vector<popt_rt_value> in, out;
  std::vector<Bytes> views;
  std::vector<nb::object> kept;
  std::vector<size_t> changed;
  std::vector<int32_t> unread;
  for (size_t i = 0; i < arguments.size(); ++i) {
    nb::handle leaf = leaves[i];
    if (leaf.ptr() == current[i].ptr() && !isLent(leaf))
      continue;
    changed.push_back(i);
    if (isOthersState(leaf) && !read.contains(nb::int_(i)))
      unread.push_back(int32_t(i));
  }
  if (!unread.empty())
    return unread;
  for (size_t i : changed) {
    nb::object leaf = leaves[i];
    if (read.size() != 0 && read.contains(nb::int_(i)))
      leaf = read[nb::int_(i)];
    in.push_back(valueOf(i, leaf, views, kept));
  }
  std::vector<nb::object> made(results.size());
  for (size_t r = 0; r < results.size(); ++r)
    if (results[r].state < 0 && isGivenOnGpu(r)) {
      auto memory = std::make_unique<GpuMemory>(
          gpus[0], static_cast<size_t>(results[r].bytes));
      out.push_back({int32_t(r), memory->data, /*is_block=*/0, /*on_gpu=*/1});
      made[r] = nb::cast(std::move(memory));
    } else if (results[r].state < 0) {
      void *data = nullptr;
      made[r] = isGivenWhole[r] ? makeResult(r, data) : makeBlock(r, data);
      out.push_back({int32_t(r), data, !isGivenWhole[r]});
    }
  // A call that fails leaves unknown values.
  for (const popt_rt_value &value : in)
    setCurrent(value.index, nb::object());
  Interrupt interrupt;
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    // What makes arguments is done, and what read memory that results get.
    for (const std::shared_ptr<CallerGpu> &gpu : gpus)
      gpu->finish();
    status = popt_rt_program_call(program, in.data(), int32_t(in.size()),
                                  out.data(), int32_t(out.size()),
                                  untilInterruptedTwice, &interrupt);
  }
  if (status != POPT_RT_OK) {
    interrupt.raise();
    raise(status);
  }
  ++version;
  ++group->version;
  for (const popt_rt_value &value : in)
    if (nb::isinstance(leaves[value.index], immutableTypes) &&
        !isLent(leaves[value.index]))
      setCurrent(value.index, nb::borrow(leaves[value.index]));
  for (size_t r = 0; r < results.size(); ++r) {
    if (results[r].state < 0 && isGivenOnGpu(r)) {
      values.append(arrayType(self, r, version, nb::none(), made[r]));
      continue;
    }
    if (results[r].state < 0) {
      nb::object value = asResult(r, std::move(made[r]));
      values.append(isGivenWhole[r] ? value
                                    : arrayType(self, r, version, value));
      continue;
    }
    nb::object array = arrayType(self, r, version);
    values.append(array);
    setCurrent(results[r].state, array);
  }
  interrupt.raise();
  if (const char *finding = popt_rt_program_finding(program))
    throw NanFailure(finding);
  return {};
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
    raise(status);
  return asResult(index, std::move(array));
}

std::unique_ptr<GpuMemory> Program::readOnGpu(int32_t index) {
  if (index < 0 || static_cast<size_t>(index) >= results.size() || gpus.empty())
    throw nb::index_error();
  auto memory = std::make_unique<GpuMemory>(
      gpus[0], static_cast<size_t>(std::max<int64_t>(results[index].bytes, 1)));
  popt_rt_value value = {index, memory->data, /*is_block=*/0, /*on_gpu=*/1};
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = popt_rt_program_read(program, &value, 1);
  }
  if (status != POPT_RT_OK)
    raise(status);
  return memory;
}

nb::object Program::toHost(size_t index, const GpuMemory &memory) const {
  nb::object array = makeEmpty(shapes.at(index), storageTypes.at(index));
  void *to = dataOf(array);
  {
    nb::gil_scoped_release release;
    memory.gpu->copy(memory.data, to,
                     static_cast<size_t>(results[index].bytes));
  }
  return asResult(index, std::move(array));
}

nb::object Program::asTensor(size_t index, nb::handle memory) const {
  const Tensor &result = results.at(index);
  auto &its = nb::cast<GpuMemory &>(memory);
  std::vector<size_t> shape(result.shape.begin(), result.shape.end());
  nb::dlpack::dtype type = {
      result.numpy().code,
      static_cast<uint8_t>(8 * popt_rt_element_size(result.type)), 1};
  return nb::cast(nb::ndarray<>(its.data, shape.size(), shape.data(), memory,
                                nullptr, type, nb::device::cuda::value,
                                its.gpu->number));
}

nb::object Program::readBlock(int32_t index) {
  if (index < 0 || static_cast<size_t>(index) >= results.size())
    throw nb::index_error();
  void *data = nullptr;
  nb::object array = makeBlock(index, data);
  popt_rt_value value = {index, data, 1};
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = popt_rt_program_read(program, &value, 1);
  }
  if (status != POPT_RT_OK)
    raise(status);
  return asResult(index, std::move(array));
}

void Program::gather(int32_t index, int64_t call, Bytes block, nb::list found) {
  if (index < 0 || static_cast<size_t>(index) >= results.size() ||
      block.nbytes() != static_cast<size_t>(resultBlocks[index].bytes))
    throw nb::index_error();
  void *data = nullptr;
  nb::object array = makeResult(index, data);
  Interrupt interrupt;
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = popt_rt_program_gather(program, index, call, block.data(), data,
                                    untilInterruptedTwice, &interrupt);
  }
  // After Ctrl-C, too: the others have it, and do not gather again.
  if (status == POPT_RT_OK)
    found.append(asResult(index, std::move(array)));
  interrupt.raise();
  if (status != POPT_RT_OK)
    raise(status);
}

std::vector<int64_t> Program::memory() const {
  std::vector<int64_t> bytes;
  for (int32_t r = 0; r < popt_rt_program_num_ranks(program); ++r)
    bytes.push_back(popt_rt_program_memory(program, r));
  return bytes;
}

/// What `ask` of the C API says of a rank's block of a tensor.
template <typename Ask>
static Block blockBy(Ask ask, const popt_rt_program *program, size_t dims,
                     int32_t index, int32_t rank) {
  Block block = {0, std::vector<int64_t>(dims), std::vector<int64_t>(dims)};
  if (ask(program, index, rank, &block.count, block.begin.data(),
          block.extent.data(), &block.bytes) != POPT_RT_OK)
    throw nb::index_error();
  return block;
}

Block Program::argumentBlock(int32_t argument, int32_t rank) const {
  return blockBy(popt_rt_program_block, program,
                 arguments.at(argument).shape.size(), argument, rank);
}

Block Program::resultBlock(int32_t result, int32_t rank) const {
  return blockBy(popt_rt_program_result_block, program,
                 results.at(result).shape.size(), result, rank);
}

/// Per rank None, or [(begin, end), ...] by dimension.
template <typename BlockOf>
static nb::list listBlocks(int32_t ranks, BlockOf blockOf) {
  nb::list blocks;
  for (int32_t r = 0; r < ranks; ++r) {
    Block block = blockOf(r);
    nb::list ends;
    for (size_t d = 0; d < block.begin.size(); ++d)
      ends.append(
          nb::make_tuple(block.begin[d], block.begin[d] + block.extent[d]));
    blocks.append(block.count > 0 ? nb::object(ends) : nb::none());
  }
  return blocks;
}

nb::list Program::blocks(int32_t argument) const {
  return listBlocks(popt_rt_program_num_ranks(program),
                    [&](int32_t r) { return argumentBlock(argument, r); });
}

nb::list Program::resultBlockList(int32_t result) const {
  return listBlocks(popt_rt_program_num_ranks(program),
                    [&](int32_t r) { return resultBlock(result, r); });
}

// State refers to its program, and the program to its newest state.
int Program::traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self))
    return 0;
  auto *program = nb::inst_ptr<Program>(self);
  for (const nb::object &value : program->current)
    Py_VISIT(value.ptr());
  for (const nb::object *value :
       {&program->convert, &program->arrayType, &program->localType,
        &program->immutableTypes, &program->kinds, &program->lock,
        &program->memoryLock})
    Py_VISIT(value->ptr());
  return 0;
}

int Program::clear(PyObject *self) {
  auto *program = nb::inst_ptr<Program>(self);
  program->forget();
  program->convert = nb::object();
  return 0;
}
