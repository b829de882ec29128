//===- SplitStages.cpp - One function per coordinate of the stage axis ----===//
//
// Before and after IR: Passes.td. Operations are visited in program order and
// copied into the functions of the coordinates that run them. All messages and
// reductions between stages so stand in one order, the program's, in every
// function; each waits only for what is earlier in it, so none waits for ever.
//
// Tests: test/Schedule/split-stages.mlir, by execution test/Execute/Stages.
//
//===----------------------------------------------------------------------===//
#include "SplitStages.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"
#include "popt/Pipeline/Schedule.h"
#include "popt/Schedule/Passes.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_SPLITSTAGESPASS
#include "popt/Schedule/Passes.h.inc"
} // namespace popt

//===----------------------------------------------------------------------===//
// Who runs and holds what
//===----------------------------------------------------------------------===//

static Places toPlaces(ArrayRef<int64_t> list) {
  return Places(list.begin(), list.end());
}

static Places intersect(const Places &a, const Places &b) {
  Places both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::inserter(both, both.end()));
  return both;
}

/// Of the places that can, those that make what is read at `wanted`.
static Places madeAmong(const Places &can, const Places &wanted) {
  // No place has all operands: they are sent to where the result is read.
  if (wanted.empty() || can.empty())
    return wanted;
  Places both = intersect(can, wanted);
  return both.empty() ? Places{*can.begin()} : both;
}

/// The values that the body of a loop returns.
static ValueRange returnedBy(dist::TimeLoopOp loop) {
  return loop.getBody().front().getTerminator()->getOperands();
}

/// Visits the operations of the function and of its time loops, which are not
/// visited themselves, in order.
static void forEachOp(func::FuncOp main,
                      llvm::function_ref<void(Operation *)> visit) {
  for (Operation &op : main.front().without_terminator()) {
    auto loop = dyn_cast<dist::TimeLoopOp>(op);
    if (!loop) {
      visit(&op);
      continue;
    }
    for (Operation &inner : loop.getBody().front().without_terminator())
      visit(&inner);
  }
}

StageUses::StageUses(func::FuncOp main, int64_t coordinates) : main(main) {
  for (int64_t i = 0; i < coordinates; ++i)
    everywhere.insert(i);
  forEachOp(main, [&](Operation *op) {
    SmallVector<Value> &list = operands[op];
    llvm::append_range(list, op->getOperands());
    for (Region &region : op->getRegions()) {
      llvm::SetVector<Value> captured;
      getUsedValuesDefinedAbove(region, captured);
      for (Value value : captured)
        if (!llvm::is_contained(list, value))
          list.push_back(value);
    }
  });
  for (auto loop : main.front().getOps<dist::TimeLoopOp>())
    for (BlockArgument argument : loop.getCarried())
      carried[argument] = everywhere;
  findAvailable();
  // What is read where follows from what state is held where, and the other way
  // round.
  argumentReads.resize(main.getNumArguments());
  do
    findReads();
  while (growArguments());
}

Places StageUses::available(Value value) const {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (isa<dist::TimeLoopOp>(argument.getOwner()->getParentOp())) {
      auto it = carried.find(argument);
      return it == carried.end() ? everywhere : it->second;
    }
    Places pin =
        toPlaces(dist::getArgumentPlace(main, argument.getArgNumber()));
    return pin.empty() ? everywhere : pin;
  }
  auto result = cast<OpResult>(value);
  if (auto loop = dyn_cast<dist::TimeLoopOp>(result.getOwner()))
    return available(returnedBy(loop)[result.getResultNumber()]);
  return canRunAt.find(result.getOwner())->second;
}

bool StageUses::findAvailableOnce() {
  forEachOp(main, [&](Operation *op) {
    Places &places = canRunAt[op];
    places = toPlaces(dist::getPlace(op));
    if (auto combine = dyn_cast<dist::CombineOp>(op))
      places = toPlaces(combine.getAt());
    if (!places.empty())
      return;
    places = everywhere;
    for (Value operand : operands[op])
      places = intersect(places, available(operand));
  });
  bool changed = false;
  for (auto loop : main.front().getOps<dist::TimeLoopOp>())
    for (auto [argument, value] :
         llvm::zip_equal(loop.getCarried(), returnedBy(loop))) {
      Places next = intersect(carried[argument], available(value));
      changed |= next != carried[argument];
      carried[argument] = next;
    }
  return changed;
}

