//===- Availability.cpp - Where values can be without a message -----------===//
//
// See Availability.h. Tested by test/Stages/place-stages.mlir and
// test/Stages/split-stages.mlir.
//
//===----------------------------------------------------------------------===//
#include "Availability.h"

#include "popt/Dialect/Dist/Sharding.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace popt;

PlaceSet popt::toPlaceSet(ArrayRef<int64_t> coordinates) {
  PlaceSet set = 0;
  for (int64_t coordinate : coordinates)
    set |= placeOf(coordinate);
  return set;
}

SmallVector<int64_t> popt::toCoordinates(PlaceSet set) {
  SmallVector<int64_t> coordinates;
  for (; set; set &= set - 1)
    coordinates.push_back(firstPlace(set));
  return coordinates;
}

int64_t popt::nearestPlace(PlaceSet set, int64_t reader) {
  int64_t nearest = firstPlace(set);
  for (int64_t candidate : toCoordinates(set))
    if (std::abs(candidate - reader) < std::abs(nearest - reader))
      nearest = candidate;
  return nearest;
}

static auto timeLoops(func::FuncOp main) {
  return main.front().getOps<dist::TimeLoopOp>();
}

Availability::Availability(func::FuncOp main, int64_t coordinates)
    : main(main),
      all(coordinates == dist::kMostCoordinates ? ~PlaceSet(0)
                                                : placeOf(coordinates) - 1) {
  for (Operation &op : main.front()) {
    auto loop = dyn_cast<dist::TimeLoopOp>(op);
    if (!loop) {
      add(&op);
      continue;
    }
    for (Operation &inner : loop.getBody().front().without_terminator())
      add(&inner);
    for (BlockArgument argument : loop.getCarried())
      carried[argument] = all;
  }
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    PlaceSet pin = toPlaceSet(dist::getArgumentPlace(main, i));
    arguments.push_back(pin ? pin : all);
  }
}

void Availability::add(Operation *op) {
  SmallVector<Value> &list = operands[op];
  llvm::append_range(list, op->getOperands());
  for (Region &region : op->getRegions()) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(region, captured);
    for (Value value : captured)
      if (!llvm::is_contained(list, value))
        list.push_back(value);
  }
  if (!op->hasTrait<OpTrait::IsTerminator>())
    order.push_back(op);
}

PlaceSet Availability::of(Value value) const {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() == &main.front())
      return arguments[argument.getArgNumber()];
    auto it = carried.find(argument);
    return it == carried.end() ? all : it->second;
  }
  auto result = cast<OpResult>(value);
  if (auto loop = dyn_cast<dist::TimeLoopOp>(result.getOwner()))
    return of(loop.getBody().front().getTerminator()->getOperand(
        result.getResultNumber()));
  return of(result.getOwner());
}

void Availability::find() {
  for (bool changed = true; changed;) {
    for (Operation *op : order) {
      PlaceSet &set = sets[op];
      set = toPlaceSet(dist::getPlace(op));
      if (auto combine = dyn_cast<dist::CombineOp>(op); combine && !set)
        set = toPlaceSet(combine.getAt());
      if (set)
        continue;
      set = all;
      for (Value operand : operandsOf(op))
        set &= of(operand);
    }
    changed = false;
    for (dist::TimeLoopOp loop : timeLoops(main))
      for (auto [argument, next] : llvm::zip_equal(
               loop.getCarried(),
               loop.getBody().front().getTerminator()->getOperands())) {
        PlaceSet both = carried[argument] & of(next);
        changed |= both != carried[argument];
        carried[argument] = both;
      }
  }
}
