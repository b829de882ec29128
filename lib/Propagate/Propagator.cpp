//===- Propagator.cpp - Rounds of propagation -----------------------------===//
//
// Four nested loops: priorities of the user, classes of operations, factor
// strategies, and a stack of nodes until nothing changes. Tested by
// test/Propagate/user-priorities.mlir, operation-rounds.mlir and
// factor-strategies.mlir.
//
//===----------------------------------------------------------------------===//
#include "Propagator.h"

#include <set>

using namespace mlir;
using namespace popt;

//===----------------------------------------------------------------------===//
// Directions
//===----------------------------------------------------------------------===//

static constexpr unsigned kLastRound = 4;

/// Where axes of a factor may spread through the node in this round. Rounds
/// only ever allow more.
static Direction getDirection(const Node &node, bool isPassThrough,
                              unsigned round) {
  if (node.barrier)
    return *node.barrier;
  if (round == kLastRound)
    return Direction::Both;
  Direction wide = node.kind == PropagationClass::Expand ? Direction::Backward
                                                         : Direction::Both;
  if (round == 3 || (round == 2 && isPassThrough))
    return wide;
  if (round == 0 && !node.isSingleUse)
    return Direction::None;
  switch (node.kind) {
  case PropagationClass::Elementwise:
  case PropagationClass::Relayout:
    return Direction::Both;
  case PropagationClass::Window:
    return Direction::Forward;
  case PropagationClass::Expand:
  case PropagationClass::Compute:
    return Direction::None;
  }
  return Direction::None;
}

//===----------------------------------------------------------------------===//
// One node
//===----------------------------------------------------------------------===//

static bool hasAxes(const Layout &layout) {
  return llvm::any_of(layout.dims,
                      [](const DimLayout &dim) { return !dim.axes.empty(); });
}

/// Propagates between cells along a rule. Calls `onChange` for each cell that
/// changed, in order.
bool Propagator::apply(const FactorRule &rule, ArrayRef<unsigned> cells,
                       unsigned numOperands, bool isElementwise,
                       Strategy strategy, ArrayRef<Direction> directions,
                       const ManualView *manual,
                       llvm::function_ref<void(unsigned)> onChange) {
  Layout seen; // the last cell, as the others see it
  if (manual)
    seen = manual->toSources(graph.cells[cells.back()].layout);
  auto layoutOf = [&](size_t i) -> Layout & {
    return manual && i + 1 == cells.size() ? seen
                                           : graph.cells[cells[i]].layout;
  };
  Projection projection;
  projection.numOperands = numOperands;
  SmallVector<const TensorFactors *> tensors;
  for (size_t i = 0; i < cells.size(); ++i) {
    tensors.push_back(i < numOperands ? &rule.operands[i]
                                      : &rule.results[i - numOperands]);
    projection.tensors.push_back(
        project(rule, *tensors.back(), layoutOf(i), graph.time));
  }
  llvm::BitVector changed =
      strategy == Basic
          ? propagateBasic(rule, directions, projection)
          : propagateAggressive(rule, directions, isElementwise, projection);
  bool any = false;
  for (unsigned i : changed.set_bits()) {
    if (!writeBack(rule, *tensors[i], projection.tensors[i], layoutOf(i)))
      continue;
    any = true;
    Cell &cell = graph.cells[cells[i]];
    if (&layoutOf(i) == &seen)
      cell.layout = manual->toTarget(seen);
    cell.changed = ++clock;
    onChange(cells[i]);
  }
  return any;
}

void Propagator::wake(unsigned cell, unsigned except) {
  for (unsigned node : graph.cells[cell].wakes)
    if (node != except && !isQueued[node]) {
      isQueued[node] = true;
      stack.push_back(node);
    }
}

/// Gives the other members of its sharding group the cell's layout.
SmallVector<unsigned> Propagator::shareWithGroup(unsigned cell) {
  SmallVector<unsigned> others;
  int group = graph.cells[cell].group;
  if (group < 0)
    return others;
  for (unsigned member : graph.groups[group]) {
    if (member == cell)
      continue;
    graph.cells[member].layout = graph.cells[cell].layout;
    graph.cells[member].changed = clock;
    others.push_back(member);
  }
  return others;
}

