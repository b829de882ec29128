//===- TaskEmitting.cpp - All tasks in a schedule's order -----------------===//
//
// A time loop that is cut into tasks becomes, in each stage's function, a time
// loop with the stage's tasks: one `dist.task` per task, a `dist.send` and a
// `dist.recv` per message, each once for all microbatches. `dist.order` says in
// which order they run, and for which microbatch. docs/Rationale/Stages.md has
// the reasons. Tested by test/Stages/split-stages-loops.mlir and
// test/Execute/Stages.
//
//===----------------------------------------------------------------------===//
#include "Pipelines.h"

using namespace mlir;
using namespace popt;
using pipeline::Schedule;

namespace popt {

/// Writes the tasks of one loop into the functions of all stages.
class TaskEmitter {
public:
  TaskEmitter(StageFunctions &functions, dist::TimeLoopOp loop)
      : functions(functions), loop(loop),
        builder(loop, functions.uses, functions.mesh, functions.axis) {}
  LogicalResult run();

private:
  using Stage = StageFunctions::Stage;
  /// The carried values of a coordinate's loop, among those of the whole loop.
  struct Carried {
    int index;    ///< in the whole loop
    int crossing; ///< whose instance before it is; -1: replaced in place
    Value init;
    BlockArgument argument;
  };
  /// The loop of one stage as it grows.
  struct StageLoop {
    StageLoop(dist::TimeLoopOp whole, int64_t coordinate)
        : coordinate(coordinate), block(std::make_unique<mlir::Block>()),
          builder(whole.getContext()) {
      builder.setInsertionPointToEnd(block.get());
      block->addArgument(whole.getStep().getType(), whole.getStep().getLoc());
    }
    BlockArgument carry(int index, int crossing, Value init) {
      BlockArgument argument =
          block->addArgument(init.getType(), init.getLoc());
      carried.push_back({index, crossing, init, argument});
      return argument;
    }
    int64_t coordinate;
    std::unique_ptr<mlir::Block> block;
    OpBuilder builder;
    SmallVector<Carried> carried;
    llvm::DenseMap<int, Value> replaced; ///< next values, by index
    llvm::DenseMap<int, Value> values;   ///< by crossing
  };
  void enter(int64_t coordinate);
  void emitLoop(int64_t coordinate);
  void emitStep(StageLoop &stage, const pipeline::Step &step);
  void emitTask(StageLoop &stage, int task);
  Value inBody(OpBuilder &b, IRMapping &map, Value value, StageLoop &stage);
  Value instanceBefore(Value carried, StageLoop &stage);
  dist::OrderAttr orderOf(int64_t coordinate);
  void leave();
  /// The number of the message of microbatch 0; the others follow.
  int64_t messageOf(int transfer) const {
    return firstMessage + int64_t(transfer) * microbatches();
  }
  DenseI64ArrayAttr microbatchesOf(int task) const;
  int microbatches() const { return builder.problem.microbatches; }

  StageFunctions &functions;
  mutable dist::TimeLoopOp loop; ///< a handle: asking it is not const
  TaskGraphBuilder builder;
  std::optional<pipeline::TaskGraph> graph;
  Schedule schedule;
  int64_t firstMessage = 0;
};

} // namespace popt

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Everything that tasks read from around the loop exists before it.
void TaskEmitter::enter(int64_t coordinate) {
  Stage &stage = functions.stages[coordinate];
  mlir::Block &body = loop.getBody().front();
  auto fetch = [&](Operation *op) {
    for (Value operand : functions.uses.operandsOf(op))
      if (operand.getParentBlock() != &body)
        (void)functions.valueAt(stage, operand);
  };
  for (const TaskGraphBuilder::Node &node : builder.nodes)
    if (node.coordinate == coordinate)
      fetch(node.op);
  for (Operation &op : body.without_terminator())
    if (builder.isFree(&op) && isIn(functions.uses.runsAt(&op), coordinate))
      fetch(&op);
  for (auto [i, init] : llvm::enumerate(loop.getInits())) {
    bool isRead =
        builder.taskOfCarried(static_cast<unsigned>(i), coordinate) >= 0 ||
        isIn(functions.uses.readAt(loop.getCarried()[i]), coordinate);
    if (isRead)
      (void)functions.valueAt(stage, init);
  }
  // Messages sent before the loop are received before the loop's messages.
  for (auto &[source, messages] : stage.expected)
    if (!messages.empty())
      (void)functions.receive(stage, messages.back().value);
}

