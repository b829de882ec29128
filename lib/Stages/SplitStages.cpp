//===- SplitStages.cpp - One function per coordinate of the stage axis ----===//
//
// Before and after IR: Passes.td. Operations are visited in program order and
// copied into the functions of the coordinates that run them. All messages and
// reductions between stages so stand in one order, the program's, in every
// function; each waits only for what is earlier in it, so none waits forever.
//
// Tests: test/Stages/split-stages.mlir, by execution test/Execute/Stages.
//
//===----------------------------------------------------------------------===//
#include "Pipelines.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Stages/Passes.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_SPLITSTAGESPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

StageFunctions::StageFunctions(StageProgram &program)
    : program(program), main(program.main), meshOp(program.meshOp),
      mesh(program.mesh), axis(program.axis), uses(main, mesh.axes[axis].size) {
}

/// The attributes of an argument or result, with where it is.
static DictionaryAttr describe(MLIRContext *context, DictionaryAttr old,
                               dist::MeshOp meshOp, const Mesh &mesh, int axis,
                               PlaceSet places, unsigned index,
                               std::optional<unsigned> state) {
  NamedAttrList attrs(old);
  Builder b(context);
  attrs.erase(dist::kPlace);
  attrs.erase(dist::kState);
  auto block = dyn_cast_or_null<dist::BlockOfAttr>(attrs.erase(dist::kBlockOf));
  bool isDealt = block && block.getBegin() >= 0;
  if (isDealt)
    attrs.set(dist::kPartOf, block);
  else if (block)
    attrs.set(dist::kGlobalType, TypeAttr::get(block.getWhole()));
  if (auto sharding =
          dyn_cast_or_null<dist::ShardingAttr>(attrs.get(dist::kSharding))) {
    Layout layout = sharding.toLayout(mesh);
    SmallVector<int64_t> at = toCoordinates(places);
    if (block && !isDealt) {
      AxisList &axes = layout.dims[block.getDim()].axes;
      axes.insert(axes.begin(), {axis, 1, mesh.axes[axis].size});
    } else {
      layout.pins.push_back({axis, {at.begin(), at.end()}});
    }
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
      if (isIn(uses.resultAt(i), c)) {
        local[i] = stage.results.size();
        stage.results.push_back(i);
        results.push_back(main.getResultTypes()[i]);
        resultAttrs.push_back(describe(
            context, main.getResultAttrDict(i), meshOp, mesh, axis,
            uses.resultAt(i), dist::getResultIndex(main, i), std::nullopt));
      }
    SmallVector<BlockArgument> held;
    for (BlockArgument argument : main.getArguments()) {
      PlaceSet places = uses.heldAt(argument);
      if (!isIn(places, c))
        continue;
      unsigned i = argument.getArgNumber();
      std::optional<unsigned> state;
      if (auto attr = main.getArgAttrOfType<IntegerAttr>(i, dist::kState))
        state = local.lookup(static_cast<unsigned>(attr.getInt()));
      held.push_back(argument);
      inputs.push_back(argument.getType());
      inputAttrs.push_back(describe(context, main.getArgAttrDict(i), meshOp,
                                    mesh, axis, places,
                                    dist::getArgumentIndex(main, i), state));
    }
    std::string name =
        (main.getName() + "_" + mesh.axes[axis].name).str() + std::to_string(c);
    stage.function =
        func::FuncOp::create(outer, main.getLoc(), name,
                             FunctionType::get(context, inputs, results));
    stage.function->setAttr(dist::kCoordinate, outer.getI64IntegerAttr(c));
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
void StageFunctions::publish(Value value, PlaceSet madeAt) {
  for (int64_t reader : toCoordinates(uses.readAt(value) & ~madeAt)) {
    int64_t source = nearestPlace(madeAt, reader);
    int64_t message = nextMessage++;
    Stage &from = stages[source];
    Value own = from.values.lookup(value);
    dist::SendOp::create(*from.builder, value.getLoc(), own, message, reader,
                         meshOp.getSymName());
    from.sent.push_back({own, message});
    stages[reader].expected[source].push_back({value, message});
    sent.push_back({value, source, reader, 1});
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

/// This combination, and later ones at the same coordinates whose operands exist
/// already: of all gradients of a pair, after the loop.
static SmallVector<dist::CombineOp> combinedWith(dist::CombineOp first) {
  SmallVector<dist::CombineOp> members;
  for (Operation *op = first; op; op = op->getNextNode()) {
    auto combine = dyn_cast<dist::CombineOp>(op);
    auto exists = [&](Value operand) {
      Operation *definer = operand.getDefiningOp();
      return !definer || definer->isBeforeInBlock(first);
    };
    if (combine && combine.getAt() == first.getAt() &&
        combine.getMonoid() == first.getMonoid() &&
        llvm::all_of(combine.getInputs(), exists))
      members.push_back(combine);
  }
  return members;
}

void StageFunctions::convertCombine(dist::CombineOp first) {
  SmallVector<dist::CombineOp> members = combinedWith(first);
  int64_t message = nextMessage;
  nextMessage += static_cast<int64_t>(members.size());
  for (auto [k, at] : llvm::enumerate(first.getAt())) {
    Stage &stage = stages[at];
    SmallVector<Value> partials, results;
    SmallVector<Type> types;
    for (dist::CombineOp member : members) {
      partials.push_back(valueAt(stage, member.getInputs()[k]));
      types.push_back(partials.back().getType());
      results.push_back(member.getResult());
    }
    auto reduce = dist::ReduceStagesOp::create(
        *stage.builder, first.getLoc(), types, partials, first.getMonoidAttr(),
        first.getAtAttr(), stage.builder->getI64IntegerAttr(message),
        meshOp.getRef());
    stage.values.map(ValueRange(results), reduce.getResults());
  }
  for (dist::CombineOp member : members) {
    publish(member.getResult(), uses.runsAt(member));
    converted.insert(member);
  }
}

void StageFunctions::convert(Operation *op) {
  if (converted.contains(op))
    return;
  if (auto combine = dyn_cast<dist::CombineOp>(op))
    return convertCombine(combine);
  PlaceSet places = uses.runsAt(op);
  for (int64_t c : toCoordinates(places)) {
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

/// Says what ranks send between the stages in a step.
void StageFunctions::reportMessages() const {
  int64_t messages = 0, bytes = 0;
  for (const SentValue &value : sent) {
    messages += value.times;
    bytes += value.times * bytesOf(value.value.getType());
  }
  const MeshAxis &stage = mesh.axes[axis];
  const int64_t ranks = mesh.numRanks() / stage.size;
  remark::passed(main->getLoc(),
                 remark::RemarkOpts::name("messages").category("propagate"))
      << llvm::formatv("{0} messages of {1} bytes in all between the {2} "
                       "coordinates of \"{3}\"",
                       ranks * messages, ranks * bytes, stage.size, stage.name)
             .str();
}

LogicalResult StageFunctions::run() {
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
  warnOfStateSent(program, uses, sent);
  reportMessages();
  end();
  return success();
}

namespace {
struct SplitStagesPass
    : public PassOnStages<popt::impl::SplitStagesPassBase<SplitStagesPass>> {
  using PassOnStages::PassOnStages;

  LogicalResult runOn(StageProgram &program) override {
    return StageFunctions(program).run();
  }
};
} // namespace
