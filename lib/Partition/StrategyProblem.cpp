//===- StrategyProblem.cpp - Strategies of a whole function ---------------===//
//
// Builds the pairwise problem of StrategyProblem.h from the labels of
// StrategyLabels.h. Edges between equal pairs share their tables, so a model of
// 96 equal layers costs the tables of one. Tested by
// test/Partition/choose-strategies.mlir.
//
//===----------------------------------------------------------------------===//
#include "StrategyProblem.h"

#include "popt/Analysis/HeldBytes.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/StrategyRule.h"

using namespace mlir;

namespace popt {

/// Law L7: a value of all time steps that is needed inside a loop or branch
/// takes the loop or branch out of the time loop. That costs more than any way
/// around it: at least this many bytes on the wire, and no less than all
/// operations.
static constexpr double kNestedBarrierBytes = 1e9;

/// The part of the latencies in prices of reshards that share a message with so many
/// others that they hardly pay for it.
static constexpr double kLightLatency = 1.0 / 64;

/// True if the move needs values of other time steps: the blocks or partial
/// values of a time step change.
static bool joinsTimeSteps(const Mesh &mesh, const Layout &from,
                           const Layout &to) {
  auto isTime = [&](const AxisRef &axis) {
    return mesh.axes[axis.axis].kind == AxisKind::Time;
  };
  for (const AxisRef &axis : from.partial)
    if (isTime(axis) &&
        !(from.monoid == to.monoid && llvm::is_contained(to.partial, axis)))
      return true;
  for (auto [before, after] : llvm::zip_equal(from.dims, to.dims))
    for (size_t i = 0; i < before.axes.size(); ++i)
      if (isTime(before.axes[i]) &&
          (after.axes.size() <= i ||
           !std::equal(before.axes.begin(), before.axes.begin() + i + 1,
                       after.axes.begin())))
        return true;
  return false;
}

std::shared_ptr<const PairwiseProblem::Table>
StrategyProblem::tableOf(const std::shared_ptr<LayoutSet> &from,
                         const std::shared_ptr<LayoutSet> &to,
                         const Moved &moved, double latencyPart) {
  LayoutSpace &prices =
      layoutsOf(input, cast<RankedTensorType>(moved.type), latencyPart);
  auto &table = tables[{&prices, from->sorted, to->sorted, moved.times,
                        moved.isNested, moved.heldPrice, moved.isAllowed}];
  if (table)
    return table;
  auto numbersIn = [&](const LayoutSet &set) {
    std::vector<int> numbers;
    for (int id : *set.sorted)
      numbers.push_back(
          &prices == set.space ? id : prices.intern(set.space->layout(id)));
    return numbers;
  };
  std::vector<int> sources = numbersIn(*from), targets = numbersIn(*to);
  auto built = std::make_shared<PairwiseProblem::Table>();
  built->rows = static_cast<int>(sources.size());
  built->columns = static_cast<int>(targets.size());
  auto type = cast<RankedTensorType>(moved.type);
  for (int source : sources)
    for (int target : targets) {
      if (!moved.isAllowed && source != target) {
        built->costs.push_back(std::numeric_limits<double>::infinity());
        continue;
      }
      double cost = moved.times * prices.cost(source, target);
      if (moved.isNested &&
          joinsTimeSteps(mesh, prices.layout(source), prices.layout(target)))
        cost += nestedBarrier;
      if (moved.heldPrice > 0 && source != target)
        cost += moved.heldPrice *
                static_cast<double>(heldBytesOf(type, prices.layout(target)));
      built->costs.push_back(cost);
    }
  table = built;
  return table;
}

void StrategyProblem::connect(int a, const std::shared_ptr<LayoutSet> &produced,
                              int b, const std::shared_ptr<LayoutSet> &read,
                              const Moved &moved) {
  problem.edges.push_back(
      {a, b, produced->sortedClassOf, read->sortedClassOf, nullptr});
  moves.push_back({produced, read, moved});
  light.push_back(nullptr);
  setTables(light.size() - 1);
}

void StrategyProblem::setTables(size_t edge) {
  const auto &[from, to, moved] = moves[edge];
  problem.edges[edge].table = tableOf(from, to, moved, 1);
  if (moved.crowd != Crowd::None && input.costs.hasLatencies())
    light[edge] = tableOf(from, to, moved, kLightLatency);
}

double StrategyProblem::latencyOf(size_t edge,
                                  const std::vector<int> &labels) const {
  if (!light[edge])
    return 0;
  const PairwiseProblem::Edge &e = problem.edges[edge];
  int row = e.classOfA[labels[e.a]], column = e.classOfB[labels[e.b]];
  double full = e.table->at(row, column);
  return std::isfinite(full)
             ? (full - light[edge]->at(row, column)) / (1 - kLightLatency)
             : 0;
}

std::array<StrategyProblem::Latencies, kCrowds>
StrategyProblem::latenciesOf(const std::vector<int> &labels) const {
  std::array<Latencies, kCrowds> all;
  for (size_t edge = 0; edge < problem.edges.size(); ++edge)
    if (double seconds = latencyOf(edge, labels); seconds > 0) {
      Latencies &crowd = all[static_cast<int>(moves[edge].moved.crowd)];
      crowd.seconds += seconds;
      ++crowd.count;
    }
  return all;
}

double StrategyProblem::costOf(const std::vector<int> &labels) const {
  double cost = problem.evaluate(labels);
  for (const Latencies &crowd : latenciesOf(labels))
    if (crowd.count > 1)
      cost -= crowd.seconds * (1 - 1.0 / crowd.count);
  return cost;
}

double
StrategyProblem::costBesideLatencies(const std::vector<int> &labels) const {
  double cost = problem.evaluate(labels);
  for (auto [e, move] : llvm::zip_equal(problem.edges, moves)) {
    const LayoutSet &from = *move.from, &to = *move.to;
    const int source = (*from.sorted)[e.classOfA[labels[e.a]]];
    const int target = (*to.sorted)[e.classOfB[labels[e.b]]];
    auto type = cast<RankedTensorType>(move.moved.type);
    auto costAt = [&](double latencyPart) {
      LayoutSpace &prices = layoutsOf(input, type, latencyPart);
      return prices.cost(prices.intern(from.space->layout(source)),
                         prices.intern(to.space->layout(target)));
    };
    if (double full = costAt(1); std::isfinite(full) && full > 0)
      cost -= move.moved.times * (full - costAt(kLightLatency)) /
              (1 - kLightLatency);
  }
  return cost;
}

PairwiseProblem
StrategyProblem::withLatencies(const std::array<double, kCrowds> &parts) const {
  PairwiseProblem sharing = problem;
  std::map<std::tuple<const PairwiseProblem::Table *,
                      const PairwiseProblem::Table *, double>,
           std::shared_ptr<const PairwiseProblem::Table>>
      known;
  for (size_t edge = 0; edge < problem.edges.size(); ++edge) {
    double part = parts[static_cast<int>(moves[edge].moved.crowd)];
    if (!light[edge] || part == 1)
      continue;
    std::shared_ptr<const PairwiseProblem::Table> &table =
        sharing.edges[edge].table;
    auto &mixed = known[{table.get(), light[edge].get(), part}];
    if (!mixed) {
      auto made = std::make_shared<PairwiseProblem::Table>(*table);
      double less = (1 - part) / (1 - kLightLatency);
      for (auto [cost, least] : llvm::zip(made->costs, light[edge]->costs))
        if (std::isfinite(cost))
          cost -= less * (cost - least);
      mixed = made;
    }
    table = mixed;
  }
  return sharing;
}

std::optional<PairwiseProblem>
StrategyProblem::withMessagesOf(const std::vector<int> &labels) const {
  std::array<double, kCrowds> parts;
  for (auto [part, crowd] : llvm::zip_equal(parts, latenciesOf(labels)))
    part = crowd.count < 2 ? 1 : std::max(1.0 / crowd.count, kLightLatency);
  if (llvm::all_of(parts, [](double part) { return part == 1; }))
    return std::nullopt;
  return withLatencies(parts);
}

std::optional<PairwiseProblem> StrategyProblem::withFreeLatencies() const {
  if (llvm::none_of(light, [](const auto &table) { return bool(table); }))
    return std::nullopt;
  return withLatencies({});
}

int StrategyProblem::addNode(std::vector<double> costs, int startLabel,
                             int propagatedLabel) {
  problem.nodes.push_back(std::move(costs));
  start.push_back(startLabel);
  propagated.push_back(propagatedLabel);
  return static_cast<int>(problem.nodes.size()) - 1;
}

SmallVector<OpOperand *> StrategyProblem::usesOf(Value value) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    if (readers.count(&use))
      uses.push_back(&use);
  return uses;
}

