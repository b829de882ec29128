//===- EmitStep.cpp - The local program becomes a step table --------------===//
//
// The frame of emit-step: arguments and results, bodies, calls of kernels, time
// loops, views and constants. The design is in EmitStep.h.
//
//   %0 = call @kernel_0_add(%a, %b) {step.offsets = array<i64: 128>}
// becomes
//   step.kernel @kernel_0_add(@arena[0] : 4xf32, @arena[64] : 4xf32,
//                             @arena[128] : 4xf32)
//
// Covered by test/Conversion/emit-step.mlir and test/unit/Conversion/EmitStepTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "EmitStepEmitter.h"

#include "popt-rt/check.h"
#include "popt/Conversion/Passes.h"
#include "popt/Cost/StepCost.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Step/Step.h"
#include "popt/Interfaces/Target.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_EMITSTEPPASS
#include "popt/Conversion/Passes.h.inc"
} // namespace popt

StepEmitter::StepEmitter(ModuleOp program)
    : program(program), isForGpu(targetOf(program).isGpu()) {
  dist::MeshOp meshOp = dist::getMesh(program);
  if (meshOp)
    mesh = meshOp.toMesh();
  table.meshName = meshOp ? meshOp.getSymName().str() : "mesh";
  table.mesh = mesh;
  table.target = {targetOf(program).name().str(), isForGpu};
}

/// Adds what a pipelined step is predicted to wait, all loops and what runs once
/// included: what is measured is of the step, too.
static LogicalResult addPredictedBubble(ModuleOp program,
                                        rt::StepTable &table) {
  if (!program->hasAttr(dist::kPipeline))
    return success();
  FailureOr<std::optional<CostModel>> costs = CostModel::of(program);
  if (failed(costs))
    return failure();
  if (*costs)
    table.info["predicted_bubble"] =
        llvm::formatv("{0:f6}", costOfStep(**costs, program).bubble());
  return success();
}

FailureOr<rt::StepTable> StepEmitter::run(ArrayRef<func::FuncOp> functions) {
  table.programOfRank.assign(table.numRanks(), 0);
  if (failed(collectInterface(functions)))
    return failure();
  for (func::FuncOp function : functions)
    if (failed(emitProgram(function)))
      return failure();
  if (auto name = this->program.getSymName())
    table.info["module"] = name->str();
  table.info["compiler"] = "popt";
  for (StringRef name : {dist::kPipeline, dist::kStateFacts})
    if (auto facts = program->getAttrOfType<DictionaryAttr>(name))
      for (NamedAttribute fact : facts)
        if (auto text = dyn_cast<StringAttr>(fact.getValue()))
          table.info[fact.getName().str()] = text.str();
  if (failed(addPredictedBubble(program, table)))
    return failure();
  table.info["arena_bytes"] = std::to_string(mostArenaBytes);
  numberLocations(table);
  std::string problem = rt::check(table);
  if (!problem.empty()) {
    program.emitError("the step table is not sound: ") << problem;
    return failure();
  }
  return std::move(table);
}

/// The program of one function's ranks.
LogicalResult StepEmitter::emitProgram(func::FuncOp function) {
  main = function;
  auto bytes = main->getAttrOfType<IntegerAttr>(kStepArenaBytes);
  if (!bytes)
    return main.emitError("memory of @")
           << main.getName() << " is not planned: it is no scheduled program";
  arenaBytes = bytes.getInt();
  mostArenaBytes = std::max(mostArenaBytes, arenaBytes);
  operands.clear();
  bodies.clear();
  bodyNames.clear();
  events.clear();
  numEvents = 0;
  auto planned = main->getAttrOfType<IntegerAttr>(kStepHostBytes);
  hostBytes = planned ? planned.getInt() : 0;
  memories.emplace(main);
  arriving.clear();
  bodyOfLoop.clear();
  skipped.clear();
  int32_t index = static_cast<int32_t>(table.programs.size());
  rt::Program &program = table.programs.emplace_back();
  program.name = main.getName().str();
  if (auto lists = main->getAttrOfType<ArrayAttr>(kStepSlotLists))
    for (auto list : lists.getAsRange<DenseI32ArrayAttr>())
      program.slots.push_back(list.asArrayRef());
  program.regions = {{rt::RegionKind::Arena, arenaBytes, "arena"},
                     {rt::RegionKind::Constants, 0, "constants"}};
  if (std::optional<int64_t> stage = dist::getStage(main))
    for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
      if (stageOf(rank) == *stage)
        table.programOfRank[rank] = index;
  bodies.resize(1);
  bodyNames.push_back("step");
  if (failed(emitInterface()) || failed(emitBody(main.getBody().front(), 0)))
    return failure();
  finish();
  return success();
}

