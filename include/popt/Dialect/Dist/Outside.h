//===- Outside.h - Attributes of a boundary that other tools read ---------===//
//
// Exported text tells names and state of arguments in attributes that XLA
// keeps; Import reads them back. A mesh of the user's that orders devices as no
// axes of the module's mesh can say is left at the boundary alone:
// docs/Decisions/0019-device-orders-at-the-boundary.md.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_DIST_OUTSIDE_H
#define POPT_DIALECT_DIST_OUTSIDE_H

#include "llvm/ADT/StringRef.h"

namespace popt::dist {

/// A dictionary of strings; the entries below are popt's.
inline constexpr llvm::StringLiteral kFrontendAttributes =
    "mhlo.frontend_attributes";
/// The name of an argument.
inline constexpr llvm::StringLiteral kExportedName = "popt.name";
/// The number of the result that is an argument's next value, or "none" where
/// the user says that it has none.
inline constexpr llvm::StringLiteral kExportedState = "popt.state";

/// On an argument or a result of a function, an i64 array: the device that
/// holds the block of each place outside of the program.
inline constexpr llvm::StringLiteral kDeviceIds = "dist.device_ids";

} // namespace popt::dist
#endif // POPT_DIALECT_DIST_OUTSIDE_H
