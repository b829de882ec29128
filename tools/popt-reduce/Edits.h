//===- Edits.h - Smaller modules of the same kind -------------------------===//
//
// Operations become one of their operands, or zeros; results, arguments and
// attributes go; calls are inlined. No edit knows an operation. Each is kept
// only if the module stays valid and interesting.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_REDUCE_EDITS_H
#define POPT_REDUCE_EDITS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace popt::reduce {

/// Whether the module still fails in the wanted way.
using IsInteresting = llvm::function_ref<bool(mlir::ModuleOp)>;

/// Tries every edit once and replaces `module` by what persists.
void shrinkModule(mlir::OwningOpRef<mlir::ModuleOp> &module,
                  IsInteresting isInteresting);

} // namespace popt::reduce
#endif // POPT_REDUCE_EDITS_H
