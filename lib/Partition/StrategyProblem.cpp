//===- StrategyProblem.cpp - Strategies of a whole function
//----------------===//
//
// Builds the pairwise problem of StrategyProblem.h. Equal operations (same
// name, attributes, types and hints) share their labels, and edges between
// equal pairs share their tables, so a model of 96 equal layers costs the
// tables of one. Tested by test/Partition/choose-strategies.mlir.
//
//===----------------------------------------------------------------------===//
#include "StrategyProblem.h"

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"

using namespace mlir;

namespace popt {

/// A tie-breaker per local element, far below a byte on any machine: equal
/// communication goes to the strategy that repeats the least work.
static constexpr double kPerElement = 1e-9;
/// Marks a cost that was not asked for yet.
static constexpr double kUnknown = -1;

//===----------------------------------------------------------------------===//
// LayoutSpace
//===----------------------------------------------------------------------===//

static std::vector<int64_t> keyOf(const Layout &layout) {
  std::vector<int64_t> key;
  auto addAxes = [&](const AxisList &axes) {
    key.push_back(static_cast<int64_t>(axes.size()));
    for (const AxisRef &axis : axes) {
      key.push_back(axis.axis);
      key.push_back(axis.pre);
      key.push_back(axis.size);
    }
  };
  for (const DimLayout &dim : layout.dims) {
    addAxes(dim.axes);
    key.push_back(dim.granule);
  }
  key.push_back(layout.partial.empty() ? -1
                                       : static_cast<int64_t>(layout.monoid));
  addAxes(layout.partial);
  for (const Pin &pin : layout.pins) {
    key.push_back(-2 - pin.axis);
    key.insert(key.end(), pin.coordinates.begin(), pin.coordinates.end());
  }
  key.push_back(static_cast<int64_t>(layout.memory));
  return key;
}

int LayoutSpace::intern(const Layout &layout) {
  auto [it, isNew] =
      ids.try_emplace(keyOf(layout), static_cast<int>(layouts.size()));
  if (isNew)
    layouts.push_back(layout);
  return it->second;
}

double LayoutSpace::cost(int from, int to) {
  if (from == to)
    return 0;
  if (known.size() <= static_cast<size_t>(from))
    known.resize(layouts.size());
  std::vector<double> &row = known[from];
  if (row.size() <= static_cast<size_t>(to))
    row.resize(layouts.size(), kUnknown);
  if (row[to] == kUnknown) {
    std::optional<CommCost> cost = costs.cost(layouts[from], layouts[to]);
    row[to] = cost ? cost->seconds : std::numeric_limits<double>::infinity();
  }
  return row[to];
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

bool isSourceValue(Value value) {
  auto model = dyn_cast_or_null<OpModelInterface>(value.getDefiningOp());
  return model && model.isSource();
}

LayoutSpace &StrategyProblem::spaceOf(Type type) {
  ReshardCosts &costs =
      reshardsOf(input.reshards, cast<RankedTensorType>(type));
  auto &space = spaces[&costs];
  if (!space)
    space = std::make_unique<LayoutSpace>(costs);
  return *space;
}

std::shared_ptr<LayoutSet>
StrategyProblem::makeSet(Type type, const std::vector<Layout> &perLabel) {
  auto set = std::make_shared<LayoutSet>();
  set->space = &spaceOf(type);
  std::map<int, int> classes;
  for (const Layout &layout : perLabel) {
    int id = set->space->intern(layout);
    auto [it, isNew] =
        classes.try_emplace(id, static_cast<int>(set->layouts.size()));
    if (isNew)
      set->layouts.push_back(id);
    set->classOf.push_back(it->second);
  }
  keptSets.push_back(set);
  return set;
}

/// The layout of a value as propagation left it; replicated if it did not.
static Layout hintOf(Value value, const Mesh &mesh) {
  if (std::optional<Layout> layout = dist::getLayout(value, mesh))
    return layout->closed();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return Layout::replicate(type ? type.getRank() : 0);
}

OpLayouts StrategyProblem::hintsOf(Operation *op) const {
  OpLayouts hints;
  for (Value operand : op->getOperands())
    hints.operands.push_back(hintOf(operand, mesh));
  for (Value result : op->getResults())
    hints.results.push_back(hintOf(result, mesh));
  return hints;
}

double StrategyProblem::executionCost(Operation *op,
                                      const OpLayouts &layouts) const {
  auto model = dyn_cast<OpModelInterface>(op);
  SmallVector<RankedTensorType> operands, results;
  double bytes = 0, elements = 0;
  auto add = [&](Value value, const Layout &layout,
                 SmallVectorImpl<RankedTensorType> &types) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return;
    types.push_back(localType(type, layout));
    double count = static_cast<double>(types.back().getNumElements());
    elements += count;
    Type element = type.getElementType();
    bytes += count * (element.isIntOrFloat()
                          ? (element.getIntOrFloatBitWidth() + 7) / 8
                          : 8);
  };
  for (auto [value, layout] : llvm::zip(op->getOperands(), layouts.operands))
    if (!isSourceValue(value))
      add(value, layout, operands);
    else if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      operands.push_back(localType(type, layout));
  for (auto [value, layout] : llvm::zip(op->getResults(), layouts.results))
    add(value, layout, results);
  double flops = model && operands.size() == op->getNumOperands() &&
                         results.size() == op->getNumResults()
                     ? model.getFlops(operands, results)
                     : 0;
  std::string type = "f32";
  if (op->getNumResults())
    if (auto tensor = dyn_cast<RankedTensorType>(op->getResult(0).getType())) {
      type.clear();
      llvm::raw_string_ostream(type) << tensor.getElementType();
    }
  return input.machine.computeSeconds(type, flops,
                                      static_cast<int64_t>(bytes)) +
         kPerElement * elements;
}

/// What makes two operations the same for the enumeration.
static std::vector<const void *> signatureOf(Operation *op) {
  std::vector<const void *> key;
  auto add = [&](Operation *o) {
    key.push_back(o->getName().getAsOpaquePointer());
    key.push_back(o->getRawDictionaryAttrs().getAsOpaquePointer());
    key.push_back(o->getPropertiesAsAttribute().getAsOpaquePointer());
    for (Type type : o->getOperandTypes())
      key.push_back(type.getAsOpaquePointer());
    for (Type type : o->getResultTypes())
      key.push_back(type.getAsOpaquePointer());
  };
  add(op);
  for (Value operand : op->getOperands()) {
    dist::ShardingAttr hint = dist::getSharding(operand);
    key.push_back(hint.getAsOpaquePointer());
    key.push_back(isSourceValue(operand) ? op->getContext() : nullptr);
  }
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      add(inner);
      for (Value operand : inner->getOperands()) {
        auto argument = dyn_cast<BlockArgument>(operand);
        key.push_back(argument ? reinterpret_cast<const void *>(
                                     argument.getArgNumber() + 1ul)
                               : nullptr);
      }
    });
  return key;
}