void StepEmitter::finish() {
  rt::Program &program = table.programs.back();
  if (hostBytes)
    program.regions.push_back({rt::RegionKind::HostArena, hostBytes, "host"});
  for (auto [commands, name] : llvm::zip(bodies, bodyNames)) {
    int32_t begin = program.commands.size();
    std::move(commands.begin(), commands.end(),
              std::back_inserter(program.commands));
    program.bodies.push_back(
        {begin, static_cast<int32_t>(program.commands.size()), name});
  }
  Operation *terminator = main.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    const rt::Operand &operand = operandOf(value);
    program.resultAddresses[dist::getResultIndex(main, i)] = {operand.region,
                                                              operand.offset};
  }
  program.numEvents = numEvents;
}

//===----------------------------------------------------------------------===//
// Commands and operands
//===----------------------------------------------------------------------===//

rt::Command &StepEmitter::command(Operation *op, rt::AnyOp kind,
                                  std::vector<rt::Operand> operands) {
  rt::Command command;
  command.op = std::move(kind);
  command.operands = std::move(operands);
  command.location = location(op);
  bodies[current].push_back(std::move(command));
  return bodies[current].back();
}

int32_t StepEmitter::location(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (auto call = dyn_cast<func::CallOp>(op))
    name = call.getCallee();
  rt::Location l = toRuntimeLocation(op->getLoc(), name);
  auto [it, isNew] =
      locations.try_emplace(l, static_cast<int32_t>(table.locations.size()));
  if (isNew)
    table.locations.push_back(l);
  return it->second;
}

void StepEmitter::copy(Operation *op, rt::Operand from, rt::Operand to) {
  bool isSame = from.region == to.region && from.offset == to.offset &&
                from.slots == to.slots && from.slotStride == to.slotStride &&
                from.terms == to.terms && from.rankOffset == to.rankOffset &&
                from.resolvedStrides() == to.resolvedStrides();
  if (!isSame && to.numElements() > 0)
    command(op, rt::CopyOp{}, {std::move(from), std::move(to)});
}

void StepEmitter::fill(Operation *op, rt::Operand to, StringRef element) {
  rt::FillOp fill;
  llvm::copy(element, fill.value.begin());
  if (to.numElements() > 0)
    command(op, fill, {std::move(to)});
}

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

/// Fills the fields that arguments and results share.
template <typename T>
static LogicalResult describeValue(T &value, func::FuncOp main,
                                   const Mesh &mesh, Type type,
                                   DictionaryAttr attributes, std::string what,
                                   std::string defaultName) {
  auto local = dyn_cast<RankedTensorType>(type);
  std::optional<rt::ElementType> element =
      local ? toRuntimeType(local.getElementType()) : std::nullopt;
  if (!element)
    return main.emitError()
           << what << " has type " << type << ", which has no form at run time";
  auto get = [&](StringRef name) {
    return attributes ? attributes.get(name) : Attribute();
  };
  auto global = dyn_cast_or_null<TypeAttr>(get(dist::kGlobalType));
  auto shaped = global ? cast<RankedTensorType>(global.getValue()) : local;
  auto name = dyn_cast_or_null<StringAttr>(get(dist::kName));
  auto sharding = dyn_cast_or_null<dist::ShardingAttr>(get(dist::kSharding));
  Layout layout =
      sharding ? sharding.toLayout(mesh) : Layout::replicate(shaped.getRank());
  value.name = name ? name.str() : defaultName;
  value.type = *element;
  value.shape = shaped.getShape();
  value.localShape = local.getShape();
  if (get(dist::kOnHost))
    layout.memory = Memory::Host;
  value.layout = toRuntimeLayout(mesh, layout);
  if (auto part = dyn_cast_or_null<dist::BlockOfAttr>(get(dist::kPartOf))) {
    auto whole = cast<RankedTensorType>(part.getWhole());
    int64_t dim = part.getDim();
    value.part = {static_cast<int32_t>(part.getIndex()),
                  static_cast<int32_t>(dim), part.getBegin(),
                  shaped.getDimSize(dim)};
    value.shape = whole.getShape();
  }
  return success();
}

