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
#include <limits>
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

/// A run that is planned, or has begun.
struct Run {
  double since; ///< when it begins, or its speed has changed last
  double left;  ///< seconds of it since then, at speed 1
  bool hasBegun = false;

  double nextEvent(double speed) const {
    return hasBegun ? since + left / speed : since;
  }
};

class Coordinate {
public:
  Coordinate(CostModel given, func::FuncOp program, std::optional<int> axis)
      : stage(dist::getStage(program).value_or(-1)), costs(std::move(given)),
        axis(axis) {
    add(program.getBody().front());
    flush();
  }

  /// Runs the first item from `begin` on.
  void plan(double begin, double seconds) {
    waited += begin - now;
    run = Run{begin, seconds};
  }

  const int64_t stage;
  std::deque<Item> items;
  double now = 0, waited = 0;
  std::optional<Run> run; ///< of the first item

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

namespace {
/// Runs what the coordinates do, event by event. Where ranks share the cores of a host,
/// those that wait leave theirs to others.
class Simulation {
public:
  Simulation(const CostModel &costs, std::vector<Coordinate> &all)
      : all(all), host(costs.machine.host),
        ranksOfOne(static_cast<double>(costs.mesh.numRanks()) /
                   static_cast<double>(std::max<size_t>(all.size(), 1))) {
    if (std::optional<int> axis = dist::findStageAxis(costs.mesh))
      latency = costs.sendLatency(costs.mesh.ref(*axis));
    for (size_t number = 0; number < all.size(); ++number) {
      numbers[all[number].stage] = number;
      ready.push_back(number);
    }
  }

  /// Until no coordinate can go on.
  void run();

private:
  void goOn(Coordinate &here);
  void meet();
  bool step();
  double speedOf(size_t busy) const;

  std::vector<Coordinate> &all;
  const HostSpec &host;
  double ranksOfOne, latency = 0;
  std::map<int64_t, size_t> numbers; ///< by stage
  SmallVector<size_t> ready;         ///< coordinates that may go on
  double speed = 1;                  ///< of runs, now
  std::map<int64_t, double> arrives; ///< by message
  std::map<std::pair<int64_t, int64_t>, double> isFree; ///< by link
};
} // namespace

/// Of runs while so many coordinates compute.
double Simulation::speedOf(size_t busy) const {
  auto partOfCore = [&](double ranks) {
    return host.cores > 0
               ? std::min(1.0, static_cast<double>(host.cores) / ranks)
               : 1;
  };
  return partOfCore(std::max(1.0, ranksOfOne * static_cast<double>(busy))) /
         partOfCore(static_cast<double>(host.ranksAtWork));
}

/// Sends what the coordinate has made, and plans its next run if all messages that
/// this takes have been sent.
void Simulation::goOn(Coordinate &here) {
  for (; !here.run && !here.items.empty(); here.items.pop_front()) {
    const Item &item = here.items.front();
    if (item.kind == Item::Meet)
      return;
    if (item.kind == Item::Run) {
      double begin = here.now;
      for (int64_t message : item.takes) {
        auto it = arrives.find(message);
        if (it == arrives.end())
          return;
        begin = std::max(begin, it->second);
      }
      here.plan(begin, item.seconds);
      return;
    }
    double &link = isFree[{here.stage, item.to}];
    link = std::max(link, here.now) + item.seconds;
    arrives[item.message] = link + latency;
    if (auto to = numbers.find(item.to); to != numbers.end())
      ready.push_back(to->second);
  }
}

/// Plans the collectives to which all of their coordinates have come.
void Simulation::meet() {
  for (Coordinate &some : all) {
    if (some.run || some.items.empty() || some.items.front().kind != Item::Meet)
      continue;
    const Item &item = some.items.front();
    auto isMember = [&](const Coordinate &here) {
      return item.members.empty() ||
             llvm::is_contained(item.members, here.stage);
    };
    double begin = 0, seconds = 0;
    bool haveCome = llvm::all_of(all, [&](const Coordinate &here) {
      if (!isMember(here))
        return true;
      if (here.run || here.items.empty() ||
          here.items.front().kind != Item::Meet ||
          here.items.front().message != item.message ||
          here.items.front().members != item.members)
        return false;
      begin = std::max(begin, here.now);
      seconds = std::max(seconds, here.items.front().seconds);
      return true;
    });
    for (Coordinate &here : all)
      if (haveCome && isMember(here))
        here.plan(begin, seconds);
  }
}

/// Goes to the next moment at which a run begins or ends; false if there is none.
bool Simulation::step() {
  const double never = std::numeric_limits<double>::infinity();
  double now = never;
  for (const Coordinate &here : all)
    now = std::min(now, here.run ? here.run->nextEvent(speed) : never);
  if (now == never)
    return false;
  size_t busy = 0;
  for (auto [number, here] : llvm::enumerate(all)) {
    if (!here.run || here.run->nextEvent(speed) > now) {
      busy += here.run && here.run->hasBegun;
    } else if (!here.run->hasBegun) {
      here.run->hasBegun = true;
      ++busy;
    } else {
      here.now = now;
      here.run.reset();
      here.items.pop_front();
      ready.push_back(number);
    }
  }
  const double changed = speedOf(busy);
  for (Coordinate &here : all)
    if (changed != speed && here.run && here.run->hasBegun) {
      here.run->left -= (now - here.run->since) * speed;
      here.run->since = now;
    }
  speed = changed;
  return true;
}

void Simulation::run() {
  do {
    while (!ready.empty())
      goOn(all[ready.pop_back_val()]);
    meet();
  } while (step());
}

StepCost costOfStep(const CostModel &costs, ModuleOp module) {
  std::optional<int> axis = dist::findStageAxis(costs.mesh);
  std::vector<Coordinate> all;
  for (func::FuncOp program : dist::getPrograms(module))
    all.emplace_back(costs.atStage(dist::getStage(program).value_or(-1)),
                     program, axis);
  Simulation(costs, all).run();
  StepCost cost;
  for (Coordinate &here : all) {
    // With what is missing: a module whose messages do not match is no program.
    for (const Item &item : here.items)
      here.now += item.kind == Item::Send ? 0 : item.seconds;
    cost.coordinates.push_back({here.stage, here.now, here.waited});
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
