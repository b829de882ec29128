//===- StageUses.cpp - Where operations run and values are read -----------===//
//
// What is available where goes forward through the program, what is read where
// goes backward, and where state is held follows from both. See SplitStages.h.
// Tested by test/Stages/split-stages.mlir.
//
//===----------------------------------------------------------------------===//
#include "SplitStages.h"

#include "popt/Dialect/Dist/Sharding.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace popt;

static Places toPlaces(ArrayRef<int64_t> list) {
  return Places(list.begin(), list.end());
}

static Places intersect(const Places &a, const Places &b) {
  Places both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::inserter(both, both.end()));
  return both;
}

/// Of the places that can, those that make what is read at `wanted`.
static Places madeAmong(const Places &can, const Places &wanted) {
  // No place has all operands: they are sent to where the result is read.
  if (wanted.empty() || can.empty())
    return wanted;
  Places both = intersect(can, wanted);
  return both.empty() ? Places{*can.begin()} : both;
}

/// The values that the body of a loop returns.
static ValueRange returnedBy(dist::TimeLoopOp loop) {
  return loop.getBody().front().getTerminator()->getOperands();
}

/// Visits the operations of the function and of its time loops, which are not
/// visited themselves, in order.
static void forEachOp(func::FuncOp main,
                      llvm::function_ref<void(Operation *)> visit) {
  for (Operation &op : main.front().without_terminator()) {
    auto loop = dyn_cast<dist::TimeLoopOp>(op);
    if (!loop) {
      visit(&op);
      continue;
    }
    for (Operation &inner : loop.getBody().front().without_terminator())
      visit(&inner);
  }
}

StageUses::StageUses(func::FuncOp main, int64_t coordinates) : main(main) {
  for (int64_t i = 0; i < coordinates; ++i)
    everywhere.insert(i);
  forEachOp(main, [&](Operation *op) {
    SmallVector<Value> &list = operands[op];
    llvm::append_range(list, op->getOperands());
    for (Region &region : op->getRegions()) {
      llvm::SetVector<Value> captured;
      getUsedValuesDefinedAbove(region, captured);
      for (Value value : captured)
        if (!llvm::is_contained(list, value))
          list.push_back(value);
    }
  });
  for (auto loop : main.front().getOps<dist::TimeLoopOp>())
    for (BlockArgument argument : loop.getCarried())
      carried[argument] = everywhere;
  findAvailable();
  // What is read where follows from what state is held where, and the other way
  // round.
  argumentReads.resize(main.getNumArguments());
  do
    findReads();
  while (growArguments());
}

Places StageUses::available(Value value) const {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (isa<dist::TimeLoopOp>(argument.getOwner()->getParentOp())) {
      auto it = carried.find(argument);
      return it == carried.end() ? everywhere : it->second;
    }
    Places pin =
        toPlaces(dist::getArgumentPlace(main, argument.getArgNumber()));
    return pin.empty() ? everywhere : pin;
  }
  auto result = cast<OpResult>(value);
  if (auto loop = dyn_cast<dist::TimeLoopOp>(result.getOwner()))
    return available(returnedBy(loop)[result.getResultNumber()]);
  return canRunAt.find(result.getOwner())->second;
}

bool StageUses::findAvailableOnce() {
  forEachOp(main, [&](Operation *op) {
    Places &places = canRunAt[op];
    places = toPlaces(dist::getPlace(op));
    if (auto combine = dyn_cast<dist::CombineOp>(op))
      places = toPlaces(combine.getAt());
    if (!places.empty())
      return;
    places = everywhere;
    for (Value operand : operands[op])
      places = intersect(places, available(operand));
  });
  bool changed = false;
  for (auto loop : main.front().getOps<dist::TimeLoopOp>())
    for (auto [argument, value] :
         llvm::zip_equal(loop.getCarried(), returnedBy(loop))) {
      Places next = intersect(carried[argument], available(value));
      changed |= next != carried[argument];
      carried[argument] = next;
    }
  return changed;
}

void StageUses::findAvailable() {
  while (findAvailableOnce()) {
  }
}

Places StageUses::runsAt(Operation *op) const {
  const Places &can = canRunAt.find(op)->second;
  if (!dist::getPlace(op).empty() || isa<dist::CombineOp>(op))
    return can;
  Places wanted;
  for (Value result : op->getResults())
    if (auto it = reads.find(result); it != reads.end())
      wanted.insert(it->second.begin(), it->second.end());
  return madeAmong(can, wanted);
}

Places StageUses::madeFor(Value value, const Places &wanted) const {
  return madeAmong(available(value), wanted);
}

Places StageUses::heldAt(BlockArgument argument) const {
  Places pin = toPlaces(dist::getArgumentPlace(main, argument.getArgNumber()));
  if (!pin.empty())
    return pin;
  const Places &at = argumentReads[argument.getArgNumber()];
  return at.empty() ? Places{0} : at;
}

bool StageUses::growArguments() {
  bool changed = false;
  for (BlockArgument argument : main.getArguments()) {
    Places &all = argumentReads[argument.getArgNumber()];
    size_t before = all.size();
    all.insert(reads[argument].begin(), reads[argument].end());
    changed |= all.size() != before;
  }
  for (auto loop : main.front().getOps<dist::TimeLoopOp>())
    for (BlockArgument argument : loop.getCarried()) {
      Places &all = carriedReads[argument];
      size_t before = all.size();
      all.insert(reads[argument].begin(), reads[argument].end());
      changed |= all.size() != before;
    }
  return changed;
}

Places StageUses::resultAt(unsigned index) const {
  if (std::optional<unsigned> argument = dist::getStateArgument(main, index))
    return heldAt(main.getArgument(*argument));
  Places pin = toPlaces(dist::getResultPlace(main, index));
  if (!pin.empty())
    return pin;
  Value value = main.front().getTerminator()->getOperand(index);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return {*heldAt(argument).begin()};
  Places can = available(value);
  return {can.empty() ? 0 : *can.begin()};
}

void StageUses::readOperands(Operation *op) {
  auto read = [&](Value value, const Places &at) {
    reads[value].insert(at.begin(), at.end());
  };
  if (auto combine = dyn_cast<dist::CombineOp>(op)) {
    for (auto [value, at] : llvm::zip(combine.getInputs(), combine.getAt()))
      read(value, {at});
    return;
  }
  Places at = runsAt(op);
  for (Value operand : operands[op])
    read(operand, at);
}

void StageUses::findReads() {
  reads.clear();
  auto read = [&](Value value, const Places &at) {
    reads[value].insert(at.begin(), at.end());
  };
  Operation *terminator = main.front().getTerminator();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
    read(value, resultAt(static_cast<unsigned>(i)));
  for (Operation &op : llvm::reverse(main.front().without_terminator())) {
    auto loop = dyn_cast<dist::TimeLoopOp>(op);
    if (!loop) {
      readOperands(&op);
      continue;
    }
    for (auto [result, value, argument] : llvm::zip_equal(
             loop.getResults(), returnedBy(loop), loop.getCarried())) {
      Places wanted = carriedReads[argument];
      wanted.insert(reads[result].begin(), reads[result].end());
      read(value, madeFor(value, wanted));
    }
    for (Operation &inner :
         llvm::reverse(loop.getBody().front().without_terminator()))
      readOperands(&inner);
    for (auto [init, value, argument] : llvm::zip_equal(
             loop.getInits(), returnedBy(loop), loop.getCarried())) {
      read(init, madeFor(value, reads[value]));
      read(init, reads[argument]);
    }
  }
}
