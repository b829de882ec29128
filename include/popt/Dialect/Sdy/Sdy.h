//===- Sdy.h - The sdy dialect --------------------------------------------===//
//
// Shardy's names, assembly and accessors for the annotations that JAX writes.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_SDY_SDY_H
#define POPT_DIALECT_SDY_SDY_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "popt/Dialect/Sdy/SdyDialect.h.inc"

#include "popt/Dialect/Sdy/SdyEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "popt/Dialect/Sdy/SdyAttrs.h.inc"

#define GET_OP_CLASSES
#include "popt/Dialect/Sdy/Sdy.h.inc"

namespace popt::sdy {

/// On function arguments and results: a TensorShardingAttr. On operations: a
/// TensorShardingPerValueAttr.
inline constexpr llvm::StringLiteral kShardingAttr = "sdy.sharding";
/// On operations: an OpShardingRuleAttr.
inline constexpr llvm::StringLiteral kShardingRuleAttr = "sdy.sharding_rule";

/// The sharding of a function argument or an operation's result, or null.
TensorShardingAttr getSharding(mlir::Value value);

/// The error in a sharding of a value of this type, or nothing.
std::string checkSharding(TensorShardingAttr sharding, mlir::Type type,
                          mlir::Operation *op);

} // namespace popt::sdy

#endif // POPT_DIALECT_SDY_SDY_H