/// Connects a value to its users, through a hub if there are several.
void StrategyProblem::addValue(const Produced &produced) {
  Value value = produced.value;
  SmallVector<OpOperand *> uses = usesOf(value);
  // Use lists run backwards; program order makes long monotone chains.
  auto order = [&](OpOperand *use) {
    return std::pair(readers[use].item, use->getOperandNumber());
  };
  llvm::sort(uses,
             [&](OpOperand *a, OpOperand *b) { return order(a) < order(b); });
  auto nodeAndSet = [&](OpOperand *use) {
    Place place = readers[use];
    Item &item = items[place.item];
    if (place.tie >= 0)
      return std::pair(item.ties[place.tie].node,
                       item.ties[place.tie].labels->operands[0]);
    return std::pair(item.node, item.labels->operands[use->getOperandNumber()]);
  };
  double count = timesOf(value.getParentBlock());
  Operation *around = value.getParentBlock()->getParentOp();
  while (isa<dist::ManualOp>(around)) // its body takes its place
    around = around->getParentOp();
  Moved moved{value.getType(), count, around != func.getOperation(),
              shared.crowdOf(value)};
  int from = produced.node;
  std::shared_ptr<LayoutSet> set = produced.set;
  if (produced.hub >= 0) {
    SmallVector<int> layouts;
    llvm::SmallDenseSet<int> seen;
    auto add = [&](const LayoutSet &some) {
      for (int id : some.layouts)
        if (seen.insert(id).second)
          layouts.push_back(id);
    };
    add(*produced.set);
    for (OpOperand *use : uses)
      add(*nodeAndSet(use).second);
    int hint = produced.set->space->intern(hintOf(value, mesh));
    if (isKept)
      layouts.push_back(hint);
    auto hub = strategies.makeSet(value.getType(), layouts);
    problem.nodes[produced.hub].assign(layouts.size(), 0.0);
    for (auto [label, id] : llvm::enumerate(hub->layouts))
      if (id == hint)
        start[produced.hub] = propagated[produced.hub] =
            static_cast<int>(label);
    connect(produced.node, produced.set, produced.hub, hub, moved);
    addRead(value, held.contains(value));
    from = produced.hub;
    set = hub;
  }
  chargeHeld(produced, from, set);
  for (OpOperand *use : uses) {
    auto [node, read] = nodeAndSet(use);
    // A tie may pass its own value on: nothing to decide.
    if (node == from)
      continue;
    connect(from, set, node, read, moved);
    addRead(value, /*isHeld=*/false);
  }
}

