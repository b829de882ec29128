//===- StageUses.cpp - Where operations run and values are read -----------===//
//
// What is read where goes backward through the program, from where values can
// be (Availability.h), and where state is held follows from both. See
// SplitStages.h. Tested by test/Stages/split-stages.mlir.
//
//===----------------------------------------------------------------------===//
#include "SplitStages.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"

using namespace mlir;
using namespace popt;

/// Of the places that can, those that make what is read at `wanted`.
static PlaceSet madeAmong(PlaceSet can, PlaceSet wanted) {
  // No place has all operands: they are sent to where the result is read.
  if (!wanted || !can)
    return wanted;
  PlaceSet both = can & wanted;
  return both ? both : placeOf(firstPlace(can));
}

/// The values that the body of a loop returns.
static ValueRange returnedBy(dist::TimeLoopOp loop) {
  return loop.getBody().front().getTerminator()->getOperands();
}

StageUses::StageUses(func::FuncOp main, int64_t coordinates)
    : main(main), availability(main, coordinates),
      stateArguments(dist::getStateArguments(main)) {
  availability.find();
  // Where values are read depends on where state is held, and the other way
  // round.
  argumentReads.resize(main.getNumArguments());
  do
    findReads();
  while (growArguments());
}

PlaceSet StageUses::runsAt(Operation *op) const {
  PlaceSet can = availability.of(op);
  if (!dist::getPlace(op).empty() || isa<dist::CombineOp>(op))
    return can;
  PlaceSet wanted = 0;
  for (Value result : op->getResults())
    wanted |= readAt(result);
  return madeAmong(can, wanted);
}

PlaceSet StageUses::heldAt(BlockArgument argument) const {
  PlaceSet pin =
      toPlaceSet(dist::getArgumentPlace(main, argument.getArgNumber()));
  if (pin)
    return pin;
  PlaceSet at = argumentReads[argument.getArgNumber()];
  return at ? at : placeOf(0);
}

bool StageUses::growArguments() {
  bool changed = false;
  auto grow = [&](PlaceSet &all, Value argument) {
    PlaceSet more = readAt(argument) & ~all;
    changed |= more != 0;
    all |= more;
  };
  for (BlockArgument argument : main.getArguments())
    grow(argumentReads[argument.getArgNumber()], argument);
  for (auto loop : main.front().getOps<dist::TimeLoopOp>())
    for (BlockArgument argument : loop.getCarried())
      grow(carriedReads[argument], argument);
  return changed;
}

PlaceSet StageUses::resultAt(unsigned index) const {
  if (std::optional<unsigned> argument = stateArguments[index])
    return heldAt(main.getArgument(*argument));
  if (PlaceSet pin = toPlaceSet(dist::getResultPlace(main, index)))
    return pin;
  Value value = main.front().getTerminator()->getOperand(index);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return placeOf(firstPlace(heldAt(argument)));
  PlaceSet can = availability.of(value);
  return placeOf(can ? firstPlace(can) : 0);
}

void StageUses::readOperands(Operation *op) {
  if (auto combine = dyn_cast<dist::CombineOp>(op)) {
    for (auto [value, at] : llvm::zip(combine.getInputs(), combine.getAt()))
      reads[value] |= placeOf(at);
    return;
  }
  PlaceSet at = runsAt(op);
  for (Value operand : operandsOf(op))
    reads[operand] |= at;
}

void StageUses::findReads() {
  reads.clear();
  Operation *terminator = main.front().getTerminator();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
    reads[value] |= resultAt(static_cast<unsigned>(i));
  for (Operation &op : llvm::reverse(main.front().without_terminator())) {
    auto loop = dyn_cast<dist::TimeLoopOp>(op);
    if (!loop) {
      readOperands(&op);
      continue;
    }
    for (auto [result, value, argument] : llvm::zip_equal(
             loop.getResults(), returnedBy(loop), loop.getCarried())) {
      PlaceSet wanted = carriedReads.lookup(argument) | readAt(result);
      reads[value] |= madeAmong(availability.of(value), wanted);
    }
    for (Operation &inner :
         llvm::reverse(loop.getBody().front().without_terminator()))
      readOperands(&inner);
    for (auto [init, value, argument] :
         llvm::zip_equal(loop.getInits(), returnedBy(loop), loop.getCarried()))
      reads[init] |=
          madeAmong(availability.of(value), readAt(value)) | readAt(argument);
  }
}
