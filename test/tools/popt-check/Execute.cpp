//===- Execute.cpp - Compiles and runs annotated modules in this process --===//
//
// Both ways of running split the same global arguments and put the results
// together by the layouts of the partitioned program, so that a difference is
// the compiler's.
//
//===----------------------------------------------------------------------===//
#include "Execute.h"
#include "../../runtime/RankThreads.h"
#include "Compare.h"
#include "popt-rt/data.h"
#include "popt-rt/device_cpu.h"
#include "popt-rt/exec.h"
#include "popt-rt/transport_threads.h"
#include "popt/Conversion/EmitStep.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Export/Passes.h"
#include "popt/Flow/UnknownNames.h"
#include "popt/Kernels/LowerKernels.h"
#include "popt/Reference/Distribute.h"
#include "popt/Reference/FromMLIR.h"
#include "popt/Reference/Program.h"
#include "popt/Reference/TensorOps.h"
#include "popt/Reshard/LayoutSpace.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"
#include <cmath>

using namespace mlir;
using namespace popt;
using namespace popt::check;
using reference::ElementType;
using reference::RankTensors;
using reference::Tensor;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerFlowDialects(registry);
  return registry;
}

Engine::Engine() : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
  // Annotations are made before a module that has some is parsed.
  context.loadDialect<dist::DistDialect>();
  options.reshards = std::make_shared<ReshardPool>();
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
        said.size() < 2000) {
      llvm::raw_string_ostream os(said);
      os << diagnostic.getLocation() << ": " << diagnostic << "\n";
    }
    return success();
  });
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static func::FuncOp mainOf(ModuleOp module) {
  return module.lookupSymbol<func::FuncOp>("main");
}

static std::optional<Tensor> toTensor(const rt::TensorMap &tensors,
                                      const std::string &key, Type type) {
  auto it = tensors.find(key);
  auto wanted = dyn_cast<RankedTensorType>(type);
  if (it == tensors.end() || !wanted)
    return std::nullopt;
  auto element = reference::elementTypeFromMLIR(wanted.getElementType());
  const rt::Tensor &stored = it->second;
  if (!element || ArrayRef<int64_t>(stored.shape) != wanted.getShape())
    return std::nullopt;
  return Tensor::fromBytes(
      *element, wanted.getShape(),
      ArrayRef<char>(reinterpret_cast<const char *>(stored.data.data()),
                     stored.data.size()));
}

OwningOpRef<ModuleOp> Engine::parse(const std::string &text) {
  said.clear();
  if (std::optional<std::string> problem = checkTypes(text, "in.mlir")) {
    said = *problem;
    return nullptr;
  }
  ScopedDiagnosticHandler reword(&context, [&](Diagnostic &message) {
    std::optional<std::string> words = rewordUnknown(message, text);
    if (words)
      emitError(message.getLocation(), *words);
    return success(words.has_value());
  });
  return parseSourceString<ModuleOp>(text, ParserConfig(&context));
}

bool Engine::load(const std::string &file, const std::string &inputs,
                  const std::string &expected, Program &program) {
  said.clear();
  program.module = readModule(file, &context);
  if (!program.module)
    return false;
  rt::TensorMap in, out;
  if (!rt::readTensors(inputs, in, said) ||
      !rt::readTensors(expected, out, said))
    return false;
  func::FuncOp main = mainOf(*program.module);
  auto find = [&](const rt::TensorMap &map, const char *prefix, TypeRange types,
                  std::vector<Tensor> &tensors) {
    tensors.clear();
    for (auto [i, type] : llvm::enumerate(types)) {
      std::string key = prefix + std::to_string(i);
      std::optional<Tensor> tensor = toTensor(map, key, type);
      if (!tensor) {
        said = file + ": no tensor \"" + key + "\" of the right type";
        return false;
      }
      tensors.push_back(std::move(*tensor));
    }
    return true;
  };
  return find(in, "arg", main.getArgumentTypes(), program.arguments) &&
         find(out, "res", main.getResultTypes(), program.expected);
}

static popt_rt_element_type storedType(ElementType type) {
  using E = ElementType;
  switch (type) {
  case E::I1:
    return POPT_RT_I1;
  case E::I8:
    return POPT_RT_I8;
  case E::I16:
    return POPT_RT_I16;
  case E::I32:
    return POPT_RT_I32;
  case E::I64:
    return POPT_RT_I64;
  case E::UI16:
  case E::BF16:
    return POPT_RT_UI16;
  case E::UI32:
    return POPT_RT_UI32;
  case E::UI64:
    return POPT_RT_UI64;
  case E::F16:
    return POPT_RT_F16;
  case E::F32:
    return POPT_RT_F32;
  case E::F64:
    return POPT_RT_F64;
  case E::C64:
    return POPT_RT_C64;
  case E::C128:
    return POPT_RT_C128;
  default: // a byte each
    return POPT_RT_UI8;
  }
}

