//===- Program.cpp - The C API of programs that are called ----------------===//
//
// Tests: CallableTest, PeersTest.
//
//===----------------------------------------------------------------------===//
#include "Program.h"
#include "../tensor/Shards.h"
#include "popt-rt/device_cuda.h"
#include "popt-rt/package.h"
#include "popt-rt/run.h"
#include <algorithm>
#include <optional>

using namespace popt::rt;

static thread_local std::string lastError;

popt_rt_status popt::rt::failCall(popt_rt_status status, std::string message) {
  lastError = std::move(message);
  return status;
}

static std::string nameIn(const popt_rt_program_options *options) {
  return options && options->name ? options->name : "the program";
}

static std::vector<Callable *>
besideIn(const popt_rt_program_options *options) {
  std::vector<Callable *> beside;
  for (int32_t i = 0; options && i < options->num_beside; ++i)
    beside.push_back(options->beside[i]->callable.get());
  return beside;
}

static Peers *peersIn(const popt_rt_program_options *options) {
  return options && options->processes ? options->processes->peers.get()
                                       : nullptr;
}

/// What this process can't even prepare, which the others hear of.
static popt_rt_status refuse(const popt_rt_program_options *options,
                             const std::string &problem) {
  if (Peers *peers = peersIn(options))
    Callable::refuse(*peers, nameIn(options), problem,
                     toFunction(options->keep_going, options->context));
  return failCall(POPT_RT_INVALID_ARGUMENT, problem);
}

namespace {
/// Programs on GPUs leave the caller's thread the context that it had.
class KeepsContext {
public:
  explicit KeepsContext(const StepTable &table)
      : isForGpus(table.target.isGpu),
        before(isForGpus ? popt_rt_cuda_enter(nullptr) : nullptr) {}
  ~KeepsContext() {
    if (isForGpus)
      popt_rt_cuda_leave(nullptr, before);
  }
  KeepsContext(const KeepsContext &) = delete;
  KeepsContext &operator=(const KeepsContext &) = delete;

private:
  const bool isForGpus;
  void *const before;
};
} // namespace

popt_rt_status popt::rt::startProgram(LoadedProgram loaded,
                                      const popt_rt_program_options *options,
                                      popt_rt_program **out_program) {
  std::string error;
  std::shared_ptr<const Prepared> prepared = prepare(std::move(loaded), error);
  if (!prepared)
    return refuse(options, error);
  KeepsContext keeps(tableOf(*prepared));
  auto program = std::make_unique<popt_rt_program>();
  Peers *peers = peersIn(options);
  Callable::Start start;
  start.timeoutSeconds = timeoutOf(options ? options->timeout_seconds : 0);
  start.name = nameIn(options);
  start.beside = besideIn(options);
  if (peers)
    start.peers = options->processes->peers;
  if (options) {
    start.badNumbers =
        static_cast<BadNumbers>(std::clamp(options->bad_numbers, 0, 2));
    start.gpus.assign(options->gpus,
                      options->gpus + std::max(options->num_gpus, 0));
  }
  program->callable = Callable::create(
      std::move(prepared), start,
      options ? toFunction(options->keep_going, options->context) : nullptr,
      error);
  if (!program->callable) {
    popt_rt_status health =
        peers ? popt_rt_transport_health(peers->transport()) : POPT_RT_OK;
    return failCall(health == POPT_RT_OK ? POPT_RT_SYSTEM_ERROR : health,
                    error);
  }
  const StepTable &table = program->callable->table();
  for (const Argument &argument : table.arguments)
    program->argumentLayouts.push_back(argument.layout.str(table.mesh));
  for (const Result &result : table.results)
    program->resultLayouts.push_back(result.layout.str(table.mesh));
  *out_program = program.release();
  return POPT_RT_OK;
}

popt_rt_status popt_rt_program_load(const char *path,
                                    const popt_rt_program_options *options,
                                    popt_rt_program **out_program) {
  return guarded([&] {
    LoadedProgram loaded;
    std::string error;
    if (!loadPackage(path, loaded, error))
      return refuse(options, error);
    return startProgram(std::move(loaded), options, out_program);
  });
}

popt_rt_status
popt_rt_program_load_package(const void *data, int64_t bytes,
                             const popt_rt_program_options *options,
                             popt_rt_program **out_program) {
  return guarded([&] {
    LoadedProgram loaded;
    std::string error;
    if (!loadPackage("the package", static_cast<const uint8_t *>(data),
                     static_cast<size_t>(bytes), loaded, error))
      return refuse(options, error);
    return startProgram(std::move(loaded), options, out_program);
  });
}

void popt_rt_program_destroy(popt_rt_program *program) {
  // A fork waits for ever for threads that it lacks, and others for one that does
  // not end.
  std::optional<KeepsContext> keeps;
  if (program && program->callable) {
    if (program->callable->isForked() || program->callable->isStuck())
      static_cast<void>(program->callable.release());
    else
      keeps.emplace(program->callable->table());
  }
  delete program;
}

int32_t popt_rt_program_num_ranks(const popt_rt_program *program) {
  return static_cast<int32_t>(program->callable->table().numRanks());
}

int32_t popt_rt_program_num_arguments(const popt_rt_program *program) {
  return static_cast<int32_t>(numOfUser(program->callable->table().arguments));
}

int32_t popt_rt_program_num_results(const popt_rt_program *program) {
  return static_cast<int32_t>(numOfUser(program->callable->table().results));
}