double StrategyProblem::timesOf(Block *block) {
  if (block == &func.front())
    return 1;
  if (auto it = times.find(block); it != times.end())
    return it->second;
  Operation *parent = block->getParentOp();
  auto model = dyn_cast<ValueTieOpInterface>(parent);
  double trips = 1;
  if (model)
    trips = static_cast<double>(model.getTripCount().value_or(kUnknownTrips));
  double count = trips * timesOf(parent->getBlock());
  times[block] = count;
  return count;
}

/// Item 0: ties of what is open at arguments and results (label 0 is the hint).
void StrategyProblem::addBoundary() {
  Item item{func, nullptr, -1, {}};
  item.labels = std::make_shared<LabelSet>();
  item.labels->labels.emplace_back();
  item.labels->costs = {0.0};
  Operation *terminator = func.front().getTerminator();
  auto add = [&](Boundary open, Type type, dist::ShardingAttr hint,
                 dist::ShardingAttr bound) {
    Place place{0, static_cast<int>(item.ties.size())};
    TieNode tie;
    tie.labels = strategies.ofBoundary(type, hint, bound);
    if (open.argument) {
      tie.tie.targets.push_back(open.argument);
      tiedValues[open.argument] = place;
    }
    if (open.result) {
      tie.tie.sources.push_back(&terminator->getOpOperand(*open.result));
      readers[tie.tie.sources.back()] = place;
    }
    open.tie = place.tie;
    boundary.push_back(open);
    item.ties.push_back(std::move(tie));
  };
  for (BlockArgument argument : func.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto bound = func.getArgAttrOfType<dist::ShardingAttr>(i, dist::kBound);
    if (!bound)
      continue;
    std::optional<unsigned> result;
    if (auto state = func.getArgAttrOfType<IntegerAttr>(i, dist::kState)) {
      result = static_cast<unsigned>(state.getInt());
      // A result that the user bound binds its argument.
      if (!func.getResultAttrOfType<dist::ShardingAttr>(*result, dist::kBound))
        continue;
    }
    add({argument, result, 0}, argument.getType(), dist::getSharding(argument),
        bound);
  }
  auto stateArguments = dist::getStateArguments(func);
  for (auto [i, type] : llvm::enumerate(func.getResultTypes())) {
    unsigned index = static_cast<unsigned>(i);
    auto bound =
        func.getResultAttrOfType<dist::ShardingAttr>(index, dist::kBound);
    if (bound && !stateArguments[index])
      add({BlockArgument(), index, 0}, type,
          dist::getResultSharding(func, index), bound);
  }
  items.push_back(std::move(item));
}

