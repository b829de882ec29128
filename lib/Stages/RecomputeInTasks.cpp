//===- RecomputeInTasks.cpp - Tasks compute again what they would take over ===//
//
// What a forward task makes and a backward task of the same coordinate reads is
// held for every microbatch in flight. This pass copies operations into the
// tasks that read their results, before a schedule is made, so that the tasks'
// seconds and what is held between them are what will run.
//
// Each lane (a coordinate, in one direction) is written down as a program of
// one microbatch, its tasks one after the other: there the method of
// popt/Analysis/Recompute.h chooses, with an estimate that counts the instances
// of other microbatches in the order of the schedule. What it changes in the
// program is then changed in the loop. Before and after IR: Passes.td. Tested
// by test/Stages/recompute-in-tasks.mlir, and by execution in
// test/Execute/Stages/recompute.test.
//
//===----------------------------------------------------------------------===//
#include "Pipelines.h"

#include "popt/Analysis/Recompute.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"
#include "popt/Interfaces/ModuleMachine.h"
#include "popt/Stages/Passes.h"
#include "popt/Support/DeadOps.h"
#include "popt/Support/Readers.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_RECOMPUTEINTASKSPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

namespace {

/// What one microbatch of a lane finds of the others: in which of its tasks, and
/// how many of them are between two tasks, at [earlier * tasks + later].
struct Company {
  int task;
  std::vector<int> inFlight;
  bool operator<(const Company &o) const {
    return std::tie(task, inFlight) < std::tie(o.task, o.inFlight);
  }
};

/// A lane of a loop, as a program of one microbatch.
class LaneProgram {
public:
  LaneProgram(StageProgram &program, dist::TimeLoopOp loop,
              const TaskGraphBuilder &builder, const StageUses &uses,
              std::vector<int> tasks)
      : program(program), loop(loop), builder(builder), uses(uses),
        tasks(std::move(tasks)),
        coordinate(builder.problem.tasks[this->tasks.front()].coordinate) {}
  ~LaneProgram() { function.erase(); }

  void build();
  /// Chooses, and changes the loop. Operations that are no longer read stay.
  std::optional<Recomputed> recompute(const CostModel &costs,
                                      RecomputePolicy policy,
                                      const pipeline::Schedule &schedule);

private:
  void addTask(int index);
  Value valueIn(OpBuilder &b, Value value);
  void setReturned(OpBuilder &b);
  std::set<Company> companyIn(const pipeline::Schedule &schedule) const;
  int64_t peak(const Liveness &liveness, const std::set<Company> &all) const;
  std::pair<Operation *, Operation *> forwardEnds() const;
  bool mayCopy(Operation *op) const;
  bool mayRead(Operation *op) const;
  void apply(const Recomputed &done);
  Operation *lastOf(size_t index) const {
    return index + 1 < begins.size() ? begins[index + 1]->getPrevNode()
                                     : function.front().getTerminator();
  }

  StageProgram &program;
  mutable dist::TimeLoopOp loop; ///< a handle: asking it is not const
  const TaskGraphBuilder &builder;
  const StageUses &uses;
  std::vector<int> tasks; ///< in the order in which a microbatch takes them
  int coordinate;
  mutable func::FuncOp function; ///< likewise
  IRMapping map;                 ///< of the loop's values, in the task at hand
  SmallVector<Value> copied;     ///< those that every task has a copy of
  std::vector<Operation *> begins; ///< marks the begin of each task
  llvm::DenseMap<Operation *, Operation *> originOf; ///< in the loop
};

} // namespace

//===----------------------------------------------------------------------===//
// The program of one microbatch
//===----------------------------------------------------------------------===//

