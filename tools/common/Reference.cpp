//===- Reference.cpp - popt-run --reference and --verify-phases -----------===//
//
// The interpreter as a program of one command: a step table for one rank whose
// only kernel reads the arguments, interprets the module and writes the
// results. The run driver then treats it like any compiled program.
//
//===----------------------------------------------------------------------===//
#include "Reference.h"
#include "Limits.h"

#include "popt-rt/run.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Step/Table.h"
#include "popt/Partition/Passes.h"
#include "popt/Reference/FromMLIR.h"
#include "popt/Reference/Program.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace popt::tools {
namespace {

using reference::Tensor;

/// One phase of the program under test.
struct Phase {
  std::string name;
  OwningOpRef<ModuleOp> module;
};

/// What the kernel below works on: it is a plain function.
struct Session {
  std::vector<Phase> phases; ///< the last one's results count
  reference::ProgramOptions options;
  std::vector<RankedTensorType> argumentTypes, resultTypes;
  Compilation *compilation = nullptr;
  bool failed = false;
};
Session *session = nullptr;

/// The results of a phase, or nothing after a diagnostic.
std::optional<SmallVector<Tensor>> run(const Phase &phase,
                                       ArrayRef<Tensor> arguments) {
  FailureOr<SmallVector<Tensor>> results =
      reference::interpretProgram(*phase.module, arguments, session->options);
  if (failed(results))
    return std::nullopt;
  return std::move(*results);
}

/// Names the first operation whose local program computes something else than
/// the operation itself: partitions the program with every value as a result.
void blameOperation(ArrayRef<Tensor> arguments) {
  Compilation &compilation = *session->compilation;
  OwningOpRef<ModuleOp> global =
      readModule(compilation.flags.input, &compilation.context);
  PassManager before(&compilation.context);
  buildFlow(before, compilation.options, Emit::Propagated);
  buildReshards(before, compilation.options);
  if (!global || failed(before.run(*global)))
    return;
  auto main = global->lookupSymbol<func::FuncOp>("main");
  SmallVector<Value> values;
  SmallVector<dist::ShardingAttr> shardings;
  for (Operation &op : main.front().without_terminator())
    for (Value result : op.getResults())
      if (dist::ShardingAttr sharding = dist::getSharding(result)) {
        values.push_back(result);
        shardings.push_back(sharding);
      }
  Operation *terminator = main.front().getTerminator();
  terminator->setOperands(values);
  dist::setOperandShardings(terminator, shardings);
  main.setResAttrsAttr(nullptr);
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    main.removeArgAttr(i, dist::kState);
  main.setFunctionType(FunctionType::get(main.getContext(),
                                         main.getArgumentTypes(),
                                         ValueRange(values).getTypes()));
  OwningOpRef<ModuleOp> local = cast<ModuleOp>(global->clone());
  PassManager partition(&compilation.context);
  partition.addPass(createPartitionPass());
  if (failed(partition.run(*local)))
    return;
  auto expected =
      reference::interpretProgram(*global, arguments, session->options);
  auto got = reference::interpretProgram(*local, arguments, session->options);
  if (failed(expected) || failed(got))
    return;
  for (size_t i = 0; i < values.size(); ++i) {
    reference::Comparison comparison =
        reference::compare((*got)[i], (*expected)[i], 1e-3, 1e-4);
    if (comparison.equal)
      continue;
    Operation *op = values[i].getDefiningOp();
    op->emitError("the local program of this operation computes other values: ")
        << comparison.message;
    return;
  }
}

void interpretKernel(void *const *operands, const int64_t *) {
  if (session->failed)
    return;
  SmallVector<Tensor> arguments;
  size_t next = 0;
  for (RankedTensorType type : session->argumentTypes) {
    auto element = *reference::elementTypeFromMLIR(type.getElementType());
    Tensor tensor(element, type.getShape());
    std::memcpy(tensor.mutableBytes(), operands[next++], tensor.bytes().size());
    arguments.push_back(std::move(tensor));
  }
  std::optional<SmallVector<Tensor>> last;
  for (const Phase &phase : session->phases) {
    std::optional<SmallVector<Tensor>> results = run(phase, arguments);
    if (!results) {
      llvm::errs() << "popt-run: the program cannot be interpreted after "
                   << phase.name << "\n";
      session->failed = true;
      return;
    }
    for (size_t i = 0; last && i < results->size(); ++i) {
      reference::Comparison comparison =
          reference::compare((*results)[i], (*last)[i], 1e-3, 1e-4);
      if (comparison.equal)
        continue;
      llvm::errs() << "popt-run: result " << i << " changes in phase "
                   << phase.name << ": " << comparison.message << "\n";
      if (!session->failed && phase.name == "partition")
        blameOperation(arguments);
      session->failed = true;
    }
    last = std::move(results);
  }
  for (const Tensor &result : *last)
    std::memcpy(operands[next++], result.bytes().data(), result.bytes().size());
}

/// The table of the one command. Arguments and results are those of `main`.
rt::StepTable makeTable(func::FuncOp main) {
  rt::StepTable table;
  table.meshName = "reference";
  table.addKernel("popt_reference");
  table.programOfRank = {0};
  rt::Program program;
  program.name = "reference";
  int64_t bytes = 0;
  rt::Command command;
  auto place = [&](RankedTensorType type, auto &description, StringAttr name,
                   unsigned index, StringRef fallback) {
    auto element = *reference::elementTypeFromMLIR(type.getElementType());
    description.name =
        name ? name.getValue().str() : (fallback + std::to_string(index)).str();
    description.type = *toRuntimeType(type.getElementType());
    description.shape.assign(type.getShape().begin(), type.getShape().end());
    description.localShape = description.shape;
    description.layout.dims.resize(type.getRank());
    rt::Operand operand;
    operand.offset = bytes;
    operand.type = description.type;
    operand.shape = description.shape;
    command.operands.push_back(operand);
    rt::Address where{0, bytes};
    bytes += llvm::alignTo(
        type.getNumElements() * reference::byteWidth(element), 64);
    return where;
  };
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    rt::Argument argument;
    program.argumentAddresses.push_back(
        place(session->argumentTypes[i], argument,
              main.getArgAttrOfType<StringAttr>(i, dist::kName), i, "arg"));
    if (auto state = main.getArgAttrOfType<IntegerAttr>(i, dist::kState))
      argument.stateResult = static_cast<int32_t>(state.getInt());
    table.arguments.push_back(argument);
  }
  auto stateArguments = dist::getStateArguments(main);
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    rt::Result result;
    program.resultAddresses.push_back(
        place(session->resultTypes[i], result,
              main.getResultAttrOfType<StringAttr>(i, dist::kName), i, "res"));
    if (std::optional<unsigned> argument = stateArguments[i])
      result.stateArgument = static_cast<int32_t>(*argument);
    table.results.push_back(result);
  }
  if (auto facts =
          main->getParentOfType<ModuleOp>()->getAttrOfType<DictionaryAttr>(
              dist::kStateFacts))
    for (NamedAttribute fact : facts)
      if (auto text = dyn_cast<StringAttr>(fact.getValue()))
        table.info[fact.getName().str()] = text.str();
  command.op = rt::KernelOp{};
  program.commands.push_back(command);
  program.bodies.push_back({0, 1, "step"});
  program.regions.push_back({rt::RegionKind::Arena, bytes, "arena"});
  table.programs.push_back(program);
  return table;
}

} // namespace