bool popt::check::writeNpz(const std::string &path, const std::string &prefix,
                           ArrayRef<Tensor> tensors, std::string &error) {
  rt::TensorMap map;
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    rt::Tensor stored(storedType(tensor.type()),
                      {tensor.shape().begin(), tensor.shape().end()});
    std::copy(tensor.bytes().begin(), tensor.bytes().end(),
              stored.data.begin());
    map[prefix + std::to_string(i)] = std::move(stored);
  }
  return rt::writeNpz(path, map, error);
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

namespace {
/// An argument or result of a partitioned program.
struct Slot {
  RankedTensorType global;
  Layout layout;
};
} // namespace

static Slot slotOf(const Mesh &mesh, Type local, Attribute global,
                   dist::ShardingAttr sharding) {
  Slot slot;
  auto type = dyn_cast_or_null<TypeAttr>(global);
  slot.global = cast<RankedTensorType>(type ? type.getValue() : local);
  slot.layout = sharding ? sharding.toLayout(mesh).closed()
                         : Layout::replicate(slot.global.getRank());
  return slot;
}

/// Terms whose sum is exact. A number of more than four bits is its first four
/// and the rest: terms no larger than itself, or sums would round where those
/// of whole numbers do not. Others are v = -v + 2v, unless 2v overflows or v is
/// a zero, whose sign that would lose: such an element stays whole.
template <typename T> static void makeTerms(T value, T &first, T &second) {
  if constexpr (std::is_same_v<T, bool>) {
    first = second = value;
  } else if constexpr (std::is_integral_v<T>) {
    second = static_cast<T>(value * T(2) + T(3));
    first = static_cast<T>(value - second);
  } else if constexpr (reference::isSmallIntegerType<T>) {
    second = T(int(value) * 2 + 3);
    first = T(int(value) - int(second));
  } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    if (value == 0 || !std::isfinite(value * T(2))) {
      first = value;
      second = T(-0.0);
      return;
    }
    const T unit = std::ldexp(T(1), std::ilogb(value) - 3);
    first = std::isnormal(unit) ? std::nearbyint(value / unit) * unit : value;
    second = value - first;
    if (second == 0) {
      first = -value;
      second = value * T(2);
    }
  } else {
    first = value;
    second = T(-0.0f);
  }
}

/// The argument on every rank. Of a sum the first two coordinates hold partial
/// values that are not zero.
static RankTensors split(const Mesh &mesh, const Slot &slot,
                         const Tensor &global) {
  using namespace reference;
  RankTensors blocks = distribute(mesh, slot.layout, global, Padding::Poison);
  if (slot.layout.partial.empty() || slot.layout.monoid != Monoid::Sum ||
      !slot.layout.pins.empty())
    return blocks;
  Tensor first = global, second = global;
  dispatch(global.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    T *a = first.mutableData<T>(), *b = second.mutableData<T>();
    for (int64_t i = 0; i < global.size(); ++i)
      makeTerms<T>(global.data<T>()[i], a[i], b[i]);
  });
  Layout whole = slot.layout;
  whole.partial.clear();
  RankTensors firsts = distribute(mesh, whole, first, Padding::Poison);
  RankTensors seconds = distribute(mesh, whole, second, Padding::Poison);
  for (const std::vector<int64_t> &group : mesh.groups(slot.layout.partial)) {
    blocks[group[0]] = firsts[group[0]];
    blocks[group[1]] = seconds[group[1]];
  }
  return blocks;
}

static SmallVector<RankTensors>
splitArguments(func::FuncOp main, const Mesh &mesh, const Program &program) {
  SmallVector<RankTensors> locals;
  for (auto [i, argument] : llvm::enumerate(program.arguments)) {
    Slot slot = slotOf(mesh, main.getArgumentTypes()[i],
                       main.getArgAttr(i, dist::kGlobalType),
                       dist::getSharding(main.getArgument(i)));
    locals.push_back(split(mesh, slot, argument));
  }
  return locals;
}

static Mesh meshOf(ModuleOp module) {
  dist::MeshOp mesh = dist::getMesh(module);
  return reference::lockstepMesh(mesh ? mesh.toMesh() : Mesh());
}

