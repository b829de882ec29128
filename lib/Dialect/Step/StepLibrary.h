//===- StepLibrary.h - What texts of products and convolutions share ------===//
#ifndef POPT_LIB_DIALECT_STEP_STEPLIBRARY_H
#define POPT_LIB_DIALECT_STEP_STEPLIBRARY_H

#include "mlir/IR/DialectImplementation.h"

namespace popt::step {

/// `0 * 1 -> 2 : f32 -> f32 tf32`.
struct LibraryOperands {
  int32_t numbers[3] = {};
  mlir::Type type, outType;
  bool isTf32 = false;
};
mlir::ParseResult parseOperands(mlir::AsmParser &parser, llvm::StringRef what,
                                LibraryOperands &out);

/// What follows `tuned`: a string, and bytes in hexadecimal.
mlir::ParseResult parseTuned(mlir::AsmParser &parser, std::string &tunedFor,
                             std::string &algorithm);
/// `, tuned "..." "..."`, if there is an algorithm.
void printTuned(mlir::AsmPrinter &printer, llvm::StringRef tunedFor,
                llvm::StringRef algorithm);

} // namespace popt::step

#endif // POPT_LIB_DIALECT_STEP_STEPLIBRARY_H
