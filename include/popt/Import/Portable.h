//===- Portable.h - StableHLO's portable artifacts --------------*- C++ -*-===//
#ifndef POPT_IMPORT_PORTABLE_H
#define POPT_IMPORT_PORTABLE_H

#include "mlir/IR/BuiltinOps.h"

namespace popt {

/// The version of StableHLO that wrote bytecode, such as "1.15.0"; nothing if
/// another tool has.
std::optional<llvm::StringRef> portableVersion(llvm::StringRef bytecode);

/// Says why popt reads no artifacts of this version, or nothing.
std::optional<std::string> whyNotVersion(llvm::StringRef version);

/// Turns the operations of `vhlo` into those of func and StableHLO, and verifies
/// the module. `version` wrote it. Fails after a message.
mlir::LogicalResult importPortable(mlir::ModuleOp module,
                                   llvm::StringRef version);

} // namespace popt

#endif // POPT_IMPORT_PORTABLE_H
