//===- LiveAtPeak.cpp - Live values at the peak of a step -----------------===//
//
// A coarse estimate before anything is chosen: values that isNeverStored knows
// are in registers, a view shares its operand's memory, new state replaces the
// old in place, and the bodies of loops are ignored. Tested by
// test/Flow/choose-memory.mlir.
//
//===----------------------------------------------------------------------===//
#include "LiveAtPeak.h"

#include "WidenPartials.h"

#include "popt/Analysis/MemoryKinds.h"
#include "popt/Analysis/MemoryRules.h"
#include "popt/Support/Tensors.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"

using namespace mlir;

namespace popt {

double bytesHeld(RankedTensorType type, const Layout &layout) {
  RankedTensorType local = localType(type, layout);
  return static_cast<double>(
      bytesOf(isHeldWide(type, layout) ? widen(local) : local));
}

llvm::DenseSet<Value> liveAtPeak(func::FuncOp main, const Mesh &mesh) {
  mlir::Block &block = main.getBody().front();
  llvm::DenseMap<Operation *, size_t> positions;
  for (Operation &op : block)
    positions[&op] = positions.size() + 1;
  struct Interval {
    Value value;
    size_t begin, end;
  };
  std::vector<Interval> intervals;
  auto stateArguments = dist::getStateArguments(main);
  std::vector<double> change(positions.size() + 2, 0);
  auto add = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    size_t first = positions.size(), last = 0;
    bool isState = false;
    forEachRead(value, [&](OpOperand &use) {
      Operation *user = block.findAncestorOpInBlock(*use.getOwner());
      first = std::min(first, positions[user]);
      last = std::max(last, positions[user]);
      isState |=
          isa<func::ReturnOp>(user) && stateArguments[use.getOperandNumber()];
    });
    if (!type || isState || last == 0)
      return;
    if (Operation *definer = value.getDefiningOp())
      first = positions[definer];
    intervals.push_back({value, first, last});
    if (isa<BlockArgument>(value))
      return; // held in any case
    double bytes = bytesHeld(type, hintOf(value, mesh));
    change[first] += bytes;
    change[last + 1] -= bytes;
  };
  for (BlockArgument argument : main.getArguments())
    if (!isArgumentOnHost(main, argument.getArgNumber()))
      add(argument);
  for (Operation &op : block.without_terminator())
    if (!leavesOperandInPlace(&op))
      for (Value result : op.getResults())
        if (!isSourceValue(result) && !isNeverStored(result))
          add(result);
  double now = 0, most = 0;
  size_t peak = 0;
  for (auto [position, by] : llvm::enumerate(change))
    if ((now += by) > most) {
      most = now;
      peak = position;
    }
  llvm::DenseSet<Value> held;
  for (const Interval &interval : intervals)
    if (interval.begin <= peak && peak <= interval.end)
      held.insert(interval.value);
  return held;
}

} // namespace popt
