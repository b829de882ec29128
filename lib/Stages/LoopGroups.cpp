//===- LoopGroups.cpp - Loops over what several stages hold ---------------===//
//
// A loop over a tree of weights carries values of several coordinates that have
// nothing to do with each other but the counter:
//
//   %r:3 = while(%i = 0, %a = %x, %b = %y) { return %i + 1, f(%a), g(%b) }
// becomes
//   %p:2 = while(%i = 0, %a = %x) { return %i + 1, f(%a) }
//   %q:2 = while(%i = 0, %b = %y) { return %i + 1, g(%b) }
//
// Tested by test/Stages/place-stages-branches.mlir, by execution
// test/Execute/Stages/updates.test.
//
//===----------------------------------------------------------------------===//
#include "UnrollLoops.h"

#include "popt/Interfaces/CarriedValues.h"
#include "popt/Interfaces/OpModel.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace popt;

namespace {
/// What a value of a loop's region is made from.
struct Origins {
  llvm::BitVector arguments;      ///< of the region
  llvm::SetVector<Value> outside; ///< from around the loop
  SmallVector<Operation *> ops;   ///< of the region
};
} // namespace

static Origins traceBack(Value value, Region &region) {
  Block &block = region.front();
  Origins origins;
  origins.arguments.resize(block.getNumArguments());
  llvm::DenseSet<Value> seen;
  SmallVector<Value> work{value};
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (!region.isAncestor(next.getParentRegion())) {
      origins.outside.insert(next);
      continue;
    }
    auto argument = dyn_cast<BlockArgument>(next);
    if (argument && argument.getOwner() == &block)
      origins.arguments.set(argument.getArgNumber());
    if (Operation *op = next.getDefiningOp()) {
      origins.ops.push_back(op);
      op->walk([&](Operation *inner) {
        llvm::append_range(work, inner->getOperands());
      });
    }
  }
  return origins;
}

/// Loops for each group may each compute this: scalars, and numbers repeated.
static bool isRepeated(Operation *op) {
  auto model = dyn_cast<ShardingOpInterface>(op);
  if ((model && model.isSource()) || kernelKindOf(op) == KernelKind::Broadcast)
    return true;
  return llvm::all_of(op->getResultTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 0;
  });
}

SmallVector<LoopGroup> popt::findLoopGroups(Operation *loop) {
  Region &region = loop->getRegions().back();
  Operation *end = region.front().getTerminator();
  unsigned count = region.getNumArguments();
  SmallVector<Origins> made; ///< by carried value: what makes the next
  for (Value next : end->getOperands())
    made.push_back(traceBack(next, region));
  // What ends the loop is in every group.
  llvm::BitVector shared(count);
  for (Region &other : loop->getRegions().drop_back())
    for (Value value : other.front().getTerminator()->getOperands())
      shared |= traceBack(value, other).arguments;
  for (llvm::BitVector before; before != shared;) {
    before = shared;
    for (unsigned i : before.set_bits())
      shared |= made[i].arguments;
  }
  auto isScalar = [&](unsigned i) {
    auto type = dyn_cast<RankedTensorType>(region.getArgument(i).getType());
    return type && type.getRank() == 0;
  };
  if (!llvm::all_of(shared.set_bits(), isScalar))
    return {};
  auto isInGroup = [&](unsigned i) {
    return !shared[i] && end->getOperand(i) != region.getArgument(i);
  };
  // Nothing worth mentioning is computed twice.
  llvm::IntEqClasses classes(count);
  llvm::DenseMap<Operation *, unsigned> firsts;
  for (unsigned i = 0; i < count; ++i) {
    if (!isInGroup(i))
      continue;
    for (unsigned other : made[i].arguments.set_bits())
      if (isInGroup(other))
        classes.join(i, other);
    for (Operation *op : made[i].ops)
      if (!isRepeated(op))
        classes.join(i, firsts.try_emplace(op, i).first->second);
  }
  classes.compress();
  llvm::MapVector<unsigned, LoopGroup> groups;
  for (unsigned i = 0; i < count; ++i) {
    if (!isInGroup(i))
      continue;
    LoopGroup &group = groups[classes[i]];
    group.carried.resize(count);
    group.carried |= shared;
    group.carried |= made[i].arguments;
    group.carried.set(i);
    group.reads.insert(made[i].outside.begin(), made[i].outside.end());
  }
  SmallVector<LoopGroup> all;
  for (auto &[number, group] : groups) {
    for (unsigned i : group.carried.set_bits())
      group.reads.insert(loop->getOperand(i));
    all.push_back(std::move(group));
  }
  return all;
}

void popt::splitLoop(Operation *loop, ArrayRef<LoopGroup> groups) {
  OpBuilder builder(loop);
  Block &body = loop->getRegions().back().front();
  ValueRange next = body.getTerminator()->getOperands();
  SmallVector<Value> results(loop->getOperands());
  for (const LoopGroup &group : groups) {
    llvm::BitVector others = group.carried;
    others.flip();
    Operation *made = dropCarried(builder.clone(*loop), others);
    for (auto [i, result] :
         llvm::zip_equal(group.carried.set_bits(), made->getResults()))
      if (next[i] != body.getArgument(i)) // else it stays what it was
        results[i] = result;
  }
  loop->replaceAllUsesWith(results);
  loop->erase();
}
