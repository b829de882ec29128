//===- Module.cpp - Modules, functions, launches --------------------------===//

#include "../memory/Checker.h"
#include "Api.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace popt::fake {

ModuleObject::~ModuleObject() {
  for (uint64_t address : variables)
    memory.free(address);
}

uint64_t ModuleObject::allocate(uint64_t bytes, const std::string &) {
  uint64_t address = memory.allocate(device, bytes, true);
  if (address)
    variables.push_back(address);
  return address;
}

/// The newest PTX that a driver reads (CUDA release notes): 7.0 with 11.0, then
/// one minor version each; 8.0 with 12.0, ..., 9.0 with 13.0.
static uint32_t newestPtx(int32_t driver) {
  int32_t major = driver / 1000, minor = driver % 1000 / 10;
  if (major == 12) {
    static const uint32_t versions[] = {80, 81, 82, 83, 84, 85, 85, 86, 87, 88};
    return versions[std::min(minor, 9)];
  }
  return uint32_t(major - 4) * 10 + uint32_t(minor);
}

/// What the launch of a kernel keeps until it runs.
struct LaunchState {
  std::shared_ptr<Program> program;
  const Kernel *kernel;
  LaunchShape shape;
  std::vector<uint8_t> parameters;
};

static void runKernel(const LaunchState &state, Work &work) {
  Machine &machine = Machine::get();
  ContextObject &context = *work.context;
  ++machine.counters.launches;
  uint32_t blocks =
      state.shape.grid[0] * state.shape.grid[1] * state.shape.grid[2];
  std::vector<uint32_t> order(blocks);
  std::iota(order.begin(), order.end(), 0);
  for (uint32_t i = blocks; i > 1; --i)
    std::swap(order[i - 1], order[machine.random() % i]);
  std::unique_ptr<Tracker> tracker;
  if (machine.config.checks == Checks::All)
    tracker = std::make_unique<Tracker>(machine.history, work.clock, work.lane,
                                        work.number, work.name, state.kernel);
  Traffic traffic;
  Checker checker(machine.memory, tracker.get(),
                  machine.config.countersFile.empty() ? nullptr : &traffic,
                  context.device, context.peers);
  Block block(*state.kernel, state.shape, state.parameters, checker,
              machine.config.instructionLimit);
  for (uint32_t index : order)
    if (!block.run(index)) {
      machine.report(&context, Result(block.reportCode()), block.report());
      break;
    }
  machine.counters.thread_instructions += block.instructions();
  machine.counters.bytes_accessed += traffic.bytes;
  machine.counters.bytes_accessed_by_16 += traffic.wideBytes;
  machine.counters.sectors += traffic.sectors;
}

/// Counts the barriers of new code, and takes away those that are to be skipped.
static void countBarriers(Program &program) {
  Machine &machine = Machine::get();
  const std::vector<uint64_t> &skips = machine.config.skippedBarriers;
  for (const auto &[name, kernel] : program.kernels)
    for (Instruction &i : kernel->code) {
      if (i.kind != Instruction::Barrier || i.immediate)
        continue;
      uint64_t number = ++machine.counters.barriers;
      if (std::find(skips.begin(), skips.end(), number) == skips.end())
        continue;
      machine.skipped.push_back("barrier " + std::to_string(number) +
                                ": kernel \"" + name + "\", " +
                                lineOf(*kernel, i));
      i.kind = Instruction::Plain;
      i.run = [](Block &, const Instruction &, const Active &) {
        ++Machine::get().counters.barriers_skipped;
      };
    }
}

