//===- DeadOps.h - Erase operations without uses --------------------------===//
//
// Erasing an operation erases everything in its regions. So code that collects
// dead operations first and erases them later must not touch operations within
// one already erased, and must not follow operands whose operation was erased
// with another reader. These functions take care of that; a plain list suffices
// for operations of one block.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_SUPPORT_DEADOPS_H
#define POPT_SUPPORT_DEADOPS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"

namespace popt {

/// Erases the dead operations of the block (no uses, no side effects), the last
/// first. Operations in regions of others stay.
void eraseDead(mlir::Block &block);

/// Erases the operations without uses in the region, and in the regions of
/// those that stay, if `mayGo` allows it.
void eraseUnread(mlir::Region &region,
                 llvm::function_ref<bool(mlir::Operation *)> mayGo);

/// Erases those of the operations that are dead (no uses, no side effects), and
/// operations that only they read.
void eraseDead(llvm::SetVector<mlir::Operation *> ops);

} // namespace popt
#endif // POPT_SUPPORT_DEADOPS_H
