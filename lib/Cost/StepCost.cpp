//===- StepCost.cpp - What a step of a compiled program takes -------------===//
//
// See StepCost.h. Tested by test/unit/Cost/StepCostTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Cost/StepCost.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Support/Tensors.h"

#include <deque>
#include <map>

using namespace mlir;

namespace popt {

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

namespace {
/// The commands of a block by streams, as emit-step puts them there.
class Streams {
public:
  /// In the stream of kernels.
  void add(StreamWork work) {
    work.stream = 0;
    work.after = std::exchange(waits, {});
    last = static_cast<int>(works.size());
    works.push_back(std::move(work));
  }
  /// In the stream of its own, beside so many.
  void addBeside(StreamWork work, int64_t beside) {
    if (!waits.empty())
      add({});
    if (last >= 0)
      work.after = {last};
    inFlight.push_back({beside, static_cast<int>(works.size())});
    works.push_back(std::move(work));
  }
  /// Before the next operation.
  void next() {
    llvm::erase_if(inFlight, [&](auto &flight) {
      bool isOver = flight.first-- <= 0;
      if (isOver)
        waits.push_back(flight.second);
      return isOver;
    });
  }
  double seconds(const Machine &machine) const {
    return secondsInStreams(machine, works);
  }

private:
  std::vector<StreamWork> works;
  std::vector<std::pair<int64_t, int>> inFlight; ///< how many beside, the work
  std::vector<int> waits;                        ///< of the next kernel
  int last = -1; ///< of those in the stream of kernels
};
} // namespace

double secondsInOrder(const CostModel &costs, ArrayRef<Operation *> ops,
                      function_ref<StreamWork(Operation *)> workOf) {
  Streams streams;
  for (Operation *op : ops) {
    streams.next();
    StreamWork work = workOf(op);
    if (auto beside = op->getAttrOfType<IntegerAttr>(kStepBeside)) {
      work.stream = getStream(op);
      streams.addBeside(std::move(work), beside.getInt());
    } else {
      streams.add(std::move(work));
    }
  }
  return streams.seconds(costs.machine);
}

double secondsInOrder(const CostModel &costs, ArrayRef<Operation *> ops) {
  return secondsInOrder(costs, ops,
                        [&](Operation *op) { return workOf(costs, op); });
}

double secondsOfBodies(Operation *op,
                       function_ref<double(mlir::Block &)> secondsOfBlock) {
  auto loop = dyn_cast<ValueTieOpInterface>(op);
  double rounds = loop ? static_cast<double>(loop.getTripCount().value_or(
                             isLoop(op) ? kUnknownTrips : 1))
                       : 1;
  double seconds = 0;
  for (Region &region : op->getRegions())
    for (mlir::Block &block : region)
      seconds += rounds * secondsOfBlock(block);
  return seconds;
}

static SmallVector<Operation *> opsOf(mlir::Block &block) {
  return llvm::map_to_vector(block, [](Operation &op) { return &op; });
}

/// True if what it does is what its regions run.
static bool runsBodies(Operation *op) {
  return isa<dist::TaskOp>(op) || !valueTiesOf(op).empty();
}

StreamWork workOf(const CostModel &costs, Operation *op) {
  StreamWork work;
  if (runsBodies(op)) {
    work.seconds = secondsOfBodies(op, [&](mlir::Block &block) {
      return secondsInOrder(costs, opsOf(block));
    });
    return work;
  }
  if (op->hasAttr(kStepView))
    return work;
  work.seconds = costs.costOfRun(op).seconds;
  auto first = dyn_cast<dist::CollectiveOpInterface>(op);
  if (auto bucket = dyn_cast<dist::BucketOp>(op))
    first = bucket.getMembers().front();
  if (first && costKind(first))
    work.level = costs.levelOf(first);
  if (isa<dist::ToHostOp, dist::ToDeviceOp>(op))
    work.level = StreamWork::kHostLink;
  return work;
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

namespace {
/// What a coordinate does next. It begins when the messages that it takes have
/// arrived.
struct Item {
  enum Kind { Run, Send, Meet } kind = Run;
  double seconds = 0;           ///< of a run, or on the link
  int64_t message = 0, to = 0;  ///< of a send; message: of a collective of some
  std::vector<int64_t> takes{}; ///< numbers of messages
  /// Coordinates of the collective; none: all of them.
  std::vector<int64_t> members{};
};

class Coordinate {
public:
  Coordinate(CostModel given, func::FuncOp program, std::optional<int> axis)
      : costs(std::move(given)), axis(axis) {
    add(program.getBody().front());
    flush();
  }

  std::deque<Item> items;
  double now = 0, waited = 0;

private:
  bool isOverStages(Operation *op);
  void add(mlir::Block &block);
  void addOrder(dist::TimeLoopOp loop);
  Item sendOf(dist::SendOp send, int64_t microbatch);
  /// What has been seen in order becomes one run.
  void flush();

  CostModel costs;
  std::optional<int> axis;
  SmallVector<Operation *> inOrder;
  std::vector<int64_t> taken; ///< messages for what comes next
};
} // namespace

bool Coordinate::isOverStages(Operation *op) {
  auto first = dyn_cast<dist::CollectiveOpInterface>(op);
  if (auto bucket = dyn_cast<dist::BucketOp>(op))
    first = bucket.getMembers().front();
  if (!axis || !first || !costKind(first) || !first.getAxesAttr())
    return false;
  return llvm::any_of(
      first.getAxesAttr().toAxisList(costs.mesh),
      [&](const AxisRef &ref) { return static_cast<int>(ref.axis) == *axis; });
}

Item Coordinate::sendOf(dist::SendOp send, int64_t microbatch) {
  return {Item::Send,
          costs.sendSeconds(costs.mesh.ref(*axis),
                            bytesOf(send.getInput().getType())),
          static_cast<int64_t>(send.getMessage()) + microbatch,
          static_cast<int64_t>(send.getTo())};
}

void Coordinate::flush() {
  if (inOrder.empty() && taken.empty())
    return;
  items.push_back({Item::Run, secondsInOrder(costs, inOrder), 0, 0,
                   std::exchange(taken, {})});
  inOrder.clear();
}

void Coordinate::add(mlir::Block &block) {
  for (Operation &op : block) {
    auto loop = dyn_cast<dist::TimeLoopOp>(op);
    if (loop && dist::getOrder(loop)) {
      flush();
      addOrder(loop);
    } else if (auto send = dyn_cast<dist::SendOp>(op)) {
      flush();
      items.push_back(sendOf(send, /*microbatch=*/0));
    } else if (auto recv = dyn_cast<dist::RecvOp>(op)) {
      flush();
      taken.push_back(static_cast<int64_t>(recv.getMessage()));
    } else if (auto reduce = dyn_cast<dist::ReduceStagesOp>(op)) {
      flush();
      items.push_back({Item::Meet,
                       costs.costOfRun(&op).seconds,
                       static_cast<int64_t>(reduce.getMessage()),
                       0,
                       {},
                       reduce.getAt().vec()});
    } else if (isOverStages(&op)) {
      flush();
      items.push_back({Item::Meet, costs.costOfRun(&op).seconds});
    } else {
      inOrder.push_back(&op);
    }
  }
}

void Coordinate::addOrder(dist::TimeLoopOp loop) {
  std::map<dist::StepName, Operation *> named = dist::getNamedSteps(loop);
  std::map<Operation *, double> seconds;
  for (dist::OrderAttr::Step step : dist::getOrder(loop).getSteps()) {
    Operation *op = named.at({step.kind, step.number});
    if (auto send = dyn_cast<dist::SendOp>(op)) {
      items.push_back(sendOf(send, step.microbatch));
    } else if (auto task = dyn_cast<dist::TaskOp>(op)) {
      auto [it, isNew] = seconds.try_emplace(op, 0);
      if (isNew)
        it->second = workOf(costs, op).seconds;
      Item item{Item::Run, it->second};
      for (const dist::InstanceRead &read : dist::getInstancesRead(op))
        if (auto recv = dyn_cast<dist::RecvOp>(read.value.getOwner());
            recv && step.microbatch >= read.distance)
          item.takes.push_back(static_cast<int64_t>(recv.getMessage()) +
                               step.microbatch - read.distance);
      items.push_back(std::move(item));
    }
  }
}

double StepCost::seconds() const {
  double last = 0;
  for (const CoordinateCost &coordinate : coordinates)
    last = std::max(last, coordinate.endSeconds);
  return last;
}

double StepCost::bubble() const {
  double last = seconds(), idle = 0;
  for (const CoordinateCost &coordinate : coordinates)
    idle += coordinate.waitSeconds + last - coordinate.endSeconds;
  return last > 0 ? idle / (last * static_cast<double>(coordinates.size())) : 0;
}

StepCost costOfStep(const CostModel &costs, ModuleOp module) {
  std::optional<int> axis = dist::findStageAxis(costs.mesh);
  SmallVector<func::FuncOp> programs = dist::getPrograms(module);
  std::vector<Coordinate> all;
  StepCost cost;
  for (func::FuncOp program : programs) {
    int64_t stage = dist::getStage(program).value_or(-1);
    all.emplace_back(costs.atStage(stage), program, axis);
    cost.coordinates.push_back({stage});
  }
  std::map<int64_t, double> arrives;                   // by message
  std::map<std::pair<size_t, int64_t>, double> isFree; // by link
  double latency = axis ? costs.sendLatency(costs.mesh.ref(*axis)) : 0;
  // Runs what does not wait for another coordinate; false if that is nothing.
  auto advance = [&](size_t number) {
    Coordinate &here = all[number];
    bool hasMoved = false;
    for (; !here.items.empty(); hasMoved = true) {
      Item &item = here.items.front();
      if (item.kind == Item::Meet)
        break;
      if (item.kind == Item::Send) {
        double &link = isFree[{number, item.to}];
        link = std::max(link, here.now) + item.seconds;
        arrives[item.message] = link + latency;
      } else {
        double begin = here.now;
        bool isThere = llvm::all_of(item.takes, [&](int64_t message) {
          auto it = arrives.find(message);
          begin = it == arrives.end() ? begin : std::max(begin, it->second);
          return it != arrives.end();
        });
        if (!isThere)
          break;
        here.waited += begin - here.now;
        here.now = begin + item.seconds;
      }
      here.items.pop_front();
    }
    return hasMoved;
  };
  // The coordinates of a coordinate's collective, if all of them have come.
  auto membersOf = [&](const Item &item) {
    std::vector<Coordinate *> members;
    for (auto [here, coordinate] : llvm::zip(all, cost.coordinates)) {
      if (!item.members.empty() &&
          !llvm::is_contained(item.members, coordinate.coordinate))
        continue;
      if (here.items.empty() || here.items.front().kind != Item::Meet ||
          here.items.front().message != item.message ||
          here.items.front().members != item.members)
        return std::vector<Coordinate *>();
      members.push_back(&here);
    }
    return members;
  };
  auto meet = [&] {
    for (Coordinate &some : all) {
      if (some.items.empty() || some.items.front().kind != Item::Meet)
        continue;
      std::vector<Coordinate *> members = membersOf(some.items.front());
      double begin = 0, seconds = 0;
      for (Coordinate *here : members) {
        begin = std::max(begin, here->now);
        seconds = std::max(seconds, here->items.front().seconds);
      }
      for (Coordinate *here : members) {
        here->waited += begin - here->now;
        here->now = begin + seconds;
        here->items.pop_front();
      }
      if (!members.empty())
        return true;
    }
    return false;
  };
  for (bool moves = true; moves;) {
    moves = false;
    for (size_t number = 0; number < all.size(); ++number)
      moves |= advance(number);
    if (!moves)
      moves = meet();
  }
  // Without what is missing: a module whose messages do not match is no program.
  for (auto [here, coordinate] : llvm::zip(all, cost.coordinates)) {
    for (const Item &item : here.items)
      here.now += item.kind == Item::Send ? 0 : item.seconds;
    coordinate.endSeconds = here.now;
    coordinate.waitSeconds = here.waited;
  }
  return cost;
}

llvm::StringMap<double> secondsOfPrograms(ModuleOp module) {
  llvm::StringMap<double> seconds;
  FailureOr<std::optional<CostModel>> costs = CostModel::of(module);
  if (failed(costs) || !*costs)
    return seconds;
  StepCost cost = costOfStep(**costs, module);
  for (auto [program, coordinate] :
       llvm::zip(dist::getPrograms(module), cost.coordinates))
    seconds[program.getName()] = coordinate.endSeconds;
  return seconds;
}

} // namespace popt
