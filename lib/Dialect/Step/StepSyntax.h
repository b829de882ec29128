//===- StepSyntax.h - Pieces of syntax shared by attributes and ops -------===//
#ifndef POPT_LIB_DIALECT_STEP_STEPSYNTAX_H
#define POPT_LIB_DIALECT_STEP_STEPSYNTAX_H

#include "popt/Dialect/Step/Step.h"

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
/// `[0, 1]`.
template <typename T>
mlir::ParseResult parseIntegers(mlir::AsmParser &parser,
                                llvm::SmallVectorImpl<T> &values) {
  return parser.parseCommaSeparatedList(
      mlir::AsmParser::Delimiter::Square,
      [&] { return parser.parseInteger(values.emplace_back()); });
}
template <typename T>
void printIntegers(mlir::AsmPrinter &printer, llvm::ArrayRef<T> values) {
  printer << "[";
  llvm::interleaveComma(values, printer);
  printer << "]";
}

} // namespace popt::step
#endif // POPT_LIB_DIALECT_STEP_STEPSYNTAX_H
