//===- HeldBytes.cpp - What a step holds, and when ------------------------===//
//
// See the header. Tested by test/unit/Analysis/HeldBytesTest.cpp and
// test/Flow/choose-memory.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/HeldBytes.h"

#include "popt/Analysis/Fusion.h"
#include "popt/Analysis/MemoryKinds.h"
#include "popt/Analysis/MemoryRules.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Support/Tensors.h"

#include <numeric>

using namespace mlir;

namespace popt {

HeldBytes::HeldBytes(int64_t last, ArrayRef<HeldInterval> intervals)
    : held(last + 2) {
  for (const HeldInterval &interval : intervals) {
    held[interval.begin] += interval.bytes;
    held[std::max(interval.begin, interval.end) + 1] -= interval.bytes;
  }
  std::partial_sum(held.begin(), held.end(), held.begin());
  held.pop_back();
  peakAt = std::max_element(held.begin(), held.end()) - held.begin();
}

int64_t HeldBytes::most(int64_t first, int64_t last) const {
  return *std::max_element(held.begin() + first, held.begin() + last + 1);
}

double HeldBytes::above(int64_t target) const {
  double sum = 0;
  for (int64_t now : held)
    sum += static_cast<double>(std::max<int64_t>(0, now - target));
  return sum;
}

int64_t heldBytesOf(RankedTensorType global, const Layout &layout) {
  RankedTensorType local = localType(global, layout);
  return bytesOf(isHeldWide(global, layout) ? widen(local) : local);
}

llvm::DenseSet<Value> heldAtPeak(func::FuncOp main,
                                 function_ref<int64_t(Value)> bytesOf) {
  mlir::Block &block = main.getBody().front();
  llvm::DenseMap<Operation *, int64_t> positions;
  for (Operation &op : block)
    positions[&op] = static_cast<int64_t>(positions.size()) + 1;
  auto last = static_cast<int64_t>(positions.size());
  SmallVector<std::pair<Value, HeldInterval>> all;
  auto stateArguments = dist::getStateArguments(main);
  auto add = [&](Value value) {
    HeldInterval interval{last, 0, 0};
    bool isState = false;
    forEachRead(value, [&](OpOperand &use) {
      Operation *user = block.findAncestorOpInBlock(*use.getOwner());
      interval.begin = std::min(interval.begin, positions[user]);
      interval.end = std::max(interval.end, positions[user]);
      isState |=
          isa<func::ReturnOp>(user) && stateArguments[use.getOperandNumber()];
    });
    if (!isa<RankedTensorType>(value.getType()) || isState || interval.end == 0)
      return;
    if (Operation *definer = value.getDefiningOp()) {
      interval.begin = positions[definer];
      interval.bytes = bytesOf(value);
    } // An argument is held in any case.
    all.push_back({value, interval});
  };
  for (BlockArgument argument : main.getArguments())
    if (!isArgumentOnHost(main, argument.getArgNumber()))
      add(argument);
  for (Operation &op : block.without_terminator())
    if (!leavesOperandInPlace(&op))
      for (Value result : op.getResults())
        if (!isSourceValue(result) && !isNeverStored(result))
          add(result);
  int64_t peak = HeldBytes(last, llvm::to_vector(llvm::make_second_range(all)))
                     .peakPosition();
  llvm::DenseSet<Value> held;
  for (auto &[value, interval] : all)
    if (interval.begin <= peak && peak <= interval.end)
      held.insert(value);
  return held;
}

} // namespace popt