namespace api {

/// Writes into the caller's error log, if there is one.
static void writeLog(const std::string &text, uint32_t options,
                     JitOption *names, void **values) {
  char *buffer = nullptr;
  size_t size = 0;
  for (uint32_t i = 0; i < options; ++i) {
    if (names[i] == kJitErrorLogBuffer)
      buffer = static_cast<char *>(values[i]);
    else if (names[i] == kJitErrorLogBufferSizeBytes)
      size = reinterpret_cast<size_t>(values[i]);
  }
  if (!buffer || !size)
    return;
  size_t count = std::min(text.size(), size - 1);
  memcpy(buffer, text.data(), count);
  buffer[count] = 0;
}

Result cuModuleLoadDataEx(Module *module, const void *image, uint32_t options,
                          JitOption *names, void **values) {
  Machine &machine = Machine::get();
  ContextObject *context = currentContext();
  if (!context)
    return kInvalidContext;
  if (!module || !image || (options && (!names || !values)))
    return kInvalidValue;
  auto log = [&](const std::string &text) {
    writeLog(text, options, names, values);
  };
  static const unsigned char fatBinary[] = {0x50, 0xed, 0x55, 0xba};
  if (!memcmp(image,
              "\x7f"
              "ELF",
              4) ||
      !memcmp(image, fatBinary, 4)) {
    log("the fake device runs PTX only, this is machine code");
    return kNoBinaryForGpu;
  }
  auto object = std::make_unique<ModuleObject>(machine.memory, context->device);
  PtxError error;
  object->program =
      loadProgram(static_cast<const char *>(image), *object, error);
  if (error.version > newestPtx(machine.config.driverVersion)) {
    log("PTX version " + std::to_string(error.version / 10) + "." +
        std::to_string(error.version % 10) + " is newer than the driver's");
    return kUnsupportedPtxVersion;
  }
  if (!object->program) {
    log("line " + std::to_string(error.line) + ": " + error.message);
    return kInvalidPtx;
  }
  if (object->program->architecture > machine.config.architecture) {
    log("the PTX is for sm_" + std::to_string(object->program->architecture) +
        ", the device is sm_" + std::to_string(machine.config.architecture));
    return kInvalidPtx;
  }
  countBarriers(*object->program);
  for (const auto &[name, kernel] : object->program->kernels) {
    auto function = std::make_unique<FunctionObject>();
    function->module = object.get();
    function->kernel = kernel.get();
    machine.functions[reinterpret_cast<Function>(function.get())] =
        function.get();
    object->functions[name] = std::move(function);
  }
  *module = machine.modules.add(std::move(object));
  return kSuccess;
}

Result cuModuleUnload(Module module) {
  Machine &machine = Machine::get();
  ModuleObject *object = machine.modules.find(module);
  if (!object)
    return kInvalidHandle;
  machine.runAll(*machine.contexts[object->device]);
  for (const auto &[name, function] : object->functions)
    machine.functions.erase(reinterpret_cast<Function>(function.get()));
  machine.modules.remove(module);
  return kSuccess;
}

Result cuModuleGetFunction(Function *function, Module module,
                           const char *name) {
  ModuleObject *object = Machine::get().modules.find(module);
  if (!object)
    return kInvalidHandle;
  if (!function || !name)
    return kInvalidValue;
  auto found = object->functions.find(name);
  if (found == object->functions.end())
    return kNotFound;
  *function = reinterpret_cast<Function>(found->second.get());
  return kSuccess;
}

static FunctionObject *findFunction(Function function) {
  auto &functions = Machine::get().functions;
  auto found = functions.find(function);
  return found == functions.end() ? nullptr : found->second;
}

Result cuFuncGetAttribute(int32_t *value, FunctionAttribute attribute,
                          Function function) {
  FunctionObject *object = findFunction(function);
  if (!object)
    return kInvalidHandle;
  if (!value)
    return kInvalidValue;
  const Kernel &kernel = *object->kernel;
  switch (attribute) {
  case kMaxThreadsPerBlock:
    *value = int32_t(kernel.maxThreads);
    return kSuccess;
  case kSharedSizeBytes:
    *value = int32_t(kernel.sharedBytes);
    return kSuccess;
  case kLocalSizeBytes:
    *value = int32_t(kernel.localBytes);
    return kSuccess;
  case kNumRegs:
    *value = 32; // nothing is allocated here
    return kSuccess;
  case kMaxDynamicSharedSizeBytes:
    *value = int32_t(object->maxDynamicShared);
    return kSuccess;
  }
  return kInvalidValue;
}

static int32_t optinShared(FunctionObject &object) {
  int32_t most = 0;
  cuDeviceGetAttribute(&most, kMaxSharedMemoryPerBlockOptin,
                       Device(object.module->device));
  return most;
}

Result cuFuncSetAttribute(Function function, FunctionAttribute attribute,
                          int32_t value) {
  FunctionObject *object = findFunction(function);
  if (!object)
    return kInvalidHandle;
  if (attribute != kMaxDynamicSharedSizeBytes || value < 0 ||
      value + int64_t(object->kernel->sharedBytes) > optinShared(*object))
    return kInvalidValue;
  object->maxDynamicShared = uint32_t(value);
  return kSuccess;
}

Result cuLaunchKernel(Function function, uint32_t gridX, uint32_t gridY,
                      uint32_t gridZ, uint32_t blockX, uint32_t blockY,
                      uint32_t blockZ, uint32_t sharedBytes, Stream stream,
                      void **parameters, void **extra) {
  Machine &machine = Machine::get();
  FunctionObject *object = findFunction(function);
  StreamObject *queue = findStream(stream);
  if (!object || !queue)
    return kInvalidHandle;
  const Kernel &kernel = *object->kernel;
  uint64_t threads = uint64_t(blockX) * blockY * blockZ;
  uint64_t blocks = uint64_t(gridX) * gridY * gridZ;
  if (!threads || !blocks || blocks >= uint64_t(1) << 31 || gridY > 65535 ||
      gridZ > 65535 || blockX > 1024 || blockY > 1024 || blockZ > 64 ||
      threads > kernel.maxThreads || extra ||
      (!parameters && !kernel.parameters.empty()))
    return kInvalidValue;
  uint32_t most =
      std::max(object->maxDynamicShared,
               (48u << 10) - std::min(48u << 10, kernel.sharedBytes));
  if (sharedBytes > most || sharedBytes + uint64_t(kernel.sharedBytes) >
                                uint64_t(optinShared(*object)))
    return kInvalidValue;
  if (queue->context->device != object->module->device)
    return kInvalidHandle;
  auto state = std::make_shared<LaunchState>();
  state->program = object->module->program;
  state->kernel = &kernel;
  state->shape = {{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, sharedBytes};
  state->parameters.resize(kernel.parameterBytes);
  for (size_t i = 0; i < kernel.parameters.size(); ++i)
    memcpy(state->parameters.data() + kernel.parameters[i].offset,
           parameters[i], kernel.parameters[i].bytes);
  machine.submit(*queue, "kernel \"" + kernel.name + "\"",
                 [state](Work &self) { runKernel(*state, self); });
  return kSuccess;
}

} // namespace api
} // namespace popt::fake