LogicalResult StrategyProblem::addItem(Operation *op) {
  auto model = dyn_cast<ShardingOpInterface>(op);
  if (model && model.isSource())
    return success();
  int index = static_cast<int>(items.size());
  Item item{op, nullptr, -1, {}};
  SmallVector<ValueTie> ties = valueTiesOf(op);
  for (ValueTie &tie : ties) {
    if (!isa<RankedTensorType>(tie.targets.front().getType()))
      continue;
    Place place{index, static_cast<int>(item.ties.size())};
    for (OpOperand *source : tie.sources)
      readers[source] = place;
    for (Value target : tie.targets)
      tiedValues[target] = place;
    std::shared_ptr<LabelSet> set = strategies.ofTie(tie);
    if (isKept) {
      Layout hint = hintOf(tie.targets.front(), mesh);
      set = strategies.kept(set, [&] { return OpLayouts{{hint}, {hint}}; });
    }
    item.ties.push_back({std::move(tie), std::move(set)});
  }
  bool isTerminator = op->hasTrait<OpTrait::IsTerminator>();
  if (isa<func::ReturnOp>(op)) {
    OpLayouts layouts;
    for (unsigned i = 0; i < op->getNumOperands(); ++i) {
      dist::ShardingAttr wanted = dist::getResultSharding(func, i);
      layouts.operands.push_back(wanted ? wanted.toLayout(mesh).closed()
                                        : hintOf(op->getOperand(i), mesh));
    }
    item.labels = strategies.fixed(op, layouts);
    for (OpOperand &operand : op->getOpOperands())
      if (readers.count(&operand))
        item.labels->operands[operand.getOperandNumber()] = nullptr;
  } else if (isa<dist::ManualOp, dist::ReturnOp>(op)) {
    item.labels = strategies.ofManualEdge(op);
  } else if (isTerminator || !ties.empty()) {
    item.labels = strategies.ofUntied(
        op, [&](OpOperand &operand) { return readers.count(&operand) > 0; });
  } else {
    FailureOr<std::shared_ptr<LabelSet>> made = strategies.ofOperation(op);
    if (failed(made))
      return failure();
    item.labels =
        isKept ? strategies.kept(*made, [&] { return strategies.hintsOf(op); })
               : *made;
  }
  for (OpOperand &operand : op->getOpOperands())
    if (item.labels->operands[operand.getOperandNumber()])
      readers[&operand] = {index, -1};
  items.push_back(std::move(item));
  return success();
}