Outcome Engine::compare(ModuleOp partitioned, const Program &program,
                        ArrayRef<RankTensors> results) {
  func::FuncOp main = mainOf(partitioned);
  const Mesh mesh = meshOf(partitioned);
  Outcome outcome;
  std::vector<Precise> exact;
  for (auto [i, blocks] : llvm::enumerate(results)) {
    Slot slot = slotOf(mesh, main.getResultTypes()[i],
                       main.getResultAttr(i, dist::kGlobalType),
                       dist::getResultSharding(main, i));
    std::string error;
    reference::MaybeTensor global =
        reference::collect(mesh, slot.layout, slot.global.getShape(), blocks,
                           error, program.rtol, program.atol);
    std::string result = "result " + std::to_string(i) + ": ";
    if (!global)
      return {Outcome::Wrong, result + error};
    reference::Comparison comparison = compareResult(program, i, *global);
    if (comparison.equal)
      continue;
    if (program.exact && exact.empty())
      exact = program.exact();
    std::string why =
        exact.empty() ? "" : isNearer(*global, program.expected[i], exact[i]);
    if (why.empty())
      return {Outcome::Wrong, result + comparison.message};
    outcome = {Outcome::Nearer, result + why + "; " + comparison.message};
  }
  return outcome;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

OwningOpRef<ModuleOp> Engine::lower(ModuleOp annotated, Emit last) {
  OwningOpRef<ModuleOp> module = cast<ModuleOp>(annotated->clone());
  if (!lowers(*module, last))
    return nullptr;
  return module;
}

bool Engine::lowers(ModuleOp module, Emit last) {
  said.clear();
  std::unique_ptr<PassManager> own;
  // Passes that were set up once run again; plans change from item to item.
  std::unique_ptr<PassManager> &manager =
      options.plan.empty() ? managers[{options.cluster, last}] : own;
  if (!manager) {
    manager = std::make_unique<PassManager>(&context);
    buildFlow(*manager, options, last);
  }
  return succeeded(manager->run(module));
}

std::optional<std::vector<Tensor>>
Engine::evaluate(ModuleOp module, const std::vector<Tensor> &arguments) {
  said.clear();
  FailureOr<SmallVector<Tensor>> results =
      reference::interpret(module, arguments);
  if (failed(results))
    return std::nullopt;
  return std::vector<Tensor>(results->begin(), results->end());
}

Outcome Engine::interpret(ModuleOp annotated, const Program &program) {
  OwningOpRef<ModuleOp> module = lower(annotated, Emit::Partitioned);
  if (!module)
    return {Outcome::Refused, said};
  reference::InterpreterOptions options;
  options.poisonPadding = true;
  const Mesh mesh = meshOf(*module);
  auto results = reference::interpretLockstep(
      *module, mesh, splitArguments(mainOf(*module), mesh, program), options);
  if (failed(results))
    return {Outcome::Refused, "the interpreter: " + said};
  return compare(*module, program, *results);
}

Outcome Engine::interpretExported(ModuleOp annotated, const Program &program,
                                  GroupForm groups) {
  OwningOpRef<ModuleOp> module = lower(annotated, Emit::Folded);
  if (!module)
    return {Outcome::Refused, said};
  OwningOpRef<ModuleOp> exported = cast<ModuleOp>((*module)->clone());
  PassManager manager(&context);
  ExportStablehloPassOptions given;
  given.groups = groups;
  manager.addPass(createExportStablehloPass(given));
  manager.addPass(createCSEPass());
  if (failed(manager.run(*exported)))
    return {Outcome::Refused, "exported: " + said};
  const Mesh mesh = dist::getMesh(*module).toMesh();
  auto results = reference::interpretLockstep(
      *exported, mesh, splitArguments(mainOf(*module), mesh, program), {});
  if (failed(results))
    return {Outcome::Wrong, "exported, the interpreter: " + said};
  Outcome outcome = compare(*module, program, *results);
  if (outcome.kind != Outcome::Right)
    outcome.message = "exported: " + outcome.message;
  return outcome;
}

namespace {
/// A compiled program on threads: one step, or, where the device records the
/// second one to replay it, three.
class Ranks {
public:
  Ranks(std::shared_ptr<const rt::Prepared> prepared,
        ArrayRef<RankTensors> arguments)
      : prepared(std::move(prepared)), arguments(arguments) {}

  /// The results, or nothing and `error`.
  std::optional<SmallVector<RankTensors>> run();
  std::string error;

private:
  bool runRank(int32_t rank, popt_rt_device *device,
               popt_rt_transport *transport, std::string &error);

  std::shared_ptr<const rt::Prepared> prepared;
  ArrayRef<RankTensors> arguments;
  SmallVector<RankTensors> results;
  /// Peers may still read the memory of a rank that is done.
  std::vector<std::unique_ptr<rt::Executor>> executors;
};
} // namespace

/// By name, which differ in case alone.
static std::optional<ElementType> elementTypeOf(popt_rt_element_type type) {
  for (int i = 0; i <= static_cast<int>(ElementType::C128); ++i) {
    auto candidate = static_cast<ElementType>(i);
    if (StringRef(reference::name(candidate))
            .equals_insensitive(popt_rt_element_type_name(type)))
      return candidate;
  }
  return std::nullopt;
}

bool Ranks::runRank(int32_t rank, popt_rt_device *device,
                    popt_rt_transport *transport, std::string &error) {
  auto &executor = executors[rank];
  executor = rt::Executor::create(prepared, rank, device, transport, error);
  if (!executor)
    return false;
  const rt::StepTable &table = tableOf(*prepared);
  for (int steps = table.target.isGpu ? 3 : 1; steps > 0; --steps) {
    for (size_t i = 0; i < arguments.size(); ++i)
      if (void *memory = executor->argument(i)) {
        ArrayRef<char> bytes = arguments[i][rank].bytes();
        std::memcpy(memory, bytes.data(), bytes.size());
        if (!executor->upload(i, error))
          return false;
      }
    if (!executor->step(error))
      return false;
  }
  for (size_t i = 0; i < table.results.size(); ++i)
    if (executor->holdsResult(i)) {
      const void *memory = executor->result(i, error);
      if (!memory)
        return false;
      Tensor block(*elementTypeOf(table.results[i].type),
                   table.results[i].localShape);
      std::memcpy(block.mutableBytes(), memory, block.bytes().size());
      results[i][rank] = std::move(block);
    }
  return true;
}

std::optional<SmallVector<RankTensors>> Ranks::run() {
  const rt::StepTable &table = tableOf(*prepared);
  const auto n = static_cast<size_t>(table.numRanks());
  results.assign(table.results.size(), RankTensors(n));
  executors.resize(n);
  error = rt::runOnThreads(
      static_cast<int32_t>(n),
      [&](int32_t rank, popt_rt_device *device, popt_rt_transport *transport) {
        std::string wrong;
        if (runRank(rank, device, transport, wrong))
          return std::string();
        return wrong.empty() ? "a rank failed" : wrong;
      },
      table.target.isGpu, [&] { executors.clear(); });
  if (!error.empty())
    return std::nullopt;
  return std::move(results);
}

/// What kernels follow from: their bodies, and where their callers have the
/// operands. The same scheduled program comes again and again.
static std::string textOf(ModuleOp scheduled) {
  std::string text;
  llvm::raw_string_ostream os(text);
  scheduled.print(os);
  return text;
}

std::optional<Engine::Compiled> Engine::compile(ModuleOp scheduled) {
  constexpr size_t mostLoaded = 300;
  std::string text = textOf(scheduled);
  auto known = llvm::find_if(
      loaded, [&](const auto &entry) { return entry.first == text; });
  if (known != loaded.end()) {
    loaded.splice(loaded.begin(), loaded, known);
    FailureOr<rt::StepTable> table = emitStepTable(scheduled);
    if (failed(table))
      return std::nullopt;
    return Compiled{std::move(*table), loaded.front().second, {}};
  }
  FailureOr<CompiledProgram> compiled = compileProgram(scheduled, options);
  if (failed(compiled))
    return std::nullopt;
  Compiled result{std::move(compiled->table), nullptr,
                  std::move(compiled->images)};
  if (compiled->sharedObject.empty())
    return result;
  std::string error;
  std::optional<LoadedKernels> kernels =
      LoadedKernels::load(compiled->sharedObject, error);
  if (!kernels) {
    said += error;
    return std::nullopt;
  }
  result.kernels = std::make_shared<LoadedKernels>(std::move(*kernels));
  loaded.emplace_front(std::move(text), result.kernels);
  if (loaded.size() > mostLoaded)
    loaded.pop_back();
  return result;
}

Outcome Engine::runCompiled(ModuleOp annotated, const Program &program) {
  OwningOpRef<ModuleOp> module = lower(annotated, Emit::Scheduled);
  if (!module)
    return {Outcome::Refused, "compiled: " + said};
  const Mesh mesh = meshOf(*module);
  SmallVector<RankTensors> arguments =
      splitArguments(mainOf(*module), mesh, program);
  std::optional<Compiled> compiled = compile(*module);
  if (!compiled)
    return {Outcome::Refused, "compiled: " + said};
  rt::LoadedProgram executable;
  executable.table = std::move(compiled->table);
  executable.images = std::move(compiled->images);
  executable.symbol = [&](const std::string &name) -> void * {
    return compiled->kernels
               ? reinterpret_cast<void *>(compiled->kernels->lookup(name))
               : nullptr;
  };
  std::string error;
  auto prepared = rt::prepare(std::move(executable), error);
  if (!prepared)
    return {Outcome::Wrong, "compiled: " + error};
  Ranks ranks(prepared, arguments);
  std::optional<SmallVector<RankTensors>> results = ranks.run();
  if (!results)
    return {Outcome::Wrong, "compiled: " + ranks.error};
  Outcome outcome = compare(*module, program, *results);
  if (outcome.kind != Outcome::Right)
    outcome.message = "compiled: " + outcome.message;
  return outcome;
}
