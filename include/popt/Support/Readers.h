//===- Readers.h - Readers of an operation's results ----------------------===//
#ifndef POPT_SUPPORT_READERS_H
#define POPT_SUPPORT_READERS_H

#include "mlir/IR/Operation.h"

namespace popt {

/// The first operation of the block of `op` that reads one of its results, itself
/// or within its regions; null if none does.
inline mlir::Operation *firstReader(mlir::Operation *op) {
  mlir::Operation *first = nullptr;
  for (mlir::Operation *user : op->getUsers()) {
    mlir::Operation *reader = op->getBlock()->findAncestorOpInBlock(*user);
    if (!first || reader->isBeforeInBlock(first))
      first = reader;
  }
  return first;
}

} // namespace popt
#endif // POPT_SUPPORT_READERS_H
