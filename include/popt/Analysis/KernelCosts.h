//===- KernelCosts.h - What kernels take once they are formed -------------===//
//
// A kernel takes as long as its arithmetic, or as long as to read what others
// stored and to store what others read, whichever is longer. What stays in its
// registers is neither. So
//
//   %1 = call @multiply(%x, %y)        work: a multiplication per element
//   %2 = call @exponential_add(%1, %z)       an exponential and an addition
//                                      bytes: of %x, %y, %1; of %1, %z, %2
//
// Of a tensor that is sliced, gathered from or written into, that is a part.
// Before kernels are formed only the arithmetic is known (LocalCosts.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ANALYSIS_KERNELCOSTS_H
#define POPT_ANALYSIS_KERNELCOSTS_H

#include "popt/Analysis/LocalCosts.h"

namespace popt {

/// Additions of a kernel's loops over elements in the time in which a large product
/// does one operation.
inline constexpr double kKernelRate = 1.0 / 8;

/// Seconds of a kernel that makes elements of the type of `made`, with so much work,
/// in additions, and so many bytes that it loads and stores. Loops compute narrow
/// types as f32.
double kernelSeconds(const Machine &machine, mlir::Value made, double additions,
                     int64_t bytes);

/// What a kernel does besides calls of libraries.
struct KernelWork {
  double additions = 0; ///< of the same work
  int64_t readBytes = 0, writtenBytes = 0;
};

KernelWork workOfKernel(mlir::func::FuncOp kernel);
/// Seconds of one call.
double secondsOfKernel(const CollectivesInput &input,
                       mlir::func::FuncOp kernel);

/// Seconds that each program of a module takes whose kernels are formed, by its
/// name, if everything runs one after the other.
llvm::StringMap<double> secondsOfPrograms(mlir::ModuleOp module);

} // namespace popt

#endif // POPT_ANALYSIS_KERNELCOSTS_H
