//===- BoundaryWords.h - dist's words on arguments, as XLA keeps them -----===//
//
//   %w: tensor<4xf32> {dist.name = "w", dist.state = 1 : i64}
// becomes
//   %w: tensor<4xf32> {mhlo.frontend_attributes = {popt.name = "w",
//                      popt.state = "1"}, tf.aliasing_output = 1 : i32}
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_EXPORT_BOUNDARYWORDS_H
#define POPT_LIB_EXPORT_BOUNDARYWORDS_H

#include "popt/Dialect/Dist/BoundaryAttrs.h"

#include "mlir/IR/BuiltinOps.h"

namespace popt {

/// Adds a string for tools that read the exported text.
void addFrontendAttribute(mlir::MLIRContext *context, mlir::NamedAttrList &list,
                          llvm::StringRef name, const llvm::Twine &value);

/// Says names and state in words that are not dist's; import-state reads them.
void exportNames(dist::BoundaryAttrs &attrs);

/// Warns of what the user says that StableHLO has no words for: host memory, and
/// what is to be computed again.
void warnOfIgnoredWords(mlir::ModuleOp module);

/// Leaves out all words of dist's.
void dropDistWords(dist::BoundaryAttrs &attrs);

} // namespace popt
#endif // POPT_LIB_EXPORT_BOUNDARYWORDS_H