std::shared_ptr<LabelSet>
StrategyProblem::fixedLabels(Operation *op, const OpLayouts &layouts) {
  auto set = std::make_shared<LabelSet>();
  set->labels = {layouts};
  set->costs = {0.0};
  for (auto [value, layout] : llvm::zip(op->getOperands(), layouts.operands))
    set->operands.push_back(isa<RankedTensorType>(value.getType())
                                ? makeSet(value.getType(), {layout})
                                : nullptr);
  for (auto [value, layout] : llvm::zip(op->getResults(), layouts.results))
    set->results.push_back(isa<RankedTensorType>(value.getType())
                               ? makeSet(value.getType(), {layout})
                               : nullptr);
  return set;
}

FailureOr<std::shared_ptr<LabelSet>> StrategyProblem::labelsOf(Operation *op) {
  std::shared_ptr<LabelSet> &set = known[signatureOf(op)];
  if (set)
    return set;
  OpLayouts hints = hintsOf(op);
  std::vector<Candidate> candidates;
  if (auto constraint = dyn_cast<dist::ConstraintOp>(op)) {
    Layout bound = constraint.getSharding().toLayout(mesh);
    candidates = enumerateIdentityCandidates(
        mesh, cast<RankedTensorType>(constraint.getType()), hints, &bound,
        options);
  } else if (isa<dist::PropagationBarrierOp>(op)) {
    candidates = enumerateIdentityCandidates(
        mesh, cast<RankedTensorType>(op->getResult(0).getType()), hints,
        nullptr, options);
  } else if (auto model = dyn_cast<OpModelInterface>(op)) {
    FactorRule rule = model.getFactorRule();
    assert(rule.check().empty() && "ill-formed factor rule");
    candidates = enumerateCandidates(mesh, model, rule, hints, options);
  } else {
    return op->emitOpError()
           << "has no op model, so popt does not know how to partition it";
  }
  set = std::make_shared<LabelSet>();
  for (Candidate &candidate : candidates) {
    set->costs.push_back(executionCost(op, candidate.layouts));
    set->labels.push_back(std::move(candidate.layouts));
  }
  auto collect = [&](Value value, function_ref<const Layout &(size_t)> layout) {
    if (!isa<RankedTensorType>(value.getType()))
      return std::shared_ptr<LayoutSet>();
    std::vector<Layout> perLabel;
    for (size_t l = 0; l < set->labels.size(); ++l)
      perLabel.push_back(layout(l));
    return makeSet(value.getType(), perLabel);
  };
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    set->operands.push_back(
        collect(operand, [&, i = i](size_t l) -> const Layout & {
          return set->labels[l].operands[i];
        }));
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    set->results.push_back(
        collect(result, [&, i = i](size_t l) -> const Layout & {
          return set->labels[l].results[i];
        }));
  return set;
}

