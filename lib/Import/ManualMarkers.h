//===- ManualMarkers.h - Regions between calls that change shapes ---------===//
//
// Front ends write a manual region as operations between custom calls:
//
//   %block = custom_call @SPMDFullToShardShape(%x)     // a marker: entry
//   %local = ...
//   %y = custom_call @SPMDShardToFullShape(%local)     // a marker: exit
//
// The operations in between become the body of an sdy.manual_computation.
// Regions that share no values become one operation each. Nested regions are
// found in the bodies of the outer ones.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_IMPORT_MANUALMARKERS_H
#define POPT_LIB_IMPORT_MANUALMARKERS_H

#include "popt/Dialect/Sdy/Sdy.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace popt {

/// A custom call where values become blocks, or blocks values.
struct ManualMarker {
  bool isEntry = false;
  /// Of the global values: an entry's operands or an exit's results.
  llvm::SmallVector<sdy::TensorShardingAttr> shardings;
  /// Including those of enclosing regions, or not.
  llvm::SmallVector<mlir::StringAttr> axes;
  /// Those that the global values say to be manual, of enclosing regions.
  llvm::SmallVector<mlir::StringAttr> outer;
};
using ManualMarkers = llvm::DenseMap<mlir::Operation *, ManualMarker>;

/// Replaces markers and the operations between them. Emits an error where they
/// make no regions.
llvm::LogicalResult makeManualRegions(mlir::ModuleOp module,
                                      ManualMarkers markers);

} // namespace popt
#endif // POPT_LIB_IMPORT_MANUALMARKERS_H
