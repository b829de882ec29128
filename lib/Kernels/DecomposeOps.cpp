//===- DecomposeOps.cpp - Decomposes operations that kernels lack ---------===//
//
// Asks every operation for its decomposition:
//
//   %v, %i = chlo.top_k(%x, k = 4) : tensor<8x7xf32> -> ...
// becomes
//   %n = stablehlo.iota dim = 1 : tensor<8x7xi32>
//   %0:2 = stablehlo.sort(%x, %n) { larger first, NaN before all }
//   %v, %i = stablehlo.slice %0#0 [0:8, 0:4], ...
//
// Covered by test/Kernels/decompose-ops.mlir, decompose-fft.mlir and
// decompose-random.mlir.
//
//===----------------------------------------------------------------------===//
#include "DecomposeOps.h"

#include "popt/Interfaces/OpModel.h"

using namespace mlir;
using namespace popt;

void popt::decomposeOps(func::FuncOp function) {
  SmallVector<KernelOpInterface> ops;
  function.walk([&](KernelOpInterface op) { ops.push_back(op); });
  for (KernelOpInterface op : ops) {
    OpBuilder b(op);
    if (std::optional<SmallVector<Value>> values = op.decompose(b)) {
      op->replaceAllUsesWith(*values);
      op->erase();
    }
  }
}
