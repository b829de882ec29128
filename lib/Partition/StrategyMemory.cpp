//===- StrategyMemory.cpp - What strategies hold, and what it costs -------===//
//
// Under a price of memory each value that is held where a step holds most costs its
// bytes in the layout of a label. The same list says what a labelling holds. Tested
// by test/Flow/choose-memory.mlir and test/Compile/choose-plan.test.
//
//===----------------------------------------------------------------------===//
#include "StrategyProblem.h"

#include "popt/Analysis/HeldBytes.h"
#include "popt/Analysis/MemoryKinds.h"

using namespace mlir;

namespace popt {

/// Among how many devices a layout divides, and -1 for each further dimension that it
/// does not leave whole. Of equal ones the dimension with most elements, the first of
/// them, comes first.
static std::tuple<int64_t, int64_t, int64_t, int64_t>
rankOfDivision(ArrayRef<int64_t> shape, const Layout &layout) {
  int64_t devices = 1, dims = 0, extent = 0, at = 0;
  for (auto [i, dim] : llvm::enumerate(layout.dims)) {
    if (dim.axes.empty())
      continue;
    for (const AxisRef &axis : dim.axes)
      devices *= axis.size;
    ++dims;
    extent = shape[i];
    at = static_cast<int64_t>(i);
  }
  return {devices, -dims, extent, -at};
}

/// True if the layout divides no other dimension than `dim` (less than 0: than any).
static bool dividesAlone(const Layout &layout, int64_t dim) {
  return dim < 0 || llvm::all_of(
                        llvm::enumerate(layout.dims),
                        [&](const auto &own) {
                          return own.value().axes.empty() ||
                                 static_cast<int64_t>(own.index()) == dim;
                        });
}

/// Forbids a node the labels whose layouts don't have the word.
static void forbidOthers(std::vector<double> &costs, RankedTensorType type,
                         const LabelSet &labels, const ArgumentWord &word) {
  auto rank = [&](const OpLayouts &layouts) {
    return rankOfDivision(type.getShape(), layouts.results[0]);
  };
  // Where all labels divide other dimensions, the word is of any.
  auto divides = [&](const OpLayouts &layouts, int64_t dim) {
    return dividesAlone(layouts.results[0], dim);
  };
  const bool canBe = llvm::any_of(labels.labels, [&](const OpLayouts &layouts) {
    return divides(layouts, word.dim);
  });
  auto least = rank(labels.labels.front());
  std::optional<decltype(least)> most;
  for (const OpLayouts &layouts : labels.labels) {
    least = std::min(least, rank(layouts));
    if (divides(layouts, canBe ? word.dim : -1))
      most = std::max(most.value_or(rank(layouts)), rank(layouts));
  }
  auto isMeant = [&](const OpLayouts &layouts) {
    switch (word.kind) {
    case ArgumentWord::Any:
      return true;
    case ArgumentWord::Whole:
      return rank(layouts) == least;
    case ArgumentWord::Divided:
      return rank(layouts) == *most;
    case ArgumentWord::Stationary:
      return std::get<0>(rank(layouts)) > std::get<0>(least) ||
             std::get<0>(*most) == std::get<0>(least);
    }
    llvm_unreachable("unknown word");
  };
  for (auto [cost, layouts] : llvm::zip_equal(costs, labels.labels))
    if (!isMeant(layouts))
      cost = std::numeric_limits<double>::infinity();
}

/// Bytes of a coordinate's block.
static double heldBytes(RankedTensorType type, const Layout &layout) {
  return static_cast<double>(heldBytesOf(type, layout));
}

bool StrategyProblem::isOpen(Value value) const {
  auto it = tiedValues.find(value);
  return it != tiedValues.end() && it->second.item == 0;
}

/// What is held costs the price of memory, in the layout in which its users
/// find it. An argument is held as it is; of it only a copy counts here.
void StrategyProblem::chargeHeld(const Produced &produced, int node,
                                 const std::shared_ptr<LayoutSet> &set) {
  Value value = produced.value;
  if (!held.contains(value))
    return;
  auto type = cast<RankedTensorType>(value.getType());
  const bool isArgument = isa<BlockArgument>(value);
  if (!isArgument)
    holders.push_back({type, node, set, -1, nullptr});
  else if (node != produced.node)
    holders.push_back({type, node, set, produced.node, produced.set});
  // Of open arguments, addRead has the pairs of layouts.
  if (isOpen(value))
    return;
  std::optional<Layout> own;
  if (isArgument)
    own = hintOf(value, mesh);
  chargeLayouts(type, node, set, own);
}

/// What each layout of a node but one holds has a price.
void StrategyProblem::chargeLayouts(RankedTensorType type, int node,
                                    const std::shared_ptr<LayoutSet> &set,
                                    const std::optional<Layout> &own) {
  Charge charge{node, set, {}};
  for (int id : set->layouts) {
    const Layout &layout = set->space->layout(id);
    charge.bytes.push_back(layout == own ? 0 : heldBytes(type, layout));
  }
  charges.push_back(std::move(charge));
}

/// The last edge leads from a value, or from its hub.
void StrategyProblem::addRead(Value value, bool isHeld) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && isOpen(value))
    reads.push_back(
        {argument.getArgNumber(), problem.edges.size() - 1, isHeld});
}