//===----------------------------------------------------------------------===//
// Nodes and edges
//===----------------------------------------------------------------------===//

std::shared_ptr<const PairwiseProblem::Table>
StrategyProblem::tableOf(const std::shared_ptr<LayoutSet> &from,
                         const std::shared_ptr<LayoutSet> &to) {
  auto &table = tables[{from.get(), to.get()}];
  if (table)
    return table;
  auto built = std::make_shared<PairwiseProblem::Table>();
  built->rows = static_cast<int>(from->layouts.size());
  built->columns = static_cast<int>(to->layouts.size());
  for (int source : from->layouts)
    for (int target : to->layouts)
      built->costs.push_back(from->space->cost(source, target));
  table = built;
  return table;
}

void StrategyProblem::connect(int a, const std::shared_ptr<LayoutSet> &produced,
                              int b, const std::shared_ptr<LayoutSet> &read) {
  problem.edges.push_back(
      {a, b, produced->classOf, read->classOf, tableOf(produced, read)});
}

int StrategyProblem::addNode(std::vector<double> costs, int startLabel) {
  problem.nodes.push_back(std::move(costs));
  start.push_back(startLabel);
  return static_cast<int>(problem.nodes.size()) - 1;
}

SmallVector<OpOperand *> StrategyProblem::usesOf(Value value) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    if (indexOf.count(use.getOwner()))
      uses.push_back(&use);
  return uses;
}

/// Connects a value to its users, through a hub if there are several.
void StrategyProblem::addValue(const Produced &produced) {
  Value value = produced.value;
  SmallVector<OpOperand *> uses = usesOf(value);
  // Use lists run backwards; program order makes long monotone chains.
  llvm::sort(uses, [&](OpOperand *a, OpOperand *b) {
    int first = indexOf[a->getOwner()], second = indexOf[b->getOwner()];
    return first != second ? first < second
                           : a->getOperandNumber() < b->getOperandNumber();
  });
  int from = produced.node;
  std::shared_ptr<LayoutSet> set = produced.set;
  if (produced.hub >= 0) {
    std::vector<Layout> layouts;
    llvm::SmallDenseSet<int> seen;
    auto add = [&](const LayoutSet &some) {
      for (int id : some.layouts)
        if (seen.insert(id).second)
          layouts.push_back(some.space->layout(id));
    };
    add(*produced.set);
    for (OpOperand *use : uses)
      add(*ops[indexOf[use->getOwner()]]
               .labels->operands[use->getOperandNumber()]);
    auto hub = makeSet(value.getType(), layouts);
    problem.nodes[produced.hub].assign(layouts.size(), 0.0);
    int hint = hub->space->intern(hintOf(value, mesh));
    for (auto [label, id] : llvm::enumerate(hub->layouts))
      if (id == hint)
        start[produced.hub] = static_cast<int>(label);
    connect(from, set, produced.hub, hub);
    from = produced.hub;
    set = hub;
  }
  for (OpOperand *use : uses) {
    OpNode &user = ops[indexOf[use->getOwner()]];
    connect(from, set, user.node,
            user.labels->operands[use->getOperandNumber()]);
  }
}

int StrategyProblem::nearest(const LabelSet &labels, const OpLayouts &hints) {
  int best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (size_t l = 0; l < labels.labels.size(); ++l) {
    double cost = labels.costs[l];
    for (size_t i = 0; i < labels.operands.size(); ++i)
      if (const auto &set = labels.operands[i])
        cost += set->space->cost(set->space->intern(hints.operands[i]),
                                 set->layouts[set->classOf[l]]);
    for (size_t i = 0; i < labels.results.size(); ++i)
      if (const auto &set = labels.results[i])
        cost += set->space->cost(set->layouts[set->classOf[l]],
                                 set->space->intern(hints.results[i]));
    if (cost < least) {
      least = cost;
      best = static_cast<int>(l);
    }
  }
  return best;
}