LogicalResult StrategyProblem::build() {
  const double memoryPrice = dist::getMemoryPrice(func);
  const bool invents = dist::invents(func->getParentOfType<ModuleOp>());
  if (memoryPrice > 0 || invents)
    held = heldAtPeak(func, [&](Value value) {
      return heldBytesOf(cast<RankedTensorType>(value.getType()),
                         hintOf(value, mesh));
    });
  isKept = dist::keepsPropagated(func->getParentOfType<ModuleOp>());

  // Labels first: hubs need those of all users.
  addBoundary();
  bool isComplete = true;
  walkProgram(func, [&](Operation *op) {
    isComplete = isComplete && succeeded(addItem(op));
  });
  if (!isComplete)
    return failure();

  // Nodes in program order, each value's hub right after its producer.
  std::vector<Produced> values;
  auto addProduced = [&](Value value, int node,
                         std::shared_ptr<LayoutSet> set) {
    int hub = usesOf(value).size() > 1 ? addNode({}, 0, 0) : -1;
    values.push_back({value, node, hub, std::move(set)});
  };
  for (BlockArgument argument : func.getArguments())
    if (isa<RankedTensorType>(argument.getType()) &&
        !tiedValues.count(argument)) {
      int node = addNode({0.0}, 0, 0);
      auto set =
          strategies.makeSet(argument.getType(), {hintOf(argument, mesh)});
      if (invents)
        chargeArgument(argument, node, set);
      addProduced(argument, node, set);
    }
  for (TieNode &open : items.front().ties) {
    open.node = addNode(open.labels->costs, 0, 0);
    if (!open.tie.targets.empty())
      chargeArgument(cast<BlockArgument>(open.tie.targets.front()), open.node,
                     open.labels->results[0]);
    for (Value target : open.tie.targets)
      addProduced(target, open.node, open.labels->results[0]);
  }
  for (Item &item : llvm::drop_begin(items)) {
    std::vector<double> costs = item.labels->costs;
    double count = timesOf(item.op->getBlock());
    for (double &cost : costs)
      cost *= count;
    auto hints = [&] { return strategies.hintsOf(item.op); };
    item.node = addNode(std::move(costs), nearestLabel(*item.labels, hints),
                        propagatedLabel(*item.labels, hints));
    for (auto [i, result] : llvm::enumerate(item.op->getResults()))
      if (item.labels->results[i])
        addProduced(result, item.node, item.labels->results[i]);
    if (auto manual = dyn_cast<dist::ManualOp>(item.op))
      for (BlockArgument argument : manual.getBody().getArguments())
        if (isa<RankedTensorType>(argument.getType()))
          addProduced(
              argument, item.node,
              strategies.makeSet(argument.getType(), {hintOf(argument, mesh)}));
    for (TieNode &tie : item.ties) {
      Layout hint = hintOf(tie.tie.targets.front(), mesh);
      auto hints = [&] { return OpLayouts{{hint}, {hint}}; };
      tie.node = addNode(tie.labels->costs, nearestLabel(*tie.labels, hints),
                         propagatedLabel(*tie.labels, hints));
      for (Value target : tie.tie.targets)
        addProduced(target, tie.node, tie.labels->results[0]);
    }
  }
  nestedBarrier = kNestedBarrierBytes * input.costs.secondsPerByte();
  double least = 0;
  for (const std::vector<double> &costs : problem.nodes)
    if (!costs.empty())
      least += *llvm::min_element(costs);
  nestedBarrier = std::max(nestedBarrier, least);
  for (const Produced &produced : values)
    addValue(produced);
  ownCosts = problem.nodes;
  if (memoryPrice > 0)
    setPrice(memoryPrice, {});
  return success();
}

