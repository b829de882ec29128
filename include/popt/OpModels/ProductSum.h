//===- ProductSum.h - Products that are added to values in memory ---------===//
//
// Libraries add a product to what lies where its result goes, at the price of
// reading that: C = A * B + C. So a gradient is added to the sum of those before it
// by the product that makes it:
//
//   %p = dot_general %x, %dy              one call, which may write over %sum
//   %next = add %sum, %p
//
//===----------------------------------------------------------------------===//
#ifndef POPT_OPMODELS_PRODUCTSUM_H
#define POPT_OPMODELS_PRODUCTSUM_H

#include "popt/Interfaces/KernelOp.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace popt {

struct ProductSum {
  /// A contraction that the target's library carries out.
  mlir::Operation *product = nullptr;
  /// What it is added to, as the addition takes it.
  mlir::Value added;

  /// That in the shape in which it was made: in a kernel, an argument.
  mlir::Value addedArgument() const;
};

/// Of an addition: the product that a library can add, as nothing else reads it and
/// it is in the type in which sums are kept. Changes of shape may stand between, and
/// transposes that form-kernels folds into products. Nothing for other operations.
/// Whether the two become one call is asked of `sumInOneCall` (Analysis/Fusion.h).
std::optional<ProductSum> productSumOf(mlir::Operation *add);

/// What a kernel computes if that is such a sum and nothing else. On a CPU it has no
/// loops: the runtime's product adds.
std::optional<ProductSum> productSumOf(mlir::func::FuncOp kernel);

} // namespace popt
#endif // POPT_OPMODELS_PRODUCTSUM_H
