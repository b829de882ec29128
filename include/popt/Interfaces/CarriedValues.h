//===- CarriedValues.h - Loops that carry other values --------------------===//
//
// A loop's regions each see all carried values as arguments, and the last region
// makes the next ones:
//
//   while(%i = %0, %x = %1) cond { .. } do { .. return %next_i, %next_x }
//
// Both functions put a loop with the same regions in the place of the old one.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_INTERFACES_CARRIEDVALUES_H
#define POPT_INTERFACES_CARRIEDVALUES_H

#include "mlir/IR/Builders.h"

#include "llvm/ADT/BitVector.h"

namespace popt {

/// The loop without the carried values of these numbers, which nothing in it or
/// after it reads any more, and without what only made them.
mlir::Operation *dropCarried(mlir::Operation *loop,
                             const llvm::BitVector &gone);

/// The loop with further carried values, after the others. They begin as
/// `inits`; `next` makes the next value of the i-th from its value, at the end
/// of the body.
mlir::Operation *
addCarried(mlir::Operation *loop, llvm::ArrayRef<mlir::Value> inits,
           llvm::function_ref<mlir::Value(mlir::OpBuilder &, size_t i,
                                          mlir::Value carried)>
               next);

} // namespace popt
#endif // POPT_INTERFACES_CARRIEDVALUES_H