void Propagator::visit(unsigned index, Strategy strategy, unsigned round) {
  Node &node = graph.nodes[index];
  Direction pass = getDirection(node, /*isPassThrough=*/true, round);
  Direction other = getDirection(node, /*isPassThrough=*/false, round);
  uint8_t key = static_cast<uint8_t>(pass) << 2 | static_cast<uint8_t>(other);
  if (key == 0)
    return;
  // A visit that changed nothing then changes nothing now, if nothing changed
  // since.
  bool isQuiet = node.quietDirections[strategy] == key;
  bool isEmpty = true;
  for (unsigned cell : node.cells) {
    isQuiet &= graph.cells[cell].changed <= node.quietAt[strategy];
    isEmpty &= !hasAxes(graph.cells[cell].layout);
  }
  isEmpty &= !node.manual;
  if (isQuiet || isEmpty)
    return;

  SmallVector<Direction> directions;
  for (const Factor &factor : node.rule.factors)
    directions.push_back(factor.blocked ? Direction::None
                         : factor.kind == FactorKind::PassThrough ? pass
                                                                  : other);
  bool changed = apply(node.rule, node.cells, node.numOperands,
                       node.kind == PropagationClass::Elementwise, strategy,
                       directions, node.manual.get(), [&](unsigned cell) {
                         wake(cell, index);
                         for (unsigned member : shareWithGroup(cell))
                           wake(member, index);
                       });
  if (changed)
    return;
  node.quietDirections[strategy] = key;
  node.quietAt[strategy] = clock;
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

/// Between returned values and results, once: no operation has a function
/// result as an operand.
void Propagator::visitResults(Strategy strategy) {
  for (const FunctionResult &result : graph.results) {
    if (result.isTied)
      continue;
    FactorRule rule;
    TensorFactors dims;
    for (int64_t size : graph.cells[result.value].type.getShape())
      dims.push_back({rule.add(size)});
    rule.operands = {dims};
    rule.results = {dims};
    SmallVector<Direction> directions(dims.size(), Direction::Both);
    apply(rule, {result.value, result.cell}, 1, /*isElementwise=*/false,
          strategy, directions, /*manual=*/nullptr,
          [&](unsigned cell) { shareWithGroup(cell); });
  }
}

void Propagator::runStrategy(Strategy strategy, unsigned round) {
  visitResults(strategy);
  stack.clear();
  for (size_t i = graph.nodes.size(); i-- > 0;)
    stack.push_back(i);
  isQueued.assign(graph.nodes.size(), true);
  while (!stack.empty()) {
    unsigned node = stack.back();
    stack.pop_back();
    isQueued[node] = false;
    visit(node, strategy, round);
  }
  visitResults(strategy);
}

void Propagator::runRound(unsigned round) {
  if (options.basic)
    runStrategy(Basic, round);
  if (options.aggressive)
    runStrategy(Aggressive, round);
}

void Propagator::runPriority() {
  for (unsigned round = options.byOperation ? 0 : kLastRound;
       round <= kLastRound; ++round)
    runRound(round);
}

//===----------------------------------------------------------------------===//
// Priorities of the user
//===----------------------------------------------------------------------===//

namespace {
/// A sharding with dims that wait for their turn.
struct Deferred {
  unsigned cell;
  Layout layout; ///< as the user wrote it
};
} // namespace

/// Empties and closes dims that wait; their axes must stay unused until then.
static void defer(Layout &layout) {
  for (DimLayout &dim : layout.dims) {
    if (dim.priority == 0)
      continue;
    layout.replicated.insert(layout.replicated.end(), dim.axes.begin(),
                             dim.axes.end());
    dim = DimLayout();
  }
  llvm::sort(layout.replicated);
}

/// Gives dims of this priority the user's axes.
static void restore(Layout &layout, const Layout &original, int priority) {
  for (auto [dim, wanted] : llvm::zip_equal(layout.dims, original.dims)) {
    if (wanted.priority != priority)
      continue;
    dim = wanted;
    dim.priority = 0;
    llvm::erase_if(layout.replicated, [&axes = wanted.axes](const AxisRef &a) {
      return llvm::is_contained(axes, a);
    });
  }
}

/// Members of a group start with one sharding; separateGroups has seen to it
/// that they do not contradict each other.
void Propagator::shareGroups() {
  for (ArrayRef<unsigned> group : graph.groups) {
    const unsigned *known = llvm::find_if(group, [&](unsigned cell) {
      return !isUnknown(graph.cells[cell].layout);
    });
    if (known == group.end())
      continue;
    Layout layout = graph.cells[*known].layout;
    for (unsigned cell : group)
      graph.cells[cell].layout = layout;
  }
}

void Propagator::run() {
  shareGroups();
  std::vector<Deferred> deferred;
  std::set<int> priorities;
  for (unsigned i = 0; i < graph.cells.size(); ++i) {
    Layout &layout = graph.cells[i].layout;
    bool waits = false;
    for (const DimLayout &dim : layout.dims)
      if (dim.priority > 0) {
        priorities.insert(dim.priority);
        waits = true;
      }
    if (!waits)
      continue;
    deferred.push_back({i, layout});
    defer(layout);
  }
  runPriority();
  for (int priority : priorities) {
    for (const Deferred &entry : deferred) {
      restore(graph.cells[entry.cell].layout, entry.layout, priority);
      graph.cells[entry.cell].changed = ++clock;
    }
    runPriority();
  }
}