/// An Argument or a Result as C sees it.
template <typename Value>
static popt_rt_status
describe(const std::vector<Value> &values, int32_t index, int32_t Value::*state,
         const std::vector<std::string> &layouts, popt_rt_tensor *out_tensor) {
  size_t count = numOfUser(values);
  if (index < 0 || static_cast<size_t>(index) >= count)
    return failCall(POPT_RT_INVALID_ARGUMENT,
                    "there is no number " + std::to_string(index) + " of " +
                        std::to_string(count));
  const Value &value = values[index];
  *out_tensor = {value.name.c_str(),
                 value.type,
                 static_cast<int32_t>(value.shape.size()),
                 value.shape.data(),
                 bytesOf(value.shape, value.type),
                 value.*state,
                 layouts[index].c_str()};
  return POPT_RT_OK;
}

popt_rt_status popt_rt_program_argument(const popt_rt_program *program,
                                        int32_t index,
                                        popt_rt_tensor *out_argument) {
  return describe(program->callable->table().arguments, index,
                  &Argument::stateResult, program->argumentLayouts,
                  out_argument);
}

popt_rt_status popt_rt_program_result(const popt_rt_program *program,
                                      int32_t index,
                                      popt_rt_tensor *out_result) {
  return describe(program->callable->table().results, index,
                  &Result::stateArgument, program->resultLayouts, out_result);
}

/// How many blocks of an argument or result a rank holds, which `held` lists, and the
/// first; `out_bytes` of all.
template <typename Value, typename Held>
static popt_rt_status
describeBlock(const StepTable &table, const std::vector<Value> &values,
              const char *what, int32_t index, int32_t rank, Held held,
              int32_t *out_count, int64_t *out_begin, int64_t *out_extent,
              int64_t *out_bytes) {
  if (index < 0 || static_cast<size_t>(index) >= numOfUser(values) ||
      rank < 0 || rank >= table.numRanks())
    return failCall(POPT_RT_INVALID_ARGUMENT,
                    std::string("there is no ") + what + " " +
                        std::to_string(index) + " on a rank " +
                        std::to_string(rank));
  std::vector<size_t> blocks = held(table, static_cast<size_t>(index), rank);
  *out_count = static_cast<int32_t>(blocks.size());
  for (const DimBlock &block :
       blocksOf(table.mesh, values[blocks.empty() ? index : blocks[0]], rank)) {
    *out_begin++ = block.begin;
    *out_extent++ = block.extent;
  }
  *out_bytes = 0;
  for (size_t block : blocks)
    *out_bytes += blockBytes(table, values[block], rank);
  return POPT_RT_OK;
}

popt_rt_status popt_rt_program_block(const popt_rt_program *program,
                                     int32_t argument, int32_t rank,
                                     int32_t *out_count, int64_t *out_begin,
                                     int64_t *out_extent, int64_t *out_bytes) {
  const StepTable &table = program->callable->table();
  return describeBlock(table, table.arguments, "argument", argument, rank,
                       argumentsHeld, out_count, out_begin, out_extent,
                       out_bytes);
}

popt_rt_status popt_rt_program_result_block(const popt_rt_program *program,
                                            int32_t result, int32_t rank,
                                            int32_t *out_count,
                                            int64_t *out_begin,
                                            int64_t *out_extent,
                                            int64_t *out_bytes) {
  const StepTable &table = program->callable->table();
  return describeBlock(table, table.results, "result", result, rank,
                       resultsHeld, out_count, out_begin, out_extent,
                       out_bytes);
}

int32_t popt_rt_program_has_whole(const popt_rt_program *program,
                                  int32_t result) {
  return result >= 0 && result < popt_rt_program_num_results(program) &&
         program->callable->hasWhole(static_cast<size_t>(result));
}

int32_t popt_rt_program_shares_with(const popt_rt_program *program) {
  return program->callable->sharesWith();
}

int64_t popt_rt_program_memory(const popt_rt_program *program, int32_t rank) {
  bool exists = rank >= 0 && rank < popt_rt_program_num_ranks(program);
  return exists ? program->callable->memoryBytes(rank) : 0;
}

int32_t popt_rt_program_gpu(const popt_rt_program *program, int32_t rank) {
  bool exists = rank >= 0 && rank < popt_rt_program_num_ranks(program);
  return exists ? program->callable->gpuOf(rank) : -1;
}

popt_rt_status
popt_rt_program_call(popt_rt_program *program, const popt_rt_value *arguments,
                     int32_t num_arguments, const popt_rt_value *results,
                     int32_t num_results, popt_rt_keep_going keep_going,
                     void *context) {
  return answered([&](std::string &error) {
    return program->callable->call({{arguments, arguments + num_arguments},
                                    {results, results + num_results},
                                    /*steps=*/true,
                                    {}},
                                   toFunction(keep_going, context), error);
  });
}

const char *popt_rt_program_finding(const popt_rt_program *program) {
  const std::string &text = program->callable->finding();
  return text.empty() ? nullptr : text.c_str();
}

popt_rt_status popt_rt_program_read(popt_rt_program *program,
                                    const popt_rt_value *results,
                                    int32_t num_results) {
  return answered([&](std::string &error) {
    return program->callable->call(
        {{}, {results, results + num_results}, /*steps=*/false, {}}, nullptr,
        error);
  });
}

popt_rt_status popt_rt_program_gather(popt_rt_program *program, int32_t result,
                                      int64_t call, const void *block,
                                      void *whole,
                                      popt_rt_keep_going keep_going,
                                      void *context) {
  return answered([&](std::string &error) {
    return program->callable->call(
        {{}, {}, /*steps=*/false, {result, call, block, whole}},
        toFunction(keep_going, context), error);
  });
}

const char *popt_rt_program_last_error(void) { return lastError.c_str(); }
