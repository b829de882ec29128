//===- GpuLaunches.h - Code that shares launches --------------------------===//
//
// Whatever does not wait for one another runs as one launch, whose blocks are
// divided: nests of one kernel (GpuMapping::finish), and kernels that run side
// by side (mergeLaunches).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_KERNELS_GPULAUNCHES_H
#define POPT_LIB_KERNELS_GPULAUNCHES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace popt {

/// Tensors in scratch memory begin at multiples of this.
inline constexpr int64_t kScratchAlignment = 256;

/// What some blocks of a launch do: the code but for its terminator, written as
/// if it had the launch for itself.
struct LaunchPart {
  mlir::Block *code;
  int64_t grid, block;
  mlir::IRMapping map; ///< what the code refers to
};

/// Makes launch `number` of a kernel, empty, before `body`, which has the
/// kernel's name and parameters; scratch memory follows them if there is any.
mlir::func::FuncOp createLaunch(mlir::func::FuncOp body, unsigned number,
                                int64_t scratchBytes);

/// Memory of a type within the scratch memory of the launch being written.
mlir::Value viewScratch(mlir::OpBuilder &b, mlir::func::FuncOp launch,
                        mlir::Type type, int64_t offset);

/// Ends a launch with parts that run side by side.
void runSideBySide(mlir::OpBuilder &b, mlir::func::FuncOp launch,
                   mlir::ArrayRef<LaunchPart> parts);

/// True for a kernel that does nothing but call others, which do not wait for
/// one another.
bool isMergedKernel(mlir::func::FuncOp kernel);

/// Makes the launches of such a kernel from those of the kernels that it calls;
/// `body` as above.
void mergeLaunches(mlir::func::FuncOp kernel, mlir::func::FuncOp body);

} // namespace popt

#endif // POPT_LIB_KERNELS_GPULAUNCHES_H
