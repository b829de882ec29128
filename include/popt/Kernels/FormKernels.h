//===- FormKernels.h - Clusters of operations become kernels --------------===//
//
// Which operations run as one kernel. A *cluster* is a set of operations of one
// block that is computed by one loop nest per result; form-kernels grows
// clusters from their roots towards operands and outlines each into a function
//
//   func.func private @kernel_0_add(...) -> (...) attributes {popt.kernel}
//
// called in place. Operations in no cluster stay: collectives, library calls,
// control flow, views (reshape), and transposes that only contractions read
// (these become strides of the operand).
//
// Rules, in this order:
//   1. Constants, iota, coordinates, views and pure broadcasts are copied into
//      every cluster that reads them.
//   2. An operation read by one cluster alone joins it, unless the cluster
//      would evaluate its elements several times and it is not cheap. (A row's
//      sum is evaluated once per row; a column's sum read along rows once per
//      row and column: that one is stored.)
//      A value that is read at several offsets (slices of it are added) is
//      evaluated at each; clusters take a limited number of these, else an
//      unrolled scan would double its work with every step.
//   3. An operation read elsewhere, too, joins the nearest reader as a further
//      result, if its elements are those of the reader's loops (or one per
//      row). A value of rows may join one further away: sums of a softmax come
//      from the kernel of the gradient, not from the nearer sum of losses.
//      Where the operation is cheap and its operands are stored anyway, all
//      readers compute it instead: one tensor less is stored and kept alive.
//   4. No cluster may wait for itself: a join that closes a cycle is refused.
//
// Equal clusters become one function.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_KERNELS_FORMKERNELS_H
#define POPT_KERNELS_FORMKERNELS_H

#include "mlir/IR/BuiltinOps.h"

namespace popt {

/// Outlines the kernels of every function of the program but kernels.
mlir::LogicalResult formKernels(mlir::ModuleOp program);

} // namespace popt

#endif // POPT_KERNELS_FORMKERNELS_H
