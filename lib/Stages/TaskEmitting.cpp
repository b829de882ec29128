//===- TaskEmitting.cpp - The tasks of all stages in a schedule's order ---===//
//
// A time loop on a stage axis becomes, in each stage's function, a time loop
// with the stage's tasks: one `dist.task` per task, a `dist.send` and a
// `dist.recv` per message, each once for all microbatches. `dist.order` says in
// which order they run, and for which microbatch. docs/Rationale/Stages.md has
// the reasons. Tested by
// test/Stages/split-stages-loops.mlir and test/Execute/Stages.
//
//===----------------------------------------------------------------------===//
#include "TaskForming.h"

#include "popt/Pipeline/Check.h"
#include "popt/Pipeline/Slots.h"
#include "popt/Pipeline/Timeline.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace popt;
using pipeline::Schedule;
using pipeline::Simulation;

namespace popt {

/// Writes the tasks of one loop into the functions of all stages.
class TaskEmitter {
public:
  TaskEmitter(StageFunctions &functions, dist::TimeLoopOp loop)
      : functions(functions), loop(loop),
        builder(loop, functions.uses, functions.mesh, functions.axis,
                functions.options.machine) {}
  LogicalResult run();

private:
  using Stage = StageFunctions::Stage;
  /// What a stage's loop carries of what the whole loop does.
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
  LogicalResult makeSchedule();
  LogicalResult drawTimeline();
  void explain();
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
  int microbatches() const { return builder.problem.microbatches; }

  StageFunctions &functions;
  dist::TimeLoopOp loop;
  TaskGraphBuilder builder;
  std::optional<pipeline::TaskGraph> graph;
  Schedule schedule;
  Simulation simulation;
  int64_t firstMessage = 0;
};

} // namespace popt

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

LogicalResult TaskEmitter::makeSchedule() {
  const ScheduleOptions &options = functions.options;
  std::string error, text;
  auto kind = pipeline::parseScheduleKind(options.kind, error);
  if (!kind)
    return functions.meshOp.emitError(error);
  if (!options.order.empty()) {
    auto file = llvm::MemoryBuffer::getFile(options.order);
    if (!file)
      return functions.meshOp.emitError() << "schedule " << options.order
                                          << ": " << file.getError().message();
    text = (*file)->getBuffer().str();
  }
  const std::string &name =
      options.order.empty() ? options.kind : options.order;
  builder.form(pipeline::splitsWeight(*kind), pipeline::cutsLastVisit(*kind));
  // Such as a machine on which a task takes for ever.
  error = builder.problem.check();
  if (!error.empty())
    return loop.emitOpError("cannot be pipelined: ") << error;
  graph.emplace(builder.problem);
  bool isMain = loop == functions.longestLoop;
  if (isMain && options.microbatches && options.microbatches != microbatches())
    return functions.meshOp.emitError()
           << "the plan's schedule is for " << options.microbatches
           << " microbatches, the time loop has " << microbatches();
  if (isMain && options.chunks && options.chunks != graph->maxChunks())
    return functions.meshOp.emitError()
           << "the plan's schedule is for " << options.chunks
           << " chunks per coordinate, the placement has " << graph->maxChunks()
           << "; chunks are runs of layers pinned to one coordinate";
  std::optional<Schedule> made =
      options.order.empty()
          ? pipeline::generate(*graph, *kind, error)
          : pipeline::readSchedule(*graph, text, options.order, error);
  // What is asked for is meant for the longest loop. Others (what a mean
  // divides by, a loop before a time barrier) may have fewer visits.
  if (!isMain && (!made || !pipeline::check(*graph, *made).empty()))
    made = pipeline::generate(*graph, pipeline::ScheduleKind::OneFOneB, error);
  if (!made) {
    InFlightDiagnostic refusal = functions.meshOp.emitError(
        options.order.empty() ? error : "schedule " + error);
    auto loops = functions.main.front().getOps<dist::TimeLoopOp>();
    if (size_t count = size_t(std::distance(loops.begin(), loops.end()));
        count > 1)
      refusal.attachNote(loop.getLoc())
          << "time barriers cut the step into " << count
          << " loops, each a pipeline of its own, and this is the longest; "
             "1f1b and gpipe fit them all, and --remarks-filter=schedule names "
             "the barriers";
    return refusal;
  }
  pipeline::dissolveBundles(*made);
  error = pipeline::check(*graph, *made);
  if (!error.empty())
    return functions.meshOp.emitError()
           << "schedule \"" << name << "\" is not right: " << error;
  schedule = made->hasTransfers() ? *made : withTransfers(*graph, *made);
  std::optional<Simulation> run = pipeline::simulate(*graph, schedule, error);
  assert(run && "the check finds whoever waits for ever");
  // A visit that was to be cut but has no loss takes long; what waits for it
  // waits there, where least is kept.
  if (pipeline::cutsLastVisit(*kind) && !made->hasTransfers()) {
    schedule = receiveOnArrival(*graph, schedule, *run);
    run = pipeline::simulate(*graph, schedule, error);
    assert(run && "receiving earlier lets nobody wait longer");
  }
  simulation = std::move(*run);
  return drawTimeline();
}

LogicalResult TaskEmitter::drawTimeline() {
  const std::string &file = functions.options.timeline;
  if (file.empty() || loop != functions.longestLoop)
    return success();
  std::error_code error;
  llvm::ToolOutputFile out(file, error, llvm::sys::fs::OF_Text);
  if (error)
    return functions.meshOp.emitError()
           << "--timeline: cannot write " << file << ": " << error.message();
  out.os() << pipeline::timelineSvg(
      *graph, simulation,
      llvm::formatv("{0}, {1} stages, {2} microbatches", schedule.name,
                    builder.problem.coordinates, microbatches())
          .str());
  out.keep();
  return success();
}

