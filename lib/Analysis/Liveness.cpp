//===- Liveness.cpp - Bytes that a local program holds --------------------===//
//
// The rules stand in Liveness.h. Tested by test/Flow/fit-memory.mlir and
// move-out-of-loops.mlir, and against planned arenas by
// test/Analysis/liveness.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Liveness.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"

using namespace mlir;

namespace popt {

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

Liveness::Liveness(func::FuncOp function)
    : positions(function), kernels(function), memories(function) {
  findHeld(function);
  function.walk([&](Operation *op) {
    if (!isa<dist::BucketOp>(op))
      shareCarried(op);
  });
  shareState(function);
  takeOver();
  bytes.emplace(positions.last(),
                llvm::map_to_vector(all, [](const Held &held) {
                  return HeldInterval{held.begin, held.end, held.bytes};
                }));
}

int64_t Liveness::at(Operation *op) const {
  return begin(kernels.lastOfKernel(op));
}

int64_t Liveness::readAt(OpOperand &use) const {
  return positions.readAt(use.getOwner(), at(use.getOwner()),
                          viewedBy(use.get()).getParentRegion());
}

int64_t Liveness::lastRead(Value value) const {
  int64_t last = 0;
  forEachRead(value,
              [&](OpOperand &use) { last = std::max(last, readAt(use)); });
  return last;
}

//===----------------------------------------------------------------------===//
// What is held
//===----------------------------------------------------------------------===//

void Liveness::add(Value value, int64_t from) {
  int64_t size = arenaBytes(value);
  if (size == 0 || memories.isOnHost(value))
    return;
  heldOf[value] = all.size();
  Held held;
  held.values.push_back(value);
  held.bytes = size;
  held.begin = from;
  held.end = std::max(from, lastRead(value));
  all.push_back(std::move(held));
}

Held *Liveness::find(Value value) {
  auto it = heldOf.find(viewedBy(value));
  return it == heldOf.end() ? nullptr : &all[it->second];
}

void Liveness::merge(Value into, Value from) {
  Held *kept = find(into), *gone = find(from);
  if (!kept || !gone || kept == gone)
    return;
  kept->begin = std::min(kept->begin, gone->begin);
  kept->end = std::max(kept->end, gone->end);
  gone->bytes = 0;
  size_t number = kept - all.data();
  for (Value value : gone->values) {
    heldOf[value] = number;
    kept->values.push_back(value);
  }
}

void Liveness::findHeld(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    add(argument, 0);
    if (Held *held = find(argument)) {
      held->isArgument = true;
      held->end = positions.last();
    }
  }
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!leavesOperandInPlace(op) && !isFused(op) && !isAmongConstants(op))
      for (Value result : op->getResults()) {
        int64_t from = begin(op);
        // Made where it is read.
        if (LocalKernels::kindOf(op) == KernelKind::Source) {
          from = INT64_MAX;
          forEachRead(result, [&](OpOperand &use) {
            from = std::min(from, readAt(use));
          });
          if (from == INT64_MAX)
            continue;
        }
        add(result, from);
        if (op->getNumRegions())
          if (Held *held = find(result))
            held->end = std::max(held->end, end(op));
      }
    // Inside are the same values by other names.
    return isa<dist::BucketOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
}

/// Values that the regions of an operation carry or yield share memory with its
/// results.
void Liveness::shareCarried(Operation *op) {
  if (op->getNumRegions() == 0)
    return;
  for (ValueTie &tie : valueTiesOf(op)) {
    Value carried = tie.targets.front();
    if (!find(carried))
      continue;
    for (Value target : ArrayRef(tie.targets).drop_front()) {
      heldOf[target] = heldOf[carried];
      find(carried)->values.push_back(target);
    }
    for (OpOperand *source : tie.sources) {
      Value value = viewedBy(source->get());
      Held *own = find(value);
      if (!own || own->isArgument || own->bytes != find(carried)->bytes)
        continue;
      if (source->getOwner() == op) {
        if (isLoop(op) && own->end == begin(op))
          merge(carried, value);
        continue;
      }
      Operation *definer = value.getDefiningOp();
      if (!definer || definer->getBlock() != source->getOwner()->getBlock())
        continue;
      int64_t read = 0;
      for (Value target : tie.targets)
        if (isa<BlockArgument>(target) && isLoop(op))
          forEachRead(target, [&](OpOperand &use) {
            if (use.getOwner() != source->getOwner())
              read = std::max(read, at(use.getOwner()));
          });
      if (read < begin(definer) ||
          (read == begin(definer) &&
           (LocalKernels::isInKernel(definer) || isLoop(definer) ||
            isa<dist::AllReduceOp, dist::BroadcastOp, dist::ReduceOp>(
                definer))))
        merge(carried, value);
    }
  }
}

void Liveness::shareState(func::FuncOp function) {
  for (auto [argument, nextValue] : dist::getNextStates(function)) {
    Held *old = find(argument), *next = find(nextValue);
    if (old && next && !next->isArgument && old->bytes == next->bytes)
      next->bytes = 0;
  }
}

/// An operand that dies at an elementwise operation leaves its memory to the
/// result.
void Liveness::takeOver() {
  llvm::DenseMap<int64_t, SmallVector<Held *, 1>> madeAt;
  for (Held &held : all)
    if (!held.isArgument && held.bytes)
      madeAt[held.begin].push_back(&held);
  // Kernels take any operand over, communication those that it may.
  auto mayTakeOver = [&](Operation *op, Held &dying, Held &made) {
    KernelKind kind = LocalKernels::kindOf(op);
    if (kind == KernelKind::Map || kind == KernelKind::InPlaceUpdate)
      return true;
    for (OpOperand &use : op->getOpOperands())
      for (OpResult result : op->getResults())
        if (find(use.get()) == &dying && find(result) == &made &&
            mayCommunicateInPlace(op, result.getResultNumber(),
                                  use.getOperandNumber()))
          return true;
    return false;
  };
  for (Held &held : all) {
    if (held.isArgument || held.bytes == 0 || held.begin >= held.end)
      continue;
    Operation *op = opAt(held.end);
    auto it = madeAt.find(held.end);
    if (it == madeAt.end())
      continue;
    auto taker = llvm::find_if(it->second, [&](Held *made) {
      return made->bytes == held.bytes && mayTakeOver(op, held, *made);
    });
    if (taker == it->second.end())
      continue;
    it->second.erase(taker);
    --held.end;
  }
}

} // namespace popt