/// The value in the task that is being written. What comes from other lanes is
/// received; what is around the loop, or carried, is an argument.
Value LaneProgram::valueIn(OpBuilder &b, Value value) {
  if (Value known = map.lookupOrNull(value))
    return known;
  Operation *definer = value.getDefiningOp();
  if (!definer || definer->getBlock() != &loop.getBody().front()) {
    Value argument =
        function.front().addArgument(value.getType(), value.getLoc());
    map.map(value, argument);
    return argument;
  }
  if (builder.isFree(definer)) {
    for (Value operand : uses.operandsOf(definer))
      (void)valueIn(b, operand);
    originOf[b.clone(*definer, map)] = definer;
    llvm::append_range(copied, definer->getResults());
    return map.lookup(value);
  }
  auto received = dist::RecvOp::create(
      b, value.getLoc(), value.getType(), /*message=*/0,
      builder.sourceOf(value, coordinate), program.meshOp.getSymName());
  map.map(value, received.getResult());
  return received.getResult();
}

void LaneProgram::addTask(int index) {
  OpBuilder b = OpBuilder::atBlockEnd(&function.front());
  for (Value value : copied)
    map.erase(value);
  copied.clear();
  begins.push_back(buildNumber(b, loop.getLoc(), 0).getDefiningOp());
  // What other lanes read is sent.
  llvm::DenseSet<Value> sent;
  for (auto [i, crossing] : llvm::enumerate(builder.crossings)) {
    const pipeline::Value &value = builder.problem.values[i];
    if (value.producer == tasks[index] &&
        llvm::any_of(value.readers, [&](int reader) {
          return builder.problem.tasks[reader].coordinate != coordinate;
        }))
      sent.insert(crossing.value);
  }
  for (const TaskGraphBuilder::Node &node : builder.nodes) {
    if (node.task != tasks[index])
      continue;
    for (Value operand : uses.operandsOf(node.op))
      (void)valueIn(b, operand);
    Operation *own = b.clone(*node.op, map);
    originOf[own] = node.op;
    for (Value result : node.op->getResults())
      if (sent.contains(result))
        dist::SendOp::create(b, result.getLoc(), map.lookup(result),
                             /*message=*/0, /*destination=*/0,
                             program.meshOp.getSymName());
  }
}

/// Next carried values are returned, over what they replace.
void LaneProgram::setReturned(OpBuilder &b) {
  SmallVector<Value> returned;
  std::vector<std::pair<unsigned, size_t>> states; // argument, result
  for (unsigned i = 0; i < loop.getNumResults(); ++i) {
    if (!llvm::is_contained(tasks, builder.taskOfCarried(i, coordinate)))
      continue;
    if (Value old = map.lookupOrNull(loop.getCarried()[i]))
      states.emplace_back(cast<BlockArgument>(old).getArgNumber(),
                          returned.size());
    returned.push_back(map.lookup(builder.nextOf(i)));
  }
  func::ReturnOp::create(b, loop.getLoc(), returned);
  function.setFunctionType(b.getFunctionType(
      function.front().getArgumentTypes(), ValueRange(returned).getTypes()));
  for (auto [argument, result] : states)
    function.setArgAttr(argument, dist::kState,
                        b.getI64IntegerAttr(static_cast<int64_t>(result)));
}

