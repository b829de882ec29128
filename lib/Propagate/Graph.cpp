//===- Graph.cpp - What propagation works on ------------------------------===//
//
// Walks every function in program order, into regions whose operation ties
// values, and makes cells and nodes. A change of a cell wakes nodes in the
// order of a stack: the last of `wakes` is visited first, so users are listed
// from the last to the first. Tested through test/Propagate.
//
//===----------------------------------------------------------------------===//
#include "Graph.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include <map>

using namespace mlir;
using namespace popt;

bool popt::isUnknown(const Layout &layout) {
  return layout.partial.empty() && layout.replicated.empty() &&
         layout.pins.empty() && layout.memory == Memory::Device &&
         llvm::all_of(layout.dims, [](const DimLayout &dim) {
           return dim.open && dim.axes.empty();
         });
}

static Layout openLayout(RankedTensorType type) {
  Layout layout = Layout::replicate(type.getRank());
  for (DimLayout &dim : layout.dims)
    dim.open = true;
  return layout;
}

/// Axes along which a value is pinned split none of its dims: they count as
/// `replicated` while shardings spread.
static Layout readLayout(dist::ShardingAttr sharding, const Mesh &mesh) {
  Layout layout = sharding.toLayout(mesh);
  for (const Pin &pin : layout.pins)
    layout.replicated.push_back(mesh.ref(pin.axis));
  llvm::sort(layout.replicated);
  return layout;
}

Layout popt::withoutPinnedAxes(Layout layout) {
  llvm::erase_if(layout.replicated, [&](const AxisRef &ref) {
    return layout.findPin(ref.axis) != nullptr;
  });
  return layout;
}

static FactorRule identityRule(RankedTensorType type, unsigned numOperands) {
  FactorRule rule;
  TensorFactors dims;
  for (int64_t size : type.getShape())
    dims.push_back({rule.add(size)});
  rule.operands.assign(numOperands, dims);
  rule.results = {dims};
  return rule;
}

/// Gives dims without a factor one of their own, so that their axes are kept,
/// and drops loops of length 1 beside others: the last factor of a dim takes
/// axes that do not divide, and that should be a real one.
static void completeRule(FactorRule &rule) {
  auto complete = [&](std::vector<TensorFactors> &tensors) {
    for (TensorFactors &tensor : tensors)
      for (DimFactors &dim : tensor) {
        for (size_t i = dim.size(); i-- > 0 && dim.size() > 1;)
          if (rule.factors[dim[i]].size == 1)
            dim.erase(dim.begin() + i);
        if (dim.empty())
          dim = {rule.add(1)};
      }
  };
  complete(rule.operands);
  complete(rule.results);
}

//===----------------------------------------------------------------------===//
// Cells and nodes
//===----------------------------------------------------------------------===//

std::optional<unsigned> Graph::addCell(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  Cell cell;
  cell.value = value;
  cell.type = type;
  dist::ShardingAttr sharding = dist::getSharding(value);
  if (auto constraint = value.getDefiningOp<dist::ConstraintOp>())
    sharding = constraint.getSharding();
  cell.layout = sharding ? readLayout(sharding, mesh) : openLayout(type);
  cells.push_back(std::move(cell));
  unsigned index = cells.size() - 1;
  cellOf[value] = index;
  return index;
}

static Direction getDirection(dist::Direction allowed) {
  switch (allowed) {
  case dist::Direction::Forward:
    return Direction::Forward;
  case dist::Direction::Backward:
    return Direction::Backward;
  case dist::Direction::None:
    return Direction::None;
  }
  return Direction::None;
}

