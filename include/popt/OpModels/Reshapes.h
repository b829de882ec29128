//===- Reshapes.h - The same elements in another shape ----------*- C++ -*-===//
//
// A row that a scan writes has a dimension of one element more than what was
// computed, and groups of layers are rows in another shape:
//
//   %row = reshape %y : 8 -> 1x8
//   %flat = reshape %groups : 6x2x8 -> 12x8
//
//===----------------------------------------------------------------------===//
#ifndef POPT_OPMODELS_RESHAPES_H
#define POPT_OPMODELS_RESHAPES_H

#include "mlir/IR/Value.h"

namespace popt {

/// What has the same elements in the same order, before it got this shape.
mlir::Value beforeReshapes(mlir::Value value);

/// True if the user says how a value is divided, or where it is held.
bool hasWords(mlir::Value value);
/// The same, but not beyond a value that the user says something of.
mlir::Value beforeSilentReshapes(mlir::Value value);

} // namespace popt
#endif // POPT_OPMODELS_RESHAPES_H
