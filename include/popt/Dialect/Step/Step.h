//===- Step.h - The step dialect ------------------------------------------===//
//
// The printed form of the step table (popt-rt/step_table.h). Table.h converts
// between the two.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_STEP_STEP_H
#define POPT_DIALECT_STEP_STEP_H

#include "popt-rt/step_table.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Step/Names.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"

#include "popt/Dialect/Step/StepDialect.h.inc"

#include "popt/Dialect/Step/StepEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "popt/Dialect/Step/StepAttrs.h.inc"

#include "popt/Dialect/Step/CommandInterface.h.inc"

namespace popt::step {
/// What every command must obey; called by the commands' verifiers.
llvm::LogicalResult verifyCommand(CommandOpInterface command,
                                  mlir::SymbolTableCollection &tables);
} // namespace popt::step

#define GET_OP_CLASSES
#include "popt/Dialect/Step/Step.h.inc"

#endif // POPT_DIALECT_STEP_STEP_H
