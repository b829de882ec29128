//===- StepLibrary.h - What texts of products and convolutions share ------===//
#ifndef POPT_LIB_DIALECT_STEP_STEPLIBRARY_H
#define POPT_LIB_DIALECT_STEP_STEPLIBRARY_H

#include "mlir/IR/DialectImplementation.h"

namespace popt::step {

/// `0 * 1 -> 2 : f32 -> f32 tf32`, or `f8E4M3FN * f8E5M2 -> f32` of two types.
struct LibraryOperands {
  int32_t numbers[3] = {};
  mlir::Type lhsType, rhsType, outType;
  bool isTf32 = false;
};
/// What all calls have.
struct LibraryText {
  LibraryOperands operands;
  std::string tunedFor, algorithm; ///< the latter in hexadecimal
};
/// `<`, operands, words that `parseField` knows with what follows them, and
/// `tuned "..." "..."`, in any order, `>`. Messages name the call and the words.
mlir::ParseResult parseLibraryCall(
    mlir::AsmParser &parser, llvm::StringRef call, llvm::StringRef words,
    llvm::function_ref<mlir::OptionalParseResult(llvm::StringRef)> parseField,
    LibraryText &out);
/// `<text, tuned "..." "...">`, without the last part if there is no algorithm.
void printLibraryCall(mlir::AsmPrinter &printer, const std::string &text,
                      llvm::StringRef tunedFor, llvm::StringRef algorithm);

} // namespace popt::step

#endif // POPT_LIB_DIALECT_STEP_STEPLIBRARY_H
