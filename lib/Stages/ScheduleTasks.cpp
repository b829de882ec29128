//===- ScheduleTasks.cpp - The tasks of all stages in a schedule's order --===//
//
// Before and after IR: Passes.td. The schedule is generated or read from a file,
// checked, and simulated on the machine; where a stage waits until what it sent
// has been taken follows from the simulation. Tested by
// test/Stages/schedule-tasks.mlir.
//
//===----------------------------------------------------------------------===//
#include "Pipelines.h"

#include "popt/Interfaces/ModuleMachine.h"
#include "popt/Pipeline/Check.h"
#include "popt/Pipeline/Simulate.h"
#include "popt/Pipeline/Slots.h"
#include "popt/Stages/Passes.h"

#include "popt-rt/transport_limits.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;
using pipeline::Schedule;
using pipeline::Simulation;

namespace popt {
#define GEN_PASS_DEF_SCHEDULETASKSPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

namespace {
/// Predictions for one loop.
struct Predicted {
  std::string schedule;
  double seconds, bubble;
  std::string slots, keptBytes; ///< per coordinate
  std::string choice;           ///< of schedule "auto", in words; or empty
  std::string taskKey;
};

/// Schedules the tasks of one loop.
class LoopScheduler {
public:
  LoopScheduler(StageProgram &program, dist::TimeLoopOp loop,
                const TaskGraphBuilder &builder, bool isLongest,
                std::optional<ChosenOrder> chosen)
      : program(program), loop(loop), builder(builder), graph(builder.problem),
        isLongest(isLongest), chosen(std::move(chosen)) {}
  LogicalResult run(const ScheduleRequest &request);
  Predicted explain();
  /// One order per coordinate, waits for sent messages included.
  ArrayAttr orders() const;

private:
  FailureOr<Schedule> make(const ScheduleRequest &request);
  void fitTransport();
  dist::OrderAttr orderOf(int64_t coordinate) const;
  std::string describeChoice() const;
  int microbatches() const { return builder.problem.microbatches; }

