//===- TaskForming.cpp - From the body of a time loop to tasks ------------===//
//
// See TaskForming.h. Tested by test/Stages/form-tasks.mlir and by execution in
// test/Execute/Stages.
//
//===----------------------------------------------------------------------===//
#include "TaskForming.h"

#include "popt/Cost/LocalProgram.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/Combination.h"
#include "popt/OpModels/FilledStacks.h"

using namespace mlir;
using namespace popt;

TaskGraphBuilder::TaskGraphBuilder(dist::TimeLoopOp loop, StageUses &uses,
                                   const Mesh &mesh, int axis)
    : loop(loop), uses(uses), mesh(mesh), axis(axis) {
  problem.coordinates = static_cast<int>(mesh.axes[axis].size);
  problem.microbatches = static_cast<int>(loop.getNumSteps());
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static bool isCheap(Operation *op) {
  if (op->getNumRegions())
    return false;
  if (isa<dist::AxisIndexOp, dist::BlockOp>(op))
    return true;
  switch (kernelKindOf(op)) {
  case KernelKind::Map:
  case KernelKind::Broadcast:
  case KernelKind::Source:
  case KernelKind::View:
  case KernelKind::GatherLike:
    return true;
  default:
    return false;
  }
}

/// True if the operation makes more bytes than it reads, of one value.
static bool grows(Operation *op) {
  return op->getNumOperands() == 1 && op->getNumResults() == 1 &&
         bytesOf(op->getResult(0).getType()) >
             bytesOf(op->getOperand(0).getType());
}

/// True for views, slices and concatenations: layers of stacks.
static bool movesAlone(Operation *op) {
  KernelKind kind = kernelKindOf(op);
  return kind == KernelKind::View || kind == KernelKind::Broadcast;
}

void TaskGraphBuilder::findNodes(const llvm::DenseSet<Operation *> &second) {
  problem.directions = second.empty() ? 1 : 2;
  mlir::Block &body = loop.getBody().front();
  llvm::DenseSet<Value> returned(body.getTerminator()->operand_begin(),
                                 body.getTerminator()->operand_end());
  for (Operation &op : body.without_terminator()) {
    bool readsCarried = false, readsBound = false;
    for (Value operand : uses.operandsOf(&op)) {
      auto argument = dyn_cast<BlockArgument>(operand);
      readsCarried |= argument && argument.getOwner() == &body &&
                      argument != loop.getStep();
      Operation *definer = operand.getDefiningOp();
      readsBound |=
          definer && definer->getBlock() == &body && !freeOps.contains(definer);
    }
    bool isReturned = llvm::any_of(
        op.getResults(), [&](Value value) { return returned.contains(value); });
    PlaceSet places = uses.runsAt(&op);
    bool isEverywhere = !readsBound && uses.canRunEverywhere(&op);
    bool isRepeated = (grows(&op) || (!readsBound && movesAlone(&op))) &&
                      places == uses.readAt(op.getResult(0));
    if (!readsCarried && !isReturned && (isEverywhere || isRepeated) &&
        isCheap(&op)) {
      freeOps.insert(&op);
      continue;
    }
    for (int64_t coordinate : toCoordinates(places)) {
      nodeOf[{&op, coordinate}] = static_cast<int>(nodes.size());
      nodes.push_back(
          {&op, static_cast<int>(coordinate), int(second.contains(&op))});
    }
  }
  for (size_t i = 0; i < nodes.size(); ++i)
    inputs.push_back(inputsOf(static_cast<int>(i)));
}

int TaskGraphBuilder::nodeAt(Operation *op, int64_t coordinate) const {
  auto it = nodeOf.find({op, coordinate});
  return it == nodeOf.end() ? -1 : it->second;
}

int64_t TaskGraphBuilder::sourceOf(Value value, int64_t reader) const {
  return nearestPlace(uses.runsAt(value.getDefiningOp()), reader);
}

SmallVector<std::pair<Value, int>> TaskGraphBuilder::inputsOf(int node) const {
  SmallVector<std::pair<Value, int>> result;
  llvm::DenseSet<Value> seen;
  SmallVector<Operation *> work{nodes[node].op};
  while (!work.empty())
    for (Value operand : uses.operandsOf(work.pop_back_val())) {
      Operation *definer = operand.getDefiningOp();
      if (!definer || definer->getBlock() != &loop.getBody().front() ||
          !seen.insert(operand).second)
        continue;
      if (isFree(definer))
        work.push_back(definer);
      else
        result.push_back(
            {operand,
             nodeAt(definer, sourceOf(operand, nodes[node].coordinate))});
    }
  return result;
}

//===----------------------------------------------------------------------===//
// Visits
//===----------------------------------------------------------------------===//

/// What reads nothing that a task makes runs as late as its readers allow: no task
/// leaves it for another (law L6).
void TaskGraphBuilder::sinkToReaders() {
  mlir::Block &body = loop.getBody().front();
  std::vector<bool> stays(nodes.size(), false);
  std::vector<int> latest(nodes.size(), INT_MAX);
  auto readsCarried = [&](Operation *op) {
    return llvm::any_of(uses.operandsOf(op), [&](Value operand) {
      return carriedIndex(operand) >= 0;
    });
  };
  for (size_t i = 0; i < nodes.size(); ++i)
    stays[i] =
        !inputs[i].empty() || readsCarried(nodes[i].op) ||
        llvm::is_contained(nodes[i].op->getUsers(), body.getTerminator());
  for (size_t i = nodes.size(); i-- > 0;) {
    if (!stays[i] && latest[i] != INT_MAX)
      nodes[i].level = std::max(nodes[i].level, latest[i]);
    for (auto [value, maker] : inputs[i])
      latest[maker] = laneOf(nodes[maker]) == laneOf(nodes[i])
                          ? std::min(latest[maker], nodes[i].level)
                          : INT_MIN; // it is sent
  }
}

void TaskGraphBuilder::findLevels() {
  std::map<std::pair<int, int>, int> groups; // lane, level
  for (size_t i = 0; i < nodes.size(); ++i) {
    Node &node = nodes[i];
    for (auto [value, maker] : inputs[i])
      node.level =
          std::max(node.level, nodes[maker].level + (nodes[maker].coordinate !=
                                                     node.coordinate));
  }
  sinkToReaders();
  for (Node &node : nodes) {
    auto [it, isNew] =
        groups.try_emplace({laneOf(node), node.level}, numGroups);
    numGroups += isNew;
    node.group = it->second;
  }
}

/// True if contracting `group` by `into` leaves a graph without circles.
static bool isAcyclic(const std::vector<llvm::SetVector<int>> &edges,
                      const std::vector<int> &into) {
  size_t count = into.size();
  std::vector<llvm::SetVector<int>> merged(count);
  std::vector<int> waits(count, 0);
  for (size_t from = 0; from < count; ++from)
    for (int to : edges[from])
      if (into[from] != into[to] && merged[into[from]].insert(into[to]))
        ++waits[into[to]];
  std::vector<int> ready;
  size_t present = 0, done = 0;
  for (size_t i = 0; i < count; ++i) {
    if (into[i] != static_cast<int>(i))
      continue;
    ++present;
    if (!waits[i])
      ready.push_back(static_cast<int>(i));
  }
  while (!ready.empty()) {
    int next = ready.back();
    ready.pop_back();
    ++done;
    for (int to : merged[next])
      if (--waits[to] == 0)
        ready.push_back(to);
  }
  return done == present;
}

void TaskGraphBuilder::mergeGroups() {
  std::vector<llvm::SetVector<int>> edges(numGroups);
  std::vector<std::pair<std::pair<int, int>, int>> order; // lane, level
  std::vector<bool> isListed(numGroups, false);
  for (size_t i = 0; i < nodes.size(); ++i) {
    for (auto [value, maker] : inputs[i])
      if (nodes[maker].group != nodes[i].group)
        edges[nodes[maker].group].insert(nodes[i].group);
    if (!isListed[nodes[i].group]) {
      isListed[nodes[i].group] = true;
      order.push_back({{laneOf(nodes[i]), nodes[i].level}, nodes[i].group});
    }
  }
  llvm::sort(order);
  std::vector<int> into(numGroups);
  for (int i = 0; i < numGroups; ++i)
    into[i] = i;
  for (size_t i = 1; i < order.size(); ++i) {
    if (order[i].first.first != order[i - 1].first.first)
      continue;
    std::vector<int> merged = into;
    merged[order[i].second] = into[order[i - 1].second];
    if (isAcyclic(edges, merged))
      into = std::move(merged);
  }
  for (Node &node : nodes)
    node.group = into[node.group];
}

/// Groups of a lane in the order of their lowest levels.
void TaskGraphBuilder::numberVisits() {
  std::map<std::pair<int, int>, int> lowest; // lane, group
  for (const Node &node : nodes) {
    auto [it, isNew] =
        lowest.try_emplace({laneOf(node), node.group}, node.level);
    it->second = std::min(it->second, node.level);
  }
  std::vector<std::tuple<int, int, int>> order;
  for (auto [key, level] : lowest)
    order.push_back({key.first, level, key.second});
  llvm::sort(order);
  visits.assign(mesh.axes[axis].size * problem.directions, 0);
  visitOfGroup.assign(numGroups, 0);
  for (auto [lane, level, group] : order)
    visitOfGroup[group] = visits[lane]++;
}

//===----------------------------------------------------------------------===//
// The problem
//===----------------------------------------------------------------------===//

int TaskGraphBuilder::carriedIndex(Value value) const {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &loop.getBody().front()
             ? static_cast<int>(argument.getArgNumber()) - 1
             : -1;
}

Value TaskGraphBuilder::nextOf(unsigned index) const {
  return loop.getBody().front().getTerminator()->getOperand(index);
}

int TaskGraphBuilder::taskOfCarried(unsigned index, int64_t coordinate) const {
  Operation *definer = nextOf(index).getDefiningOp();
  int node = definer ? nodeAt(definer, coordinate) : -1;
  return node < 0 ? -1 : nodes[node].task;
}

void TaskGraphBuilder::makeTasks(const CostModel &costs) {
  // Tasks by lane, visit and part; visits after a cut move up by one.
  std::vector<int> cut(visits.size(), 0);
  for (size_t i = 0; i < nodes.size(); ++i)
    if (isSecondHalf[i])
      cut[laneOf(nodes[i])] = 1;
  std::map<std::tuple<int, int, int>, int> tasks;
  auto keyOf = [&](size_t i) {
    int lane = laneOf(nodes[i]), visit = visitOfGroup[nodes[i].group];
    visit += isSecondHalf[i] || (cut[lane] && visit > visits[lane] / 2);
    return std::tuple(lane, visit, int(isWeight[i]));
  };
  for (size_t i = 0; i < nodes.size(); ++i)
    tasks.try_emplace(keyOf(i), 0);
  // A visit of nothing but a weight part is a main part.
  for (auto &[key, task] : tasks) {
    auto [lane, visit, part] = key;
    task = static_cast<int>(problem.tasks.size());
    problem.tasks.push_back(
        {lane / problem.directions, visit,
         part ? pipeline::Part::Weight : pipeline::Part::Main, /*seconds=*/0,
         lane % problem.directions});
  }
  for (size_t i = 0; i < nodes.size(); ++i)
    nodes[i].task = tasks[keyOf(i)];
  price(costs);
}

void TaskGraphBuilder::price(const CostModel &costs) {
  // Of unequal devices each coordinate has its own.
  const bool areEqual = costs.machine.devices.size() == 1;
  std::map<int, std::pair<CostModel, std::unique_ptr<LocalProgram>>> programs;
  auto programAt = [&](int coordinate) -> LocalProgram & {
    int64_t stage = areEqual ? -1 : coordinate;
    auto [it, isNew] = programs.try_emplace(static_cast<int>(stage),
                                            costs.atStage(stage), nullptr);
    auto &[model, program] = it->second;
    if (isNew)
      program = std::make_unique<LocalProgram>(model, loop);
    return *program;
  };
  std::vector<SmallVector<Operation *>> opsOf(problem.tasks.size());
  for (const Node &node : nodes)
    opsOf[node.task].push_back(node.op);
  for (auto [number, task] : llvm::enumerate(problem.tasks)) {
    LocalProgram &program = programAt(task.coordinate);
    const LocalKernels &kernels = program.kernels();
    auto isInTask = [&, &task = task,
                     number = static_cast<int>(number)](Operation *op) {
      int reader = nodeAt(op, task.coordinate);
      return reader >= 0 && nodes[reader].task == number;
    };
    auto isFused = [&](Operation *op) {
      return kernels.isFused(op)
                 ? isInTask(kernels.lastOfKernel(op))
                 : isRepeated(op) && llvm::all_of(op->getUsers(), isInTask);
    };
    // Every task takes some time: otherwise one could start when its result is
    // taken.
    task.seconds = 1e-9 + program.seconds(opsOf[number], isFused);
  }
}

void TaskGraphBuilder::priceMessages(const CostModel &costs) {
  links = &costs;
  problem.link.latencySeconds = costs.sendLatency(mesh.ref(axis));
}

/// Values that tasks compute for each other.
void TaskGraphBuilder::findValues() {
  for (size_t i = 0; i < nodes.size(); ++i) {
    for (auto [value, maker] : inputs[i])
      if (nodes[maker].task != nodes[i].task)
        addCrossing(value, maker, static_cast<int>(i), /*distance=*/0);
    addCarried(static_cast<int>(i));
  }
  llvm::append_range(problem.values, orders);
}

void TaskGraphBuilder::addCrossing(Value value, int maker, int reader,
                                   int distance) {
  int64_t coordinate = nodes[maker].coordinate;
  auto [it, isNew] =
      crossingOf.try_emplace(std::tuple(value, coordinate, distance),
                             static_cast<int>(crossings.size()));
  if (isNew) {
    crossings.push_back({value, nodes[maker].coordinate, distance});
    pipeline::Value made;
    made.producer = nodes[maker].task;
    made.distance = distance;
    made.bytes = bytesOf(value.getType());
    if (links)
      made.sendSeconds = links->sendSeconds(mesh.ref(axis), made.bytes);
    problem.values.push_back(std::move(made));
  }
  std::vector<int> &readers = problem.values[it->second].readers;
  if (!llvm::is_contained(readers, nodes[reader].task))
    readers.push_back(nodes[reader].task);
}

/// True if steps may update the carried value in any order: they add to it, or
/// write their part of a buffer.
static bool isOrderFree(Value carried, Value next) {
  if (!carried.hasOneUse())
    return carried.use_empty();
  Operation *user = *carried.getUsers().begin();
  if (combinationOf(user) || isSumOfRows(carried, next))
    return true;
  return kernelKindOf(user) == KernelKind::InPlaceUpdate;
}

/// The carried values that a node reads.
void TaskGraphBuilder::addCarried(int node) {
  for (Value operand : uses.operandsOf(nodes[node].op)) {
    int index = carriedIndex(operand);
    if (index < 0)
      continue;
    int64_t here = nodes[node].coordinate;
    int own = taskOfCarried(static_cast<unsigned>(index), here);
    Value next = nextOf(static_cast<unsigned>(index));
    if (own == nodes[node].task && isOrderFree(operand, next))
      continue;
    int maker = nodeAt(next.getDefiningOp(), sourceOf(next, here));
    if (own != nodes[node].task) {
      addCrossing(next, maker, node, /*distance=*/1);
      continue;
    }
    // In place, but in the order of the microbatches.
    pipeline::Value order;
    order.producer = own;
    order.readers = {own};
    order.distance = 1;
    orders.push_back(std::move(order));
  }
}

int TaskGraphBuilder::crossing(Value value, int64_t coordinate,
                               int distance) const {
  auto it = crossingOf.find({value, coordinate, distance});
  return it == crossingOf.end() ? -1 : it->second;
}

void TaskGraphBuilder::form(bool splitsWeight, bool cutsLastVisit,
                            const llvm::DenseSet<Operation *> &second,
                            const CostModel &costs) {
  findNodes(second);
  findLevels();
  mergeGroups();
  numberVisits();
  isSecondHalf.assign(nodes.size(), false);
  isWeight.assign(nodes.size(), false);
  if (cutsLastVisit)
    cutMiddle();
  if (splitsWeight)
    splitWeights();
  makeTasks(costs);
  findValues();
}

//===----------------------------------------------------------------------===//
// Tasks as attributes
//===----------------------------------------------------------------------===//

void TaskGraphBuilder::write() {
  Builder b(loop.getContext());
  SmallVector<Attribute> tasks;
  for (const pipeline::Task &task : problem.tasks)
    tasks.push_back(dist::TaskAttr::get(
        b.getContext(), task.coordinate, task.visit, task.direction,
        task.part == pipeline::Part::Weight, b.getF64FloatAttr(task.seconds)));
  loop->setAttr(dist::kTasks, b.getArrayAttr(tasks));
  llvm::MapVector<Operation *, SmallVector<int64_t>> tasksOf;
  for (const Node &node : nodes)
    tasksOf[node.op].push_back(node.task);
  for (auto &[op, list] : tasksOf)
    op->setAttr(dist::kInTasks, b.getDenseI64ArrayAttr(list));
}

LogicalResult TaskGraphBuilder::readTasks() {
  auto tasks = loop->getAttrOfType<ArrayAttr>(dist::kTasks);
  if (!tasks)
    return loop.emitOpError("is not cut into tasks (form-tasks): it has no "
                            "\"dist.tasks\"");
  for (auto task : tasks.getAsRange<dist::TaskAttr>()) {
    problem.tasks.push_back(
        {task.getCoordinate(), task.getVisit(),
         task.getWeight() ? pipeline::Part::Weight : pipeline::Part::Main,
         task.getSeconds().getValueAsDouble(), task.getDirection()});
    problem.directions = std::max(problem.directions, task.getDirection() + 1);
  }
  return success();
}

LogicalResult TaskGraphBuilder::readNodes() {
  mlir::Block &body = loop.getBody().front();
  auto count = static_cast<int64_t>(problem.tasks.size());
  for (Operation &op : body.without_terminator()) {
    auto list = op.getAttrOfType<DenseI64ArrayAttr>(dist::kInTasks);
    if (!list) {
      for (Value operand : uses.operandsOf(&op))
        if (carriedIndex(operand) >= 0)
          return op.emitOpError("is in no task, but reads what the loop "
                                "carries");
      freeOps.insert(&op);
      continue;
    }
    SmallVector<int64_t> places = toCoordinates(uses.runsAt(&op));
    if (places.size() != static_cast<size_t>(list.size()))
      return op.emitOpError()
             << "is in " << list.size() << " tasks, but runs at "
             << places.size() << " coordinates";
    for (auto [coordinate, task] : llvm::zip(places, list.asArrayRef())) {
      if (task < 0 || task >= count)
        return op.emitOpError() << "is in task " << task << " of " << count;
      if (problem.tasks[task].coordinate != coordinate)
        return op.emitOpError()
               << "runs at coordinate " << coordinate << ", but its task "
               << task << " at " << problem.tasks[task].coordinate;
      nodeOf[{&op, coordinate}] = static_cast<int>(nodes.size());
      nodes.push_back(
          {&op, static_cast<int>(coordinate), problem.tasks[task].direction});
      nodes.back().task = static_cast<int>(task);
    }
  }
  for (Value next : body.getTerminator()->getOperands()) {
    Operation *definer = next.getDefiningOp();
    if (!definer || definer->getBlock() != &body || isFree(definer))
      return loop.emitOpError("returns what none of its tasks makes");
  }
  return success();
}

LogicalResult TaskGraphBuilder::read() {
  if (failed(readTasks()) || failed(readNodes()))
    return failure();
  for (size_t i = 0; i < nodes.size(); ++i)
    inputs.push_back(inputsOf(static_cast<int>(i)));
  findValues();
  std::string error = problem.check();
  if (!error.empty())
    return loop.emitOpError("cannot be pipelined: ") << error;
  return success();
}
