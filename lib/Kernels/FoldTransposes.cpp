//===- FoldTransposes.cpp - Transposed products swap their operands -------===//
//
// The result of a contraction has the free dimensions of lhs before those of
// rhs. Where a program asks for the other order alone (the gradient of a
// weight, in most training steps), the operands change places instead:
//
//   %0 = stablehlo.dot_general %a, %b : ... -> tensor<MxN>
//   %1 = stablehlo.transpose %0, dims = [1, 0]
// becomes
//   %1 = stablehlo.dot_general %b, %a : ... -> tensor<NxM>
//
// Covered by test/Kernels/fold-transposes.mlir.
//
//===----------------------------------------------------------------------===//
#include "FoldTransposes.h"

#include "popt/Interfaces/OpModel.h"

using namespace mlir;
using namespace popt;

void popt::foldTransposes(func::FuncOp function) {
  SmallVector<KernelOpInterface> ops;
  function.walk([&](KernelOpInterface op) {
    if (isReadInOtherOrder(op))
      ops.push_back(op);
  });
  SmallVector<Operation *> unused;
  for (KernelOpInterface op : ops) {
    // Transposed twice, operands change places twice.
    while (isReadInOtherOrder(op)) {
      OpBuilder b(op);
      Value permuted = op.buildInOtherOrder(b);
      for (Operation *transpose : op->getUsers()) {
        transpose->getResult(0).replaceAllUsesWith(permuted);
        unused.push_back(transpose);
      }
      unused.push_back(op);
      op = cast<KernelOpInterface>(permuted.getDefiningOp());
    }
  }
  for (Operation *op : unused)
    op->erase();
}
