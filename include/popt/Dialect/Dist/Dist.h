//===- Dist.h - The dist dialect ------------------------------------------===//
//
// Layouts of tensors on a mesh and the moves between them. The meaning of a
// sharding is the algebra of popt/Layout/Layout.h; popt/Dialect/Dist/Sharding.h
// has the helpers that read and write shardings of values.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_DIST_DIST_H
#define POPT_DIALECT_DIST_DIST_H

#include "popt/Layout/Layout.h"
#include "popt/Reshard/Reshard.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "popt/Dialect/Dist/DistDialect.h.inc"

#include "popt/Dialect/Dist/DistEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "popt/Dialect/Dist/DistAttrs.h.inc"

namespace popt::dist::detail {
std::vector<std::vector<int64_t>> groups(mlir::Operation *op, const Mesh &mesh);
llvm::LogicalResult verifyCollective(mlir::Operation *op);
} // namespace popt::dist::detail

#include "popt/Dialect/Dist/CollectiveInterface.h.inc"

#define GET_OP_CLASSES
#include "popt/Dialect/Dist/Dist.h.inc"

#endif // POPT_DIALECT_DIST_DIST_H
