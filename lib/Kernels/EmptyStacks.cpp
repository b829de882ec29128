//===- EmptyStacks.cpp - Stacks that a loop writes begin empty ------------===//
//
// A scan that gives a result per layer begins with a stack of zeros and writes
// one layer in each iteration. The zeros are never read, so they need not be
// made, nor copied for each of several stacks that begin alike.
//
//   %zeros = stablehlo.constant dense<0.0> : tensor<4x16xf32>
//   %0:2 = stablehlo.while(%i = %c0, %stack = %zeros)      { 4 times
//     %1 = stablehlo.dynamic_update_slice %stack, %layer, %i, %c0
//     stablehlo.return %next, %1
// becomes
//   %empty = dist.empty : tensor<4x16xf32>
//   %0:2 = stablehlo.while(%i = %c0, %stack = %empty)
//
// The loop must only write to the stack, and write all of it; or several loops
// do together, each of which continues with the stack of the one before.
//
// Covered by test/Kernels/empty-stacks.mlir.
//
//===----------------------------------------------------------------------===//
#include "EmptyStacks.h"
#include "KernelFacts.h"

#include "popt/Dialect/Dist/Dist.h"
#include "popt/OpModels/CountedLoop.h"
#include "popt/Support/DeadOps.h"
#include "popt/Support/Tensors.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace popt;

/// True if the updates, at these begins and of this many rows, write each of
/// the rows and none is moved because it would reach beyond them.
static bool reachAll(ArrayRef<int64_t> begins, int64_t updated, int64_t rows) {
  llvm::BitVector isWritten(static_cast<unsigned>(rows));
  for (int64_t begin : begins) {
    if (begin < 0 || begin > rows - updated)
      return false;
    isWritten.set(static_cast<unsigned>(begin),
                  static_cast<unsigned>(begin + updated));
  }
  return isWritten.all();
}

namespace {
/// Rows that the iterations of a loop write one after another.
struct WrittenRows {
  std::optional<int64_t> dim; ///< nothing: all of the stack at once
  int64_t rows = 0;           ///< by each iteration
  SmallVector<int64_t> begins;
};
} // namespace

/// What the loop writes of the carried value; nothing if it reads any of it.
static std::optional<WrittenRows> writtenRows(const CountedLoop &loop,
                                              unsigned index) {
  BlockArgument stack = loop.body().getArgument(index);
  Value next = loop.nextOf(index);
  Operation *op = next.getDefiningOp();
  std::optional<SliceAccess> access = op ? sliceAccessOf(op) : std::nullopt;
  if (!access || !access->update || access->whole != stack ||
      !stack.hasOneUse() || !next.hasOneUse() ||
      op->getBlock() != stack.getOwner() ||
      !loop.operation()->getRegion(0).getArgument(index).use_empty())
    return std::nullopt;
  WrittenRows written;
  for (auto [dim, extent] : llvm::enumerate(shapeOf(stack)))
    if (access->sizes[dim] != extent) {
      if (written.dim)
        return std::nullopt;
      written.dim = dim;
    }
  if (!written.dim)
    return written;
  std::optional<SmallVector<int64_t>> begins =
      loop.valuesOf(access->indices[*written.dim]);
  if (!begins)
    return std::nullopt;
  written.rows = access->sizes[*written.dim];
  written.begins = std::move(*begins);
  return written;
}

/// True if the loop writes all of the carried value and reads nothing of it, or
/// the loops that go on with it do so together.
static bool writesWhole(CountedLoop loop, unsigned index) {
  WrittenRows all;
  for (;;) {
    std::optional<WrittenRows> written = writtenRows(loop, index);
    if (!written || (!all.begins.empty() &&
                     (all.dim != written->dim || all.rows != written->rows)))
      return false;
    all.dim = written->dim;
    all.rows = written->rows;
    llvm::append_range(all.begins, written->begins);
    OpResult stack = loop.operation()->getResult(index);
    if (!all.dim || reachAll(all.begins, all.rows, shapeOf(stack)[*all.dim]))
      return true;
    std::optional<CountedLoop> next;
    if (stack.hasOneUse())
      next = CountedLoop::find(*stack.user_begin());
    if (!next)
      return false;
    index = stack.use_begin()->getOperandNumber();
    loop = std::move(*next);
  }
}

/// True for constants and what repeats them: each reader has its own.
static bool isMadeForReaders(Operation *op) {
  const KernelFacts facts = factsOf(op);
  return facts.isConstant || facts.kind == KernelKind::Source ||
         facts.isPureBroadcast;
}

void popt::emptyStacks(func::FuncOp function) {
  llvm::SetVector<Operation *> made;
  function.walk([&](Operation *op) {
    std::optional<CountedLoop> loop = CountedLoop::find(op);
    if (!loop)
      return;
    for (OpOperand &initial : op->getOpOperands()) {
      unsigned index = initial.getOperandNumber();
      Operation *maker = initial.get().getDefiningOp();
      // What is there anyway need not be replaced.
      if (!maker || !isMadeForReaders(maker) || !writesWhole(*loop, index))
        continue;
      OpBuilder builder(op);
      initial.set(dist::EmptyOp::create(builder, initial.get().getLoc(),
                                        initial.get().getType()));
      made.insert(maker);
    }
  });
  eraseDead(std::move(made));
}
