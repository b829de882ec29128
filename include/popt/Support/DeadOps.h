//===- DeadOps.h - Erase what nobody reads --------------------------------===//
//
// An operation goes with everything in its regions. So whoever collects dead
// operations first and erases them later must not touch what lay within one of
// them, and must not follow operands whose operation has gone with another
// reader. These functions are for that; a list of one's own is for operations of
// one block.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_SUPPORT_DEADOPS_H
#define POPT_SUPPORT_DEADOPS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"

namespace popt {

/// Erases the operations of the block that do nothing but make results that
/// nobody reads, the last first. What lies in regions of others stays.
void eraseDead(mlir::Block &block);

/// Erases the operations that nobody reads in the region, and in the regions of
/// those that stay, as far as `mayGo` says so.
void eraseUnread(mlir::Region &region,
                 llvm::function_ref<bool(mlir::Operation *)> mayGo);

/// Erases those of the operations that do nothing but make results that nobody
/// reads, and what only they read.
void eraseDead(llvm::SetVector<mlir::Operation *> ops);

} // namespace popt
#endif // POPT_SUPPORT_DEADOPS_H
