//===- program.h - A running program, and the values in it ------*- C++ -*-===//
//
// Pytrees, names and types are Python's side; here is what must be fast, a call:
//
//   leaf is what the argument's memory holds       nothing happens
//   leaf is an array with the argument's bits      ranks read it in place
//   leaf is this process's block of it             the same
//   leaf is such an array in a GPU's memory        they copy their blocks of it
//   anything else                                  Python's `convert` first, which
//                                                  may give this process's block
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PYTHON_NATIVE_PROGRAM_H
#define POPT_PYTHON_NATIVE_PROGRAM_H

#include "gpus.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace popt::native {

using Bytes = nb::ndarray<nb::ro>;

struct NumpyType {
  const char *name;    ///< of the type, as numpy or ml_dtypes calls it
  const char *storage; ///< of equal width, which numpy itself has
  uint8_t code;        ///< DLPack's

  /// Others are given as bytes, which are no numbers of theirs: float8, int4.
  bool hasCode() const {
    return std::string_view(name) == storage ||
           code == uint8_t(nb::dlpack::dtype_code::Bfloat);
  }
};

/// By element type.
extern const NumpyType kTypes[POPT_RT_NUM_ELEMENT_TYPES];

/// Where the bits of a new numpy array go.
void *dataOf(const nb::object &array);
/// Bits as what they are, where numpy lacks the type.
nb::object asItself(const NumpyType &type, nb::object array);

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

/// A rank's blocks of an argument or a result.
struct Block {
  int32_t count = 0;
  std::vector<int64_t> begin, extent; ///< of the first, if there are several
  int64_t bytes = 0;                  ///< of all

  /// Of an array of it: flat if there are several, or none.
  nb::tuple shapeTuple(popt_rt_element_type type) const;
};

class Checkpoint;
class Program;

/// Programs whose state is one. A call of one puts its state into all.
struct StateGroup {
  std::vector<Program *> members;
  int64_t version = 0; ///< calls of all of them so far
};

/// Names of attributes that each call asks many leaves for.
struct Names {
  static nb::object name(const char *text) {
    return nb::steal(PyUnicode_InternFromString(text));
  }
  nb::object data = name("data"), host = name("_host"),
             program = name("_program"), index = name("_index"),
             block = name("_block"), lent = name("_lent"),
             memory = name("_memory");
};

/// A running program, and what it knows of the Python values in its memory.
class Program {
public:
  /// `beside`: programs whose state it may share.
  Program(popt_rt_program *program, int32_t rank,
          const std::vector<Program *> &beside)
      : rank(rank), program(program) {
    for (int32_t r = 0; r < popt_rt_program_num_ranks(program); ++r)
      if (int32_t gpu = popt_rt_program_gpu(program, r); gpu >= 0)
        gpus.push_back(CallerGpu::of(gpu));
    int32_t number = popt_rt_program_shares_with(program);
    const Program *other = number < 0 ? nullptr : beside[number];
    group = other ? other->group : std::make_shared<StateGroup>();
    popt_rt_tensor tensor;
    for (int32_t i = 0; i < popt_rt_program_num_arguments(program); ++i)
      if (popt_rt_program_argument(program, i, &tensor) == POPT_RT_OK)
        arguments.emplace_back(tensor);
    for (int32_t i = 0; i < popt_rt_program_num_results(program); ++i)
      if (popt_rt_program_result(program, i, &tensor) == POPT_RT_OK)
        results.emplace_back(tensor);
    current.resize(arguments.size());
    for (size_t i = 0; i < arguments.size(); ++i)
      if (arguments[i].state >= 0)
        states.push_back(i);
    for (size_t s = 0; s < states.size() && other; ++s)
      current[states[s]] = other->current[other->states[s]];
    nb::module_ numpy = nb::module_::import_("numpy");
    makeEmpty = numpy.attr("empty");
    for (size_t r = 0; r < results.size(); ++r) {
      const Tensor &result = results[r];
      shapes.push_back(result.shapeTuple());
      storageTypes.push_back(numpy.attr("dtype")(result.numpy().storage));
      bool isWhole = popt_rt_program_has_whole(program, int32_t(r)) != 0;
      hasWhole.push_back(isWhole);
      // Scalars are for all, and in the host's memory.
      isGivenWhole.push_back((isWhole && gpus.empty()) ||
                             result.bytes <=
                                 int64_t(popt_rt_element_size(result.type)));
      resultBlocks.push_back(resultBlock(int32_t(r), std::max(rank, 0)));
      blockShapes.push_back(resultBlocks.back().shapeTuple(result.type));
    }
    resultLayouts.resize(results.size());
    argumentLayouts.resize(arguments.size());
    for (size_t a = 0; a < arguments.size(); ++a)
      argumentBlocks.push_back(argumentBlock(int32_t(a), std::max(rank, 0)));
    // What fails above must be none of them.
    group->members.push_back(this);
  }
  ~Program() {
    std::vector<Program *> &members = group->members;
    members.erase(std::find(members.begin(), members.end(), this));
    if (gpus.empty())
      popt_rt_program_destroy(program);
    else
      whileFreeing([&] { popt_rt_program_destroy(program); });
  }
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  /// Appends to `values` what the call returns. `read`: by argument, leaves of other
  /// programs that were read, in place of which it is taken. Nothing happens if others
  /// must be read first, each with its program's lock and without this one's: the
  /// numbers of their arguments, else none.
  std::vector<int32_t> call(nb::handle self, nb::list leaves, nb::dict read,
                            nb::list values);
  nb::object read(int32_t index);
  nb::object readBlock(int32_t index);
  /// Of a program on GPUs: the result in the memory of the first rank's; what Array
  /// has of such memory as a numpy array, and as a tensor of DLPack.
  std::unique_ptr<GpuMemory> readOnGpu(int32_t index);
  nb::object toHost(size_t index, const GpuMemory &memory) const;
  nb::object asTensor(size_t index, nb::handle memory) const;
  /// The whole of the blocks since a call, put into `found`.
  void gather(int32_t index, int64_t call, Bytes block, nb::list found);
  std::vector<int64_t> memory() const;
  /// Checkpoints (checkpoint.cpp).
  void save(const std::string &folder, int64_t step, int64_t keep,
            std::optional<std::string> loaders);
  void finishSaves();
  nb::tuple lastSave() const;
  nb::object restore(nb::handle self, const Checkpoint *checkpoint,
                     std::optional<std::string> problem);
  /// Of an argument or a result, on each rank.
  nb::list blocks(int32_t argument) const;
  nb::list resultBlockList(int32_t result) const;
  /// Whether a rank has several blocks of it.
  bool hasLists(size_t argument) { return argumentLayout(argument).empty(); }
  /// Whether each rank has one block of an argument, which is also its block of
  /// another program's result.
  bool hasBlocksOf(size_t argument, Program &other, size_t result);

