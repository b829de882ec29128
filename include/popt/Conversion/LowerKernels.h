//===- LowerKernels.h - Kernel functions to loops -------------------------===//
//
// form-kernels leaves functions with the unit attribute `popt.kernel` whose
// bodies are StableHLO. lower-kernels writes their loops into a module of its
// own, `module @kernels`, nested in the program's: there function @k takes the
// kernel's inputs and results as flat memrefs, then the rank. The kernel in the
// program keeps its body, for the reference interpreter and for printing.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_CONVERSION_LOWERKERNELS_H
#define POPT_CONVERSION_LOWERKERNELS_H

#include "popt/Conversion/Codegen.h"

#include "mlir/Pass/Pass.h"

namespace popt {

/// Name of the nested module.
inline constexpr llvm::StringLiteral kKernelsModule = "kernels";
/// Unit attribute of a kernel function.
inline constexpr llvm::StringLiteral kKernel = "popt.kernel";
/// On a kernel: pairs [result, operand] that may share their memory.
inline constexpr llvm::StringLiteral kMayShare = "popt.may_share";

/// True if lower-kernels computes each element of the operation's result from
/// the operands' elements at the same index.
bool isPointwiseInKernels(mlir::Operation *op);
/// Work per element in units of one addition; 0 for what only moves data.
unsigned kernelCost(mlir::Operation *op);
/// Bytes of one element in memory (i1: 1, complex<f32>: 8).
int64_t bytesPerElement(mlir::Type element);

/// True if `row`, one element per block of leading dims of `full` and computed
/// on the way to it, is written before the elements of its block when a kernel
/// returns both.
bool isStoredByRows(mlir::Value row, mlir::Value full);

/// What of the processor decides the form of loops.
struct LowerKernelsTarget {
  unsigned vectorBits = 512;
  bool hasBF16 = false;
};
LowerKernelsTarget describe(const KernelTarget &target);

/// Lowers all kernels of a program. The result is detached; use this, or the
/// pass, which nests it into the program.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
lowerKernels(mlir::ModuleOp program, const LowerKernelsTarget &target);

std::unique_ptr<mlir::Pass>
createLowerKernelsPass(const LowerKernelsTarget &target = {});

/// The pass for command lines, `--lower-kernels{vector-bits=512 bf16=true}`.
void registerLowerKernelsPass();

} // namespace popt

#endif // POPT_CONVERSION_LOWERKERNELS_H