void LaneProgram::build() {
  OpBuilder b = OpBuilder::atBlockEnd(program.module().getBody());
  function = func::FuncOp::create(b, loop.getLoc(), "one_microbatch",
                                  b.getFunctionType({}, {}));
  function.addEntryBlock();
  for (size_t i = 0; i < tasks.size(); ++i)
    addTask(static_cast<int>(i));
  OpBuilder last = OpBuilder::atBlockEnd(&function.front());
  setReturned(last);
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

std::set<Company>
LaneProgram::companyIn(const pipeline::Schedule &schedule) const {
  size_t count = tasks.size();
  std::map<int, size_t> indexOf;
  for (auto [i, task] : llvm::enumerate(tasks))
    indexOf[task] = i;
  std::set<Company> all;
  std::map<int, std::vector<bool>> done; // by microbatch: each task
  for (const pipeline::Step &step : schedule.order[coordinate]) {
    auto known = indexOf.find(step.index);
    if (step.kind != pipeline::Step::Run || known == indexOf.end())
      continue;
    Company now{static_cast<int>(known->second),
                std::vector<int>(count * count)};
    for (auto &[microbatch, isDone] : done)
      for (size_t a = 0; a < count && microbatch != step.microbatch; ++a)
        for (size_t b = a + 1; b < count; ++b)
          now.inFlight[a * count + b] += isDone[a] && !isDone[b];
    all.insert(std::move(now));
    auto &own = done.try_emplace(step.microbatch, count, false).first->second;
    own[known->second] = true;
  }
  return all;
}

/// The most bytes that the lane holds: what a task needs, and what lies between
/// tasks of the other microbatches meanwhile.
int64_t LaneProgram::peak(const Liveness &liveness,
                          const std::set<Company> &all) const {
  size_t count = tasks.size();
  std::vector<int64_t> starts, own(count), between(count * count);
  for (auto [i, begin] : llvm::enumerate(begins)) {
    starts.push_back(liveness.begin(begin));
    own[i] = liveness.most(begin, lastOf(i));
  }
  auto taskAt = [&](int64_t position) {
    return static_cast<size_t>(std::max<int64_t>(
        0, llvm::upper_bound(starts, position) - starts.begin() - 1));
  };
  for (const Held &held : liveness.held())
    if (!held.isArgument && held.bytes)
      between[taskAt(held.begin) * count + taskAt(held.end)] += held.bytes;
  int64_t most = 0;
  for (const Company &company : all) {
    int64_t bytes = own[company.task];
    for (size_t i = 0; i < between.size(); ++i)
      bytes += company.inFlight[i] * between[i];
    most = std::max(most, bytes);
  }
  return most;
}

/// Where the forward part may end: after the first half of the visits, or
/// within the middle one.
std::pair<Operation *, Operation *> LaneProgram::forwardEnds() const {
  auto visitOf = [&](int task) { return builder.problem.tasks[task].visit; };
  int visits = 1 + visitOf(tasks.back());
  size_t first = 0;
  while (visitOf(tasks[first]) < visits / 2)
    ++first;
  if (visits % 2 == 0)
    return {begins[first]->getPrevNode(), begins[first]->getPrevNode()};
  return {begins[first], lastOf(first)};
}

/// True if the operation may run in another task: it does not depend on what
/// the loop carries.
bool LaneProgram::mayCopy(Operation *op) const {
  Operation *origin = originOf.lookup(op);
  return origin && llvm::none_of(uses.operandsOf(origin), [&](Value operand) {
           return builder.carriedIndex(operand) >= 0;
         });
}

/// True if the operation runs here alone, so that it may read a copy.
bool LaneProgram::mayRead(Operation *op) const {
  Operation *origin = originOf.lookup(op);
  if (!origin)
    return false;
  if (!builder.isFree(origin))
    return countPlaces(uses.runsAt(origin)) == 1;
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    return mayRead(function.front().findAncestorOpInBlock(*user));
  });
}