/// Arguments and results of the whole program: each is that of some function.
LogicalResult StepEmitter::collectInterface(ArrayRef<func::FuncOp> functions) {
  size_t arguments = 0, results = 0;
  for (func::FuncOp function : functions) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      arguments =
          std::max<size_t>(arguments, dist::getArgumentIndex(function, i) + 1);
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      results =
          std::max<size_t>(results, dist::getResultIndex(function, i) + 1);
  }
  table.arguments.resize(arguments);
  table.results.resize(results);
  std::vector<bool> hasArgument(arguments), hasResult(results);
  for (func::FuncOp function : functions) {
    for (unsigned i = 0; i < function.getNumResults(); ++i) {
      unsigned index = dist::getResultIndex(function, i);
      hasResult[index] = true;
      if (failed(describeValue(table.results[index], function, mesh,
                               function.getResultTypes()[i],
                               function.getResultAttrDict(i),
                               dist::describeResult(function, i),
                               "res" + std::to_string(index))))
        return failure();
    }
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      unsigned index = dist::getArgumentIndex(function, i);
      rt::Argument &argument = table.arguments[index];
      hasArgument[index] = true;
      if (failed(describeValue(
              argument, function, mesh, function.getArgumentTypes()[i],
              function.getArgAttrDict(i), dist::describeArgument(function, i),
              "arg" + std::to_string(index))))
        return failure();
      if (auto state =
              function.getArgAttrOfType<IntegerAttr>(i, dist::kState)) {
        argument.stateResult = static_cast<int32_t>(
            dist::getResultIndex(function, state.getInt()));
        table.results[argument.stateResult].stateArgument =
            static_cast<int32_t>(index);
      }
    }
  }
  for (auto [i, has] : llvm::enumerate(hasArgument))
    if (!has)
      return program.emitError() << "no function has argument " << i;
  for (auto [i, has] : llvm::enumerate(hasResult))
    if (!has)
      return program.emitError() << "no function has result " << i;
  return success();
}

