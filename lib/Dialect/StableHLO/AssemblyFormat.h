// Private to the dialect: the `custom<...>` pieces of its assembly formats.
#ifndef POPT_LIB_DIALECT_STABLEHLO_ASSEMBLYFORMAT_H
#define POPT_LIB_DIALECT_STABLEHLO_ASSEMBLYFORMAT_H

#include "popt/Dialect/StableHLO/StableHLO.h"

namespace popt::stablehlo {

using Operands = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// `T` where all operands and the result have type T, else `(A, B) -> T`.
/// The last entry of `types` is the result.
mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser,
                                 llvm::ArrayRef<mlir::Type *> types);
void printSameTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    llvm::ArrayRef<mlir::Type> types);

template <typename... Types>
mlir::ParseResult parseSameType(mlir::OpAsmParser &parser, Types &...types) {
  return parseSameTypes(parser, {&types...});
}
template <typename... Types>
void printSameType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                   Types... types) {
  printSameTypes(printer, op, {mlir::Type(types)...});
}

/// The same for any number of operands.
mlir::ParseResult
parseVariadicSameType(mlir::OpAsmParser &parser, Operands &operands,
                      llvm::SmallVectorImpl<mlir::Type> &operandTypes,
                      mlir::Type &result);
void printVariadicSameType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::OperandRange operands,
                           mlir::TypeRange operandTypes, mlir::Type result);

/// `P, T` for (P, T, T) -> T, else the function type.
mlir::ParseResult parseSelectType(mlir::OpAsmParser &parser, mlir::Type &pred,
                                  mlir::Type &onTrue, mlir::Type &onFalse,
                                  mlir::Type &result);
void printSelectType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::Type pred, mlir::Type onTrue, mlir::Type onFalse,
                     mlir::Type result);

/// The complex result type, from which the parts' types follow, else the
/// function type.
mlir::ParseResult parseComplexType(mlir::OpAsmParser &parser, mlir::Type &lhs,
                                   mlir::Type &rhs, mlir::Type &result);
void printComplexType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      mlir::Type lhs, mlir::Type rhs, mlir::Type result);

/// `A, B` where results have the types of the operands.
mlir::ParseResult
parsePairwiseTypes(mlir::OpAsmParser &parser,
                   llvm::SmallVectorImpl<mlir::Type> &inputs,
                   llvm::SmallVectorImpl<mlir::Type> &results);
void printPairwiseTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::TypeRange inputs, mlir::TypeRange results);

/// `tuple<A, B>`, from which the operands' types follow.
mlir::ParseResult parseTupleTypes(mlir::OpAsmParser &parser,
                                  llvm::SmallVectorImpl<mlir::Type> &inputs,
                                  mlir::Type &result);
void printTupleTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::TypeRange inputs, mlir::Type result);

//===----------------------------------------------------------------------===//
// Operands and attributes
//===----------------------------------------------------------------------===//

/// `%a, %b,`: operands, each followed by a comma.
mlir::ParseResult parseOperandsAndComma(mlir::OpAsmParser &parser,
                                        Operands &operands);
void printOperandsAndComma(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::OperandRange operands);

/// `[0:4, 1:9:2]`: start, limit and, where not 1, stride.
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser,
                                   mlir::DenseI64ArrayAttr &starts,
                                   mlir::DenseI64ArrayAttr &limits,
                                   mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      llvm::ArrayRef<int64_t> starts,
                      llvm::ArrayRef<int64_t> limits,
                      llvm::ArrayRef<int64_t> strides);

/// The keyword of an enumeration attribute, without the space before it that
/// the attribute's own printer adds.
template <typename EnumAttr>
mlir::ParseResult parseKeyword(mlir::OpAsmParser &parser, EnumAttr &attr) {
  using Enum = decltype(attr.getValue());
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return mlir::failure();
  std::optional<Enum> value = symbolizeEnum<Enum>(keyword);
  if (!value)
    return parser.emitError(loc) << "unknown keyword " << keyword;
  attr = EnumAttr::get(parser.getContext(), *value);
  return mlir::success();
}
template <typename EnumAttr>
void printKeyword(mlir::OpAsmPrinter &printer, mlir::Operation *,
                  EnumAttr attr) {
  printer << stringifyEnum(attr.getValue());
}

/// `e8m7`.
mlir::ParseResult parseExponentMantissa(mlir::OpAsmParser &parser,
                                        mlir::IntegerAttr &exponentBits,
                                        mlir::IntegerAttr &mantissaBits);
void printExponentMantissa(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::IntegerAttr exponentBits,
                           mlir::IntegerAttr mantissaBits);

/// `@target`.
mlir::ParseResult parseCustomCallTarget(mlir::OpAsmParser &parser,
                                        mlir::StringAttr &target);
void printCustomCallTarget(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::StringAttr target);

/// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`.
mlir::ParseResult parseDotDimensionNumbers(mlir::OpAsmParser &parser,
                                           DotDimensionNumbersAttr &dims);
void printDotDimensionNumbers(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                              DotDimensionNumbersAttr dims);

/// `, precision = [DEFAULT, HIGHEST]`, or nothing.
mlir::ParseResult parsePrecisionConfig(mlir::OpAsmParser &parser,
                                       mlir::ArrayAttr &precision);
void printPrecisionConfig(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          mlir::ArrayAttr precision);

/// The same, then `, algorithm = <...>`, or nothing.
mlir::ParseResult parsePrecisionConfigAndAlgorithm(mlir::OpAsmParser &parser,
                                                   mlir::ArrayAttr &precision,
                                                   DotAlgorithmAttr &algorithm);
void printPrecisionConfigAndAlgorithm(mlir::OpAsmPrinter &printer,
                                      mlir::Operation *op,
                                      mlir::ArrayAttr precision,
                                      DotAlgorithmAttr algorithm);

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
mlir::ParseResult parseConvolutionDimensions(mlir::AsmParser &parser,
                                             ConvDimensionNumbersAttr &dims);
void printConvolutionDimensions(mlir::AsmPrinter &printer,
                                ConvDimensionNumbersAttr dims);
inline void printConvolutionDimensions(mlir::AsmPrinter &printer,
                                       mlir::Operation *,
                                       ConvDimensionNumbersAttr dims) {
  printConvolutionDimensions(printer, dims);
}

/// `stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1],
/// rhs_dilate = [1, 1], reverse = [false, false]`, each where present.
mlir::ParseResult parseWindowAttributes(mlir::OpAsmParser &parser,
                                        mlir::DenseI64ArrayAttr &strides,
                                        mlir::DenseIntElementsAttr &padding,
                                        mlir::DenseI64ArrayAttr &lhsDilation,
                                        mlir::DenseI64ArrayAttr &rhsDilation,
                                        mlir::DenseBoolArrayAttr &reversal);
void printWindowAttributes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::DenseI64ArrayAttr strides,
                           mlir::DenseIntElementsAttr padding,
                           mlir::DenseI64ArrayAttr lhsDilation,
                           mlir::DenseI64ArrayAttr rhsDilation,
                           mlir::DenseBoolArrayAttr reversal);

} // namespace popt::stablehlo

#endif // POPT_LIB_DIALECT_STABLEHLO_ASSEMBLYFORMAT_H