  StageProgram &program;
  dist::TimeLoopOp loop;
  const TaskGraphBuilder &builder;
  pipeline::TaskGraph graph;
  bool isLongest;
  std::optional<ChosenOrder> chosen; ///< of schedule "auto"
  Schedule schedule;
  Simulation simulation;
};
} // namespace

/// The order that is asked for, or 1f1b where it is not meant for this loop.
FailureOr<Schedule> LoopScheduler::make(const ScheduleRequest &request) {
  std::string error;
  if (chosen)
    return chosen->found.schedule;
  std::optional<Schedule> made =
      request.order.empty()
          ? pipeline::generate(graph,
                               request.kind == pipeline::ScheduleKind::Auto
                                   ? pipeline::ScheduleKind::OneFOneB
                                   : request.kind,
                               error)
          : pipeline::readSchedule(graph, request.text, request.order, error);
  // The requested schedule is meant for the longest loop. Others (the count for
  // a mean, a loop before a time barrier) may have fewer visits.
  if (!isLongest && (!made || !pipeline::check(graph, *made).empty()))
    made = pipeline::generate(graph,
                              builder.problem.directions == 1
                                  ? pipeline::ScheduleKind::OneFOneB
                                  : pipeline::ScheduleKind::Chimera,
                              error);
  if (made)
    return *made;
  InFlightDiagnostic refusal = program.meshOp.emitError(
      request.order.empty() ? error : "schedule " + error);
  auto loops = program.loops();
  if (size_t count = size_t(std::distance(loops.begin(), loops.end()));
      count > 1)
    refusal.attachNote(loop.getLoc())
        << "time barriers cut the step into " << count
        << " loops, each a pipeline of its own, and this is the longest; "
           "1f1b and gpipe fit them all, and --remarks-filter=schedule names "
           "the barriers";
  return refusal;
}

LogicalResult LoopScheduler::run(const ScheduleRequest &request) {
  if (isLongest && request.microbatches &&
      request.microbatches != microbatches())
    return program.meshOp.emitError()
           << "the plan's schedule is for " << request.microbatches
           << " microbatches, the time loop has " << microbatches();
  if (isLongest && request.chunks && request.chunks != graph.maxChunks())
    return program.meshOp.emitError()
           << "the plan's schedule is for " << request.chunks
           << " chunks per coordinate, the placement has " << graph.maxChunks()
           << "; chunks are runs of layers pinned to one coordinate";
  if (isLongest &&
      request.kind == pipeline::ScheduleKind::InterleavedOneFOneB &&
      graph.maxChunks() == 1)
    program.meshOp.emitWarning()
        << "schedule \"" << request.name
        << "\" interleaves chunks, and the placement has one per coordinate, "
           "so that it is 1f1b; pin layers round robin, or ask for 1f1b";
  FailureOr<Schedule> made = make(request);
  if (failed(made))
    return failure();
  pipeline::dissolveBundles(*made);
  std::string error = pipeline::check(graph, *made);
  if (!error.empty())
    return program.meshOp.emitError()
           << "schedule \"" << request.name << "\" is not right: " << error;
  schedule = made->hasTransfers() ? *made : withTransfers(graph, *made);
  std::optional<Simulation> run = pipeline::simulate(graph, schedule, error);
  assert(run && "the check refuses orders that deadlock");
  // A visit that was to be cut but has no loss takes long; what waits for it
  // waits there, where least is kept.
  if (pipeline::cutsLastVisit(request.kind) && !made->hasTransfers() &&
      !chosen) {
    schedule = receiveOnArrival(graph, schedule, *run);
    run = pipeline::simulate(graph, schedule, error);
    assert(run && "receiving earlier delays no task");
  }
  simulation = std::move(*run);
  fitTransport();
  return success();
}

/// A transport has room for so many messages only. Where senders would wait for
/// more, messages are received earlier: when half of the room is taken, since
/// runs differ from what is predicted. If that does not help, the step table's
/// check reports the wait.
void LoopScheduler::fitTransport() {
  pipeline::SendModel bounded;
  bounded.capacity = POPT_RT_OPEN_TRANSFERS;
  if (pipeline::mostMessagesOfPair(graph) <= bounded.capacity)
    return;
  std::string error;
  std::optional<Simulation> run =
      pipeline::simulate(graph, schedule, error, bounded);
  if (!run || run->makespan > simulation.makespan) {
    Schedule early =
        receiveInTime(graph, schedule, simulation, bounded.capacity / 2);
    std::optional<Simulation> earlyRun =
        pipeline::simulate(graph, early, error, bounded);
    if (earlyRun && (!run || earlyRun->makespan < run->makespan)) {
      schedule = std::move(early);
      run = std::move(earlyRun);
    }
  }
  if (run)
    simulation = std::move(*run);
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

dist::OrderAttr LoopScheduler::orderOf(int64_t coordinate) const {
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
    Order::Step written{Order::Run, step.index, step.microbatch};
    if (step.kind == pipeline::Step::Run) {
      // Memory of messages taken by then may be reused: in the predicted
      // execution this waits for nothing, so no execution waits forever.
      double start = startOf[{step.index, step.microbatch}];
      llvm::erase_if(open, [&](const std::pair<double, Order::Step> &sent) {
        if (sent.first > start)
          return false;
        order.push_back(sent.second);
        return true;
      });
    } else if (step.kind == pipeline::Step::Receive) {
      written.kind = Order::Recv;
    } else {
      written.kind = Order::Send;
      open.push_back({takenAt[{step.index, step.microbatch}],
                      {Order::Sent, step.index, step.microbatch}});
    }
    order.push_back(written);
  }
  for (const auto &sent : open)
    order.push_back(sent.second);
  return Order::get(program.meshOp.getContext(), order);
}

ArrayAttr LoopScheduler::orders() const {
  SmallVector<Attribute> orders;
  for (size_t c = 0; c < schedule.order.size(); ++c)
    orders.push_back(orderOf(static_cast<int64_t>(c)));
  return ArrayAttr::get(program.meshOp.getContext(), orders);
}

//===----------------------------------------------------------------------===//
// What is predicted
//===----------------------------------------------------------------------===//

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
    // Values that only pass between coordinates are no activations.
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

/// The name for people of a schedule that was considered.
static std::string nameOf(const pipeline::AutoCandidate &candidate) {
  return candidate.name == "list" ? "an order of its own" : candidate.name;
}

std::string LoopScheduler::describeChoice() const {
  const pipeline::AutoSchedule &found = chosen->found;
  std::string text =
      llvm::formatv("{0}, {1:e3} s, {2}", nameOf(found.chosen),
                    found.chosen.seconds,
                    chosen->splitsWeight ? "weight parts apart"
                                         : "weight parts with their visits")
          .str();
  text += llvm::formatv("; no order takes less than {0:e3} s ({1:f1}% less)",
                        found.lowerBound,
                        100 * (1 - found.lowerBound / found.chosen.seconds))
              .str();
  if (!found.runnerUp.name.empty())
    text += llvm::formatv("; runner-up {0}, {1:e3} s", nameOf(found.runnerUp),
                          found.runnerUp.seconds)
                .str();
  return text;
}

Predicted LoopScheduler::explain() {
  pipeline::Slots slots = pipeline::assignSlots(graph, schedule, &simulation);
  std::string perStage = commaList(activationSlots(graph, slots));
  int64_t messages = 0, bytes = 0;
  for (const pipeline::TransferRun &run : simulation.transfers) {
    ++messages;
    bytes += builder.problem.values[graph.transfers[run.transfer].value].bytes;
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
  std::string choice;
  if (chosen) {
    choice = describeChoice();
    remark::passed(
        loop.getLoc(),
        remark::RemarkOpts::name("schedule-tasks").category("schedule"))
        << "schedule auto: " + choice;
  }
  return {schedule.name,     simulation.makespan,        simulation.bubble(),
          perStage,          commaList(slots.peakBytes), choice,
          taskKeyOf(builder)};
}

/// The loop that takes longest speaks for the step.
static DictionaryAttr describe(MLIRContext *context,
                               ArrayRef<Predicted> predicted) {
  const Predicted &longest =
      *llvm::max_element(predicted, [](const Predicted &a, const Predicted &b) {
        return a.seconds < b.seconds;
      });
  Builder b(context);
  auto text = [&](const char *name, const std::string &value) {
    return b.getNamedAttr(name, b.getStringAttr(value));
  };
  SmallVector<NamedAttribute> facts{
      text("activation_slots", longest.slots),
      text("kept_bytes", longest.keptBytes),
      text("predicted_loop_bubble",
           llvm::formatv("{0:f6}", longest.bubble).str()),
      text("predicted_loop_s", llvm::formatv("{0:e6}", longest.seconds).str()),
      text("schedule", longest.schedule),
      text("task_key", longest.taskKey)};
  if (!longest.choice.empty())
    facts.push_back(text("choice", longest.choice));
  return b.getDictionaryAttr(facts);
}

namespace {
struct ScheduleTasksPass
    : public PassOnStages<
          popt::impl::ScheduleTasksPassBase<ScheduleTasksPass>> {
  using PassOnStages::PassOnStages;

  LogicalResult runOn(StageProgram &program) override {
    if (program.loops().empty())
      return success();
    FailureOr<ScheduleRequest> request = scheduleOf(program);
    FailureOr<std::optional<CostModel>> costs = CostModel::of(getOperation());
    if (failed(request) || failed(costs))
      return failure();
    StageUses uses(program.main, program.mesh.axes[program.axis].size);
    dist::TimeLoopOp longest = program.longestLoop();
    SmallVector<Predicted> predicted;
    for (dist::TimeLoopOp loop : program.loops()) {
      TaskGraphBuilder builder(loop, uses, program.mesh, program.axis);
      builder.priceMessages(**costs);
      if (failed(builder.read()))
        return failure();
      if (!taskCosts.empty() &&
          failed(readTaskCosts(program, builder, taskCosts)))
        return failure();
      std::optional<ChosenOrder> chosen;
      if (request->kind == pipeline::ScheduleKind::Auto)
        chosen = chooseOrder(program, loop, builder, uses, memoryBudget);
      LoopScheduler scheduler(program, loop, builder, loop == longest,
                              std::move(chosen));
      if (failed(scheduler.run(*request)))
        return failure();
      predicted.push_back(scheduler.explain());
      loop->setAttr(dist::kOrders, scheduler.orders());
    }
    getOperation()->setAttr(dist::kPipeline,
                            describe(&getContext(), predicted));
    return success();
  }
};
} // namespace