/// The rule of an operation, and the other facts for its node, or nothing if
/// shardings do not spread through it.
std::optional<FactorRule> Graph::makeRule(Operation *op, Node &node) {
  if (isa<dist::ConstraintOp, dist::PropagationBarrierOp>(op)) {
    node.kind = PropagationClass::Elementwise;
    if (auto barrier = dyn_cast<dist::PropagationBarrierOp>(op))
      node.barrier = getDirection(barrier.getAllow());
    return identityRule(cast<RankedTensorType>(op->getResult(0).getType()), 1);
  }
  auto model = dyn_cast<ShardingOpInterface>(op);
  if (!model || op->getNumOperands() == 0)
    return std::nullopt;
  node.kind = model.getPropagationClass();
  return model.getPropagationRule();
}

/// A value with several uses would be asked for by each. To be in a group is no use.
static bool hasOneUseOrIsScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto isUse = [](Operation *user) {
    return !isa<dist::ShardingGroupOp>(user);
  };
  return (type && type.getRank() == 0) ||
         llvm::hasSingleElement(
             llvm::make_filter_range(value.getUsers(), isUse));
}

void Graph::addOperation(Operation *op) {
  orderOf[op] = orderOf.size();
  if (op->getNumResults() > 0)
    operations.push_back(op);
  SmallVector<ValueTie> ties = valueTiesOf(op);
  for (Value result : op->getResults())
    addCell(result);
  for (const ValueTie &tie : ties)
    if (std::optional<unsigned> cell = find(tie.targets.front()))
      for (Value target : llvm::drop_begin(tie.targets))
        cellOf[target] = *cell;

  Node node;
  std::optional<FactorRule> rule;
  if (!op->hasTrait<OpTrait::IsTerminator>())
    rule = makeRule(op, node);
  if (rule && rule->operands.size() == op->getNumOperands() &&
      rule->results.size() == op->getNumResults()) {
    // Operands and results that are no tensors take no part.
    FactorRule kept;
    kept.factors = std::move(rule->factors);
    for (auto [value, tensor] :
         llvm::zip_equal(op->getOperands(), rule->operands))
      if (std::optional<unsigned> cell = find(value)) {
        node.cells.push_back(*cell);
        kept.operands.push_back(std::move(tensor));
      }
    node.numOperands = node.cells.size();
    for (auto [value, tensor] :
         llvm::zip_equal(op->getResults(), rule->results))
      if (std::optional<unsigned> cell = find(value)) {
        node.cells.push_back(*cell);
        kept.results.push_back(std::move(tensor));
      }
    completeRule(kept);
    node.rule = std::move(kept);
    node.isSingleUse = llvm::all_of(op->getOperands(), hasOneUseOrIsScalar);
    nodeOf[op] = nodes.size();
    nodes.push_back(std::move(node));
  }

  if (auto manual = dyn_cast<dist::ManualOp>(op))
    return addManual(manual);
  if (!ties.empty())
    for (Region &region : op->getRegions())
      for (mlir::Block &block : region)
        addBlock(block);
  for (const ValueTie &tie : ties)
    addTie(tie);
}

/// Makes the node between the sources of a tie and the cell of its targets.
Node *Graph::addTie(const ValueTie &tie) {
  std::optional<unsigned> target = find(tie.targets.front());
  if (!target)
    return nullptr;
  Node node;
  node.kind = PropagationClass::Relayout;
  for (OpOperand *source : tie.sources)
    if (std::optional<unsigned> cell = find(source->get())) {
      node.cells.push_back(*cell);
      tieOf[source] = nodes.size();
    }
  node.numOperands = node.cells.size();
  node.cells.push_back(*target);
  node.rule = identityRule(cells[*target].type, node.numOperands);
  tieAt[*target] = {nodes.size(), tie.targets};
  nodes.push_back(std::move(node));
  return &nodes.back();
}

void Graph::addBlock(mlir::Block &block) {
  for (Value arg : block.getArguments())
    if (!find(arg))
      addCell(arg);
  for (Operation &op : block)
    addOperation(&op);
}

//===----------------------------------------------------------------------===//
// Manual regions
//===----------------------------------------------------------------------===//

