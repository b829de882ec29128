//===- LowerKernels.h - Kernel functions to loops -------------------------===//
//
// form-kernels leaves functions with the unit attribute `popt.kernel` whose
// bodies are StableHLO. lower-kernels emits their loops into a module of its
// own, `module @kernels`, nested in the program's: there function @k takes the
// kernel's inputs and results as flat memrefs, then the rank. The kernel in the
// program keeps its body, for the reference interpreter and for printing.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_KERNELS_LOWERKERNELS_H
#define POPT_KERNELS_LOWERKERNELS_H

#include "popt/Kernels/Codegen.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace popt {

/// The properties of the processor that decide the form of loops.
struct LowerKernelsTarget {
  unsigned vectorBits = 512;
  bool hasBF16 = false;
  /// Kernels are launches of a GPU: functions with the attributes below.
  bool isGpu = false;
};

/// On a function that is a launch: the kernel it is a part of, blocks, threads
/// of a block, and bytes of the kernel's scratch memory, which is the last
/// argument where there is any. Launches stand in their order.
inline constexpr llvm::StringLiteral kLaunchKernel = "popt.launch_of";
inline constexpr llvm::StringLiteral kLaunchGrid = "popt.grid";
inline constexpr llvm::StringLiteral kLaunchBlock = "popt.block";
inline constexpr llvm::StringLiteral kLaunchScratch = "popt.scratch";
/// On a launch of kernels that run side by side: the functions that it is made
/// of, which are no launches themselves and stay for messages about them.
inline constexpr llvm::StringLiteral kLaunchParts = "popt.parts";
/// On a loop of a launch: how many iterations each thread runs, where that is one
/// number.
inline constexpr llvm::StringLiteral kLoopTrips = "popt.trips";
LowerKernelsTarget describe(const KernelTarget &target);

/// Lowers all kernels of a program. The result is detached; use this, or the
/// pass, which nests it into the program.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
lowerKernels(mlir::ModuleOp program, const LowerKernelsTarget &target);

} // namespace popt

#endif // POPT_KERNELS_LOWERKERNELS_H
