//===- EmptyStacks.h - Stacks that a loop writes begin empty --------------===//
#ifndef POPT_LIB_KERNELS_EMPTYSTACKS_H
#define POPT_LIB_KERNELS_EMPTYSTACKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// What loops begin stacks with that they write whole becomes `dist.empty`.
void emptyStacks(mlir::func::FuncOp function);

} // namespace popt

#endif // POPT_LIB_KERNELS_EMPTYSTACKS_H
