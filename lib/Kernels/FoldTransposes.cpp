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

/// The order of dims that all users put the only result into, if they do
/// nothing else.
static std::optional<SmallVector<int64_t>> commonPermutation(Operation *op) {
  std::optional<SmallVector<int64_t>> common;
  for (Operation *user : op->getUsers()) {
    std::optional<SmallVector<int64_t>> permutation = permutationOf(user);
    if (!permutation || (common && *common != *permutation))
      return std::nullopt;
    common = permutation;
  }
  return common;
}

void popt::foldTransposes(func::FuncOp function) {
  SmallVector<KernelOpInterface> ops;
  function.walk([&](KernelOpInterface op) {
    if (op->getNumResults() == 1)
      ops.push_back(op);
  });
  SmallVector<Operation *> unused;
  for (KernelOpInterface op : ops) {
    std::optional<SmallVector<int64_t>> permutation = commonPermutation(op);
    if (!permutation)
      continue;
    OpBuilder b(op);
    Value permuted = op.buildPermuted(b, *permutation);
    if (!permuted)
      continue;
    for (Operation *transpose : op->getUsers()) {
      transpose->getResult(0).replaceAllUsesWith(permuted);
      unused.push_back(transpose);
    }
    unused.push_back(op);
  }
  for (Operation *op : unused)
    op->erase();
}
