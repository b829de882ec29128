//===- Scan.h - Cumulative windows ----------------------------------------===//
//
// JAX prints cumsum, cumprod, cummax, cummin and cumlogsumexp as reduce_window
// with a window as long as the dimension, padded at one end. Such a dimension
// can be split: no halo reaches far enough, but totals of blocks do.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_SCAN_H
#define POPT_LIB_OPMODELS_STABLEHLO_SCAN_H

#include "Models.h"

namespace popt {

/// The dimension along which windows reach from each element to one end.
struct CumulativeDim {
  int64_t dim;
  bool isReverse; ///< to the last element instead of from the first
};

/// That dimension, if all others have trivial windows, the body uses nothing
/// from outside, and the initial values are the body's identity as far as can
/// be seen: they count once per window and once per padded element.
std::optional<CumulativeDim> cumulativeDim(stablehlo::ReduceWindowOp op);

/// The communication of localiseCumulative; nothing if the dimension is whole.
llvm::SmallVector<InnerMove> cumulativeMoves(stablehlo::ReduceWindowOp op,
                                             const OpLayouts &layouts);

/// The local program if the cumulative dimension is split.
llvm::SmallVector<mlir::Value> localiseCumulative(stablehlo::ReduceWindowOp op,
                                                  LocaliseContext &context);

/// The scan as scans of short blocks, if it is long and the body pointwise:
/// window by window it would take n^2.
std::optional<llvm::SmallVector<mlir::Value>>
decomposeCumulative(stablehlo::ReduceWindowOp op, mlir::OpBuilder &builder);

} // namespace popt
#endif // POPT_LIB_OPMODELS_STABLEHLO_SCAN_H