/// A value of the loop's body inside a task.
Value TaskEmitter::inBody(OpBuilder &b, IRMapping &map, Value value,
                          StageLoop &stage) {
  if (Value known = map.lookupOrNull(value))
    return known;
  int64_t coordinate = stage.coordinate;
  Operation *definer = value.getDefiningOp();
  Value outer;
  if (builder.carriedIndex(value) >= 0) {
    outer = instanceBefore(value, stage);
  } else if (!definer || definer->getBlock() != &loop.getBody().front()) {
    outer = functions.stages[coordinate].values.lookupOrNull(value);
  } else if (builder.isFree(definer)) {
    for (Value operand : functions.uses.operandsOf(definer))
      (void)inBody(b, map, operand, stage);
    dist::setPlace(b.clone(*definer, map), {});
    return map.lookup(value);
  } else {
    int crossing = builder.crossing(value, builder.sourceOf(value, coordinate));
    outer = stage.values.lookup(crossing);
  }
  if (outer)
    map.map(value, outer);
  return outer;
}

/// What the loop carries and another task replaces: the instance of the
/// microbatch before, an argument of the body.
Value TaskEmitter::instanceBefore(Value carried, StageLoop &stage) {
  int index = builder.carriedIndex(carried);
  Value init =
      functions.stages[stage.coordinate].values.lookup(loop.getInits()[index]);
  if (microbatches() == 1)
    return init;
  Value next = builder.nextOf(static_cast<unsigned>(index));
  int crossing =
      builder.crossing(next, builder.sourceOf(next, stage.coordinate),
                       /*distance=*/1);
  for (const Carried &known : stage.carried)
    if (known.index == index && known.crossing == crossing)
      return known.argument;
  return stage.carry(index, crossing, init);
}

/// Those of the task's direction; nothing if that is all of them.
DenseI64ArrayAttr TaskEmitter::microbatchesOf(int task) const {
  const pipeline::Problem &problem = builder.problem;
  int direction = problem.tasks[task].direction;
  if (problem.directions == 1)
    return {};
  return DenseI64ArrayAttr::get(loop.getContext(),
                                {problem.firstMicrobatch(direction),
                                 problem.firstMicrobatch(direction + 1)});
}

void TaskEmitter::emitTask(StageLoop &stage, int task) {
  SmallVector<unsigned> own; // of what is carried
  SmallVector<Value> inits;
  SmallVector<Type> types;
  for (unsigned i = 0; i < loop.getNumResults(); ++i)
    if (builder.taskOfCarried(i, stage.coordinate) == task) {
      own.push_back(i);
      Value init =
          functions.stages[stage.coordinate].values.lookup(loop.getInits()[i]);
      inits.push_back(stage.carry(static_cast<int>(i), -1, init));
      types.push_back(init.getType());
    }
  SmallVector<int> outputs;
  for (int output : graph->outputs[task])
    if (static_cast<size_t>(output) < builder.crossings.size())
      outputs.push_back(output);
  for (int output : outputs)
    types.push_back(builder.crossings[output].value.getType());
  auto op = dist::TaskOp::create(stage.builder, loop.getLoc(), types, inits,
                                 static_cast<uint64_t>(task),
                                 graph->label(task), microbatchesOf(task));
  mlir::Block &block = op.getBody().emplaceBlock();
  IRMapping map;
  for (auto [i, init] : llvm::zip_equal(own, inits))
    map.map(loop.getCarried()[i],
            block.addArgument(init.getType(), init.getLoc()));
  OpBuilder inner = OpBuilder::atBlockBegin(&block);
  map.map(loop.getStep(), stage.block->getArgument(0));
  for (const TaskGraphBuilder::Node &node : builder.nodes) {
    if (node.task != task)
      continue;
    for (Value operand : functions.uses.operandsOf(node.op))
      (void)inBody(inner, map, operand, stage);
    Operation *own = inner.clone(*node.op, map);
    dist::setPlace(own, {});
    own->removeAttr(dist::kInTasks);
  }
  SmallVector<Value> yielded;
  for (unsigned i : own)
    yielded.push_back(map.lookup(builder.nextOf(i)));
  for (int output : outputs)
    yielded.push_back(map.lookup(builder.crossings[output].value));
  dist::YieldOp::create(inner, loop.getLoc(), yielded);
  for (auto [position, i] : llvm::enumerate(own))
    stage.replaced[static_cast<int>(i)] =
        op->getResult(static_cast<unsigned>(position));
  for (auto [position, output] : llvm::enumerate(outputs))
    stage.values[output] =
        op->getResult(static_cast<unsigned>(own.size() + position));
}