  static int traverse(PyObject *self, visitproc visit, void *arg);
  static int clear(PyObject *self);
  void forget() {
    for (nb::object &value : current)
      value = nb::object();
  }

  const int32_t rank; ///< this process's; -1: all ranks are here
  std::vector<Tensor> arguments, results;
  std::vector<bool> hasWhole;                        ///< by result
  std::vector<std::shared_ptr<CallerGpu>> gpus;      ///< by rank; none on CPUs
  std::vector<std::shared_ptr<CallerGpu>> otherGpus; ///< that arguments were on
  /// Set by Python: (argument, leaf) -> an array with the argument's bits, or a
  /// tuple of one that has those of this process's block.
  nb::object convert;
  /// Set by Python: the class of state, (program, result, version); that of this
  /// process's part of an argument; and the classes whose values never change.
  nb::object arrayType, localType, immutableTypes;
  /// Set by Python: (shape, type, whether that is weak) by result.
  nb::object kinds;
  int64_t version = 0; ///< calls so far
  /// Calls so far of all programs that have its state.
  int64_t stateVersion() const { return group->version; }
  popt_rt_program *get() const { return program; }
  /// Set by Python: a call or a read holds the lock; and the process whose
  /// threads the ranks are.
  nb::object lock;
  /// Set by Python: held while memory of results is read; no other is taken then.
  nb::object memoryLock;
  int64_t process = 0;

private:
  popt_rt_value valueOf(size_t index, nb::object leaf,
                        std::vector<Bytes> &views,
                        std::vector<nb::object> &kept);
  std::optional<popt_rt_value> gpuValueOf(size_t index, nb::object &leaf,
                                          std::vector<Bytes> &views,
                                          std::vector<nb::object> &kept);
  bool isGivenOnGpu(size_t result) const {
    return !gpus.empty() && !isGivenWhole[result];
  }
  /// Whether another library may write to the leaf, a result of ours.
  bool isLent(nb::handle leaf) const;
  /// Whether another thread may be calling the program whose state the leaf is.
  bool isOthersState(nb::handle leaf) const;
  nb::object blockIn(size_t index, nb::handle leaf);
  bool takeBlock(size_t index, nb::handle leaf, Bytes &out_array);
  const std::string &argumentLayout(size_t index);
  const std::string &resultLayout(size_t index);
  Block argumentBlock(int32_t argument, int32_t rank) const;
  Block resultBlock(int32_t result, int32_t rank) const;
  nb::object makeResult(size_t index, void *&out_data);
  nb::object makeBlock(size_t index, void *&out_data);
  nb::object asResult(size_t index, nb::object array) const;

  /// What is in the memory of an argument, here and where its state is.
  void setCurrent(size_t argument, const nb::object &value);

  popt_rt_program *program;
  const Names names;
  std::shared_ptr<StateGroup> group;
  std::vector<size_t> states; ///< arguments that are state, in their order
  /// By argument: the value that its memory holds, if that is known.
  std::vector<nb::object> current;
  nb::object makeEmpty;
  std::vector<nb::tuple> shapes;        ///< by result
  std::vector<nb::object> storageTypes; ///< by result
  std::vector<bool> isGivenWhole;       ///< by result, where it is no state
  std::vector<Block> argumentBlocks, resultBlocks; ///< of this process
  std::vector<nb::tuple> blockShapes; ///< by result; flat if it has several
  /// The blocks of all ranks, once they are asked for; empty if a rank has several.
  std::vector<std::optional<std::string>> argumentLayouts, resultLayouts;
};

} // namespace popt::native
#endif // POPT_PYTHON_NATIVE_PROGRAM_H
