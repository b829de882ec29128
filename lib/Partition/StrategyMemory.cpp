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
  // Of open arguments, connect has charged the pairs of layouts.
  if (isOpen(value))
    return;
  std::optional<Layout> own;
  if (isArgument)
    own = hintOf(value, mesh);
  chargeLayouts(type, node, *set, own);
}

/// The price of memory for each layout of a node but one.
void StrategyProblem::chargeLayouts(RankedTensorType type, int node,
                                    const LayoutSet &set,
                                    const std::optional<Layout> &own) {
  std::vector<double> &costs = problem.nodes[node];
  for (auto [label, index] : llvm::enumerate(set.classOf))
    if (const Layout &layout = set.space->layout(set.layouts[index]);
        layout != own)
      costs[label] += memoryPrice * heldBytes(type, layout);
}

/// Where arguments are open what they hold themselves counts, too.
void StrategyProblem::chargeArgument(BlockArgument argument, int node,
                                     const std::shared_ptr<LayoutSet> &set) {
  auto type = cast<RankedTensorType>(argument.getType());
  if (isArgumentOnHost(func, argument.getArgNumber()))
    return;
  holders.push_back({type, node, set, -1, nullptr});
  chargeLayouts(type, node, *set, std::nullopt);
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
