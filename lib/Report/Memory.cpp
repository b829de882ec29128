//===- Memory.cpp - What a rank holds while a step runs -------------------===//
//
// The arena as it was planned: what is alive at each operation, and the largest
// tensors where that is most. Tested by test/Report/page.test and measured.test.
//
//===----------------------------------------------------------------------===//
#include "Collect.h"

#include "popt/Analysis/HeldBytes.h"
#include "popt/Analysis/Positions.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Memory/PlanMemory.h"

using namespace mlir;

namespace popt {

/// Whether the value is made in the forward part and read last in the backward
/// part: as the user's program says, in the names of its lines.
static bool isActivation(const HeldMemory &held, const Positions &positions) {
  auto directionOf = [](Location loc) { return readUserLine(loc).direction; };
  Value value = held.value, made = valueInside(value);
  if (directionOf(made.getLoc()) != Direction::Forward ||
      directionOf(positions.opAt(held.end)->getLoc()) != Direction::Backward)
    return false;
  // What a backward loop computes again is not held from before.
  for (Operation *loop = value.getParentBlock()->getParentOp();
       !isa<func::FuncOp>(loop); loop = loop->getParentOp())
    if (directionOf(loop->getLoc()) == Direction::Backward)
      return false;
  return true;
}

/// What a tensor is for.
static ReportMemory::Use useOf(const HeldMemory &held,
                               const Positions &positions,
                               func::FuncOp program) {
  if (held.isKept)
    return ReportMemory::Kept;
  auto argument = dyn_cast<BlockArgument>(held.value);
  if (!argument || argument.getOwner() != &program.front())
    return isActivation(held, positions) ? ReportMemory::Activations
                                         : ReportMemory::Temporaries;
  return program.getArgAttr(argument.getArgNumber(), dist::kState)
             ? ReportMemory::State
             : ReportMemory::Inputs;
}

static ReportMemory::Tensor describe(const HeldMemory &held,
                                     const Positions &positions,
                                     func::FuncOp program) {
  ReportMemory::Tensor tensor;
  tensor.bytes = held.bytes;
  tensor.begin = held.begin;
  tensor.end = held.end;
  tensor.use = useOf(held, positions, program);
  if (held.isKept) {
    tensor.what = "what tasks leave for others, all microbatches in flight";
    return tensor;
  }
  auto argument = dyn_cast<BlockArgument>(held.value);
  if (argument && argument.getOwner() == &program.front()) {
    tensor.what = nameOfArgument(program, argument.getArgNumber());
    return tensor;
  }
  Value value = valueInside(held.value);
  tensor.line = readUserLine(value.getLoc());
  std::string maker = makerOf(value);
  tensor.what = maker.empty() ? "what a loop carries" : "result of " + maker;
  return tensor;
}

ReportMemory collectMemory(func::FuncOp program) {
  ReportMemory memory;
  if (auto arena = program->getAttrOfType<IntegerAttr>(kStepArenaBytes))
    memory.arenaBytes = arena.getInt();
  if (auto host = program->getAttrOfType<IntegerAttr>(kStepHostBytes))
    memory.hostBytes = host.getInt();
  Positions positions(program);
  std::vector<HeldMemory> held = heldMemory(program);
  memory.alive.resize(positions.last() + 1);
  SmallVector<HeldInterval> all;
  std::array<SmallVector<HeldInterval>, ReportMemory::numUses> byUse;
  for (const HeldMemory &one : held) {
    all.push_back({one.begin, one.end, one.bytes});
    byUse[useOf(one, positions, program)].push_back(all.back());
  }
  for (int use = 0; use < ReportMemory::numUses; ++use) {
    HeldBytes ofUse(positions.last(), byUse[use]);
    for (auto [at, bytes] : llvm::enumerate(ofUse.all()))
      memory.alive[at][use] = bytes;
  }
  memory.peakPosition = HeldBytes(positions.last(), all).peakPosition();
  memory.directions.resize(memory.alive.size());
  for (int64_t at = 1; at <= positions.last(); ++at)
    memory.directions[at] =
        readUserLine(positions.opAt(at)->getLoc()).direction;

  llvm::erase_if(held, [&](const HeldMemory &one) {
    return memory.peakPosition < one.begin || one.end < memory.peakPosition;
  });
  llvm::stable_sort(held, [](const HeldMemory &a, const HeldMemory &b) {
    return a.bytes > b.bytes;
  });
  constexpr size_t mostNamed = 24;
  for (const HeldMemory &one : ArrayRef(held).take_front(mostNamed))
    memory.largest.push_back(describe(one, positions, program));
  return memory;
}

} // namespace popt
