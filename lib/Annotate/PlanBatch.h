//===- PlanBatch.h - The batch dimensions that a plan names ---------------===//
#ifndef POPT_LIB_ANNOTATE_PLANBATCH_H
#define POPT_LIB_ANNOTATE_PLANBATCH_H

#include "mlir/Support/LLVM.h"

namespace popt {

/// On a module between apply-plan and split-batches: dimensions by pattern, in a
/// dictionary.
inline constexpr llvm::StringLiteral kBatch = "dist.batch";

} // namespace popt
#endif // POPT_LIB_ANNOTATE_PLANBATCH_H