void StageUses::findAvailable() {
  while (findAvailableOnce()) {
  }
}

Places StageUses::runsAt(Operation *op) const {
  const Places &can = canRunAt.find(op)->second;
  if (!dist::getPlace(op).empty() || isa<dist::CombineOp>(op))
    return can;
  Places wanted;
  for (Value result : op->getResults())
    if (auto it = reads.find(result); it != reads.end())
      wanted.insert(it->second.begin(), it->second.end());
  return madeAmong(can, wanted);
}

Places StageUses::madeFor(Value value, const Places &wanted) const {
  return madeAmong(available(value), wanted);
}

Places StageUses::heldAt(BlockArgument argument) const {
  Places pin = toPlaces(dist::getArgumentPlace(main, argument.getArgNumber()));
  if (!pin.empty())
    return pin;
  const Places &at = argumentReads[argument.getArgNumber()];
  return at.empty() ? Places{0} : at;
}

bool StageUses::growArguments() {
  bool changed = false;
  for (BlockArgument argument : main.getArguments()) {
    Places &all = argumentReads[argument.getArgNumber()];
    size_t before = all.size();
    all.insert(reads[argument].begin(), reads[argument].end());
    changed |= all.size() != before;
  }
  for (auto loop : main.front().getOps<dist::TimeLoopOp>())
    for (BlockArgument argument : loop.getCarried()) {
      Places &all = carriedReads[argument];
      size_t before = all.size();
      all.insert(reads[argument].begin(), reads[argument].end());
      changed |= all.size() != before;
    }
  return changed;
}

Places StageUses::resultAt(unsigned index) const {
  if (std::optional<unsigned> argument = dist::getStateArgument(main, index))
    return heldAt(main.getArgument(*argument));
  Places pin = toPlaces(dist::getResultPlace(main, index));
  if (!pin.empty())
    return pin;
  Value value = main.front().getTerminator()->getOperand(index);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return {*heldAt(argument).begin()};
  Places can = available(value);
  return {can.empty() ? 0 : *can.begin()};
}

void StageUses::readOperands(Operation *op) {
  auto read = [&](Value value, const Places &at) {
    reads[value].insert(at.begin(), at.end());
  };
  if (auto combine = dyn_cast<dist::CombineOp>(op)) {
    for (auto [value, at] : llvm::zip(combine.getInputs(), combine.getAt()))
      read(value, {at});
    return;
  }
  Places at = runsAt(op);
  for (Value operand : operands[op])
    read(operand, at);
}

