//===- LoopsOnStacks.cpp - Loops that use stacks but walk along none ------===//
//
// A loop over microbatches has the scan over layers inside of it, an optimizer
// may iterate on all layers at once:
//
//   %p = while(%i = 0 .. 3, %p = %w)  { 1.5 * %p - 0.5 * %p * %p^T * %p }
//
// No iteration belongs to one coordinate, so there is nothing to cut. A loop
// that runs a known number of times is unrolled, and its operations are then
// like all others outside of loops. Other loops get stacks in one piece.
// Unrolled are also scans whose iterations need layers of several coordinates:
// groups that straddle a boundary, two walks in opposite directions.
//
// Tests: test/Stages/split-loops.mlir, split-loops-rows.mlir, by execution
// test/Execute/Stages/scans.test (scan_accum).
//
//===----------------------------------------------------------------------===//
#include "SplitLoops.h"
#include "UnrollLoops.h"

#include "popt/Interfaces/ValueTieOp.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace popt;

/// Whether the body reads or writes slices of a stack: a scan, if along its
/// layers, and otherwise one that cutting the loop refuses.
static bool readsSlices(Value stack, int64_t dim, Region &body) {
  return llvm::any_of(stack.getUses(), [&](OpOperand &use) {
    return stackAccessOf(use, dim) &&
           body.isAncestor(use.getOwner()->getParentRegion());
  });
}

/// Whether the body does anything with a stack but pass it on.
static bool isUsed(Value stack, Region &body) {
  return llvm::any_of(stack.getUsers(), [&](Operation *user) {
    return body.isAncestor(user->getParentRegion()) &&
           user != body.front().getTerminator();
  });
}

static bool runsOnStacks(Operation *loop, const Stacks &stacks) {
  Region &body = loop->getRegions().back();
  llvm::SetVector<Value> values(body.args_begin(), body.args_end());
  getUsedValuesDefinedAbove(loop->getRegions(), values);
  bool found = false;
  for (Value value : values)
    if (std::optional<int64_t> dim = stacks.dimOf(value)) {
      if (readsSlices(value, *dim, body))
        return false;
      found |= isUsed(value, body);
    }
  return found;
}

/// Most loops around scans over layers take a batch in parts.
static void warnOfScans(const CountedLoop &loop, const Stacks &stacks,
                        const Mesh &mesh) {
  // One that takes a part of the layers takes others in the next iteration.
  auto isScan = [&](Operation *inner) {
    std::optional<CountedLoop> scan = CountedLoop::find(inner);
    return isLoop(inner) &&
           llvm::any_of(inner->getOperands(), [&](Value value) {
             return stacks.find(value) &&
                    (!scan || scan->trips() == stacks.layersOf(value));
           });
  };
  if (llvm::any_of(loop.body(), [&](Operation &op) { return isScan(&op); }))
    warnOfUnrolling(loop, "around scans over layers", mesh);
}

/// Whether a loop takes layers in groups that straddle.
static bool takesGroups(Operation *loop, const Stacks &stacks) {
  llvm::SetVector<Value> values(loop->operand_begin(), loop->operand_end());
  getUsedValuesDefinedAbove(loop->getRegions(), values);
  values.insert(loop->result_begin(), loop->result_end());
  return llvm::any_of(values,
                      [&](Value value) { return stacks.isStraddling(value); });
}

/// A scan, some of whose iterations need layers of several coordinates.
static bool isNoScan(const CountedLoop &loop, const Stacks &stacks) {
  Operation *op = loop.operation();
  llvm::SetVector<Value> values(loop.body().args_begin(),
                                loop.body().args_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  auto isStack = [&](Value value) { return stacks.find(value).has_value(); };
  return llvm::any_of(values, isStack) && !canBeCut(loop, stacks);
}

/// Whether a loop leaves a stack that a loop within it makes: the gradient of layers
/// that an inner loop took by their numbers.
static bool leavesStackOfInner(Operation *loop, const Stacks &stacks) {
  Block &body = loop->getRegions().back().front();
  return llvm::any_of(loop->getResults(), [&](OpResult result) {
    return stacks.find(result) &&
           !stacks.find(body.getArgument(result.getResultNumber())) &&
           llvm::any_of(body, [&](Operation &inner) {
             return isLoop(&inner) && llvm::is_contained(inner.getResultTypes(),
                                                         result.getType());
           });
  });
}

bool popt::unrollLoopsOnStacks(func::FuncOp main, Stacks &stacks,
                               const Mesh &mesh, bool &hasGroups) {
  bool changed = false;
  for (Operation &op :
       llvm::make_early_inc_range(main.front().without_terminator())) {
    if (!isLoop(&op) || stacks.isWhole(&op))
      continue;
    std::optional<CountedLoop> loop = findShortLoop(&op);
    if (runsOnStacks(&op, stacks)) {
      changed = true;
      if (loop) {
        hasGroups = true;
        warnOfScans(*loop, stacks, mesh);
        unroll(*loop);
      } else {
        stacks.keepWhole(&op);
      }
    } else if (loop && (takesGroups(&op, stacks) || isNoScan(*loop, stacks) ||
                        leavesStackOfInner(&op, stacks))) {
      changed = hasGroups = true;
      unroll(*loop);
    }
  }
  return changed;
}