Layout ManualView::erase(const Layout &outside) const {
  Layout layout = outside;
  auto isManual = [&](const AxisRef &axis) {
    return llvm::is_contained(axes, axis.axis);
  };
  for (DimLayout &dim : layout.dims)
    llvm::erase_if(dim.axes, isManual);
  llvm::erase_if(layout.replicated, isManual);
  llvm::erase_if(layout.partial, isManual);
  return layout;
}

Layout ManualView::add(const Layout &inside) const {
  Layout layout = inside;
  auto addManual = [&](const AxisList &from, AxisList &to) {
    AxisList own;
    for (const AxisRef &axis : from)
      if (llvm::is_contained(axes, axis.axis))
        own.push_back(axis);
    to.insert(to.begin(), own.begin(), own.end());
  };
  for (auto [from, to] : llvm::zip_equal(bound.dims, layout.dims))
    addManual(from.axes, to.axes);
  addManual(bound.replicated, layout.replicated);
  addManual(bound.partial, layout.partial);
  llvm::sort(layout.replicated);
  llvm::sort(layout.partial);
  return layout;
}

/// Manual axes that a sharding does not mention stay unused by it.
static void replicateRest(const Mesh &mesh, ArrayRef<int> axes,
                          Layout &layout) {
  AxisList used = layout.usedAxes();
  used.insert(used.end(), layout.replicated.begin(), layout.replicated.end());
  for (int axis : axes)
    if (!overlaps(used, {mesh.ref(axis)}))
      layout.replicated.push_back(mesh.ref(axis));
  llvm::sort(layout.replicated);
}

