// The interchange dialect `stablehlo`. Class, enum and accessor names are those
// of the StableHLO project, in namespace popt::stablehlo.
#ifndef POPT_DIALECT_STABLEHLO_STABLEHLO_H
#define POPT_DIALECT_STABLEHLO_STABLEHLO_H

#include "popt/Dialect/StableHLO/Util.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace popt::stablehlo::OpTrait {

/// Element i of the result depends on element i of every operand, or on the
/// only element of a rank-0 operand. Unlike MLIR's Elementwise it covers select
/// and clamp with rank-0 operands.
template <typename ConcreteType>
class Pointwise : public mlir::OpTrait::TraitBase<ConcreteType, Pointwise> {};

} // namespace popt::stablehlo::OpTrait

#include "popt/Dialect/StableHLO/StableHLODialect.h.inc"
#include "popt/Dialect/StableHLO/StableHLOEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "popt/Dialect/StableHLO/StableHLOAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "popt/Dialect/StableHLO/StableHLOTypes.h.inc"

// Control flow first: other families name ReturnOp as their terminator.
#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLOControlFlow.h.inc"
#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLOElementwise.h.inc"
#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLODataMovement.h.inc"
#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLOContraction.h.inc"
#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLOReduction.h.inc"
#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLOCollectives.h.inc"
#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLOMisc.h.inc"

#endif // POPT_DIALECT_STABLEHLO_STABLEHLO_H
