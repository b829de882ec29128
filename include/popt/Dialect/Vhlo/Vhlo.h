//===- Vhlo.h - The dialect of StableHLO's artifacts ------------*- C++ -*-===//
//
// StableHLO's portable artifacts are MLIR bytecode in the dialect `vhlo`: a copy
// of StableHLO in which each operation, attribute and type has a version, and
// that is kept readable for years. popt only reads it, and only from bytecode:
// types and attributes become those of builtin and StableHLO as they are read, so
// that the dialect has none of its own, and importPortable (popt/Import/Portable.h)
// turns its operations into those of func and StableHLO.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_VHLO_VHLO_H
#define POPT_DIALECT_VHLO_VHLO_H

#include "mlir/IR/ExtensibleDialect.h"

namespace popt::vhlo {

/// The newest version of StableHLO whose operations, attributes and types are all
/// known.
constexpr llvm::StringLiteral kNewestVersion = "1.20.0";

/// Operations without attributes need no definition: they are operations that the
/// dialect does not know.
class VhloDialect : public mlir::ExtensibleDialect {
public:
  explicit VhloDialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "vhlo"; }

private:
  /// Defines those with attributes, whose names bytecode does not have.
  void registerOps();
};

/// The names of an operation's attributes (`vhlo.slice_v1`), between spaces, in
/// the order of bytecode. Empty of those without.
llvm::StringRef attributeNames(llvm::StringRef op);

/// What stands for a type that StableHLO has and popt does not, such as a
/// quantised one: an opaque type of the dialect, called by its word.
constexpr llvm::StringLiteral kQuantised = "quant";

/// Decodes types and attributes.
void addBytecodeInterface(VhloDialect &dialect);

} // namespace popt::vhlo

MLIR_DECLARE_EXPLICIT_TYPE_ID(popt::vhlo::VhloDialect)

#endif // POPT_DIALECT_VHLO_VHLO_H