LogicalResult StepEmitter::emitInterface() {
  rt::Program &program = table.programs.back();
  program.argumentAddresses.resize(table.arguments.size());
  program.resultAddresses.resize(table.results.size());
  for (BlockArgument argument : main.getArguments()) {
    unsigned i = argument.getArgNumber();
    FailureOr<int64_t> offset = getArgumentOffset(main, i);
    if (failed(offset) || failed(place(argument, *offset)))
      return failure();
    const rt::Operand &operand = operandOf(argument);
    program.argumentAddresses[dist::getArgumentIndex(main, i)] = {
        operand.region, operand.offset};
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

LogicalResult StepEmitter::emitBody(mlir::Block &block, int32_t body) {
  int32_t outer = std::exchange(current, body);
  std::vector<InFlight> inFlight;
  for (Operation &op : block) {
    if (failed(placeResults(&op)))
      return failure();
    waitForMessages(&op);
    waitForStreams(inFlight);
    auto beside = op.getAttrOfType<IntegerAttr>(kStepBeside);
    if (beside ? failed(emitBeside(&op, beside.getInt(), inFlight))
               : failed(emitOp(&op)))
      return failure();
  }
  current = outer;
  return success();
}

LogicalResult StepEmitter::emitOp(Operation *op) {
  if (skipped.contains(op))
    return success();
  if (op->hasAttr(kStepView))
    return emitView(op);
  if (op->hasTrait<OpTrait::IsTerminator>())
    return emitYields(op);
  bool hasElements = llvm::any_of(op->getResults(), [&](Value result) {
    return operandOf(result).numElements() > 0;
  });
  if (op->getNumResults() && !hasElements)
    return success();
  if (op->getName().getDialectNamespace() == "dist")
    return emitDist(op);
  if (auto call = dyn_cast<func::CallOp>(op))
    return emit(call);
  if (std::optional<SmallVector<int64_t>> order = permutationOf(op))
    return emitPermuted(op, *order);
  if (ElementsAttr value; matchPattern(op, m_Constant(&value)))
    return emitConstant(op, value);
  if (std::optional<RoutineCall> routine = routineOf(op))
    return emitRoutine(op, *routine);
  if (std::optional<LogicalResult> emitted = emitControl(op))
    return *emitted;
  if (std::optional<LogicalResult> emitted = emitLibrary(op))
    return *emitted;
  return op->emitError()
         << op->getName() << " of type " << op->getResultTypes()
         << " has no kernel; express it by other operations, or convert "
            "to a type that has one";
}

/// Values that leave a body are copied to the memory of the operation around
/// it.
LogicalResult StepEmitter::emitYields(Operation *terminator) {
  Operation *parent = terminator->getParentOp();
  if (isa<func::FuncOp>(parent) || isCondition(terminator))
    return success();
  for (auto [value, result] :
       llvm::zip(terminator->getOperands(), parent->getResults()))
    if (!skipped.contains(value.getDefiningOp()))
      copy(terminator, operandOf(value), operandOf(result));
  return success();
}

FailureOr<int32_t> StepEmitter::emitNested(Region &region,
                                           const std::string &name) {
  int32_t body = newBody(name);
  if (isLoop(region.getParentOp()))
    bodyOfLoop[region.getParentOp()] = body;
  if (failed(emitBody(region.front(), body)))
    return failure();
  return body;
}

int32_t StepEmitter::newBody(const std::string &name) {
  bodies.emplace_back();
  bodyNames.push_back(name);
  return static_cast<int32_t>(bodies.size()) - 1;
}

LogicalResult StepEmitter::emit(dist::TimeLoopOp loop) {
  if (dist::getOrder(loop))
    return emitPipeline(loop);
  for (auto [i, result] : llvm::enumerate(loop.getResults())) {
    rt::Operand carried = operandOf(result);
    copy(loop, operandOf(loop->getOperand(i)), carried);
    operands[loop.getCarried()[i]] = carried;
  }
  auto offsets = loop->getAttrOfType<DenseI64ArrayAttr>(kStepArgumentOffsets);
  if (!offsets || offsets.size() != 1)
    return loop.emitError("time loop has no offset for its step's number");
  if (failed(place(loop.getStep(), offsets[0])))
    return failure();
  FailureOr<int32_t> body = emitNested(loop.getBody(), "time_step");
  if (failed(body))
    return failure();
  command(loop, rt::LoopOp{*body, rt::Scalar::constant(loop.getNumSteps())},
          {operandOf(loop.getStep())});
  return success();
}

//===----------------------------------------------------------------------===//
// Kernels, views, constants
//===----------------------------------------------------------------------===//

LogicalResult StepEmitter::emit(func::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (callee && !callee.isDeclaration() && !isForGpu)
    if (std::optional<ProductSum> sum = productSumOf(callee)) {
      emitSum(call, *sum);
      return success();
    }
  auto [it, isNew] =
      kernels.try_emplace(call.getCallee(), int32_t(table.kernels.size()));
  if (isNew) {
    if (!callee || !callee->hasAttr(kKernel))
      return call.emitError() << "@" << call.getCallee() << " is no kernel";
    table.kernels.push_back(
        {call.getCallee().str(), {}, 0, int32_t(call.getNumResults())});
  }
  std::vector<rt::Operand> list;
  for (Value value : call.getOperands())
    list.push_back(operandOf(value));
  for (Value value : call.getResults())
    list.push_back(operandOf(value));
  command(call, rt::KernelOp{it->second, {}}, std::move(list));
  return success();
}

LogicalResult StepEmitter::emitRoutine(Operation *op,
                                       const RoutineCall &routine) {
  std::vector<rt::Operand> list;
  for (Value value : op->getOperands())
    list.push_back(operandOf(value));
  for (Value value : op->getResults())
    list.push_back(operandOf(value));
  if (!llvm::all_of(list, [](const rt::Operand &o) { return o.isDense(); }))
    return op->emitError("operands of a routine do not lie dense");
  auto [it, isNew] =
      kernels.try_emplace(routine.symbol, int32_t(table.kernels.size()));
  if (isNew)
    table.kernels.push_back(
        {routine.symbol, {}, 0, int32_t(op->getNumResults())});
  rt::KernelOp kernel{it->second, {}};
  for (int64_t scalar : routine.scalars)
    kernel.scalars.push_back(rt::Scalar::constant(scalar));
  command(op, kernel, std::move(list));
  return success();
}

/// An operand whose dimension i is dimension `dims[i]` of another.
static rt::Operand permuted(const rt::Operand &from, ArrayRef<int64_t> dims) {
  rt::Operand result = from;
  std::vector<int64_t> strides = from.resolvedStrides();
  result.shape.clear();
  result.strides.clear();
  for (int64_t dim : dims) {
    result.shape.push_back(from.shape[dim]);
    result.strides.push_back(strides[dim]);
  }
  if (result.isDense())
    result.strides.clear();
  return result;
}

LogicalResult StepEmitter::emitView(Operation *op) {
  rt::Operand from = operandOf(op->getOperand(0));
  if (std::optional<SmallVector<int64_t>> order = permutationOf(op)) {
    operands[op->getResult(0)] = permuted(from, *order);
    return success();
  }
  if (!from.isDense())
    return op->emitError("operand of a reshape does not lie dense");
  if (auto slice = dyn_cast<dist::StepSliceOp>(op)) {
    operands[slice] =
        rowOf(std::move(from), dist::getRowElements(slice), slice.getType());
    return success();
  }
  from.shape = cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  from.strides.clear();
  operands[op->getResult(0)] = std::move(from);
  return success();
}

LogicalResult StepEmitter::emitPermuted(Operation *op,
                                        ArrayRef<int64_t> order) {
  copy(op, permuted(operandOf(op->getOperand(0)), order),
       operandOf(op->getResult(0)));
  return success();
}

LogicalResult StepEmitter::emitConstant(Operation *constant,
                                        ElementsAttr value) {
  Value result = constant->getResult(0);
  int64_t offset = constant->getAttrOfType<DenseI64ArrayAttr>(kStepOffsets)[0];
  if (offset >= 0) {
    auto splat = dyn_cast<SplatElementsAttr>(value);
    std::optional<std::string> element =
        splat ? bytesOfConstant(splat.resizeSplat(
                    RankedTensorType::get({}, value.getElementType())))
              : std::nullopt;
    if (!element)
      return constant->emitError("a constant in the arena is not one value");
    fill(constant, operandOf(result), *element);
    return success();
  }
  std::optional<std::string> bytes = bytesOfConstant(value);
  if (!bytes)
    return constant->emitError("elements of the constant are not known");
  auto [it, isNew] = constants.try_emplace(std::move(*bytes), 0);
  if (isNew) {
    it->second = llvm::alignTo(table.constants.size(), kArenaAlignment);
    table.constants.resize(it->second);
    table.constants.insert(table.constants.end(), it->first.begin(),
                           it->first.end());
  }
  operands[result].region = kConstants;
  operands[result].offset = it->second;
  return success();
}

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

FailureOr<rt::StepTable> popt::emitStepTable(ModuleOp program) {
  SmallVector<func::FuncOp> functions = dist::getPrograms(program);
  if (functions.empty()) {
    program.emitError("module has no function @main with a body");
    return failure();
  }
  return StepEmitter(program).run(functions);
}

namespace {
struct EmitStepPass : popt::impl::EmitStepPassBase<EmitStepPass> {
  void runOnOperation() final {
    ModuleOp module = getOperation();
    FailureOr<rt::StepTable> table = emitStepTable(module);
    if (failed(table))
      return signalPassFailure();
    FailureOr<OwningOpRef<ModuleOp>> step =
        importStepTable(*table, module.getLoc());
    if (failed(step))
      return signalPassFailure();
    module.getBodyRegion().takeBody((*step)->getBodyRegion());
    module->setAttrs(DictionaryAttr::get(&getContext()));
  }
};
} // namespace
