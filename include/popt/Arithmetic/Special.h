//===- Special.h - Special functions and number formats -------------------===//
#ifndef POPT_ARITHMETIC_SPECIAL_H
#define POPT_ARITHMETIC_SPECIAL_H

#include "popt/Arithmetic/KernelOps.h"

namespace popt::special {

using Function = mlir::Value (*)(KernelOps &, llvm::ArrayRef<mlir::Value>);

mlir::Value lgamma(KernelOps &k, llvm::ArrayRef<mlir::Value> x);
mlir::Value digamma(KernelOps &k, llvm::ArrayRef<mlir::Value> x);
mlir::Value erfInv(KernelOps &k, llvm::ArrayRef<mlir::Value> x);
mlir::Value besselI1e(KernelOps &k, llvm::ArrayRef<mlir::Value> x);
/// zeta(x, q) of Hurwitz.
mlir::Value zeta(KernelOps &k, llvm::ArrayRef<mlir::Value> x);
/// polygamma(n, x)
mlir::Value polygamma(KernelOps &k, llvm::ArrayRef<mlir::Value> x);
/// The neighbour of `x`, a number of type `element`, on the side of `y`.
mlir::Value nextAfter(KernelOps &k, mlir::Value x, mlir::Value y,
                      mlir::Type element);
/// `x` with fewer exponent and mantissa bits, in its own type.
mlir::Value reducePrecision(KernelOps &k, mlir::Value x, unsigned exponentBits,
                            unsigned mantissaBits);

} // namespace popt::special

#endif // POPT_ARITHMETIC_SPECIAL_H