const Layout &StrategyProblem::layoutAt(Place place,
                                        const std::vector<int> &labels) const {
  const TieNode &tie = items[place.item].ties[place.tie];
  return tie.labels->labels[labels[tie.node]].results[0];
}

std::optional<PairwiseProblem> StrategyProblem::withPropagatedBoundary() const {
  if (boundary.empty())
    return std::nullopt;
  PairwiseProblem bound = problem;
  for (const Boundary &open : boundary) {
    std::vector<double> &costs = bound.nodes[items.front().ties[open.tie].node];
    std::fill(costs.begin() + 1, costs.end(),
              std::numeric_limits<double>::infinity());
  }
  return bound;
}

std::optional<PairwiseProblem> StrategyProblem::withWholeAxes() const {
  if (llvm::all_of(strategies.getOptions().parts,
                   [](const AxisList &parts) { return parts.empty(); }))
    return std::nullopt;
  auto isApart = [&](const OpLayouts &layouts) {
    auto usesPart = [&](const Layout &layout) {
      return llvm::any_of(layout.usedAxes(), [&](const AxisRef &axis) {
        return !mesh.isWhole(axis);
      });
    };
    return llvm::any_of(layouts.operands, usesPart) ||
           llvm::any_of(layouts.results, usesPart);
  };
  PairwiseProblem whole = problem;
  llvm::DenseMap<const LabelSet *, std::vector<bool>> known;
  auto forbid = [&](int node, const LabelSet &labels) {
    std::vector<bool> &apart = known[&labels];
    if (apart.empty())
      for (const OpLayouts &layouts : labels.labels)
        apart.push_back(isApart(layouts));
    // What the user took apart stays so.
    if (llvm::all_of(apart, [](bool is) { return is; }))
      return;
    for (size_t label = 0; label < apart.size(); ++label)
      if (apart[label])
        whole.nodes[node][label] = std::numeric_limits<double>::infinity();
  };
  for (const Item &item : items) {
    if (item.node >= 0)
      forbid(item.node, *item.labels);
    for (const TieNode &tie : item.ties)
      forbid(tie.node, *tie.labels);
  }
  return whole;
}

void StrategyProblem::forEachBoundary(
    const std::vector<int> &labels,
    function_ref<void(BlockArgument, const Layout &)> argument,
    function_ref<void(unsigned, const Layout &)> result) const {
  for (const Boundary &open : boundary) {
    const Layout &layout = layoutAt({0, open.tie}, labels);
    if (open.argument)
      argument(open.argument, layout);
    if (open.result)
      result(*open.result, layout);
  }
}

void StrategyProblem::forEach(
    const std::vector<int> &labels,
    function_ref<void(Operation *, const OpLayouts &)> visit) const {
  for (const Item &item : llvm::drop_begin(items)) {
    const OpLayouts &own = item.labels->labels[labels[item.node]];
    std::optional<OpLayouts> tied;
    auto withTies = [&]() -> OpLayouts & {
      return tied ? *tied : tied.emplace(own);
    };
    for (OpOperand &operand : item.op->getOpOperands())
      if (auto it = readers.find(&operand);
          it != readers.end() && it->second.tie >= 0)
        withTies().operands[operand.getOperandNumber()] =
            layoutAt(it->second, labels);
    for (OpResult result : item.op->getResults())
      if (auto it = tiedValues.find(result); it != tiedValues.end())
        withTies().results[result.getResultNumber()] =
            layoutAt(it->second, labels);
    visit(item.op, tied ? *tied : own);
  }
}

} // namespace popt
