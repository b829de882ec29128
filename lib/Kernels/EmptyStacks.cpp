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
#include "popt/OpModels/FilledStacks.h"
#include "popt/Support/DeadOps.h"

using namespace mlir;
using namespace popt;

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
      if (!maker || !isMadeForReaders(maker) ||
          loopsThatFill(*loop, index).empty())
        continue;
      OpBuilder builder(op);
      initial.set(dist::EmptyOp::create(builder, initial.get().getLoc(),
                                        initial.get().getType()));
      made.insert(maker);
    }
  });
  eraseDead(std::move(made));
}