/// Per coordinate: most instances of a value that one of its tasks leaves for
/// another (activations), at least the one that is worked on.
static std::vector<int> activationSlots(const pipeline::TaskGraph &graph,
                                        const pipeline::Slots &slots) {
  const pipeline::Problem &problem = graph.problem;
  std::vector<int> most(problem.coordinates, 0);
  for (const pipeline::Task &task : problem.tasks)
    most[task.coordinate] = 1;
  for (const pipeline::SlotAssignment &kept : slots.values) {
    const pipeline::Value &value = problem.values[kept.value];
    auto readers = llvm::count_if(value.readers, [&](int reader) {
      return problem.tasks[reader].coordinate == kept.coordinate;
    });
    // What only passes between coordinates is no activation.
    if (value.bytes > 0 && readers > (kept.transfer < 0 ? 0 : 1))
      most[kept.coordinate] = std::max(most[kept.coordinate], kept.count);
  }
  return most;
}

template <typename Number>
static std::string commaList(const std::vector<Number> &numbers) {
  std::string text;
  for (Number number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

void TaskEmitter::explain() {
  pipeline::Slots slots = pipeline::assignSlots(*graph, schedule, &simulation);
  std::string perStage = commaList(activationSlots(*graph, slots));
  int64_t messages = 0, bytes = 0;
  for (const pipeline::TransferRun &run : simulation.transfers) {
    ++messages;
    bytes += builder.problem.values[graph->transfers[run.transfer].value].bytes;
  }
  remark::passed(
      loop.getLoc(),
      remark::RemarkOpts::name("schedule-tasks").category("schedule"))
      << llvm::formatv("schedule {0}: {1} tasks of {2} microbatches on {3} "
                       "coordinates; predicted makespan {4:e3} s, bubble "
                       "{5:f3}; {6} messages of {7} bytes per rank; "
                       "activation slots per coordinate {8}, at most {9} "
                       "bytes kept between tasks",
                       schedule.name, builder.problem.tasks.size(),
                       microbatches(), builder.problem.coordinates,
                       simulation.makespan, simulation.bubble(), messages,
                       bytes, perStage, commaList(slots.peakBytes))
             .str();
  functions.info.push_back({schedule.name, simulation.makespan,
                            simulation.bubble(), perStage,
                            commaList(slots.peakBytes)});
}

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
    if (builder.isFree(&op) && functions.uses.runsAt(&op).count(coordinate))
      fetch(&op);
  for (auto [i, init] : llvm::enumerate(loop.getInits())) {
    bool isRead =
        builder.taskOfCarried(static_cast<unsigned>(i), coordinate) >= 0 ||
        functions.uses.readAt(loop.getCarried()[i]).count(coordinate);
    if (isRead)
      (void)functions.valueAt(stage, init);
  }
  // What was sent before the loop is received before the loop's messages.
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
  auto op =
      dist::TaskOp::create(stage.builder, loop.getLoc(), types, inits,
                           static_cast<uint64_t>(task), graph->label(task));
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
    dist::setPlace(inner.clone(*node.op, map), {});
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
}

/// The order of the coordinate's steps, waits for what it sends included.
dist::OrderAttr TaskEmitter::orderOf(int64_t coordinate) {
  using Order = dist::OrderAttr;
  // When each message is taken, and each task of this coordinate starts.
  std::map<std::pair<int, int>, double> takenAt, startOf;
  for (const pipeline::TransferRun &run : simulation.transfers)
    takenAt[{run.transfer, run.microbatch}] = run.taken;
  for (const pipeline::TaskRun &run : simulation.coordinates[coordinate].tasks)
    startOf[{run.task, run.microbatch}] = run.start;
  SmallVector<Order::Step> order;
  std::vector<std::pair<double, Order::Step>> open; // when it is taken
  for (const pipeline::Step &step : schedule.order[coordinate]) {
    if (step.kind == pipeline::Step::Run) {
      // Memory of what is taken by then may be used again: in the predicted
      // execution this waits for nothing, so that none waits for ever.
      double start = startOf[{step.index, step.microbatch}];
      llvm::erase_if(open, [&](const std::pair<double, Order::Step> &sent) {
        if (sent.first > start)
          return false;
        order.push_back(sent.second);
        return true;
      });
      order.push_back({Order::Run, step.index, step.microbatch});
      continue;
    }
    auto message = static_cast<int32_t>(messageOf(step.index));
    bool isSend = step.kind == pipeline::Step::Send;
    order.push_back(
        {isSend ? Order::Send : Order::Recv, message, step.microbatch});
    if (isSend)
      open.push_back({takenAt[{step.index, step.microbatch}],
                      {Order::Sent, message, step.microbatch}});
  }
  for (const auto &sent : open)
    order.push_back(sent.second);
  return Order::get(loop.getContext(), order);
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

/// What the loops have made is sent to those that read it.
void TaskEmitter::leave() {
  for (auto [i, result] : llvm::enumerate(loop.getResults())) {
    Places made;
    for (size_t c = 0; c < functions.stages.size(); ++c)
      if (builder.taskOfCarried(static_cast<unsigned>(i), c) >= 0)
        made.insert(static_cast<int64_t>(c));
    if (!made.empty())
      functions.publish(result, made);
  }
}

LogicalResult TaskEmitter::run() {
  if (failed(makeSchedule()))
    return failure();
  explain();
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