void StageUses::findReads() {
  reads.clear();
  auto read = [&](Value value, const Places &at) {
    reads[value].insert(at.begin(), at.end());
  };
  Operation *terminator = main.front().getTerminator();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
    read(value, resultAt(static_cast<unsigned>(i)));
  for (Operation &op : llvm::reverse(main.front().without_terminator())) {
    auto loop = dyn_cast<dist::TimeLoopOp>(op);
    if (!loop) {
      readOperands(&op);
      continue;
    }
    for (auto [result, value, argument] : llvm::zip_equal(
             loop.getResults(), returnedBy(loop), loop.getCarried())) {
      Places wanted = carriedReads[argument];
      wanted.insert(reads[result].begin(), reads[result].end());
      read(value, madeFor(value, wanted));
    }
    for (Operation &inner :
         llvm::reverse(loop.getBody().front().without_terminator()))
      readOperands(&inner);
    for (auto [init, value, argument] : llvm::zip_equal(
             loop.getInits(), returnedBy(loop), loop.getCarried())) {
      read(init, madeFor(value, reads[value]));
      read(init, reads[argument]);
    }
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

StageFunctions::StageFunctions(func::FuncOp main, dist::MeshOp meshOp, int axis,
                               const ScheduleOptions &options)
    : main(main), meshOp(meshOp), mesh(meshOp.toMesh()), axis(axis),
      options(options), uses(main, mesh.axes[axis].size) {}

/// The attributes of an argument or result, with where it is.
static DictionaryAttr describe(MLIRContext *context, DictionaryAttr old,
                               dist::MeshOp meshOp, const Mesh &mesh, int axis,
                               const Places &places, unsigned index,
                               std::optional<unsigned> state) {
  NamedAttrList attrs(old);
  Builder b(context);
  attrs.erase(dist::kPlace);
  attrs.erase(dist::kState);
  if (auto sharding =
          dyn_cast_or_null<dist::ShardingAttr>(attrs.get(dist::kSharding))) {
    Layout layout = sharding.toLayout(mesh);
    layout.pins.push_back(
        {axis, std::vector<int64_t>(places.begin(), places.end())});
    llvm::sort(layout.pins);
    attrs.set(dist::kSharding, dist::ShardingAttr::fromLayout(
                                   context, meshOp.getRef(), mesh, layout));
  }
  attrs.set(dist::kIndex, b.getI64IntegerAttr(index));
  if (state)
    attrs.set(dist::kState, b.getI64IntegerAttr(*state));
  return attrs.getDictionary(context);
}

void StageFunctions::begin() {
  MLIRContext *context = main.getContext();
  OpBuilder outer(main);
  for (int64_t c = 0; c < mesh.axes[axis].size; ++c) {
    Stage stage;
    SmallVector<Type> inputs, results;
    SmallVector<DictionaryAttr> inputAttrs, resultAttrs;
    llvm::DenseMap<unsigned, unsigned> local; // of results
    for (unsigned i = 0; i < main.getNumResults(); ++i)
      if (uses.resultAt(i).count(c)) {
        local[i] = stage.results.size();
        stage.results.push_back(i);
        results.push_back(main.getResultTypes()[i]);
        resultAttrs.push_back(describe(context, main.getResultAttrDict(i),
                                       meshOp, mesh, axis, uses.resultAt(i), i,
                                       std::nullopt));
      }
    SmallVector<BlockArgument> held;
    for (BlockArgument argument : main.getArguments()) {
      Places places = uses.heldAt(argument);
      if (!places.count(c))
        continue;
      unsigned i = argument.getArgNumber();
      std::optional<unsigned> state;
      if (auto attr = main.getArgAttrOfType<IntegerAttr>(i, dist::kState))
        state = local.lookup(static_cast<unsigned>(attr.getInt()));
      held.push_back(argument);
      inputs.push_back(argument.getType());
      inputAttrs.push_back(describe(context, main.getArgAttrDict(i), meshOp,
                                    mesh, axis, places, i, state));
    }
    std::string name =
        (main.getName() + "_" + mesh.axes[axis].name).str() + std::to_string(c);
    stage.function =
        func::FuncOp::create(outer, main.getLoc(), name,
                             FunctionType::get(context, inputs, results));
    stage.function->setAttr(dist::kStage, outer.getI64IntegerAttr(c));
    stage.function.setAllArgAttrs(inputAttrs);
    stage.function.setAllResultAttrs(resultAttrs);
    Block *block = stage.function.addEntryBlock();
    for (auto [argument, own] : llvm::zip_equal(held, block->getArguments())) {
      own.setLoc(argument.getLoc());
      stage.values.map(argument, own);
    }
    stage.builder = std::make_unique<OpBuilder>(OpBuilder::atBlockEnd(block));
    stages.push_back(std::move(stage));
  }
}

/// Sends a value that exists now to where it is read later.
void StageFunctions::publish(Value value, const Places &madeAt) {
  for (int64_t reader : uses.readAt(value)) {
    if (madeAt.count(reader))
      continue;
    int64_t source = *madeAt.begin();
    for (int64_t candidate : madeAt)
      if (std::abs(candidate - reader) < std::abs(source - reader))
        source = candidate;
    int64_t message = nextMessage++;
    Stage &from = stages[source];
    Value own = from.values.lookup(value);
    dist::SendOp::create(*from.builder, value.getLoc(), own, message, reader,
                         meshOp.getSymName());
    from.sent.push_back({own, message});
    stages[reader].expected[source].push_back({value, message});
  }
}

/// Receives everything from that source up to this value.
Value StageFunctions::receive(Stage &stage, Value value) {
  for (auto &[source, messages] : stage.expected) {
    auto *last = llvm::find_if(
        messages, [&](const Message &m) { return m.value == value; });
    if (last == messages.end())
      continue;
    for (auto *m = messages.begin(); m <= last; ++m)
      stage.values.map(m->value,
                       dist::RecvOp::create(*stage.builder, value.getLoc(),
                                            m->value.getType(), m->number,
                                            source, meshOp.getSymName())
                           .getResult());
    messages.erase(messages.begin(), std::next(last));
    break;
  }
  return stage.values.lookupOrNull(value);
}

Value StageFunctions::valueAt(Stage &stage, Value value) {
  if (Value own = stage.values.lookupOrNull(value))
    return own;
  return receive(stage, value);
}

void StageFunctions::convertCombine(dist::CombineOp op) {
  int64_t message = nextMessage++;
  for (auto [operand, at] : llvm::zip(op.getInputs(), op.getAt())) {
    Stage &stage = stages[at];
    Value term = valueAt(stage, operand);
    stage.values.map(
        op.getResult(),
        dist::ReduceStagesOp::create(*stage.builder, op.getLoc(), term,
                                     op.getMonoidAttr(), op.getAtAttr(),
                                     stage.builder->getI64IntegerAttr(message),
                                     meshOp.getRef())
            .getResult());
  }
  publish(op.getResult(), uses.runsAt(op));
}

void StageFunctions::convert(Operation *op) {
  if (auto combine = dyn_cast<dist::CombineOp>(op))
    return convertCombine(combine);
  Places places = uses.runsAt(op);
  for (int64_t c : places) {
    Stage &stage = stages[c];
    for (Value operand : uses.operandsOf(op))
      (void)valueAt(stage, operand);
    dist::setPlace(stage.builder->clone(*op, stage.values), {});
  }
  for (Value result : op->getResults())
    publish(result, places);
}

void StageFunctions::end() {
  Operation *terminator = main.front().getTerminator();
  for (Stage &stage : stages) {
    SmallVector<Value> results;
    for (unsigned i : stage.results)
      results.push_back(valueAt(stage, terminator->getOperand(i)));
    for (auto [value, message] : stage.sent)
      dist::SentOp::create(*stage.builder, value.getLoc(), value, message);
    func::ReturnOp::create(*stage.builder, terminator->getLoc(), results);
  }
  main.erase();
}

LogicalResult StageFunctions::run() {
  size_t most = 0;
  for (auto loop : main.front().getOps<dist::TimeLoopOp>())
    if (size_t count = loop.getBody().front().getOperations().size();
        count > most) {
      most = count;
      longestLoop = loop;
    }
  begin();
  for (BlockArgument argument : main.getArguments())
    publish(argument, uses.heldAt(argument));
  for (Operation &op : main.front().without_terminator()) {
    auto loop = dyn_cast<dist::TimeLoopOp>(op);
    if (!loop)
      convert(&op);
    else if (failed(convertLoop(loop)))
      return failure();
  }
  end();
  if (info.empty())
    return success();
  // The loop that takes longest speaks for the step.
  const Predicted &longest = *std::max_element(
      info.begin(), info.end(), [](const Predicted &a, const Predicted &b) {
        return a.seconds < b.seconds;
      });
  Builder b(meshOp.getContext());
  auto text = [&](const char *name, const std::string &value) {
    return b.getNamedAttr(name, b.getStringAttr(value));
  };
  meshOp->getParentOp()->setAttr(
      dist::kPipeline,
      b.getDictionaryAttr({text("activation_slots", longest.slots),
                           text("kept_bytes", longest.keptBytes),
                           text("predicted_bubble",
                                llvm::formatv("{0:f6}", longest.bubble).str()),
                           text("predicted_loop_s",
                                llvm::formatv("{0:e6}", longest.seconds).str()),
                           text("schedule", longest.schedule)}));
  return success();
}

/// Every next value of what a time loop carries is made by an operation of its
/// body.
static void makeNextValues(func::FuncOp main) {
  for (auto loop : main.front().getOps<dist::TimeLoopOp>()) {
    mlir::Block &body = loop.getBody().front();
    for (OpOperand &next : body.getTerminator()->getOpOperands()) {
      Operation *definer = next.get().getDefiningOp();
      if (definer && definer->getBlock() == &body)
        continue;
      OpBuilder b(body.getTerminator());
      next.set(buildCopy(b, loop.getLoc(), next.get()));
    }
  }
}

/// In a time loop stages exchange messages alone: what is combined there is
/// combined at the last of its places.
static void replaceCombinesInLoops(func::FuncOp main) {
  SmallVector<dist::CombineOp> combines;
  for (auto loop : main.front().getOps<dist::TimeLoopOp>())
    llvm::append_range(combines,
                       loop.getBody().front().getOps<dist::CombineOp>());
  for (dist::CombineOp combine : combines) {
    OpBuilder b(combine);
    Value all = combine.getInputs().front();
    for (Value term : llvm::drop_begin(combine.getInputs())) {
      all = buildCombined(b, combine.getLoc(), combine.getMonoid(), all, term);
      dist::setPlace(all.getDefiningOp(), combine.getAt().back());
    }
    combine.replaceAllUsesWith(all);
    combine.erase();
  }
}

/// The schedule of a plan: {"kind": "custom", "order": "FILE.csv"}.
static void readSchedule(ModuleOp module, ScheduleOptions &options) {
  auto text = module->getAttrOfType<StringAttr>(dist::kSchedule);
  if (!text)
    return;
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text.getValue());
  if (!value)
    return llvm::consumeError(value.takeError());
  llvm::json::Object *object = value->getAsObject();
  if (!object)
    return;
  options.kind = object->getString("kind").value_or(options.kind).str();
  options.order = object->getString("order").value_or("").str();
  options.chunks = object->getInteger("chunks").value_or(0);
  options.microbatches = object->getInteger("microbatches").value_or(0);
}

namespace {
struct SplitStagesPass
    : public popt::impl::SplitStagesPassBase<SplitStagesPass> {
  using SplitStagesPassBase::SplitStagesPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    dist::MeshOp meshOp = dist::getMesh(module);
    auto main = module.lookupSymbol<func::FuncOp>("main");
    if (!meshOp || !main || main.isExternal())
      return;
    std::optional<int> axis = dist::findStageAxis(meshOp.toMesh());
    std::string error;
    if (!schedule.empty() && !StringRef(schedule).ends_with(".csv") &&
        !pipeline::parseScheduleKind(schedule, error)) {
      meshOp.emitError(error);
      return signalPassFailure();
    }
    if (!timeline.empty() &&
        (!axis || main.front().getOps<dist::TimeLoopOp>().empty()))
      meshOp.emitWarning() << "--timeline: nothing is drawn, as there is no "
                              "pipeline: one takes a stage axis and a folded "
                              "time axis, such as --mesh stage:pp=2,time:mb=4";
    if (!axis)
      return markAllAnalysesPreserved();
    std::optional<Machine> machine = Machine::load(cluster, error);
    if (!machine) {
      module.emitError(error);
      return signalPassFailure();
    }
    ScheduleOptions options;
    options.timeline = timeline;
    options.machine = std::move(*machine);
    if (schedule.empty())
      readSchedule(module, options);
    else if (StringRef(schedule).ends_with(".csv"))
      options.order = schedule;
    else
      options.kind = schedule;
    if (!options.order.empty())
      options.kind = "custom";
    replaceCombinesInLoops(main);
    makeNextValues(main);
    if (failed(StageFunctions(main, meshOp, *axis, options).run()))
      return signalPassFailure();
  }
};
} // namespace