std::optional<Recomputed>
LaneProgram::recompute(const CostModel &costs, RecomputePolicy policy,
                       const pipeline::Schedule &schedule) {
  auto [firstEnd, lastEnd] = forwardEnds();
  std::set<Company> company = companyIn(schedule);
  RecomputeTarget target{costs.mesh, function, function.front(),
                         policy,     firstEnd, lastEnd};
  target.begins = begins;
  target.mayCopy = [&](Operation *op) { return mayCopy(op); };
  target.mayRead = [&](Operation *op) { return mayRead(op); };
  target.peak = [&](const Liveness &liveness) {
    return peak(liveness, company);
  };
  std::optional<Recomputed> done = popt::recompute(target);
  if (done)
    apply(*done);
  return done;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

static SmallVector<OpOperand *> operandsWithin(Operation *op) {
  SmallVector<OpOperand *> operands;
  op->walk([&](Operation *inside) {
    for (OpOperand &operand : inside->getOpOperands())
      operands.push_back(&operand);
  });
  return operands;
}

/// Before the first reader, in the order of the loop.
static void moveToReaders(Operation *op) {
  if (Operation *first = firstReader(op))
    op->moveBefore(first);
}

/// Repeats in the loop what was changed in the program of one microbatch.
void LaneProgram::apply(const Recomputed &done) {
  llvm::DenseMap<Operation *, Operation *> repeats(done.copies.begin(),
                                                   done.copies.end());
  llvm::DenseMap<Operation *, size_t> taskOf;
  llvm::DenseMap<Value, Value> newOf; // by values of the program
  SmallVector<Operation *> added;
  size_t task = 0;
  for (Operation &op : function.front()) {
    if (task + 1 < begins.size() && &op == begins[task + 1])
      ++task;
    taskOf[&op] = task;
    Operation *repeated = repeats.lookup(&op);
    Operation *origin = originOf.lookup(repeated ? repeated : &op);
    if (!origin)
      continue;
    SmallVector<OpOperand *> own = operandsWithin(&op);
    bool readsNew = llvm::any_of(own, [&](OpOperand *operand) {
      return newOf.contains(operand->get());
    });
    if (!repeated && !readsNew)
      continue;
    Operation *target = origin;
    if (repeated || builder.isFree(origin)) {
      OpBuilder b(loop.getContext());
      b.setInsertionPointAfter(origin);
      target = b.clone(*origin);
      dist::setPlace(target, {coordinate});
      target->setAttr(dist::kInTasks, b.getDenseI64ArrayAttr({tasks[task]}));
      // In one task the two could be taken for one (law L16).
      if (repeated && taskOf.lookup(repeated) == task)
        target->setAttr(dist::kRematerialized, b.getUnitAttr());
      added.push_back(target);
      for (auto [result, made] :
           llvm::zip_equal(op.getResults(), target->getResults()))
        newOf[result] = made;
    }
    for (auto [read, operand] : llvm::zip_equal(own, operandsWithin(target)))
      if (Value made = newOf.lookup(read->get()))
        operand->set(made);
  }
  for (Operation *op : llvm::reverse(added))
    moveToReaders(op);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The tasks of each lane, in the order in which a microbatch takes them.
static std::vector<std::vector<int>> lanesOf(const pipeline::Problem &problem) {
  std::map<std::pair<int, int>, std::vector<int>> lanes;
  for (auto [i, task] : llvm::enumerate(problem.tasks))
    lanes[{task.coordinate, task.direction}].push_back(static_cast<int>(i));
  std::vector<std::vector<int>> list;
  for (auto &[lane, tasks] : lanes) {
    llvm::stable_sort(tasks, [&](int a, int b) {
      const pipeline::Task &first = problem.tasks[a], &other = problem.tasks[b];
      return std::tie(first.visit, first.part) <
             std::tie(other.visit, other.part);
    });
    list.push_back(std::move(tasks));
  }
  return list;
}

/// An order to count instances by: that of the schedule, or one that is like it
/// where it is not known yet.
static std::optional<pipeline::Schedule>
expectedOrder(const pipeline::TaskGraph &graph, pipeline::ScheduleKind kind) {
  using Kind = pipeline::ScheduleKind;
  std::string error;
  for (Kind like : {kind, Kind::OneFOneB, Kind::GPipe, Kind::Chimera}) {
    if (like == Kind::Custom || like == Kind::Auto)
      continue;
    if (auto found = pipeline::generate(graph, like, error))
      return found;
  }
  return std::nullopt;
}

/// Operations that are not read any more go, and those left are in the tasks of
/// the coordinates where they still run.
static void settle(StageProgram &program, dist::TimeLoopOp loop) {
  eraseDead(loop.getBody().front());
  StageUses uses(program.main, program.mesh.axes[program.axis].size);
  auto tasks = loop->getAttrOfType<ArrayAttr>(dist::kTasks);
  for (Operation &op : loop.getBody().front().without_terminator()) {
    auto list = op.getAttrOfType<DenseI64ArrayAttr>(dist::kInTasks);
    if (!list)
      continue;
    PlaceSet places = uses.runsAt(&op);
    SmallVector<int64_t> left;
    for (int64_t task : list.asArrayRef())
      if (isIn(places, cast<dist::TaskAttr>(tasks[task]).getCoordinate()))
        left.push_back(task);
    op.setAttr(dist::kInTasks, Builder(&op).getDenseI64ArrayAttr(left));
  }
}

namespace {
struct RecomputeInTasksPass
    : public PassOnStages<
          popt::impl::RecomputeInTasksPassBase<RecomputeInTasksPass>> {
  using PassOnStages::PassOnStages;

  LogicalResult runOn(StageProgram &program) override {
    auto known = recomputePolicyFor(getOperation(), policy);
    if (failed(known))
      return failure();
    FailureOr<ScheduleRequest> request = scheduleOf(program);
    FailureOr<std::optional<CostModel>> model = CostModel::of(getOperation());
    if (failed(request) || failed(model))
      return failure();
    const CostModel &costs = **model;
    for (dist::TimeLoopOp loop : program.loops())
      if (failed(makeCheap(program, loop, costs)) ||
          (*known &&
           failed(runOnLoop(program, loop, costs, **known, request->kind))))
        return failure();
    return success();
  }

private:
  LogicalResult makeCheap(StageProgram &program, dist::TimeLoopOp loop,
                          const CostModel &costs) {
    StageUses uses(program.main, program.mesh.axes[program.axis].size);
    TaskGraphBuilder builder(loop, uses, program.mesh, program.axis);
    if (failed(builder.read()))
      return failure();
    if (makeCheapInTasks(loop, builder, uses, costs))
      return priceAnew(program, loop, costs);
    return success();
  }

  /// Writes down what the tasks have and take by now.
  LogicalResult priceAnew(StageProgram &program, dist::TimeLoopOp loop,
                          const CostModel &costs) {
    settle(program, loop);
    StageUses uses(program.main, program.mesh.axes[program.axis].size);
    TaskGraphBuilder changed(loop, uses, program.mesh, program.axis);
    if (failed(changed.read()))
      return failure();
    changed.price(costs);
    changed.write();
    return success();
  }

  LogicalResult runOnLoop(StageProgram &program, dist::TimeLoopOp loop,
                          const CostModel &costs, RecomputePolicy known,
                          pipeline::ScheduleKind kind) {
    StageUses uses(program.main, program.mesh.axes[program.axis].size);
    TaskGraphBuilder builder(loop, uses, program.mesh, program.axis);
    builder.priceMessages(costs);
    if (failed(builder.read()))
      return failure();
    pipeline::TaskGraph graph(builder.problem);
    std::optional<pipeline::Schedule> order = expectedOrder(graph, kind);
    // schedule-tasks says what is wrong.
    if (!order)
      return success();
    for (std::vector<int> &tasks : lanesOf(builder.problem)) {
      int coordinate = builder.problem.tasks[tasks.front()].coordinate;
      LaneProgram lane(program, loop, builder, uses, std::move(tasks));
      lane.build();
      explain(loop, coordinate, known,
              lane.recompute(costs.atStage(coordinate), known, *order));
    }
    return priceAnew(program, loop, costs);
  }

  void explain(dist::TimeLoopOp loop, int coordinate, RecomputePolicy known,
               const std::optional<Recomputed> &done) {
    auto name = remark::RemarkOpts::name("recompute").category("memory");
    std::string word =
        known == RecomputePolicy::None ? "by the plan" : nameOf(known).str();
    if (!done) {
      remark::missed(loop.getLoc(), name)
          << llvm::formatv(
                 "{0}, coordinate {1}: no less would be alive at once", word,
                 coordinate)
                 .str();
      return;
    }
    remark::passed(loop.getLoc(), name)
        << llvm::formatv(
               "{0}, coordinate {1}: {2} values of {3} bytes are computed "
               "again for each microbatch, from {4} checkpoints of {5} bytes; "
               "about {6} bytes are alive at once instead of {7}",
               word, coordinate, done->values, done->freed, done->checkpoints,
               done->kept, done->after, done->before)
               .str();
  }
};
} // namespace
