//===- StepSyntax.h - Pieces of syntax shared by attributes and ops -------===//
#ifndef POPT_LIB_DIALECT_STEP_STEPSYNTAX_H
#define POPT_LIB_DIALECT_STEP_STEPSYNTAX_H

#include "popt/Dialect/Step/Step.h"
#include "popt/Support/Assembly.h"

namespace popt::step {

/// `@arena[4096] : 4x8xf32 strides [1, 4]`; null after an error.
OperandAttr parseOperandAttr(mlir::AsmParser &parser);
void printOperandAttr(mlir::AsmPrinter &printer, OperandAttr operand);
/// `7`, `rank`, `@table0`, `i32 @arena[64]`; null after an error.
ScalarAttr parseScalarAttr(mlir::AsmParser &parser);
void printScalarAttr(mlir::AsmPrinter &printer, ScalarAttr scalar);
/// `dim 0 counts @table0 offsets @table1`; null after an error.
PiecesAttr parsePiecesAttr(mlir::AsmParser &parser);
void printPiecesAttr(mlir::AsmPrinter &printer, PiecesAttr pieces);

} // namespace popt::step
#endif // POPT_LIB_DIALECT_STEP_STEPSYNTAX_H
