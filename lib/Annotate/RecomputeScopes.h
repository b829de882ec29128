//===- RecomputeScopes.h - Scopes that are computed again -----------------===//
//
// A plan's entries of `recompute` speak of scopes of the program's locations.
// Here each forward operation that an entry matches gets the user's word,
// #dist.recompute, which later phases keep. A scope that is entered several
// times, such as the layers of a network, is as many scopes: it is entered again
// where its first operation, by its place in the user's program, comes again.
// Private to lib/Annotate.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_ANNOTATE_RECOMPUTESCOPES_H
#define POPT_LIB_ANNOTATE_RECOMPUTESCOPES_H

#include "popt/Annotate/Plan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// An error if a pattern or a name matches nothing, with the nearest.
mlir::LogicalResult markRecomputeScopes(mlir::func::FuncOp main,
                                        const Plan &plan);

} // namespace popt

#endif // POPT_LIB_ANNOTATE_RECOMPUTESCOPES_H