void StrategyProblem::setPrice(double price, ArrayRef<ArgumentWord> words) {
  for (const Charge &charge : charges) {
    std::vector<double> &costs = problem.nodes[charge.node];
    for (auto [label, index] : llvm::enumerate(charge.set->classOf))
      costs[label] += price * charge.bytes[index];
  }
  setReads(price, words);
}

/// What reads cost, at a price of memory and where some have to stay.
void StrategyProblem::setReads(double price, ArrayRef<ArgumentWord> words) {
  for (const ArgumentRead &read : reads) {
    Moved &moved = moves[read.edge].moved;
    const double heldPrice = read.isHeld ? price : 0;
    const bool isAllowed =
        words.empty() || words[read.argument].kind != ArgumentWord::Stationary;
    if (moved.heldPrice == heldPrice && moved.isAllowed == isAllowed)
      continue;
    moved.heldPrice = heldPrice;
    moved.isAllowed = isAllowed;
    setTables(read.edge);
  }
}

void StrategyProblem::ask(double memoryPrice, ArrayRef<ArgumentWord> words) {
  problem.nodes = ownCosts;
  setPrice(memoryPrice, words);
  for (const Boundary &open : boundary)
    if (open.argument && !words.empty()) {
      const TieNode &tie = items.front().ties[open.tie];
      forbidOthers(problem.nodes[tie.node],
                   cast<RankedTensorType>(open.argument.getType()), *tie.labels,
                   words[open.argument.getArgNumber()]);
    }
}

/// Where arguments are open what they hold themselves counts, too.
void StrategyProblem::chargeArgument(BlockArgument argument, int node,
                                     const std::shared_ptr<LayoutSet> &set) {
  auto type = cast<RankedTensorType>(argument.getType());
  if (isArgumentOnHost(func, argument.getArgNumber()))
    return;
  holders.push_back({type, node, set, -1, nullptr});
  chargeLayouts(type, node, set, std::nullopt);
}

double StrategyProblem::bytesOf(const std::vector<int> &labels) const {
  double bytes = 0;
  auto layoutOf = [&](const LayoutSet &set, int node) -> const Layout & {
    return set.space->layout(set.layouts[set.classOf[labels[node]]]);
  };
  for (const Held &holder : holders) {
    const Layout &layout = layoutOf(*holder.set, holder.node);
    if (holder.original < 0 ||
        layout != layoutOf(*holder.originalSet, holder.original))
      bytes += heldBytes(holder.type, layout);
  }
  return bytes;
}

} // namespace popt