/// Ties operands with block arguments, and the values that the region returns
/// with the results.
void Graph::addManual(dist::ManualOp op) {
  SmallVector<int> axes;
  for (const AxisRef &axis : op.getManualAxes().toAxisList(mesh))
    axes.push_back(axis.axis);
  auto makeView = [&](dist::ShardingAttr sharding, bool targetIsInside) {
    auto view = std::make_unique<ManualView>();
    view->bound = sharding.toLayout(mesh);
    replicateRest(mesh, axes, view->bound);
    view->axes = axes;
    view->targetIsInside = targetIsInside;
    return view;
  };
  mlir::Block &body = op.getBody().front();
  for (BlockArgument arg : body.getArguments()) {
    unsigned index = arg.getArgNumber();
    std::optional<unsigned> cell = addCell(arg);
    if (!cell)
      continue;
    auto view = makeView(op.getInSharding(index), /*targetIsInside=*/true);
    cells[*cell].layout = view->erase(view->bound);
    addTie({{&op->getOpOperand(index)}, {arg}})->manual = std::move(view);
  }
  addBlock(body);
  for (OpResult result : op->getResults()) {
    unsigned index = result.getResultNumber();
    std::optional<unsigned> cell = find(result);
    if (!cell)
      continue;
    auto view = makeView(op.getOutSharding(index), /*targetIsInside=*/false);
    cells[*cell].layout = view->bound;
    addTie({{&body.getTerminator()->getOpOperand(index)}, {result}})->manual =
        std::move(view);
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// A state result without a sharding is its argument, and the other way round.
void Graph::addResults(FunctionOpInterface func) {
  Operation *terminator = func.getFunctionBody().front().getTerminator();
  std::map<int64_t, unsigned> argumentOf;
  for (unsigned arg = 0; arg < func.getNumArguments(); ++arg)
    if (auto state = func.getArgAttrOfType<IntegerAttr>(arg, dist::kState))
      argumentOf.try_emplace(state.getInt(), arg);
  for (OpOperand &returned : terminator->getOpOperands()) {
    std::optional<unsigned> value = find(returned.get());
    if (!value)
      continue;
    FunctionResult result;
    result.func = func;
    result.index = returned.getOperandNumber();
    result.value = *value;
    dist::ShardingAttr sharding = dist::getResultSharding(func, result.index);
    std::optional<unsigned> state;
    BlockArgument argument;
    if (auto it = argumentOf.find(result.index); it != argumentOf.end()) {
      argument = func.getArgument(it->second);
      state = find(argument);
    }
    if (state && sharding && isUnknown(cells[*state].layout))
      cells[*state].layout = readLayout(sharding, mesh);
    if (state &&
        (!sharding || readLayout(sharding, mesh) == cells[*state].layout) &&
        cells[*state].type.getShape() == cells[*value].type.getShape()) {
      result.cell = *state;
      result.isTied = true;
      addTie({{&returned}, {argument}});
    } else {
      Cell cell;
      cell.type = cells[*value].type;
      cell.layout =
          sharding ? readLayout(sharding, mesh) : openLayout(cell.type);
      result.cell = cells.size();
      cells.push_back(std::move(cell));
    }
    results.push_back(result);
  }
}

void Graph::addFunction(FunctionOpInterface func) {
  if (func.isExternal() || func.getFunctionBody().empty())
    return;
  orderOf[func] = orderOf.size();
  for (mlir::Block &block : func.getFunctionBody())
    addBlock(block);
  addResults(func);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Groups that share a value are one.
void Graph::addGroups() {
  // A group may have any number; hash maps have keys of their own.
  std::map<int64_t, unsigned> numberOf;
  llvm::EquivalenceClasses<unsigned> numbers;
  llvm::DenseMap<unsigned, unsigned> firstOf;
  SmallVector<std::pair<unsigned, unsigned>> members;
  module.walk([&](dist::ShardingGroupOp op) {
    std::optional<unsigned> cell = find(op.getInput());
    if (!cell)
      return;
    unsigned number =
        numberOf.try_emplace(op.getGroup(), numberOf.size()).first->second;
    auto [it, isNew] = firstOf.try_emplace(*cell, number);
    numbers.unionSets(it->second, number);
    if (isNew)
      members.push_back({*cell, number});
  });
  llvm::DenseMap<unsigned, unsigned> indexOf;
  for (auto [cell, number] : members) {
    auto [it, isNew] =
        indexOf.try_emplace(numbers.getLeaderValue(number), groups.size());
    if (isNew)
      groups.emplace_back();
    groups[it->second].push_back(cell);
    cells[cell].group = static_cast<int>(it->second);
  }
}

//===----------------------------------------------------------------------===//
// Visits after a change
//===----------------------------------------------------------------------===//

void Graph::wakeUsers(Value value, SmallVectorImpl<unsigned> &wakes) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    if (orderOf.contains(use.getOwner()))
      uses.push_back(&use);
  llvm::sort(uses, [&](OpOperand *a, OpOperand *b) {
    unsigned x = orderOf.at(a->getOwner()), y = orderOf.at(b->getOwner());
    return x != y ? x > y : a->getOperandNumber() > b->getOperandNumber();
  });
  for (OpOperand *use : uses) {
    if (auto tie = tieOf.find(use); tie != tieOf.end())
      wakes.push_back(tie->second);
    else if (auto node = nodeOf.find(use->getOwner()); node != nodeOf.end())
      wakes.push_back(node->second);
  }
}

void Graph::addWakes() {
  for (unsigned cell = 0; cell < cells.size(); ++cell) {
    Value owner = cells[cell].value;
    if (!owner)
      continue;
    SmallVectorImpl<unsigned> &wakes = cells[cell].wakes;
    if (auto tie = tieAt.find(cell); tie != tieAt.end()) {
      for (Value target : llvm::drop_begin(tie->second.second))
        wakeUsers(target, wakes);
      wakes.push_back(tie->second.first);
    }
    if (Operation *op = owner.getDefiningOp())
      if (auto node = nodeOf.find(op); node != nodeOf.end())
        wakes.push_back(node->second);
    wakeUsers(owner, wakes);
  }
}

void Graph::build() {
  for (auto func : module.getOps<FunctionOpInterface>())
    addFunction(func);
  addGroups();
  addWakes();
}