/// Monoids that reductions of this function can leave partial.
static SmallVector<Monoid, 2> producedMonoids(func::FuncOp func,
                                              const Mesh &mesh) {
  SmallVector<Monoid, 2> monoids;
  auto add = [&](Monoid monoid) {
    if (!llvm::is_contained(monoids, monoid))
      monoids.push_back(monoid);
  };
  for (Operation &op : func.front()) {
    auto model = dyn_cast<OpModelInterface>(op);
    if (!model || model.isSource())
      continue;
    for (const Factor &factor : model.getFactorRule().factors)
      if (factor.kind == FactorKind::Reduction && factor.monoid)
        add(*factor.monoid);
  }
  for (BlockArgument argument : func.getArguments())
    if (std::optional<Layout> layout = dist::getLayout(argument, mesh))
      if (!layout->partial.empty())
        add(layout->monoid);
  llvm::sort(monoids);
  return monoids;
}

/// Orders of axes in a dimension, against that of the mesh, that the user or
/// propagation wrote.
static std::set<std::pair<int, int>> reversedOrders(func::FuncOp func,
                                                    const Mesh &mesh) {
  std::set<std::pair<int, int>> orders;
  auto add = [&](std::optional<Layout> layout) {
    if (!layout)
      return;
    for (const DimLayout &dim : layout->dims)
      for (size_t i = 0; i < dim.axes.size(); ++i)
        for (size_t j = i + 1; j < dim.axes.size(); ++j)
          if (dim.axes[i].axis > dim.axes[j].axis)
            orders.insert({dim.axes[i].axis, dim.axes[j].axis});
  };
  for (BlockArgument argument : func.getArguments())
    add(dist::getLayout(argument, mesh));
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (dist::ShardingAttr result = dist::getResultSharding(func, i))
      add(result.toLayout(mesh));
  for (Operation &op : func.front())
    for (Value result : op.getResults())
      add(dist::getLayout(result, mesh));
  return orders;
}

LogicalResult StrategyProblem::build() {
  options.monoids = producedMonoids(func, mesh);
  options.reversed = reversedOrders(func, mesh);
  for (size_t i = 0; i < mesh.axes.size(); ++i)
    if (mesh.axes[i].kind == AxisKind::Device && mesh.axes[i].size > 1)
      options.axes.push_back(mesh.ref(static_cast<int>(i)));

  // Labels first: hubs need those of all users.
  for (Operation &op : func.front()) {
    auto model = dyn_cast<OpModelInterface>(op);
    if (model && model.isSource())
      continue;
    std::shared_ptr<LabelSet> labels;
    if (op.hasTrait<OpTrait::IsTerminator>()) {
      OpLayouts layouts;
      for (unsigned i = 0; i < op.getNumOperands(); ++i) {
        dist::ShardingAttr wanted = dist::getResultSharding(func, i);
        layouts.operands.push_back(wanted ? wanted.toLayout(mesh).closed()
                                          : hintOf(op.getOperand(i), mesh));
      }
      labels = fixedLabels(&op, layouts);
    } else {
      FailureOr<std::shared_ptr<LabelSet>> made = labelsOf(&op);
      if (failed(made))
        return failure();
      labels = *made;
    }
    indexOf[&op] = static_cast<int>(ops.size());
    ops.push_back({&op, -1, labels});
  }

  // Nodes in program order, each value's hub right after its producer.
  std::vector<Produced> values;
  auto addProduced = [&](Value value, int node,
                         std::shared_ptr<LayoutSet> set) {
    int hub = usesOf(value).size() > 1 ? addNode({}, 0) : -1;
    values.push_back({value, node, hub, std::move(set)});
  };
  for (BlockArgument argument : func.getArguments())
    if (isa<RankedTensorType>(argument.getType()))
      addProduced(argument, addNode({0.0}, 0),
                  makeSet(argument.getType(), {hintOf(argument, mesh)}));
  for (OpNode &node : ops) {
    node.node =
        addNode(node.labels->costs, nearest(*node.labels, hintsOf(node.op)));
    for (auto [i, result] : llvm::enumerate(node.op->getResults()))
      if (node.labels->results[i])
        addProduced(result, node.node, node.labels->results[i]);
  }
  for (const Produced &produced : values)
    addValue(produced);
  return success();
}

void StrategyProblem::forEach(
    const std::vector<int> &labels,
    function_ref<void(Operation *, const OpLayouts &)> visit) const {
  for (const OpNode &node : ops)
    visit(node.op, node.labels->labels[labels[node.node]]);
}

} // namespace popt