void TaskEmitter::emitStep(StageLoop &stage, const pipeline::Step &step) {
  OpBuilder &b = stage.builder;
  if (step.kind == pipeline::Step::Run)
    return emitTask(stage, step.index);
  const pipeline::Transfer &transfer = graph->transfers[step.index];
  Value global = builder.crossings[transfer.value].value;
  int64_t message = messageOf(step.index);
  StringRef mesh = functions.meshOp.getSymName();
  if (step.kind == pipeline::Step::Receive) {
    stage.values[transfer.value] =
        dist::RecvOp::create(b, global.getLoc(), global.getType(), message,
                             transfer.source, mesh)
            .getResult();
    return;
  }
  Value value = stage.values.lookup(transfer.value);
  dist::SendOp::create(b, value.getLoc(), value, message, transfer.destination,
                       mesh);
  dist::SentOp::create(b, loop.getLoc(), value, message);
  functions.sent.push_back({global, transfer.source, transfer.destination,
                            microbatches() / builder.problem.directions});
}

/// The coordinate's order, with the module's numbers of messages.
dist::OrderAttr TaskEmitter::orderOf(int64_t coordinate) {
  auto orders = loop->getAttrOfType<ArrayAttr>(dist::kOrders);
  auto order = cast<dist::OrderAttr>(orders[coordinate]);
  SmallVector<dist::OrderAttr::Step> steps = order.getSteps();
  for (dist::OrderAttr::Step &step : steps)
    if (step.kind != dist::OrderAttr::Run)
      step.number = static_cast<int32_t>(messageOf(step.number));
  return dist::OrderAttr::get(loop.getContext(), steps);
}

/// The stage's loop: its tasks and messages, each once.
void TaskEmitter::emitLoop(int64_t coordinate) {
  if (schedule.order[coordinate].empty())
    return;
  StageLoop stage(loop, coordinate);
  std::set<std::pair<int, int>> known; // kind, number
  for (const pipeline::Step &step : schedule.order[coordinate])
    if (known.insert({step.kind, step.index}).second)
      emitStep(stage, step);
  OpBuilder &b = *functions.stages[coordinate].builder;
  SmallVector<Value> inits, next;
  SmallVector<Type> types;
  for (const Carried &carried : stage.carried) {
    inits.push_back(carried.init);
    types.push_back(carried.init.getType());
    next.push_back(carried.crossing < 0
                       ? stage.replaced.lookup(carried.index)
                       : stage.values.lookup(carried.crossing));
  }
  dist::ReturnOp::create(stage.builder, loop.getLoc(), next);
  auto own = dist::TimeLoopOp::create(b, loop.getLoc(), types, inits,
                                      loop.getAxesAttr(), loop.getMeshAttr());
  own.getBody().push_back(stage.block.release());
  own->setAttr(dist::kOrder, orderOf(coordinate));
  for (auto [i, carried] : llvm::enumerate(stage.carried))
    if (carried.crossing < 0)
      functions.stages[coordinate].values.map(loop.getResult(carried.index),
                                              own.getResult(i));
}

/// Results of the loops are sent to their readers.
void TaskEmitter::leave() {
  for (auto [i, result] : llvm::enumerate(loop.getResults())) {
    PlaceSet made = 0;
    for (size_t c = 0; c < functions.stages.size(); ++c)
      if (builder.taskOfCarried(static_cast<unsigned>(i), c) >= 0)
        made |= placeOf(static_cast<int64_t>(c));
    if (made)
      functions.publish(result, made);
  }
}

LogicalResult TaskEmitter::run() {
  if (failed(builder.read()))
    return failure();
  graph.emplace(builder.problem);
  FailureOr<Schedule> written = readOrders(loop, *graph);
  if (failed(written))
    return failure();
  schedule = std::move(*written);
  size_t coordinates = functions.stages.size();
  firstMessage = functions.nextMessage;
  functions.nextMessage +=
      static_cast<int64_t>(graph->transfers.size()) * microbatches();
  for (size_t c = 0; c < coordinates; ++c)
    enter(static_cast<int64_t>(c));
  for (size_t c = 0; c < coordinates; ++c)
    emitLoop(static_cast<int64_t>(c));
  leave();
  return success();
}

LogicalResult StageFunctions::convertLoop(dist::TimeLoopOp loop) {
  return TaskEmitter(*this, loop).run();
}
