//===- UserPlace.h - Which line of a call stack is the user's ---*- C++ -*-===//
//
// The location of an operation may have the lines of all functions that were
// being called when it was made. The innermost of `Dense(...)(x)` are Flax's,
// which the user did not write: messages, reports and the runtime show the
// innermost one that is not of an installed package.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_SUPPORT_USERPLACE_H
#define POPT_SUPPORT_USERPLACE_H

#include "mlir/IR/Location.h"

namespace popt {

/// Whether a file is of an installed package or of Python's own library.
bool isInstalled(llvm::StringRef file);

/// The innermost line that is not in an installed file; else the innermost;
/// null if there is none.
mlir::FileLineColLoc findUserPlace(mlir::Location loc);

} // namespace popt

#endif // POPT_SUPPORT_USERPLACE_H