int runReference(Compilation &compilation, const ReferenceOptions &options,
                 const std::vector<const char *> &runArgs) {
  const Emit last = options.last;
  static constexpr std::pair<Emit, StringLiteral> names[] = {
      {Emit::Imported, "import"},      {Emit::Annotated, "annotate"},
      {Emit::Propagated, "propagate"}, {Emit::Partitioned, "partition"},
      {Emit::Folded, "fold-time"},     {Emit::Collectives, "collectives"}};
  Session current;
  session = &current;
  session->compilation = &compilation;
  session->options.poisonPadding = options.poisonPadding;
  session->options.copyRtol = 1e-3;
  session->options.copyAtol = 1e-4;
  OwningOpRef<ModuleOp> parsed =
      readModule(compilation.flags.input, &compilation.context);
  if (!parsed)
    return 1;
  // Arguments and results as the user sees them, and what --state says.
  const Emit signature = std::min(last, Emit::Annotated);
  func::FuncOp main;
  for (auto [phase, name] : names) {
    bool isLast = phase == last;
    if (!isLast && !options.verifyPhases && phase != signature)
      continue;
    if (phase > last)
      break;
    compilation.module = cast<ModuleOp>((*parsed)->clone());
    if (!compilation.run(phase))
      return 1;
    OwningOpRef<ModuleOp> module = std::move(compilation.module);
    if (phase == signature) {
      main = module->lookupSymbol<func::FuncOp>("main");
      for (Type type : main.getArgumentTypes())
        session->argumentTypes.push_back(cast<RankedTensorType>(type));
      for (Type type : main.getResultTypes())
        session->resultTypes.push_back(cast<RankedTensorType>(type));
    }
    session->phases.push_back({name.str(), std::move(module)});
  }
  rt::LoadedProgram program;
  program.table = makeTable(main);
  // Without --verify-phases the last phase alone is run.
  if (!options.verifyPhases)
    session->phases.erase(session->phases.begin(), session->phases.end() - 1);
  program.symbol = [](const std::string &) {
    return reinterpret_cast<void *>(&interpretKernel);
  };
  throwWhenOutOfMemory();
  int status = rt::runMain(static_cast<int>(runArgs.size()), runArgs.data(),
                           std::move(program));
  if (session->failed && status == 0)
    return 1;
  if (options.verifyPhases && status == 0)
    llvm::errs() << "popt-run: results are the same after "
                 << llvm::join(llvm::map_range(session->phases,
                                               [](const Phase &phase) {
                                                 return phase.name;
                                               }),
                               ", ")
                 << "\n";
  return status;
}

} // namespace popt::tools
